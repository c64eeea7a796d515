//! Objects read field by field, each with the path to where it stands.

use std::borrow::Cow;

use super::error::{Accepted, InputError, one_of};
use super::writing::{concat, fits, push_most, shortened};
use crate::value::Value;

/// An object being read: every field is asked for by name, and a field nobody asks for is an error.
pub struct Fields<'a> {
    path: &'a str,
    entries: &'a [(Cow<'static, str>, Value)],
}

impl<'a> Fields<'a> {
    /// Reads `value`, which stands at `path`, as an object that has only the fields named in `known`.
    ///
    /// # Errors
    /// When it is not an object, or has a field that is unknown or written twice.
    pub fn of(value: &'a Value, path: &'a str, known: &[&str]) -> Result<Self, InputError> {
        let fields = Self::open(value, path)?;
        fields.only(known)?;
        Ok(fields)
    }

    /// Reads `value` as an object whose known fields depend on one of them; call [`Fields::only`] next.
    ///
    /// # Errors
    /// When it is not an object.
    pub fn open(value: &'a Value, path: &'a str) -> Result<Self, InputError> {
        match value {
            Value::Map(entries) => Ok(Self { path, entries }),
            other => Err(InputError::new(path, other, Accepted::Object)),
        }
    }

    /// Refuses any field that is not in `known`, and any that is written twice.
    ///
    /// # Errors
    /// Names the first such field.
    pub fn only(&self, known: &[&str]) -> Result<(), InputError> {
        for (at, (name, value)) in self.entries.iter().enumerate() {
            let twice = find(&self.entries[..at], name).is_some();
            if twice || !known.contains(&name.as_ref()) {
                return Err(InputError::new(self.at(shortened(name)), value, one_of(known)));
            }
        }
        Ok(())
    }

    /// The path to a field of this object.
    #[must_use]
    pub fn at(&self, name: &str) -> String {
        join(self.path, name)
    }

    /// The field's value, where it is given and not null.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        find(self.entries, name).filter(|value| !matches!(value, Value::Null))
    }

    /// A whole number from `min` to `max`; `default` when the field is missing, an error when there is no default.
    ///
    /// # Errors
    /// When it is missing without a default, not a whole number, or out of range.
    pub fn whole(&self, name: &str, min: u64, max: u64, default: Option<u64>) -> Result<u64, InputError> {
        let Some(value) = self.get(name) else {
            return default.ok_or_else(|| self.wrong(name, Accepted::Whole { min, max }));
        };
        value.whole().filter(|n| (min..=max).contains(n)).ok_or_else(|| self.wrong(name, Accepted::Whole { min, max }))
    }

    /// Where a generator of random numbers begins: the field `seed`, any 32-bit number.
    ///
    /// # Errors
    /// When it is missing, not a whole number, or out of range.
    #[expect(clippy::cast_possible_truncation, reason = "in range")]
    pub fn seed(&self) -> Result<u32, InputError> {
        self.whole("seed", 0, u64::from(u32::MAX), None).map(|seed| seed as u32)
    }

    /// A number from `min` to `max`, fractions allowed; `default` when the field is missing.
    ///
    /// # Errors
    /// When it is missing without a default, not a number (NaN is none), or out of range.
    pub fn number(&self, name: &str, min: f64, max: f64, default: Option<f64>) -> Result<f64, InputError> {
        match self.get(name) {
            None => default,
            Some(Value::Number(given)) if (min..=max).contains(given) => Some(*given),
            Some(_) => None,
        }
        .ok_or_else(|| self.wrong(name, Accepted::Number { min, max }))
    }

    /// One of `words`, as its place in the list; `default` when the field is missing.
    ///
    /// # Errors
    /// When it is missing without a default, or another word.
    pub fn choice(&self, name: &str, words: &[&str], default: Option<usize>) -> Result<usize, InputError> {
        match self.get(name) {
            None => default,
            Some(Value::Text(given)) => words.iter().position(|word| word == given),
            Some(_) => None,
        }
        .ok_or_else(|| self.wrong(name, one_of(words)))
    }

    /// A list of `min` to `max` items.
    ///
    /// # Errors
    /// When it is missing, not a list, or of another length.
    pub fn list(&self, name: &str, min: u64, max: u64) -> Result<&'a [Value], InputError> {
        match self.get(name) {
            Some(Value::List(items)) if (min..=max).contains(&(items.len() as u64)) => Ok(items),
            _ => Err(self.wrong(name, Accepted::List { min, max })),
        }
    }

    /// A string of at most `max` characters, where it is given.
    ///
    /// # Errors
    /// When it is not a string, or longer.
    pub fn text(&self, name: &str, max: u64) -> Result<Option<&'a str>, InputError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Text(given)) if fits(given, max) => Ok(Some(given)),
            Some(_) => Err(self.wrong(name, Accepted::Text { max })),
        }
    }

    /// The error for a field of this object.
    #[must_use]
    pub fn wrong(&self, name: &str, accepted: Accepted) -> InputError {
        InputError::new(self.at(name), self.get(name).unwrap_or(&Value::Null), accepted)
    }
}

/// The value of a field. Not inlined: every reading of a field begins with it.
#[inline(never)]
fn find<'a>(entries: &'a [(Cow<'static, str>, Value)], name: &str) -> Option<&'a Value> {
    for (given, value) in entries {
        if given.as_ref() == name {
            return Some(value);
        }
    }
    None
}

/// The path to a field of what stands at `prefix`.
pub(super) fn join(prefix: &str, field: &str) -> String {
    let bare = prefix.is_empty() || field.is_empty() || field.starts_with('[');
    concat(&[prefix, if bare { "" } else { "." }, field])
}

/// The path to an item of the list that stands at `list`.
#[must_use]
pub fn item(list: &str, at: usize) -> String {
    let mut path = String::from(list);
    push_most(&mut path, "[", at as u64, "]");
    path
}
