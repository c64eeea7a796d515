//! The trace as it is handed out: one step for the page, or all of them for a program. The shapes are those of `types.ts`.

use super::explain::explain;
use super::scenario::RowSpec;
use super::stepper::Stepper;
use super::trace::{Decision, Row, Trace};
use crate::limiter::Outcome;
use crate::time::Nanos;
use crate::value::{Map, Value, list};

impl Stepper {
    /// The step at the position with everything a person is told about it: the request, and for each limiter its totals
    /// so far, its decision and why. The request and the decisions are null at position 0.
    #[must_use]
    pub fn view(&self) -> Value {
        let trace = self.trace();
        let step = self.current();
        let row = |row: &Row| {
            let mut map = Map::new();
            map.text("algorithm", row.spec.slug())
                .put("flawed", matches!(row.spec, RowSpec::Flawed(_)))
                .whole("limit", row.limit)
                .put("gauge", row.gauge.to_value())
                .put("totals", totals(row, self.position()))
                .put("fresh", row.fresh.to_value());
            let mut told = Value::Null;
            if let Some(step) = step {
                let decision = &row.decisions[step];
                told = decided(decision)
                    .num("now_ms", decision.now.as_millis_f64())
                    .put("before", decision.before.to_value())
                    .put("after", decision.after.to_value())
                    .put("why", explain(&row.spec, trace.arrivals[step].cost, decision).to_value())
                    .value();
            }
            map.put("decision", told).value()
        };
        let mut map = Map::new();
        map.whole("position", self.position() as u64).whole("length", self.len() as u64);
        map.put("request", step.map(|step| request(trace, step).whole("index", step as u64).value()));
        map.put("rows", list(&trace.rows, row)).put("run", step.map(|step| self.run_view(step)));
        map.put("agree", step.is_none_or(|step| trace.agrees(step))).value()
    }

    /// The run of like steps that a step belongs to: its first position and its last.
    fn run_view(&self, step: usize) -> Value {
        let run = self.run_of(step);
        Map::new().whole("first", run.start as u64 + 1).whole("last", run.end as u64).value()
    }

    /// Steps `from..to` (counted from 0) without their reasons, for tables.
    #[must_use]
    pub fn steps(&self, from: usize, to: usize) -> Value {
        steps(self.trace(), from, to)
    }
}

/// The whole run: `steps` with every decision, and each limiter's `totals`.
#[must_use]
pub fn replay(trace: &Trace) -> Value {
    let length = trace.arrivals.len();
    let totals = list(&trace.rows, |row| totals(row, length));
    Map::new().put("steps", steps(trace, 0, length)).put("totals", totals).value()
}

fn steps(trace: &Trace, from: usize, to: usize) -> Value {
    let to = to.min(trace.arrivals.len());
    let mut steps = Vec::new();
    for step in from..to {
        let decision = |row: &Row| {
            let decision = &row.decisions[step];
            decided(decision).put("state", decision.after.to_value()).value()
        };
        steps.push(request(trace, step).put("decisions", list(&trace.rows, decision)).value());
    }
    Value::List(steps)
}

fn request(trace: &Trace, step: usize) -> Map {
    let arrival = &trace.arrivals[step];
    let key = trace.keys.get(arrival.key as usize).map_or("", String::as_str);
    let mut map = Map::new();
    map.num("at_ms", arrival.at.as_millis_f64()).whole("cost", arrival.cost).text("key", key);
    map
}

/// What both the page and a program are told of a decision.
#[inline(never)]
fn decided(decision: &Decision) -> Map {
    let verdict = decision.verdict;
    let mut map = Map::new();
    map.text("outcome", verdict.outcome().slug())
        .num("wait_ms", verdict.wait().as_millis_f64())
        .put("retry_after_ms", verdict.retry_after().map(Nanos::as_millis_f64))
        .whole("remaining", decision.remaining)
        .num("reset_ms", decision.reset.as_millis_f64());
    map
}

fn totals(row: &Row, steps: usize) -> Value {
    let mut map = Map::new();
    for (outcome, count) in Outcome::ALL.into_iter().zip(row.totals(steps)) {
        map.whole(outcome.slug(), count);
    }
    map.value()
}
