//! Why a limiter decided as it did: a key that a page turns into a sentence or a formula, and the numbers that go in.
//!
//! Keys are `<id>.<outcome>` for sentences and `<id>.<formula>` for formulas, where the id is the algorithm's or the
//! mistake's. The numbers come from the
//! decision's snapshots; nothing is decided again here.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::scenario::RowSpec;
use super::trace::Decision;
use crate::flawed::FlawedSpec;
use crate::limiter::{Outcome, Snapshot, Spec, Unit};
use crate::time::Nanos;

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
}

/// A sentence or formula: its key, and the numbers to put in by name.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Message {
    /// The key in the language files.
    pub key: String,
    /// The numbers, by the names that stand in the text.
    pub values: Values,
}

/// Numbers by name, in order; written as an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(pub Vec<(&'static str, Quantity)>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, quantity) in &self.0 {
            map.serialize_entry(name, quantity)?;
        }
        map.end()
    }
}

/// Builds messages of one algorithm.
pub(super) struct Words {
    slug: &'static str,
}

impl Words {
    pub(super) fn message(&self, tail: &str, values: &[(&'static str, f64, Unit)]) -> Message {
        let values = values.iter().map(|&(name, value, unit)| (name, Quantity { value, unit })).collect();
        Message { key: format!("{}.{tail}", self.slug), values: Values(values) }
    }
}

/// The sentence and the formulas for one decision on a request of `cost`.
#[must_use]
pub fn explain(spec: &RowSpec, cost: u64, decision: &Decision) -> (Message, Vec<Message>) {
    let words = Words { slug: spec.slug() };
    let outcome = decision.verdict.outcome();
    let (values, formulas) = match (*spec, decision.before, decision.after) {
        (
            RowSpec::Limiter(Spec::TokenBucket { permits, period, burst })
            | RowSpec::Flawed(FlawedSpec { permits, period, burst, .. }),
            Snapshot::TokenBucket { tokens, stored, since_ms },
            Snapshot::TokenBucket { tokens: left, .. },
        ) => {
            let numbers = Bucket { cost: float(cost), burst: float(burst), rate: per_second(permits, period) };
            bucket(&words, decision, &numbers, [tokens, stored, since_ms, left])
        }
        (
            RowSpec::Limiter(Spec::Gcra { permits, period, burst }),
            Snapshot::Gcra { tat_ms, ahead_ms },
            Snapshot::Gcra { tat_ms: after, .. },
        ) => {
            let interval = period.as_millis_f64() / float(permits);
            gcra(&words, decision, [float(cost), float(burst), interval], [tat_ms, ahead_ms, after])
        }
        // A row's snapshots are its own algorithm's: the trace takes both from one limiter.
        _ => (Vec::new(), Vec::new()),
    };
    (words.message(outcome.slug(), &values), formulas)
}

type Explained = (Vec<(&'static str, f64, Unit)>, Vec<Message>);

struct Bucket {
    cost: f64,
    burst: f64,
    /// Tokens a second.
    rate: f64,
}

fn bucket(
    words: &Words,
    decision: &Decision,
    numbers: &Bucket,
    [tokens, stored, since_ms, left]: [f64; 4],
) -> Explained {
    let Bucket { cost, burst, rate } = *numbers;
    let elapsed = decision.now.as_millis_f64() - since_ms;
    let retry = decision.verdict.retry_after().map_or(0.0, Nanos::as_millis_f64);
    let refill = words.message(
        "refill",
        &[
            ("burst", burst, Unit::Plain),
            ("stored", stored, Unit::Tokens),
            ("rate", rate, Unit::PerSecond),
            ("elapsed", elapsed, Unit::Millis),
            ("tokens", tokens, Unit::Tokens),
        ],
    );
    let second = match decision.verdict.outcome() {
        Outcome::Allowed | Outcome::Delayed => words.message(
            "take",
            &[("tokens", tokens, Unit::Tokens), ("cost", cost, Unit::Plain), ("left", left, Unit::Tokens)],
        ),
        Outcome::Refused => words.message(
            "lack",
            &[
                ("tokens", tokens, Unit::Tokens),
                ("cost", cost, Unit::Plain),
                ("rate", rate, Unit::PerSecond),
                ("retry", retry, Unit::Millis),
            ],
        ),
        Outcome::Impossible => words.message("above", &[("cost", cost, Unit::Plain), ("burst", burst, Unit::Plain)]),
    };
    let values = vec![
        ("tokens", tokens, Unit::Tokens),
        ("cost", cost, Unit::Plain),
        ("left", left, Unit::Tokens),
        ("missing", (cost - tokens).max(0.0), Unit::Tokens),
        ("burst", burst, Unit::Plain),
        ("retry", retry, Unit::Millis),
    ];
    (values, vec![refill, second])
}

fn gcra(
    words: &Words,
    decision: &Decision,
    [cost, burst, interval]: [f64; 3],
    [tat, ahead, after]: [f64; 3],
) -> Explained {
    let now = decision.now.as_millis_f64();
    let allowance = (burst - cost) * interval;
    let retry = decision.verdict.retry_after().map_or(0.0, Nanos::as_millis_f64);
    let check = [
        ("tat", tat, Unit::Millis),
        ("now", now, Unit::Millis),
        ("ahead", ahead, Unit::Millis),
        ("burst", burst, Unit::Plain),
        ("cost", cost, Unit::Plain),
        ("interval", interval, Unit::Millis),
        ("allowance", allowance, Unit::Millis),
    ];
    let formulas = match decision.verdict.outcome() {
        Outcome::Allowed | Outcome::Delayed => vec![
            words.message("within", &check),
            words.message(
                "advance",
                &[
                    ("tat", tat, Unit::Millis),
                    ("now", now, Unit::Millis),
                    ("cost", cost, Unit::Plain),
                    ("interval", interval, Unit::Millis),
                    ("after", after, Unit::Millis),
                ],
            ),
        ],
        Outcome::Refused => vec![
            words.message("beyond", &check),
            words.message(
                "wait",
                &[
                    ("ahead", ahead, Unit::Millis),
                    ("allowance", allowance, Unit::Millis),
                    ("retry", retry, Unit::Millis),
                ],
            ),
        ],
        Outcome::Impossible => {
            vec![words.message("above", &[("cost", cost, Unit::Plain), ("burst", burst, Unit::Plain)])]
        }
    };
    let values = vec![
        ("ahead", ahead, Unit::Millis),
        ("allowance", allowance, Unit::Millis),
        ("cost", cost, Unit::Plain),
        ("burst", burst, Unit::Plain),
        ("after", after, Unit::Millis),
        ("retry", retry, Unit::Millis),
    ];
    (values, formulas)
}

/// Requests a second.
fn per_second(permits: u64, period: Nanos) -> f64 {
    float(permits) * 1000.0 / period.as_millis_f64()
}

#[expect(clippy::cast_precision_loss, reason = "display only")]
const fn float(whole: u64) -> f64 {
    whole as f64
}
