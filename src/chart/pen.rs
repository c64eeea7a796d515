//! The helpers with which pictures are drawn.

use super::brush::segment;
use super::scene::{Align, Op, Point, Role, Scene, Words};
use super::words::message;
use crate::limiter::{Outcome, Unit};

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    /// Its size in CSS pixels.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
    /// Its colour.
    pub role: Role,
}

impl Font {
    /// Tick labels and units.
    pub const SMALL: Self = Self { size: 11.0, bold: false, role: Role::Muted };
    /// Labels.
    pub const BODY: Self = Self { size: 12.0, bold: false, role: Role::Ink };
    /// Labels that lead.
    pub const LEAD: Self = Self { size: 13.0, bold: true, role: Role::Ink };
    /// The one number of a picture.
    pub const LARGE: Self = Self { size: 15.0, bold: true, role: Role::Ink };

    /// The same in another colour.
    #[must_use]
    pub const fn in_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The same in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// Draws into a scene.
///
/// Its methods are called from everywhere and are kept out of line, which keeps the compiled pictures small.
pub struct Pen<'a> {
    /// What is drawn so far.
    pub scene: Scene,
    words: &'a dyn Words,
}

impl<'a> Pen<'a> {
    /// A pen on an empty scene.
    #[must_use]
    pub fn new(width: f64, height: f64, words: &'a dyn Words) -> Self {
        Self { scene: Scene { width, height, ..Scene::default() }, words }
    }

