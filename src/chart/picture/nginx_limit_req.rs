//! nginx `limit_req`: the excess as a bar, with the bounds above which a request waits or is refused.

use super::{Moment, head, retry};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::chart::words::{self, Label};
use crate::limiter::{NginxDelay, Outcome, Snapshot, Spec};
use crate::sim::RowSpec;

const Y: f64 = 92.0;
const BAR: f64 = 30.0;
const LEFT: f64 = 14.0;

pub(super) const HEIGHT: f64 = Y + BAR + 66.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let &Snapshot::NginxLimitReq { asked, rate, .. } = moment.earlier else { return };
    let (before, excess, burst) = (moment.before, moment.after, moment.rule.most);
    let text = pen.say(&words::PER_SECOND, &[rate]);
    head(pen, moment, text);
    let right = pen.scene.width - LEFT;
    let x = Linear::new((0.0, burst + 1.2), (LEFT, right));
    let bottom = Y + BAR;
    pen.rectangle([LEFT, Y, right - LEFT, BAR], 4.0, Role::Grid, 0.6);
    let shown = x.within(excess);
    if excess > 0.0 {
        pen.rectangle([LEFT, Y, (shown - LEFT).max(2.0), BAR], 4.0, Role::Level, 0.85);
    }
    if excess > before {
        pen.down(x.within(before), (Y, bottom), Role::Paper, 1.5);
    }
    if let Some(outcome) = moment.outcome {
        // The excess with this request, which is what the bounds are held against.
        let at = x.within(asked);
        if outcome == Outcome::Refused {
            pen.rectangle([shown, Y, (at - shown).max(2.0), BAR], 0.0, Role::Refused, 0.2);
        }
        pen.down(at, (Y - 4.0, bottom + 4.0), Role::of(outcome), 2.0);
    }
    // A bound on the delay that is no lower than the burst is never reached.
    let delay = match moment.data.spec {
        RowSpec::Limiter(Spec::NginxLimitReq { delay: NginxDelay::Above(delay), .. }) => float(delay),
        _ => burst,
    };
    pen.lines = &[Y - 10.0, Y - 26.0];
    if delay < burst {
        bound(pen, &words::NGINX_DELAY, &x, delay);
    }
    bound(pen, &words::NGINX_BURST, &x, burst);
    pen.label((LEFT, bottom + 26.0), &words::NGINX_EXCESS, excess, Font::LARGE, Align::Start);
    let wait = moment.decided.map_or(0.0, |decision| decision.verdict.wait().as_millis_f64());
    let text = if wait > 0.0 { pen.say(&words::WAITS, &[wait]) } else { retry(pen, moment) };
    pen.put((LEFT, bottom + 46.0), text, Font::BODY, Align::Start);
}

#[inline(never)]
fn bound(pen: &mut Pen<'_>, label: &Label, x: &Linear, value: f64) {
    let at = x.at(value);
    pen.dashes((at, Y - 6.0), (at, Y + BAR + 6.0), Role::Bound, 1.5);
    pen.label_free(at, label, value, 0.0, Font::BODY.in_role(Role::Bound));
}
