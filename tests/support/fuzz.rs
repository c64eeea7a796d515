//! The bodies of the fuzz targets: whatever the bytes are, nothing panics and the two ways to decide agree.
//!
//! The targets in `fuzz/` run them under libFuzzer; `tests/fuzz_bodies.rs` runs them on seeded inputs everywhere.

use ratelab::input::Value;
use ratelab::limiter::{
    Alignment, AnyLimiter, Driver, Estimate, Keyed, Limiter, NginxDelay, NginxPeriod, Outcome, Spec, decide_column,
};
use ratelab::sim::{Scenario, Stepper, replay, run};
use ratelab::time::Nanos;
use ratelab::with_limiter;

/// The most steps that are run, all limiters together, so that no input takes long.
const MOST_STEPS: usize = 4000;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It is not JSON, or not what it should be: with words for a person.
    Refused,
    /// It was run.
    Run,
    /// It is right, and too long to be run here.
    Long,
}

/// Reads the bytes as a scenario and runs it.
pub(crate) fn scenario(bytes: &[u8]) -> Ended {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return Ended::Refused };
    let scenario = match Scenario::read(&value) {
        Ok(scenario) => scenario,
        Err(error) => {
            let words = error.to_string();
            assert!(words.contains("accepts") && words.len() < 2000, "a message for a person: {words}");
            return Ended::Refused;
        }
    };
    let written = serde_json::to_string(&scenario).expect("a scenario is plain data");
    let value = serde_json::from_str(&written).expect("what was written is JSON");
    assert_eq!(Scenario::read(&value).as_ref(), Ok(&scenario), "it reads back as it was written: {written}");
    let Ok(requests) = scenario.traffic.arrivals() else { return Ended::Refused };
    if requests.arrivals.len() * scenario.limiters.len() > MOST_STEPS {
        return Ended::Long;
    }
    let Ok(trace) = run(&scenario) else { return Ended::Refused };
    for row in &trace.rows {
        assert_eq!(row.decisions.len(), trace.arrivals.len());
        assert_eq!(row.totals(usize::MAX).iter().sum::<u64>(), trace.arrivals.len() as u64);
        for key in 0..trace.keys.len() {
            let curve = row.curve(&trace.arrivals, u32::try_from(key).expect("few keys"));
            // Rules with a clock of their own go back where the requests do.
            let goes_back = !curve.map(|vertex| vertex.at).is_sorted();
            assert!(!goes_back || !trace.arrivals.is_sorted_by_key(|arrival| arrival.at), "a curve goes back in time");
        }
    }
    let replay = serde_json::to_value(replay(&trace)).expect("a replay is plain data");
    assert_eq!(replay["steps"].as_array().map(Vec::len), Some(trace.arrivals.len()));
    let mut stepper = Stepper::new(scenario).expect("it has just been run");
    for position in [0, 1, stepper.len() / 2, stepper.len(), usize::MAX] {
        stepper.seek(position);
        serde_json::to_string(&stepper.view()).expect("a view is plain data");
    }
    assert!(stepper.csv().lines().count() > stepper.len());
    Ended::Run
}

/// Bytes as a source of choices; zeros when they are used up.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number of any size: as many bits as the first byte says.
    fn number(&mut self) -> u64 {
        let bits = u32::from(self.byte()) % 65;
        let mut number = 0;
        for _ in 0..bits.div_ceil(8) {
            number = number << 8 | u64::from(self.byte());
        }
        if bits == 64 { number } else { number & ((1 << bits) - 1) }
    }

    /// A number that a cost or a key may be: mostly small.
    fn small(&mut self) -> u32 {
        match self.byte() {
            255 => u32::try_from(self.number() & 0xFFFF_FFFF).unwrap_or(u32::MAX),
            byte => u32::from(byte % 16),
        }
    }

    /// Any limiter with any parameters, also such as cannot be built.
    fn spec(&mut self) -> Spec {
        let kind = self.byte() % 8;
        let (first, second, third) = (self.number(), self.number(), self.number());
        let (period, choice) = (Nanos::new(second), self.byte());
        match kind {
            0 => Spec::TokenBucket { permits: first, period, burst: third },
            1 => Spec::Gcra { permits: first, period, burst: third },
            2 => Spec::LeakyBucketMeter { permits: first, period, burst: third },
            3 => Spec::LeakyBucketQueue { permits: first, period, queue: third },
            4 => Spec::NginxLimitReq {
                permits: first,
                period: NginxPeriod::ALL[usize::from(choice % 2)],
                burst: third,
                delay: if choice < 128 { NginxDelay::Above(second) } else { NginxDelay::Never },
            },
            5 => Spec::FixedWindow { limit: first, window: period, alignment: Alignment::ALL[usize::from(choice % 2)] },
            6 => Spec::SlidingWindowLog { limit: first, window: period },
            _ => Spec::SlidingWindowCounter {
                limit: first,
                window: period,
                estimate: Estimate::ALL[usize::from(choice % 2)],
            },
        }
    }
}

