//! The rules: one file per algorithm, all with the same entry points.
//!
//! # Which one should I use?
//!
//! - You want bursts up to a size and a steady average, and can keep two numbers a key: [`TokenBucket`].
//! - The same decisions from one number a key, easy to update atomically in a store: [`Gcra`].
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
//! 2. A variant in [`Algorithm`] and in [`AnyLimiter`], an arm in the dispatcher and in `spec.rs`; the compiler lists
//!    every place that is missing.
//! 3. Its line in the catalogue (`spec.rs`), its sentences in `sim/explain.rs` and `www/lessons`, its picture in
//!    `chart/`, its cases in `tests/`. The contract tests loop over all algorithms and pick it up by themselves.

pub mod decision;
mod driver;
mod gcra;
mod spec;
mod token_bucket;
mod width;

use crate::input::{Accepted, InputError, Value};
use crate::time::Nanos;

pub use decision::{Gauge, GaugeLine, Outcome, Snapshot, Unit, Verdict, Vertex};
pub use driver::{Driver, Keyed, decide_column};
pub use gcra::Gcra;
pub use spec::{Algorithm, CatalogueEntry, Parameter, Spec, catalogue};
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

    /// The corners of the gauge's curve from `from` to `to` while nothing arrives, both ends included.
    fn curve(&self, state: &Self::State, from: Nanos, to: Nanos, out: &mut Vec<Vertex>);
}

/// A rate as a reduced fraction: so many permits in so many nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) permits: u64,
    pub(crate) period: u64,
}

impl Rate {
    pub(crate) fn new(permits: u64, period: Nanos) -> Result<Self, InputError> {
        let positive = |field: &str, given: u64| match given {
            0 => Err(InputError::new(field, &Value::Number(0.0), Accepted::Whole { min: 1, max: u64::MAX })),
            _ => Ok(()),
        };
        positive("permits", permits)?;
        positive("period_ms", period.get())?;
        let common = width::gcd(permits, period.get());
        Ok(Self { permits: permits / common, period: period.get() / common })
    }

    /// Refuses a burst (or queue) of zero, one above `fits`, and one that takes so long to earn that a wait could not be
    /// told in nanoseconds.
    pub(crate) fn bound_burst(self, burst: u64, fits: u128) -> Result<(), InputError> {
        self.bound("burst", burst, fits)
    }

    pub(crate) fn bound(self, field: &str, given: u64, fits: u128) -> Result<(), InputError> {
        let tellable = u128::from(u64::MAX - Nanos::HORIZON.get()) * u128::from(self.permits) / u128::from(self.period);
        let max = u64::try_from(fits.min(tellable)).unwrap_or(u64::MAX);
        #[expect(clippy::cast_precision_loss, reason = "the message's own copy")]
        let wrong = |accepted| Err(InputError::new(field, &Value::Number(given as f64), accepted));
        match given {
            0 => wrong(Accepted::Whole { min: 1, max }),
            _ if given > max => wrong(Accepted::Exact { max }),
            _ => Ok(()),
        }
    }
}

/// Pushes the corners of a gauge that runs straight from `from` until it comes to rest at `rest_at`.
pub(crate) fn ramp(from: Nanos, to: Nanos, rest_at: Nanos, value: impl Fn(Nanos) -> f64, out: &mut Vec<Vertex>) {
    for at in [from, rest_at, to] {
        if at == from || at == to || (from < at && at < to) {
            out.push(Vertex { at, value: value(at) });
        }
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
