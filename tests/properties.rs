//! How much each algorithm lets through at most, and what it does at the far ends of its parameters.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use proptest::prelude::*;
use ratelab::input::Accepted;
use ratelab::limiter::{
    Algorithm, AnyLimiter, Driver, Estimate, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Limiter,
    SlidingWindowCounter, SlidingWindowLog, Spec, TokenBucket, Verdict,
};
use ratelab::time::{NANOS_PER_SEC, Nanos};
use ratelab::with_limiter;
use support::{Request, case, runner};

/// When each request that passed goes through, with its cost.
fn through(spec: &Spec, requests: &[Request]) -> Vec<Request> {
    with_limiter!(AnyLimiter::new(spec).expect("small numbers are exact"), rule => {
        let mut driver = Driver::new(rule);
        let mut passed = Vec::new();
        let mut newest = 0;
        for &(at, cost) in requests {
            newest = at.max(newest);
            let verdict = driver.decide((), Nanos::new(at), cost);
            if verdict.passes() {
                passed.push((newest + verdict.wait().get(), cost));
            }
        }
        passed
    })
}

/// The most that goes through in any window of this length, one end left out.
fn most_in(window: Nanos, passed: &[Request]) -> u64 {
    let from = |first: usize| {
        let end = passed[first].0 + window.get();
        passed[first..].iter().take_while(|(at, _)| *at < end).map(|(_, cost)| cost).sum()
    };
    (0..passed.len()).map(from).max().unwrap_or(0)
}

#[test]
fn no_more_goes_through_than_each_algorithm_promises() {
    for algorithm in Algorithm::ALL {
        let outcome = runner(200).run(&case(algorithm), |(spec, requests)| {
            let passed = through(&spec, &requests);
            match spec {
                Spec::TokenBucket { permits, period, burst }
                | Spec::Gcra { permits, period, burst }
                | Spec::LeakyBucketMeter { permits, period, burst } => {
                    // burst + rate x W, for every W that begins and ends with a request.
                    for first in 0..passed.len() {
                        let mut sum = 0;
                        for &(at, cost) in &passed[first..] {
                            sum += cost;
                            let earned = u128::from(at - passed[first].0) * u128::from(permits);
                            let more = u128::from(sum.saturating_sub(burst)) * u128::from(period.get());
                            prop_assert!(more <= earned, "{} in {}", sum, at - passed[first].0);
                        }
                    }
                }
                Spec::LeakyBucketQueue { permits, period, .. } => {
                    // Each holds the outlet for its intervals; starts are rounded up to the nanosecond.
                    for pair in passed.windows(2) {
                        let held = u128::from(pair[0].1) * u128::from(period.get()) / u128::from(permits);
                        prop_assert!(u128::from(pair[1].0 - pair[0].0) >= held, "{:?}", pair);
                    }
                }
                // nginx is held to its own arithmetic in the reference.
                Spec::NginxLimitReq { .. } => {}
                Spec::FixedWindow { limit, window, .. } => prop_assert!(most_in(window, &passed) <= 2 * limit),
                Spec::SlidingWindowLog { limit, window } => prop_assert!(most_in(window, &passed) <= limit),
                Spec::SlidingWindowCounter { limit, window, estimate: Estimate::Floor } => {
                    prop_assert!(most_in(window, &passed) <= 2 * limit);
                }
                Spec::SlidingWindowCounter { limit, window, estimate: Estimate::Exact } => {
                    prop_assert!(most_in(window, &passed) < 2 * limit);
                }
            }
            Ok(())
        });
        assert!(outcome.is_ok(), "{}: {}", algorithm.slug(), outcome.expect_err("it failed"));
    }
}

#[test]
fn the_counter_reaches_its_worst_case() {
    // A hundred at the end of a window, and a hundred when the last of them is about to count for less than one.
    let early = (0..100).map(|_| (59_950 * 1_000_000, 1));
    let late = (0..100).map(|_| (119_410 * 1_000_000, 1));
    let requests: Vec<Request> = early.chain(late).collect();
    let window = Nanos::from_secs(60);
    let worst = |estimate| through(&Spec::SlidingWindowCounter { limit: 100, window, estimate }, &requests).len();
    assert_eq!(worst(Estimate::Floor), 200);
    assert_eq!(worst(Estimate::Exact), 199);
    assert!(requests[199].0 - requests[0].0 < 59_500 * 1_000_000, "all inside 59.5 s");
}

#[test]
fn the_fixed_window_reaches_its_worst_case() {
    let spec =
        Spec::FixedWindow { limit: 100, window: Nanos::from_secs(60), alignment: ratelab::limiter::Alignment::Clock };
    let requests: Vec<Request> = (0..300).map(|place| (60 * NANOS_PER_SEC - 150 + place, 1)).collect();
    assert_eq!(most_in(Nanos::new(300), &through(&spec, &requests)), 200);
}