/// Decides arbitrary arrivals by an arbitrary limiter, as a column and one by one.
pub(crate) fn decide(bytes: &[u8]) -> Ended {
    let mut choices = Choices(bytes);
    let spec = choices.spec();
    let limiter = match AnyLimiter::new(&spec) {
        Ok(limiter) => limiter,
        Err(error) => {
            assert!(!error.field.is_empty() && error.to_string().contains("accepts"), "{spec:?}: {error}");
            return Ended::Refused;
        }
    };
    let (mut arrivals, mut costs, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0_u64;
    while !choices.0.is_empty() && arrivals.len() < 200 {
        // On by a step, back by one, or anywhere.
        at = match choices.byte() % 8 {
            0 => choices.number(),
            1 => at.saturating_sub(choices.number()),
            2..=4 => at,
            _ => at.saturating_add(choices.number()),
        };
        arrivals.push(at);
        costs.push(choices.small().max(1));
        keys.push(choices.small());
    }
    let mut waits = Vec::new();
    let outcomes = decide_column(&limiter, &arrivals, Some(&costs), Some(&keys), Some(&mut waits));
    let one_key = decide_column(&limiter, &arrivals, None, None, None);
    with_limiter!(limiter, rule => {
        let requests = arrivals.iter().zip(&costs).zip(&keys).map(|((&at, &cost), &key)| (at, u64::from(cost), key));
        let told: Vec<(u8, u64)> = one_by_one(rule.clone(), requests);
        let columns: Vec<(u8, u64)> = outcomes.into_iter().zip(waits.into_iter().map(f64::to_bits)).collect();
        assert_eq!(told, columns, "{spec:?}");
        let requests = arrivals.iter().map(|&at| (at, 1, 0));
        let told: Vec<u8> = one_by_one(rule, requests).into_iter().map(|(outcome, _)| outcome).collect();
        assert_eq!(told, one_key, "{spec:?}");
    });
    Ended::Run
}

/// The outcomes and the waits as a column tells them, from a driver, with what must hold at every decision.
fn one_by_one<L: Limiter>(rule: L, requests: impl Iterator<Item = (u64, u64, u32)>) -> Vec<(u8, u64)> {
    let (mut driver, mut told, mut corners) = (Driver::new(rule), Vec::new(), Vec::new());
    for (at, cost, key) in requests {
        let Keyed { rule, state, now } = driver.at(key, Nanos::new(at));
        let could = rule.remaining(state, now);
        let before = state.clone();
        let verdict = rule.decide(state, now, cost);
        assert!(verdict.passes() || *state == before, "a refused request changed the state");
        assert!(could <= rule.limit() && rule.remaining(state, now) <= rule.limit());
        if !L::OWN_CLOCK {
            assert_eq!(verdict.passes(), cost <= could, "remaining {could}, cost {cost}: {verdict:?}");
        }
        if let Some(retry) = verdict.retry_after()
            && now + retry <= Nanos::HORIZON
        {
            let just = Nanos::new((now + retry).get() - 1);
            assert!(rule.check(state, now + retry, cost).passes(), "{retry} is not enough");
            assert!(!rule.check(state, just, cost).passes(), "{retry} is more than needed");
        }
        let reset = rule.reset(state, now);
        if now + reset <= Nanos::HORIZON {
            assert_eq!(rule.remaining(state, now + reset), rule.limit(), "{reset} does not restore all");
        }
        let _ = rule.snapshot(state, now);
        corners.clear();
        rule.curve(state, now, (now + reset).min(Nanos::HORIZON).max(now), &mut corners);
        assert!(!corners.is_empty() && corners.is_sorted_by_key(|corner| corner.at), "a curve of {corners:?}");
        let wait = match verdict.outcome() {
            Outcome::Allowed => Some(Nanos::ZERO),
            Outcome::Delayed => Some(verdict.wait()),
            Outcome::Refused | Outcome::Impossible => verdict.retry_after(),
        };
        // A column holds doubles.
        #[expect(clippy::cast_precision_loss, reason = "as documented for columns")]
        let wait = wait.map_or(f64::NAN, |wait| wait.get() as f64);
        told.push((verdict.outcome() as u8, wait.to_bits()));
    }
    told
}
