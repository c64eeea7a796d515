//! A vessel: open at the top, round at the bottom, filled with tokens or with water.

use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, Step};
use crate::chart::scene::{Align, Point, Role};

/// Its width and height.
pub(super) const SIZE: (f64, f64) = (148.0, 128.0);

/// A vessel's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vessel {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Vessel {
    /// A little left of the middle, so that the request has room at its right.
    pub(super) fn new(width: f64, top: f64) -> Self {
        let aside = 128.0_f64.min(width - SIZE.0 - 40.0);
        let left = ((width - SIZE.0 - 28.0 - aside) / 2.0).max(8.0).floor();
        Self { left, top, right: left + SIZE.0, bottom: top + SIZE.1 }
    }

    pub(super) const fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }

    /// From amounts to heights, where so much reaches a line that leaves `headroom` below the rim.
    pub(super) fn scale(&self, full: f64, headroom: f64) -> Linear {
        Linear::new((0.0, full), (self.bottom - 1.0, self.top + headroom))
    }

    /// The wall.
    pub(super) fn wall(&self, pen: &mut Pen<'_>) {
        pen.line(self.outline(self.top, 6.0), Role::Ink, 2.0, 1.0);
    }

    /// What is in it, from the bottom up to a height.
    pub(super) fn fill(&self, pen: &mut Pen<'_>, surface: f64, role: Role, opacity: f64) {
        if surface < self.bottom - 1.0 {
            pen.area(self.outline(surface.max(self.top), 0.0), role, opacity);
        }
    }

    /// A layer between two heights; it follows the wall where it reaches into the round part.
    pub(super) fn layer(&self, pen: &mut Pen<'_>, (upper, lower): (f64, f64), role: Role, opacity: f64) {
        let mut points = self.outline(upper.max(self.top), 0.0);
        points.retain(|(_, y)| *y <= lower);
        let inset = self.inset(lower);
        let half = points.len() / 2;
        points.insert(half, (self.left + inset, lower));
        points.insert(half + 1, (self.right - inset, lower));
        pen.area(points, role, opacity);
    }

    /// A dashed line from wall to wall.
    pub(super) fn dashes(&self, pen: &mut Pen<'_>, y: f64, role: Role) {
        let inset = self.inset(y);
        pen.dashes((self.left + inset, y), (self.right - inset, y), role, 1.5);
    }

    /// How far the wall has come in at a height.
    fn inset(&self, y: f64) -> f64 {
        let deep = (y - (self.bottom - RADIUS)).clamp(0.0, RADIUS);
        RADIUS - (RADIUS * RADIUS - deep * deep).sqrt()
    }

    /// The inside from a height down and up again, with a lip of so many pixels on each side.
    fn outline(&self, from: f64, lip: f64) -> Vec<Point> {
        let inset = self.inset(from);
        let mut points = vec![(self.left + inset - lip, from), (self.left + inset, from)];
        // The round corners: the left one as it goes down, then the right one as it comes up.
        let low = self.bottom - RADIUS;
        let left = QUARTER.iter().map(|(aside, down)| (self.left + RADIUS * (1.0 - aside), low + RADIUS * down));
        let right =
            QUARTER.iter().rev().map(|(aside, down)| (self.right - RADIUS * (1.0 - aside), low + RADIUS * down));
        points.extend(left.chain(right).filter(|(_, y)| *y > from));
        points.extend([(self.right - inset, from), (self.right - inset + lip, from)]);
        points
    }

    /// Ticks along the left wall, with their numbers outside where there is room, and the line of the full amount.
    pub(super) fn ticks(&self, pen: &mut Pen<'_>, y: &Linear) {
        let full = y.domain().1;
        let step = match Step::decimal(full / 4.0) {
            step if step.length() < 1.0 => Step::whole(1.0),
            step => step,
        };
        let mut number = |value: f64, role: Role| {
            let text = pen.number(value);
            if pen.width(&text, Font::SMALL) < self.left - 8.0 {
                pen.text((self.left - 8.0, y.at(value) + 4.0), text, Font::SMALL.in_role(role), Align::End);
            }
        };
        number(full, Role::Bound);
        let ticks = || step.ticks(0.0, full).filter(|tick| *tick > 0.0);
        ticks().filter(|tick| y.at(*tick) - y.at(full) >= 13.0).for_each(|tick| number(tick, Role::Muted));
        for tick in ticks() {
            pen.across((self.left, self.left + 7.0), y.at(tick), Role::Ink, 1.0);
        }
        self.dashes(pen, y.at(full), Role::Bound);
    }
}

const RADIUS: f64 = 20.0;

/// Cosine and sine of a right angle's eighths.
const QUARTER: [Point; 9] = [
    (1.0, 0.0),
    (0.980_785, 0.195_09),
    (0.923_88, 0.382_683),
    (0.831_47, 0.555_57),
    (core::f64::consts::FRAC_1_SQRT_2, core::f64::consts::FRAC_1_SQRT_2),
    (0.555_57, 0.831_47),
    (0.382_683, 0.923_88),
    (0.195_09, 0.980_785),
    (0.0, 1.0),
];
