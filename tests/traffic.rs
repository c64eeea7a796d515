//! Descriptions of requests: read, written, listed, refused.

use ratelab::input::Value;
use ratelab::time::Nanos;
use ratelab::traffic::{MAX_STEPS, Requests, TrafficSpec};

fn read(json: &str) -> Result<TrafficSpec, String> {
    let value: Value = serde_json::from_str(json).expect("the test's own JSON");
    TrafficSpec::read(&value, "traffic").map_err(|error| error.to_string())
}

fn list(json: &str) -> Requests {
    read(json).expect("a right description").arrivals().expect("not too many")
}

fn millis(requests: &Requests) -> Vec<f64> {
    requests.arrivals.iter().map(|arrival| arrival.at.as_millis_f64()).collect()
}

#[test]
fn explicit_requests_keep_their_order_costs_and_keys() {
    let requests = list(
        r#"{"pattern": "explicit", "arrivals": [{"at_ms": 2.5, "count": 2, "key": "b"}, {"at_ms": 1, "cost": 3},
            {"at_ms": 1, "key": "a"}, {"at_ms": 0, "key": "b"}]}"#,
    );
    assert_eq!(millis(&requests), [2.5, 2.5, 1.0, 1.0, 0.0]);
    assert_eq!(requests.arrivals.iter().map(|arrival| arrival.cost).collect::<Vec<_>>(), [1, 1, 3, 1, 1]);
    assert_eq!(requests.arrivals.iter().map(|arrival| arrival.key).collect::<Vec<_>>(), [1, 1, 0, 2, 1]);
    assert_eq!(requests.keys, ["", "b", "a"]);
}