/// Both widths of one rule, where both are exact.
fn agree<N: Limiter, W: Limiter>(narrow: &N, wide: &W, requests: &[Request]) -> Result<(), TestCaseError> {
    let (mut left, mut right) = (narrow.fresh(), wide.fresh());
    let mut newest = 0;
    for &(at, cost) in requests {
        newest = at.max(newest);
        let now = Nanos::new(newest);
        prop_assert_eq!(narrow.decide(&mut left, now, cost), wide.decide(&mut right, now, cost));
        prop_assert_eq!(narrow.remaining(&left, now), wide.remaining(&right, now));
        prop_assert_eq!(narrow.reset(&left, now), wide.reset(&right, now));
    }
    Ok(())
}

#[test]
fn the_width_makes_no_difference() {
    for algorithm in Algorithm::ALL {
        let outcome = runner(100).run(&case(algorithm), |(spec, requests)| match spec {
            Spec::TokenBucket { permits, period, burst } => {
                let Ok(narrow) = TokenBucket::<u64>::new(permits, period, burst) else { return Ok(()) };
                agree(&narrow, &TokenBucket::<u128>::new(permits, period, burst).expect("wider"), &requests)
            }
            Spec::Gcra { permits, period, burst } => {
                let Ok(narrow) = Gcra::<u64>::new(permits, period, burst) else { return Ok(()) };
                agree(&narrow, &Gcra::<u128>::new(permits, period, burst).expect("wider"), &requests)
            }
            Spec::LeakyBucketMeter { permits, period, burst } => {
                let Ok(narrow) = LeakyBucketMeter::<u64>::new(permits, period, burst) else { return Ok(()) };
                agree(&narrow, &LeakyBucketMeter::<u128>::new(permits, period, burst).expect("wider"), &requests)
            }
            Spec::LeakyBucketQueue { permits, period, queue } => {
                let Ok(narrow) = LeakyBucketQueue::<u64>::new(permits, period, queue) else { return Ok(()) };
                agree(&narrow, &LeakyBucketQueue::<u128>::new(permits, period, queue).expect("wider"), &requests)
            }
            Spec::SlidingWindowCounter { limit, window, estimate } => {
                let Ok(narrow) = SlidingWindowCounter::<u64>::new(limit, window, estimate) else { return Ok(()) };
                agree(&narrow, &SlidingWindowCounter::<u128>::new(limit, window, estimate).expect("wider"), &requests)
            }
            Spec::NginxLimitReq { .. } | Spec::FixedWindow { .. } | Spec::SlidingWindowLog { .. } => Ok(()),
        });
        assert!(outcome.is_ok(), "{}: {}", algorithm.slug(), outcome.expect_err("it failed"));
    }
}

const DAY: Nanos = Nanos::from_secs(86_400);

/// The bucket family with one set of numbers.
fn family(permits: u64, period: Nanos, burst: u64) -> [Spec; 3] {
    [
        Spec::TokenBucket { permits, period, burst },
        Spec::Gcra { permits, period, burst },
        Spec::LeakyBucketMeter { permits, period, burst },
    ]
}

#[test]
fn one_a_day_is_exact_three_years_in() {
    for spec in family(1, DAY, 2) {
        with_limiter!(AnyLimiter::new(&spec).expect("exact"), rule => {
            let mut driver = Driver::new(rule);
            let start = Nanos::from_secs(3 * 365 * 86_400);
            assert_eq!(driver.decide((), start, 2), Verdict::Allowed);
            let early = Nanos::new(start.get() + DAY.get() - 1);
            assert_eq!(driver.decide((), early, 1), Verdict::Refused { retry_after: Some(Nanos::new(1)) });
            assert_eq!(driver.decide((), start + DAY, 1), Verdict::Allowed);
        });
    }
}

#[test]
fn a_billion_a_second_is_exact_to_the_nanosecond() {
    for spec in family(1_000_000_000, Nanos::from_secs(1), 1_000_000) {
        with_limiter!(AnyLimiter::new(&spec).expect("exact"), rule => {
            let mut driver = Driver::new(rule);
            let start = Nanos::from_secs(3 * 365 * 86_400);
            assert_eq!(driver.decide((), start, 1_000_000), Verdict::Allowed);
            assert_eq!(driver.decide((), start, 1), Verdict::Refused { retry_after: Some(Nanos::new(1)) });
            assert_eq!(driver.decide((), start + Nanos::new(7), 7), Verdict::Allowed);
            assert_eq!(driver.decide((), Nanos::HORIZON, 1_000_000), Verdict::Allowed);
        });
    }
}

#[test]
fn what_cannot_be_exact_is_refused_with_the_reason() {
    // A burst of a million at one a day takes 2,700 years to come back.
    for spec in family(1, DAY, 1_000_000) {
        let error = AnyLimiter::new(&spec).expect_err("too long to tell");
        assert_eq!((error.field.as_str(), error.given.as_str()), ("burst", "1000000"));
        let Accepted::Exact { max } = error.accepted else { unreachable!("{error}") };
        // The bound is the bound: it is exact, one more is not.
        for (burst, fits) in [(max, true), (max + 1, false)] {
            assert!(family(1, DAY, burst).iter().all(|spec| AnyLimiter::new(spec).is_ok() == fits));
        }
    }
    let queue = Spec::LeakyBucketQueue { permits: 1, period: DAY, queue: 1_000_000 };
    assert_eq!(AnyLimiter::new(&queue).expect_err("too long to tell").field, "queue");
    // With a million an hour the same burst is exact.
    assert!(family(1_000_000, Nanos::from_secs(3600), 1_000_000).iter().all(|spec| AnyLimiter::new(spec).is_ok()));
}

