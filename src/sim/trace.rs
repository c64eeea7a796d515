//! The trace: every decision of a run, with the key's state before and after it.

use std::collections::HashMap;

use super::scenario::Scenario;
use crate::input::InputError;
use crate::limiter::{AnyLimiter, Driver, Gauge, Keyed, Limiter, Outcome, Snapshot, Spec, Verdict, Vertex};
use crate::time::Nanos;
use crate::traffic::{Arrival, Requests};
use crate::with_limiter;

/// A whole run. Steps are arrivals, in the order they were given.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The requests.
    pub arrivals: Vec<Arrival>,
    /// The names of the keys; an arrival's `key` is an index into them.
    pub keys: Vec<String>,
    /// What each limiter made of the requests.
    pub rows: Vec<Row>,
    /// Where pictures over time begin.
    pub start: Nanos,
    /// Where pictures over time end: after the last event, with room to see the limiters recover.
    pub end: Nanos,
}

/// One limiter's part of a run.
#[derive(Clone, Debug)]
pub struct Row {
    /// The limiter's description.
    pub spec: Spec,
    /// The largest `remaining`.
    pub limit: u64,
    /// What its curve draws.
    pub gauge: Gauge,
    /// The state of a key before its first request, at time zero.
    pub fresh: Snapshot,
    /// One decision a step.
    pub decisions: Vec<Decision>,
    vertices: Vec<Vertex>,
    /// By key: where the part of the curve after its last request lies in `vertices`.
    tails: HashMap<u32, (usize, usize)>,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The time the rule saw: the arrival's, unless an earlier request had brought a later one.
    pub now: Nanos,
    /// The answer.
    pub verdict: Verdict,
    /// The largest cost that would pass right after it.
    pub remaining: u64,
    /// How long until `remaining` is at its limit again if nothing arrives.
    pub reset: Nanos,
    /// The key's state as the rule looked at it.
    pub before: Snapshot,
    /// The key's state after the decision, at the same instant.
    pub after: Snapshot,
    /// Where the curve from the key's previous request to this one lies.
    curve: (usize, usize),
}

impl Row {
    /// The corners of the gauge's curve for one key: up to each of its requests, and on to the end of the trace.
    pub fn curve<'a>(&'a self, arrivals: &'a [Arrival], key: u32) -> impl Iterator<Item = Vertex> + 'a {
        self.curve_parts(arrivals, key).flat_map(|(_, part)| part.iter().copied())
    }

    /// The same curve in parts: with each of the key's steps the part that leads up to it, then the part after the last.
    pub fn curve_parts<'a>(
        &'a self,
        arrivals: &'a [Arrival],
        key: u32,
    ) -> impl Iterator<Item = (Option<usize>, &'a [Vertex])> + 'a {
        let own = arrivals.iter().zip(&self.decisions).enumerate().filter(move |(_, (arrival, _))| arrival.key == key);
        let parts = own.map(|(step, (_, decision))| (Some(step), decision.curve));
        let tail = self.tails.get(&key).map(|&tail| (None, tail));
        parts.chain(tail).map(|(step, (from, to))| (step, &self.vertices[from..to]))
    }

    /// How many of the first `steps` requests had each outcome, in the order of [`Outcome::ALL`].
    #[must_use]
    pub fn totals(&self, steps: usize) -> [u64; 4] {
        let mut totals = [0; 4];
        for decision in &self.decisions[..steps.min(self.decisions.len())] {
            totals[decision.verdict.outcome() as usize] += 1;
        }
        totals
    }
}

impl Trace {
    /// Whether all rows gave the request at `step` the same outcome.
    #[must_use]
    pub fn agrees(&self, step: usize) -> bool {
        let mut outcomes = self.rows.iter().map(|row| row.decisions[step].verdict.outcome());
        let first: Option<Outcome> = outcomes.next();
        outcomes.all(|outcome| Some(outcome) == first)
    }
}

