//! The functions of the wasm package.

use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use super::convert::{from_js, thrown, to_js};
use crate::limiter;
use crate::sim::{self, Scenario};
use crate::traffic::TrafficSpec;
use crate::value::list;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

#[wasm_bindgen]
extern "C" {
    /// A scenario, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Scenario")]
    pub type JsScenario;
    /// A traffic description, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "TrafficSpec")]
    pub type JsTrafficSpec;
    /// A whole run, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Replay")]
    pub type JsReplay;
    /// The catalogue, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "CatalogueEntry[]")]
    pub type JsCatalogue;
}

/// Runs a scenario and returns every step with every decision.
///
/// # Errors
/// An `Error` that names the field, what was given and what is accepted.
#[wasm_bindgen]
pub fn replay(scenario: JsScenario) -> Result<JsReplay, JsValue> {
    let scenario = Scenario::read(&from_js(&scenario)?).map_err(|error| thrown(&error))?;
    let trace = sim::run(&scenario).map_err(|error| thrown(&error))?;
    Ok(to_js(&sim::replay(&trace)).into())
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

/// Every algorithm, with its parameters, their ranges and units.
#[wasm_bindgen]
#[must_use]
pub fn catalogue() -> JsCatalogue {
    to_js(&list(&limiter::catalogue(), limiter::CatalogueEntry::to_value)).into()
}
