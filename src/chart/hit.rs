//! What lies at a point of a chart.

use super::frame::{Chart, Frame};
use super::scene::{Point, Target, Words};
use super::time;
use crate::sim::Stepper;

/// What lies at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The time there, where there is a time axis.
    pub at_ms: Option<f64>,
    /// The step of the mark that is touched.
    pub step: Option<usize>,
    /// The row of that mark.
    pub row: Option<usize>,
}

/// How far from a mark it still counts as touched: a finger's half width.
const TOUCH: f64 = 22.0;

pub(super) fn hit(stepper: &Stepper, frame: &Frame, words: &dyn Words, at: Point) -> Option<Hit> {
    let run = stepper.run(words);
    let at_ms = match frame.chart {
        Chart::Picture(_) => None,
        Chart::Time => time::time_at(run, frame, at),
    };
    let scene = stepper.scene(&Frame { pointer: None, ..*frame }, words);
    let touched = nearest(&scene.targets, at, TOUCH);
    if at_ms.is_none() && touched.is_none() {
        return None;
    }
    Some(Hit { at_ms, step: touched.map(|target| target.step), row: touched.map(|target| target.row) })
}

/// The target whose centre is nearest, within reach; of equally near ones the last, which is drawn on top.
pub(super) fn nearest(targets: &[Target], (x, y): Point, reach: f64) -> Option<Target> {
    let distance = |target: &Target| {
        let [left, top, width, height] = target.area;
        // From the nearest point of a bar, from the centre of a mark.
        let slack = ((height - width) / 2.0).max(0.0);
        let (dx, dy) = (left + width / 2.0 - x, (top + height / 2.0 - y).abs() - slack);
        let dy = dy.max(0.0);
        dx * dx + dy * dy
    };
    let mut best: Option<(f64, Target)> = None;
    for target in targets {
        let far = distance(target);
        if far <= reach * reach && best.is_none_or(|(near, _)| far <= near) {
            best = Some((far, *target));
        }
    }
    best.map(|(_, target)| target)
}
