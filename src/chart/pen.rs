//! The helpers with which pictures are drawn.

use super::brush::segment;
use super::scene::{Align, Op, Point, Role, Scene, Words};
use super::words::{Label, NUMBER, say};
use crate::limiter::Outcome;

/// The size and weight of a text.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// Tick labels and units.
    Small,
    /// Labels.
    Body,
    /// Labels that stand out.
    Bold,
    /// Labels that lead.
    Lead,
    /// The one number of a picture.
    Large,
}

/// How a text looks: two bytes, because nearly every call hands one over.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    style: Style,
    role: Role,
}

impl Font {
    /// Tick labels and units.
    pub const SMALL: Self = Self::new(Style::Small, Role::Muted);
    /// Labels.
    pub const BODY: Self = Self::new(Style::Body, Role::Ink);
    /// Labels that stand out.
    pub const BOLD: Self = Self::new(Style::Bold, Role::Ink);
    /// Labels that lead.
    pub const LEAD: Self = Self::new(Style::Lead, Role::Ink);
    /// The one number of a picture.
    pub const LARGE: Self = Self::new(Style::Large, Role::Ink);

    const fn new(style: Style, role: Role) -> Self {
        Self { style, role }
    }

    /// The same in another colour.
    #[must_use]
    pub const fn in_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Its size in CSS pixels.
    const fn size(self) -> f64 {
        match self.style {
            Style::Small => 11.0,
            Style::Body | Style::Bold => 12.0,
            Style::Lead => 13.0,
            Style::Large => 15.0,
        }
    }

    const fn bold(self) -> bool {
        !matches!(self.style, Style::Small | Style::Body)
    }
}

/// Draws into a scene.
///
/// Its methods are called from everywhere and are kept out of line, and they take plain numbers rather than lists or
/// text made on the spot: both keep the compiled pictures small.
pub struct Pen<'a> {
    /// What is drawn so far.
    pub scene: Scene,
    words: &'a dyn Words,
    /// Where the last text begins and ends.
    pub span: (f64, f64),
    /// The baselines for [`Pen::label_free`], best first.
    pub lines: &'static [f64],
    /// What stands on them: baseline, begin, end.
    taken: Vec<(f64, f64, f64)>,
}

impl<'a> Pen<'a> {
    /// A pen on an empty scene.
    #[must_use]
    pub fn new(width: f64, height: f64, words: &'a dyn Words) -> Self {
        let scene = Scene { width, height, ..Scene::default() };
        Self { scene, words, span: (0.0, 0.0), lines: &[], taken: Vec::new() }
    }

    /// The text of a label with these numbers.
    #[must_use]
    pub fn say(&self, label: &Label, numbers: &[f64]) -> String {
        say(self.words, label, numbers)
    }

    /// A plain number.
    #[must_use]
    #[inline(never)]
    pub fn number(&self, value: f64) -> String {
        self.say(&NUMBER, &[value])
    }

    /// A small number that ends at a point, where there is so much room for it.
    #[inline(never)]
    pub fn small_number(&mut self, at: Point, value: f64, role: Role, room: f64) {
        let text = self.number(value);
        if self.width(&text, Font::SMALL) <= room {
            self.text(at, text, Font::SMALL.in_role(role), Align::End);
        }
    }

    /// The width of a text.
    #[must_use]
    #[inline(never)]
    pub fn width(&self, text: &str, font: Font) -> f64 {
        self.words.width(text, font.size(), font.bold())
    }

    /// A line through points.
    #[inline(never)]
    pub fn line(&mut self, points: Vec<Point>, role: Role, width: f64, opacity: f64) {
        self.scene.ops.push(Op::Line { points, role, width, opacity, dashed: false });
    }

    /// A line between two points.
    #[inline(never)]
    pub fn segment(&mut self, from: Point, to: Point, role: Role, width: f64, opacity: f64) {
        self.line(vec![from, to], role, width, opacity);
    }

    /// A dashed line between two points.
    #[inline(never)]
    pub fn dashes(&mut self, from: Point, to: Point, role: Role, width: f64) {
        self.scene.ops.push(Op::Line { points: vec![from, to], role, width, opacity: 1.0, dashed: true });
    }

