//! Long columns of requests, decided without an allocation per request.

use std::collections::HashMap;

use super::decision::{Outcome, Verdict};
use super::driver::States;
use super::{AnyLimiter, Limiter, Live};
use crate::time::Nanos;

/// Decides a long column of requests: outcomes as the numbers of [`Outcome`].
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
    let numbered = keys.map(number);
    let column = Column { arrivals, costs, keys: numbered.as_ref() };
    if waits.is_none() {
        // The narrow rules have loops of their own, in which the compiler leaves out every wait.
        match limiter {
            AnyLimiter::TokenBucket(rule) => return column.decide(rule),
            AnyLimiter::Gcra(rule) => return column.decide(rule),
            AnyLimiter::LeakyBucketMeter(rule) => return column.decide(rule),
            AnyLimiter::LeakyBucketQueue(rule) => return column.decide(rule),
            AnyLimiter::NginxLimitReq(rule) => return column.decide(rule),
            AnyLimiter::FixedWindow(rule) => return column.decide(rule),
            AnyLimiter::SlidingWindowLog(rule) => return column.decide(rule),
            AnyLimiter::SlidingWindowCounter(rule) => return column.decide(rule),
            _ => {}
        }
    }
    column.decide_live(&mut *limiter.clone().live(), waits)
}

/// Requests in columns. Keys are numbered from 0.
struct Column<'a> {
    arrivals: &'a [u64],
    costs: Option<&'a [u32]>,
    keys: Option<&'a Numbered>,
}

/// Keys as numbers from 0, and how many there are.
struct Numbered {
    keys: Vec<u32>,
    count: usize,
}

/// Numbers keys from 0. Keys that are small already stay as they are.
fn number(keys: &[u32]) -> Numbered {
    let largest = keys.iter().copied().max().map_or(0, |key| key as usize);
    if largest <= keys.len().saturating_mul(4) {
        return Numbered { keys: keys.to_vec(), count: largest + 1 };
    }
    let mut numbers = HashMap::new();
    let numbered = keys.iter().map(|key| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(*key).or_insert(next)
    });
    let keys = numbered.collect();
    Numbered { keys, count: numbers.len() }
}

impl Column<'_> {
    fn decide<L: Limiter + Clone>(&self, rule: &L) -> Vec<u8> {
        let mut states = States::new(rule.clone());
        let Some(numbered) = self.keys else {
            let mut state = rule.fresh();
            return match self.costs {
                None => {
                    let one = |&at: &u64| {
                        let now = states.clock(Nanos::new(at));
                        rule.decide(&mut state, now, 1).outcome() as u8
                    };
                    self.arrivals.iter().map(one).collect()
                }
                Some(costs) => {
                    let one = |(&at, &cost): (&u64, &u32)| {
                        let now = states.clock(Nanos::new(at));
                        rule.decide(&mut state, now, u64::from(cost)).outcome() as u8
                    };
                    self.arrivals.iter().zip(costs).map(one).collect()
                }
            };
        };
        states.reserve(numbered.count);
        let one = |(place, (&at, &key)): (usize, (&u64, &u32))| {
            let cost = self.costs.map_or(1, |costs| u64::from(costs[place]));
            let now = states.clock(Nanos::new(at));
            states.outcome(key as usize, now, cost) as u8
        };
        self.arrivals.iter().zip(&numbered.keys).enumerate().map(one).collect()
    }

    fn decide_live(&self, live: &mut dyn Live, mut waits: Option<&mut Vec<f64>>) -> Vec<u8> {
        let one = |(place, &at): (usize, &u64)| {
            let cost = self.costs.map_or(1, |costs| u64::from(costs[place]));
            let key = self.keys.map_or(0, |numbered| numbered.keys[place] as usize);
            let now = live.clock(Nanos::new(at));
            let verdict = live.decide(key, now, cost);
            if let Some(waits) = &mut waits {
                waits.push(told(verdict));
            }
            verdict.outcome() as u8
        };
        self.arrivals.iter().enumerate().map(one).collect()
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
