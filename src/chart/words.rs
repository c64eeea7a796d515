//! The words of the charts: their keys, and plain English for tests and for programs without a page.
//!
//! A page has the same keys in its language files (`www/lessons/<locale>/chart.json`). Numbers come with their unit: the
//! page writes the digits, and times (`millis`) with a unit that suits their size. Text in braces stands for a number.
//! [`ENGLISH`] is the list of all keys.

use super::scene::Words;
use crate::limiter::{Outcome, Unit};
use crate::sim::Row;
use crate::sim::explain::{Message, Quantity, Values};

/// A label: its key, and the names and units of its numbers, in order. A picture gives only the numbers.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The key in the language files.
    pub key: &'static str,
    /// The names that stand in the text.
    pub names: &'static [(&'static str, Unit)],
}

const fn label(key: &'static str, names: &'static [(&'static str, Unit)]) -> Label {
    Label { key, names }
}

const N: &[(&str, Unit)] = &[("n", Unit::Plain)];
const AT: &[(&str, Unit)] = &[("at", Unit::Plain)];
const WAIT: &[(&str, Unit)] = &[("wait", Unit::Millis)];
const OF_LIMIT: &[(&str, Unit)] = &[("count", Unit::Plain), ("limit", Unit::Plain)];
const TAT: &[(&str, Unit)] = &[("tat", Unit::Millis), ("ahead", Unit::Millis)];

pub(crate) static NUMBER: Label = label("number", N);
/// By outcome: so many requests with it.
pub(crate) static COUNTS: [Label; 4] = [
    label("outcome.allowed.count", N),
    label("outcome.delayed.count", N),
    label("outcome.refused.count", N),
    label("outcome.impossible.count", N),
];
/// By [`crate::limiter::GaugeLine`].
pub(crate) static LINES: [Label; 4] = [
    label("line.capacity", AT),
    label("line.tolerance", &[("at", Unit::Millis)]),
    label("line.limit", AT),
    label("line.queue", AT),
];
pub(crate) static LIMIT: Label = label("line.limit", AT);
pub(crate) static TIME: Label = label("chart.at", &[("at", Unit::Millis)]);
pub(crate) static SPAN: Label = label("chart.span", &[("from", Unit::Millis), ("to", Unit::Millis)]);
/// A level that is a number, and one that is a time.
pub(crate) static LEVELS: [Label; 2] =
    [label("chart.level", &[("value", Unit::Plain)]), label("chart.level", &[("value", Unit::Millis)])];
pub(crate) static WAITS: Label = label("chart.wait", WAIT);
pub(crate) static RETRY: Label = label("chart.retry", WAIT);
pub(crate) static PEAK: Label = label("chart.peak", N);
pub(crate) static COST: Label = label("picture.cost", &[("cost", Unit::Plain)]);
pub(crate) static RATE: Label = label("picture.rate", &[("permits", Unit::Plain), ("period", Unit::Millis)]);
pub(crate) static NOW: Label = label("picture.now", &[("now", Unit::Millis)]);
pub(crate) static PER_SECOND: Label = label("picture.per-second", &[("rate", Unit::Plain)]);
pub(crate) static WINDOW: Label = label("picture.window", &[("window", Unit::Millis)]);
pub(crate) static MISSING: Label = label("picture.missing", &[("missing", Unit::Plain)]);
pub(crate) static OVER: Label = label("picture.over", &[("over", Unit::Plain)]);
pub(crate) static NEVER: Label = label("picture.never", &[]);
pub(crate) static TOKENS: Label = label("picture.token-bucket", &[("tokens", Unit::Plain), ("burst", Unit::Plain)]);
pub(crate) static WATER: Label = label("picture.leaky-bucket-meter", &[("water", Unit::Plain), ("burst", Unit::Plain)]);
pub(crate) static QUEUE: Label =
    label("picture.leaky-bucket-queue", &[("waiting", Unit::Plain), ("queue", Unit::Plain)]);
pub(crate) static NGINX_DELAY: Label = label("picture.nginx.delay", N);
pub(crate) static NGINX_BURST: Label = label("picture.nginx.burst", N);
pub(crate) static NGINX_EXCESS: Label = label("picture.nginx.excess", &[("excess", Unit::Plain)]);
pub(crate) static FIXED_WINDOW: Label = label("picture.fixed-window", OF_LIMIT);
pub(crate) static WINDOW_LOG: Label = label("picture.sliding-window-log", OF_LIMIT);
pub(crate) static PREVIOUS: Label = label("picture.previous", N);
pub(crate) static CURRENT: Label = label("picture.current", N);
pub(crate) static WINDOW_COUNTER: Label = label(
    "picture.sliding-window-counter",
    &[
        ("previous", Unit::Plain),
        ("share", Unit::Share),
        ("current", Unit::Plain),
        ("estimate", Unit::Plain),
        ("limit", Unit::Plain),
    ],
);
pub(crate) static GCRA_TOLERANCE: Label = label("picture.gcra.tolerance", &[("tolerance", Unit::Millis)]);
pub(crate) static GCRA_ALLOWANCE: Label =
    label("picture.gcra.allowance", &[("cost", Unit::Plain), ("allowance", Unit::Millis)]);
pub(crate) static TAT_AHEAD: Label = label("picture.gcra.tat-ahead", TAT);
pub(crate) static TAT_PAST: Label = label("picture.gcra.tat-past", TAT);
pub(crate) static TAT_BEFORE: Label = label("picture.gcra.before", TAT);
pub(crate) static GCRA_INTERVAL: Label = label("picture.gcra.interval", &[("interval", Unit::Millis)]);
pub(crate) static GCRA_EARLY: Label = label("picture.gcra.early", WAIT);

/// The text of a label with these numbers.
#[inline(never)]
pub(crate) fn say(words: &dyn Words, label: &Label, numbers: &[f64]) -> String {
    let mut values = Vec::with_capacity(label.names.len());
    for (&(name, unit), &value) in label.names.iter().zip(numbers) {
        values.push((name, Quantity { value, unit }));
    }
    words.say(&Message { key: label.key.to_owned(), values: Values(values) })
}

/// The text of a key that is put together from parts.
#[inline(never)]
pub(crate) fn word(words: &dyn Words, parts: &[&str]) -> String {
    words.say(&Message { key: parts.concat(), values: Values(Vec::new()) })
}

/// The name of a row's algorithm.
pub(crate) fn algorithm(row: &Row, words: &dyn Words) -> String {
    word(words, &["algorithm.", row.spec.slug()])
}

/// The word for an outcome.
pub(crate) fn outcome(outcome: Outcome, words: &dyn Words) -> String {
    word(words, &["outcome.", outcome.slug()])
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
