//! Long columns of requests: `Requests` and `decide`.

use core::ops::RangeInclusive;

use js_sys::{BigUint64Array, Float64Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::super::convert::{from_js, thrown};
use crate::input::{Accepted, InputError, Value};
use crate::limiter::{self, AnyLimiter, Spec};
use crate::time::Nanos;

#[wasm_bindgen]
extern "C" {
    /// A limiter's description, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "LimiterSpec")]
    pub type JsLimiterSpec;
    /// Whole numbers, typed for TypeScript; whether they are of that kind is looked at here.
    #[wasm_bindgen(typescript_type = "Uint32Array")]
    pub type JsWhole;
    /// Columns of decisions, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "Columns")]
    pub type JsColumns;
    /// Arrival times in whole nanoseconds, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "BigUint64Array | Float64Array")]
    pub type JsTimes;
}

/// A long column of requests, kept in WebAssembly's own memory so that many limiters can decide it without another copy.
/// Call `free()` when done with it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Requests {
    arrivals: Vec<u64>,
    costs: Option<Vec<u32>>,
    keys: Option<Vec<u32>>,
}

#[wasm_bindgen]
impl Requests {
    /// Times are whole nanoseconds. `costs` and `keys` are as long as the arrivals, or absent (cost 1, one key).
    ///
    /// # Errors
    /// An `Error` that names the argument, what was given and what is accepted.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = "arrivalsNs")] arrivals_ns: JsTimes,
        costs: Option<JsWhole>,
        keys: Option<JsWhole>,
    ) -> Result<Self, JsValue> {
        let arrivals = times(arrivals_ns.into()).map_err(|error| thrown(&error))?;
        let costs = column("costs", costs, arrivals.len(), 1).map_err(|error| thrown(&error))?;
        let keys = column("keys", keys, arrivals.len(), 0).map_err(|error| thrown(&error))?;
        Ok(Self { arrivals, costs, keys })
    }

    /// How many requests there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn length(&self) -> u32 {
        u32::try_from(self.arrivals.len()).unwrap_or(u32::MAX)
    }

    /// Decides them, one limiter state a key. `waitsNs` holds the wait or the retry-after (0 when allowed, NaN where there is
    /// none); pass `waits` false to leave it out, which is faster.
    ///
    /// # Errors
    /// An `Error` that names the argument, what was given and what is accepted.
    pub fn decide(&self, limiter: JsLimiterSpec, waits: Option<bool>) -> Result<JsColumns, JsValue> {
        let spec = Spec::read(&from_js(&limiter)?, "limiter").map_err(|error| thrown(&error))?;
        let limiter = AnyLimiter::new(&spec).map_err(|error| thrown(&error.under("limiter")))?;
        if let (false, Some(costs)) = (spec.accepts_costs(), &self.costs) {
            within("costs", costs, 1..=1).map_err(|error| thrown(&error))?;
        }
        let mut waits_ns = waits.unwrap_or(true).then(|| Vec::with_capacity(self.arrivals.len()));
        let (costs, keys) = (self.costs.as_deref(), self.keys.as_deref());
        let outcomes = limiter::decide_column(&limiter, &self.arrivals, costs, keys, waits_ns.as_mut());
        let columns = js_sys::Object::new();
        set(&columns, "outcomes", &Uint8Array::from(outcomes.as_slice()));
        if let Some(waits_ns) = waits_ns {
            set(&columns, "waitsNs", &Float64Array::from(waits_ns.as_slice()));
        }
        Ok(JsValue::from(columns).into())
    }
}

/// Decides a long column of requests that is needed once: [`Requests`] made, decided and let go.
///
/// # Errors
/// An `Error` that names the argument, what was given and what is accepted.
#[wasm_bindgen]
pub fn decide(
    limiter: JsLimiterSpec,
    #[wasm_bindgen(js_name = "arrivalsNs")] arrivals_ns: JsTimes,
    costs: Option<JsWhole>,
    waits: Option<bool>,
    keys: Option<JsWhole>,
) -> Result<JsColumns, JsValue> {
    Requests::new(arrivals_ns, costs, keys)?.decide(limiter, waits)
}

/// Sets a field of a fresh object, which cannot fail.
fn set(object: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(object, &JsValue::from_str(name), value);
}

/// Arrival times as whole nanoseconds up to the horizon.
fn times(given: JsValue) -> Result<Vec<u64>, InputError> {
    let horizon = Nanos::HORIZON.get();
    let wrong = |at: usize, value: Value| {
        InputError::new(format!("arrivalsNs[{at}]"), &value, Accepted::Whole { min: 0, max: horizon })
    };
    if let Some(column) = given.dyn_ref::<BigUint64Array>() {
        let times = if column.length() == 0 { Vec::new() } else { column.to_vec() };
        #[expect(clippy::cast_precision_loss, reason = "the message's own copy")]
        return match times.iter().position(|&time| time > horizon) {
            Some(at) => Err(wrong(at, Value::Number(times[at] as f64))),
            None => Ok(times),
        };
    }
    let Some(column) = given.dyn_ref::<Float64Array>() else {
        let words = ["a BigUint64Array", "a Float64Array"];
        return Err(InputError::new("arrivalsNs", &Value::Text(kind_of(&given)), crate::input::one_of(&words)));
    };
    let given = if column.length() == 0 { Vec::new() } else { column.to_vec() };
    let mut times = Vec::with_capacity(given.len());
    for (at, &time) in given.iter().enumerate() {
        let value = Value::Number(time);
        let whole = value.whole().filter(|&time| time <= horizon);
        times.push(whole.ok_or_else(|| wrong(at, value))?);
    }
    Ok(times)
}

/// The JavaScript type of a value, for a message.
fn kind_of(value: &JsValue) -> String {
    value.js_typeof().as_string().unwrap_or_default()
}

/// A column as long as the arrivals, with no value below `min`.
fn column(name: &str, given: Option<JsWhole>, length: usize, min: u32) -> Result<Option<Vec<u32>>, InputError> {
    let Some(given) = given.map(JsValue::from) else { return Ok(None) };
    let Some(array) = given.dyn_ref::<Uint32Array>() else {
        return Err(InputError::new(name, &Value::Text(kind_of(&given)), crate::input::one_of(&["a Uint32Array"])));
    };
    // An array whose buffer was given away has no length, and must not be copied.
    let column = if array.length() == 0 { Vec::new() } else { array.to_vec() };
    if column.len() != length {
        let given = Value::List(vec![Value::Null; column.len()]);
        let length = length as u64;
        return Err(InputError::new(name, &given, Accepted::List { min: length, max: length }));
    }
    within(name, &column, min..=u32::MAX)?;
    Ok(Some(column))
}

/// Refuses a column with a value outside the range, and names the first.
fn within(name: &str, column: &[u32], range: RangeInclusive<u32>) -> Result<(), InputError> {
    match column.iter().position(|value| !range.contains(value)) {
        Some(at) => Err(InputError::new(
            format!("{name}[{at}]"),
            &Value::Number(f64::from(column[at])),
            Accepted::Whole { min: u64::from(*range.start()), max: u64::from(*range.end()) },
        )),
        None => Ok(()),
    }
}
