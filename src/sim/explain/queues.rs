//! The limiters that make requests wait: leaky bucket as a queue, nginx `limit_req`.

use super::{Case, float};
use crate::limiter::{NginxDelay, Outcome, Snapshot, Unit};

/// `waiting + cost` against the places, then the start: when the outlet is free, or now.
pub(super) fn queue(case: &mut Case<'_>) {
    let (Snapshot::LeakyBucketQueue { waiting, free_at_ms }, Snapshot::LeakyBucketQueue { free_at_ms: free_after, .. }) =
        (case.before(), case.after())
    else {
        return;
    };
    case.put("waiting", float(waiting), Unit::Requests);
    case.put("place", float(waiting + 1), Unit::Plain);
    case.put("free", free_at_ms, Unit::Millis);
    case.put("after", free_after, Unit::Millis);
    case.put("leaves", case.now() + case.decision.verdict.wait().as_millis_f64(), Unit::Millis);
    if case.is(Outcome::Delayed) {
        case.formulas.push("fits");
    }
    case.by_outcome(["free", "start", "full", "above"]);
    if case.decision.verdict.passes() {
        case.formulas.push("hold");
    }
}

/// nginx's excess with this request counted, against `burst` and `delay`.
pub(super) fn nginx(case: &mut Case<'_>, burst: f64, delay: NginxDelay) {
    let Snapshot::NginxLimitReq { stored, since_ms, asked, rate, known, .. } = case.before() else {
        return;
    };
    case.put("excess", asked, Unit::Requests);
    case.put("stored", stored, Unit::Requests);
    case.put("elapsed", case.now() - since_ms, Unit::Millis);
    case.put("rate", rate, Unit::PerSecond);
    case.put("burst", burst, Unit::Plain);
    case.formulas.push(if known { "excess" } else { "first" });
    case.by_outcome(["within", "within", "beyond", "above"]);
    if let (NginxDelay::Above(delay), true) = (delay, case.decision.verdict.passes()) {
        case.put("delay", float(delay), Unit::Plain);
        case.formulas.push("delay");
    }
}
