//! The rules: one file per algorithm, all with the same entry points.
//!
//! # Which one should I use?
//!
//! Start from what may happen to a burst:
//!
//! - Bursts up to a size pass at once, the average is steady, two numbers a key: [`TokenBucket`]. The usual answer.
//! - The same decisions from one number a key, easy to update atomically in a store: [`Gcra`].
//! - The same decisions told as water that must not overflow: [`LeakyBucketMeter`].
//! - Nothing may leave faster than the rate, and callers can wait: [`LeakyBucketQueue`]. It trades refusals for delay.
//! - You configure nginx and want to know what it will do, truncation and all: [`NginxLimitReq`].
//!
//! Or from a sentence such as "100 an hour":
//!
//! - The cheapest count, and twice the limit around an edge is acceptable (quotas, reports): [`FixedWindow`].
//! - The sentence must hold for any hour, to the letter, and a key may cost as many entries as its limit (logins,
//!   one-time codes): [`SlidingWindowLog`].
//! - Nearly so, for two counts a key, when traffic is spread out: [`SlidingWindowCounter`].
//!
//! # How they are used
//!
//! A [`Limiter`] is a rule with its parameters and is shared by all keys; its [`Limiter::State`] is what it keeps for
//! one key. Time is an argument. [`Limiter::decide`] answers and charges; [`Limiter::check`] only answers, so that
//! several limits can be checked before any is charged. A [`Driver`] adds the keys and the clock that never goes back.
//!
//! # How to add one
//!
//! 1. A file named after it, with its parameters, its `State` and `impl Limiter`; the header says idea, state, units,
//!    cost, edges and source.
//! 2. A variant in [`Algorithm`], [`Spec`] and [`AnyLimiter`], an arm in the dispatcher and in `spec.rs`; the compiler
//!    lists every place that is missing.
//! 3. Its line in the catalogue (`catalogue.rs`), its sentences in `sim/explain.rs` and `www/lessons`, its picture in
//!    `chart/`, its cases in `tests/`. The contract tests loop over all algorithms and pick it up by themselves.

mod catalogue;
mod column;
pub(crate) mod curve;
pub mod decision;
mod departures;
mod driver;
mod fixed_window;
mod gcra;
mod leaky_bucket_meter;
mod leaky_bucket_queue;
mod nginx_limit_req;
mod rate;
mod sliding_window_counter;
mod sliding_window_log;
mod spec;
mod token_bucket;
mod width;

use crate::input::InputError;
use crate::time::Nanos;

pub use catalogue::{
    CatalogueEntry, Parameter, ParameterUnit, WholeOrWordParameter, WholeParameter, WordParameter, catalogue,
};
pub use column::decide_column;
pub use decision::{Gauge, GaugeLine, Outcome, Snapshot, Unit, Verdict, Vertex};
pub use driver::{Driver, Keyed, Live, live};
pub use fixed_window::{Alignment, FixedWindow};
pub use gcra::Gcra;
pub use leaky_bucket_meter::LeakyBucketMeter;
pub use leaky_bucket_queue::LeakyBucketQueue;
pub use nginx_limit_req::{NginxDelay, NginxLimitReq, NginxPeriod};
pub use sliding_window_counter::{Estimate, SlidingWindowCounter};
pub use sliding_window_log::SlidingWindowLog;
pub use spec::{Algorithm, Spec};
pub use token_bucket::TokenBucket;
pub use width::Width;

/// A rule with its parameters. It keeps nothing about any key; that is its [`Limiter::State`].
///
/// `now` must not go back between calls for one state, unless [`Limiter::OWN_CLOCK`]; a [`Driver`] sees to it. Times are
/// at most [`Nanos::HORIZON`].
pub trait Limiter {
    /// What is kept for one key between requests. Equal states decide alike.
    type State: Clone + PartialEq + core::fmt::Debug;

    /// Whether the rule has its own answer to a clock that goes back, and so is given times as they come.
    const OWN_CLOCK: bool = false;

    /// The state of a key that was never seen.
    fn fresh(&self) -> Self::State;

    /// The burst, the window's limit or the places of the queue; nginx: burst + 1.
    fn limit(&self) -> u64;

    /// Would a request of this cost pass at `now`? Changes nothing.
    fn check(&self, state: &Self::State, now: Nanos, cost: u64) -> Verdict;

    /// Charges a request that [`Limiter::check`] let pass, with the same arguments.
    fn commit(&self, state: &mut Self::State, now: Nanos, cost: u64);

    /// Answers, and charges the request if it passes.
    #[inline]
    fn decide(&self, state: &mut Self::State, now: Nanos, cost: u64) -> Verdict {
        let verdict = self.check(state, now, cost);
        if verdict.passes() {
            self.commit(state, now, cost);
        }
        verdict
    }

    /// The largest cost that would not be refused at `now`.
    fn remaining(&self, state: &Self::State, now: Nanos) -> u64;

    /// How long until [`Limiter::remaining`] is back at [`Limiter::limit`] if nothing arrives.
    fn reset(&self, state: &Self::State, now: Nanos) -> Nanos;

    /// The state as people are shown it, at `now`.
    fn snapshot(&self, state: &Self::State, now: Nanos) -> Snapshot;

    /// What [`Limiter::curve`] draws.
    fn gauge(&self) -> Gauge;

    /// Whether the gauge moves in stairs, one at each of its bends; else it runs straight from one bend to the next.
    const STAIRS: bool = false;

    /// The gauge's value at `at` if nothing arrives until then.
    fn level(&self, state: &Self::State, at: Nanos) -> f64;

