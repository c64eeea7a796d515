//! The trace: every decision of a run, with the key's state before and after it.

use super::scenario::{RowSpec, Scenario};
use crate::flawed::{Flaw, NoCap, WallClock};
use crate::input::InputError;
use crate::limiter::{Gauge, Live, Outcome, Snapshot, Verdict, Vertex, live};
use crate::time::Nanos;
use crate::traffic::{Arrival, Requests};

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
    pub spec: RowSpec,
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
    tails: Vec<(usize, usize)>,
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
        let tail = self.tails.get(key as usize).map(|&tail| (None, tail));
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
    let Requests { arrivals, keys } = scenario.traffic.arrivals().map_err(|error| error.under("traffic"))?;
    if !scenario.limiters.iter().all(RowSpec::accepts_costs) {
        scenario.traffic.only_cost_1().map_err(|error| error.under("traffic"))?;
    }
    let mut rows = Vec::new();
    for (at, &spec) in scenario.limiters.iter().enumerate() {
        let live = live_row(spec).map_err(|error| error.under(&crate::input::item("limiters", at)))?;
        rows.push(Running::new(spec, live, &arrivals, keys.len()));
    }
    let (start, end) = span(&arrivals, &rows);
    let mut finished = Vec::with_capacity(rows.len());
    for running in rows {
        finished.push(running.finish(end));
    }
    Ok(Trace { arrivals, keys, rows: finished, start, end })
}

fn live_row(spec: RowSpec) -> Result<Box<dyn Live>, InputError> {
    Ok(match spec {
        RowSpec::Limiter(right) => right.live()?,
        RowSpec::Flawed(wrong) => match wrong.flaw {
            Flaw::NegativeElapsed | Flaw::PaidTwice => live(WallClock::new(&wrong)),
            Flaw::NoCap => live(NoCap::new(&wrong)),
        },
    })
}

/// A row whose curves still lack their ends, because the end of the trace depends on all rows.
struct Running {
    row: Row,
    live: Box<dyn Live>,
    /// By key: the time of its last request, up to which its curve is drawn.
    drawn_to: Vec<Option<Nanos>>,
}

impl Running {
    fn new(spec: RowSpec, mut live: Box<dyn Live>, arrivals: &[Arrival], keys: usize) -> Self {
        let mut decisions = Vec::with_capacity(arrivals.len());
        let mut vertices = Vec::new();
        let mut drawn_to = Vec::with_capacity(keys);
        let mut tails = Vec::with_capacity(keys);
        for _ in 0..keys {
            drawn_to.push(None);
            tails.push((0, 0));
        }
        for arrival in arrivals {
            let key = arrival.key as usize;
            let now = live.clock(arrival.at);
            let from = drawn_to[key].replace(now).unwrap_or(Nanos::ZERO);
            let first = vertices.len();
            live.curve(key, from.min(now), now, &mut vertices);
            let before = live.snapshot(key, now);
            let verdict = live.decide(key, now, arrival.cost);
            decisions.push(Decision {
                now,
                verdict,
                remaining: live.remaining(key, now),
                reset: live.reset(key, now),
                before,
                after: live.snapshot(key, now),
                curve: (first, vertices.len()),
            });
        }
        let (limit, gauge) = (live.limit(), live.gauge());
        // A key that no request has used shows what a fresh one looks like.
        let fresh = live.snapshot(keys, Nanos::ZERO);
        let row = Row { spec, limit, gauge, fresh, decisions, vertices, tails };
        Self { row, live, drawn_to }
    }

    fn finish(mut self, end: Nanos) -> Row {
        for (key, from) in self.drawn_to.into_iter().enumerate() {
            if let Some(from) = from {
                let first = self.row.vertices.len();
                self.live.curve(key, from, end.max(from), &mut self.row.vertices);
                self.row.tails[key] = (first, self.row.vertices.len());
            }
        }
        self.row
    }
}

/// Where pictures over time begin and end.
///
/// They begin at zero, or a little before the first request when all requests come much later than that; they end after
/// the last event, with up to a fifth more to see the limiters recover (all of it when everything comes at one instant).
fn span(arrivals: &[Arrival], running: &[Running]) -> (Nanos, Nanos) {
    let times = || arrivals.iter().map(|arrival| arrival.at.get());
    let (Some(first), Some(mut last)) = (times().min(), times().max()) else {
        return (Nanos::ZERO, Nanos::from_secs(1));
    };
    let mut recovered = last;
    for decision in running.iter().flat_map(|running| &running.row.decisions) {
        last = last.max((decision.now + decision.verdict.wait()).get());
    }
    for decision in running.iter().filter_map(|running| running.row.decisions.last()) {
        recovered = recovered.max((decision.now + decision.reset).get());
    }
    let start = if first > (last - first).saturating_mul(2) { first - (last - first) / 10 } else { 0 };
    // One key may still hold requests back when the last request, of another key, has long recovered.
    let recovery = recovered.saturating_sub(last);
    let room = match last - start {
        0 => recovery,
        length => recovery.clamp(length / 20, length / 5),
    };
    (Nanos::new(start), Nanos::new(last.saturating_add(room.max(1))))
}
