//! The token bucket: a vessel of tokens, the drip that fills it, the request that takes from it.

use super::Moment;
use super::vessel::{SIZE, Vessel};
use crate::chart::pen::Pen;
use crate::chart::scale::{count, index};
use crate::chart::scene::Role;
use crate::chart::words;
use crate::limiter::Outcome;

/// The most tokens that are drawn one by one.
const DISCS: f64 = 30.0;
const TOP: f64 = 46.0;

pub(super) const HEIGHT: f64 = TOP + SIZE.1 + 34.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let (before, after, burst) = (moment.before, moment.after, moment.rule.most);
    let vessel = Vessel::new(pen.scene.width, TOP);
    vessel.rate(pen, moment, 12.0);
    pen.disc((vessel.middle(), 23.0), 2.5, Role::Level, 0.45);
    pen.disc((vessel.middle(), 33.0), 3.5, Role::Level, 0.75);
    // Tokens that were taken, or tokens that are missing, stand above those that are left.
    let missing = if moment.is(Outcome::Refused) { moment.cost } else { after };
    let amounts = [after, before.max(after), missing];
    if burst <= DISCS && before <= burst {
        discs(pen, &vessel, burst, amounts);
    } else {
        level(pen, &vessel, burst, amounts);
    }
    vessel.wall(pen);
    vessel.amount(pen, moment, &words::TOKENS, 24.0);
    vessel.request(pen, moment, 1.0, &words::MISSING, (moment.cost - before).max(0.0));
}

/// Tokens one by one: those that are left, the part of the next one, rings for those just taken or still missing.
fn discs(pen: &mut Pen<'_>, vessel: &Vessel, burst: f64, [after, taken, missing]: [f64; 3]) {
    let (wide, high) = (SIZE.0 - 20.0, SIZE.1 - 16.0);
    // As many columns as make the discs largest.
    let (mut across, mut columns, mut cell) = (1, 1.0, 0.0);
    for tried in 1..=8 {
        let tried_columns = count(tried);
        let size = (wide / tried_columns).min(high / (burst / tried_columns).ceil());
        if size > cell {
            (across, columns, cell) = (tried, tried_columns, size);
        }
    }
    let cell = cell.min(44.0);
    let radius = cell / 2.0 - 2.5;
    let inset = vessel.left + (SIZE.0 - cell * columns) / 2.0;
    for place in 0..index(burst, 64) {
        let (column, line) = (count(place % across), count(place / across));
        let at = (inset + cell * (column + 0.5), vessel.bottom - 8.0 - cell * (line + 0.5));
        let here = count(place);
        let share = (after - here).clamp(0.0, 1.0);
        let lacking = here < missing - 1e-9 && after < missing;
        if share >= 1.0 {
            pen.disc(at, radius, Role::Level, 1.0);
            continue;
        }
        if here < taken - 1e-9 && after < taken {
            pen.disc(at, radius, Role::Level, 0.1);
        } else if !lacking && share <= 0.0 {
            pen.ring(at, radius, Role::Muted, 1.0, 0.4);
            continue;
        }
        pen.part_disc(at, radius, share, Role::Level);
        if lacking {
            pen.ring(at, radius, Role::Refused, 2.0, 1.0);
        }
    }
}

/// Tokens as a filled level, with a scale along the left wall.
fn level(pen: &mut Pen<'_>, vessel: &Vessel, burst: f64, [after, taken, missing]: [f64; 3]) {
    let y = vessel.scale(burst, 12.0);
    if after < taken {
        vessel.fill(pen, y.within(taken), 0.18);
    }
    vessel.fill(pen, y.within(after), 0.85);
    if after < taken {
        vessel.dashes(pen, y.within(taken), Role::Level);
    }
    if after < missing {
        vessel.dashes(pen, y.within(missing), Role::Refused);
    }
    vessel.ticks(pen, &y);
}
