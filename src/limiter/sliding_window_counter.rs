//! Sliding-window counter.
//!
//! **Idea.** Two counts, of the clock window before and of the current one. The trailing window still covers a share of
//! the one before, 1 - f when a fraction f of the current one has passed; its count is taken to be spread evenly. A
//! request passes when previous x (1 - f) + current + cost is at most `limit`.
//!
//! **State of a key.** The start of the window that was last counted in, its count and the one before: 24 bytes.
//!
//! **Units.** The comparison is multiplied through by the window's length: counts times nanoseconds, whole numbers,
//! nothing is rounded that the rule does not round.
//!
//! **Cost of a decision.** Two multiplications, one comparison, O(1); divisions when it refuses or a window is skipped.
//!
//! **Edges.** With `floor` the share of the previous count is rounded down, which for cost 1 is the same rule as
//! "unrounded estimate below the limit". With `exact` it is not, and then a lone request against a limit of 1 passes only
//! when the window before has left wholly. A window in which nothing passed is forgotten. Refused requests are not
//! counted. A cost above the limit is impossible. It bounds no trailing window: at worst 2 x limit pass in one
//! (`floor`), or 2 x limit - 1 (`exact`).
//!
//! **Source.** J. Desgats, "How we built rate limiting capable of scaling to millions of domains", Cloudflare, 2017.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Unit, Verdict};
use super::rate::{bound, bound_window};
use super::width::Width;
use crate::input::InputError;
use crate::time::Nanos;

/// What becomes of the fraction in the previous window's share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Estimate {
    /// It is dropped.
    Floor,
    /// It counts.
    Exact,
}

impl Estimate {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Floor, Self::Exact];
    /// Their words in scenarios, in the same order.
    pub const WORDS: [&'static str; 2] = ["floor", "exact"];
}

/// The rule: at most `limit` in a trailing `window`, as estimated from two counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingWindowCounter<W> {
    limit: u64,
    window: Nanos,
    estimate: Estimate,
    /// The window's length in the width of the comparison.
    length: W,
    /// What the previous count may exceed its room by, and still pass: `length` - 1 where its share is rounded down.
    slack: W,
}

/// What is kept for one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// When the window began that was last counted in.
    start: Nanos,
    /// The cost that passed in the window before it.
    previous: u64,
    /// The cost that passed in it.
    current: u64,
}

impl<W: Width> SlidingWindowCounter<W> {
    /// At most `limit` in a trailing `window`, with the estimate as it is said.
    ///
    /// # Errors
    /// Names the parameter that is zero, or that is too large to stay exact in this width.
    pub fn new(limit: u64, window: Nanos, estimate: Estimate) -> Result<Self, InputError> {
        bound_window(window)?;
        bound("limit", limit, W::MAX.wide() / u128::from(window.get()) - 1)?;
        let length = W::from(window.get());
        let slack = match estimate {
            Estimate::Floor => length - W::from(1),
            Estimate::Exact => W::default(),
        };
        Ok(Self { limit, window, estimate, length, slack })
    }

    /// The counts as they stand in the window of `now`.
    #[inline]
    fn at(&self, state: &State, now: Nanos) -> State {
        let since = now.saturating_sub(state.start);
        if since < self.window {
            return *state;
        }
        let next = state.start + self.window;
        if now.saturating_sub(next) < self.window {
            return State { start: next, previous: state.current, current: 0 };
        }
        let into = now.get() % self.window.get().max(1);
        State { start: Nanos::new(now.get() - into), previous: 0, current: 0 }
    }

    /// The part of the previous window that the trailing one still covers at `now`, in nanoseconds.
    #[inline]
    fn covered(&self, counts: &State, now: Nanos) -> W {
        self.length.less(W::from(now.saturating_sub(counts.start).get()))
    }

    /// How much of a previous window with `previous` in it may still be covered, in nanoseconds, when `others` (the
    /// current count and the cost) are to pass; `None` when they never do beside it.
    fn may_cover(&self, previous: u64, others: u64) -> Option<W> {
        let room = W::from(self.limit.checked_sub(others)?) * self.length + self.slack;
        Some(if previous == 0 { self.length } else { room.over(W::from(previous)).min(self.length) })
    }

