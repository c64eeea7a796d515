//! Why a limiter decided as it did: keys that a page turns into a sentence and formulas, and the numbers that go in.
//!
//! Keys are `<id>.<outcome>` for sentences and `<id>.<formula>` for formulas, where the id is the algorithm's or the
//! mistake's. The numbers come from the decision's snapshots and the limiter's parameters; nothing is decided again here.

mod buckets;
mod queues;
mod windows;

use super::scenario::RowSpec;
use super::trace::Decision;
use crate::flawed::FlawedSpec;
use crate::input::concat;
use crate::limiter::{Outcome, Snapshot, Spec, Unit};
use crate::time::Nanos;
use crate::value::{Map, Value, list};

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
}

/// A label: its key, and the numbers to put in by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The key in the language files.
    pub key: String,
    /// The numbers, by the names that stand in the text.
    pub values: Values,
}

/// Numbers by name, in order; written as an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(pub Vec<(&'static str, Quantity)>);

impl Values {
    fn to_value(&self) -> Value {
        let mut map = Map::new();
        for (name, Quantity { value, unit }) in &self.0 {
            map.put(name, Map::new().num("value", *value).text("unit", unit.slug()).value());
        }
        map.value()
    }
}

impl Message {
    /// As an object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Map::new().text("key", &self.key).put("values", self.values.to_value()).value()
    }
}

impl Explanation {
    /// As an object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let formulas = list(&self.formulas, |key| key.as_str().into());
        let mut map = Map::new();
        map.text("reason", &self.reason).put("formulas", formulas).put("values", self.values.to_value()).value()
    }
}

/// A sentence and the formulas behind it, all with the same numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Why, in a sentence: its key.
    pub reason: String,
    /// Why, in formulas: their keys, in the order they are worked out.
    pub formulas: Vec<String>,
    /// The numbers of the decision, by the names that stand in sentence and formulas.
    pub values: Values,
}

/// The sentence and the formulas for one decision on a request of `cost`.
#[must_use]
pub fn explain(spec: &RowSpec, cost: u64, decision: &Decision) -> Explanation {
    let mut case = Case { decision, cost: float(cost), formulas: Vec::new(), values: Vec::new() };
    case.put("cost", case.cost, Unit::Plain);
    case.put("now", decision.now.as_millis_f64(), Unit::Millis);
    case.put("wait", decision.verdict.wait().as_millis_f64(), Unit::Millis);
    case.put("retry", decision.verdict.retry_after().map_or(0.0, Nanos::as_millis_f64), Unit::Millis);
    match *spec {
        RowSpec::Limiter(Spec::TokenBucket { permits, period, burst })
        | RowSpec::Flawed(FlawedSpec { permits, period, burst, .. }) => {
            case.rate(permits, period, burst);
            buckets::token_bucket(&mut case);
        }
        RowSpec::Limiter(Spec::Gcra { permits, period, burst }) => {
            case.rate(permits, period, burst);
            buckets::gcra(&mut case, period.as_millis_f64() / float(permits), float(burst));
        }
        RowSpec::Limiter(Spec::LeakyBucketMeter { permits, period, burst }) => {
            case.rate(permits, period, burst);
            buckets::meter(&mut case);
        }
        RowSpec::Limiter(Spec::LeakyBucketQueue { permits, period, queue }) => {
            case.rate(permits, period, queue);
            queues::queue(&mut case);
        }
        RowSpec::Limiter(Spec::NginxLimitReq { burst, delay, .. }) => queues::nginx(&mut case, float(burst), delay),
        RowSpec::Limiter(Spec::FixedWindow { limit, window, .. }) => {
            case.window(limit, window);
            windows::fixed(&mut case, window.as_millis_f64());
        }
        RowSpec::Limiter(Spec::SlidingWindowLog { limit, window }) => {
            case.window(limit, window);
            windows::log(&mut case, window.as_millis_f64());
        }
        RowSpec::Limiter(Spec::SlidingWindowCounter { limit, window, estimate }) => {
            case.window(limit, window);
            windows::counter(&mut case, estimate);
        }
    }
    let key = |tail: &str| concat(&[spec.slug(), ".", tail]);
    let mut formulas = Vec::with_capacity(case.formulas.len());
    for tail in &case.formulas {
        formulas.push(key(tail));
    }
    Explanation { reason: key(decision.verdict.outcome().slug()), formulas, values: Values(case.values) }
}

/// The decision that is explained, and what was gathered so far.
struct Case<'a> {
    decision: &'a Decision,
    cost: f64,
    formulas: Vec<&'static str>,
    values: Vec<(&'static str, Quantity)>,
}

impl Case<'_> {
    fn before(&self) -> Snapshot {
        self.decision.before
    }

    fn after(&self) -> Snapshot {
        self.decision.after
    }

    fn now(&self) -> f64 {
        self.decision.now.as_millis_f64()
    }

    /// The formula for each outcome, in the order of [`Outcome::ALL`].
    fn by_outcome(&mut self, tails: [&'static str; 4]) {
        self.formulas.push(tails[self.decision.verdict.outcome() as usize]);
    }

    fn is(&self, outcome: Outcome) -> bool {
        self.decision.verdict.outcome() == outcome
    }

    #[inline(never)]
    fn put(&mut self, name: &'static str, value: f64, unit: Unit) {
        self.values.push((name, Quantity { value, unit }));
    }

    fn rate(&mut self, permits: u64, period: Nanos, burst: u64) {
        let (permits, period) = (float(permits), period.as_millis_f64());
        self.put("rate", permits * 1000.0 / period, Unit::PerSecond);
        self.put("interval", period / permits, Unit::Millis);
        self.put("burst", float(burst), Unit::Plain);
    }

    fn window(&mut self, limit: u64, window: Nanos) {
        self.put("limit", float(limit), Unit::Plain);
        self.put("window", window.as_millis_f64(), Unit::Millis);
    }
}

#[expect(clippy::cast_precision_loss, reason = "display only")]
const fn float(whole: u64) -> f64 {
    whole as f64
}
