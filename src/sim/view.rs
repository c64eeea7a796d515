//! The trace as it is handed out: one step for the page, or all of them for a program.

use serde::Serialize;

use super::explain::{Explanation, explain};
use super::scenario::RowSpec;
use super::stepper::Stepper;
use super::trace::{Decision, Row, Trace};
use crate::limiter::{Gauge, Outcome, Snapshot};
use crate::time::Nanos;

/// How many requests had each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Passed at once.
    pub allowed: u64,
    /// Passed after a wait.
    pub delayed: u64,
    /// Turned away.
    pub refused: u64,
    /// Could never pass.
    pub impossible: u64,
}

impl From<[u64; 4]> for Totals {
    fn from([allowed, delayed, refused, impossible]: [u64; 4]) -> Self {
        Self { allowed, delayed, refused, impossible }
    }
}

/// One step with everything a person is told about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepView<'a> {
    /// How many steps are decided.
    pub position: usize,
    /// How many there are.
    pub length: usize,
    /// The request decided last; `None` at position 0.
    pub request: Option<RequestView<'a>>,
    /// Each limiter's part.
    pub rows: Vec<RowView>,
    /// Whether all limiters gave this request the same outcome.
    pub agree: bool,
}

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RequestView<'a> {
    /// Its place, counted from 0.
    pub index: usize,
    /// When it came.
    pub at_ms: f64,
    /// What it costs.
    pub cost: u64,
    /// Whose it is; empty when the traffic names no keys.
    pub key: &'a str,
}

/// One limiter at one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowView {
    /// The limiter's id; for a wrong one that a lesson shows, the id of the mistake.
    pub algorithm: &'static str,
    /// Whether it is such a wrong one.
    pub flawed: bool,
    /// The largest `remaining`.
    pub limit: u64,
    /// What its curve draws.
    pub gauge: Gauge,
    /// How many requests had each outcome so far.
    pub totals: Totals,
    /// The state of a key that has not been seen, at time zero.
    pub fresh: Snapshot,
    /// The decision; `None` at position 0.
    pub decision: Option<DecisionView>,
}

/// A decision with its reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionView {
    /// How the request fared.
    pub outcome: Outcome,
    /// The time the rule saw: the request's, unless an earlier one had brought a later time.
    pub now_ms: f64,
    /// How long it is held.
    pub wait_ms: f64,
    /// When to come back, where it was refused and the limiter can tell.
    pub retry_after_ms: Option<f64>,
    /// The largest cost that would pass right after it.
    pub remaining: u64,
    /// How long until `remaining` is at its limit again if nothing arrives.
    pub reset_ms: f64,
    /// The state before it, at its instant.
    pub before: Snapshot,
    /// The state after it.
    pub after: Snapshot,
    /// Why.
    pub why: Explanation,
}

impl Stepper {
    /// The step at the position, with its reasons.
    #[must_use]
    pub fn view(&self) -> StepView<'_> {
        let trace = self.trace();
        let step = self.current();
        let row = |row: &Row| RowView {
            algorithm: row.spec.slug(),
            flawed: matches!(row.spec, RowSpec::Flawed(_)),
            limit: row.limit,
            gauge: row.gauge,
            totals: row.totals(self.position()).into(),
            fresh: row.fresh,
            decision: step.map(|step| decision_view(row, trace.arrivals[step].cost, &row.decisions[step])),
        };
        StepView {
            position: self.position(),
            length: self.len(),
            request: step.map(|step| request(trace, step)),
            rows: trace.rows.iter().map(row).collect(),
            agree: step.is_none_or(|step| trace.agrees(step)),
        }
    }

    /// Steps `from..to` without their reasons, for tables.
    #[must_use]
    pub fn steps(&self, from: usize, to: usize) -> Vec<ReplayStep<'_>> {
        let to = to.min(self.len());
        (from.min(to)..to).map(|step| replay_step(self.trace(), step)).collect()
    }
}

fn request(trace: &Trace, step: usize) -> RequestView<'_> {
    let arrival = &trace.arrivals[step];
    let key = trace.keys.get(arrival.key as usize).map_or("", String::as_str);
    RequestView { index: step, at_ms: arrival.at.as_millis_f64(), cost: arrival.cost, key }
}

fn decision_view(row: &Row, cost: u64, decision: &Decision) -> DecisionView {
    DecisionView {
        outcome: decision.verdict.outcome(),
        now_ms: decision.now.as_millis_f64(),
        wait_ms: decision.verdict.wait().as_millis_f64(),
        retry_after_ms: decision.verdict.retry_after().map(Nanos::as_millis_f64),
        remaining: decision.remaining,
        reset_ms: decision.reset.as_millis_f64(),
        before: decision.before,
        after: decision.after,
        why: explain(&row.spec, cost, decision),
    }
}

/// A whole run, for a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replay<'a> {
    /// One entry a request.
    pub steps: Vec<ReplayStep<'a>>,
    /// One entry a limiter.
    pub totals: Vec<Totals>,
}

/// One request of a run, with each limiter's decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayStep<'a> {
    /// When it came.
    pub at_ms: f64,
    /// What it costs.
    pub cost: u64,
    /// Whose it is; empty when the traffic names no keys.
    pub key: &'a str,
    /// The decisions, in the order of the scenario's limiters.
    pub decisions: Vec<ReplayDecision>,
}

/// One decision of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ReplayDecision {
    /// How the request fared.
    pub outcome: Outcome,
    /// How long it is held.
    pub wait_ms: f64,
    /// When to come back, where it was refused and the limiter can tell.
    pub retry_after_ms: Option<f64>,
    /// The largest cost that would pass right after it.
    pub remaining: u64,
    /// How long until `remaining` is at its limit again if nothing arrives.
    pub reset_ms: f64,
    /// The state after it.
    pub state: Snapshot,
}

/// The whole run, every step with every decision.
#[must_use]
pub fn replay(trace: &Trace) -> Replay<'_> {
    let steps = 0..trace.arrivals.len();
    Replay {
        totals: trace.rows.iter().map(|row| row.totals(steps.len()).into()).collect(),
        steps: steps.map(|step| replay_step(trace, step)).collect(),
    }
}

fn replay_step(trace: &Trace, step: usize) -> ReplayStep<'_> {
    let RequestView { at_ms, cost, key, .. } = request(trace, step);
    let decision = |row: &Row| {
        let decision = &row.decisions[step];
        ReplayDecision {
            outcome: decision.verdict.outcome(),
            wait_ms: decision.verdict.wait().as_millis_f64(),
            retry_after_ms: decision.verdict.retry_after().map(Nanos::as_millis_f64),
            remaining: decision.remaining,
            reset_ms: decision.reset.as_millis_f64(),
            state: decision.after,
        }
    };
    ReplayStep { at_ms, cost, key, decisions: trace.rows.iter().map(decision).collect() }
}
