//! The `governor` crate: the same rule, GCRA, with its interval in whole nanoseconds.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos as TheirNanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use ratelab::limiter::{AnyLimiter, Driver, Gcra, Limiter as _, Spec, Verdict};
use ratelab::time::Nanos;
use ratelab::with_limiter;
use ratelab_peers::Chance;

/// The version that is compared: the one in the lock file.
fn version() -> &'static str {
    let lock = include_str!("../../../Cargo.lock");
    let entry = lock.split("name = \"governor\"\nversion = \"").nth(1).expect("governor is a dependency");
    entry.split('"').next().unwrap_or_default()
}

/// A clock that is told the time, also an earlier one.
#[derive(Clone, Debug, Default)]
struct Told(Arc<AtomicU64>);

impl Told {
    fn tell(&self, now: u64) {
        self.0.store(now, Ordering::Relaxed);
    }
}

impl Clock for Told {
    type Instant = TheirNanos;

    fn now(&self) -> TheirNanos {
        TheirNanos::new(self.0.load(Ordering::Relaxed))
    }
}

type Theirs = RateLimiter<u32, HashMapStateStore<u32>, Told, StateInformationMiddleware>;

/// Their limiter with its clock.
struct Peer {
    limiter: Theirs,
    clock: Told,
}

impl Peer {
    fn new(quota: Quota) -> Self {
        let clock = Told::default();
        let limiter = RateLimiter::hashmap_with_clock(quota, clock.clone());
        Self { limiter: limiter.with_middleware(), clock }
    }

    /// Their decision in our words, with the remaining permits where they tell them: when the request passes.
    fn decide(&self, key: u32, now: u64, cost: u64) -> (Verdict, Option<u64>) {
        self.clock.tell(now);
        let cost = u32::try_from(cost).ok().and_then(NonZeroU32::new).expect("costs here are small and at least 1");
        // A cost of 1 has its own entry point.
        let decided =
            if cost.get() == 1 { Ok(self.limiter.check_key(&key)) } else { self.limiter.check_key_n(&key, cost) };
        match decided {
            Err(_) => (Verdict::Impossible, None),
            Ok(Ok(after)) => (Verdict::Allowed, Some(after.remaining_burst_capacity().into())),
            Ok(Err(refused)) => {
                let wait = refused.wait_time_from(self.clock.now());
                let wait = Nanos::new(u64::try_from(wait.as_nanos()).expect("waits here are short"));
                (Verdict::Refused { retry_after: Some(wait) }, None)
            }
        }
    }
}

fn count(number: u64) -> NonZeroU32 {
    u32::try_from(number).ok().and_then(NonZeroU32::new).expect("a count from 1 to what 32 bits hold")
}

/// One permit every `interval` nanoseconds, with a burst.
fn every(interval: u64, burst: u64) -> Quota {
    Quota::with_period(Duration::from_nanos(interval)).expect("it is not zero").allow_burst(count(burst))
}

fn ours(spec: &Spec) -> AnyLimiter {
    AnyLimiter::new(spec).expect("these parameters are exact")
}

