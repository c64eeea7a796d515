//! What the benchmarks have in common: the requests, and the others that decide them.

use governor::clock::Clock;
use governor::nanos::Nanos as TheirNanos;
use governor::{Quota, RateLimiter};
use ratelab::limiter::{AnyLimiter, Spec};
use ratelab::time::Nanos;
use ratelab::traffic::Mulberry32;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many permits a second.
pub const PERMITS: u64 = 1000;
/// So many at once.
pub const BURST: u64 = 100;
/// The mean time between requests in nanoseconds: half as many again as are permitted.
const MEAN_NS: f64 = 1e9 / 1500.0;

/// The times of so many requests in nanoseconds, by chance but always the same.
#[must_use]
pub fn arrivals(count: usize) -> Vec<u64> {
    let mut chance = Mulberry32::new(1);
    let mut at = 0.0;
    (0..count)
        .map(|_| {
            at -= libm::log(1.0 - chance.next_f64()) * MEAN_NS;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time, rounded")]
            let whole = at as u64;
            whole
        })
        .collect()
}

/// The key of each request: key k comes 1/(k + 1) times as often as key 0 (Zipf's law).
#[must_use]
pub fn zipf(count: usize, keys: u32) -> Vec<u32> {
    let mut chance = Mulberry32::new(2);
    let mut sum = 0.0;
    let sums: Vec<f64> = (1..=keys)
        .map(|rank| {
            sum += 1.0 / f64::from(rank);
            sum
        })
        .collect();
    (0..count)
        .map(|_| {
            let drawn = chance.next_f64() * sum;
            u32::try_from(sums.partition_point(|&upto| upto <= drawn)).unwrap_or(0).min(keys - 1)
        })
        .collect()
}

/// One of our limiters with the benchmarks' parameters.
///
/// # Panics
/// Never: both rules take these parameters.
#[must_use]
pub fn ours(algorithm: &str) -> AnyLimiter {
    let (permits, period, burst) = (PERMITS, Nanos::from_secs(1), BURST);
    let spec = match algorithm {
        "gcra" => Spec::Gcra { permits, period, burst },
        _ => Spec::TokenBucket { permits, period, burst },
    };
    AnyLimiter::new(&spec).expect("these parameters are exact")
}

/// The least that a limiter can do: integer GCRA for one key, without costs, waits, checks or other rules.
#[must_use]
pub fn bare(arrivals: &[u64]) -> Vec<u8> {
    let interval = 1_000_000_000 / PERMITS;
    let tolerance = interval * (BURST - 1);
    let mut tat = 0;
    arrivals
        .iter()
        .map(|&now| {
            let due = tat.max(now);
            if due - now > tolerance {
                return 2;
            }
            tat = due + interval;
            0
        })
        .collect()
}

/// A clock that is told the time.
#[derive(Clone, Debug, Default)]
pub struct Told(Arc<AtomicU64>);

impl Told {
    /// From now on it is `now`.
    #[inline]
    pub fn tell(&self, now: u64) {
        self.0.store(now, Ordering::Relaxed);
    }
}

impl Clock for Told {
    type Instant = TheirNanos;

    #[inline]
    fn now(&self) -> TheirNanos {
        TheirNanos::new(self.0.load(Ordering::Relaxed))
    }
}

/// The same limit in governor's words.
///
/// # Panics
/// Never: neither number is zero.
#[must_use]
pub fn quota() -> Quota {
    let count =
        |number: u64| u32::try_from(number).ok().and_then(NonZeroU32::new).expect("from 1 to what 32 bits hold");
    Quota::per_second(count(PERMITS)).allow_burst(count(BURST))
}

/// Governor with one key.
#[must_use]
pub fn governor_one(arrivals: &[u64]) -> Vec<u8> {
    let clock = Told::default();
    let limiter = RateLimiter::direct_with_clock(quota(), clock.clone());
    let decide = |&now: &u64| {
        clock.tell(now);
        if limiter.check().is_ok() { 0 } else { 2 }
    };
    arrivals.iter().map(decide).collect()
}

/// Governor with many keys, in its store behind a mutex.
#[must_use]
pub fn governor_keyed(arrivals: &[u64], keys: &[u32]) -> Vec<u8> {
    let clock = Told::default();
    let limiter = RateLimiter::hashmap_with_clock(quota(), clock.clone());
    let decide = |(&now, key): (&u64, &u32)| {
        clock.tell(now);
        if limiter.check_key(key).is_ok() { 0 } else { 2 }
    };
    arrivals.iter().zip(keys).map(decide).collect()
}

#[cfg(test)]
mod tests {
    use super::{arrivals, bare, governor_keyed, governor_one, ours, zipf};
    use ratelab::limiter::decide_column;

    /// Those who are compared do the same work.
    #[test]
    fn all_decide_alike() {
        let (arrivals, keys) = (arrivals(50_000), zipf(50_000, 1000));
        let one = bare(&arrivals);
        assert!(one.contains(&0) && one.contains(&2));
        assert_eq!(governor_one(&arrivals), one);
        let many = governor_keyed(&arrivals, &keys);
        for algorithm in ["token-bucket", "gcra"] {
            assert_eq!(decide_column(&ours(algorithm), &arrivals, None, None, None), one);
            assert_eq!(decide_column(&ours(algorithm), &arrivals, None, Some(&keys), None), many);
        }
    }
}
