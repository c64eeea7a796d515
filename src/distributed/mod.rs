//! Nodes that share a store: what goes wrong between a read and a write, and what repairs it.
//!
//! [`race`] holds the steps that one request takes against the store, for each way of counting; [`Schedule`] says who moves
//! when; [`play`] makes a trace of both that can be stepped like any other.

pub mod race;
mod schedule;
mod trace;

pub use schedule::{Move, Schedule};
pub use trace::{RaceRow, RaceScenario, RaceTrace, Turn, play};
