//! The token bucket: a vessel of tokens, the drip that fills it, the request that takes from it.

use super::vessel::{SIZE, Vessel};
use super::{Moment, at_mouth, rate};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{count, float, index};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Outcome, Snapshot, Unit};
use crate::time::Nanos;

/// The most tokens that are drawn one by one.
const DISCS: u64 = 30;
const TOP: f64 = 46.0;

pub(super) const HEIGHT: f64 = TOP + SIZE.1 + 34.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, [permits, burst]: [u64; 2], period: Nanos) {
    let (before, after) = match moment.states() {
        (Snapshot::TokenBucket { tokens: before, .. }, Snapshot::TokenBucket { tokens: after, .. }) => (before, after),
        _ => return,
    };
    let vessel = Vessel::new(pen.scene.width, TOP);
    let edges = (2.0, pen.scene.width - 2.0);
    let text = rate(pen, permits, period);
    pen.text_within((vessel.middle(), 12.0), &text, Font::BODY, Align::Middle, edges);
    for (y, radius, opacity) in [(23.0, 2.5, 0.45), (33.0, 3.5, 0.75)] {
        pen.disc((vessel.middle(), y), radius, Role::Level, opacity);
    }
    // Tokens that were taken, or tokens that are missing, stand above those that are left.
    let missing = if moment.outcome() == Some(Outcome::Refused) { moment.cost() } else { after };
    let amounts = [after, before.max(after), missing];
    if burst <= DISCS && before <= float(burst) {
        discs(pen, &vessel, burst, amounts);
    } else {
        level(pen, &vessel, float(burst), amounts);
    }
    vessel.wall(pen);
    let values = [("tokens", after, Unit::Plain), ("burst", float(burst), Unit::Plain)];
    let label = pen.say("picture.token-bucket", &values);
    pen.text_within((vessel.middle(), vessel.bottom + 24.0), &label, Font::LARGE, Align::Middle, edges);
    at_mouth(pen, moment, &vessel, after < before, [("missing", (moment.cost() - before).max(0.0))]);
}

/// Tokens one by one: those that are left, the part of the next one, rings for those just taken or still missing.
fn discs(pen: &mut Pen<'_>, vessel: &Vessel, burst: u64, [after, taken, missing]: [f64; 3]) {
    let (wide, high) = (SIZE.0 - 20.0, SIZE.1 - 16.0);
    // As many columns as make the discs largest.
    let size = |columns: f64| (wide / columns).min(high / (float(burst) / columns).ceil());
    let larger = |best: f64, columns: f64| if size(columns) > size(best) { columns } else { best };
    let columns = (1..=8).map(f64::from).fold(1.0, larger);
    let cell = size(columns).min(44.0);
    let radius = cell / 2.0 - 2.5;
    let inset = vessel.left + (SIZE.0 - cell * columns) / 2.0;
    let places = index(float(burst), 64);
    let across = index(columns, 8);
    for place in 0..places {
        let (column, line) = (count(place % across), count(place / across));
        let at = (inset + cell * (column + 0.5), vessel.bottom - 8.0 - cell * (line + 0.5));
        let here = count(place);
        let share = (after - here).clamp(0.0, 1.0);
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
            pen.ring(at, radius, Role::Muted, 1.0, 0.4);
        }
    }
}

/// Tokens as a filled level, with a scale along the left wall.
fn level(pen: &mut Pen<'_>, vessel: &Vessel, burst: f64, [after, taken, missing]: [f64; 3]) {
    let y = vessel.scale(burst, 12.0);
    let mut dashes = Vec::new();
    if after < taken {
        vessel.fill(pen, y.within(taken), Role::Level, 0.18);
        dashes.push((taken, Role::Level));
    }
    vessel.fill(pen, y.within(after), Role::Level, 0.85);
    if after < missing {
        dashes.push((missing, Role::Refused));
    }
    for (value, role) in dashes {
        vessel.dashes(pen, y.within(value), role);
    }
    vessel.ticks(pen, &y);
}