    /// The text for a key and numbers.
    #[must_use]
    #[inline(never)]
    pub fn say(&self, key: &str, values: &[(&'static str, f64, Unit)]) -> String {
        self.words.say(&message(key, values))
    }

    /// A plain number.
    #[must_use]
    #[inline(never)]
    pub fn number(&self, value: f64) -> String {
        self.say("number", &[("n", value, Unit::Plain)])
    }

    /// The width of a text.
    #[must_use]
    #[inline(never)]
    pub fn width(&self, text: &str, font: Font) -> f64 {
        self.words.width(text, font.size, font.bold)
    }

    /// A line through points.
    #[inline(never)]
    pub fn line(&mut self, points: Vec<Point>, role: Role, width: f64, opacity: f64) {
        self.scene.ops.push(Op::Line { points, role, width, opacity, dashed: false });
    }

    /// A dashed line between two points.
    #[inline(never)]
    pub fn dashes(&mut self, from: Point, to: Point, role: Role, width: f64) {
        self.scene.ops.push(Op::Line { points: vec![from, to], role, width, opacity: 1.0, dashed: true });
    }

    /// A line across.
    #[inline(never)]
    pub fn across(&mut self, (left, right): (f64, f64), y: f64, role: Role, width: f64) {
        self.line(vec![(left, y), (right, y)], role, width, 1.0);
    }

    /// A line down.
    #[inline(never)]
    pub fn down(&mut self, x: f64, (top, bottom): (f64, f64), role: Role, width: f64) {
        self.line(vec![(x, top), (x, bottom)], role, width, 1.0);
    }

    /// A filled polygon.
    #[inline(never)]
    pub fn area(&mut self, points: Vec<Point>, role: Role, opacity: f64) {
        self.scene.ops.push(Op::Area { points, role, opacity });
    }

    /// A filled rectangle: left, top, width, height.
    #[inline(never)]
    pub fn rectangle(&mut self, area: [f64; 4], radius: f64, role: Role, opacity: f64) {
        self.scene.ops.push(Op::Box { area, radius, role, opacity });
    }

    /// A filled circle.
    #[inline(never)]
    pub fn disc(&mut self, at: Point, radius: f64, role: Role, opacity: f64) {
        self.scene.ops.push(Op::Disc { at, radius, role, opacity, ring: 0.0 });
    }

    /// A ring; `radius` is that of its outer edge.
    #[inline(never)]
    pub fn ring(&mut self, at: Point, radius: f64, role: Role, width: f64, opacity: f64) {
        self.scene.ops.push(Op::Disc { at, radius: radius - width / 2.0, role, opacity, ring: width });
    }

    /// A disc of which a share is there: a ring, filled from below.
    #[inline(never)]
    pub fn part_disc(&mut self, at: Point, radius: f64, share: f64, role: Role) {
        self.ring(at, radius, role, 1.25, 0.55);
        // A part is seen to be neither nothing nor a whole, however near it comes to either.
        if share > 0.0 {
            self.area(segment(at, radius, share.clamp(0.06, 0.9)), role, 1.0);
        }
    }

    /// A request's mark.
    #[inline(never)]
    pub fn mark(&mut self, at: Point, radius: f64, outcome: Outcome, opacity: f64) {
        self.scene.ops.push(Op::Mark { at, radius, outcome, opacity });
    }

    /// An arrow head with its tip at `tip`, pointing along (dx, dy), a direction of length 1.
    #[inline(never)]
    pub fn arrow_head(&mut self, (x, y): Point, (dx, dy): Point, size: f64, role: Role) {
        let back = (x - dx * size, y - dy * size);
        let wing = size * 0.55;
        self.area(
            vec![(x, y), (back.0 - dy * wing, back.1 + dx * wing), (back.0 + dy * wing, back.1 - dx * wing)],
            role,
            1.0,
        );
    }

    /// A text that is known to fit where it is put.
    #[inline(never)]
    pub fn text(&mut self, at: Point, text: String, font: Font, align: Align) {
        if !text.is_empty() {
            let Font { size, bold, role } = font;
            self.scene.ops.push(Op::Text { at, text, role, size, bold, align });
        }
    }

    /// A text that is moved sideways to stay between two edges, and cut short if it is wider than they are.
    /// Gives where it begins and ends.
    #[inline(never)]
    pub fn text_within(
        &mut self,
        (x, y): Point,
        text: &str,
        font: Font,
        align: Align,
        (left, right): (f64, f64),
    ) -> (f64, f64) {
        let (text, width) = self.fitted(text, font, right - left);
        let wanted = match align {
            Align::Start => x,
            Align::Middle => x - width / 2.0,
            Align::End => x - width,
        };
        let begin = wanted.min(right - width).max(left);
        // Where it need not move it keeps its own anchor, so that a page's font may differ a little from the measure.
        if (begin - wanted).abs() < 0.01 {
            self.text((x, y), text, font, align);
        } else if begin < wanted {
            self.text((begin + width, y), text, font, Align::End);
        } else {
            self.text((begin, y), text, font, Align::Start);
        }
        (begin, begin + width)
    }

    /// A text on the first of some baselines on which it touches none of those put down before it; on the last in any
    /// case. Gives the baseline.
    #[inline(never)]
    pub fn text_free(
        &mut self,
        taken: &mut Vec<(f64, f64, f64)>,
        (x, lines): (f64, &[f64]),
        text: &str,
        font: Font,
        edges: (f64, f64),
    ) -> f64 {
        let width = self.width(text, font).min(edges.1 - edges.0);
        let begin = (x - width / 2.0).min(edges.1 - width).max(edges.0);
        let free = |line: f64| {
            !taken
                .iter()
                .any(|&(y, from, to)| (y - line).abs() < 14.0 && from < begin + width + 10.0 && begin < to + 10.0)
        };
        let line = lines.iter().copied().find(|line| free(*line)).or(lines.last().copied()).unwrap_or(0.0);
        let (from, to) = self.text_within((x, line), text, font, Align::Middle, edges);
        taken.push((line, from, to));
        line
    }

    /// A text cut short to a width, with its width.
    #[must_use]
    #[inline(never)]
    pub fn fitted(&self, text: &str, font: Font, room: f64) -> (String, f64) {
        let width = self.width(text, font);
        if width <= room {
            return (text.to_owned(), width);
        }
        let mut letters: Vec<char> = text.chars().collect();
        while letters.pop().is_some() {
            let short: String = letters.iter().copied().chain(['\u{2026}']).collect();
            let width = self.width(&short, font);
            if width <= room {
                return (short, width);
            }
        }
        (String::new(), 0.0)
    }

    /// A mark with its word beside it, as a direct legend. Gives where the text ends.
    #[inline(never)]
    pub fn labelled_mark(&mut self, (x, y): Point, outcome: Outcome, text: &str, font: Font, right: f64) -> f64 {
        self.mark((x + 5.0, y - font.size * 0.34), 5.0, outcome, 1.0);
        self.text_within((x + 15.0, y), text, font, Align::Start, (x + 15.0, right)).1
    }
}
