//! The limiters against references that are worked out the way they would be on paper: exact fractions, whole lists,
//! nothing clever. None of it shares code with the limiters.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::collections::HashMap;

use proptest::prelude::*;
use ratelab::limiter::{
    Algorithm, Alignment, AnyLimiter, Driver, Estimate, Keyed, Limiter, NginxDelay, NginxPeriod, Outcome, Spec,
};
use ratelab::time::Nanos;
use ratelab::with_limiter;
use support::fraction::Fraction;
use support::{Request, case, requests, runner};

/// What a decision tells: letter, wait or retry-after, remaining, reset.
#[derive(Debug, PartialEq)]
struct Told {
    letter: char,
    wait: Option<i128>,
    remaining: Option<i128>,
    reset: Option<i128>,
}

fn told_by<L: Limiter>(rule: L, requests: &[Request]) -> Vec<Told> {
    let mut driver = Driver::new(rule);
    let decide = |&(at, cost): &Request| {
        let Keyed { rule, state, now } = driver.at((), Nanos::new(at));
        let verdict = rule.decide(state, now, cost);
        let wait = match verdict.outcome() {
            Outcome::Allowed => Some(Nanos::ZERO),
            Outcome::Delayed => Some(verdict.wait()),
            Outcome::Refused | Outcome::Impossible => verdict.retry_after(),
        };
        Told {
            letter: verdict.outcome().letter(),
            wait: wait.map(|wait| i128::from(wait.get())),
            remaining: Some(i128::from(rule.remaining(state, now))),
            reset: Some(i128::from(rule.reset(state, now).get())),
        }
    };
    requests.iter().map(decide).collect()
}

fn told(spec: &Spec, requests: &[Request]) -> Vec<Told> {
    with_limiter!(AnyLimiter::new(spec).expect("small numbers are exact"), rule => told_by(rule, requests))
}

/// The requests with the newest time so far for each.
fn clamped(requests: &[Request]) -> impl Iterator<Item = Request> {
    let mut newest = 0;
    requests.iter().map(move |&(at, cost)| {
        newest = at.max(newest);
        (newest, cost)
    })
}

/// Token bucket: tokens = min(burst, tokens + rate x elapsed), all in fractions.
fn bucket(permits: u64, period: Nanos, burst: u64, requests: &[Request]) -> Vec<Told> {
    let rate = Fraction::new(i128::from(permits), i128::from(period.get()));
    let full = Fraction::whole(burst);
    let (mut tokens, mut last) = (full, 0);
    let decide = |(now, cost): Request| {
        let current = full.min(tokens + rate * Fraction::whole(now - last));
        (tokens, last) = (current, now);
        let price = Fraction::whole(cost);
        let (letter, wait) = if cost > burst {
            ('X', None)
        } else if current >= price {
            tokens = current - price;
            ('A', Some(0))
        } else {
            ('R', Some((price - current).over(rate).ceil()))
        };
        let reset = (full - tokens).over(rate).ceil();
        Told { letter, wait, remaining: Some(tokens.floor()), reset: Some(reset) }
    };
    clamped(requests).map(decide).collect()
}

#[test]
fn bucket_meter_and_gcra_decide_as_the_fractions_do() {
    let rates = (1_u64..=50, prop_oneof![1_u64..=20_000, 999_000_u64..=100_000_000], 1_u64..=40);
    let cases = rates.prop_flat_map(|(permits, period_ms, burst)| {
        let spec = Spec::TokenBucket { permits, period: Nanos::from_millis(period_ms), burst };
        (Just((permits, Nanos::from_millis(period_ms), burst)), requests(&spec))
    });
    let outcome = runner(400).run(&cases, |((permits, period, burst), requests)| {
        let expected = bucket(permits, period, burst, &requests);
        prop_assert_eq!(&told(&Spec::TokenBucket { permits, period, burst }, &requests), &expected);
        prop_assert_eq!(&told(&Spec::Gcra { permits, period, burst }, &requests), &expected);
        prop_assert_eq!(&told(&Spec::LeakyBucketMeter { permits, period, burst }, &requests), &expected);
        Ok(())
    });
    assert!(outcome.is_ok(), "{outcome:?}");
}

