//! The token bucket: a vessel of tokens, the drip that fills it, the request that takes from it.

use super::{Moment, request};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, Step, count, float, index};
use crate::chart::scene::{Align, Point, Role};
use crate::limiter::{Outcome, Snapshot, Unit};
use crate::time::Nanos;

/// The most tokens that are drawn one by one.
const DISCS: u64 = 30;
const VESSEL: (f64, f64) = (148.0, 128.0);
const TOP: f64 = 46.0;

pub(super) const fn height(_width: f64) -> f64 {
    TOP + VESSEL.1 + 34.0
}

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, [permits, burst]: [u64; 2], period: Nanos) {
    let (before, after) = match moment.states() {
        (Snapshot::TokenBucket { tokens: before, .. }, Snapshot::TokenBucket { tokens: after, .. }) => (before, after),
        _ => return,
    };
    // The vessel stands left of the middle and leaves the right for the request.
    let width = pen.scene.width;
    let aside = 128.0_f64.min(width - VESSEL.0 - 40.0);
    let left = ((width - VESSEL.0 - 28.0 - aside) / 2.0).max(4.0).floor();
    let (right, bottom) = (left + VESSEL.0, TOP + VESSEL.1);
    drip(pen, (left, right), permits, period);
    let cost = moment.cost();
    let outcome = moment.outcome();
    // Tokens that were taken, and tokens that are missing, stand above those that are left.
    let taken = if after < before { before } else { after };
    let missing = if outcome == Some(Outcome::Refused) { cost } else { after };
    if burst <= DISCS {
        discs(pen, (left, bottom), burst, [after, taken, missing]);
    } else {
        level(pen, [left, TOP, right, bottom], burst, [after, taken, missing]);
    }
    vessel(pen, [left, TOP, right, bottom]);
    let label =
        pen.say("picture.token-bucket", &[("tokens", after, Unit::Plain), ("burst", float(burst), Unit::Plain)]);
    pen.text_within(
        (f64::midpoint(left, right), bottom + 24.0),
        &label,
        Font::LARGE,
        Align::Middle,
        (2.0, width - 2.0),
    );
    if outcome.is_some() {
        let y = TOP + 22.0;
        let x = right + 34.0;
        let role = outcome.map_or(Role::Muted, Role::of);
        pen.line(vec![(right + 8.0, y), (x - 9.0, y)], role, 1.5, 1.0);
        if after < before {
            pen.arrow_head((x - 5.0, y), (1.0, 0.0), 7.0, role);
        }
        request(pen, moment, (x, y), width - 2.0);
        reason(pen, moment, (x, y + 46.0), [before, cost]);
    }
}

/// How many tokens the request lacks, and when they will be there.
fn reason(pen: &mut Pen<'_>, moment: &Moment<'_>, (x, y): Point, [before, cost]: [f64; 2]) {
    let edges = (x, pen.scene.width - 2.0);
    match moment.outcome() {
        Some(Outcome::Refused) => {
            let text = pen.say("picture.missing", &[("tokens", (cost - before).max(0.0), Unit::Plain)]);
            pen.text_within((x, y), &text, Font::BODY, Align::Start, edges);
            if let Some(wait) = moment.retry_ms() {
                let text = pen.say("chart.retry", &[("wait", wait, Unit::Millis)]);
                pen.text_within((x, y + 17.0), &text, Font::BODY, Align::Start, edges);
            }
        }
        Some(Outcome::Impossible) => {
            let text = pen.say("picture.never", &[]);
            pen.text_within((x, y), &text, Font::BODY, Align::Start, edges);
        }
        _ => {}
    }
}

/// The pipe and its drops, with the rate.
fn drip(pen: &mut Pen<'_>, (left, right): (f64, f64), permits: u64, period: Nanos) {
    let middle = f64::midpoint(left, right);
    let rate = [("permits", float(permits), Unit::Plain), ("period", period.as_millis_f64(), Unit::Millis)];
    let text = pen.say("picture.rate", &rate);
    pen.text_within((middle, 12.0), &text, Font::BODY, Align::Middle, (2.0, pen.scene.width - 2.0));
    for (y, radius, opacity) in [(23.0, 2.5, 0.45), (33.0, 3.5, 0.75)] {
        pen.disc((middle, y), radius, Role::Level, opacity);
    }
}

