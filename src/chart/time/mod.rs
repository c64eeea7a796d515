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
use super::scale::Linear;
use super::scene::Scene;
use layout::Layout;

/// What every part of the chart is drawn from.
#[derive(Clone, Copy)]
pub(super) struct Over<'a> {
    pub(super) run: Run<'a>,
    /// Milliseconds to pixels.
    pub(super) x: Linear,
    /// Whether what comes after the position is shown.
    pub(super) reveal: bool,
}

impl Over<'_> {
    /// How many steps are shown at all.
    fn shown(&self) -> usize {
        if self.reveal { self.run.trace.arrivals.len() } else { self.run.position }
    }

    /// The step that was decided last.
    fn current(&self) -> Option<usize> {
        self.run.position.checked_sub(1)
    }
}

pub(super) fn height(run: Run<'_>, frame: &Frame) -> f64 {
    Layout::new(run, frame).natural_height
}

pub(super) fn scene(run: Run<'_>, frame: &Frame) -> Scene {
    let layout = Layout::new(run, frame);
    let mut pen = Pen::new(frame.width, frame.height.max(layout.height), run.words);
    let over = Over { run, x: layout.x, reveal: frame.reveal };
    axis::time(&mut pen, &layout);
    for row in 0..run.trace.rows.len() {
        layout::header(&mut pen, &over, &layout, row);
        level::frame(&mut pen, &over, &layout, row);
    }
    axis::cursor(&mut pen, &over, &layout);
    for row in 0..run.trace.rows.len() {
        level::panel(&mut pen, &over, &layout, row);
        lane::lane(&mut pen, &over, &layout, row);
    }
    readout::draw(&mut pen, &over, &layout, frame);
    pen.scene
}

/// The time at a point of the chart, where the point lies on the time axis.
pub(super) fn time_at(run: Run<'_>, frame: &Frame, at: super::scene::Point) -> Option<f64> {
    let layout = Layout::new(run, frame);
    let (left, right) = layout.plot;
    (left - 0.5..=right + 0.5).contains(&at.0).then(|| {
        let (low, high) = layout.x.domain();
        layout.x.invert(at.0).max(low).min(high)
    })
}

pub(super) fn readout(run: Run<'_>, frame: &Frame) -> Option<String> {
    let layout = Layout::new(run, frame);
    let over = Over { run, x: layout.x, reveal: frame.reveal };
    readout::text(&over, &layout, frame)
}
