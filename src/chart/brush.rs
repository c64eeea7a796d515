//! How a scene is played: every operation becomes one of five strokes, the same ones on canvas and in SVG.

use super::scene::{Align, Op, Point, Role, Scene};
use crate::limiter::Outcome;

/// What can paint strokes.
pub trait Brush {
    /// A line through points.
    fn line(&mut self, points: &[Point], role: Role, opacity: f64, width: f64, dashed: bool);
    /// A filled polygon.
    fn area(&mut self, points: &[Point], role: Role, opacity: f64);
    /// A filled rectangle with rounded corners: left, top, width, height.
    fn rectangle(&mut self, area: [f64; 4], radius: f64, role: Role, opacity: f64);
    /// A filled circle, or a ring of width `ring` where that is not 0.
    fn disc(&mut self, at: Point, radius: f64, role: Role, opacity: f64, ring: f64);
    /// A line of text; the colour is opaque.
    fn text(&mut self, at: Point, text: &str, role: Role, size: f64, bold: bool, align: Align);
}

/// Plays a scene, back to front.
pub fn paint(scene: &Scene, brush: &mut dyn Brush) {
    for op in &scene.ops {
        match op {
            Op::Line { points, role, width, opacity, dashed } => brush.line(points, *role, *opacity, *width, *dashed),
            Op::Area { points, role, opacity } => brush.area(points, *role, *opacity),
            Op::Box { area, radius, role, opacity } => brush.rectangle(*area, *radius, *role, *opacity),
            Op::Disc { at, radius, role, opacity, ring } => brush.disc(*at, *radius, *role, *opacity, *ring),
            Op::Mark { at, radius, outcome, opacity } => mark(brush, *at, *radius, *outcome, *opacity),
            Op::Text { at, text, role, size, bold, align } => brush.text(*at, text, *role, *size, *bold, *align),
        }
    }
}

/// A request's mark; the four differ in shape, not only in colour.
fn mark(brush: &mut dyn Brush, at: Point, radius: f64, outcome: Outcome, opacity: f64) {
    let (x, y) = at;
    let role = Role::of(outcome);
    let stroke = (radius * 0.36).max(1.25);
    match outcome {
        Outcome::Allowed => brush.disc(at, radius, role, opacity, 0.0),
        Outcome::Delayed => {
            brush.disc(at, radius - stroke / 2.0, role, opacity, stroke);
            brush.area(&segment(at, radius - stroke / 2.0, 0.5), role, opacity);
        }
        Outcome::Refused => {
            let arm = radius * 0.82;
            let width = stroke * 1.15;
            brush.line(&[(x - arm, y - arm), (x + arm, y + arm)], role, opacity, width, false);
            brush.line(&[(x - arm, y + arm), (x + arm, y - arm)], role, opacity, width, false);
        }
        Outcome::Impossible => {
            let half = radius * 0.86 - stroke / 2.0;
            let (left, right, top, bottom) = (x - half, x + half, y - half, y + half);
            // The square and its bar in one line, from the bar's lower end all the way round to its upper end.
            let square = [(left, bottom), (left, top), (right, top), (right, bottom), (left, bottom), (right, top)];
            brush.line(&square, role, opacity, stroke, false);
        }
    }
}

/// The lower part of a circle, filled up to a share of its height, as a polygon.
#[must_use]
pub fn segment((x, y): Point, radius: f64, share: f64) -> Vec<Point> {
    const SIDES: i32 = 12;
    let deep = 2.0 * radius * share.clamp(0.0, 1.0);
    let mut points = Vec::new();
    // Down the left side and up the right; the steps are short near the bottom, where the circle turns fastest.
    for side in -SIDES..=SIDES {
        let step = f64::from(side) / f64::from(SIDES);
        let up = deep * step * step;
        let half = (up * (2.0 * radius - up)).max(0.0).sqrt();
        points.push((if side < 0 { x - half } else { x + half }, y + radius - up));
    }
    points
}

/// Where an edge of so many pixels' width falls on whole pixels, `ratio` device pixels to one of ours.
#[must_use]
pub fn crisp(at: f64, width: f64, ratio: f64) -> f64 {
    let half = (width * ratio).round().max(1.0) / 2.0;
    ((at * ratio - half).round() + half) / ratio
}

/// The ends of a line that runs straight across or down, moved onto whole pixels; none for any other line.
#[must_use]
pub fn crisp_line(points: &[Point], width: f64, ratio: f64) -> Option<[Point; 2]> {
    let [(x0, y0), (x1, y1)] = *points else { return None };
    if (x0 - x1).abs() < 1e-6 {
        let x = crisp(x0, width, ratio);
        Some([(x, y0), (x, y1)])
    } else if (y0 - y1).abs() < 1e-6 {
        let y = crisp(y0, width, ratio);
        Some([(x0, y), (x1, y)])
    } else {
        None
    }
}
