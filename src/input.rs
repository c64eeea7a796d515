//! The checked reader for everything a person can type, paste, link to or send.
//!
//! Input arrives as a [`Value`] (from JSON on the host, from a JavaScript value in a browser), and is read field by field
//! through [`Fields`], which knows the path to where it stands. A wrong field becomes an [`InputError`] that names the
//! field, what was given and what is accepted, in parts, so that a page can say it in its own language.

use core::fmt;
use core::ops::{Deref, DerefMut};
use std::borrow::Cow;

pub use crate::value::Value;
use crate::value::{Map, list};

/// What a field accepts, in parts that a page can put into words.
#[derive(Clone, Debug, PartialEq)]
pub enum Accepted {
    /// A whole number in a range, both ends included.
    Whole {
        /// The smallest accepted.
        min: u64,
        /// The largest accepted.
        max: u64,
    },
    /// A number in a range, fractions allowed, both ends included.
    Number {
        /// The smallest accepted.
        min: f64,
        /// The largest accepted.
        max: f64,
    },
    /// One of these words.
    OneOf {
        /// The words.
        words: Vec<String>,
    },
    /// A whole number in a range, or one of these words.
    WholeOr {
        /// The largest accepted; the smallest is 0.
        max: u64,
        /// The words.
        words: Vec<String>,
    },
    /// A list with so many items.
    List {
        /// The fewest accepted.
        min: u64,
        /// The most accepted.
        max: u64,
    },
    /// An object.
    Object,
    /// A string of at most so many characters.
    Text {
        /// The most characters accepted.
        max: u64,
    },
    /// At most so many steps in all, after counts and generators are expanded.
    Steps {
        /// The most accepted.
        max: u64,
    },
    /// The parameters together need wider integers than there are; with the others as they are, at most this.
    Exact {
        /// The largest value at which the limiter is still exact.
        max: u64,
    },
}

impl Accepted {
    /// As an object: its `kind` and its numbers or words.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        match self {
            Self::Whole { min, max } => map.text("kind", "whole").whole("min", *min).whole("max", *max),
            Self::Number { min, max } => map.text("kind", "number").num("min", *min).num("max", *max),
            Self::OneOf { words } => map.text("kind", "one-of").put("words", words_value(words)),
            Self::WholeOr { max, words } => {
                map.text("kind", "whole-or").whole("max", *max).put("words", words_value(words))
            }
            Self::List { min, max } => map.text("kind", "list").whole("min", *min).whole("max", *max),
            Self::Object => map.text("kind", "object"),
            Self::Text { max } => map.text("kind", "text").whole("max", *max),
            Self::Steps { max } => map.text("kind", "steps").whole("max", *max),
            Self::Exact { max } => map.text("kind", "exact").whole("max", *max),
        }
        .value()
    }
}

fn words_value(words: &[String]) -> Value {
    list(words, |word| word.as_str().into())
}

/// A wrong input: a [`Wrong`] behind one pointer, so that a result which holds it is as small as it can be.
#[derive(Clone, Debug, PartialEq)]
pub struct InputError(Box<Wrong>);

impl Deref for InputError {
    type Target = Wrong;

    fn deref(&self) -> &Wrong {
        &self.0
    }
}

impl DerefMut for InputError {
    fn deref_mut(&mut self) -> &mut Wrong {
        &mut self.0
    }
}

/// Which field is wrong, what was given, what is accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The path to the field, such as `limiters[0].permits`; empty for the whole input.
    pub field: String,
    /// What was given, shortened where it is long.
    pub given: String,
    /// What is accepted there.
    pub accepted: Accepted,
}

/// The longest piece of the given input that a message repeats, in characters.
const GIVEN_CHARS: usize = 60;

impl InputError {
    /// An error at `field`.
    #[must_use]
    pub fn new(field: impl Into<String>, given: &Value, accepted: Accepted) -> Self {
        Self(Box::new(Wrong { field: field.into(), given: describe(given), accepted }))
    }