#[test]
fn seven_in_eleven_seconds_never_drifts() {
    let period = Nanos::from_secs(11);
    // Polled every millisecond for three minutes, then once a day for two years.
    let polls = (0..180_000).map(|place| (place * 1_000_000, 1));
    let days = (1..730).map(|day| (day * 86_400_000_000_000 + day, 1));
    let requests: Vec<Request> = polls.chain(days).collect();
    let expected = bucket(7, period, 3, &requests);
    assert_eq!(told(&Spec::TokenBucket { permits: 7, period, burst: 3 }, &requests), expected);
    assert_eq!(told(&Spec::Gcra { permits: 7, period, burst: 3 }, &requests), expected);
    assert_eq!(told(&Spec::LeakyBucketMeter { permits: 7, period, burst: 3 }, &requests), expected);
}

/// Queue: every request that waits stands in a list with the exact time at which it starts.
fn queue(permits: u64, period: Nanos, places: u64, requests: &[Request]) -> Vec<Told> {
    let interval = Fraction::new(i128::from(period.get()), i128::from(permits));
    let mut free = Fraction::whole(0);
    let mut line: Vec<(Fraction, u64)> = Vec::new();
    let decide = |(at, cost): Request| {
        let now = Fraction::whole(at);
        line.retain(|(start, _)| *start > now);
        let waiting: u64 = line.iter().map(|(_, cost)| cost).sum();
        let (letter, wait) = if cost > places {
            ('X', None)
        } else if free <= now {
            free = now + interval * Fraction::whole(cost);
            ('A', Some(0))
        } else if waiting + cost <= places {
            let start = free;
            line.push((start, cost));
            free = start + interval * Fraction::whole(cost);
            ('D', Some((start - now).ceil()))
        } else {
            let mut left = waiting;
            let enough = line.iter().find(|(_, taken)| {
                left -= taken;
                left + cost <= places
            });
            ('R', enough.map(|(start, _)| (*start - now).ceil()))
        };
        let waiting: u64 = line.iter().map(|(_, cost)| cost).sum();
        let costly = line.iter().rev().find(|(_, cost)| *cost > 0);
        let reset = costly.map_or(0, |(start, _)| (*start - now).ceil());
        Told { letter, wait, remaining: Some(i128::from(places - waiting)), reset: Some(reset) }
    };
    clamped(requests).map(decide).collect()
}

/// Log: every request that passed, for ever; the window is (now - W, now].
fn log(limit: u64, window: Nanos, requests: &[Request]) -> Vec<Told> {
    let mut passed: Vec<Request> = Vec::new();
    let decide = |(now, cost): Request| {
        let inside = |passed: &[Request], now: u64| -> u64 {
            passed.iter().filter(|(at, _)| at + window.get() > now).map(|(_, cost)| cost).sum()
        };
        // The sum only falls when an entry leaves, so those are the moments to try.
        let falls_to = |passed: &[Request], room: u64| {
            let mut leaving = passed.iter().map(|(at, _)| at + window.get()).filter(|leaves| *leaves > now);
            leaving.find(|leaves| inside(passed, *leaves) <= room).map(|leaves| i128::from(leaves - now))
        };
        let (letter, wait) = if cost > limit {
            ('X', None)
        } else if inside(&passed, now) + cost <= limit {
            if cost > 0 {
                passed.push((now, cost));
            }
            ('A', Some(0))
        } else {
            ('R', falls_to(&passed, limit - cost))
        };
        let left = inside(&passed, now);
        let reset = if left == 0 { Some(0) } else { falls_to(&passed, 0) };
        Told { letter, wait, remaining: Some(i128::from(limit - left)), reset }
    };
    clamped(requests).map(decide).collect()
}

/// Fixed window: a count for every window there ever was, or one window after the other from the first request on.
fn fixed(limit: u64, window: Nanos, alignment: Alignment, requests: &[Request]) -> Vec<Told> {
    let window = window.get();
    let mut counts: HashMap<u64, u64> = HashMap::new();
    let mut open: Option<u64> = None;
    let decide = |(now, cost): Request| {
        open = open.filter(|start| now < start + window);
        let start = match alignment {
            Alignment::Clock => now / window * window,
            Alignment::FirstRequest => open.unwrap_or(now),
        };
        let ends = i128::from(start + window - now);
        let count = counts.entry(start).or_insert(0);
        let (letter, wait) = if cost > limit {
            ('X', None)
        } else if *count + cost <= limit {
            *count += cost;
            if cost > 0 {
                open = Some(start);
            }
            ('A', Some(0))
        } else {
            ('R', Some(ends))
        };
        let reset = if *count == 0 { 0 } else { ends };
        Told { letter, wait, remaining: Some(i128::from(limit - *count)), reset: Some(reset) }
    };
    clamped(requests).map(decide).collect()
}

