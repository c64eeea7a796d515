//! Nodes that share a store: what goes wrong between a read and a write, and what repairs it.
//!
//! [`race`] holds the steps that one request takes against the store, for each way of counting; [`seeded`] orders the
//! steps of many requests by seeded times.

pub mod race;
mod seeded;

pub use seeded::{SeededRace, Turn};
