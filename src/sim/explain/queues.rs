//! The limiters that make requests wait: leaky bucket as a queue, nginx `limit_req`.

use super::{Case, Explanation, Rate, float};
use crate::limiter::{NginxDelay, Outcome, Snapshot, Unit};

/// `waiting + cost` against the places, then the start: when the outlet is free, or now.
pub(super) fn queue(case: &Case<'_>, rate: &Rate, queue: f64) -> Explanation {
    let (Snapshot::LeakyBucketQueue { waiting, free_at_ms }, Snapshot::LeakyBucketQueue { free_at_ms: free_after, .. }) =
        (case.before(), case.after())
    else {
        return case.unexplained();
    };
    let waiting = ("waiting", float(waiting), Unit::Requests);
    let queue = ("queue", queue, Unit::Plain);
    let now = ("now", case.now(), Unit::Millis);
    let free = ("free", free_at_ms, Unit::Millis);
    let free_after = ("after", free_after, Unit::Millis);
    let leaves = ("leaves", case.now() + case.wait().1, Unit::Millis);
    let place = ("place", waiting.1 + 1.0, Unit::Plain);
    let interval = ("interval", rate.interval, Unit::Millis);
    let hold = || case.say("hold", &[leaves, case.cost(), interval, free_after]);
    let formulas = match case.outcome() {
        Outcome::Allowed => vec![case.say("free", &[free, now]), hold()],
        Outcome::Delayed => {
            vec![case.say("fits", &[waiting, case.cost(), queue]), case.say("start", &[free, now, case.wait()]), hold()]
        }
        Outcome::Refused => vec![case.say("full", &[waiting, case.cost(), queue])],
        Outcome::Impossible => vec![case.say("above", &[case.cost(), queue])],
    };
    let values = [waiting, place, case.cost(), queue, case.wait(), leaves, case.retry()];
    case.because(&values, formulas)
}

/// nginx's excess with this request counted, against `burst` and `delay`.
pub(super) fn nginx(case: &Case<'_>, burst: f64, delay: NginxDelay) -> Explanation {
    let Snapshot::NginxLimitReq { stored, since_ms, asked, rate, .. } = case.before() else {
        return case.unexplained();
    };
    let excess = ("excess", asked, Unit::Requests);
    let burst = ("burst", burst, Unit::Plain);
    let rate = ("rate", rate, Unit::PerSecond);
    let elapsed = ("elapsed", case.now() - since_ms, Unit::Millis);
    let mut formulas = vec![case.say("excess", &[("stored", stored, Unit::Requests), rate, elapsed, excess])];
    formulas.extend(match (case.outcome(), delay) {
        (Outcome::Refused, _) => vec![case.say("beyond", &[excess, burst])],
        (Outcome::Impossible, _) => vec![case.say("above", &[case.cost()])],
        (_, NginxDelay::Never) => vec![case.say("within", &[excess, burst])],
        (_, NginxDelay::Above(delay)) => vec![
            case.say("within", &[excess, burst]),
            case.say("delay", &[excess, ("delay", float(delay), Unit::Plain), rate, case.wait()]),
        ],
    });
    case.because(&[excess, burst, rate, case.cost(), case.wait()], formulas)
}
