//! The worked cases of `vectors/decisions.json`, every one, along both ways through which requests are decided.

use ratelab::input::Value;
use ratelab::limiter::{AnyLimiter, Driver, Outcome, Spec, Verdict, decide_column};
use ratelab::time::Nanos;
use ratelab::with_limiter;
use serde::Deserialize;

#[derive(Clone, Deserialize)]
struct Case {
    name: String,
    limiter: Value,
    arrivals_ns: Vec<(u64, u64)>,
    outcomes: String,
    wait_ns: Vec<Option<u64>>,
}

/// The cases of the file, and those of the token bucket once more for the meter, which must decide alike.
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> =
        serde_json::from_str(include_str!("vectors/decisions.json")).expect("the vectors are JSON");
    let mirrored: Vec<Case> = cases.iter().filter_map(as_meter).collect();
    cases.extend(mirrored);
    cases
}

fn as_meter(case: &Case) -> Option<Case> {
    let Value::Map(mut fields) = case.limiter.clone() else { return None };
    let algorithm = fields.iter_mut().find(|(name, _)| name == "algorithm")?;
    if algorithm.1 != Value::Text("token-bucket".into()) {
        return None;
    }
    algorithm.1 = Value::Text("leaky-bucket-meter".into());
    Some(Case { name: format!("{}, as a meter", case.name), limiter: Value::Map(fields), ..case.clone() })
}

fn build(case: &Case) -> AnyLimiter {
    let spec = Spec::read(&case.limiter, "limiter").expect(&case.name);
    AnyLimiter::new(&spec).expect(&case.name)
}

/// The wait or the retry-after, as the vectors write it.
fn told(verdict: Verdict) -> Option<u64> {
    match verdict.outcome() {
        Outcome::Allowed => Some(0),
        Outcome::Delayed => Some(verdict.wait().get()),
        Outcome::Refused | Outcome::Impossible => verdict.retry_after().map(Nanos::get),
    }
}

#[test]
fn every_case_holds_through_the_driver() {
    for case in cases() {
        let verdicts: Vec<Verdict> = with_limiter!(build(&case), rule => {
            let mut driver = Driver::new(rule);
            case.arrivals_ns.iter().map(|&(at, cost)| driver.decide((), Nanos::new(at), cost)).collect()
        });
        let letters: String = verdicts.iter().map(|verdict| verdict.outcome().letter()).collect();
        assert_eq!(letters, case.outcomes, "{}", case.name);
        let waits: Vec<_> = verdicts.into_iter().map(told).collect();
        assert_eq!(waits, case.wait_ns, "{}", case.name);
    }
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "the vectors' waits are below 2^53")]
fn every_case_holds_through_the_columns() {
    for case in cases() {
        let limiter = build(&case);
        let times: Vec<u64> = case.arrivals_ns.iter().map(|arrival| arrival.0).collect();
        let costs: Vec<u32> = case.arrivals_ns.iter().map(|arrival| u32::try_from(arrival.1).expect("small")).collect();
        let keys = vec![9; times.len()];
        let mut waits = Vec::new();
        let outcomes = decide_column(&limiter, &times, Some(&costs), None, Some(&mut waits));
        let letters: String = outcomes.iter().map(|&number| Outcome::ALL[usize::from(number)].letter()).collect();
        assert_eq!(letters, case.outcomes, "{}", case.name);
        let told: Vec<_> = waits.iter().map(|wait| (!wait.is_nan()).then_some(*wait)).collect();
        let expected: Vec<_> = case.wait_ns.iter().map(|wait| wait.map(|nanos| nanos as f64)).collect();
        assert_eq!(told, expected, "{}", case.name);
        // The same without waits, and with every request of one key.
        assert_eq!(decide_column(&limiter, &times, Some(&costs), None, None), outcomes, "{}", case.name);
        assert_eq!(decide_column(&limiter, &times, Some(&costs), Some(&keys), None), outcomes, "{}", case.name);
    }
}

#[test]
fn every_algorithm_has_a_case() {
    let cases = cases();
    for algorithm in ratelab::limiter::Algorithm::ALL {
        let of = |case: &&Case| Spec::read(&case.limiter, "").is_ok_and(|spec| spec.algorithm() == algorithm);
        assert!(cases.iter().any(|case| of(&case)), "{} has no vector", algorithm.slug());
    }
}

#[test]
fn a_description_reads_back_as_it_was_written() {
    for case in cases() {
        let spec = Spec::read(&case.limiter, "").expect("read before");
        let written = serde_json::to_string(&spec).expect("plain data");
        let value: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(Spec::read(&value, "").expect("it wrote it itself"), spec, "{written}");
    }
}