/// The vessel's wall: open at the top, round at the bottom.
fn vessel(pen: &mut Pen<'_>, [left, top, right, bottom]: [f64; 4]) {
    pen.line(wall([left, top, right, bottom], 20.0, 6.0), Role::Ink, 2.0, 1.0);
}

/// The wall as points, with a lip of so many pixels on each side.
fn wall([left, top, right, bottom]: [f64; 4], radius: f64, lip: f64) -> Vec<Point> {
    const SIDES: u32 = 8;
    let mut points = vec![(left - lip, top), (left, top)];
    let corner = |centre: Point, from: f64, points: &mut Vec<Point>| {
        for side in 0..=SIDES {
            let turn = from - core::f64::consts::FRAC_PI_2 * f64::from(side) / f64::from(SIDES);
            points.push((centre.0 + radius * libm::cos(turn), centre.1 + radius * libm::sin(turn)));
        }
    };
    corner((left + radius, bottom - radius), core::f64::consts::PI, &mut points);
    corner((right - radius, bottom - radius), core::f64::consts::FRAC_PI_2, &mut points);
    points.extend([(right, top), (right + lip, top)]);
    points
}

/// Tokens one by one: those that are left, the part of the next one, rings for those just taken or still missing.
fn discs(pen: &mut Pen<'_>, (left, bottom): Point, burst: u64, [after, taken, missing]: [f64; 3]) {
    let (wide, high) = (VESSEL.0 - 20.0, VESSEL.1 - 16.0);
    // As many columns as make the discs largest.
    let size = |columns: f64| (wide / columns).min(high / (float(burst) / columns).ceil());
    let columns =
        (1..=8).map(f64::from).fold(1.0, |best, columns| if size(columns) > size(best) { columns } else { best });
    let cell = size(columns).min(44.0);
    let radius = cell / 2.0 - 2.5;
    let inset = left + (VESSEL.0 - cell * columns) / 2.0;
    let places = index(float(burst), 64);
    let across = index(columns, 8);
    for place in 0..places {
        let (column, line) = (count(place % across), count(place / across));
        let at = (inset + cell * (column + 0.5), bottom - 8.0 - cell * (line + 0.5));
        let here = count(place);
        let share = (after - here).max(0.0).min(1.0);
        if share >= 1.0 {
            pen.disc(at, radius, Role::Level, 1.0);
        } else if here < taken - 1e-9 && after < taken {
            pen.disc(at, radius, Role::Level, 0.1);
            pen.part_disc(at, radius, share, Role::Level);
        } else if here < missing - 1e-9 && after < missing {
            pen.part_disc(at, radius, share, Role::Level);
            pen.ring(at, radius, Role::Refused, 2.0, 1.0);
        } else if share > 0.0 {
            pen.part_disc(at, radius, share, Role::Level);
        } else {
            pen.ring(at, radius, Role::Grid, 1.25, 1.0);
        }
    }
}

/// Tokens as a filled level, with a scale inside the left wall.
fn level(pen: &mut Pen<'_>, [left, top, right, bottom]: [f64; 4], burst: u64, [after, taken, missing]: [f64; 3]) {
    let full = top + 12.0;
    let y = Linear::new((0.0, float(burst)), (bottom - 1.0, full));
    let fill = |pen: &mut Pen<'_>, value: f64, opacity: f64| {
        if value > 0.0 {
            let mut points = wall(
                [left, y.within(value).min(bottom - 1.0), right, bottom],
                20.0_f64.min(bottom - y.within(value)),
                0.0,
            );
            points.dedup();
            pen.area(points, Role::Level, opacity);
        }
    };
    if after < taken {
        fill(pen, taken, 0.18);
        pen.dashes((left, y.within(taken)), (right, y.within(taken)), Role::Level, 1.25);
    }
    fill(pen, after, 0.85);
    if after < missing {
        pen.dashes((left, y.within(missing)), (right, y.within(missing)), Role::Refused, 1.5);
    }
    let step = Step::decimal(float(burst) / 4.0);
    for tick in step.ticks(0.0, float(burst)).filter(|tick| *tick > 0.0) {
        pen.across((left, left + 7.0), y.at(tick), Role::Ink, 1.0);
        let text = pen.number(tick);
        if pen.width(&text, Font::SMALL) < left - 8.0 {
            pen.text((left - 6.0, y.at(tick) + 4.0), text, Font::SMALL, Align::End);
        }
    }
    pen.dashes((left, full), (right, full), Role::Bound, 1.25);
}
