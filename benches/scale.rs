//! cargo bench --package ratelab-benches --bench scale -- <file>: what a decision costs as the column grows, and what a
//! key costs in memory; writes JSON.
#![expect(clippy::cast_precision_loss, reason = "counts as rates")]

use governor::RateLimiter;
use ratelab::limiter::{Driver, Gcra, Limiter, TokenBucket, decide_column};
use ratelab::time::Nanos;
use ratelab_benches::{BURST, PERMITS, Told, arrivals, ours, quota};
use serde_json::{Value, json};
use std::any::Any;
use std::ffi::OsString;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// The longest column.
const LONGEST: usize = 100_000_000;
/// So many keys for the memory of one.
const KEYS: u32 = 1_000_000;
/// Short columns are decided again and again for this long.
const AT_LEAST: Duration = Duration::from_millis(500);

/// Asks this program, started anew, what the keys of one kind take.
const ASK: &str = "--bytes-a-key";

fn main() -> ExitCode {
    // Cargo adds an option of its own.
    let words: Vec<OsString> = std::env::args_os().skip(1).filter(|word| word != "--bench").collect();
    match words.as_slice() {
        [ask, name] if ask == ASK => {
            if let Some(bytes) = name.to_str().and_then(filled) {
                println!("{bytes}");
            }
            ExitCode::SUCCESS
        }
        [file] => {
            let mut rows = memory();
            rows.extend(growth());
            match std::fs::write(file, Value::from(rows).to_string()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("cannot write {}: {error}", file.display());
                    ExitCode::FAILURE
                }
            }
        }
        _ => {
            eprintln!("usage: scale <file>");
            ExitCode::FAILURE
        }
    }
}

/// Decisions a second in columns of 10^3 to 10^8.
fn growth() -> Vec<Value> {
    let all = arrivals(LONGEST);
    let mut rows = Vec::new();
    for power in 3..=8 {
        let column = all.get(..10_usize.pow(power)).unwrap_or(&all);
        for algorithm in ["token-bucket", "gcra"] {
            let limiter = ours(algorithm);
            let (started, mut best) = (Instant::now(), Duration::MAX);
            while started.elapsed() < AT_LEAST {
                let round = Instant::now();
                black_box(decide_column(&limiter, black_box(column), None, None, None));
                best = best.min(round.elapsed());
            }
            let rate = column.len() as f64 / best.as_secs_f64();
            rows.push(json!({ "group": "columns that grow", "name": format!("10^{power}, ratelab {algorithm}"), "rate": rate }));
        }
    }
    rows
}

/// Bytes a key: of the state alone, and of all that is kept. The second needs Linux.
fn memory() -> Vec<Value> {
    let row = |name: &str, bytes: f64| json!({ "group": "bytes a key", "name": name, "bytes": bytes });
    let mut rows = vec![
        row("ratelab token-bucket, state alone", size_of::<<TokenBucket<u64> as Limiter>::State>() as f64),
        row("ratelab gcra, state alone", size_of::<<Gcra<u64> as Limiter>::State>() as f64),
    ];
    for name in ["ratelab token-bucket", "ratelab gcra", "governor"] {
        // A process of its own: what another one left behind would count as well.
        let asked = std::env::current_exe().and_then(|own| Command::new(own).args([ASK, name]).output());
        let bytes = asked.ok().and_then(|output| String::from_utf8(output.stdout).ok()?.trim().parse().ok());
        rows.extend(bytes.map(|bytes| row(&format!("{name}, hashed keys"), bytes)));
    }
    rows
}

/// What a key takes after all have been met, where the system tells.
fn filled(name: &str) -> Option<f64> {
    let second = Nanos::from_secs(1);
    let before = resident()?;
    let kept: Box<dyn Any> = match name {
        "ratelab token-bucket" => Box::new(driven(TokenBucket::<u64>::new(PERMITS, second, BURST).ok()?)),
        "ratelab gcra" => Box::new(driven(Gcra::<u64>::new(PERMITS, second, BURST).ok()?)),
        _ => {
            let limiter = RateLimiter::hashmap_with_clock(quota(), Told::default());
            for key in 0..KEYS {
                let _ = black_box(limiter.check_key(&key));
            }
            Box::new(limiter)
        }
    };
    let bytes = (resident()? - before) / f64::from(KEYS);
    drop(black_box(kept));
    Some(bytes)
}

/// A driver that has met every key.
fn driven<L: Limiter>(rule: L) -> Driver<L, u32> {
    let mut driver = Driver::new(rule);
    for key in 0..KEYS {
        black_box(driver.decide(key, Nanos::ZERO, 1));
    }
    driver
}

/// The memory of this process in bytes, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? * 1024.0)
}
