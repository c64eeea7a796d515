//! The bucket family: token bucket, GCRA, leaky bucket as a meter.
//!
//! A row's snapshots are its own algorithm's, since the trace takes both from one limiter; the other arm of each `let`
//! is there for the compiler.

use super::Case;
use crate::limiter::{Outcome, Snapshot, Unit};

/// `tokens = min(burst, stored + rate x elapsed)`, then what the cost leaves or lacks.
pub(super) fn token_bucket(case: &mut Case<'_>) {
    let (Snapshot::TokenBucket { tokens, stored, since_ms }, Snapshot::TokenBucket { tokens: left, .. }) =
        (case.before(), case.after())
    else {
        return;
    };
    case.put("tokens", tokens, Unit::Tokens);
    case.put("stored", stored, Unit::Tokens);
    case.put("elapsed", case.now() - since_ms, Unit::Millis);
    case.put("left", left, Unit::Tokens);
    case.put("missing", (case.cost - tokens).max(0.0), Unit::Tokens);
    case.formulas.push("refill");
    case.by_outcome(["take", "take", "lack", "above"]);
}

/// `max(TAT, now) - now` against `(burst - cost) x T`, then the new TAT or the wait.
pub(super) fn gcra(case: &mut Case<'_>, interval: f64, burst: f64) {
    let (Snapshot::Gcra { tat_ms, ahead_ms }, Snapshot::Gcra { tat_ms: after, .. }) = (case.before(), case.after())
    else {
        return;
    };
    case.put("tat", tat_ms, Unit::Millis);
    case.put("ahead", ahead_ms, Unit::Millis);
    case.put("after", after, Unit::Millis);
    case.put("allowance", (burst - case.cost).max(0.0) * interval, Unit::Millis);
    case.by_outcome(["within", "within", "beyond", "above"]);
    if !case.is(Outcome::Impossible) {
        case.by_outcome(["advance", "advance", "wait", ""]);
    }
}

/// `water = max(0, stored - rate x elapsed)`, then whether water and cost stay below the brim.
pub(super) fn meter(case: &mut Case<'_>) {
    let (Snapshot::LeakyBucketMeter { water, stored, since_ms }, Snapshot::LeakyBucketMeter { water: after, .. }) =
        (case.before(), case.after())
    else {
        return;
    };
    case.put("water", water, Unit::Requests);
    case.put("stored", stored, Unit::Requests);
    case.put("elapsed", case.now() - since_ms, Unit::Millis);
    case.put("after", after, Unit::Requests);
    case.formulas.push("leak");
    case.by_outcome(["pour", "pour", "over", "above"]);
}