    /// How long until a cost (at most `limit`) passes if nothing comes before it; zero when it passes now.
    ///
    /// The estimate never rises while nothing comes, so there is one such moment: in this window (or when it ends) if the
    /// cost fits beside the current count, else in the next one, where the current count is the previous one.
    fn passes_in(&self, state: &State, now: Nanos, cost: u64) -> Nanos {
        let counts = self.at(state, now);
        let (start, cover) = match self.may_cover(counts.previous, counts.current.saturating_add(cost)) {
            Some(cover) => (counts.start, cover),
            None => (counts.start + self.window, self.may_cover(counts.current, cost).unwrap_or_default()),
        };
        let instant = start + self.window.saturating_sub(Nanos::new(cover.clip()));
        instant.saturating_sub(now)
    }
}

impl<W: Width> Limiter for SlidingWindowCounter<W> {
    type State = State;

    fn fresh(&self) -> State {
        State { start: Nanos::ZERO, previous: 0, current: 0 }
    }

    fn limit(&self) -> u64 {
        self.limit
    }

    #[inline]
    fn check(&self, state: &State, now: Nanos, cost: u64) -> Verdict {
        if cost > self.limit {
            return Verdict::Impossible;
        }
        let counts = self.at(state, now);
        let passes = self.limit.checked_sub(counts.current.saturating_add(cost)).is_some_and(|room| {
            let share = W::from(counts.previous) * self.covered(&counts, now);
            share <= W::from(room) * self.length + self.slack
        });
        if passes { Verdict::Allowed } else { Verdict::Refused { retry_after: Some(self.passes_in(state, now, cost)) } }
    }

    #[inline]
    fn commit(&self, state: &mut State, now: Nanos, cost: u64) {
        let counts = self.at(state, now);
        *state = State { current: counts.current.saturating_add(cost), ..counts };
    }

    fn remaining(&self, state: &State, now: Nanos) -> u64 {
        let counts = self.at(state, now);
        let covered = W::from(counts.previous) * self.covered(&counts, now);
        let share = match self.estimate {
            Estimate::Floor => covered.over(self.length),
            Estimate::Exact => covered.over_up(self.length),
        };
        self.limit.saturating_sub(counts.current).saturating_sub(share.clip())
    }

    fn reset(&self, state: &State, now: Nanos) -> Nanos {
        self.passes_in(state, now, self.limit)
    }

    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn snapshot(&self, state: &State, now: Nanos) -> Snapshot {
        let counts = self.at(state, now);
        let covered = self.covered(&counts, now);
        let weighted = W::from(counts.previous) * covered;
        let counted = match self.estimate {
            Estimate::Floor => weighted.over(self.length).clip() as f64,
            Estimate::Exact => weighted.ratio(self.length),
        };
        Snapshot::SlidingWindowCounter {
            previous: counts.previous,
            current: counts.current,
            share: covered.ratio(self.length),
            estimate: counted + counts.current as f64,
            window_start_ms: counts.start.as_millis_f64(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn gauge(&self) -> Gauge {
        let limit = self.limit as f64;
        // The curve is not rounded down, so with `floor` it reaches into the next whole request.
        let max = match self.estimate {
            Estimate::Floor => limit + 1.0,
            Estimate::Exact => limit,
        };
        Gauge { unit: Unit::Requests, max, rest: 0.0, line: GaugeLine::Limit, line_at: limit }
    }

    /// The estimate before any rounding: it bends only where a window ends.
    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn level(&self, state: &State, at: Nanos) -> f64 {
        let counts = self.at(state, at);
        (W::from(counts.previous) * self.covered(&counts, at)).ratio(self.length) + counts.current as f64
    }

    fn bends(&self, state: &State, from: Nanos, _to: Nanos, out: &mut Vec<Nanos>) {
        let next = self.at(state, from).start + self.window;
        out.push(next);
        out.push(next + self.window);
    }
}
