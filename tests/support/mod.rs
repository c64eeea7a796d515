//! Random limiters and random requests, for the tests that hold for all of them.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod fraction;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use ratelab::limiter::{Algorithm, Alignment, Estimate, NginxDelay, NginxPeriod, Spec};
use ratelab::time::Nanos;

/// A request: when, in nanoseconds, and its cost.
pub(crate) type Request = (u64, u64);

/// A runner that tries so many cases and leaves no files behind.
pub(crate) fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

/// Periods and windows: plain ones, and awkward ones that divide nothing.
fn span() -> impl Strategy<Value = Nanos> {
    prop_oneof![
        (1_u64..=20).prop_map(Nanos::from_millis),
        (1_u64..=60).prop_map(Nanos::from_secs),
        (1_u64..=100_000).prop_map(Nanos::from_millis),
        Just(Nanos::from_secs(11)),
        Just(Nanos::from_secs(86_400)),
    ]
}

/// A limiter of this algorithm with numbers small enough for requests to meet its edges.
pub(crate) fn spec(algorithm: Algorithm) -> BoxedStrategy<Spec> {
    let rate = (1_u64..=30, span(), 1_u64..=12);
    match algorithm {
        Algorithm::TokenBucket => {
            rate.prop_map(|(permits, period, burst)| Spec::TokenBucket { permits, period, burst }).boxed()
        }
        Algorithm::Gcra => rate.prop_map(|(permits, period, burst)| Spec::Gcra { permits, period, burst }).boxed(),
        Algorithm::LeakyBucketMeter => {
            rate.prop_map(|(permits, period, burst)| Spec::LeakyBucketMeter { permits, period, burst }).boxed()
        }
        Algorithm::LeakyBucketQueue => {
            rate.prop_map(|(permits, period, queue)| Spec::LeakyBucketQueue { permits, period, queue }).boxed()
        }
        Algorithm::NginxLimitReq => {
            let period = prop_oneof![Just(NginxPeriod::Second), Just(NginxPeriod::Minute)];
            let delay = prop_oneof![Just(NginxDelay::Never), (0_u64..=9).prop_map(NginxDelay::Above)];
            let permits = prop_oneof![1_u64..=30, 1_000_u64..=2_000_000];
            (permits, period, 0_u64..=9, delay)
                .prop_map(|(permits, period, burst, delay)| Spec::NginxLimitReq { permits, period, burst, delay })
                .boxed()
        }
        Algorithm::FixedWindow => {
            let alignment = prop_oneof![Just(Alignment::Clock), Just(Alignment::FirstRequest)];
            (1_u64..=12, span(), alignment)
                .prop_map(|(limit, window, alignment)| Spec::FixedWindow { limit, window, alignment })
                .boxed()
        }
        Algorithm::SlidingWindowLog => {
            (1_u64..=12, span()).prop_map(|(limit, window)| Spec::SlidingWindowLog { limit, window }).boxed()
        }
        Algorithm::SlidingWindowCounter => {
            let estimate = prop_oneof![Just(Estimate::Floor), Just(Estimate::Exact)];
            (1_u64..=12, span(), estimate)
                .prop_map(|(limit, window, estimate)| Spec::SlidingWindowCounter { limit, window, estimate })
                .boxed()
        }
    }
}

/// The length of time at which this limiter has its edges: an emission interval or a window.
fn unit(spec: &Spec) -> u64 {
    match *spec {
        Spec::TokenBucket { permits, period, .. }
        | Spec::Gcra { permits, period, .. }
        | Spec::LeakyBucketMeter { permits, period, .. }
        | Spec::LeakyBucketQueue { permits, period, .. } => (period.get() / permits).max(1),
        Spec::NginxLimitReq { permits, period: NginxPeriod::Second, .. } => (1_000_000_000 / permits).max(1_000_000),
        Spec::NginxLimitReq { permits, period: NginxPeriod::Minute, .. } => (60_000_000_000 / permits).max(1_000_000),
        Spec::FixedWindow { window, .. }
        | Spec::SlidingWindowLog { window, .. }
        | Spec::SlidingWindowCounter { window, .. } => window.get(),
    }
}

/// Requests that come together, near the limiter's edges, long after, and now and then with a clock that goes back.
pub(crate) fn requests(spec: &Spec) -> impl Strategy<Value = Vec<Request>> + use<> {
    let unit = unit(spec);
    let gap = prop_oneof![
        4 => Just(0_i64),
        3 => (0..=unit).prop_map(signed),
        2 => (0..=unit / 8).prop_map(signed),
        2 => (1_u64..=3, -1_i64..=1).prop_map(move |(times, by)| signed(unit * times) + by),
        1 => (0..=unit.saturating_mul(20)).prop_map(signed),
        1 => (0..=unit).prop_map(|back| -signed(back)),
        1 => (0..=120_000_000_000_u64).prop_map(|back| -signed(back)),
        // The farthest back that nginx counts as standing still, and a millisecond more.
        1 => (60_000_u64..=60_001).prop_map(|back| -signed(back * 1_000_000)),
    ];
    let cost = prop_oneof![6 => Just(1_u64), 2 => 1_u64..=4, 1 => 0_u64..=14];
    // From the first instant to nine years in.
    let start = prop_oneof![Just(0_u64), 0..=unit, 0..=Nanos::HORIZON.get() / 10 * 9];
    (start, prop::collection::vec((gap, cost), 1..50)).prop_map(|(start, gaps)| {
        let mut at = start;
        let step = |(gap, cost): (i64, u64)| {
            at = at.saturating_add_signed(gap);
            (at, cost)
        };
        gaps.into_iter().map(step).collect()
    })
}

fn signed(nanos: u64) -> i64 {
    i64::try_from(nanos).expect("well below 292 years")
}

/// A limiter of this algorithm with requests for it.
pub(crate) fn case(algorithm: Algorithm) -> impl Strategy<Value = (Spec, Vec<Request>)> {
    spec(algorithm).prop_flat_map(|spec| (Just(spec), requests(&spec)))
}
