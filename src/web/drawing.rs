//! The drawing methods of the stepper.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::canvas::{Colours, Context, play};
use super::convert::{thrown, to_js};
use super::stepper::Stepper;
use crate::chart::scale::count;
use crate::chart::scene::Words;
use crate::chart::{Chart, Frame};
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
    /// Texts, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type JsTexts;
    /// A text or none, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "string | undefined")]
    pub type JsText;

    #[wasm_bindgen(method, catch, js_name = say)]
    fn js_say(this: &JsWords, message: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = width)]
    fn js_width(this: &JsWords, text: &str, size: f64, bold: bool) -> Result<f64, JsValue>;
}

/// The page's words. A text that the page fails to give is empty; a width that it fails to give is guessed.
impl Words for JsWords {
    fn say(&self, message: &Message) -> String {
        self.js_say(&to_js(&message.to_value())).ok().and_then(|text| text.as_string()).unwrap_or_default()
    }

    fn width(&self, text: &str, size: f64, bold: bool) -> f64 {
        match self.js_width(text, size, bold) {
            Ok(width) if width.is_finite() => width,
            _ => 0.6 * size * count(text.len()),
        }
    }
}

/// While a chart is drawn the stepper is in use: `words` must not move it.
#[wasm_bindgen]
impl Stepper {
    /// The names of the charts: `picture-0`, `picture-1`, ... for the limiters' states, then `time`.
    #[must_use]
    pub fn charts(&self) -> JsTexts {
        let names = Array::new();
        for chart in self.inner.charts() {
            names.push(&JsValue::from_str(&chart.name()));
        }
        names.unchecked_into()
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
    pub fn draw(
        &self,
        context: &Context,
        frame: &JsFrame,
        words: &JsWords,
        colours: &Colours,
        font: &str,
    ) -> Result<(), JsValue> {
        play(context, &self.inner.scene(&self.frame(frame)?, words), colours, font);
        Ok(())
    }

    /// What lies at a point of a chart, in CSS pixels from its top left.
    ///
    /// # Errors
    /// When there is no such chart.
    pub fn hit(&self, frame: &JsFrame, words: &JsWords, x: f64, y: f64) -> Result<JsHit, JsValue> {
        let Some(hit) = self.inner.hit(&self.frame(frame)?, words, (x, y)) else {
            return Ok(JsValue::UNDEFINED.into());
        };
        let object = Object::new();
        set(&object, "at_ms", hit.at_ms);
        set(&object, "step", hit.step.map(count));
        set(&object, "row", hit.row.map(count));
        Ok(JsValue::from(object).into())
    }

    /// What the frame's pointer reads out, as lines of text.
    ///
    /// # Errors
    /// When there is no such chart.
    pub fn readout(&self, frame: &JsFrame, words: &JsWords) -> Result<JsText, JsValue> {
        let text = self.inner.readout(&self.frame(frame)?, words);
        Ok(text.map_or(JsValue::UNDEFINED, |text| JsValue::from_str(&text)).into())
    }
}

impl Stepper {
    #[inline(never)]
    fn chart(&self, name: &str) -> Result<Chart, JsValue> {
        let mut words = Vec::new();
        for chart in self.inner.charts() {
            let known = chart.name();
            if known == name {
                return Ok(chart);
            }
            words.push(known);
        }
        Err(thrown(&InputError::new("chart", &Value::Text(name.to_owned()), Accepted::OneOf { words })))
    }

    #[inline(never)]
    pub(super) fn frame(&self, frame: &JsFrame) -> Result<Frame, JsValue> {
        let chart = self.chart(&get(frame, "chart").as_string().unwrap_or_default())?;
        let number = |name| number(frame, name);
        let sized = Frame::new(chart, number("width"), number("height"))
            .with_view(Some(number("from_ms")), Some(number("to_ms")))
            .with_pointer(Some(number("pointer_x")), Some(number("pointer_y")));
        Ok(Frame { reveal: get(frame, "reveal").as_bool().unwrap_or(true), ..sized })
    }
}

#[inline(never)]
fn get(frame: &JsFrame, name: &str) -> JsValue {
    Reflect::get(frame, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// NaN where there is none, which a frame leaves out.
#[inline(never)]
fn number(frame: &JsFrame, name: &str) -> f64 {
    get(frame, name).as_f64().unwrap_or(f64::NAN)
}

#[inline(never)]
fn set(object: &Object, name: &str, number: Option<f64>) {
    let value = number.map_or(JsValue::NULL, JsValue::from_f64);
    // Setting a field of a fresh object cannot fail.
    let _ = Reflect::set(object, &JsValue::from_str(name), &value);
}