/// Runs a scenario: the same requests through each of its limiters.
///
/// # Errors
/// When a limiter cannot be exact with its parameters, or the traffic is too long.
pub fn run(scenario: &Scenario) -> Result<Trace, InputError> {
    let Requests { arrivals, keys } = scenario.traffic.arrivals()?;
    let mut limiters = Vec::new();
    for (at, spec) in scenario.limiters.iter().enumerate() {
        limiters.push(AnyLimiter::new(spec).map_err(|error| error.under(&format!("limiters[{at}]")))?);
    }
    let mut begun = Vec::new();
    for (spec, limiter) in scenario.limiters.iter().zip(limiters) {
        begun.push(with_limiter!(limiter, rule => begin(*spec, rule, &arrivals)));
    }
    let (start, end) = span(&arrivals, &begun);
    let rows = begun.into_iter().map(|begun| (begun.finish)(begun.row, end)).collect();
    Ok(Trace { arrivals, keys, rows, start, end })
}

/// A row whose curves still lack their ends, because the end of the trace depends on all rows.
struct Begun {
    row: Row,
    finish: Box<dyn FnOnce(Row, Nanos) -> Row>,
}

fn begin<L: Limiter + 'static>(spec: Spec, rule: L, arrivals: &[Arrival]) -> Begun {
    let mut row = Row {
        spec,
        limit: rule.limit(),
        gauge: rule.gauge(),
        fresh: rule.snapshot(&rule.fresh(), Nanos::ZERO),
        decisions: Vec::with_capacity(arrivals.len()),
        vertices: Vec::new(),
        tails: HashMap::new(),
    };
    let mut driver = Driver::new(rule);
    let mut drawn_to: HashMap<u32, Nanos> = HashMap::new();
    for arrival in arrivals {
        let Keyed { rule, state, now } = driver.at(arrival.key, arrival.at);
        let from = drawn_to.insert(arrival.key, now).unwrap_or(Nanos::ZERO);
        let first = row.vertices.len();
        rule.curve(state, from.min(now), now, &mut row.vertices);
        let before = rule.snapshot(state, now);
        let verdict = rule.decide(state, now, arrival.cost);
        row.decisions.push(Decision {
            now,
            verdict,
            remaining: rule.remaining(state, now),
            reset: rule.reset(state, now),
            before,
            after: rule.snapshot(state, now),
            curve: (first, row.vertices.len()),
        });
    }
    let finish = move |mut row: Row, end: Nanos| {
        for (key, from) in drawn_to {
            let Keyed { rule, state, .. } = driver.at(key, from);
            let first = row.vertices.len();
            rule.curve(state, from, end.max(from), &mut row.vertices);
            row.tails.insert(key, (first, row.vertices.len()));
        }
        row
    };
    Begun { row, finish: Box::new(finish) }
}

/// Where pictures over time begin and end.
///
/// They begin at zero, or a little before the first request when all requests come much later than that; they end after
/// the last event, with up to a fifth more to see the limiters recover (all of it when everything comes at one instant).
fn span(arrivals: &[Arrival], begun: &[Begun]) -> (Nanos, Nanos) {
    let times = || arrivals.iter().map(|arrival| arrival.at.get());
    let (Some(first), Some(mut last)) = (times().min(), times().max()) else {
        return (Nanos::ZERO, Nanos::from_secs(1));
    };
    let mut recovered = last;
    for decision in begun.iter().flat_map(|begun| &begun.row.decisions) {
        last = last.max((decision.now + decision.verdict.wait()).get());
    }
    for decision in begun.iter().filter_map(|begun| begun.row.decisions.last()) {
        recovered = recovered.max((decision.now + decision.reset).get());
    }
    let start = if first > (last - first).saturating_mul(2) { first - (last - first) / 10 } else { 0 };
    let room = match last - start {
        0 => recovered - last,
        length => (recovered - last).clamp(length / 20, length / 5),
    };
    (Nanos::new(start), Nanos::new(last.saturating_add(room.max(1))))
}
