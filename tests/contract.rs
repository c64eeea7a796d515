//! What holds for every limiter, whatever its algorithm: the loop picks up new ones by itself.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use proptest::prelude::*;
use ratelab::input::{Accepted, Value};
use ratelab::limiter::{
    Algorithm, AnyLimiter, Driver, Limiter, Outcome, Parameter, Spec, Verdict, catalogue, decide_column,
};
use ratelab::time::Nanos;
use ratelab::with_limiter;
use support::{Request, case, runner, spec};

const HORIZON: u64 = Nanos::HORIZON.get();

/// Runs `test` on random limiters of every algorithm with random requests for them.
fn for_all(cases: u32, test: impl Fn(&Spec, &AnyLimiter, &[Request]) -> Result<(), TestCaseError>) {
    for algorithm in Algorithm::ALL {
        let outcome = runner(cases).run(&case(algorithm), |(spec, requests)| {
            let limiter = AnyLimiter::new(&spec).expect("small numbers are exact");
            test(&spec, &limiter, &requests)
        });
        assert!(outcome.is_ok(), "{}: {}", algorithm.slug(), outcome.expect_err("it failed"));
    }
}

/// The times that a rule sees: the newest so far, unless it has its own clock.
fn seen<L: Limiter>(_: &L, requests: &[Request]) -> Vec<(Nanos, u64)> {
    let mut newest = 0;
    let clamp = |&(at, cost): &Request| {
        newest = if L::OWN_CLOCK { at } else { at.max(newest) };
        (Nanos::new(newest), cost)
    };
    requests.iter().map(clamp).collect()
}

/// A copy of a state, of which some could be copied without saying so.
fn copy<S: Clone>(state: &S) -> S {
    state.clone()
}

/// Walks a rule through the requests and hands over each decision: state before, state after, time, cost, verdict.
fn walk<L: Limiter>(
    rule: &L,
    requests: &[Request],
    mut each: impl FnMut(&L::State, &L::State, Nanos, u64, Verdict) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut state = rule.fresh();
    for (now, cost) in seen(rule, requests) {
        let before = state.clone();
        let verdict = rule.decide(&mut state, now, cost);
        each(&before, &state, now, cost, verdict)?;
    }
    Ok(())
}

#[test]
fn a_refused_request_changes_nothing_and_a_check_tells_what_is_decided() {
    for_all(100, |_, limiter, requests| {
        with_limiter!(limiter, rule => walk(rule, requests, |before, after, now, cost, verdict| {
            prop_assert_eq!(rule.check(before, now, cost), verdict);
            if verdict.passes() {
                prop_assert_eq!(verdict.retry_after(), None);
            } else {
                prop_assert_eq!(before, after);
            }
            prop_assert_eq!(verdict.outcome() == Outcome::Delayed, verdict.wait() > Nanos::ZERO);
            Ok(())
        }))
    });
}

#[test]
fn remaining_is_the_largest_cost_that_is_not_refused() {
    for_all(100, |spec, limiter, requests| {
        with_limiter!(limiter, rule => walk(rule, requests, |_, after, now, _, _| {
            let (remaining, limit) = (rule.remaining(after, now), rule.limit());
            prop_assert!(remaining <= limit, "{} of {}", remaining, limit);
            if spec.accepts_costs() {
                if remaining > 0 {
                    prop_assert!(rule.check(after, now, remaining).passes(), "{} should pass", remaining);
                }
                prop_assert!(!rule.check(after, now, remaining + 1).passes(), "{} should not", remaining + 1);
            } else {
                let mut state = copy(after);
                for _ in 0..remaining {
                    prop_assert!(rule.decide(&mut state, now, 1).passes(), "{} should pass", remaining);
                }
                prop_assert!(!rule.decide(&mut state, now, 1).passes(), "no more than {} should", remaining);
            }
            Ok(())
        }))
    });
}

#[test]
fn after_reset_all_is_back_and_not_a_nanosecond_before() {
    for_all(100, |_, limiter, requests| {
        with_limiter!(limiter, rule => walk(rule, requests, |_, after, now, _, _| {
            let reset = rule.reset(after, now).get();
            if now.get() + reset > HORIZON {
                return Ok(());
            }
            prop_assert_eq!(rule.remaining(after, Nanos::new(now.get() + reset)), rule.limit());
            if reset > 0 {
                let before = Nanos::new(now.get() + reset - 1);
                prop_assert!(rule.remaining(after, before) < rule.limit(), "a reset of {} is not tight", reset);
            }
            Ok(())
        }))
    });
}

