//! The stepper: a position in a trace.

use core::ops::Range;

use super::scenario::Scenario;
use super::trace::{Row, Trace, run};
use crate::input::InputError;

/// A run with a position in it. Position 0 is before the first request; position k shows k decided.
#[derive(Clone, Debug)]
pub struct Stepper {
    scenario: Scenario,
    trace: Trace,
    position: usize,
}

impl Stepper {
    /// Runs the scenario and stands before its first request.
    ///
    /// # Errors
    /// Those of [`run`].
    pub fn new(scenario: Scenario) -> Result<Self, InputError> {
        let trace = run(&scenario)?;
        Ok(Self { scenario, trace, position: 0 })
    }

    /// The scenario it runs.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The whole run.
    #[must_use]
    pub const fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trace.arrivals.len()
    }

    /// Whether there is no step at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.trace.arrivals.is_empty()
    }

    /// How many steps are decided.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Goes to a position; past the end means the end.
    pub fn seek(&mut self, position: usize) {
        self.position = position.min(self.len());
    }

    /// The step that was decided last, or `None` before the first.
    #[must_use]
    pub const fn current(&self) -> Option<usize> {
        self.position.checked_sub(1)
    }

    /// The position of the next step, or the one before, on which the limiters give different outcomes.
    #[must_use]
    pub fn difference(&self, direction: Direction) -> Option<usize> {
        let differs = |step: &usize| !self.trace.agrees(*step);
        match direction {
            Direction::Forward => (self.position..self.len()).find(differs),
            Direction::Back => (0..self.current()?).rev().find(differs),
        }
        .map(|step| step + 1)
    }

    /// The position after the run of like steps that comes next, or before the one that is shown.
    #[must_use]
    pub fn run_end(&self, direction: Direction) -> Option<usize> {
        match direction {
            Direction::Forward => (self.position < self.len()).then(|| self.run_of(self.position).end),
            Direction::Back => Some(self.run_of(self.current()?).start),
        }
    }

    /// The run of like steps that a step belongs to: the same key and cost, the same outcomes, and no gap in time more
    /// than twice the first one.
    #[must_use]
    pub fn run_of(&self, step: usize) -> Range<usize> {
        // Runs are found from the start, so that each step belongs to one, whichever step asks.
        let mut start = 0;
        let mut first_gap = None;
        for next in 1..self.len() {
            let gap = self.gap(next);
            if self.like(next - 1, next) && first_gap.is_none_or(|first| gap <= 2 * first) {
                first_gap.get_or_insert(gap);
                continue;
            }
            if step < next {
                return start..next;
            }
            (start, first_gap) = (next, None);
        }
        start..self.len()
    }

    fn gap(&self, step: usize) -> u64 {
        let arrivals = &self.trace.arrivals;
        arrivals[step].at.get().abs_diff(arrivals[step - 1].at.get())
    }

    fn like(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.trace.arrivals[one], &self.trace.arrivals[other]);
        let outcome = |row: &Row, step: usize| row.decisions[step].verdict.outcome();
        a.key == b.key && a.cost == b.cost && self.trace.rows.iter().all(|row| outcome(row, one) == outcome(row, other))
    }
}

/// Which way to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Forward,
    /// Towards the start.
    Back,
}
