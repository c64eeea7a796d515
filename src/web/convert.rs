//! Values that cross the boundary, and errors as JavaScript sees them.

use wasm_bindgen::prelude::*;

use crate::input::{InputError, concat};
use crate::value::{MAX_DEPTH, TOO_DEEP, Value};

/// A JavaScript `Error` with the message, and with `field`, `given` and `accepted` for a page that speaks another language.
pub(super) fn thrown(error: &InputError) -> JsValue {
    // Setting a field of a fresh, unfrozen Error cannot fail.
    let thrown: Plain = JsValue::from(js_sys::Error::new(&error.message())).unchecked_into();
    thrown.put("field", &JsValue::from_str(&error.field));
    thrown.put("given", &JsValue::from_str(&error.given));
    thrown.put("accepted", &to_js(&error.accepted.to_value()));
    thrown.into()
}

#[wasm_bindgen]
extern "C" {
    /// An object that is filled field by field, which cannot fail.
    #[wasm_bindgen(extends = js_sys::Object)]
    type Plain;
    #[wasm_bindgen(method, indexing_setter)]
    fn put(this: &Plain, name: &str, value: &JsValue);
}

/// A value as plain JavaScript.
///
/// Written out here: with the general serializer it is two kilobytes more of the page.
pub(super) fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(given) => JsValue::from_bool(*given),
        Value::Number(given) => JsValue::from_f64(*given),
        Value::Text(given) => JsValue::from_str(given),
        Value::List(items) => {
            let list = js_sys::Array::new();
            for item in items {
                list.push(&to_js(item));
            }
            list.into()
        }
        Value::Map(entries) => {
            let object: Plain = js_sys::Object::new().unchecked_into();
            for (name, value) in entries {
                object.put(name, &to_js(value));
            }
            object.into()
        }
    }
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
        return Err(js_sys::Error::new(&concat(&["got a ", &kind, "; accepts what JSON can hold"])).into());
    }
    let Some(inner) = depth.checked_sub(1) else {
        return Err(js_sys::Error::new(TOO_DEEP).into());
    };
    if let Some(list) = value.dyn_ref::<js_sys::Array>() {
        let mut items = Vec::new();
        for at in 0..list.length() {
            items.push(read(&list.get(at), inner)?);
        }
        return Ok(Value::List(items));
    }
    let given = js_sys::Object::entries(value.unchecked_ref());
    let mut entries = Vec::new();
    for at in 0..given.length() {
        let entry: js_sys::Array = given.get(at).unchecked_into();
        entries.push((entry.get(0).as_string().unwrap_or_default().into(), read(&entry.get(1), inner)?));
    }
    Ok(Value::Map(entries))
}
