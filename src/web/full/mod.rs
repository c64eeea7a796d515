//! The whole programming interface, beyond what the site's pages need to show a stepper.

pub mod columns;
mod export;

use js_sys::Float64Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::api::JsScenario;
use super::convert::{from_js, thrown};
use crate::sim::{self, Scenario};
use crate::traffic::TrafficSpec;

#[wasm_bindgen]
extern "C" {
    /// A traffic description, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "TrafficSpec")]
    pub type JsTrafficSpec;
    /// A whole run, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Replay")]
    pub type JsReplay;
}

/// Runs a scenario and returns every step with every decision.
///
/// # Errors
/// An `Error` that names the field, what was given and what is accepted.
#[wasm_bindgen]
pub fn replay(scenario: JsScenario) -> Result<JsReplay, JsValue> {
    let scenario = Scenario::read(&from_js(&scenario)?).map_err(|error| thrown(&error))?;
    let trace = sim::run(&scenario).map_err(|error| thrown(&error))?;
    let replay = sim::replay(&trace).serialize(&serde_wasm_bindgen::Serializer::json_compatible())?;
    Ok(replay.into())
}

/// The arrival times of a traffic description, in milliseconds.
///
/// # Errors
/// An `Error` that names the field, what was given and what is accepted.
#[wasm_bindgen]
pub fn arrivals(traffic: JsTrafficSpec) -> Result<Float64Array, JsValue> {
    let requests = TrafficSpec::read(&from_js(&traffic)?, "traffic").and_then(|spec| spec.arrivals());
    let times: Vec<f64> =
        requests.map_err(|error| thrown(&error))?.arrivals.iter().map(|arrival| arrival.at.as_millis_f64()).collect();
    Ok(Float64Array::from(times.as_slice()))
}
