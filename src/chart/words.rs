//! The words of the charts: their keys, and plain English for tests and for programs without a page.
//!
//! A page has the same keys in its language files (`www/lessons/<locale>/chart.json`). Numbers come with their unit: the
//! page writes the digits, and times (`millis`) with a unit that suits their size. Text in braces stands for a number.
//! [`ENGLISH`] is the list of all keys.

use super::scene::Words;
use crate::limiter::{Outcome, Unit};
use crate::sim::Row;
use crate::sim::explain::{Message, Quantity, Values};

/// A message from its key and its numbers.
#[must_use]
pub fn message(key: &str, values: &[(&'static str, f64, Unit)]) -> Message {
    let values = values.iter().map(|&(name, value, unit)| (name, Quantity { value, unit })).collect();
    Message { key: key.to_owned(), values: Values(values) }
}

/// The name of a row's algorithm.
pub(crate) fn algorithm(row: &Row, words: &dyn Words) -> String {
    let mut key = String::from("algorithm.");
    key.push_str(row.spec.slug());
    words.say(&message(&key, &[]))
}

/// The word for an outcome.
pub(crate) fn outcome(outcome: Outcome, words: &dyn Words) -> String {
    words.say(&message(outcome_key(outcome), &[]))
}

/// The key of the word for an outcome.
pub(crate) const fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allowed => "outcome.allowed",
        Outcome::Delayed => "outcome.delayed",
        Outcome::Refused => "outcome.refused",
        Outcome::Impossible => "outcome.impossible",
    }
}

/// The key of so many requests with an outcome.
pub(crate) const fn count_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allowed => "outcome.allowed.count",
        Outcome::Delayed => "outcome.delayed.count",
        Outcome::Refused => "outcome.refused.count",
        Outcome::Impossible => "outcome.impossible.count",
    }
}

