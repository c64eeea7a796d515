//! A JSON value: how input comes in and how results go out.
//!
//! One type for both directions keeps the boundary small: everything that is written is first made into a [`Value`], by
//! hand, and one piece of code turns that into JavaScript or JSON.

use core::fmt;
use std::borrow::Cow;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Any JSON value, with objects in the order they were written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`, or JavaScript's `undefined`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; JavaScript may also bring NaN and the infinities.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Map(Vec<(Cow<'static, str>, Value)>),
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Depth(0).deserialize(deserializer)
    }
}

/// How deep values may lie inside each other; a JavaScript object that holds itself is deeper than any number.
pub const MAX_DEPTH: u8 = 16;

/// What is said of a value that lies deeper.
pub const TOO_DEEP: &str = "the input is nested too deep; at most 16 levels are accepted";

/// Reads a value that lies so deep inside another.
#[derive(Clone, Copy)]
struct Depth(u8);

impl Depth {
    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.0 == MAX_DEPTH {
            return Err(E::custom(TOO_DEEP));
        }
        Ok(Self(self.0 + 1))
    }
}

impl<'de> DeserializeSeed<'de> for Depth {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Depth {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, given: bool) -> Result<Value, E> {
        Ok(Value::Bool(given))
    }

    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are doubles")]
    fn visit_i64<E>(self, given: i64) -> Result<Value, E> {
        Ok(Value::Number(given as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are doubles")]
    fn visit_u64<E>(self, given: u64) -> Result<Value, E> {
        Ok(Value::Number(given as f64))
    }

    fn visit_f64<E>(self, given: f64) -> Result<Value, E> {
        Ok(Value::Number(given))
    }

    fn visit_str<E>(self, given: &str) -> Result<Value, E> {
        Ok(Value::Text(given.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let (inner, mut items) = (self.inner()?, Vec::new());
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let (inner, mut entries) = (self.inner()?, Vec::new());
        while let Some(name) = map.next_key()? {
            entries.push((Cow::Owned(name), map.next_value_seed(inner)?));
        }
        Ok(Value::Map(entries))
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(given) => serializer.serialize_bool(*given),
            Self::Number(given) => match self.whole() {
                // Whole numbers are written without a fraction: links stay short.
                Some(whole) => serializer.serialize_u64(whole),
                None => serializer.serialize_f64(*given),
            },
            Self::Text(given) => serializer.serialize_str(given),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (name, value) in entries {
                    map.serialize_entry(name.as_ref(), value)?;
                }
                map.end()
            }
        }
    }
}

impl Value {
    /// The value as a whole number, where it is one that a double holds exactly.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be whole and in range")]
    pub fn whole(&self) -> Option<u64> {
        match self {
            Self::Number(given)
                if (0.0..=9_007_199_254_740_992.0).contains(given)
                    && libm::trunc(*given).to_bits() == given.to_bits() =>
            {
                Some(*given as u64)
            }
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(given: bool) -> Self {
        Self::Bool(given)
    }
}

impl From<f64> for Value {
    fn from(given: f64) -> Self {
        Self::Number(given)
    }
}

#[expect(clippy::cast_precision_loss, reason = "JSON numbers are doubles")]
impl From<u64> for Value {
    fn from(given: u64) -> Self {
        Self::Number(given as f64)
    }
}

#[expect(clippy::cast_precision_loss, reason = "JSON numbers are doubles")]
impl From<usize> for Value {
    fn from(given: usize) -> Self {
        Self::Number(given as f64)
    }
}

impl From<&str> for Value {
    #[inline(never)]
    fn from(given: &str) -> Self {
        Self::Text(given.to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(given: Option<T>) -> Self {
        given.map_or(Self::Null, Into::into)
    }
}

/// An object being written.
#[derive(Clone, Debug, Default)]
pub struct Map(Vec<(Cow<'static, str>, Value)>);

impl Map {
    /// An object without fields.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a field.
    pub fn put(&mut self, name: &'static str, value: impl Into<Value>) -> &mut Self {
        self.push(name, value.into())
    }

    /// Adds a number.
    // This and those below are not inlined: there are hundreds of calls.
    #[inline(never)]
    pub fn num(&mut self, name: &'static str, value: f64) -> &mut Self {
        self.push(name, Value::Number(value))
    }

    /// Adds a whole number.
    #[inline(never)]
    pub fn whole(&mut self, name: &'static str, value: u64) -> &mut Self {
        self.push(name, value.into())
    }

    /// Adds a text.
    #[inline(never)]
    pub fn text(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.push(name, value.into())
    }

    #[inline(never)]
    fn push(&mut self, name: &'static str, value: Value) -> &mut Self {
        self.0.push((Cow::Borrowed(name), value));
        self
    }

    /// The finished object; what is left is an empty one.
    #[must_use]
    pub fn value(&mut self) -> Value {
        Value::Map(core::mem::take(&mut self.0))
    }
}

/// An array of texts.
#[must_use]
pub fn texts(items: &[&str]) -> Value {
    list(items, |item| (*item).into())
}

/// An array with one value for each item.
pub fn list<T>(items: &[T], mut each: impl FnMut(&T) -> Value) -> Value {
    collect(items.len(), &mut |at| each(&items[at]))
}

/// The loop of [`list`], through a pointer: one copy for all items.
fn collect(length: usize, each: &mut dyn FnMut(usize) -> Value) -> Value {
    let mut values = Vec::with_capacity(length);
    for at in 0..length {
        values.push(each(at));
    }
    Value::List(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_without_end_is_refused() {
        let deep = |levels: usize| serde_json::from_str::<Value>(&("[".repeat(levels) + &"]".repeat(levels)));
        assert!(deep(16).is_ok());
        assert!(deep(17).is_err());
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let json = r#"{"a":[1,2.5,null,true],"b":{"c":"x"},"d":-3.0}"#;
        let value: Value = serde_json::from_str(json).expect("the test's own JSON");
        assert_eq!(serde_json::to_string(&value).expect("plain data"), json);
    }
}