#[test]
fn no_requests_are_requests_too() {
    let requests = list(r#"{"pattern": "explicit", "arrivals": []}"#);
    assert_eq!((requests.arrivals.len(), requests.keys.len()), (0, 1));
    assert!(list(r#"{"pattern": "replay", "times_ms": []}"#).arrivals.is_empty());
}

#[test]
fn steady_requests_do_not_drift() {
    let requests = list(r#"{"pattern": "steady", "rate_per_s": 100, "duration_ms": 10000}"#);
    assert_eq!(requests.arrivals.len(), 1000);
    for (arrival, millis) in requests.arrivals.iter().zip((0..).step_by(10)) {
        assert_eq!(arrival.at, Nanos::from_millis(millis));
    }
    let thirds = list(r#"{"pattern": "steady", "rate_per_s": 3, "duration_ms": 1000}"#);
    let nanos: Vec<u64> = thirds.arrivals.iter().map(|arrival| arrival.at.get()).collect();
    assert_eq!(nanos, [0, 333_333_333, 666_666_667]);
}

#[test]
fn an_edge_has_a_burst_on_either_side() {
    let requests = list(r#"{"pattern": "edge", "window_ms": 60000, "count": 100}"#);
    let millis = millis(&requests);
    assert_eq!((millis[0], millis[99], millis[100], millis[199]), (59_000.0, 59_990.0, 60_000.0, 60_990.0));
    // Two thousand would not fit in a second 10 ms apart.
    let tight = list(r#"{"pattern": "edge", "window_ms": 1000, "count": 2000}"#);
    let first = tight.arrivals.iter().filter(|arrival| arrival.at < Nanos::from_secs(1)).count();
    assert_eq!((first, tight.arrivals[0].at), (2000, Nanos::ZERO));
}

#[test]
fn recorded_requests_may_have_costs_and_keys() {
    let requests =
        list(r#"{"pattern": "replay", "times_ms": [5, 3.25, 9], "costs": [1, 2, 3], "keys": ["x", "", "x"]}"#);
    assert_eq!(millis(&requests), [5.0, 3.25, 9.0]);
    assert_eq!((requests.arrivals[1].cost, requests.arrivals[1].key, requests.arrivals[2].key), (2, 0, 1));
}

#[test]
fn chance_depends_on_the_seed_alone() {
    let bursts = |seed: u32| {
        list(&format!(
            r#"{{"pattern": "bursts", "seed": {seed}, "bursts": [{{"at_ms": 500, "width_ms": 100, "count": 9}}]}}"#
        ))
    };
    assert_eq!(bursts(1), bursts(1));
    assert_ne!(bursts(1), bursts(2));
    assert!(millis(&bursts(4_294_967_295)).iter().all(|at| (500.0..600.0).contains(at)));
    assert!(bursts(3).arrivals.is_sorted_by_key(|arrival| arrival.at));
    let poisson = list(r#"{"pattern": "poisson", "seed": 1, "rate_per_s": 50, "duration_ms": 100000}"#);
    assert!((4700..5300).contains(&poisson.arrivals.len()), "{}", poisson.arrivals.len());
}

#[test]
fn descriptions_read_back_as_they_were_written() {
    for json in [
        r#"{"pattern":"explicit","arrivals":[{"at_ms":0,"count":6},{"at_ms":0.1,"cost":2,"key":"u1"},{"at_ms":7}]}"#,
        r#"{"pattern":"steady","rate_per_s":0.1,"duration_ms":10000}"#,
        r#"{"pattern":"poisson","seed":7,"rate_per_s":6,"duration_ms":10000}"#,
        r#"{"pattern":"bursts","seed":7,"bursts":[{"at_ms":2000,"width_ms":200,"count":35}]}"#,
        r#"{"pattern":"bursty","seed":7,"rate_per_s":6,"duration_ms":10000,"bursts":[]}"#,
        r#"{"pattern":"edge","window_ms":60000,"count":100}"#,
        r#"{"pattern":"replay","times_ms":[1,0.5],"costs":[1,2],"keys":["","k"]}"#,
        r#"{"pattern":"replay","times_ms":[1]}"#,
    ] {
        assert_eq!(serde_json::to_string(&read(json).expect(json)).expect("plain data"), json);
    }
}

#[test]
fn wrong_fields_are_named() {
    let cases = [
        (
            r#"{"pattern": "waves"}"#,
            "traffic.pattern: got \"waves\"; accepts one of explicit, steady, poisson, bursts, bursty, edge, replay",
        ),
        (
            r#"{"pattern": "steady", "rate_per_s": 0, "duration_ms": 1}"#,
            "traffic.rate_per_s: got 0; accepts a number from 0.000001 to 1000000000",
        ),
        (
            r#"{"pattern": "steady", "rate_per_s": 1, "duration_ms": 1, "seed": 1}"#,
            "traffic.seed: got 1; accepts one of pattern, rate_per_s, duration_ms",
        ),
        (
            r#"{"pattern": "poisson", "seed": 4294967296, "rate_per_s": 1, "duration_ms": 1}"#,
            "traffic.seed: got 4294967296; accepts a whole number from 0 to 4294967295",
        ),
        (
            r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0}, {"at_ms": -1}]}"#,
            "traffic.arrivals[1].at_ms: got -1; accepts a number from 0 to 315576000000",
        ),
        (
            r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0, "cost": 0}]}"#,
            "traffic.arrivals[0].cost: got 0; accepts a whole number from 1 to 1000000000",
        ),
        (
            r#"{"pattern": "bursts", "seed": 1, "bursts": [{"at_ms": 0, "width_ms": 1}]}"#,
            "traffic.bursts[0].count: got nothing; accepts a whole number from 1 to 100000",
        ),
        (
            r#"{"pattern": "replay", "times_ms": [1, 2], "costs": [1]}"#,
            "traffic.costs: got a list of 1; accepts a list of 2 to 2 items",
        ),
        (
            r#"{"pattern": "replay", "times_ms": [1, "2"]}"#,
            "traffic.times_ms[1]: got \"2\"; accepts a number from 0 to 315576000000",
        ),
        (
            r#"{"pattern": "replay", "times_ms": [1], "keys": [1]}"#,
            "traffic.keys[0]: got 1; accepts a text of at most 64 characters",
        ),
    ];
    for (json, message) in cases {
        assert_eq!(read(json).expect_err(json), message);
    }
    let long = format!(r#"{{"pattern": "explicit", "arrivals": [{{"at_ms": 0, "key": "{}"}}]}}"#, "k".repeat(65));
    assert!(read(&long).expect_err("too long").contains("arrivals[0].key"));
}

#[test]
fn too_many_requests_are_refused_before_they_are_made() {
    let steps = format!("traffic: got 100001; accepts at most {MAX_STEPS} steps in all");
    for json in [
        r#"{"pattern": "explicit", "arrivals": [{"at_ms": 0, "count": 100000}, {"at_ms": 0}]}"#,
        r#"{"pattern": "steady", "rate_per_s": 1e9, "duration_ms": 315576000000}"#,
        r#"{"pattern": "poisson", "seed": 1, "rate_per_s": 1e9, "duration_ms": 315576000000}"#,
        r#"{"pattern": "bursts", "seed": 1, "bursts": [{"at_ms": 0, "width_ms": 0, "count": 100000},
            {"at_ms": 0, "width_ms": 0, "count": 1}]}"#,
    ] {
        let spec = read(json).expect(json);
        let error = spec.arrivals().expect_err(json).under("traffic");
        assert_eq!(error.to_string(), steps);
        assert!(spec.seconds().is_err());
    }
    assert_eq!(list(r#"{"pattern": "steady", "rate_per_s": 1000, "duration_ms": 100000}"#).arrivals.len(), 100_000);
}
