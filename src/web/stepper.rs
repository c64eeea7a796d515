//! The stepper as a JavaScript class.

use wasm_bindgen::prelude::*;

use super::convert::{from_js, thrown, to_js};
use crate::sim;

use super::api::JsScenario;

#[wasm_bindgen]
extern "C" {
    /// A step, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "StepView")]
    pub type JsStepView;
    /// Some steps, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "ReplayStep[]")]
    pub type JsReplaySteps;
}

/// A run with a position in it: position 0 is before the first request, position k shows k decided.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stepper {
    pub(super) inner: sim::Stepper,
}

#[wasm_bindgen]
impl Stepper {
    /// Runs a scenario and stands before its first request.
    ///
    /// # Errors
    /// An `Error` that names the field, what was given and what is accepted.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: JsScenario) -> Result<Self, JsValue> {
        let scenario = sim::Scenario::read(&from_js(&scenario)?).map_err(|error| thrown(&error))?;
        Ok(Self { inner: sim::Stepper::new(scenario).map_err(|error| thrown(&error))? })
    }

    /// How many steps there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn length(&self) -> u32 {
        small(self.inner.len())
    }

    /// How many steps are decided.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn position(&self) -> u32 {
        small(self.inner.position())
    }

    /// Goes to a position; before the start means the start, past the end the end.
    pub fn seek(&mut self, position: f64) {
        self.inner.seek(place(position));
    }

    /// The step at the position, with every limiter's state, decision and reasons.
    #[must_use]
    pub fn view(&self) -> JsStepView {
        to_js(&self.inner.view()).into()
    }

    /// Steps `from..to` (counted from 0, `to` not included) without their reasons, for tables.
    #[must_use]
    pub fn steps(&self, from: f64, to: f64) -> JsReplaySteps {
        to_js(&self.inner.steps(place(from), place(to))).into()
    }

    /// The scenario it runs, with every default filled in.
    #[must_use]
    pub fn scenario(&self) -> JsScenario {
        to_js(&self.inner.scenario().to_value()).into()
    }

    /// The position of the next step (or with `back` the one before) on which the limiters give different outcomes.
    #[must_use]
    pub fn difference(&self, back: bool) -> Option<u32> {
        self.inner.difference(direction(back)).map(small)
    }

    /// The position after the run of like steps that comes next (or with `back` before the one that is shown).
    #[wasm_bindgen(js_name = runEnd)]
    #[must_use]
    pub fn run_end(&self, back: bool) -> Option<u32> {
        self.inner.run_end(direction(back)).map(small)
    }
}

/// A length as JavaScript is given it; runs are far shorter than 2^32 steps.
fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

const fn direction(back: bool) -> sim::Direction {
    if back { sim::Direction::Back } else { sim::Direction::Forward }
}

/// A place in a run as JavaScript gives it: what is no number, or lies before the start, is the start.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates, as is wanted")]
const fn place(given: f64) -> usize {
    given as usize
}
