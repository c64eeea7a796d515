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
            let square = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            brush.line(&square, role, opacity, stroke, false);
            brush.line(&[(left, bottom), (right, top)], role, opacity, stroke, false);
        }
    }
}

/// The lower part of a circle, filled up to a share of its height, as a polygon.
#[must_use]
pub fn segment((x, y): Point, radius: f64, share: f64) -> Vec<Point> {
    const SIDES: u32 = 24;
    let half = libm::acos(1.0 - 2.0 * share.clamp(0.0, 1.0));
    let corner = |side: u32| {
        let turn = half * (2.0 * f64::from(side) / f64::from(SIDES) - 1.0);
        (x + radius * libm::sin(turn), y + radius * libm::cos(turn))
    };
    (0..=SIDES).map(corner).collect()
}

/// Where an edge of so many pixels' width falls on whole pixels, `ratio` device pixels to one of ours.
#[must_use]
pub fn crisp(at: f64, width: f64, ratio: f64) -> f64 {
    let half = (width * ratio).round().max(1.0) / 2.0;
    ((at * ratio - half).round() + half) / ratio
}

/// The points of a line, moved onto whole pixels where it runs straight across or down.
#[must_use]
pub fn crisp_line(points: &[Point], width: f64, ratio: f64) -> Vec<Point> {
    let mut points = points.to_vec();
    if let [(x0, y0), (x1, y1)] = points.as_mut_slice() {
        if (*x0 - *x1).abs() < 1e-6 {
            *x0 = crisp(*x0, width, ratio);
            *x1 = *x0;
        } else if (*y0 - *y1).abs() < 1e-6 {
            *y0 = crisp(*y0, width, ratio);
            *y1 = *y0;
        }
    }
    points
}
