//! The stepper: a position in a trace.

use super::scenario::Scenario;
use super::trace::{Trace, run};
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
}
