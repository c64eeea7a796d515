//! The driver: many keys, one rule, and a clock that never goes back.

use std::collections::HashMap;
use std::hash::Hash;

use super::curve::corners;
use super::decision::{Gauge, Outcome, Snapshot, Verdict, Vertex};
use super::{
    AnyLimiter, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Limiter, NginxLimitReq, SlidingWindowCounter,
    SlidingWindowLog, Spec, TokenBucket,
};
use crate::input::InputError;
use crate::time::Nanos;
use crate::with_limiter;

/// A rule with the states of all its keys and its clock.
///
/// The clock is the newest time seen over all requests, refused ones included; an earlier time is read as that one. It
/// belongs to the driver and is no part of a key's state. Cost per request: the rule's, and one look-up of the key.
/// Memory: one state for each key that was met, and the map's own.
#[derive(Clone, Debug)]
pub struct Driver<L: Limiter, K> {
    numbers: HashMap<K, usize>,
    states: States<L>,
}

impl<L: Limiter, K: Eq + Hash> Driver<L, K> {
    /// A driver with no keys, at time zero.
    #[must_use]
    pub fn new(rule: L) -> Self {
        Self { numbers: HashMap::new(), states: States::new(rule) }
    }

    /// The rule it drives.
    #[must_use]
    pub const fn rule(&self) -> &L {
        &self.states.rule
    }

    /// Moves the clock to `at` if that is later, and gives the key's state at the time that the rule is to see.
    pub fn at(&mut self, key: K, at: Nanos) -> Keyed<'_, L> {
        let next = self.numbers.len();
        let number = *self.numbers.entry(key).or_insert(next);
        let now = self.states.clock(at);
        self.states.reserve(number + 1);
        Keyed { rule: &self.states.rule, state: &mut self.states.states[number], now }
    }

    /// Answers one request, and charges it if it passes.
    pub fn decide(&mut self, key: K, at: Nanos, cost: u64) -> Verdict {
        let Keyed { rule, state, now } = self.at(key, at);
        rule.decide(state, now, cost)
    }
}

/// A key's state with the time at which a rule looks at it.
#[derive(Debug)]
pub struct Keyed<'a, L: Limiter> {
    /// The rule.
    pub rule: &'a L,
    /// The key's state.
    pub state: &'a mut L::State,
    /// The time, after the clock's say.
    pub now: Nanos,
}

/// A rule with its clock and the states of keys that are numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct States<L: Limiter> {
    pub(super) rule: L,
    newest: Nanos,
    states: Vec<L::State>,
}

impl<L: Limiter> States<L> {
    pub(super) const fn new(rule: L) -> Self {
        Self { rule, newest: Nanos::ZERO, states: Vec::new() }
    }

    /// The time a rule sees: never earlier than any before it (unless the rule has its own clock), never past the horizon.
    #[inline]
    pub(super) fn clock(&mut self, at: Nanos) -> Nanos {
        let at = at.min(Nanos::HORIZON);
        if L::OWN_CLOCK {
            return at;
        }
        self.newest = at.max(self.newest);
        self.newest
    }

    /// Makes room for keys below `keys`.
    pub(super) fn reserve(&mut self, keys: usize) {
        while self.states.len() < keys {
            self.states.push(self.rule.fresh());
        }
    }

    /// The outcome alone, for a key below those that [`States::reserve`] made room for.
    #[inline]
    pub(super) fn outcome(&mut self, key: usize, now: Nanos, cost: u64) -> Outcome {
        self.rule.decide(&mut self.states[key], now, cost).outcome()
    }

    /// The rule and a key's state. Not inlined: nearly every method of [`Live`] begins with it.
    #[inline(never)]
    fn of(&mut self, key: usize) -> (&L, &mut L::State) {
        self.reserve(key + 1);
        (&self.rule, &mut self.states[key])
    }
}

