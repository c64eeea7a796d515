//! The run over time: for each limiter a lane of requests and a panel with its level, all on one time axis.
//!
//! `layout` gives every part its place; `lane`, `level` and `axis` each draw one part into a place, and so can be put
//! together differently; `readout` draws what the pointer reads.

mod axis;
mod crowd;
mod lane;
mod layout;
mod level;
mod readout;
mod thin;

use super::Run;
use super::frame::Frame;
use super::pen::Pen;
use super::scene::{Point, Scene};
use layout::Layout;

pub(super) fn height(run: Run<'_>, frame: &Frame) -> f64 {
    Layout::new(run, frame).natural_height
}

pub(super) fn scene(run: Run<'_>, frame: &Frame) -> Scene {
    let layout = &Layout::new(run, frame);
    let mut drawn = Pen::new(frame.width, frame.height.max(layout.height), run.words);
    let pen = &mut drawn;
    axis::time(pen, layout);
    for place in &layout.rows {
        layout::header(pen, layout, place);
        level::frame(pen, layout, place);
    }
    axis::cursor(pen, layout);
    for place in &layout.rows {
        level::panel(pen, layout, place);
        lane::lane(pen, layout, place);
    }
    readout::draw(pen, layout, frame);
    drawn.scene
}

/// The time at a point of the chart, where the point lies on the time axis.
pub(super) fn time_at(run: Run<'_>, frame: &Frame, (x, _): Point) -> Option<f64> {
    let layout = Layout::new(run, frame);
    let (left, right) = layout.plot;
    let (low, high) = layout.x.domain();
    (left - 0.5 <= x && x <= right + 0.5).then(|| layout.x.invert(x).max(low).min(high))
}

pub(super) fn readout(run: Run<'_>, frame: &Frame) -> Option<String> {
    readout::text(&Layout::new(run, frame), frame)
}
