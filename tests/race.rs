//! The race as people meet it: described in JSON, moved by hand.

use ratelab::distributed::{RaceScenario, play};
use ratelab::input::Value;

fn parse(json: &str) -> Result<RaceScenario, String> {
    let value: Value = serde_json::from_str(json).expect("the test's own JSON");
    RaceScenario::read(&value).map_err(|error| error.to_string())
}

fn by_hand(methods: &str, limit: u64, nodes: &str, order: &str) -> String {
    format!(
        r#"{{"version": 1, "kind": "race", "limit": {limit}, "methods": {methods},
            "schedule": {{"by": "hand", "nodes": {nodes}, "order": {order}}}}}"#
    )
}

#[test]
fn two_nodes_moved_by_hand_break_the_limit_or_keep_it() {
    let admitted = |order: &str| {
        let scenario = parse(&by_hand(r#"["get-set", "get-incr", "incr", "gcra"]"#, 1, "[0, 1]", order));
        let trace = play(&scenario.expect("a right race")).expect("a small limit");
        trace.rows.iter().map(|row| row.turns.last().map_or(0, |turn| turn.admitted)).collect::<Vec<_>>()
    };
    assert_eq!(admitted("[0, 1, 0, 1]"), [2, 2, 1, 2], "both read before either writes");
    assert_eq!(admitted("[0, 0, 1, 1]"), [1, 1, 1, 1], "one after the other");
    assert_eq!(admitted("[0]"), [1, 1, 1, 1]);
    assert_eq!(admitted("[]"), [0, 0, 0, 0]);
}

#[test]
fn a_move_of_a_request_that_has_ended_does_nothing() {
    let scenario = parse(&by_hand(r#"["get-set"]"#, 5, "[0]", "[0, 0, 0]")).expect("a right race");
    let trace = play(&scenario).expect("a small limit");
    let turns = &trace.rows[0].turns;
    assert!(turns[1].seen.is_some_and(|seen| seen.last) && turns[2].seen.is_none());
    assert_eq!((turns[2].admitted, turns[2].stored), (1, 1));
}

#[test]
fn a_race_reads_back_as_it_was_written() {
    let seeded = r#"{"version": 1, "kind": "race", "limit": 100, "methods": ["get-set", "incr"], "schedule":
        {"by": "seed", "seed": 99, "requests": 1000, "spread_ms": 200, "call_min_ms": 1, "call_max_ms": 3}}"#;
    for json in [seeded, &by_hand(r#"["gcra"]"#, 2, "[0, 1, 2]", "[2, 1]")] {
        let scenario = parse(json).expect("a right race");
        let written = serde_json::to_string(&scenario.to_value()).expect("plain data");
        assert_eq!(parse(&written).expect("it wrote it itself"), scenario);
    }
}

#[test]
fn wrong_races_are_named() {
    let told = |json: &str| parse(json).expect_err("this race is wrong");
    assert_eq!(
        told(&by_hand(r#"["get"]"#, 1, "[0]", "[]")),
        "methods[0]: got \"get\"; accepts one of get-set, get-incr, incr, gcra"
    );
    assert_eq!(told(&by_hand(r#"["incr"]"#, 0, "[0]", "[]")), "limit: got 0; accepts a whole number from 1 to 1000000");
    assert_eq!(
        told(&by_hand(r#"["incr"]"#, 1, "[3]", "[]")),
        "schedule.nodes[0]: got 3; accepts a whole number from 0 to 2"
    );
    assert_eq!(
        told(&by_hand(r#"["incr"]"#, 1, "[0]", "[1]")),
        "schedule.order[0]: got 1; accepts a whole number from 0 to 0"
    );
    assert_eq!(
        told(&by_hand(r#"["incr"]"#, 1, "[]", "[]")),
        "schedule.nodes: got a list of 0; accepts a list of 1 to 8 items"
    );
    assert!(
        told(r#"{"version": 1, "kind": "race", "limit": 1, "methods": ["incr"]}"#).starts_with("schedule: got nothing")
    );
}
