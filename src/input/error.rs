//! A wrong input in parts: the field, what was given, what is accepted; and the same as a sentence.

use core::fmt;
use core::ops::{Deref, DerefMut};

use super::fields::join;
use super::writing::{push_all, push_most, push_plain, push_whole, push_words, shortened};
use crate::value::{Map, Value, list};

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
