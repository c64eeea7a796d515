//! The run: a scenario in, a trace out, every decision with its reason and its numbers.
//!
//! [`Scenario`] is what people share; [`run`] turns it into a [`Trace`], all steps at once; [`Stepper`] is a position in
//! that trace, so a step back is as exact as a step forward; [`explain`] says why, in message keys and numbers.

pub mod explain;
mod export;
pub mod memory;
mod scenario;
mod stepper;
mod trace;
mod view;

pub use scenario::{MAX_LIMITERS, RowSpec, Scenario};
pub use stepper::{Direction, Stepper};
pub use trace::{Decision, Row, Trace, run};
pub use view::replay;
