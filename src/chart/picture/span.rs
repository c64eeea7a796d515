//! A stretch of time with counted requests on it: what the three window pictures share.

use super::Moment;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, count, index};
use crate::chart::scene::{Point, Role};
use crate::limiter::Unit;

/// The line of time, and how high counts rise above it.
pub(super) const Y: f64 = 136.0;
pub(super) const RISE: f64 = 72.0;
pub(super) const HEIGHT: f64 = Y + 68.0;

/// The ends of the line.
pub(super) const fn ends(width: f64) -> (f64, f64) {
    (14.0, width - 14.0)
}

/// From counts to heights: `limit` stands at the top.
pub(super) fn rise(limit: f64) -> Linear {
    Linear::new((0.0, limit), (Y, Y - RISE))
}

/// The line of time with its arrow, now across it, and labels for now and for other times, on lines below.
pub(super) fn line(pen: &mut Pen<'_>, x: &Linear, now: f64, others: &[f64]) {
    let ends = ends(pen.scene.width);
    pen.across(ends, Y, Role::Ink, 1.5);
    pen.arrow_head((ends.1 + 6.0, Y), (1.0, 0.0), 8.0, Role::Ink);
    pen.down(x.within(now), (Y - RISE - 14.0, Y + 10.0), Role::Cursor, 2.0);
    let edges = (2.0, pen.scene.width - 2.0);
    let lines = [Y + 24.0, Y + 41.0];
    let mut taken = Vec::new();
    let text = pen.say("picture.now", &[("now", now, Unit::Millis)]);
    pen.text_free(&mut taken, (x.within(now), &lines), &text, Font::BODY.bold(), edges);
    for at in others {
        pen.down(x.within(*at), (Y, Y + 6.0), Role::Muted, 1.0);
        let text = pen.say("chart.at", &[("at", *at, Unit::Millis)]);
        pen.text_free(&mut taken, (x.within(*at), &lines), &text, Font::SMALL, edges);
    }
}

/// The limit as a dashed line at the top, with its label.
pub(super) fn limit(pen: &mut Pen<'_>, (left, right): Point, limit: f64) {
    let y = Y - RISE;
    pen.dashes((left, y), (right, y), Role::Bound, 1.25);
    let text = pen.say("line.limit", &[("at", limit, Unit::Plain)]);
    let edges = (2.0, pen.scene.width - 2.0);
    let font = Font::BODY.in_role(Role::Bound);
    pen.text_within((right, y - 18.0), &text, font, crate::chart::scene::Align::End, edges);
}

/// The accepted requests since a time, at their times: dots that stack, or bars where they would rise too high.
pub(super) fn accepted(pen: &mut Pen<'_>, moment: &Moment<'_>, x: &Linear, since_ms: f64, faint_before: f64) {
    const STEP: f64 = 9.0;
    let (left, right) = ends(pen.scene.width);
    let columns = index((right - left) / STEP, 512).max(1);
    let mut counts = vec![(0.0, false); columns];
    for (step, decision) in moment.earlier() {
        let at = decision.now.as_millis_f64();
        if at < since_ms {
            break;
        }
        if decision.verdict.passes() {
            let column = &mut counts[index((x.within(at) - left) / STEP, columns - 1)];
            column.0 += crate::chart::scale::float(moment.run.trace.arrivals[step].cost);
            column.1 |= at > faint_before;
        }
    }
    let most = counts.iter().map(|column| column.0).fold(1.0, f64::max);
    let unit = (STEP - 0.5).min((RISE - 8.0) / most);
    for (at, (n, inside)) in counts.into_iter().enumerate().filter(|(_, (n, _))| *n > 0.0) {
        let middle = left + STEP * (count(at) + 0.5);
        let opacity = if inside { 1.0 } else { 0.3 };
        if unit < STEP - 1.0 {
            pen.rectangle([middle - 3.5, Y - 1.0 - unit * n, 7.0, unit * n], 0.0, Role::Allowed, opacity);
            continue;
        }
        let mut level = 0.0;
        while level < n {
            pen.disc((middle, Y - 5.5 - unit * level), 3.75, Role::Allowed, opacity);
            level += 1.0;
        }
    }
}