    /// A line across.
    #[inline(never)]
    pub fn across(&mut self, (left, right): (f64, f64), y: f64, role: Role, width: f64) {
        self.segment((left, y), (right, y), role, width, 1.0);
    }

    /// A line down.
    #[inline(never)]
    pub fn down(&mut self, x: f64, (top, bottom): (f64, f64), role: Role, width: f64) {
        self.segment((x, top), (x, bottom), role, width, 1.0);
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
            let (size, bold, role) = (font.size(), font.bold(), font.role);
            self.scene.ops.push(Op::Text { at, text, role, size, bold, align });
        }
    }

    /// A text that is moved sideways to stay between two edges, and cut short if it is wider than they are.
    #[inline(never)]
    pub fn text_within(&mut self, (x, y): Point, text: String, font: Font, align: Align, (left, right): (f64, f64)) {
        let mut text = text;
        let width = self.fit(&mut text, font, right - left);
        let wanted = match align {
            Align::Start => x,
            Align::Middle => x - width / 2.0,
            Align::End => x - width,
        };
        let begin = wanted.min(right - width).max(left);
        self.span = (begin, begin + width);
        // Where it need not move it keeps its own anchor, so that a page's font may differ a little from the measure.
        let (x, align) = if (begin - wanted).abs() < 0.01 {
            (x, align)
        } else if begin < wanted {
            (begin + width, Align::End)
        } else {
            (begin, Align::Start)
        };
        self.text((x, y), text, font, align);
    }

    /// A text that stays within the picture.
    #[inline(never)]
    pub fn put(&mut self, at: Point, text: String, font: Font, align: Align) {
        self.text_within(at, text, font, align, (2.0, self.scene.width - 2.0));
    }

    /// A label with its number that stays within the picture.
    #[inline(never)]
    pub fn label(&mut self, at: Point, label: &Label, value: f64, font: Font, align: Align) {
        let text = self.say(label, &[value]);
        self.put(at, text, font, align);
    }

    /// A label with two numbers that stays within the picture.
    #[inline(never)]
    pub fn label_of(&mut self, at: Point, label: &Label, one: f64, other: f64, font: Font, align: Align) {
        let text = self.say(label, &[one, other]);
        self.put(at, text, font, align);
    }

    /// A label with one or two numbers on the first of [`Pen::lines`] on which it touches none of those put down before
    /// it; on the last in any case. Gives the baseline.
    #[inline(never)]
    pub fn label_free(&mut self, x: f64, label: &Label, one: f64, other: f64, font: Font) -> f64 {
        let text = self.say(label, &[one, other]);
        let (left, right) = (2.0, self.scene.width - 2.0);
        let width = self.width(&text, font).min(right - left);
        let begin = (x - width / 2.0).min(right - width).max(left);
        let mut line = 0.0;
        for baseline in self.lines {
            line = *baseline;
            let mut free = true;
            for (y, from, to) in &self.taken {
                free &= (y - line).abs() >= 14.0 || *from >= begin + width + 10.0 || begin >= to + 10.0;
            }
            if free {
                break;
            }
        }
        self.put((x, line), text, font, Align::Middle);
        self.taken.push((line, self.span.0, self.span.1));
        line
    }

    /// Cuts a text short to a width; gives the width that it has.
    #[inline(never)]
    pub fn fit(&self, text: &mut String, font: Font, room: f64) -> f64 {
        let width = self.width(text, font);
        if width <= room {
            return width;
        }
        for end in (0..text.len()).rev() {
            // Only between letters.
            if let Some(short) = text.get(..end) {
                let short = [short, "\u{2026}"].concat();
                let width = self.width(&short, font);
                if width <= room {
                    *text = short;
                    return width;
                }
            }
        }
        text.clear();
        0.0
    }

    /// A mark with its word beside it, as a direct legend.
    #[inline(never)]
    pub fn labelled_mark(&mut self, (x, y): Point, outcome: Outcome, text: String, right: f64) {
        self.mark((x + 5.0, y - Font::BODY.size() * 0.34), 5.0, outcome, 1.0);
        self.text_within((x + 15.0, y), text, Font::BODY, Align::Start, (x + 15.0, right));
    }
}
