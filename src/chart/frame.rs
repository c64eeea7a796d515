//! Which chart is drawn, how large, and which part of it.

use super::scale::push_whole;

/// A chart of a stepper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// The state of one limiter at the position; the number is its row.
    Picture(usize),
    /// Requests and levels of all limiters over time.
    Time,
}

impl Chart {
    /// Its name: `picture-0`, `picture-1`, ..., `time`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Picture(row) => {
                let mut name = String::from("picture-");
                push_whole(&mut name, row as u64);
                name
            }
            Self::Time => String::from("time"),
        }
    }
}

/// Where and how a chart is drawn, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Which chart.
    pub chart: Chart,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The part of the time axis to show, in milliseconds; all of it when absent.
    pub view: Option<(f64, f64)>,
    /// A place to read out. Without a y, the nearest request in time is read out.
    pub pointer: Option<(f64, Option<f64>)>,
    /// Whether what comes after the position is shown, faintly.
    pub reveal: bool,
}

/// The narrowest chart; a narrower one is drawn at this width.
pub const MIN_WIDTH: f64 = 200.0;
const MAX_SIZE: f64 = 16_384.0;

impl Frame {
    /// A frame of this size that shows all. Sizes outside what can be drawn are moved to the nearest that can.
    #[must_use]
    pub fn new(chart: Chart, width: f64, height: f64) -> Self {
        // `max` takes the other of a NaN.
        let size = |given: f64, least: f64| given.max(least).min(MAX_SIZE);
        Self {
            chart,
            width: size(width, MIN_WIDTH),
            height: size(height, 0.0),
            view: None,
            pointer: None,
            reveal: true,
        }
    }

    /// The same frame with a part of the time axis, where that is one.
    #[must_use]
    pub fn with_view(self, from_ms: Option<f64>, to_ms: Option<f64>) -> Self {
        // Some thirty years to either side: no run is longer, and no sum overflows.
        const FAR: f64 = 1e12;
        let near = |ms: f64| ms.clamp(-FAR, FAR);
        let view = from_ms.zip(to_ms).map(|(from, to)| (near(from), near(to))).filter(|(from, to)| from < to);
        Self { view, ..self }
    }

    /// The same frame with a place to read out, where that is one.
    #[must_use]
    pub fn with_pointer(self, x: Option<f64>, y: Option<f64>) -> Self {
        let pointer = x.filter(|x| x.is_finite()).map(|x| (x, y.filter(|y| y.is_finite())));
        Self { pointer, ..self }
    }
}

/// A rectangle by its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edges {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Edges {
    pub(crate) const fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) const fn height(&self) -> f64 {
        self.bottom - self.top
    }
}