#[test]
fn with_a_whole_interval_all_decisions_waits_and_remainders_are_equal() {
    const CASES: u32 = 240;
    const EACH: u32 = 100;
    let mut seen = [0_u64; 4];
    for case in 0..CASES {
        let mut chance = Chance::new(case);
        let interval = match chance.below(3) {
            0 => chance.pick(&[1, 2, 999, 1_000_000, 333_333_333, 1_000_000_007, 3_600_000_000_000]),
            1 => chance.between(1, 1_000_000),
            _ => chance.between(1, 100_000_000_000),
        };
        let burst = chance.pick(&[1, 2, 3, 5, 10, 100, 10_000]);
        let period = Nanos::new(interval);
        for spec in [Spec::Gcra { permits: 1, period, burst }, Spec::TokenBucket { permits: 1, period, burst }] {
            let (peer, mut now) = (Peer::new(every(interval, burst)), chance.below(interval * 3));
            with_limiter!(ours(&spec), rule => {
                let mut driver = Driver::new(rule);
                for step in 0..EACH {
                    now = chance.gap(interval, burst).saturating_add(now).min(Nanos::HORIZON.get());
                    let key = u32::from(chance.below(4) == 0);
                    let cost = chance.cost(burst);
                    let (theirs, remaining) = peer.decide(key, now, cost);
                    let verdict = driver.decide(key, Nanos::new(now), cost);
                    assert_eq!(verdict, theirs, "case {case} step {step}: {spec:?} at {now} ns, cost {cost}");
                    if let Some(remaining) = remaining {
                        let keyed = driver.at(key, Nanos::new(now));
                        let left = keyed.rule.remaining(keyed.state, keyed.now);
                        assert_eq!(left, remaining, "case {case} step {step}: {spec:?} at {now} ns");
                    }
                    seen[verdict.outcome() as usize] += 1;
                }
            });
        }
    }
    let [allowed, _, refused, impossible] = seen;
    let version = version();
    println!(
        "governor {version}, whole intervals: {allowed} allowed, {refused} refused, {impossible} impossible; all equal"
    );
    assert!(allowed > 5000 && refused > 5000 && impossible > 500, "the cases cover little: {seen:?}");
}

/// Rates as people write them, so many a second, minute or hour. Governor rounds the interval down, and that is the whole
/// of the difference: our GCRA with the rounded interval decides alike, always.
#[test]
fn with_any_rate_the_rounded_interval_is_the_whole_difference() {
    const CASES: u32 = 150;
    const EACH: u32 = 200;
    let (mut decisions, mut differ) = (0, 0);
    for case in 0..CASES {
        let mut chance = Chance::new(1000 + case);
        let permits = chance.between(1, 5000);
        let (quota, period) = match chance.below(3) {
            0 => (Quota::per_second(count(permits)), Nanos::from_secs(1)),
            1 => (Quota::per_minute(count(permits)), Nanos::from_secs(60)),
            _ => (Quota::per_hour(count(permits)), Nanos::from_secs(3600)),
        };
        let burst = chance.pick(&[1, 2, 5, 100]);
        let interval = period.get() / permits;
        let peer = Peer::new(quota.allow_burst(count(burst)));
        let mut rounded = Driver::new(Gcra::<u128>::new(1, Nanos::new(interval), burst).expect("exact"));
        let mut exact = Driver::new(Gcra::<u128>::new(permits, period, burst).expect("exact"));
        let mut now = 0;
        for step in 0..EACH {
            now = chance.gap(interval, burst).saturating_add(now).min(Nanos::HORIZON.get());
            let cost = chance.cost(burst);
            let (theirs, _) = peer.decide(0, now, cost);
            assert_eq!(rounded.decide(0, Nanos::new(now), cost), theirs, "case {case} step {step}");
            differ += u32::from(exact.decide(0, Nanos::new(now), cost).outcome() != theirs.outcome());
            decisions += 1;
        }
    }
    let version = version();
    println!("governor {version}, any rate: {decisions} decisions equal to ours with the interval rounded down");
    println!("  ({differ} of them not to ours with the exact rate)");
    assert!(differ > 0, "arrivals within a nanosecond of the interval show the rounding");
}

/// Three a second: governor's interval is 333,333,333 ns, so the third token is there a nanosecond early.
#[test]
fn pinned_governor_rounds_the_interval_down() {
    let peer = Peer::new(Quota::per_second(count(3)));
    let mut exact = Driver::new(Gcra::<u64>::new(3, Nanos::from_secs(1), 3).expect("exact"));
    let mut both = |now, cost| (peer.decide(0, now, cost).0, exact.decide(0, Nanos::new(now), cost));
    assert_eq!(both(0, 3), (Verdict::Allowed, Verdict::Allowed));
    let early = Verdict::Refused { retry_after: Some(Nanos::new(1)) };
    assert_eq!(both(999_999_999, 3), (Verdict::Allowed, early));
}

