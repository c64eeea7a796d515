//! The limiters that count in windows: fixed window, sliding log, sliding counter.

use super::{Case, float};
use crate::limiter::{Estimate, Outcome, Snapshot, Unit};

/// The comparison that all three end with: what is counted, and the cost, against the limit.
const COMPARISON: [&str; 4] = ["fits", "fits", "full", "above"];

/// The count of the current window, and when it ends.
pub(super) fn fixed(case: &mut Case<'_>, window: f64) {
    let (Snapshot::FixedWindow { count, window_start_ms }, Snapshot::FixedWindow { count: after, .. }) =
        (case.before(), case.after())
    else {
        return;
    };
    case.put("count", float(count), Unit::Requests);
    case.put("after", float(after), Unit::Requests);
    case.put("start", window_start_ms, Unit::Millis);
    case.put("end", window_start_ms + window, Unit::Millis);
    case.formulas.push("window");
    case.by_outcome(COMPARISON);
    if case.is(Outcome::Refused) {
        case.formulas.push("wait");
    }
}

/// What the log holds within (now - W, now], and when enough of it leaves.
pub(super) fn log(case: &mut Case<'_>, window: f64) {
    let (Snapshot::SlidingWindowLog { count, oldest_ms }, Snapshot::SlidingWindowLog { count: after, .. }) =
        (case.before(), case.after())
    else {
        return;
    };
    let oldest = oldest_ms.unwrap_or(case.now());
    case.put("count", float(count), Unit::Requests);
    case.put("after", float(after), Unit::Requests);
    case.put("from", case.now() - window, Unit::Millis);
    case.put("oldest", oldest, Unit::Millis);
    case.formulas.push("inside");
    case.by_outcome(COMPARISON);
    if case.is(Outcome::Refused) {
        // One place is free when the oldest leaves; a larger cost may have to see more of them go.
        let retry = case.decision.verdict.retry_after().unwrap_or_default().as_millis_f64();
        let one = (oldest + window - case.now() - retry).abs() < 1e-6;
        case.formulas.push(if one { "leaves" } else { "leave" });
    }
}

/// `previous x share + current`, rounded down or not, against the limit.
pub(super) fn counter(case: &mut Case<'_>, rounding: Estimate) {
    let Snapshot::SlidingWindowCounter { previous, current, share, estimate, .. } = case.before() else {
        return;
    };
    case.put("previous", float(previous), Unit::Requests);
    case.put("share", share, Unit::Share);
    case.put("current", float(current), Unit::Requests);
    case.put("estimate", estimate, Unit::Requests);
    case.formulas.push(match rounding {
        Estimate::Floor => "estimate-floor",
        Estimate::Exact => "estimate-exact",
    });
    case.by_outcome(COMPARISON);
}
