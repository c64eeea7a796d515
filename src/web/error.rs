//! Errors as JavaScript sees them.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::input::InputError;

/// A JavaScript `Error` with the message, and with `field`, `given` and `accepted` for a page that speaks another language.
pub(super) fn thrown(error: &InputError) -> JsValue {
    let thrown: JsValue = js_sys::Error::new(&error.to_string()).into();
    let parts = [
        ("field", JsValue::from_str(&error.field)),
        ("given", JsValue::from_str(&error.given)),
        ("accepted", to_js(&error.accepted)),
    ];
    for (name, value) in parts {
        // Setting a field of a fresh, unfrozen Error cannot fail.
        let _ = js_sys::Reflect::set(&thrown, &JsValue::from_str(name), &value);
    }
    thrown
}

/// A plain JavaScript object, with objects for maps and numbers for integers.
pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    // Our own types have string keys and finite depth, and so always serialise.
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

/// A JavaScript value as checked input.
pub(super) fn from_js(value: JsValue) -> Result<crate::input::Value, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}