/// Above a thousand million a second the interval would round to nothing; governor then takes one nanosecond.
#[test]
fn pinned_governor_is_no_faster_than_one_a_nanosecond() {
    let peer = Peer::new(Quota::per_second(count(2_000_000_000)).allow_burst(count(2)));
    let mut exact = Driver::new(Gcra::<u64>::new(2_000_000_000, Nanos::from_secs(1), 2).expect("exact"));
    let mut both = |now, cost| (peer.decide(0, now, cost).0, exact.decide(0, Nanos::new(now), cost));
    assert_eq!(both(0, 2), (Verdict::Allowed, Verdict::Allowed));
    let early = Verdict::Refused { retry_after: Some(Nanos::new(1)) };
    assert_eq!(both(1, 2), (early, Verdict::Allowed));
}

/// Governor takes an earlier time as it is and refuses for longer; our driver reads it as the newest time seen.
#[test]
fn pinned_governor_follows_a_clock_that_goes_back() {
    let peer = Peer::new(every(1000, 1));
    let mut exact = Driver::new(Gcra::<u64>::new(1, Nanos::new(1000), 1).expect("exact"));
    let mut both = |now| (peer.decide(0, now, 1).0, exact.decide(0, Nanos::new(now), 1));
    let wait = |nanos| Verdict::Refused { retry_after: Some(Nanos::new(nanos)) };
    assert_eq!(both(5000), (Verdict::Allowed, Verdict::Allowed));
    assert_eq!(both(5900), (wait(100), wait(100)));
    assert_eq!(both(5100), (wait(900), wait(100)));
    // Another key's later request moves our clock, not governor's idea of this key's time.
    assert_eq!(peer.decide(1, 6000, 1).0, exact.decide(1, Nanos::new(6000), 1));
    assert_eq!((peer.decide(0, 5500, 1).0, exact.decide(0, Nanos::new(5500), 1)), (wait(500), Verdict::Allowed));
}

/// The tolerance of a long interval with a large burst is longer than 64 bits of nanoseconds: governor stops with a panic
/// where overflow is checked, and limits to something else where it is not. Ours says so when it is built.
#[test]
fn pinned_governor_overflows_with_a_long_interval_and_a_large_burst() {
    let hour = 3_600_000_000_000;
    let burst = 10_000_000;
    let error = Gcra::<u128>::new(1, Nanos::new(hour), burst).expect_err("a thousand years to refill");
    assert_eq!(error.field, "burst");
    let built = std::panic::catch_unwind(|| Peer::new(every(hour, burst)));
    if cfg!(debug_assertions) {
        assert!(built.is_err(), "with overflow checks it panics");
    } else {
        let peer = built.expect("without overflow checks it is built");
        let (verdict, _) = peer.decide(0, 0, burst / 2);
        assert_eq!(verdict, Verdict::Impossible, "half its burst is more than it thinks it can hold");
    }
}

/// There is no request for nothing in governor, whose counts are non-zero; ours passes and changes nothing.
#[test]
fn pinned_governor_has_no_cost_of_zero() {
    assert_eq!(NonZeroU32::new(0), None);
    let rule = Gcra::<u64>::new(1, Nanos::new(1000), 1).expect("exact");
    let mut state = rule.fresh();
    assert_eq!(rule.decide(&mut state, Nanos::new(500), 1), Verdict::Allowed);
    let before = state;
    assert_eq!(rule.decide(&mut state, Nanos::new(500), 0), Verdict::Allowed);
    assert_eq!(rule.remaining(&state, Nanos::new(500)), rule.remaining(&before, Nanos::new(500)));
}

/// Redis and nginx are compared on Unix only; elsewhere that is a failure, not a silence.
#[test]
fn the_servers_can_run_here() {
    assert_eq!(std::env::consts::FAMILY, "unix", "redis-server and nginx are compared on Unix; run these tests there");
}
