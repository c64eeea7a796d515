//! The drawing methods of the stepper.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::CanvasRenderingContext2d;

use super::canvas;
use super::convert::{thrown, to_js};
use super::stepper::Stepper;
use crate::chart::scene::Words;
use crate::chart::svg::svg;
use crate::chart::{Chart, Frame, Hit};
use crate::input::{Accepted, InputError, Value};
use crate::sim::explain::Message;

#[wasm_bindgen]
extern "C" {
    /// Where and how a chart is drawn, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Frame")]
    pub type JsFrame;
    /// How a chart puts its labels, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Words")]
    pub type JsWords;
    /// What lies at a point, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Hit | undefined")]
    pub type JsHit;

    #[wasm_bindgen(method, catch, js_name = say)]
    fn js_say(this: &JsWords, message: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = width)]
    fn js_width(this: &JsWords, text: &str, size: f64, bold: bool) -> Result<JsValue, JsValue>;
}

/// The page's words. A text that the page fails to give is empty; a width that it fails to give is guessed.
impl Words for JsWords {
    fn say(&self, message: &Message) -> String {
        self.js_say(&to_js(&message.to_value())).ok().and_then(|text| text.as_string()).unwrap_or_default()
    }

    fn width(&self, text: &str, size: f64, bold: bool) -> f64 {
        let given = self.js_width(text, size, bold).ok().and_then(|width| width.as_f64());
        given.filter(|width| width.is_finite()).unwrap_or(0.6 * size * crate::chart::scale::count(text.chars().count()))
    }
}

/// While a chart is drawn the stepper is in use: `words` must not move it.
#[wasm_bindgen]
impl Stepper {
    /// The names of the charts: `picture-0`, `picture-1`, ... for the limiters' states, then `time`.
    #[must_use]
    pub fn charts(&self) -> Vec<String> {
        self.inner.charts().into_iter().map(Chart::name).collect()
    }

    /// The height in CSS pixels at which a chart of this width looks best.
    ///
    /// # Errors
    /// When there is no such chart.
    #[wasm_bindgen(js_name = chartHeight)]
    pub fn chart_height(&self, chart: &str, width: f64, words: &JsWords) -> Result<f64, JsValue> {
        Ok(self.inner.chart_height(self.chart(chart)?, width, words))
    }

    /// Draws a chart into a context that is scaled to the device's pixels. `colours` are CSS colours in the order of the
    /// roles (paper, ink, muted, grid, level, bound, cursor, allowed, delayed, refused, impossible), `font` a CSS list of
    /// families.
    ///
    /// # Errors
    /// When there is no such chart.
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over owned values")]
    pub fn draw(
        &self,
        context: &CanvasRenderingContext2d,
        frame: &JsFrame,
        words: &JsWords,
        colours: Vec<String>,
        font: &str,
    ) -> Result<(), JsValue> {
        let frame = self.frame(frame)?;
        canvas::play(context, &self.inner.scene(&frame, words), &colours, font);
        Ok(())
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

    /// What lies at a point of a chart, in CSS pixels from its top left.
    ///
    /// # Errors
    /// When there is no such chart.
    pub fn hit(&self, frame: &JsFrame, words: &JsWords, x: f64, y: f64) -> Result<JsHit, JsValue> {
        let frame = self.frame(frame)?;
        Ok(self.inner.hit(&frame, words, (x, y)).map_or(JsValue::UNDEFINED, |hit| hit_object(&hit)).into())
    }

    /// What the frame's pointer reads out, as lines of text.
    ///
    /// # Errors
    /// When there is no such chart.
    pub fn readout(&self, frame: &JsFrame, words: &JsWords) -> Result<Option<String>, JsValue> {
        let frame = self.frame(frame)?;
        Ok(self.inner.readout(&frame, words))
    }
}

impl Stepper {
    fn chart(&self, name: &str) -> Result<Chart, JsValue> {
        let charts = self.inner.charts();
        charts.iter().copied().find(|chart| chart.name() == name).ok_or_else(|| {
            let words = charts.into_iter().map(Chart::name).collect();
            thrown(&InputError::new("chart", &Value::Text(name.to_owned()), Accepted::OneOf { words }))
        })
    }

    fn frame(&self, frame: &JsFrame) -> Result<Frame, JsValue> {
        let get = |name: &str| Reflect::get(frame, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
        let number = |name: &str| get(name).as_f64();
        let chart = self.chart(&get("chart").as_string().unwrap_or_default())?;
        let sized = Frame::new(chart, number("width").unwrap_or(0.0), number("height").unwrap_or(0.0));
        let frame =
            sized.with_view(number("from_ms"), number("to_ms")).with_pointer(number("pointer_x"), number("pointer_y"));
        Ok(Frame { reveal: get("reveal").as_bool().unwrap_or(true), ..frame })
    }
}

fn hit_object(hit: &Hit) -> JsValue {
    let whole =
        |number: Option<usize>| number.map_or(JsValue::NULL, |number| crate::chart::scale::count(number).into());
    let object = js_sys::Object::new();
    let fields = [
        ("at_ms", hit.at_ms.map_or(JsValue::NULL, JsValue::from_f64)),
        ("step", whole(hit.step)),
        ("row", whole(hit.row)),
    ];
    for (name, value) in fields {
        // Setting a field of a fresh object cannot fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), &value);
    }
    object.into()
}
