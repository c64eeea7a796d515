//! A real Redis server: a token bucket and a sliding-window log as scripts, a fixed window as INCR with EXPIRE.
//!
//! Time is simulated and handed to the scripts, in microseconds; keys that expire by Redis's own clock are given a long
//! grace where time is simulated, and are met in real time in tests of their own.

#![cfg(unix)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::thread::sleep;
use std::time::{Duration, Instant};

use ratelab::limiter::{Alignment, Driver, FixedWindow, Gcra, Limiter, SlidingWindowLog, TokenBucket};
use ratelab::time::Nanos;
use ratelab_peers::{Chance, Quota, Redis, Reply, Server, first_line, is_running, program};

const TOKEN_BUCKET: &str = include_str!("../redis/token_bucket.lua");
const FIXED_WINDOW: &str = include_str!("../redis/fixed_window.lua");
const SLIDING_WINDOW_LOG: &str = include_str!("../redis/sliding_window_log.lua");

/// Simulated time for the scripts begins here, in microseconds, so that they meet numbers as large as real ones.
const EPOCH: u64 = 1_800_000_000_000_000;

/// The grace of keys while time is simulated: longer than any of these tests takes.
const GRACE_MS: u64 = 600_000;

/// How many commands go to the server at once.
const BATCH: usize = 500;

/// A server without persistence, and a connection to it.
fn start() -> (Server, Redis) {
    let redis = program("redis-server", "redis-server").unwrap_or_else(|message| stop(&message));
    let server = Server::start(&redis, |_, socket| {
        let socket = socket.display().to_string();
        let options = ["--port", "0", "--save", "", "--appendonly", "no", "--daemonize", "no", "--unixsocket"];
        Ok(options.iter().map(|&option| option.to_owned()).chain([socket]).collect())
    });
    let server = server.unwrap_or_else(|message| stop(&message));
    let connection = Redis::connect(&server).expect("it has just answered");
    static TOLD: Once = Once::new();
    TOLD.call_once(|| println!("{}", first_line(&redis, "--version").unwrap_or_default()));
    (server, connection)
}

#[expect(clippy::panic, reason = "a peer that cannot start fails its test, in words a person can act on")]
fn stop(message: &str) -> ! {
    panic!("{message}")
}

/// Loads a script; what comes back stands for it in EVALSHA.
fn load(redis: &mut Redis, script: &str) -> String {
    match redis.one(&["SCRIPT", "LOAD", script]) {
        Ok(Reply::Text(sha)) => sha,
        other => stop(&format!("the script does not load: {other:?}")),
    }
}