    /// The same error, seen from further out: `prefix` is put before the field's path.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        self.field = join(prefix, &self.field);
        self
    }
}

impl InputError {
    /// The error as one line of English.
    ///
    /// Put together by hand: the general formatter is several kilobytes of the page.
    #[must_use]
    pub fn message(&self) -> String {
        let mut out = String::from(if self.field.is_empty() { "input" } else { &self.field });
        push_all(&mut out, &[": got ", &self.given, "; accepts "]);
        let whole_range = |out: &mut String, min: u64, max: u64| {
            push_whole(out, min);
            out.push_str(" to ");
            push_whole(out, max);
        };
        match &self.accepted {
            Accepted::Whole { min, max } => {
                out.push_str("a whole number from ");
                whole_range(&mut out, *min, *max);
            }
            Accepted::Number { min, max } => {
                out.push_str("a number from ");
                push_plain(&mut out, *min);
                out.push_str(" to ");
                push_plain(&mut out, *max);
            }
            Accepted::OneOf { words } => {
                out.push_str("one of ");
                push_words(&mut out, words);
            }
            Accepted::WholeOr { max, words } => {
                out.push_str("a whole number from ");
                whole_range(&mut out, 0, *max);
                out.push_str(", or ");
                push_words(&mut out, words);
            }
            Accepted::List { min, max } => {
                out.push_str("a list of ");
                whole_range(&mut out, *min, *max);
                out.push_str(" items");
            }
            Accepted::Object => out.push_str("an object"),
            Accepted::Text { max } => push_most(&mut out, "a text of at most ", *max, " characters"),
            Accepted::Steps { max } => push_most(&mut out, "at most ", *max, " steps in all"),
            Accepted::Exact { max } => {
                push_most(&mut out, "at most ", *max, " here: beyond it the limiter could not be exact");
            }
        }
        out
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl core::error::Error for InputError {}

/// A short rendering of a value for a message.
fn describe(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Null => out.push_str("nothing"),
        Value::Bool(given) => out.push_str(if *given { "true" } else { "false" }),
        Value::Number(given) => push_plain(&mut out, *given),
        Value::Text(given) => {
            let short = shortened(given);
            push_all(&mut out, &["\"", short, if short.len() < given.len() { "…\"" } else { "\"" }]);
        }
        Value::List(items) => push_most(&mut out, "a list of ", items.len() as u64, ""),
        Value::Map(_) => out.push_str("an object"),
    }
    out
}

/// The beginning of a text, as much of it as a message repeats.
fn shortened(text: &str) -> &str {
    let mut chars = text.chars();
    for _ in 0..GIVEN_CHARS {
        chars.next();
    }
    // Not a slice of it: its panic would bring a formatter along.
    text.strip_suffix(chars.as_str()).unwrap_or(text)
}

/// Whether a text has at most `max` characters.
pub(crate) fn fits(text: &str, max: u64) -> bool {
    // A byte that goes on with a character begins none.
    let begun = text.as_bytes().iter().filter(|&&byte| byte & 0xC0 != 0x80);
    begun.fold(0, |count, _| count + 1) <= max
}

/// The texts as one.
#[inline(never)]
pub(crate) fn concat(parts: &[&str]) -> String {
    let mut out = String::new();
    push_all(&mut out, parts);
    out
}

fn push_all(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

fn push_words(out: &mut String, words: &[String]) {
    for (at, word) in words.iter().enumerate() {
        push_all(out, &[if at == 0 { "" } else { ", " }, word]);
    }
}

fn push_most(out: &mut String, before: &str, max: u64, after: &str) {
    out.push_str(before);
    push_whole(out, max);
    out.push_str(after);
}

/// Writes a whole number in plain digits.
pub(crate) fn push_whole(out: &mut String, whole: u64) {
    if whole >= 10 {
        push_whole(out, whole / 10);
    }
    push_digit(out, whole % 10);
}

#[expect(clippy::cast_possible_truncation, reason = "one digit")]
fn push_digit(out: &mut String, digit: u64) {
    out.push(char::from(b'0' + digit as u8));
}

/// Writes a double in plain digits, at most six after the point, or with a power of ten when it is huge.
///
/// The standard formatter is exact and costs 10 KB of compressed WebAssembly; a message does not need it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "guarded by the comparisons")]
fn push_plain(out: &mut String, given: f64) {
    if given.is_nan() {
        return out.push_str("NaN");
    }
    if given < 0.0 {
        out.push('-');
    }
    let size = libm::fabs(given);
    if size.is_infinite() {
        return out.push_str("Infinity");
    }
    if size >= 1e15 {
        let (mut mantissa, mut exponent) = (size, 0);
        while mantissa >= 10.0 {
            (mantissa, exponent) = (mantissa / 10.0, exponent + 1);
        }
        push_plain(out, libm::round(mantissa * 1e3) / 1e3);
        return push_most(out, "e", exponent, "");
    }
    let millionths = libm::round(size * 1e6) as u64;
    push_whole(out, millionths / 1_000_000);
    let mut part = millionths % 1_000_000;
    if part > 0 {
        out.push('.');
    }
    while part > 0 {
        push_digit(out, part / 100_000);
        part = part % 100_000 * 10;
    }
}

/// The path to a field of what stands at `prefix`.
fn join(prefix: &str, field: &str) -> String {
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

/// The words as [`Accepted::OneOf`].
#[must_use]
pub fn one_of(words: &[&str]) -> Accepted {
    Accepted::OneOf { words: owned(words) }
}

/// The words with owners of their own.
pub(crate) fn owned(words: &[&str]) -> Vec<String> {
    let mut all = Vec::with_capacity(words.len());
    for &word in words {
        all.push(word.to_owned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Value {
        serde_json::from_str(json).expect("the test's own JSON")
    }

    #[test]
    fn a_wrong_number_is_named_with_its_path_and_range() {
        let value = parse(r#"{"permits": -1, "burst": 2.5}"#);
        let fields = Fields::of(&value, "limiters[0]", &["permits", "burst"]).expect("both fields are known");
        let error = fields.whole("permits", 1, 9, None).expect_err("negative");
        assert_eq!(error.to_string(), "limiters[0].permits: got -1; accepts a whole number from 1 to 9");
        let error = fields.whole("burst", 1, 9, None).expect_err("a fraction");
        assert_eq!(error.to_string(), "limiters[0].burst: got 2.5; accepts a whole number from 1 to 9");
    }

    #[test]
    fn numbers_that_json_cannot_write_are_told_apart() {
        let shown = |given| InputError::new("x", &Value::Number(given), Accepted::Object).given.clone();
        assert_eq!(shown(f64::NAN), "NaN");
        assert_eq!(shown(f64::NEG_INFINITY), "-Infinity");
        assert_eq!(shown(1e300), "1e300");
        assert_eq!(shown(0.1), "0.1");
        assert_eq!(Value::Number(f64::NAN).whole(), None);
        assert_eq!(Value::Number(1e300).whole(), None);
    }

    #[test]
    fn unknown_and_repeated_fields_are_refused() {
        let value = parse(r#"{"permits": 1, "burts": 5}"#);
        let error = Fields::of(&value, "", &["permits", "burst"]).err().expect("a typing error");
        assert_eq!(error.to_string(), "burts: got 5; accepts one of permits, burst");
        let twice = Value::Map(vec![("a".into(), Value::Null), ("a".into(), Value::Null)]);
        assert!(Fields::of(&twice, "", &["a"]).is_err());
    }

    #[test]
    fn long_text_is_shortened_in_the_message() {
        let error = InputError::new("algorithm", &Value::Text("x".repeat(500)), Accepted::Object);
        assert!(error.given.chars().count() < 70);
        assert!(error.given.ends_with("…\""));
    }
}
