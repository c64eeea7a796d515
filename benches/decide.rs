//! Decisions a second on this machine, in columns of a million.

use criterion::{
    BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use ratelab::limiter::{Driver, Gcra, decide_column};
use ratelab::time::Nanos;
use ratelab_benches::{BURST, PERMITS, arrivals, bare, governor_keyed, governor_one, ours, zipf};
use std::hint::black_box;
use std::time::Duration;

const COUNT: usize = 1_000_000;
const KEYS: u32 = 100_000;

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(COUNT as u64));
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    group.warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
    group
}

fn one_key(criterion: &mut Criterion) {
    let arrivals = arrivals(COUNT);
    let mut group = group(criterion, "one key");
    group.bench_function("bare integer GCRA loop", |bencher| bencher.iter(|| bare(black_box(&arrivals))));
    for algorithm in ["token-bucket", "gcra"] {
        let limiter = ours(algorithm);
        group.bench_function(format!("ratelab {algorithm}"), |bencher| {
            bencher.iter(|| decide_column(&limiter, black_box(&arrivals), None, None, None));
        });
        group.bench_function(format!("ratelab {algorithm} with waits"), |bencher| {
            let mut waits = Vec::with_capacity(COUNT);
            bencher.iter(|| {
                waits.clear();
                decide_column(&limiter, black_box(&arrivals), None, None, Some(&mut waits))
            });
        });
    }
    group.bench_function("governor", |bencher| bencher.iter(|| governor_one(black_box(&arrivals))));
    group.finish();
}

fn many_keys(criterion: &mut Criterion) {
    let (arrivals, keys) = (arrivals(COUNT), zipf(COUNT, KEYS));
    let mut group = group(criterion, "100,000 keys");
    for algorithm in ["token-bucket", "gcra"] {
        let limiter = ours(algorithm);
        group.bench_function(format!("ratelab {algorithm}"), |bencher| {
            bencher.iter(|| decide_column(&limiter, black_box(&arrivals), None, Some(&keys), None));
        });
    }
    let rule = Gcra::<u64>::new(PERMITS, Nanos::from_secs(1), BURST).expect("these parameters are exact");
    group.bench_function("ratelab gcra, driver with hashed keys", |bencher| {
        bencher.iter(|| {
            let mut driver = Driver::new(rule.clone());
            let decide = |(&at, &key): (&u64, &u32)| driver.decide(key, Nanos::new(at), 1).passes();
            black_box(&arrivals).iter().zip(&keys).map(decide).collect::<Vec<bool>>()
        });
    });
    group.bench_function("governor, hashed keys", |bencher| {
        bencher.iter(|| governor_keyed(black_box(&arrivals), &keys));
    });
    group.finish();
}

criterion_group!(benches, one_key, many_keys);
criterion_main!(benches);