#[test]
fn retry_after_is_sufficient_and_tight() {
    for_all(150, |spec, limiter, requests| {
        with_limiter!(limiter, rule => walk(rule, requests, |_, after, now, cost, verdict| {
            let Some(retry) = verdict.retry_after() else {
                let tells = spec.algorithm() != Algorithm::NginxLimitReq;
                prop_assert!(!tells || verdict.outcome() != Outcome::Refused, "a refusal without a time");
                return Ok(());
            };
            prop_assert!(retry > Nanos::ZERO, "a retry-after of zero");
            if (now + retry).get() > HORIZON {
                return Ok(());
            }
            prop_assert!(rule.check(after, now + retry, cost).passes(), "{} is not sufficient", retry);
            let before = Nanos::new((now + retry).get() - 1);
            prop_assert!(!rule.check(after, before, cost).passes(), "{} is not tight", retry);
            Ok(())
        }))
    });
}

#[test]
fn a_cost_above_the_limit_is_impossible_and_no_other_is() {
    for_all(100, |spec, limiter, requests| {
        with_limiter!(limiter, rule => walk(rule, requests, |_, _, _, cost, verdict| {
            let impossible = if spec.accepts_costs() { cost > rule.limit() } else { cost != 1 };
            prop_assert_eq!(verdict.outcome() == Outcome::Impossible, impossible);
            Ok(())
        }))
    });
}

#[test]
fn a_new_key_has_everything_at_any_time() {
    for_all(100, |spec, limiter, requests| {
        with_limiter!(limiter, rule => {
            for &(at, cost) in requests {
                let (mut state, now) = (rule.fresh(), Nanos::new(at));
                prop_assert_eq!(rule.remaining(&state, now), rule.limit());
                prop_assert_eq!(rule.reset(&state, now), Nanos::ZERO);
                if (spec.accepts_costs() && cost <= rule.limit()) || cost == 1 {
                    prop_assert_eq!(rule.decide(&mut state, now, cost), Verdict::Allowed);
                }
            }
            Ok(())
        })
    });
}

#[test]
fn the_driver_the_columns_and_the_plain_rule_decide_alike() {
    for_all(100, |_, limiter, requests| {
        let times: Vec<u64> = requests.iter().map(|request| request.0).collect();
        let costs: Vec<u32> = requests.iter().map(|request| u32::try_from(request.1).expect("small")).collect();
        // Every other request is of another key, which must not matter to the first, except for the clock.
        let keys: Vec<u32> = (0..).take(times.len()).map(|place| place % 2 * 1_000_000).collect();
        let columns = decide_column(limiter, &times, Some(&costs), Some(&keys), None);
        let dense: Vec<u32> = keys.iter().map(|key| u32::from(*key > 0)).collect();
        prop_assert_eq!(&decide_column(limiter, &times, Some(&costs), Some(&dense), None), &columns);
        let driven: Vec<u8> = with_limiter!(limiter, rule => {
            let mut driver = Driver::new(rule.clone());
            let decide = |(&(at, cost), &key): (&Request, &u32)| driver.decide(key, Nanos::new(at), cost).outcome() as u8;
            requests.iter().zip(&keys).map(decide).collect()
        });
        prop_assert_eq!(&driven, &columns);
        let plain: Vec<u8> = with_limiter!(limiter, rule => {
            let mut states = [rule.fresh(), rule.fresh()];
            let one = |((now, cost), &key): ((Nanos, u64), &u32)| {
                rule.decide(&mut states[usize::from(key > 0)], now, cost).outcome() as u8
            };
            seen(rule, requests).into_iter().zip(&keys).map(one).collect()
        });
        prop_assert_eq!(&plain, &columns);
        Ok(())
    });
}

#[test]
fn equal_states_decide_alike() {
    for_all(50, |_, limiter, requests| {
        with_limiter!(limiter, rule => {
            let half = requests.len() / 2;
            let seen = seen(rule, requests);
            let mut state = rule.fresh();
            for &(now, cost) in &seen[..half] {
                rule.decide(&mut state, now, cost);
            }
            let mut clone = copy(&state);
            for &(now, cost) in &seen[half..] {
                prop_assert_eq!(rule.decide(&mut clone, now, cost), rule.decide(&mut state, now, cost));
                prop_assert_eq!(&clone, &state);
            }
            Ok(())
        })
    });
}