/// A limiter of any kind at work, with its clock and its keys, numbered from 0: what simulations hold.
///
/// The same as [`Driver`], called through a pointer, so that a run is written once for all rules.
pub trait Live {
    /// Moves the clock to `at` if that is later, and tells the time that the rule is to see.
    fn clock(&mut self, at: Nanos) -> Nanos;
    /// Answers a request of `key` at a time that [`Live::clock`] gave, and charges it if it passes.
    fn decide(&mut self, key: usize, now: Nanos, cost: u64) -> Verdict;
    /// See [`Limiter::remaining`].
    fn remaining(&mut self, key: usize, now: Nanos) -> u64;
    /// See [`Limiter::reset`].
    fn reset(&mut self, key: usize, now: Nanos) -> Nanos;
    /// See [`Limiter::snapshot`].
    fn snapshot(&mut self, key: usize, now: Nanos) -> Snapshot;
    /// See [`Limiter::STAIRS`].
    fn stairs(&self) -> bool;
    /// See [`Limiter::level`].
    fn level(&mut self, key: usize, at: Nanos) -> f64;
    /// See [`Limiter::bends`].
    fn bends(&mut self, key: usize, from: Nanos, to: Nanos, out: &mut Vec<Nanos>);
    /// See [`Limiter::limit`].
    fn limit(&self) -> u64;
    /// See [`Limiter::gauge`].
    fn gauge(&self) -> Gauge;
}

impl<L: Limiter> Live for States<L> {
    fn clock(&mut self, at: Nanos) -> Nanos {
        self.clock(at)
    }

    fn decide(&mut self, key: usize, now: Nanos, cost: u64) -> Verdict {
        let (rule, state) = self.of(key);
        rule.decide(state, now, cost)
    }

    fn remaining(&mut self, key: usize, now: Nanos) -> u64 {
        let (rule, state) = self.of(key);
        rule.remaining(state, now)
    }

    fn reset(&mut self, key: usize, now: Nanos) -> Nanos {
        let (rule, state) = self.of(key);
        rule.reset(state, now)
    }

    fn snapshot(&mut self, key: usize, now: Nanos) -> Snapshot {
        let (rule, state) = self.of(key);
        rule.snapshot(state, now)
    }

    fn stairs(&self) -> bool {
        L::STAIRS
    }

    fn level(&mut self, key: usize, at: Nanos) -> f64 {
        let (rule, state) = self.of(key);
        rule.level(state, at)
    }

    fn bends(&mut self, key: usize, from: Nanos, to: Nanos, out: &mut Vec<Nanos>) {
        let (rule, state) = self.of(key);
        rule.bends(state, from, to, out);
    }

    fn limit(&self) -> u64 {
        self.rule.limit()
    }

    fn gauge(&self) -> Gauge {
        self.rule.gauge()
    }
}

impl dyn Live {
    /// See [`Limiter::curve`].
    pub fn curve(&mut self, key: usize, from: Nanos, to: Nanos, out: &mut Vec<Vertex>) {
        let mut bends = Vec::new();
        self.bends(key, from, to, &mut bends);
        corners(self.stairs(), from, to, &bends, &mut |at| self.level(key, at), out);
    }
}

/// Puts a rule to work, with no keys yet, at time zero.
#[must_use]
pub fn live<L: Limiter + 'static>(rule: L) -> Box<dyn Live> {
    Box::new(States::new(rule))
}

impl AnyLimiter {
    /// Puts the limiter to work, with no keys yet, at time zero.
    #[must_use]
    pub fn live(self) -> Box<dyn Live> {
        with_limiter!(self, rule => live(rule))
    }
}

impl Spec {
    /// Builds the limiter in its widest integers and puts it to work: what simulations hold.
    ///
    /// The decisions are those of [`AnyLimiter`], which picks the narrowest integers for speed; a page that never needs
    /// that speed is spared the narrow code.
    ///
    /// # Errors
    /// Those of [`AnyLimiter::new`].
    pub fn live(&self) -> Result<Box<dyn Live>, InputError> {
        Ok(match *self {
            Self::TokenBucket { permits, period, burst } => live(TokenBucket::<u128>::new(permits, period, burst)?),
            Self::Gcra { permits, period, burst } => live(Gcra::<u128>::new(permits, period, burst)?),
            Self::LeakyBucketMeter { permits, period, burst } => {
                live(LeakyBucketMeter::<u128>::new(permits, period, burst)?)
            }
            Self::LeakyBucketQueue { permits, period, queue } => {
                live(LeakyBucketQueue::<u128>::new(permits, period, queue)?)
            }
            Self::NginxLimitReq { permits, period, burst, delay } => {
                live(NginxLimitReq::new(permits, period, burst, delay)?)
            }
            Self::FixedWindow { limit, window, alignment } => live(FixedWindow::new(limit, window, alignment)?),
            Self::SlidingWindowLog { limit, window } => live(SlidingWindowLog::new(limit, window)?),
            Self::SlidingWindowCounter { limit, window, estimate } => {
                live(SlidingWindowCounter::<u128>::new(limit, window, estimate)?)
            }
        })
    }
}
