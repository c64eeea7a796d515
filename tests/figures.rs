//! The published figures of `vectors/figures.json` and of the lessons, computed again: on the host and in every browser.

use ratelab::distributed::race::Method;
use ratelab::distributed::{RaceScenario, Schedule, play};
use ratelab::input::Value;
use ratelab::limiter::{Algorithm, AnyLimiter, Driver, Outcome, Spec, Verdict};
use ratelab::sim::memory::Assumptions;
use ratelab::time::{NANOS_PER_SEC, Nanos};
use ratelab::traffic::{Mulberry32, TrafficSpec};
use ratelab::with_limiter;
use serde::Deserialize;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test_configure!(run_in_browser);

#[derive(Deserialize)]
struct Figures {
    prng: Prng,
    bursty_stream: Stream,
    windows: Windows,
    memory: Memory,
    race: RaceFigures,
}

#[derive(Deserialize)]
struct Memory {
    users: u64,
    limit: u64,
    key_overhead_bytes: u64,
    rows: Vec<MemoryRow>,
    active_5_percent: Active,
}

#[derive(Deserialize)]
struct MemoryRow {
    algorithm: String,
    state_bytes: u64,
    per_key: u64,
    total: String,
}

#[derive(Deserialize)]
struct Active {
    users: u64,
    sliding_log: String,
    token_bucket: String,
}

#[derive(Deserialize)]
struct RaceFigures {
    seed: u32,
    limit: u64,
    requests: u64,
    spread_ms: f64,
    store_call_ms: (f64, f64),
    rows: Vec<RaceRow>,
}

#[derive(Deserialize)]
struct RaceRow {
    method: String,
    admitted: u64,
    over: u64,
    final_counter: u64,
    node_a: usize,
    node_b: usize,
}

#[derive(Deserialize)]
struct Prng {
    seed_7: Vec<u32>,
    seed_99: Vec<u32>,
}

#[derive(Deserialize)]
struct Stream {
    count: usize,
    arrivals_s: Vec<f64>,
    table: Vec<[usize; 7]>,
    max_in_one_second: Most,
    longest_queue_wait_ms_rounded: u64,
}

#[derive(Deserialize)]
struct Most {
    token_bucket_allowed: usize,
    leaky_queue_sent: usize,
}

#[derive(Deserialize)]
struct Windows {
    cases: Vec<WindowCase>,
    #[serde(rename = "fixed_case_A_span_s")]
    fixed_case_a_span_s: (f64, f64),
    limit: u64,
}

#[derive(Deserialize)]
struct WindowCase {
    name: String,
    bursts_s: [u64; 2],
    fixed: [usize; 2],
    log: [usize; 2],
    counter: [usize; 2],
}

fn figures() -> Figures {
    serde_json::from_str(include_str!("vectors/figures.json")).expect("the figures are JSON")
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("the test's own JSON")
}

