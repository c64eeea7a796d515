//! The pictures as data: a trace, a position and a size become drawing operations with colour roles.
//!
//! - [`scene`]: what a picture is made of. [`brush`]: how a scene is played, the same for canvas and for [`svg`].
//! - [`pen`]: the helpers with which pictures are drawn; [`scale`]: from numbers to pixels, and where ticks stand.
//! - [`words`]: the keys of every label, and plain English for tests.
//! - [`frame`]: which chart, how large, which part of it. `picture`: the state at one step; `time`: the run over
//!   time.
//!
//! Nothing here decides anything: every number that is drawn stands in the trace.

pub mod brush;
pub mod frame;
mod hit;
pub mod pen;
mod picture;
pub mod scale;
pub mod scene;
mod state;
pub mod svg;
mod time;
pub mod words;

pub use frame::{Chart, Frame};
pub use hit::Hit;

use crate::sim::Stepper;
use scene::{Scene, Words};

/// What a picture is drawn from.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) trace: &'a crate::sim::Trace,
    pub(crate) position: usize,
    pub(crate) words: &'a dyn Words,
}

impl Stepper {
    /// The charts there are: a picture of the state for each limiter, then the run over time.
    #[must_use]
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts = Vec::new();
        for row in 0..self.trace().rows.len() {
            charts.push(Chart::Picture(row));
        }
        charts.push(Chart::Time);
        charts
    }

    /// The height in CSS pixels at which a chart of this width looks best.
    #[must_use]
    pub fn chart_height(&self, chart: Chart, width: f64, words: &dyn Words) -> f64 {
        let frame = Frame::new(chart, width, 0.0);
        match chart {
            Chart::Picture(row) => self.trace().rows.get(row).map_or(0.0, |row| picture::height(row, frame.width)),
            Chart::Time => time::height(self.run(words), &frame),
        }
    }

    /// Draws a chart at the position.
    #[must_use]
    pub fn scene(&self, frame: &Frame, words: &dyn Words) -> Scene {
        let run = self.run(words);
        match frame.chart {
            Chart::Picture(row) => picture::scene(run, row, frame),
            Chart::Time => time::scene(run, frame),
        }
    }

    /// What lies at a point of a chart: the time there, and the mark that is touched.
    #[must_use]
    pub fn hit(&self, frame: &Frame, words: &dyn Words, at: scene::Point) -> Option<Hit> {
        hit::hit(self, frame, words, at)
    }

    /// What the pointer of a frame reads out, as lines of text.
    #[must_use]
    pub fn readout(&self, frame: &Frame, words: &dyn Words) -> Option<String> {
        match frame.chart {
            Chart::Picture(_) => None,
            Chart::Time => time::readout(self.run(words), frame),
        }
    }

    /// The chart's name, for the title of a saved picture.
    #[must_use]
    pub fn chart_title(&self, chart: Chart, words: &dyn Words) -> String {
        match chart {
            Chart::Picture(row) => self.trace().rows.get(row).map_or(String::new(), |row| words::algorithm(row, words)),
            Chart::Time => words::word(words, &["chart.over-time"]),
        }
    }

    pub(crate) fn run<'a>(&'a self, words: &'a dyn Words) -> Run<'a> {
        Run { trace: self.trace(), position: self.position(), words }
    }
}
