//! The leaky bucket as a meter: water that leaks away, and the request that wants to pour its cost on top.

use super::vessel::{SIZE, Vessel};
use super::{Moment, at_mouth, rate};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::float;
use crate::chart::scene::{Align, Role};
use crate::limiter::{Outcome, Snapshot, Unit};
use crate::time::Nanos;

const TOP: f64 = 22.0;

pub(super) const HEIGHT: f64 = TOP + SIZE.1 + 66.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, [permits, burst]: [u64; 2], period: Nanos) {
    let (before, after) = match moment.states() {
        (Snapshot::LeakyBucketMeter { water: before, .. }, Snapshot::LeakyBucketMeter { water: after, .. }) => {
            (before, after)
        }
        _ => return,
    };
    let vessel = Vessel::new(pen.scene.width, TOP);
    let edges = (2.0, pen.scene.width - 2.0);
    let y = vessel.scale(float(burst), 30.0);
    vessel.fill(pen, y.within(before.min(after)), Role::Level, 0.85);
    if after > before {
        // What the request has just poured in.
        vessel.layer(pen, (y.within(after), y.within(before)), Role::Level, 0.4);
    }
    if moment.outcome() == Some(Outcome::Refused) {
        // It would rise above the brim, however far; the vessel's rim is where the picture ends.
        let upper = y.at(before + moment.cost()).max(vessel.top + 4.0);
        vessel.layer(pen, (upper, y.within(before)), Role::Refused, 0.16);
        vessel.dashes(pen, upper, Role::Refused);
    }
    vessel.ticks(pen, &y);
    vessel.wall(pen);
    let middle = vessel.middle();
    for (down, radius, opacity) in [(9.0, 3.5, 0.75), (20.0, 2.5, 0.45)] {
        pen.disc((middle, vessel.bottom + down), radius, Role::Level, opacity);
    }
    let text = rate(pen, permits, period);
    pen.text_within((middle, vessel.bottom + 37.0), &text, Font::BODY, Align::Middle, edges);
    let values = [("water", after, Unit::Plain), ("burst", float(burst), Unit::Plain)];
    let label = pen.say("picture.leaky-bucket-meter", &values);
    pen.text_within((middle, vessel.bottom + 58.0), &label, Font::LARGE, Align::Middle, edges);
    at_mouth(pen, moment, &vessel, after > before, [("over", (before + moment.cost() - float(burst)).max(0.0))]);
}
