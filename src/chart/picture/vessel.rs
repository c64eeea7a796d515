//! A vessel: open at the top, round at the bottom, filled with tokens or with water.

use super::{Moment, rate, request, retry};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, Step};
use crate::chart::scene::{Align, Point, Role};
use crate::chart::words::Label;
use crate::limiter::Outcome;

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
        self.left + SIZE.0 / 2.0
    }

    /// From amounts to heights, where so much reaches a line that leaves `headroom` below the rim.
    pub(super) fn scale(&self, full: f64, headroom: f64) -> Linear {
        Linear::new((0.0, full), (self.bottom - 1.0, self.top + headroom))
    }

    /// The wall.
    pub(super) fn wall(&self, pen: &mut Pen<'_>) {
        pen.line(self.outline(self.top, f64::INFINITY, 6.0), Role::Ink, 2.0, 1.0);
    }

    /// What is in it, from the bottom up to a height.
    pub(super) fn fill(&self, pen: &mut Pen<'_>, surface: f64, opacity: f64) {
        if surface < self.bottom - 1.0 {
            self.layer(pen, (surface, f64::INFINITY), Role::Level, opacity);
        }
    }

    /// A layer between two heights; it follows the wall where it reaches into the round part.
    #[inline(never)]
    pub(super) fn layer(&self, pen: &mut Pen<'_>, (upper, lower): (f64, f64), role: Role, opacity: f64) {
        pen.area(self.outline(upper.max(self.top), lower, 0.0), role, opacity);
    }

    /// A dashed line from wall to wall.
    #[inline(never)]
    pub(super) fn dashes(&self, pen: &mut Pen<'_>, y: f64, role: Role) {
        let inset = self.inset(y);
        pen.dashes((self.left + inset, y), (self.right - inset, y), role, 1.5);
    }

    /// How far the wall has come in at a height.
    #[inline(never)]
    fn inset(&self, y: f64) -> f64 {
        let deep = (y - (self.bottom - RADIUS)).clamp(0.0, RADIUS);
        RADIUS - (RADIUS * RADIUS - deep * deep).sqrt()
    }

    /// The inside from a height down to another and up again, with a lip of so many pixels on each side.
    #[inline(never)]
    fn outline(&self, from: f64, to: f64, lip: f64) -> Vec<Point> {
        let inset = self.inset(from);
        let mut points = vec![(self.left + inset - lip, from), (self.left + inset, from)];
        // The round corners: the left one as it goes down, then the right one as it comes up. The second half of a
        // quarter circle is the first with its sides changed.
        for (aside, down) in QUARTER {
            self.corner(&mut points, self.left + RADIUS * (1.0 - aside), down, (from, to));
        }
        if to < self.bottom {
            let inset = self.inset(to);
            points.extend_from_slice(&[(self.left + inset, to), (self.right - inset, to)]);
        }
        for (down, aside) in QUARTER {
            self.corner(&mut points, self.right - RADIUS * (1.0 - aside), down, (from, to));
        }
        points.extend_from_slice(&[(self.right - inset, from), (self.right - inset + lip, from)]);
        points
    }

    /// A point of a round corner, where it lies between two heights.
    fn corner(&self, points: &mut Vec<Point>, x: f64, down: f64, (from, to): (f64, f64)) {
        let y = self.bottom - RADIUS + RADIUS * down;
        if from < y && y <= to {
            points.push((x, y));
        }
    }

    /// Ticks along the left wall, with their numbers outside where there is room, and the line of the full amount.
    #[inline(never)]
    pub(super) fn ticks(&self, pen: &mut Pen<'_>, y: &Linear) {
        let full = y.domain().1;
        let ticks = Step::counting(full / 4.0).ticks(0.0, full);
        let top = y.at(full);
        self.number(pen, full, top, Role::Bound);
        for tick in &ticks {
            let at = y.at(*tick);
            if *tick > 0.0 && at - top >= 13.0 {
                self.number(pen, *tick, at, Role::Muted);
            }
        }
        for tick in &ticks {
            if *tick > 0.0 {
                pen.across((self.left, self.left + 7.0), y.at(*tick), Role::Ink, 1.0);
            }
        }
        self.dashes(pen, top, Role::Bound);
    }

    #[inline(never)]
    fn number(&self, pen: &mut Pen<'_>, value: f64, y: f64, role: Role) {
        pen.small_number((self.left - 8.0, y + 4.0), value, role, self.left - 8.0);
    }

    /// The rate, in the middle.
    #[inline(never)]
    pub(super) fn rate(&self, pen: &mut Pen<'_>, moment: &Moment<'_>, y: f64) {
        let text = rate(pen, moment);
        pen.put((self.middle(), y), text, Font::BODY, Align::Middle);
    }

    /// The amount out of the most, below the vessel.
    #[inline(never)]
    pub(super) fn amount(&self, pen: &mut Pen<'_>, moment: &Moment<'_>, label: &Label, below: f64) {
        let at = (self.middle(), self.bottom + below);
        pen.label_of(at, label, moment.after, moment.rule.most, Font::LARGE, Align::Middle);
    }

    /// The request at the mouth, with what it lacks where it was refused, and with an arrow if it moved anything:
    /// out of the vessel where `way` is 1, into it where that is -1.
    #[inline(never)]
    pub(super) fn request(&self, pen: &mut Pen<'_>, moment: &Moment<'_>, way: f64, label: &Label, lack: f64) {
        let Some(outcome) = moment.outcome else { return };
        let (x, y) = (self.right + 34.0, self.top + 22.0);
        let role = Role::of(outcome);
        pen.segment((self.right + 8.0, y), (x - 9.0, y), role, 1.5, 1.0);
        if (moment.before - moment.after) * way > 0.0 {
            let tip = if way > 0.0 { x - 5.0 } else { self.right + 5.0 };
            pen.arrow_head((tip, y), (way, 0.0), 7.0, role);
        }
        request(pen, moment, (x, y), pen.scene.width - 2.0);
        let edges = (x, pen.scene.width - 2.0);
        let mut baseline = y + 46.0;
        if outcome == Outcome::Refused {
            let text = pen.say(label, &[lack]);
            pen.text_within((x, baseline), text, Font::BODY, Align::Start, edges);
            baseline += 17.0;
        }
        let text = retry(pen, moment);
        pen.text_within((x, baseline), text, Font::BODY, Align::Start, edges);
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
