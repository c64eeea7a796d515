//! A stretch of time with counted requests on it: what the three window pictures share.

use super::{Moment, head, retry, time_line};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, count, index};
use crate::chart::scene::{Align, Role};
use crate::chart::words;

/// The line of time, and how high counts rise above it.
pub(super) const Y: f64 = 136.0;
pub(super) const RISE: f64 = 72.0;
pub(super) const TOP: f64 = Y - RISE;
pub(super) const HEIGHT: f64 = Y + 68.0;

/// Starts a picture: the request and when to come back; gives the scale of times between two.
#[inline(never)]
pub(super) fn begin(pen: &mut Pen<'_>, moment: &Moment<'_>, from: f64, to: f64) -> Linear {
    let text = retry(pen, moment);
    head(pen, moment, text);
    Linear::new((from, to), (14.0, pen.scene.width - 14.0))
}

/// From counts to heights: the limit stands at the top.
pub(super) fn rise(moment: &Moment<'_>) -> Linear {
    Linear::new((0.0, moment.rule.most), (Y, TOP))
}

/// A block of the level's colour between two times' pixels, from the line of time up to a height.
#[inline(never)]
pub(super) fn block(pen: &mut Pen<'_>, (left, right): (f64, f64), (high, low): (f64, f64), opacity: f64) {
    if right - left > 0.5 && low > high {
        pen.rectangle([left, high, right - left, low - high], 0.0, Role::Level, opacity);
    }
}

/// The line of time with its arrow, now across it, and labels for now and for other times, on lines below.
#[inline(never)]
pub(super) fn line(pen: &mut Pen<'_>, moment: &Moment<'_>, x: &Linear, others: &[f64]) {
    time_line(pen, moment, x, (TOP - 14.0, Y));
    pen.lines = &[Y + 24.0, Y + 41.0];
    pen.label_free(x.within(moment.now), &words::NOW, moment.now, 0.0, Font::BOLD);
    for at in others {
        let spot = x.within(*at);
        pen.down(spot, (Y, Y + 6.0), Role::Muted, 1.0);
        pen.label_free(spot, &words::TIME, *at, 0.0, Font::SMALL);
    }
}

/// The limit as a dashed line at the top, with its label.
#[inline(never)]
pub(super) fn limit(pen: &mut Pen<'_>, moment: &Moment<'_>, (left, right): (f64, f64)) {
    pen.dashes((left, TOP), (right, TOP), Role::Bound, 1.25);
    pen.label((right, TOP - 18.0), &words::LIMIT, moment.rule.most, Font::BODY.in_role(Role::Bound), Align::End);
}

/// The accepted requests since a time, at their times: dots that stack, or bars where they would rise too high.
#[inline(never)]
pub(super) fn accepted(pen: &mut Pen<'_>, moment: &Moment<'_>, x: &Linear, since_ms: f64, faint_before: f64) {
    const STEP: f64 = 9.0;
    const LEFT: f64 = 14.0;
    const COLUMNS: usize = 512;
    let columns = index((pen.scene.width - LEFT - 14.0) / STEP, COLUMNS).max(1);
    let mut counts = [(0.0, 0.3); COLUMNS];
    let mut most = 1.0_f64;
    for step in (0..moment.run.position).rev() {
        let Some((decision, cost)) = moment.passed(step) else { continue };
        let at = decision.now.as_millis_f64();
        if at < since_ms {
            break;
        }
        if let Some((n, opacity)) = counts.get_mut(index((x.within(at) - LEFT) / STEP, columns - 1)) {
            *n += cost;
            most = most.max(*n);
            if at > faint_before {
                *opacity = 1.0;
            }
        }
    }
    let unit = (STEP - 0.5).min((RISE - 8.0) / most);
    for (at, &(n, opacity)) in counts.iter().enumerate() {
        let middle = LEFT + STEP * (count(at) + 0.5);
        let mut level = 0.0;
        while level < n {
            if unit < STEP - 1.0 {
                pen.rectangle([middle - 3.5, Y - 1.0 - unit * n, 7.0, unit * n], 0.0, Role::Allowed, opacity);
                break;
            }
            pen.disc((middle, Y - 5.5 - unit * level), 3.75, Role::Allowed, opacity);
            level += 1.0;
        }
    }
}