    /// Pushes the instants at which the gauge bends while nothing arrives, in their order. Those that do not lie between
    /// `from` and `to` are passed over.
    fn bends(&self, state: &Self::State, from: Nanos, to: Nanos, out: &mut Vec<Nanos>);

    /// The corners of the gauge's curve from `from` to `to` while nothing arrives, both ends included.
    fn curve(&self, state: &Self::State, from: Nanos, to: Nanos, out: &mut Vec<Vertex>) {
        let mut bends = Vec::new();
        self.bends(state, from, to, &mut bends);
        curve::corners(Self::STAIRS, from, to, &bends, &mut |at| self.level(state, at), out);
    }
}

/// Any of the rules, in the narrowest width that is exact for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant is the type it holds")]
pub enum AnyLimiter {
    TokenBucket(TokenBucket<u64>),
    TokenBucketWide(TokenBucket<u128>),
    Gcra(Gcra<u64>),
    GcraWide(Gcra<u128>),
    LeakyBucketMeter(LeakyBucketMeter<u64>),
    LeakyBucketMeterWide(LeakyBucketMeter<u128>),
    LeakyBucketQueue(LeakyBucketQueue<u64>),
    LeakyBucketQueueWide(LeakyBucketQueue<u128>),
    NginxLimitReq(NginxLimitReq),
    FixedWindow(FixedWindow),
    SlidingWindowLog(SlidingWindowLog),
    SlidingWindowCounter(SlidingWindowCounter<u64>),
    SlidingWindowCounterWide(SlidingWindowCounter<u128>),
}

/// Runs one expression with `$rule` bound to whichever rule `$any` holds: the only place that lists them all.
#[macro_export]
macro_rules! with_limiter {
    ($any:expr, $rule:ident => $body:expr) => {
        match $any {
            $crate::limiter::AnyLimiter::TokenBucket($rule) => $body,
            $crate::limiter::AnyLimiter::TokenBucketWide($rule) => $body,
            $crate::limiter::AnyLimiter::Gcra($rule) => $body,
            $crate::limiter::AnyLimiter::GcraWide($rule) => $body,
            $crate::limiter::AnyLimiter::LeakyBucketMeter($rule) => $body,
            $crate::limiter::AnyLimiter::LeakyBucketMeterWide($rule) => $body,
            $crate::limiter::AnyLimiter::LeakyBucketQueue($rule) => $body,
            $crate::limiter::AnyLimiter::LeakyBucketQueueWide($rule) => $body,
            $crate::limiter::AnyLimiter::NginxLimitReq($rule) => $body,
            $crate::limiter::AnyLimiter::FixedWindow($rule) => $body,
            $crate::limiter::AnyLimiter::SlidingWindowLog($rule) => $body,
            $crate::limiter::AnyLimiter::SlidingWindowCounter($rule) => $body,
            $crate::limiter::AnyLimiter::SlidingWindowCounterWide($rule) => $body,
        }
    };
}

impl AnyLimiter {
    /// Builds the limiter that a description asks for.
    ///
    /// # Errors
    /// When its parameters cannot be exact even in 128 bits; the message names the parameter and the bound.
    pub fn new(spec: &Spec) -> Result<Self, InputError> {
        Ok(match *spec {
            Spec::TokenBucket { permits, period, burst } => match TokenBucket::new(permits, period, burst) {
                Ok(narrow) => Self::TokenBucket(narrow),
                Err(_) => Self::TokenBucketWide(TokenBucket::new(permits, period, burst)?),
            },
            Spec::Gcra { permits, period, burst } => match Gcra::new(permits, period, burst) {
                Ok(narrow) => Self::Gcra(narrow),
                Err(_) => Self::GcraWide(Gcra::new(permits, period, burst)?),
            },
            Spec::LeakyBucketMeter { permits, period, burst } => match LeakyBucketMeter::new(permits, period, burst) {
                Ok(narrow) => Self::LeakyBucketMeter(narrow),
                Err(_) => Self::LeakyBucketMeterWide(LeakyBucketMeter::new(permits, period, burst)?),
            },
            Spec::LeakyBucketQueue { permits, period, queue } => match LeakyBucketQueue::new(permits, period, queue) {
                Ok(narrow) => Self::LeakyBucketQueue(narrow),
                Err(_) => Self::LeakyBucketQueueWide(LeakyBucketQueue::new(permits, period, queue)?),
            },
            Spec::NginxLimitReq { permits, period, burst, delay } => {
                Self::NginxLimitReq(NginxLimitReq::new(permits, period, burst, delay)?)
            }
            Spec::FixedWindow { limit, window, alignment } => {
                Self::FixedWindow(FixedWindow::new(limit, window, alignment)?)
            }
            Spec::SlidingWindowLog { limit, window } => Self::SlidingWindowLog(SlidingWindowLog::new(limit, window)?),
            Spec::SlidingWindowCounter { limit, window, estimate } => {
                match SlidingWindowCounter::new(limit, window, estimate) {
                    Ok(narrow) => Self::SlidingWindowCounter(narrow),
                    Err(_) => Self::SlidingWindowCounterWide(SlidingWindowCounter::new(limit, window, estimate)?),
                }
            }
        })
    }

    /// The burst, the window's limit or the places of the queue; nginx: burst + 1.
    #[must_use]
    pub fn limit(&self) -> u64 {
        with_limiter!(self, rule => rule.limit())
    }

    /// What the limiter's curve draws.
    #[must_use]
    pub fn gauge(&self) -> Gauge {
        with_limiter!(self, rule => rule.gauge())
    }
}
