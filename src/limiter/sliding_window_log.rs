//! Sliding-window log.
//!
//! **Idea.** Keep the time of every request that passed. A request passes when those within the last `window`, and its
//! own cost, come to at most `limit`. Exact: no window of this length anywhere ever holds more.
//!
//! **State of a key.** One entry for each request inside the window: 40 bytes and 16 an entry, at most `limit` of them.
//!
//! **Units.** Costs and nanoseconds as they are. Entries keep when they leave, not when they came.
//!
//! **Cost of a decision.** A binary search, O(log limit); entries that have left are dropped when the next request
//! passes, O(1) each.
//!
//! **Edges.** The window is (now - window, now]: an entry aged exactly one window has left. Each request is its own
//! entry, also at one instant. Refused requests are not logged, so a client that polls recovers. A cost above the limit
//! is impossible.
//!
//! **Source.** The sorted-set pattern of Redis (ZADD, ZREMRANGEBYSCORE, ZCARD), here without its write on refusal.
//!
//! # Fidelity
//!
//! Compared in `tests/peers`, decision by decision, with a sorted set in Redis 7.0.15
//! (`tests/peers/redis/sliding_window_log.lua`, one member for each unit of cost, scores in whole microseconds): every
//! outcome, wait and remainder is equal.
//! - Scores are doubles: exact below 2^53, which microseconds since 1970 reach in the year 2255. Nanoseconds would not
//!   fit.
//! - The script knows time only from what passed on its key, the driver from every request; they part only when time
//!   goes back, as `pinned_a_script_knows_time_only_from_what_passed_on_its_key` shows for the bucket.
//! - Scripts in use often write before they decide, and so log what they refuse, or name members after their time, so
//!   that two requests at one instant are one. Those are other rules.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Verdict};
use super::departures::Departures;
use super::rate::{bound, bound_window};
use crate::input::InputError;
use crate::time::Nanos;

/// The rule: at most `limit` in any `window`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingWindowLog {
    limit: u64,
    window: Nanos,
}

/// What is kept for one key: the costs that passed, each leaving the window at its own time.
type State = Departures<Nanos>;

impl SlidingWindowLog {
    /// At most `limit` in any `window`.
    ///
    /// # Errors
    /// Names the parameter that is zero, or too large to be exact.
    pub fn new(limit: u64, window: Nanos) -> Result<Self, InputError> {
        bound("limit", limit, u128::MAX)?;
        bound_window(window)?;
        Ok(Self { limit, window })
    }
}

/// How long until at most `room` is left inside.
fn falls_to(state: &State, now: Nanos, room: u64) -> Nanos {
    state.falls_to(room).map_or(Nanos::ZERO, |leaves| leaves.saturating_sub(now))
}

impl Limiter for SlidingWindowLog {
    type State = State;

    const STAIRS: bool = true;

    fn fresh(&self) -> State {
        Departures::new()
    }

    fn limit(&self) -> u64 {
        self.limit
    }

    #[inline]
    fn check(&self, state: &State, now: Nanos, cost: u64) -> Verdict {
        if cost > self.limit {
            return Verdict::Impossible;
        }
        let room = self.limit - cost;
        if state.inside(now) <= room {
            Verdict::Allowed
        } else {
            Verdict::Refused { retry_after: Some(falls_to(state, now, room)) }
        }
    }

    #[inline]
    fn commit(&self, state: &mut State, now: Nanos, cost: u64) {
        state.add(now, now + self.window, cost);
    }

    fn remaining(&self, state: &State, now: Nanos) -> u64 {
        self.limit.saturating_sub(state.inside(now))
    }

    fn reset(&self, state: &State, now: Nanos) -> Nanos {
        falls_to(state, now, 0)
    }

    fn snapshot(&self, state: &State, now: Nanos) -> Snapshot {
        let oldest = state.first(now).map(|leaves| leaves.saturating_sub(self.window));
        Snapshot::SlidingWindowLog { count: state.inside(now), oldest_ms: oldest.map(Nanos::as_millis_f64) }
    }

    fn gauge(&self) -> Gauge {
        Gauge::count(self.limit, GaugeLine::Limit)
    }

    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn level(&self, state: &State, at: Nanos) -> f64 {
        state.inside(at) as f64
    }

    fn bends(&self, state: &State, from: Nanos, to: Nanos, out: &mut Vec<Nanos>) {
        for leaves in state.stairs(from, to) {
            out.push(leaves);
        }
    }
}
