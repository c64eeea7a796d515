//! What every build of the wasm package has beside the stepper: the types and the catalogue.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use crate::limiter;
use crate::value::list;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

#[wasm_bindgen]
extern "C" {
    /// A scenario, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Scenario")]
    pub type JsScenario;
    /// The catalogue, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "CatalogueEntry[]")]
    pub type JsCatalogue;
}

/// Every algorithm, with its parameters, their ranges and units.
#[wasm_bindgen]
#[must_use]
pub fn catalogue() -> JsCatalogue {
    to_js(&list(&limiter::catalogue(), limiter::CatalogueEntry::to_value)).into()
}
