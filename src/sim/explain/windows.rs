//! The limiters that count in windows: fixed window, sliding log, sliding counter.

use super::{Case, Explanation, Named, float};
use crate::limiter::{Estimate, Outcome, Snapshot, Unit};
use crate::time::Nanos;

/// The comparison that all three end with: what is counted, and the cost, against the limit.
fn compare(case: &Case<'_>, counted: Named, limit: Named) -> super::Message {
    match case.outcome() {
        Outcome::Allowed | Outcome::Delayed => case.say("fits", &[counted, case.cost(), limit]),
        Outcome::Refused => case.say("full", &[counted, case.cost(), limit]),
        Outcome::Impossible => case.say("above", &[case.cost(), limit]),
    }
}

/// The count of the current window, and when it ends.
pub(super) fn fixed(case: &Case<'_>, limit: f64, window: Nanos) -> Explanation {
    let (Snapshot::FixedWindow { count, window_start_ms }, Snapshot::FixedWindow { count: after, .. }) =
        (case.before(), case.after())
    else {
        return case.unexplained();
    };
    let count = ("count", float(count), Unit::Requests);
    let limit = ("limit", limit, Unit::Plain);
    let start = ("start", window_start_ms, Unit::Millis);
    let end = ("end", window_start_ms + window.as_millis_f64(), Unit::Millis);
    let mut formulas = vec![case.say("window", &[start, end, count]), compare(case, count, limit)];
    if case.outcome() == Outcome::Refused {
        formulas.push(case.say("wait", &[end, ("now", case.now(), Unit::Millis), case.retry()]));
    }
    let values = [count, case.cost(), ("after", float(after), Unit::Requests), limit, end, case.retry()];
    case.because(&values, formulas)
}

/// What the log holds within (now - W, now], and when enough of it leaves.
pub(super) fn log(case: &Case<'_>, limit: f64, window: Nanos) -> Explanation {
    let (Snapshot::SlidingWindowLog { count, oldest_ms }, Snapshot::SlidingWindowLog { count: after, .. }) =
        (case.before(), case.after())
    else {
        return case.unexplained();
    };
    let count = ("count", float(count), Unit::Requests);
    let limit = ("limit", limit, Unit::Plain);
    let window = ("window", window.as_millis_f64(), Unit::Millis);
    let now = ("now", case.now(), Unit::Millis);
    let oldest = ("oldest", oldest_ms.unwrap_or(case.now()), Unit::Millis);
    let from = ("from", now.1 - window.1, Unit::Millis);
    let mut formulas = vec![case.say("inside", &[from, now, count]), compare(case, count, limit)];
    if case.outcome() == Outcome::Refused {
        // One place is free when the oldest leaves; a larger cost may have to see more of them go.
        let one = (oldest.1 + window.1 - now.1 - case.retry().1).abs() < 1e-6;
        formulas.push(case.say(if one { "leaves" } else { "leave" }, &[oldest, window, now, case.retry()]));
    }
    let values = [count, case.cost(), ("after", float(after), Unit::Requests), limit, oldest, case.retry()];
    case.because(&values, formulas)
}

/// `previous x share + current`, rounded down or not, against the limit.
pub(super) fn counter(case: &Case<'_>, limit: f64, rounding: Estimate) -> Explanation {
    let Snapshot::SlidingWindowCounter { previous, current, share, estimate, .. } = case.before() else {
        return case.unexplained();
    };
    let estimate = ("estimate", estimate, Unit::Requests);
    let limit = ("limit", limit, Unit::Plain);
    let previous = ("previous", float(previous), Unit::Requests);
    let current = ("current", float(current), Unit::Requests);
    let share = ("share", share, Unit::Share);
    let tail = match rounding {
        Estimate::Floor => "estimate-floor",
        Estimate::Exact => "estimate-exact",
    };
    let formulas = vec![case.say(tail, &[previous, share, current, estimate]), compare(case, estimate, limit)];
    let values = [estimate, previous, share, current, case.cost(), limit, case.retry()];
    case.because(&values, formulas)
}
