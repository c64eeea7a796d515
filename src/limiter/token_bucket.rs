//! Token bucket.
//!
//! **Idea.** A bucket holds at most `burst` tokens and starts full. `permits` tokens drip in every `period`; what
//! overflows is lost. A request takes its cost in tokens, or is refused and takes nothing.
//!
//! **State of a key.** The tokens left when it was last charged, and when that was: 16 bytes (32 in the wide width).
//! Nothing runs in the background; the refill is worked out when a request comes.
//!
//! **Units.** With the rate reduced to `p` permits per `q` nanoseconds, one token is `q` units and a nanosecond
//! refills `p` units: both whole, so nothing is ever rounded.
//!
//! **Cost of a decision.** One multiplication, one comparison, O(1).
//!
//! **Edges.** Tokens equal to the cost suffice. A cost above `burst` is impossible. Refusals leave the state alone, so
//! polling while refused cannot starve the refill.
//!
//! **Source.** J. S. Turner, "New directions in communications (or which way to the information age?)", IEEE
//! Communications Magazine 24(10), 1986; RFC 2697 gives the bucket in the form used here.
//!
//! # Fidelity
//!
//! Compared in `tests/peers`, decision by decision, with a script of our own in Redis 7.0.15
//! (`tests/peers/redis/token_bucket.lua`), exact in whole microseconds while 2 x burst x token stays below 2^53: every
//! outcome, wait and remainder is equal.
//! - The script knows time only from what passed on its key, the driver from every request, so they part when time
//!   goes back (`pinned_a_script_knows_time_only_from_what_passed_on_its_key`).
//! - Numbers that Lua itself turns into text keep 14 digits; the script hands them over as numbers
//!   (`pinned_lua_keeps_fourteen_digits_of_a_number_it_turns_into_text`).
//! - A key that has expired is a full bucket, which changes no decision
//!   (`a_bucket_that_has_expired_decides_as_a_full_one`).
//!
//! Read, not run: Go's `x/time/rate` is the same bucket with the level and the rate in doubles and waits cut to whole
//! nanoseconds, so decisions at the very edge may differ. Its `Reserve` and `Wait` take tokens that are not there yet
//! and let the level go below zero. A bucket that is told an older time has had more than one answer over its
//! versions; in some the older time is stored and the same interval is paid twice, the mistake that the wall-clock
//! lesson shows. An infinite rate and a burst of 0 exist there; here both are refused.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Unit, Verdict};
use super::rate::Rate;
use super::width::Width;
use crate::input::InputError;
use crate::time::Nanos;

/// The rule: `burst` tokens at most, `permits` per `period` dripping in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenBucket<W> {
    /// Units refilled in a nanosecond.
    refill: W,
    /// Units in one token.
    token: W,
    /// Units in a full bucket.
    capacity: W,
    /// Nanoseconds in which an empty bucket fills; a longer time counts as this, so that no product overflows.
    fills_in: u64,
    burst: u64,
}

/// What is kept for one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<W> {
    /// Units left when the bucket was last charged.
    level: W,
    /// When that was.
    last: Nanos,
}

impl<W: Width> TokenBucket<W> {
    /// A bucket of `burst` tokens, refilled by `permits` every `period`.
    ///
    /// # Errors
    /// Names the parameter that is zero, or that is too large to stay exact in this width.
    pub fn new(permits: u64, period: Nanos, burst: u64) -> Result<Self, InputError> {
        let rate = Rate::new(permits, period)?;
        // A full bucket and a refill of another, with the part of a nanosecond that rounds it up.
        let room = (W::MAX.wide() - u128::from(rate.permits)) / 2;
        rate.bound_burst(burst, room / u128::from(rate.period))?;
        let (refill, token) = (W::from(rate.permits), W::from(rate.period));
        let capacity = token * W::from(burst);
        Ok(Self { refill, token, capacity, fills_in: capacity.over_up(refill).clip(), burst })
    }

    /// Units in the bucket at `now`.
    #[inline]
    fn filled(&self, state: &State<W>, now: Nanos) -> W {
        let elapsed = W::from(now.saturating_sub(state.last).get().min(self.fills_in));
        (state.level + elapsed * self.refill).min(self.capacity)
    }

    /// The nanoseconds in which `units` drip in, rounded up.
    #[inline]
    fn time_for(&self, units: W) -> Nanos {
        Nanos::new(units.over_up(self.refill).clip())
    }
}

impl<W: Width> Limiter for TokenBucket<W> {
    type State = State<W>;

    #[inline]
    fn fresh(&self) -> State<W> {
        State { level: self.capacity, last: Nanos::ZERO }
    }

    fn limit(&self) -> u64 {
        self.burst
    }

    #[inline]
    fn check(&self, state: &State<W>, now: Nanos, cost: u64) -> Verdict {
        if cost > self.burst {
            return Verdict::Impossible;
        }
        let (level, price) = (self.filled(state, now), self.token * W::from(cost));
        if level >= price {
            Verdict::Allowed
        } else {
            Verdict::Refused { retry_after: Some(self.time_for(price - level)) }
        }
    }

    #[inline]
    fn commit(&self, state: &mut State<W>, now: Nanos, cost: u64) {
        state.level = self.filled(state, now).less(self.token.times(W::from(cost)));
        state.last = now;
    }

    fn remaining(&self, state: &State<W>, now: Nanos) -> u64 {
        self.filled(state, now).over(self.token).clip()
    }

    fn reset(&self, state: &State<W>, now: Nanos) -> Nanos {
        self.time_for(self.capacity - self.filled(state, now))
    }

    fn snapshot(&self, state: &State<W>, now: Nanos) -> Snapshot {
        Snapshot::TokenBucket {
            tokens: self.filled(state, now).ratio(self.token),
            stored: state.level.ratio(self.token),
            since_ms: state.last.as_millis_f64(),
        }
    }

    fn gauge(&self) -> Gauge {
        let burst = self.capacity.ratio(self.token);
        Gauge { unit: Unit::Tokens, max: burst, rest: burst, line: GaugeLine::Capacity, line_at: burst }
    }

    fn level(&self, state: &State<W>, at: Nanos) -> f64 {
        self.filled(state, at).ratio(self.token)
    }

    fn bends(&self, state: &State<W>, from: Nanos, _to: Nanos, out: &mut Vec<Nanos>) {
        out.push(from + self.reset(state, from));
    }
}
