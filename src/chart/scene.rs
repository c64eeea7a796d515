//! A scene: a picture as a list of drawing operations, in CSS pixels, with roles in place of colours.

use crate::limiter::Outcome;
use crate::sim::explain::Message;

/// How many roles there are, and so how many colours a page gives.
pub const ROLES: usize = 11;

/// What a colour stands for; the page says which colour that is, in light and in dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// The page behind the picture.
    Paper = 0,
    /// Text and firm lines.
    Ink = 1,
    /// Secondary text: axis labels, units.
    Muted = 2,
    /// Grid lines and frames.
    Grid = 3,
    /// The level of a limiter: its curve, its tokens, its water.
    Level = 4,
    /// Lines that bound the level: capacity, tolerance, limit.
    Bound = 5,
    /// The current step.
    Cursor = 6,
    /// Allowed.
    Allowed = 7,
    /// Delayed.
    Delayed = 8,
    /// Refused.
    Refused = 9,
    /// Impossible.
    Impossible = 10,
}

impl Role {
    /// The role of an outcome's mark.
    #[must_use]
    pub const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Allowed => Self::Allowed,
            Outcome::Delayed => Self::Delayed,
            Outcome::Refused => Self::Refused,
            Outcome::Impossible => Self::Impossible,
        }
    }
}

/// Where a text's `x` lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say it")]
pub enum Align {
    Start,
    Middle,
    End,
}

/// A point, x to the right and y down.
pub type Point = (f64, f64);

/// One drawing operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A line through points.
    Line {
        /// The corners.
        points: Vec<Point>,
        /// Its colour.
        role: Role,
        /// Its width.
        width: f64,
        /// How much of the colour: 0 to 1.
        opacity: f64,
        /// Whether it is dashed.
        dashed: bool,
    },
    /// A filled shape.
    Area {
        /// The corners; the last is joined to the first.
        points: Vec<Point>,
        /// Its colour.
        role: Role,
        /// How much of the colour: 0 to 1.
        opacity: f64,
    },
    /// A rectangle with rounded corners, filled.
    Box {
        /// Left, top, width, height.
        area: [f64; 4],
        /// The corners' radius.
        radius: f64,
        /// Its colour.
        role: Role,
        /// How much of the colour: 0 to 1.
        opacity: f64,
    },
    /// A circle, filled, or a ring where `ring` is its line width.
    Disc {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        role: Role,
        /// How much of the colour: 0 to 1.
        opacity: f64,
        /// The width of the ring; 0 fills the circle.
        ring: f64,
    },
    /// A request's mark: filled dot, half dot, cross or barred square.
    Mark {
        /// Its centre.
        at: Point,
        /// Half its size.
        radius: f64,
        /// What it shows, by shape and colour.
        outcome: Outcome,
        /// How much of the colour: 0 to 1.
        opacity: f64,
    },
    /// A line of text; `y` is its baseline.
    Text {
        /// The anchor.
        at: Point,
        /// What it says.
        text: String,
        /// Its colour.
        role: Role,
        /// Its font size.
        size: f64,
        /// Whether it is bold.
        bold: bool,
        /// Where the anchor lies in it.
        align: Align,
    },
}

/// A part of the picture that stands for a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Left, top, width, height.
    pub area: [f64; 4],
    /// The step, counted from 0.
    pub step: usize,
    /// The limiter's row.
    pub row: usize,
}

/// A finished picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// In CSS pixels.
    pub width: f64,
    /// In CSS pixels.
    pub height: f64,
    /// What to draw, back to front.
    pub ops: Vec<Op>,
    /// What can be pointed at.
    pub targets: Vec<Target>,
}

/// Puts labels into a language: the page's own words in a browser, plain English in tests.
pub trait Words {
    /// The text for a message.
    fn say(&self, message: &Message) -> String;
    /// The width of a text in CSS pixels.
    fn width(&self, text: &str, size: f64, bold: bool) -> f64;
}