/// Every key with its English text.
///
/// | keys | where |
/// |---|---|
/// | `number` | ticks and counts |
/// | `algorithm.<id>` | the name of a row |
/// | `outcome.<id>`, `outcome.<id>.count` | beside a mark; with how many there are |
/// | `axis.time.<unit>` | the title of the time axis |
/// | `level.<id>`, `level.<id>.<unit>` | what a panel draws; with a time unit where it draws a time |
/// | `line.<kind>` | the line across a panel |
/// | `chart.*` | the chart over time and its read-out |
/// | `picture.*` | the pictures of a state |
pub const ENGLISH: &[(&str, &str)] = &[
    ("number", "{n}"),
    ("algorithm.token-bucket", "Token bucket"),
    ("algorithm.gcra", "GCRA"),
    ("algorithm.leaky-bucket-meter", "Leaky bucket (meter)"),
    ("algorithm.leaky-bucket-queue", "Leaky bucket (queue)"),
    ("algorithm.nginx-limit-req", "nginx limit_req"),
    ("algorithm.fixed-window", "Fixed window"),
    ("algorithm.sliding-window-log", "Sliding window log"),
    ("algorithm.sliding-window-counter", "Sliding window counter"),
    ("algorithm.negative-elapsed", "Negative elapsed time"),
    ("algorithm.paid-twice", "An interval paid twice"),
    ("algorithm.no-cap", "No cap"),
    ("outcome.allowed", "allowed"),
    ("outcome.delayed", "delayed"),
    ("outcome.refused", "refused"),
    ("outcome.impossible", "impossible"),
    ("outcome.allowed.count", "{n} allowed"),
    ("outcome.delayed.count", "{n} delayed"),
    ("outcome.refused.count", "{n} refused"),
    ("outcome.impossible.count", "{n} impossible"),
    ("axis.time.ns", "time (ns)"),
    ("axis.time.us", "time (\u{b5}s)"),
    ("axis.time.ms", "time (ms)"),
    ("axis.time.s", "time (s)"),
    ("axis.time.min", "time (min)"),
    ("axis.time.h", "time (h)"),
    ("axis.time.d", "time (days)"),
    ("level.token-bucket", "tokens"),
    ("level.gcra.ns", "TAT ahead (ns)"),
    ("level.gcra.us", "TAT ahead (\u{b5}s)"),
    ("level.gcra.ms", "TAT ahead (ms)"),
    ("level.gcra.s", "TAT ahead (s)"),
    ("level.gcra.min", "TAT ahead (min)"),
    ("level.gcra.h", "TAT ahead (h)"),
    ("level.gcra.d", "TAT ahead (days)"),
    ("level.leaky-bucket-meter", "water"),
    ("level.leaky-bucket-queue", "waiting"),
    ("level.nginx-limit-req", "excess"),
    ("level.fixed-window", "counted"),
    ("level.sliding-window-log", "in the window"),
    ("level.sliding-window-counter", "estimate"),
    ("line.capacity", "capacity {at}"),
    ("line.tolerance", "tolerance {at}"),
    ("line.limit", "limit {at}"),
    ("line.queue", "places {at}"),
    ("chart.over-time", "Requests and levels over time"),
    ("chart.at", "{at}"),
    ("chart.span", "{from} to {to}"),
    ("chart.level", "level {value}"),
    ("chart.wait", "waits {wait}"),
    ("chart.retry", "retry in {wait}"),
    ("chart.peak", "{n}"),
    ("picture.cost", "cost {cost}"),
    ("picture.rate", "{permits} per {period}"),
    ("picture.now", "now {now}"),
    ("picture.per-second", "{rate} per second"),
    ("picture.window", "window {window}"),
    ("picture.missing", "{missing} missing"),
    ("picture.over", "{over} too much"),
    ("picture.never", "can never pass"),
    ("picture.token-bucket", "{tokens} of {burst}"),
    ("picture.leaky-bucket-meter", "{water} of {burst}"),
    ("picture.leaky-bucket-queue", "{waiting} of {queue} places taken"),
    ("picture.nginx.delay", "delay above {n}"),
    ("picture.nginx.burst", "burst {n}"),
    ("picture.nginx.excess", "excess {excess}"),
    ("picture.fixed-window", "{count} of {limit}"),
    ("picture.sliding-window-log", "{count} of {limit}"),
    ("picture.previous", "previous {n}"),
    ("picture.current", "current {n}"),
    ("picture.sliding-window-counter", "{previous} \u{d7} {share} + {current} = {estimate} of {limit}"),
    ("picture.gcra.tolerance", "tolerance {tolerance}"),
    ("picture.gcra.allowance", "cost {cost}: at most {allowance} ahead"),
    ("picture.gcra.tat-ahead", "TAT {tat}, {ahead} ahead"),
    ("picture.gcra.tat-past", "TAT {tat}"),
    ("picture.gcra.before", "TAT was {tat}"),
    ("picture.gcra.interval", "T = {interval}"),
    ("picture.gcra.early", "too early by {wait}"),
];

/// Plain English, without a font: a letter is 0.55 of the font size wide.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// The factor on all widths; tests try long labels with it.
    pub stretch: f64,
}

impl Default for Plain {
    fn default() -> Self {
        Self { stretch: 1.0 }
    }
}

impl Words for Plain {
    fn say(&self, message: &Message) -> String {
        let Some((_, template)) = ENGLISH.iter().find(|(key, _)| *key == message.key) else {
            return message.key.clone();
        };
        let mut text = (*template).to_owned();
        for (name, quantity) in &message.values.0 {
            let mut hole = String::from("{");
            hole.push_str(name);
            hole.push('}');
            text = text.replace(&hole, &written(*quantity));
        }
        text
    }

    fn width(&self, text: &str, size: f64, bold: bool) -> f64 {
        super::scale::count(text.chars().count()) * size * if bold { 0.58 } else { 0.55 } * self.stretch
    }
}

/// A number as English writes it: at most three decimals; times with a unit.
fn written(quantity: Quantity) -> String {
    let plain = |value: f64, unit: &str| {
        let mut text = String::new();
        super::scale::push_fixed(&mut text, value, 3);
        text.push_str(unit);
        text
    };
    let value = quantity.value;
    match quantity.unit {
        Unit::Millis => match value.abs() {
            size if size >= 60_000.0 && value % 60_000.0 == 0.0 => plain(value / 60_000.0, " min"),
            size if size >= 1000.0 => plain(value / 1000.0, " s"),
            size if size >= 1.0 || value == 0.0 => plain(value, " ms"),
            size if size >= 1e-3 => plain(value * 1e3, " \u{b5}s"),
            _ => plain(value * 1e6, " ns"),
        },
        Unit::Share => plain(value * 100.0, " %"),
        _ => plain(value, ""),
    }
}
