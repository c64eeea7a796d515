//! Fixed window.
//!
//! **Idea.** Time is cut into windows; each has one count, and at most `limit` may pass in it. The next window starts
//! from nothing.
//!
//! **State of a key.** The start of the window that was last counted in, and its count: 16 bytes.
//!
//! **Units.** Costs and nanoseconds as they are.
//!
//! **Cost of a decision.** One comparison, O(1); a division when a window begins.
//!
//! **Edges.** With `clock`, windows begin at whole multiples of their length since time zero, the same for every key.
//! With `first-request`, a window begins with the first request that passes when none is open, which is what INCR with
//! EXPIRE does. A window is [start, start + length): the end belongs to the next. A count equal to the limit is full. A
//! cost above the limit is impossible. Refused requests are not counted. Around an edge twice the limit can pass in a
//! moment.
//!
//! **Source.** The fixed-window pattern of the Redis documentation of INCR ("Pattern: rate limiter").
//!
//! # Fidelity
//!
//! Compared in `tests/peers`, decision by decision, with Redis 7.0.15. With the number of the window in the key's name
//! it is `clock`: as a script (`tests/peers/redis/fixed_window.lua`) with any cost, and as plain INCR and EXPIRE with
//! cost 1, every outcome is equal. With the expiry set by the first hit it is `first-request`, compared in real time.
//! - INCRBY counts what it refuses, which changes decisions once requests cost more than 1
//!   (`pinned_incrby_charges_refused_costs`); the script takes it back out.
//! - EXPIRE sent with every hit moves the end of the window each time. With the window's number in the name that is
//!   harmless.
//! - Redis ends keys by its own clock, in whole milliseconds.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Verdict};
use super::rate::{bound, bound_window};
use crate::input::InputError;
use crate::time::Nanos;

/// Where windows begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// At whole multiples of their length since time zero.
    Clock,
    /// With the first request that passes when none is open.
    FirstRequest,
}

impl Alignment {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Clock, Self::FirstRequest];
    /// Their words in scenarios, in the same order.
    pub const WORDS: [&'static str; 2] = ["clock", "first-request"];
}

/// The rule: at most `limit` in each window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedWindow {
    limit: u64,
    window: Nanos,
    alignment: Alignment,
}

/// What is kept for one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// When the window began that was last counted in.
    start: Nanos,
    /// The cost that passed in it.
    count: u64,
}

impl FixedWindow {
    /// At most `limit` in each `window`.
    ///
    /// # Errors
    /// Names the parameter that is zero, or too large to be exact.
    pub fn new(limit: u64, window: Nanos, alignment: Alignment) -> Result<Self, InputError> {
        bound("limit", limit, u128::MAX)?;
        bound_window(window)?;
        Ok(Self { limit, window, alignment })
    }

    /// The window that a request at `now` is counted in, with its count so far.
    #[inline]
    fn current(&self, state: &State, now: Nanos) -> State {
        if state.count > 0 && now.saturating_sub(state.start) < self.window {
            return *state;
        }
        let into = match self.alignment {
            Alignment::Clock => now.get() % self.window.get().max(1),
            Alignment::FirstRequest => 0,
        };
        State { start: Nanos::new(now.get() - into), count: 0 }
    }

    /// How long until the window that `state` counts in has ended.
    fn ends(&self, state: &State, now: Nanos) -> Nanos {
        (state.start + self.window).saturating_sub(now)
    }
}

impl Limiter for FixedWindow {
    type State = State;

    const STAIRS: bool = true;

    fn fresh(&self) -> State {
        State { start: Nanos::ZERO, count: 0 }
    }

    fn limit(&self) -> u64 {
        self.limit
    }

    #[inline]
    fn check(&self, state: &State, now: Nanos, cost: u64) -> Verdict {
        if cost > self.limit {
            return Verdict::Impossible;
        }
        let window = self.current(state, now);
        if window.count <= self.limit - cost {
            Verdict::Allowed
        } else {
            Verdict::Refused { retry_after: Some(self.ends(&window, now)) }
        }
    }

    #[inline]
    fn commit(&self, state: &mut State, now: Nanos, cost: u64) {
        let window = self.current(state, now);
        *state = State { count: window.count.saturating_add(cost), ..window };
    }

    fn remaining(&self, state: &State, now: Nanos) -> u64 {
        self.limit.saturating_sub(self.current(state, now).count)
    }

    fn reset(&self, state: &State, now: Nanos) -> Nanos {
        let window = self.current(state, now);
        if window.count == 0 { Nanos::ZERO } else { self.ends(&window, now) }
    }

    /// Where no window is open, one would begin at `now` with `first-request`.
    fn snapshot(&self, state: &State, now: Nanos) -> Snapshot {
        let window = self.current(state, now);
        Snapshot::FixedWindow { count: window.count, window_start_ms: window.start.as_millis_f64() }
    }

    fn gauge(&self) -> Gauge {
        Gauge::count(self.limit, GaugeLine::Limit)
    }

    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn level(&self, state: &State, at: Nanos) -> f64 {
        self.current(state, at).count as f64
    }

    fn bends(&self, state: &State, from: Nanos, _to: Nanos, out: &mut Vec<Nanos>) {
        let window = self.current(state, from);
        if window.count > 0 {
            out.push(window.start + self.window);
        }
    }
}