fn words<const N: usize>(words: [&dyn ToString; N]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

/// A decision of ours as the scripts tell theirs: the outcome's number, the wait in microseconds rounded up, what remains.
fn told<L: Limiter>(driver: &mut Driver<L, u64>, key: u64, at: Nanos, cost: u64) -> Vec<i64> {
    let verdict = driver.decide(key, at, cost);
    let keyed = driver.at(key, at);
    let wait = verdict.retry_after().map_or(0, |wait| wait.get().div_ceil(1000));
    let numbers = [verdict.outcome() as u64, wait, keyed.rule.remaining(keyed.state, keyed.now)];
    numbers.iter().map(|&number| i64::try_from(number).expect("these are small")).collect()
}

/// What is to be compared: a command, our answer to it, and where we are.
struct Pair {
    command: Vec<String>,
    ours: Vec<i64>,
    about: String,
}

/// Sends all commands and holds each answer against ours. Returns how many were allowed, refused and impossible.
fn compare(redis: &mut Redis, pairs: &[Pair]) -> [usize; 4] {
    let mut seen = [0; 4];
    for batch in pairs.chunks(BATCH) {
        let commands: Vec<&[String]> = batch.iter().map(|pair| pair.command.as_slice()).collect();
        let replies = redis.all(&commands).expect("the server answers");
        for (pair, reply) in batch.iter().zip(replies) {
            assert_eq!(reply.numbers().as_ref(), Some(&pair.ours), "{}: {reply:?}", pair.about);
            seen[usize::try_from(pair.ours[0]).expect("an outcome")] += 1;
        }
    }
    seen
}

fn report(what: &str, seen: [usize; 4], at_least: usize) {
    let [allowed, _, refused, impossible] = seen;
    println!("{what}: {allowed} allowed, {refused} refused, {impossible} impossible; all equal, waits included");
    let fewest = [allowed, refused, impossible].into_iter().min();
    assert!(seen.iter().sum::<usize>() >= at_least && fewest > Some(at_least / 50), "{what} covers little: {seen:?}");
}

/// A rate as the script takes it: permits and microseconds, reduced.
fn reduced(quota: Quota) -> (u64, u64) {
    let (permits, period) = (quota.permits, quota.period_ms * 1000);
    let (mut common, mut rest) = (permits, period);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    (permits / common, period / common)
}

#[test]
fn the_token_bucket_script_decides_as_the_token_bucket_and_gcra_do() {
    let (_server, mut redis) = start();
    let sha = load(&mut redis, TOKEN_BUCKET);
    let mut pairs = Vec::new();
    for case in 0..100 {
        let mut chance = Chance::new(case);
        let quota = Quota::random(&mut chance);
        let (refill, token) = reduced(quota);
        assert!(2 * quota.burst * token + refill < 1 << 53, "the script would not be exact");
        let period = Nanos::from_millis(quota.period_ms);
        let mut bucket = Driver::new(TokenBucket::<u128>::new(quota.permits, period, quota.burst).expect("exact"));
        let mut gcra = Driver::new(Gcra::<u128>::new(quota.permits, period, quota.burst).expect("exact"));
        let mut now = 0;
        for step in 0..200 {
            now += chance.gap(quota.interval_ns() / 1000, quota.burst);
            let (user, cost) = (chance.below(3), chance.cost(quota.burst));
            let at = Nanos::new(now * 1000);
            let ours = told(&mut bucket, user, at, cost);
            assert_eq!(told(&mut gcra, user, at, cost), ours, "case {case} step {step}");
            let key = format!("bucket:{case}:{user}");
            let time = EPOCH + now;
            let command = words([&"EVALSHA", &sha, &1, &key, &time, &cost, &refill, &token, &quota.burst, &GRACE_MS]);
            pairs.push(Pair {
                command,
                ours,
                about: format!("case {case} step {step}: {quota:?} at {now} us, cost {cost}"),
            });
        }
    }
    report("token bucket script", compare(&mut redis, &pairs), 20_000);
}

#[test]
fn the_fixed_window_script_decides_as_the_fixed_window_does() {
    let (_server, mut redis) = start();
    let sha = load(&mut redis, FIXED_WINDOW);
    let mut pairs = Vec::new();
    for case in 0..100 {
        let mut chance = Chance::new(2000 + case);
        let (limit, window_us) = (chance.pick(&[1, 2, 3, 10, 100]), chance.pick(&[1000, 7000, 333_000, 60_000_000]));
        let rule = FixedWindow::new(limit, Nanos::new(window_us * 1000), Alignment::Clock).expect("exact");
        let mut driver = Driver::new(rule);
        let mut now = 0;
        for step in 0..200 {
            now += chance.gap(window_us / limit, limit);
            let (user, cost) = (chance.below(3), chance.cost(limit));
            let [outcome, wait, remaining] =
                told(&mut driver, user, Nanos::new(now * 1000), cost).try_into().expect("three numbers");
            // The client knows the wait without asking: the window in the key's name ends then.
            let window = now / window_us;
            if outcome == 2 {
                assert_eq!(wait, i64::try_from((window + 1) * window_us - now).expect("short"));
            }
            let key = format!("window:{case}:{user}:{window}");
            pairs.push(Pair {
                command: words([&"EVALSHA", &sha, &1, &key, &cost, &limit, &GRACE_MS]),
                ours: vec![outcome, remaining],
                about: format!("case {case} step {step}: {limit} per {window_us} us at {now} us, cost {cost}"),
            });
        }
    }
    report("fixed window script", compare(&mut redis, &pairs), 20_000);
}

/// The pattern without a script: MULTI, INCR, EXPIRE, EXEC. It counts what it refuses, which changes nothing while every
/// request costs 1: the count of a window only grows.
#[test]
fn incr_with_expire_decides_as_the_fixed_window_does_when_requests_cost_one() {
    let (_server, mut redis) = start();
    let (mut sent, mut ours) = (Vec::new(), Vec::new());
    for case in 0..50 {
        let mut chance = Chance::new(3000 + case);
        let (limit, window_us) = (chance.pick(&[1, 2, 3, 10, 100]), chance.pick(&[1000, 333_000, 60_000_000]));
        let rule = FixedWindow::new(limit, Nanos::new(window_us * 1000), Alignment::Clock).expect("exact");
        let mut driver = Driver::new(rule);
        let mut now = 0;
        for _ in 0..100 {
            now += chance.gap(window_us / limit, limit);
            let user = chance.below(2);
            let key = format!("incr:{case}:{user}:{}", now / window_us);
            sent.extend([words([&"MULTI"]), words([&"INCR", &key]), words([&"PEXPIRE", &key, &GRACE_MS])]);
            sent.push(words([&"EXEC"]));
            ours.push((driver.decide(user, Nanos::new(now * 1000), 1), limit));
        }
    }
    let replies = redis.all(&sent).expect("the server answers");
    let (mut allowed, total) = (0, ours.len());
    for (at, (verdict, limit)) in ours.into_iter().enumerate() {
        // The reply to EXEC holds the count and whether the expiry was set.
        let count = replies[at * 4 + 3].numbers().expect("a list of two")[0];
        let passes = u64::try_from(count).expect("a count") <= limit;
        assert_eq!(passes, verdict.passes(), "decision {at}: the count is {count} of {limit}, ours is {verdict:?}");
        allowed += usize::from(passes);
    }
    println!("INCR with EXPIRE: {allowed} allowed, {} refused; all equal", total - allowed);
    assert!(allowed > total / 10 && total - allowed > total / 10, "the cases cover little");
}

#[test]
fn the_sorted_set_script_decides_as_the_sliding_window_log_does() {
    let (_server, mut redis) = start();
    let sha = load(&mut redis, SLIDING_WINDOW_LOG);
    let mut pairs = Vec::new();
    for case in 0..100 {
        let mut chance = Chance::new(4000 + case);
        let (limit, window_us) = (chance.pick(&[1, 2, 3, 10, 40]), chance.pick(&[1000, 7000, 333_000, 60_000_000]));
        let rule = SlidingWindowLog::new(limit, Nanos::new(window_us * 1000)).expect("exact");
        let mut driver = Driver::new(rule);
        let mut now = 0;
        for step in 0..200 {
            now += chance.gap(window_us / limit, limit);
            let (user, cost) = (chance.below(3), chance.cost(limit));
            let ours = told(&mut driver, user, Nanos::new(now * 1000), cost);
            let (key, time) = (format!("log:{case}:{user}"), EPOCH + now);
            pairs.push(Pair {
                command: words([&"EVALSHA", &sha, &1, &key, &time, &cost, &limit, &window_us, &step, &GRACE_MS]),
                ours,
                about: format!("case {case} step {step}: {limit} per {window_us} us at {now} us, cost {cost}"),
            });
        }
    }
    report("sorted set script", compare(&mut redis, &pairs), 20_000);
}

/// INCRBY counts what it refuses; ours does not. With costs above 1 that shows: after a refused 5, a 1 still fits into
/// ours and no longer into Redis's count.
#[test]
fn pinned_incrby_charges_refused_costs() {
    let (_server, mut redis) = start();
    let rule = FixedWindow::new(6, Nanos::from_secs(60), Alignment::Clock).expect("exact");
    let mut driver = Driver::new(rule);
    let mut both = |cost: u64| {
        let count = redis.one(&["INCRBY", "costs", &cost.to_string()]).expect("the server answers");
        let Reply::Whole(count) = count else { stop(&format!("INCRBY answers {count:?}")) };
        (count <= 6, driver.decide(0, Nanos::ZERO, cost).passes())
    };
    assert_eq!(both(2), (true, true));
    assert_eq!(both(5), (false, false));
    assert_eq!(both(1), (false, true));
}

/// The scripts' clock is a key's own and knows only what passed; our driver's is one for all keys and knows refusals too.
/// While time goes forward nobody can tell.
#[test]
fn pinned_a_script_knows_time_only_from_what_passed_on_its_key() {
    let (_server, mut redis) = start();
    let sha = load(&mut redis, TOKEN_BUCKET);
    let mut driver = Driver::new(TokenBucket::<u64>::new(1, Nanos::from_secs(1), 1).expect("exact"));
    let mut both = |user: u64, at_us: u64| {
        let key = format!("clock:{user}");
        let command = words([&"EVALSHA", &sha, &1, &key, &(EPOCH + at_us), &1, &1, &1_000_000, &1, &GRACE_MS]);
        let theirs = redis.all(&[command]).expect("the server answers")[0].numbers().expect("three numbers");
        (theirs[..2].to_vec(), told(&mut driver, user, Nanos::new(at_us * 1000), 1)[..2].to_vec())
    };
    assert_eq!(both(0, 0), (vec![0, 0], vec![0, 0]));
    assert_eq!(both(0, 700_000), (vec![2, 300_000], vec![2, 300_000]));
    // Back by half a second, after a refusal: ours stays where it was.
    assert_eq!(both(0, 200_000), (vec![2, 800_000], vec![2, 300_000]));
    // Another key comes later, and then the first one again with its older time.
    assert_eq!(both(1, 5_000_000), (vec![0, 0], vec![0, 0]));
    assert_eq!(both(0, 800_000), (vec![2, 200_000], vec![0, 0]));
    // Back behind what passed: the script does not go back either.
    assert_eq!(both(1, 4_500_000), (vec![2, 1_000_000], vec![2, 1_000_000]));
}

/// Why the scripts hand numbers over as numbers: as text of Lua's own, a time in microseconds loses its last digits.
#[test]
fn pinned_lua_keeps_fourteen_digits_of_a_number_it_turns_into_text() {
    let (_server, mut redis) = start();
    let mut eval = |script: &str| redis.one(&["EVAL", script, "1", "digits"]).expect("the server answers");
    let text = |text: &str| Reply::Text(text.to_owned());
    assert_eq!(eval("return tostring(1800000000000123)"), text("1.8000000000001e+15"));
    let kept = "redis.call('HSET', KEYS[1], 'at', 1800000000000123) return redis.call('HGET', KEYS[1], 'at')";
    assert_eq!(eval(kept), text("1800000000000123"));
    // The last whole number a double holds with all its neighbours below.
    assert_eq!(eval(&kept.replace("1800000000000123", "9007199254740991")), text("9007199254740991"));
}

/// A bucket's key goes when the bucket is full, and a missing key is a full bucket: forgetting changes no decision.
#[test]
fn a_bucket_that_has_expired_decides_as_a_full_one() {
    let (_server, mut redis) = start();
    let sha = load(&mut redis, TOKEN_BUCKET);
    let mut driver = Driver::new(TokenBucket::<u64>::new(10, Nanos::from_secs(1), 2).expect("exact"));
    let mut both = |redis: &mut Redis, at_us: u64, cost: u64| {
        let command = words([&"EVALSHA", &sha, &1, &"expires", &(EPOCH + at_us), &cost, &1, &100_000, &2, &0]);
        let theirs = redis.all(&[command]).expect("the server answers")[0].numbers();
        assert_eq!(theirs, Some(told(&mut driver, 0, Nanos::new(at_us * 1000), cost)), "at {at_us} us");
    };
    both(&mut redis, 0, 2);
    let left = redis.one(&["PTTL", "expires"]).expect("the server answers");
    assert!(matches!(left, Reply::Whole(1..=200)), "two tokens are there again in 200 ms: {left:?}");
    sleep(Duration::from_millis(400));
    assert_eq!(redis.one(&["EXISTS", "expires"]).expect("the server answers"), Reply::Whole(0));
    both(&mut redis, 400_000, 2);
    both(&mut redis, 400_000, 1);
}

/// With the expiry set by the first hit only, a window is the one that `first-request` has: here in real time, 150 ms from
/// every edge. (Sent with every hit, it would move the end of the window each time.)
#[test]
fn incr_with_an_expiry_on_the_first_hit_is_a_window_from_the_first_request() {
    let (_server, mut redis) = start();
    let sha = load(&mut redis, FIXED_WINDOW);
    // A machine that stalls in the middle says nothing about the rule: then once more.
    let letters = (0..6).find_map(|attempt| first_request(&mut redis, &sha, &format!("first:{attempt}")));
    println!("INCR with EXPIRE in real time, 3 in 500 ms from the first: {letters:?}, as ours");
    assert_eq!(letters.as_deref(), Some("AAARRAAARRAA"));
}

/// The letters of both, or nothing when the machine stalled.
fn first_request(redis: &mut Redis, sha: &str, key: &str) -> Option<String> {
    let rule = FixedWindow::new(3, Nanos::from_millis(500), Alignment::FirstRequest).expect("exact");
    let mut driver = Driver::new(rule);
    let (begun, mut letters) = (Instant::now(), String::new());
    for at_ms in [0, 0, 100, 200, 350, 650, 650, 650, 650, 1000, 1400, 2200] {
        let planned = Duration::from_millis(at_ms);
        sleep(planned.saturating_sub(begun.elapsed()));
        let reply = redis.one(&["EVALSHA", sha, "1", key, "1", "3", "500"]).expect("the server answers");
        if begun.elapsed() > planned + Duration::from_millis(60) {
            return None;
        }
        let verdict = driver.decide(0_u64, Nanos::from_millis(at_ms), 1);
        let passes = reply.numbers().map(|numbers| numbers[0] == 0);
        assert_eq!(passes, Some(verdict.passes()), "at {at_ms} ms: ours is {verdict:?}");
        letters.push(verdict.outcome().letter());
    }
    Some(letters)
}

#[test]
fn the_server_and_its_folder_are_gone_after_a_test_also_after_a_panic() {
    let mut left = None;
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let (server, mut redis) = start();
        let Ok(Reply::Text(info)) = redis.one(&["INFO", "server"]) else { stop("INFO has no answer") };
        let process = info.lines().find_map(|line| line.strip_prefix("process_id:")).and_then(|id| id.parse().ok());
        let process: u32 = process.expect("INFO tells the process id");
        assert!(is_running(process) && server.folder().is_dir());
        left = Some((process, server.folder().to_owned()));
        stop("this panic is part of the test");
    }));
    assert!(ended.is_err());
    let (process, folder) = left.expect("it had started");
    assert!(!is_running(process), "process {process} still runs");
    assert!(!folder.exists(), "{} is still there", folder.display());
}
