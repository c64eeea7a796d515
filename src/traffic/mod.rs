//! The requests: a description and a seed become a list of arrivals.
//!
//! [`TrafficSpec`] describes them (a pattern and its numbers), [`TrafficSpec::arrivals`] lists them. All chance comes from
//! [`Mulberry32`], and the logarithm is `libm`'s, so one seed gives the same arrivals on every machine.
//!
//! Generators compute in seconds as doubles, sort, and only then round to the nearest nanosecond;
//! [`TrafficSpec::seconds`] gives the times before that rounding.

mod generate;
mod rng;
mod spec;

use crate::time::Nanos;

pub use rng::Mulberry32;
pub use spec::{Burst, Burstiness, ExplicitArrival, Poisson, Replay, TrafficSpec};

/// The most requests in one scenario, after counts and generators are expanded.
pub const MAX_STEPS: u64 = 100_000;

/// One request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When it comes. Times may go back where the description has them so.
    pub at: Nanos,
    /// What it costs.
    pub cost: u64,
    /// Whose it is: its place in [`Requests::keys`].
    pub key: u32,
}

/// The requests of a description, in the order in which they are decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    /// The requests.
    pub arrivals: Vec<Arrival>,
    /// The names of the keys. The first is empty: the key of requests that name none.
    pub keys: Vec<String>,
}
