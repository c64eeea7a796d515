//! The bucket family: token bucket, GCRA, leaky bucket as a meter.

use super::{Case, Explanation, Rate};
use crate::limiter::{Outcome, Snapshot, Unit};

/// `tokens = min(burst, stored + rate x elapsed)`, then what the cost leaves or lacks.
pub(super) fn token_bucket(case: &Case<'_>, rate: &Rate, burst: f64) -> Explanation {
    let (Snapshot::TokenBucket { tokens, stored, since_ms }, Snapshot::TokenBucket { tokens: left, .. }) =
        (case.before(), case.after())
    else {
        return case.unexplained();
    };
    let tokens = ("tokens", tokens, Unit::Tokens);
    let left = ("left", left, Unit::Tokens);
    let burst = ("burst", burst, Unit::Plain);
    let rate = ("rate", rate.per_second, Unit::PerSecond);
    let missing = ("missing", (case.cost - tokens.1).max(0.0), Unit::Tokens);
    let elapsed = ("elapsed", case.now() - since_ms, Unit::Millis);
    let refill = case.say("refill", &[burst, ("stored", stored, Unit::Tokens), rate, elapsed, tokens]);
    let then = match case.outcome() {
        Outcome::Allowed | Outcome::Delayed => case.say("take", &[tokens, case.cost(), left]),
        Outcome::Refused => case.say("lack", &[tokens, case.cost(), rate, case.retry()]),
        Outcome::Impossible => case.say("above", &[case.cost(), burst]),
    };
    case.because(&[tokens, case.cost(), left, missing, burst, case.retry()], vec![refill, then])
}

/// `max(TAT, now) - now` against `(burst - cost) x T`, then the new TAT or the wait.
pub(super) fn gcra(case: &Case<'_>, rate: &Rate, burst: f64) -> Explanation {
    let (Snapshot::Gcra { tat_ms, ahead_ms }, Snapshot::Gcra { tat_ms: after, .. }) = (case.before(), case.after())
    else {
        return case.unexplained();
    };
    let tat = ("tat", tat_ms, Unit::Millis);
    let now = ("now", case.now(), Unit::Millis);
    let ahead = ("ahead", ahead_ms, Unit::Millis);
    let after = ("after", after, Unit::Millis);
    let interval = ("interval", rate.interval, Unit::Millis);
    let allowance = ("allowance", (burst - case.cost).max(0.0) * rate.interval, Unit::Millis);
    let burst = ("burst", burst, Unit::Plain);
    let check = [tat, now, ahead, burst, case.cost(), interval, allowance];
    let formulas = match case.outcome() {
        Outcome::Allowed | Outcome::Delayed => {
            vec![case.say("within", &check), case.say("advance", &[tat, now, case.cost(), interval, after])]
        }
        Outcome::Refused => vec![case.say("beyond", &check), case.say("wait", &[ahead, allowance, case.retry()])],
        Outcome::Impossible => vec![case.say("above", &[case.cost(), burst])],
    };
    case.because(&[ahead, allowance, case.cost(), burst, after, case.retry()], formulas)
}

/// `water = max(0, stored - rate x elapsed)`, then whether water and cost stay below the brim.
pub(super) fn meter(case: &Case<'_>, rate: &Rate, burst: f64) -> Explanation {
    let (Snapshot::LeakyBucketMeter { water, stored, since_ms }, Snapshot::LeakyBucketMeter { water: after, .. }) =
        (case.before(), case.after())
    else {
        return case.unexplained();
    };
    let water = ("water", water, Unit::Requests);
    let after = ("after", after, Unit::Requests);
    let burst = ("burst", burst, Unit::Plain);
    let rate = ("rate", rate.per_second, Unit::PerSecond);
    let elapsed = ("elapsed", case.now() - since_ms, Unit::Millis);
    let leak = case.say("leak", &[("stored", stored, Unit::Requests), rate, elapsed, water]);
    let then = match case.outcome() {
        Outcome::Allowed | Outcome::Delayed => case.say("pour", &[water, case.cost(), burst, after]),
        Outcome::Refused => case.say("over", &[water, case.cost(), burst, rate, case.retry()]),
        Outcome::Impossible => case.say("above", &[case.cost(), burst]),
    };
    case.because(&[water, case.cost(), after, burst, case.retry()], vec![leak, then])
}
