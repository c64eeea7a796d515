//! Values that cross the boundary, and errors as JavaScript sees them.

use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use crate::input::InputError;
use crate::value::{MAX_DEPTH, Value};

/// A JavaScript `Error` with the message, and with `field`, `given` and `accepted` for a page that speaks another language.
pub(super) fn thrown(error: &InputError) -> JsValue {
    let thrown: JsValue = js_sys::Error::new(&error.to_string()).into();
    let parts = [
        ("field", JsValue::from_str(&error.field)),
        ("given", JsValue::from_str(&error.given)),
        ("accepted", to_js(&error.accepted.to_value())),
    ];
    for (name, value) in parts {
        // Setting a field of a fresh, unfrozen Error cannot fail.
        let _ = js_sys::Reflect::set(&thrown, &JsValue::from_str(name), &value);
    }
    thrown
}

/// A value as plain JavaScript.
pub(super) fn to_js(value: &Value) -> JsValue {
    // Values have string keys and finite depth, and so always serialise.
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

/// A JavaScript value as checked input: what JSON could hold, and NaN.
///
/// Written out here because the general way brings the standard library's number formatter along, 10 KB of the page.
pub(super) fn from_js(value: &JsValue) -> Result<Value, JsValue> {
    read(value, MAX_DEPTH)
}

fn read(value: &JsValue, depth: u8) -> Result<Value, JsValue> {
    if value.is_null() || value.is_undefined() {
        return Ok(Value::Null);
    }
    if let Some(number) = value.as_f64() {
        return Ok(Value::Number(number));
    }
    if let Some(text) = value.as_string() {
        return Ok(Value::Text(text));
    }
    if let Some(truth) = value.as_bool() {
        return Ok(Value::Bool(truth));
    }
    if !value.is_object() || value.is_function() {
        let kind = value.js_typeof().as_string().unwrap_or_default();
        return Err(js_sys::Error::new(&format!("got a {kind}; accepts what JSON can hold")).into());
    }
    let Some(inner) = depth.checked_sub(1) else {
        let message = format!("the input is nested too deep; at most {MAX_DEPTH} levels are accepted");
        return Err(js_sys::Error::new(&message).into());
    };
    if let Some(list) = value.dyn_ref::<js_sys::Array>() {
        return list.iter().map(|item| read(&item, inner)).collect::<Result<_, _>>().map(Value::List);
    }
    let entry = |entry: JsValue| {
        let entry: js_sys::Array = entry.unchecked_into();
        Ok((entry.get(0).as_string().unwrap_or_default().into(), read(&entry.get(1), inner)?))
    };
    let entries = js_sys::Object::entries(value.unchecked_ref());
    entries.iter().map(entry).collect::<Result<_, JsValue>>().map(Value::Map)
}
