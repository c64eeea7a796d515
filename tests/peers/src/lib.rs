//! What the comparisons with real limiters share: chance, programs that may have to be installed, servers that are
//! always stopped, and a client for Redis.
//!
//! The comparisons themselves are the tests of this package: `cargo test --package ratelab-peers`. Its README says what
//! was compared and how each known difference is pinned. A peer that cannot start fails its test; none is skipped.

mod chance;
#[cfg(unix)]
mod install;
#[cfg(unix)]
mod redis;
#[cfg(unix)]
mod server;

pub use chance::{Chance, Quota};
#[cfg(unix)]
pub use install::{first_line, program};
#[cfg(unix)]
pub use redis::{Redis, Reply};
#[cfg(unix)]
pub use server::{Server, is_running};