fn decide(limiter: &str, arrivals: &[u64]) -> Vec<Verdict> {
    let spec = Spec::read(&value(limiter), "").expect(limiter);
    with_limiter!(AnyLimiter::new(&spec).expect(limiter), rule => {
        let mut driver = Driver::new(rule);
        arrivals.iter().map(|&at| driver.decide((), Nanos::new(at), 1)).collect()
    })
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn mulberry32_draws_the_published_numbers() {
    let Prng { seed_7, seed_99 } = figures().prng;
    for (seed, expected) in [(7, seed_7), (99, seed_99)] {
        let mut random = Mulberry32::new(seed);
        let drawn: Vec<u32> = expected.iter().map(|_| random.next_u32()).collect();
        assert_eq!(drawn, expected);
    }
    assert_eq!(Mulberry32::new(7).next_f64().to_bits(), (50_271_532.0_f64 / 4_294_967_296.0).to_bits());
}

/// The bursty stream of the lessons, seed 7.
fn bursty() -> TrafficSpec {
    let json = r#"{"pattern": "bursty", "seed": 7, "rate_per_s": 6, "duration_ms": 10000, "bursts": [
        {"at_ms": 2000, "width_ms": 200, "count": 35}, {"at_ms": 6000, "width_ms": 200, "count": 35}]}"#;
    TrafficSpec::read(&value(json), "").expect(json)
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_bursty_stream_is_the_same_bit_for_bit() {
    let stream = figures().bursty_stream;
    let bits = |seconds: Vec<f64>| seconds.into_iter().map(f64::to_bits).collect::<Vec<_>>();
    assert_eq!(stream.arrivals_s.len(), stream.count);
    assert_eq!(bits(bursty().seconds().expect("134 of them")), bits(stream.arrivals_s));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_bursty_stream_meets_bucket_and_queue_as_published() {
    let stream = figures().bursty_stream;
    let requests = bursty().arrivals().expect("134 of them");
    let times: Vec<u64> = requests.arrivals.iter().map(|arrival| arrival.at.get()).collect();
    let bucket = decide(r#"{"algorithm": "token-bucket", "permits": 10, "period_ms": 1000, "burst": 20}"#, &times);
    let queue = decide(r#"{"algorithm": "leaky-bucket-queue", "permits": 10, "period_ms": 1000, "queue": 20}"#, &times);
    let second = |nanos: u64| usize::try_from(nanos / NANOS_PER_SEC).expect("ten seconds");
    let mut table: Vec<[usize; 7]> = (0..10).map(|second| [second, 0, 0, 0, 0, 0, 0]).collect();
    let mut longest = 0;
    for ((&at, bucket), queue) in times.iter().zip(bucket).zip(queue) {
        let row = &mut table[second(at)];
        row[1] += 1;
        row[if bucket.passes() { 2 } else { 3 }] += 1;
        row[if queue.passes() { 4 } else { 5 }] += 1;
        if queue.passes() {
            longest = longest.max(queue.wait().get());
            if let Some(row) = table.get_mut(second(at + queue.wait().get())) {
                row[6] += 1;
            }
        }
    }
    assert_eq!(table, stream.table);
    let most = |column: usize| table.iter().map(|row| row[column]).max();
    assert_eq!(most(2), Some(stream.max_in_one_second.token_bucket_allowed));
    assert_eq!(most(6), Some(stream.max_in_one_second.leaky_queue_sent));
    assert_eq!((longest + 500_000) / 1_000_000, stream.longest_queue_wait_ms_rounded);
}

/// How many of each of two bursts of 100, 10 ms apart, pass.
fn bursts(limiter: &str, starts: [u64; 2]) -> [usize; 2] {
    let times: Vec<u64> =
        starts.iter().flat_map(|start| (0..100).map(move |place| start * NANOS_PER_SEC + place * 10_000_000)).collect();
    let verdicts = decide(limiter, &times);
    [&verdicts[..100], &verdicts[100..]].map(|half| half.iter().filter(|verdict| verdict.passes()).count())
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_windows_count_the_three_cases_as_published() {
    let windows = figures().windows;
    assert_eq!((windows.limit, windows.cases.len()), (100, 3));
    let exact = [[100, 1], [100, 51], [100, 51]];
    let bucket = [[100, 3], [100, 100], [100, 53]];
    for (at, case) in windows.cases.iter().enumerate() {
        let count = |limiter: &str| bursts(limiter, case.bursts_s);
        let name = &case.name;
        let fixed = count(r#"{"algorithm": "fixed-window", "limit": 100, "window_ms": 60000}"#);
        let log = count(r#"{"algorithm": "sliding-window-log", "limit": 100, "window_ms": 60000}"#);
        let counter = count(r#"{"algorithm": "sliding-window-counter", "limit": 100, "window_ms": 60000}"#);
        assert_eq!((fixed, log, counter), (case.fixed, case.log, case.counter), "case {name}");
        let unrounded =
            r#"{"algorithm": "sliding-window-counter", "limit": 100, "window_ms": 60000, "estimate": "exact"}"#;
        assert_eq!(count(unrounded), exact[at], "case {name}, exact");
        let tokens = r#"{"algorithm": "token-bucket", "permits": 100, "period_ms": 60000, "burst": 100}"#;
        assert_eq!(count(tokens), bucket[at], "case {name}, token bucket");
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_edge_pattern_is_case_a() {
    let edge = TrafficSpec::read(&value(r#"{"pattern": "edge", "window_ms": 60000, "count": 100}"#), "");
    let requests = edge.and_then(|spec| spec.arrivals()).expect("two hundred");
    let times: Vec<u64> = requests.arrivals.iter().map(|arrival| arrival.at.get()).collect();
    let span = requests.arrivals[0].at.as_millis_f64() / 1000.0..=requests.arrivals[199].at.as_millis_f64() / 1000.0;
    let (start, end) = figures().windows.fixed_case_a_span_s;
    assert_eq!(span, start..=end);
    let verdicts = decide(r#"{"algorithm": "fixed-window", "limit": 100, "window_ms": 60000}"#, &times);
    assert!(verdicts.iter().all(|verdict| verdict.outcome() == Outcome::Allowed));
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn a_client_that_polls_gets_the_burst_and_the_rate() {
    let times: Vec<u64> = (0..1000).map(|place| place * 10_000_000).collect();
    for algorithm in ["token-bucket", "gcra", "leaky-bucket-meter"] {
        let limiter = format!(r#"{{"algorithm": "{algorithm}", "permits": 5, "period_ms": 1000, "burst": 20}}"#);
        let verdicts = decide(&limiter, &times);
        assert_eq!(verdicts.iter().filter(|verdict| verdict.passes()).count(), 69);
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn nginx_answers_as_its_lesson_says() {
    let waits = |limiter: &str, times: &[u64]| -> Vec<Option<u64>> {
        let told = |verdict: Verdict| verdict.passes().then(|| verdict.wait().get() / 1_000_000);
        decide(limiter, times).into_iter().map(told).collect()
    };
    let some = |waits: &[u64]| waits.iter().copied().map(Some).collect::<Vec<_>>();
    let eight = waits(r#"{"algorithm": "nginx-limit-req", "permits": 10, "period": "second", "burst": 5}"#, &[0; 8]);
    assert_eq!(eight[..6], some(&[0, 100, 200, 300, 400, 500]));
    assert_eq!(eight[6..], [None, None]);
    let limiter = r#"{"algorithm": "nginx-limit-req", "permits": 5, "period": "second", "burst": 12, "delay": 8}"#;
    let sixteen = waits(limiter, &[0; 16]);
    assert_eq!(sixteen[..13], some(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 200, 400, 600, 800]));
    assert_eq!(sixteen[13..], [None, None, None]);
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn nginx_takes_a_clock_that_goes_back_as_its_source_does() {
    let limiter = r#"{"algorithm": "nginx-limit-req", "permits": 1, "period": "second", "burst": 1}"#;
    let letters = |millis: &[u64]| -> String {
        let times: Vec<u64> = millis.iter().map(|ms| ms * 1_000_000).collect();
        decide(limiter, &times).iter().map(|verdict| verdict.outcome().letter()).collect()
    };
    // A minute back is no time at all: the excess stays, and 100.999 s is not yet a second after 100 s.
    assert_eq!(letters(&[100_000, 40_000, 40_000, 100_998, 101_000]), "ADRRD");
    // More than a minute back counts as 1 ms and becomes the new time: the next second begins there.
    assert_eq!(letters(&[100_000, 39_999, 40_997, 40_998, 101_000]), "ADRDA");
}

/// Bytes in powers of ten, as the table writes them.
fn bytes(total: u64) -> String {
    match total {
        1_000_000_000.. => format!("{}.{:02} GB", total / 1_000_000_000, total / 10_000_000 % 100),
        _ => format!("{} MB", total / 1_000_000),
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_memory_table_comes_out() {
    let figures = figures().memory;
    let assume = |users, entry_bytes| Assumptions {
        users,
        limit: figures.limit,
        key_overhead_bytes: figures.key_overhead_bytes,
        entry_bytes,
    };
    assert_eq!(figures.rows.len(), 6);
    for row in &figures.rows {
        let (algorithm, entry_bytes) = match row.algorithm.as_str() {
            "sliding log" => (Algorithm::SlidingWindowLog, 8),
            "sliding log, 64 B an entry" => (Algorithm::SlidingWindowLog, 64),
            "fixed window" => (Algorithm::FixedWindow, 8),
            "sliding window counter" => (Algorithm::SlidingWindowCounter, 8),
            "token bucket" => (Algorithm::TokenBucket, 8),
            "GCRA" => (Algorithm::Gcra, 8),
            other => unreachable!("{other} is not in the table"),
        };
        let cost = assume(figures.users, entry_bytes).cost(algorithm);
        assert_eq!((cost.state_bytes, cost.per_key_bytes), (row.state_bytes, row.per_key), "{}", row.algorithm);
        assert_eq!(bytes(cost.total_bytes), row.total, "{}", row.algorithm);
    }
    let active = assume(figures.active_5_percent.users, 8);
    assert_eq!(figures.active_5_percent.users, figures.users / 20);
    assert_eq!(bytes(active.cost(Algorithm::SlidingWindowLog).total_bytes), figures.active_5_percent.sliding_log);
    assert_eq!(bytes(active.cost(Algorithm::TokenBucket).total_bytes), figures.active_5_percent.token_bucket);
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn the_race_comes_out() {
    let figures = figures().race;
    let schedule = Schedule::Seeded {
        seed: figures.seed,
        requests: figures.requests,
        spread_ms: figures.spread_ms,
        call_min_ms: figures.store_call_ms.0,
        call_max_ms: figures.store_call_ms.1,
    };
    let methods = vec![Method::GetSet, Method::GetIncr, Method::Incr];
    let trace = play(&RaceScenario { methods, limit: figures.limit, schedule }).expect("a small race");
    assert!(trace.moves.is_sorted_by(|a, b| a.at_ms <= b.at_ms));
    for row in &figures.rows {
        let method = match row.method.as_str() {
            "GET then SET v+1" => Method::GetSet,
            "GET then INCR" => Method::GetIncr,
            "atomic INCR" => Method::Incr,
            other => unreachable!("{other} is not in the table"),
        };
        let turns = &trace.rows.iter().find(|row| row.method == method).expect("it raced").turns;
        let admitted_at = |node: usize| {
            let firsts = trace.moves.iter().zip(turns).filter(|(step, _)| step.node == node && !step.second);
            firsts.filter(|(_, turn)| turn.seen.is_some_and(|seen| seen.admitted)).count()
        };
        let last = turns.last().expect("a race has turns");
        assert_eq!((last.admitted, last.stored), (row.admitted, row.final_counter), "{}", row.method);
        assert_eq!((admitted_at(0), admitted_at(1)), (row.node_a, row.node_b), "{}", row.method);
        assert_eq!(last.admitted.saturating_sub(figures.limit), row.over, "{}", row.method);
    }
}