#[test]
fn native_constructors_refuse_what_they_cannot_hold() {
    use ratelab::limiter::{Alignment, NginxDelay, NginxLimitReq, NginxPeriod};
    let (second, zero, end) = (Nanos::from_secs(1), Nanos::ZERO, Nanos::new(u64::MAX));
    let field = |error: ratelab::input::InputError| error.field.clone();
    assert_eq!(TokenBucket::<u64>::new(0, second, 1).map_err(field), Err("permits".into()));
    assert_eq!(LeakyBucketMeter::<u64>::new(1, zero, 1).map_err(field), Err("period_ms".into()));
    assert_eq!(LeakyBucketQueue::<u64>::new(1, second, 0).map_err(field), Err("queue".into()));
    assert_eq!(FixedWindow::new(0, second, Alignment::Clock).map_err(field), Err("limit".into()));
    assert_eq!(FixedWindow::new(1, end, Alignment::Clock).map_err(field), Err("window_ms".into()));
    assert_eq!(SlidingWindowLog::new(1, zero).map_err(field), Err("window_ms".into()));
    assert_eq!(SlidingWindowCounter::<u128>::new(1, end, Estimate::Floor).map_err(field), Err("window_ms".into()));
    assert_eq!(SlidingWindowCounter::<u64>::new(u64::MAX, second, Estimate::Floor).map_err(field), Err("limit".into()));
    let nginx = |permits, burst| NginxLimitReq::new(permits, NginxPeriod::Minute, burst, NginxDelay::Never);
    assert_eq!(nginx(0, 0).map_err(field), Err("permits".into()));
    assert_eq!(nginx(1, u64::MAX).map_err(field), Err("burst".into()));
    assert_eq!(nginx(u64::MAX, 0).map_err(field), Err("permits".into()));
}

/// Walks a limiter through its extremes; nothing may overflow, and no number may leave its range.
fn batter<L: Limiter>(rule: &L) {
    let limit = rule.limit();
    let end = Nanos::HORIZON;
    for start in [Nanos::ZERO, Nanos::new(1), Nanos::new(end.get() - 1), end] {
        let mut state = rule.fresh();
        for at in [start, start, start + Nanos::new(1), end, end] {
            let now = at.min(end);
            for cost in [limit, 1, 1, limit.div_ceil(2), 0, limit, u64::MAX] {
                rule.decide(&mut state, now, cost);
                assert!(rule.remaining(&state, now) <= limit);
                let _ = (rule.reset(&state, now), rule.snapshot(&state, now), rule.gauge());
                rule.curve(&state, now, end, &mut Vec::new());
            }
        }
    }
}

#[test]
fn nothing_overflows_at_the_far_ends() {
    use ratelab::limiter::{Alignment, NginxDelay, NginxPeriod};
    let year = Nanos::from_millis(31_557_600_000);
    let (tiny, billion) = (Nanos::new(1), 1_000_000_000);
    for period in [tiny, Nanos::from_millis(1), Nanos::new(NANOS_PER_SEC + 7), year] {
        for permits in [1, 7, billion - 1, billion, u64::MAX / 2] {
            for size in [1, 570, 1_000_000, billion, u64::MAX / 4] {
                let queue = Spec::LeakyBucketQueue { permits, period, queue: size };
                for spec in family(permits, period, size).into_iter().chain([queue]) {
                    if let Ok(limiter) = AnyLimiter::new(&spec) {
                        with_limiter!(&limiter, rule => batter(rule));
                    }
                }
            }
        }
        for limit in [1, 583, billion, u64::MAX - 1] {
            for spec in [
                Spec::FixedWindow { limit, window: period, alignment: Alignment::Clock },
                Spec::FixedWindow { limit, window: period, alignment: Alignment::FirstRequest },
                Spec::SlidingWindowLog { limit, window: period },
                Spec::SlidingWindowCounter { limit, window: period, estimate: Estimate::Floor },
                Spec::SlidingWindowCounter { limit, window: period, estimate: Estimate::Exact },
            ] {
                if let Ok(limiter) = AnyLimiter::new(&spec) {
                    with_limiter!(&limiter, rule => batter(rule));
                }
            }
        }
    }
    for permits in [1, 59, billion, u64::MAX / 1000] {
        for burst in [0, 1, 280_000_000, billion, 10_u64.pow(16)] {
            for delay in [NginxDelay::Never, NginxDelay::Above(0), NginxDelay::Above(u64::MAX)] {
                for period in [NginxPeriod::Second, NginxPeriod::Minute] {
                    let spec = Spec::NginxLimitReq { permits, period, burst, delay };
                    if let Ok(limiter) = AnyLimiter::new(&spec) {
                        with_limiter!(&limiter, rule => batter(rule));
                    }
                }
            }
        }
    }
}