/// Counter: a count for every window there ever was, and the share as a fraction. Times to come back are the contract
/// test's; here is what passes.
fn counter(limit: u64, window: Nanos, estimate: Estimate, requests: &[Request]) -> Vec<Told> {
    let window = window.get();
    let mut counts: HashMap<u64, u64> = HashMap::new();
    let decide = |(now, cost): Request| {
        let index = now / window;
        let of = |counts: &HashMap<u64, u64>, index: Option<u64>| {
            index.and_then(|index| counts.get(&index)).copied().unwrap_or(0)
        };
        let share = Fraction::new(i128::from(window - now % window), i128::from(window));
        let previous = Fraction::whole(of(&counts, index.checked_sub(1))) * share;
        let counted = match estimate {
            Estimate::Floor => Fraction::new(previous.floor(), 1),
            Estimate::Exact => previous,
        };
        let room = |counts: &HashMap<u64, u64>| {
            (Fraction::whole(limit) - counted - Fraction::whole(of(counts, Some(index)))).floor()
        };
        let letter = if cost > limit {
            'X'
        } else if i128::from(cost) <= room(&counts) {
            *counts.entry(index).or_insert(0) += cost;
            'A'
        } else {
            'R'
        };
        Told { letter, wait: None, remaining: Some(room(&counts)), reset: None }
    };
    clamped(requests).map(decide).collect()
}

/// nginx: signed thousandths, as its source has them.
fn nginx(permits: u64, period: NginxPeriod, burst: u64, delay: NginxDelay, requests: &[Request]) -> Vec<Told> {
    let seconds = if period == NginxPeriod::Second { 1 } else { 60 };
    let rate = i128::from(permits * 1000 / seconds);
    let burst = i128::from(burst) * 1000;
    let mut node: Option<(i128, i128)> = None;
    let decide = |&(at, cost): &Request| {
        let now = i128::from(at / 1_000_000);
        let (excess, ms) = match node {
            None => (0, 1),
            Some((stored, last)) => {
                let ms = match now - last {
                    back if back < -60_000 => 1,
                    back if back < 0 => 0,
                    passed => passed,
                };
                ((stored - rate * ms / 1000 + 1000).max(0), ms)
            }
        };
        let (letter, wait) = if cost != 1 {
            ('X', None)
        } else if excess > burst {
            ('R', None)
        } else {
            node = Some((excess, if ms == 0 { node.map_or(now, |node| node.1) } else { now }));
            let above = match delay {
                NginxDelay::Above(delay) => (excess - i128::from(delay) * 1000).max(0),
                NginxDelay::Never => 0,
            };
            match above * 1000 / rate {
                0 => ('A', Some(0)),
                wait => ('D', Some(wait * 1_000_000)),
            }
        };
        Told { letter, wait, remaining: None, reset: None }
    };
    requests.iter().map(decide).collect()
}

fn reference(spec: &Spec, requests: &[Request]) -> Vec<Told> {
    match *spec {
        Spec::TokenBucket { permits, period, burst }
        | Spec::Gcra { permits, period, burst }
        | Spec::LeakyBucketMeter { permits, period, burst } => bucket(permits, period, burst, requests),
        Spec::LeakyBucketQueue { permits, period, queue: places } => queue(permits, period, places, requests),
        Spec::NginxLimitReq { permits, period, burst, delay } => nginx(permits, period, burst, delay, requests),
        Spec::FixedWindow { limit, window, alignment } => fixed(limit, window, alignment, requests),
        Spec::SlidingWindowLog { limit, window } => log(limit, window, requests),
        Spec::SlidingWindowCounter { limit, window, estimate } => counter(limit, window, estimate, requests),
    }
}

#[test]
fn every_algorithm_decides_as_its_reference_does() {
    for algorithm in Algorithm::ALL {
        let outcome = runner(200).run(&case(algorithm), |(spec, requests)| {
            let expected = reference(&spec, &requests);
            for (place, (told, expected)) in told(&spec, &requests).into_iter().zip(expected).enumerate() {
                prop_assert_eq!(told.letter, expected.letter, "request {}", place);
                // A reference that says nothing of a number leaves it open.
                let tells_times = algorithm != Algorithm::SlidingWindowCounter;
                prop_assert!(!tells_times || told.wait == expected.wait, "{}: {:?} {:?}", place, told, expected);
                prop_assert!(expected.remaining.is_none_or(|_| told.remaining == expected.remaining), "{}", place);
                prop_assert!(expected.reset.is_none_or(|_| told.reset == expected.reset), "{}", place);
            }
            Ok(())
        });
        assert!(outcome.is_ok(), "{}: {}", algorithm.slug(), outcome.expect_err("it failed"));
    }
}
