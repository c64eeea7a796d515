//! nginx `limit_req`: the excess as a bar, with the bounds above which a request waits or is refused.

use super::{Moment, request};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::limiter::{NginxDelay, Outcome, Snapshot, Unit};

const Y: f64 = 92.0;
const BAR: f64 = 30.0;

pub(super) const HEIGHT: f64 = Y + BAR + 66.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, burst: u64, delay: NginxDelay) {
    let (Snapshot::NginxLimitReq { asked, rate, excess: before, .. }, Snapshot::NginxLimitReq { excess, .. }) =
        moment.states()
    else {
        return;
    };
    let width = pen.scene.width;
    let edges = (2.0, width - 2.0);
    request(pen, moment, (14.0, 20.0), width * 0.5);
    let text = pen.say("picture.per-second", &[("rate", rate, Unit::Plain)]);
    pen.text_within((width - 14.0, 19.0), &text, Font::BODY, Align::End, (width * 0.5 + 8.0, width - 2.0));
    let line = (14.0, width - 14.0);
    let x = Linear::new((0.0, float(burst) + 1.2), line);
    let (top, bottom) = (Y, Y + BAR);
    pen.rectangle([line.0, top, line.1 - line.0, BAR], 4.0, Role::Grid, 0.6);
    let shown = excess.max(0.0);
    if shown > 0.0 {
        pen.rectangle([line.0, top, (x.within(shown) - line.0).max(2.0), BAR], 4.0, Role::Level, 0.85);
    }
    if excess > before {
        pen.down(x.within(before), (top, bottom), Role::Paper, 1.5);
    }
    if let (Some(outcome), true) = (moment.outcome(), moment.decided.is_some()) {
        // The excess with this request, which is what the bounds are held against.
        let at = x.within(asked);
        if outcome == Outcome::Refused {
            let from = x.within(shown);
            pen.rectangle([from, top, (at - from).max(2.0), BAR], 0.0, Role::Refused, 0.2);
        }
        pen.down(at, (top - 4.0, bottom + 4.0), Role::of(outcome), 2.0);
    }
    let mut taken = Vec::new();
    let lines = [top - 10.0, top - 26.0];
    let bounds = match delay {
        NginxDelay::Above(delay) if delay < burst => {
            [Some(("picture.nginx.delay", delay)), Some(("picture.nginx.burst", burst))]
        }
        _ => [None, Some(("picture.nginx.burst", burst))],
    };
    for (key, bound) in bounds.into_iter().flatten() {
        let at = x.at(float(bound));
        pen.dashes((at, top - 6.0), (at, bottom + 6.0), Role::Bound, 1.5);
        let text = pen.say(key, &[("n", float(bound), Unit::Plain)]);
        pen.text_free(&mut taken, (at, &lines), &text, Font::BODY.in_role(Role::Bound), edges);
    }
    let label = pen.say("picture.nginx.excess", &[("excess", excess, Unit::Plain)]);
    pen.text_within((14.0, bottom + 26.0), &label, Font::LARGE, Align::Start, edges);
    if let Some((_, decision)) = moment.decided {
        let wait = decision.verdict.wait().as_millis_f64();
        if wait > 0.0 {
            let text = pen.say("chart.wait", &[("wait", wait, Unit::Millis)]);
            pen.text_within((14.0, bottom + 46.0), &text, Font::BODY, Align::Start, edges);
        } else if let Some(wait) = moment.retry_ms() {
            let text = pen.say("chart.retry", &[("wait", wait, Unit::Millis)]);
            pen.text_within((14.0, bottom + 46.0), &text, Font::BODY, Align::Start, edges);
        }
    }
}
