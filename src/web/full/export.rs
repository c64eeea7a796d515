//! What a stepper is taken away as.

use wasm_bindgen::prelude::*;

use super::super::drawing::{JsFrame, JsWords};
use super::super::stepper::Stepper;
use crate::chart::svg::svg;

#[wasm_bindgen]
impl Stepper {
    /// The run as CSV: a header, then one line a request; times in milliseconds, exact to the nanosecond.
    #[must_use]
    pub fn csv(&self) -> String {
        self.inner.csv()
    }

    /// A chart as a standalone SVG file.
    ///
    /// # Errors
    /// When there is no such chart.
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over owned values")]
    pub fn svg(&self, frame: &JsFrame, words: &JsWords, colours: Vec<String>, font: &str) -> Result<String, JsValue> {
        let frame = self.frame(frame)?;
        let title = self.inner.chart_title(frame.chart, words);
        Ok(svg(&self.inner.scene(&frame, words), &title, &colours, font))
    }
}
