//! Why a limiter decided as it did: a key that a page turns into a sentence or a formula, and the numbers that go in.
//!
//! Keys are `<id>.<outcome>` for sentences and `<id>.<formula>` for formulas, where the id is the algorithm's or the
//! mistake's. The numbers come from the decision's snapshots and the limiter's parameters; nothing is decided again here.

mod buckets;
mod queues;
mod windows;

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

/// A sentence with the formulas behind it, in the order they are worked out.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Explanation {
    /// Why, in a sentence.
    pub reason: Message,
    /// Why, in formulas.
    pub formulas: Vec<Message>,
}

/// The sentence and the formulas for one decision on a request of `cost`.
#[must_use]
pub fn explain(spec: &RowSpec, cost: u64, decision: &Decision) -> Explanation {
    let case = Case { slug: spec.slug(), cost: float(cost), decision };
    let right = match *spec {
        RowSpec::Flawed(FlawedSpec { permits, period, burst, .. }) => {
            return buckets::token_bucket(&case, &Rate::new(permits, period), float(burst));
        }
        RowSpec::Limiter(spec) => spec,
    };
    match right {
        Spec::TokenBucket { permits, period, burst } => {
            buckets::token_bucket(&case, &Rate::new(permits, period), float(burst))
        }
        Spec::Gcra { permits, period, burst } => buckets::gcra(&case, &Rate::new(permits, period), float(burst)),
        Spec::LeakyBucketMeter { permits, period, burst } => {
            buckets::meter(&case, &Rate::new(permits, period), float(burst))
        }
        Spec::LeakyBucketQueue { permits, period, queue } => {
            queues::queue(&case, &Rate::new(permits, period), float(queue))
        }
        Spec::NginxLimitReq { burst, delay, .. } => queues::nginx(&case, float(burst), delay),
        Spec::FixedWindow { limit, window, .. } => windows::fixed(&case, float(limit), window),
        Spec::SlidingWindowLog { limit, window } => windows::log(&case, float(limit), window),
        Spec::SlidingWindowCounter { limit, estimate, .. } => windows::counter(&case, float(limit), estimate),
    }
}

/// A rate in display numbers.
struct Rate {
    /// A second.
    per_second: f64,
    /// The milliseconds of one.
    interval: f64,
}

impl Rate {
    fn new(permits: u64, period: Nanos) -> Self {
        let period = period.as_millis_f64();
        Self { per_second: float(permits) * 1000.0 / period, interval: period / float(permits) }
    }
}

/// A named number of a message.
type Named = (&'static str, f64, Unit);

/// The decision that is explained.
struct Case<'a> {
    slug: &'static str,
    cost: f64,
    decision: &'a Decision,
}

impl Case<'_> {
    fn before(&self) -> Snapshot {
        self.decision.before
    }

    fn after(&self) -> Snapshot {
        self.decision.after
    }

    fn outcome(&self) -> Outcome {
        self.decision.verdict.outcome()
    }

    fn now(&self) -> f64 {
        self.decision.now.as_millis_f64()
    }

    fn cost(&self) -> Named {
        ("cost", self.cost, Unit::Plain)
    }

    fn wait(&self) -> Named {
        ("wait", self.decision.verdict.wait().as_millis_f64(), Unit::Millis)
    }

    fn retry(&self) -> Named {
        ("retry", self.decision.verdict.retry_after().map_or(0.0, Nanos::as_millis_f64), Unit::Millis)
    }

    /// A message of this limiter: its key's tail and its numbers.
    fn say(&self, tail: &str, values: &[Named]) -> Message {
        let values = values.iter().map(|&(name, value, unit)| (name, Quantity { value, unit })).collect();
        Message { key: format!("{}.{tail}", self.slug), values: Values(values) }
    }

    /// The sentence of the outcome, with the formulas behind it.
    fn because(&self, values: &[Named], formulas: Vec<Message>) -> Explanation {
        Explanation { reason: self.say(self.outcome().slug(), values), formulas }
    }

    /// A row's snapshots are its own algorithm's, since the trace takes both from one limiter; this is for the compiler.
    fn unexplained(&self) -> Explanation {
        self.because(&[self.cost()], Vec::new())
    }
}

#[expect(clippy::cast_precision_loss, reason = "display only")]
const fn float(whole: u64) -> f64 {
    whole as f64
}