#[test]
fn curves_run_forward_within_the_gauge_and_have_few_corners() {
    for_all(100, |_, limiter, requests| {
        with_limiter!(limiter, rule => walk(rule, requests, |_, after, now, _, _| {
            let gauge = rule.gauge();
            let reset = rule.reset(after, now).get().min(HORIZON - now.get());
            for length in [0, 1, reset / 3, reset, reset.saturating_mul(3).min(HORIZON - now.get())] {
                let to = Nanos::new(now.get() + length);
                let mut curve = Vec::new();
                rule.curve(after, now, to, &mut curve);
                prop_assert!((2..=300).contains(&curve.len()), "{} corners", curve.len());
                prop_assert_eq!((curve[0].at, curve[curve.len() - 1].at), (now, to));
                prop_assert!(curve.is_sorted_by_key(|vertex| vertex.at));
                for vertex in curve {
                    prop_assert!((0.0..=gauge.max).contains(&vertex.value), "{} of {}", vertex.value, gauge.max);
                }
            }
            let mut end = Vec::new();
            rule.curve(after, now, Nanos::new(now.get() + reset), &mut end);
            let rest = end[end.len() - 1].value;
            // The counter's unrounded line still has a fraction to go when all of the limit is back.
            if now.get() + reset < HORIZON {
                prop_assert!((rest - gauge.rest).abs() <= 1.0, "ends at {}, rests at {}", rest, gauge.rest);
            }
            Ok(())
        }))
    });
}

#[test]
fn descriptions_read_back_as_they_were_written() {
    for algorithm in Algorithm::ALL {
        let outcome = runner(100).run(&spec(algorithm), |spec| {
            let json = serde_json::to_string(&spec).expect("plain data");
            let value: Value = serde_json::from_str(&json).expect("JSON");
            prop_assert_eq!(Spec::read(&value, "").map_err(|error| error.to_string()), Ok(spec));
            Ok(())
        });
        assert!(outcome.is_ok(), "{}: {outcome:?}", algorithm.slug());
    }
}

#[test]
fn the_catalogue_holds_limiters_that_can_be_built() {
    for entry in catalogue() {
        let text = |text: &str| Value::Text(text.to_owned());
        #[expect(clippy::cast_precision_loss, reason = "catalogue values are below 2^53")]
        let number = |number: u64| Value::Number(number as f64);
        let with = |pick: &dyn Fn(&Parameter) -> Value| {
            let mut fields = vec![("algorithm".into(), text(entry.algorithm))];
            fields.extend(entry.parameters.iter().map(|parameter| (parameter.name().into(), pick(parameter))));
            Spec::read(&Value::Map(fields), "")
        };
        let by_default = with(&|parameter| match parameter {
            Parameter::Whole(whole) => number(whole.default),
            Parameter::Word(word) => text(word.default),
            Parameter::WholeOrWord(either) => number(either.default),
        });
        assert!(AnyLimiter::new(&by_default.expect(entry.algorithm)).is_ok());
        // The ends of the ranges are read; what they are together is exact, or refused with the reason.
        for largest in [false, true] {
            let spec = with(&|parameter| match parameter {
                Parameter::Whole(whole) => number(if largest { whole.max } else { whole.min }),
                Parameter::Word(word) => text(word.words[word.words.len() - 1]),
                Parameter::WholeOrWord(either) if largest => text(either.words[0]),
                Parameter::WholeOrWord(either) => number(either.max),
            });
            if let Err(error) = AnyLimiter::new(&spec.expect(entry.algorithm)) {
                assert!(matches!(error.accepted, Accepted::Exact { max } if max > 0), "{error}");
            }
        }
    }
}

#[test]
fn states_are_as_large_as_their_headers_say() {
    let bytes = |algorithm: Algorithm| {
        let fields = format!(
            r#"{{"algorithm": "{}", {}}}"#,
            algorithm.slug(),
            match algorithm {
                Algorithm::NginxLimitReq => r#""permits": 10, "period": "second""#,
                Algorithm::LeakyBucketQueue => r#""permits": 10, "period_ms": 1000, "queue": 20"#,
                Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter => {
                    r#""limit": 100, "window_ms": 60000"#
                }
                _ => r#""permits": 10, "period_ms": 1000, "burst": 20"#,
            }
        );
        let spec = Spec::read(&serde_json::from_str(&fields).expect("JSON"), "").expect("right fields");
        with_limiter!(AnyLimiter::new(&spec).expect("exact"), rule => size_of_val(&rule.fresh()))
    };
    assert_eq!(Algorithm::ALL.map(bytes), [16, 8, 16, 48, 24, 16, 40, 24]);
}
