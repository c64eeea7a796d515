//! The scenario at its edge: what is accepted, and the words for what is not.

use ratelab::input::Value;
use ratelab::limiter::Snapshot;
use ratelab::sim::{Direction, Scenario, Stepper, replay, run};

fn parse(json: &str) -> Result<Scenario, String> {
    let value: Value = serde_json::from_str(json).expect("the test's own JSON");
    Scenario::read(&value).map_err(|error| error.to_string())
}

/// A scenario with one limiter and one explicit arrival, either of them replaced.
fn with(limiter: &str, traffic: &str) -> String {
    format!(r#"{{"version": 1, "limiters": [{limiter}], "traffic": {traffic}}}"#)
}

const BUCKET: &str = r#"{"algorithm": "token-bucket", "permits": 2, "period_ms": 1000, "burst": 5}"#;
const ONE: &str = r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0}]}"#;

fn refused(json: &str) -> String {
    parse(json).expect_err("this input is wrong")
}

#[test]
fn wrong_parameters_are_named_with_what_is_accepted() {
    let limiter = |fields: &str| with(&format!(r#"{{"algorithm": "token-bucket", {fields}}}"#), ONE);
    let cases = [
        (
            r#""permits": 0, "period_ms": 1000, "burst": 5"#,
            "limiters[0].permits: got 0; accepts a whole number from 1 to 1000000000",
        ),
        (
            r#""permits": 2, "period_ms": 1000, "burst": 0"#,
            "limiters[0].burst: got 0; accepts a whole number from 1 to 1000000000",
        ),
        (
            r#""permits": -2, "period_ms": 1000, "burst": 5"#,
            "limiters[0].permits: got -2; accepts a whole number from 1 to 1000000000",
        ),
        (
            r#""permits": 1e300, "period_ms": 1000, "burst": 5"#,
            "limiters[0].permits: got 1e300; accepts a whole number from 1 to 1000000000",
        ),
        (
            r#""permits": "2", "period_ms": 1000, "burst": 5"#,
            "limiters[0].permits: got \"2\"; accepts a whole number from 1 to 1000000000",
        ),
        (
            r#""permits": 2, "period_ms": 0.5, "burst": 5"#,
            "limiters[0].period_ms: got 0.5; accepts a whole number from 1 to 31557600000",
        ),
        (
            r#""permits": 2, "burst": 5"#,
            "limiters[0].period_ms: got nothing; accepts a whole number from 1 to 31557600000",
        ),
        (
            r#""permits": 2, "period_ms": 1000, "burst": 5, "burts": 6"#,
            "limiters[0].burts: got 6; accepts one of algorithm, permits, period_ms, burst",
        ),
    ];
    for (fields, message) in cases {
        assert_eq!(refused(&limiter(fields)), message);
    }
}

#[test]
fn wrong_shapes_are_named() {
    assert_eq!(refused("[]"), "input: got a list of 0; accepts an object");
    assert_eq!(
        refused(r#"{"version": 2, "limiters": [], "traffic": {}}"#),
        "version: got 2; accepts a whole number from 1 to 1"
    );
    assert_eq!(
        refused(r#"{"version": 1, "limiters": [], "traffic": {}}"#),
        "limiters: got a list of 0; accepts a list of 1 to 8 items"
    );
    assert_eq!(
        refused(r#"{"version": 1, "limiters": 5, "traffic": {}}"#),
        "limiters: got 5; accepts a list of 1 to 8 items"
    );
    assert_eq!(
        refused(&format!(r#"{{"version": 1, "limiters": [{BUCKET}]}}"#)),
        "traffic: got nothing; accepts an object"
    );
    assert!(refused(&with(r#"{"algorithm": "leeky"}"#, ONE)).starts_with("limiters[0].algorithm: got \"leeky\""));
    assert!(
        refused(&format!(r#"{{"version": 1, "kind": "x", "limiters": [{BUCKET}], "traffic": {ONE}}}"#))
            .starts_with("kind: got \"x\"; accepts one of limiters")
    );
}

#[test]
fn what_cannot_be_told_in_nanoseconds_is_refused_when_the_limiter_is_built() {
    let slow = r#"{"algorithm": "gcra", "permits": 1, "period_ms": 31557600000, "burst": 1000}"#;
    let scenario = parse(&with(slow, ONE)).expect("each parameter is in its own range");
    let error = run(&scenario).expect_err("a thousand years to refill").to_string();
    assert_eq!(
        error,
        "limiters[0].burst: got 1000; accepts at most 574 here: beyond it the limiter could not be exact"
    );
}

#[test]
fn costs_are_refused_where_a_limiter_knows_none() {
    let nginx = r#"{"algorithm": "nginx-limit-req", "permits": 10, "period": "second"}"#;
    let told = |traffic: &str| {
        let scenario = parse(&with(&format!("{BUCKET}, {nginx}"), traffic)).expect("each part is right by itself");
        run(&scenario).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(
        told(r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0}, {"at_ms": 1, "cost": 5}]}"#),
        Err("traffic.arrivals[1].cost: got 5; accepts a whole number from 1 to 1".to_owned())
    );
    assert_eq!(
        told(r#"{"pattern": "replay", "times_ms": [0, 1], "costs": [2, 1]}"#),
        Err("traffic.costs[0]: got 2; accepts a whole number from 1 to 1".to_owned())
    );
    assert_eq!(told(r#"{"pattern": "replay", "times_ms": [0, 1], "costs": [1, 1]}"#), Ok(()));
}

#[test]
fn a_scenario_reads_back_as_it_was_written() {
    let scenario = parse(&with(BUCKET, ONE)).expect("a right scenario");
    let written = serde_json::to_string(&scenario).expect("it is plain data");
    assert_eq!(parse(&written).expect("it wrote it itself"), scenario);
}

#[test]
fn the_trace_shows_the_state_before_and_after_every_decision() {
    let scenario = parse(&with(BUCKET, r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0, "count": 6}]}"#));
    let trace = run(&scenario.expect("a right scenario")).expect("it is exact");
    let row = &trace.rows[0];
    for pair in row.decisions.windows(2) {
        let tokens = |snapshot| match snapshot {
            Snapshot::TokenBucket { tokens, .. } => tokens.to_bits(),
            other => unreachable!("{other:?} is no token bucket's"),
        };
        assert_eq!(tokens(pair[0].after), tokens(pair[1].before), "all six come at one instant");
    }
    assert_eq!(row.totals(6), [5, 0, 1, 0]);
    assert_eq!(row.totals(3), [3, 0, 0, 0]);
}

#[test]
fn curves_run_from_the_start_to_the_end_of_the_trace_without_going_back() {
    let traffic =
        r#"{"pattern": "explicit", "arrivals": [{"at_ms": 100, "count": 6}, {"at_ms": 900}, {"at_ms": 400}]}"#;
    let limiters = format!("{BUCKET}, {}", BUCKET.replace("token-bucket", "gcra"));
    let trace = run(&parse(&with(&limiters, traffic)).expect("a right scenario")).expect("it is exact");
    for row in &trace.rows {
        let curve: Vec<_> = row.curve(&trace.arrivals, 0).collect();
        assert!(curve.is_sorted_by_key(|vertex| vertex.at));
        assert_eq!((curve[0].at.get(), curve[curve.len() - 1].at), (0, trace.end));
        assert!(curve.iter().all(|vertex| (0.0..=row.gauge.max).contains(&vertex.value)));
    }
}

#[test]
fn a_trace_ends_after_the_longest_wait_also_when_the_last_request_was_another_keys() {
    let queue = r#"{"algorithm": "leaky-bucket-queue", "permits": 1, "period_ms": 1000, "queue": 9}"#;
    let traffic =
        r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0, "count": 9, "key": "a"}, {"at_ms": 0, "key": "b"}]}"#;
    let trace = run(&parse(&with(queue, traffic)).expect("a right scenario")).expect("it is exact");
    assert!(trace.end.get() > 8_000_000_000, "the ninth waits until 8 s: {}", trace.end);
}

#[test]
fn stepping_back_shows_what_stepping_forward_showed() {
    let traffic = r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0, "count": 6}, {"at_ms": 700, "cost": 2}]}"#;
    let scenario = parse(&with(BUCKET, traffic)).expect("a right scenario");
    let mut stepper = Stepper::new(scenario).expect("it is exact");
    let mut seen = Vec::new();
    for position in 0..=stepper.len() {
        stepper.seek(position);
        seen.push(serde_json::to_string(&stepper.view()).expect("plain data"));
    }
    for position in (0..=stepper.len()).rev() {
        stepper.seek(position);
        assert_eq!(serde_json::to_string(&stepper.view()).expect("plain data"), seen[position]);
    }
    stepper.seek(usize::MAX);
    assert_eq!(stepper.position(), 7);
}

#[test]
fn a_replay_has_one_step_a_request_and_one_decision_a_limiter() {
    let traffic = r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0, "count": 8}, {"at_ms": 1500}]}"#;
    let limiters = format!("{BUCKET}, {}", BUCKET.replace("token-bucket", "gcra"));
    let trace = run(&parse(&with(&limiters, traffic)).expect("a right scenario")).expect("it is exact");
    let replay = serde_json::to_value(replay(&trace)).expect("plain data");
    for row in 0..2 {
        let steps = replay["steps"].as_array().expect("a list");
        let outcomes: Vec<&str> = steps.iter().filter_map(|step| step["decisions"][row]["outcome"].as_str()).collect();
        assert_eq!(outcomes.concat(), "allowed".repeat(5) + &"refused".repeat(3) + "allowed");
        assert_eq!(
            replay["totals"][row],
            serde_json::json!({"allowed": 6, "delayed": 0, "refused": 3, "impossible": 0})
        );
    }
    assert_eq!(replay["steps"][5]["decisions"][0]["retry_after_ms"], 500);
    assert_eq!(replay["steps"][8]["at_ms"], 1500);
}

#[test]
fn an_empty_run_has_no_steps_and_still_a_picture() {
    let scenario =
        parse(&with(BUCKET, r#"{"pattern": "explicit", "arrivals": []}"#)).expect("nothing is a request list");
    let mut stepper = Stepper::new(scenario).expect("it is exact");
    stepper.seek(3);
    assert_eq!((stepper.len(), stepper.position()), (0, 0));
    let view = serde_json::to_value(stepper.view()).expect("plain data");
    assert!(view["request"].is_null() && view["rows"][0]["decision"].is_null());
    assert!(stepper.trace().end > stepper.trace().start);
}

#[test]
fn like_steps_are_jumped_over_together_and_differences_are_found() {
    let windows = r#"{"algorithm": "fixed-window", "limit": 5, "window_ms": 60000},
        {"algorithm": "sliding-window-log", "limit": 5, "window_ms": 60000}"#;
    let times: Vec<u32> = (0..5).map(|at| 59_000 + 10 * at).chain((0..5).map(|at| 60_000 + 10 * at)).collect();
    let traffic = format!(r#"{{"pattern": "replay", "times_ms": {times:?}}}"#);
    let mut stepper = Stepper::new(parse(&with(windows, &traffic)).expect("a right scenario")).expect("it is exact");
    assert_eq!(stepper.run_end(Direction::Forward), Some(5));
    assert_eq!((stepper.run_end(Direction::Back), stepper.difference(Direction::Back)), (None, None));
    assert_eq!(stepper.difference(Direction::Forward), Some(6));
    stepper.seek(6);
    assert_eq!(stepper.difference(Direction::Forward), Some(7));
    assert_eq!(stepper.run_end(Direction::Back), Some(5));
    stepper.seek(10);
    assert_eq!((stepper.run_end(Direction::Forward), stepper.difference(Direction::Forward)), (None, None));
    assert_eq!(stepper.difference(Direction::Back), Some(9));
    let runs: Vec<_> = (0..10).map(|step| stepper.run_of(step)).collect();
    assert_eq!(runs, [vec![0..5; 5], vec![5..10; 5]].concat());
}

#[test]
fn a_gap_in_time_ends_a_run() {
    let traffic = r#"{"pattern": "replay", "times_ms": [0, 10, 20, 500, 510]}"#;
    let stepper = Stepper::new(parse(&with(BUCKET, traffic)).expect("a right scenario")).expect("it is exact");
    assert_eq!((stepper.run_of(1), stepper.run_of(3)), (0..3, 3..5));
}
