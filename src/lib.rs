//! Exact rate limiters, seeded traffic and traces that can be stepped forwards and back.
//!
//! A map, from the bottom up; a module uses only what stands above it in this list:
//!
//! - [`time`]: integer simulated time. Nothing in the crate reads a clock.
//! - [`input`]: the checked reader for everything a person can type, paste or link to.
//! - [`value`]: JSON values, the one form in which input comes in and results go out.
//! - [`limiter`]: the rules, one file each; start there to choose one.
//! - [`traffic`]: the requests: a description and a seed become a list of arrivals.
//! - [`sim`]: the run: scenario in, trace out, every decision with its reason and numbers.
//! - [`distributed`]: nodes that share a store, and the races between a read and a write.
//! - [`flawed`]: wrong rules that lessons show, out of reach of the right ones.
//! - [`chart`]: the pictures as data: trace, position and size become drawing operations.
//! - `web`: the boundary to JavaScript, built for wasm32 only.
//!
//! ```
//! use ratelab::limiter::{Limiter, Outcome, TokenBucket};
//! use ratelab::time::Nanos;
//!
//! let rule = TokenBucket::<u64>::new(2, Nanos::from_secs(1), 5)?;
//! let mut key = rule.fresh();
//! for _ in 0..5 {
//!     assert_eq!(rule.decide(&mut key, Nanos::ZERO, 1).outcome(), Outcome::Allowed);
//! }
//! let sixth = rule.decide(&mut key, Nanos::ZERO, 1);
//! assert_eq!(sixth.outcome(), Outcome::Refused);
//! assert_eq!(sixth.retry_after(), Some(Nanos::from_millis(500)));
//! # Ok::<(), ratelab::input::InputError>(())
//! ```

pub mod chart;
pub mod distributed;
pub mod flawed;
pub mod input;
pub mod limiter;
pub mod sim;
pub mod time;
pub mod traffic;
pub mod value;

#[cfg(target_arch = "wasm32")]
pub mod web;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
