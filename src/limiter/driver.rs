//! The driver: many keys, one rule, and a clock that never goes back.

use std::collections::HashMap;
use std::hash::Hash;

use super::decision::{Outcome, Verdict};
use super::{AnyLimiter, Limiter};
use crate::time::Nanos;
use crate::with_limiter;

/// A rule with the states of all its keys and its clock.
///
/// The clock is the newest time seen over all requests, refused ones included; an earlier time is read as that one. It
/// belongs to the driver and is no part of a key's state. Memory: one state a key that has passed at least once, and the map's own.
#[derive(Clone, Debug)]
pub struct Driver<L: Limiter, K> {
    rule: L,
    newest: Nanos,
    keys: HashMap<K, L::State>,
}

/// A key's state with the time at which a rule looks at it.
#[derive(Debug)]
pub struct Keyed<'a, L: Limiter> {
    /// The rule.
    pub rule: &'a L,
    /// The key's state.
    pub state: &'a mut L::State,
    /// The time, after the clock's say.
    pub now: Nanos,
}

impl<L: Limiter, K: Eq + Hash> Driver<L, K> {
    /// A driver with no keys, at time zero.
    #[must_use]
    pub fn new(rule: L) -> Self {
        Self { rule, newest: Nanos::ZERO, keys: HashMap::new() }
    }

    /// The rule it drives.
    #[must_use]
    pub const fn rule(&self) -> &L {
        &self.rule
    }

    /// Moves the clock to `at` if that is later, and gives the key's state at the time that the rule is to see.
    pub fn at(&mut self, key: K, at: Nanos) -> Keyed<'_, L> {
        let now = clamp::<L>(&mut self.newest, at);
        let state = self.keys.entry(key).or_insert_with(|| self.rule.fresh());
        Keyed { rule: &self.rule, state, now }
    }

    /// Answers one request, and charges it if it passes.
    pub fn decide(&mut self, key: K, at: Nanos, cost: u64) -> Verdict {
        let keyed = self.at(key, at);
        keyed.rule.decide(keyed.state, keyed.now, cost)
    }
}

/// The time a rule sees: never earlier than any before it (unless the rule has its own clock), never past the horizon.
#[inline]
fn clamp<L: Limiter>(newest: &mut Nanos, at: Nanos) -> Nanos {
    let at = at.min(Nanos::HORIZON);
    if L::OWN_CLOCK {
        return at;
    }
    *newest = at.max(*newest);
    *newest
}

/// Decides a long column of requests: no allocation per request, outcomes as the numbers of [`Outcome`].
///
/// `costs` and `keys` are as long as `arrivals`, or absent: cost 1, one key. `waits` receives for each request the wait
/// or the retry-after in nanoseconds, 0 when allowed and NaN where there is none; leaving it out is faster. There is one
/// state per key, made when the key is first met.
pub fn decide_column(
    limiter: &AnyLimiter,
    arrivals: &[u64],
    costs: Option<&[u32]>,
    keys: Option<&[u32]>,
    waits: Option<&mut Vec<f64>>,
) -> Vec<u8> {
    with_limiter!(limiter, rule => match (keys, waits) {
        (None, None) => one_key(rule, arrivals, costs),
        (None, Some(waits)) => {
            let mut state = rule.fresh();
            each(rule, arrivals, costs, |_, now, cost| rule.decide(&mut state, now, cost), |verdict| waits.push(told(verdict)))
        }
        (Some(keys), waits) => {
            let mut sink = waits;
            many_keys(rule, arrivals, costs, keys, |verdict| if let Some(waits) = &mut sink {
                waits.push(told(verdict));
            })
        }
    })
}

fn one_key<L: Limiter>(rule: &L, arrivals: &[u64], costs: Option<&[u32]>) -> Vec<u8> {
    let mut state = rule.fresh();
    each(rule, arrivals, costs, |_, now, cost| rule.decide(&mut state, now, cost), |_| ())
}

fn many_keys<L: Limiter>(
    rule: &L,
    arrivals: &[u64],
    costs: Option<&[u32]>,
    keys: &[u32],
    sink: impl FnMut(Verdict),
) -> Vec<u8> {
    // Keys that are small numbers index a column of states; others go through a map. Both mean the same.
    let largest = keys.iter().copied().max().unwrap_or(0);
    if largest as usize <= keys.len().saturating_mul(4) {
        let mut states = vec![rule.fresh(); largest as usize + 1];
        let decide = |at: usize, now, cost| rule.decide(&mut states[keys[at] as usize], now, cost);
        each(rule, arrivals, costs, decide, sink)
    } else {
        let mut states = HashMap::new();
        let decide =
            |at: usize, now, cost| rule.decide(states.entry(keys[at]).or_insert_with(|| rule.fresh()), now, cost);
        each(rule, arrivals, costs, decide, sink)
    }
}

#[inline]
fn each<L: Limiter>(
    _rule: &L,
    arrivals: &[u64],
    costs: Option<&[u32]>,
    mut decide: impl FnMut(usize, Nanos, u64) -> Verdict,
    mut sink: impl FnMut(Verdict),
) -> Vec<u8> {
    let mut newest = Nanos::ZERO;
    let mut one = |at: usize, arrival: u64, cost: u64| {
        let verdict = decide(at, clamp::<L>(&mut newest, Nanos::new(arrival)), cost);
        sink(verdict);
        verdict.outcome() as u8
    };
    match costs {
        None => arrivals.iter().enumerate().map(|(at, &arrival)| one(at, arrival, 1)).collect(),
        Some(costs) => {
            let pairs = arrivals.iter().zip(costs).enumerate();
            pairs.map(|(at, (&arrival, &cost))| one(at, arrival, u64::from(cost))).collect()
        }
    }
}

/// A verdict's time as a column holds it: whole nanoseconds, exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "the column's documented limit")]
fn told(verdict: Verdict) -> f64 {
    match verdict.outcome() {
        Outcome::Allowed => 0.0,
        Outcome::Delayed => verdict.wait().get() as f64,
        Outcome::Refused | Outcome::Impossible => verdict.retry_after().map_or(f64::NAN, |wait| wait.get() as f64),
    }
}
