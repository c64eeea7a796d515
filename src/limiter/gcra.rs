//! GCRA, the generic cell rate algorithm.
//!
//! **Idea.** Requests at the exact rate would come every T = `period / permits`, the emission interval. Keep the time at
//! which the next one would be due, TAT, the theoretical arrival time. A request may come up to a tolerance
//! tau = (`burst` - 1) x T early; each one that passes moves TAT on by T from where it was, or from now if that is later.
//! A cost c counts as c requests at once: it must leave (`burst` - c) x T, and moves TAT by c x T.
//!
//! **State of a key.** TAT alone: 8 bytes (16 in the wide width).
//!
//! **Units.** With the rate reduced to `p` permits per `q` nanoseconds, times are counted in 1/p of a nanosecond, in
//! which T is the whole number `q`.
//!
//! **Cost of a decision.** One multiplication, two comparisons, O(1).
//!
//! **Edges.** A TAT exactly tau ahead still passes. A cost above `burst` is impossible. Refusals leave TAT alone. The
//! decisions are those of a token bucket with the same numbers, always; the two share no code.
//!
//! **Source.** ITU-T Recommendation I.371 (the virtual scheduling algorithm); ATM Forum Traffic Management 4.0.
//!
//! # Fidelity
//!
//! Compared in `tests/peers`, decision by decision, with the `governor` crate 0.10.4: with an interval of whole
//! nanoseconds every outcome, wait and remainder is equal.
//! - It rounds other intervals down to whole nanoseconds, so at 3 a second a permit can come 1 ns early
//!   (`pinned_governor_rounds_the_interval_down`); none is below 1 ns
//!   (`pinned_governor_is_no_faster_than_one_a_nanosecond`).
//! - It believes a clock that goes back (`pinned_governor_follows_a_clock_that_goes_back`), overflows with a long
//!   interval and a large burst (`pinned_governor_overflows_with_a_long_interval_and_a_large_burst`), and has no cost
//!   of 0 (`pinned_governor_has_no_cost_of_zero`).
//! - It starts a new key's TAT at the first request, ours starts at zero: both are no later than now, so no decision
//!   differs.
//!
//! Read, not run: redis-cell (`CL.THROTTLE`) is the same rule with `max_burst` + 1 for `burst`. It truncates the
//! interval to whole nanoseconds by way of a double, reads its server's clock, and derives what remains from doubles
//! of whole microseconds. A quantity of 0 is charged nothing. A request above the limit is refused without a time to
//! come back; ours is impossible.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Unit, Verdict};
use super::rate::Rate;
use super::width::Width;
use crate::input::InputError;
use crate::time::{NANOS_PER_MILLI, Nanos};

/// The rule: an emission interval and a tolerance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gcra<W> {
    /// Units of time in a nanosecond.
    nano: W,
    /// T in units.
    interval: W,
    /// `burst` x T in units: how far TAT may be ahead after a request.
    reach: W,
    burst: u64,
}

/// What is kept for one key: the theoretical arrival time, in the rule's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<W> {
    tat: W,
}

impl<W: Width> Gcra<W> {
    /// T = `period / permits`, tau = (`burst` - 1) x T.
    ///
    /// # Errors
    /// Names the parameter that is zero, or that is too large to stay exact in this width for ten years.
    pub fn new(permits: u64, period: Nanos, burst: u64) -> Result<Self, InputError> {
        let rate = Rate::new(permits, period)?;
        let now = u128::from(Nanos::HORIZON.get()).saturating_mul(u128::from(rate.permits));
        rate.bound_burst(burst, W::MAX.wide().saturating_sub(now) / u128::from(rate.period))?;
        let interval = W::from(rate.period);
        Ok(Self { nano: W::from(rate.permits), interval, reach: interval * W::from(burst), burst })
    }

    /// `now` in units.
    #[inline]
    fn units(&self, now: Nanos) -> W {
        W::from(now.min(Nanos::HORIZON).get()) * self.nano
    }

    /// How far TAT is ahead of `now`, in units.
    #[inline]
    fn ahead(&self, state: &State<W>, now: Nanos) -> W {
        state.tat.less(self.units(now))
    }

    /// Units as nanoseconds, rounded up.
    #[inline]
    fn nanos_up(&self, units: W) -> Nanos {
        Nanos::new(units.over_up(self.nano).clip())
    }

    /// Units as milliseconds, for display.
    fn millis(&self, units: W) -> f64 {
        units.ratio(self.nano.times(W::from(NANOS_PER_MILLI)))
    }
}

impl<W: Width> Limiter for Gcra<W> {
    type State = State<W>;

    #[inline]
    fn fresh(&self) -> State<W> {
        State { tat: W::default() }
    }

    fn limit(&self) -> u64 {
        self.burst
    }

    #[inline]
    fn check(&self, state: &State<W>, now: Nanos, cost: u64) -> Verdict {
        if cost > self.burst {
            return Verdict::Impossible;
        }
        // The farthest ahead that TAT may be for this cost: (burst - c) x T, which is tau when c is 1.
        let allowance = self.reach - self.interval * W::from(cost);
        let ahead = self.ahead(state, now);
        if ahead <= allowance {
            Verdict::Allowed
        } else {
            Verdict::Refused { retry_after: Some(self.nanos_up(ahead - allowance)) }
        }
    }

    #[inline]
    fn commit(&self, state: &mut State<W>, now: Nanos, cost: u64) {
        state.tat = state.tat.max(self.units(now)) + self.interval * W::from(cost);
    }

    fn remaining(&self, state: &State<W>, now: Nanos) -> u64 {
        self.reach.less(self.ahead(state, now)).over(self.interval).clip()
    }

    fn reset(&self, state: &State<W>, now: Nanos) -> Nanos {
        self.nanos_up(self.ahead(state, now))
    }

    fn snapshot(&self, state: &State<W>, now: Nanos) -> Snapshot {
        Snapshot::Gcra { tat_ms: self.millis(state.tat), ahead_ms: self.millis(self.ahead(state, now)) }
    }

    fn gauge(&self) -> Gauge {
        Gauge {
            unit: Unit::Millis,
            max: self.millis(self.reach),
            rest: 0.0,
            line: GaugeLine::Tolerance,
            line_at: self.millis(self.reach - self.interval),
        }
    }

    fn level(&self, state: &State<W>, at: Nanos) -> f64 {
        self.millis(self.ahead(state, at))
    }

    fn bends(&self, state: &State<W>, from: Nanos, _to: Nanos, out: &mut Vec<Nanos>) {
        out.push(from + self.reset(state, from));
    }
}
