//! The leaky bucket as a meter: water that leaks away, and the request that wants to pour its cost on top.

use super::Moment;
use super::vessel::{SIZE, Vessel};
use crate::chart::pen::Pen;
use crate::chart::scene::Role;
use crate::chart::words;
use crate::limiter::Outcome;

const TOP: f64 = 22.0;

pub(super) const HEIGHT: f64 = TOP + SIZE.1 + 66.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let (before, after, burst) = (moment.before, moment.after, moment.rule.most);
    let vessel = Vessel::new(pen.scene.width, TOP);
    let y = vessel.scale(burst, 30.0);
    vessel.fill(pen, y.within(before.min(after)), 0.85);
    let surface = y.within(before);
    if after > before {
        // What the request has just poured in.
        vessel.layer(pen, (y.within(after), surface), Role::Level, 0.4);
    }
    if moment.is(Outcome::Refused) {
        // It would rise above the brim, however far; the vessel's rim is where the picture ends.
        let upper = y.at(before + moment.cost).max(vessel.top + 4.0);
        vessel.layer(pen, (upper, surface), Role::Refused, 0.16);
        vessel.dashes(pen, upper, Role::Refused);
    }
    vessel.ticks(pen, &y);
    vessel.wall(pen);
    pen.disc((vessel.middle(), vessel.bottom + 9.0), 3.5, Role::Level, 0.75);
    pen.disc((vessel.middle(), vessel.bottom + 20.0), 2.5, Role::Level, 0.45);
    vessel.rate(pen, moment, vessel.bottom + 37.0);
    vessel.amount(pen, moment, &words::WATER, 58.0);
    vessel.request(pen, moment, -1.0, &words::OVER, (before + moment.cost - burst).max(0.0));
}
