//! Leaky bucket as a meter.
//!
//! **Idea.** A bucket with a hole: every request pours its cost in, and water runs out at `permits` per `period`. A
//! request that would make it overflow `burst` is refused and pours nothing. It is the token bucket in a mirror: water
//! is the tokens that are missing.
//!
//! **State of a key.** The water after the last request that passed, and when that was: 16 bytes (32 in the wide width).
//!
//! **Units.** With the rate reduced to `p` permits per `q` nanoseconds, one request is `q` units of water and `p` units
//! leak in a nanosecond: both whole, so nothing is ever rounded.
//!
//! **Cost of a decision.** Two multiplications, one comparison, O(1).
//!
//! **Edges.** Water that comes exactly to the brim still fits. A cost above `burst` is impossible. Refusals leave the
//! water alone. The decisions are those of a token bucket with the same numbers, always; the two share no code.
//!
//! **Source.** The continuous-state leaky bucket algorithm of ITU-T Recommendation I.371; A. S. Tanenbaum, "Computer
//! Networks", has the picture of the bucket.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Unit, Verdict};
use super::rate::Rate;
use super::width::Width;
use crate::input::InputError;
use crate::time::Nanos;

/// The rule: a bucket for `burst` requests that leaks `permits` per `period`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeakyBucketMeter<W> {
    /// Units that leak in a nanosecond.
    leak: W,
    /// Units that a request of cost 1 pours in.
    pour: W,
    /// Units up to the brim.
    brim: W,
    burst: u64,
}

/// What is kept for one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<W> {
    /// Units in the bucket after the last request that passed.
    water: W,
    /// When that was.
    last: Nanos,
}

impl<W: Width> LeakyBucketMeter<W> {
    /// A bucket that holds `burst` and leaks `permits` every `period`.
    ///
    /// # Errors
    /// Names the parameter that is zero, or that is too large to stay exact in this width.
    pub fn new(permits: u64, period: Nanos, burst: u64) -> Result<Self, InputError> {
        let rate = Rate::new(permits, period)?;
        rate.bound_burst(burst, W::MAX.wide() / u128::from(rate.period))?;
        let pour = W::from(rate.period);
        Ok(Self { leak: W::from(rate.permits), pour, brim: pour * W::from(burst), burst })
    }

    /// Units in the bucket at `now`.
    #[inline]
    fn water(&self, state: &State<W>, now: Nanos) -> W {
        let leaked = W::from(now.saturating_sub(state.last).get()).times(self.leak);
        state.water.less(leaked)
    }

    /// How long until no more than `level` is left of `water`, rounded up.
    #[inline]
    fn falls_to(&self, water: W, level: W) -> Nanos {
        Nanos::new(water.less(level).over_up(self.leak).clip())
    }
}

impl<W: Width> Limiter for LeakyBucketMeter<W> {
    type State = State<W>;

    #[inline]
    fn fresh(&self) -> State<W> {
        State { water: W::default(), last: Nanos::ZERO }
    }

    fn limit(&self) -> u64 {
        self.burst
    }

    #[inline]
    fn check(&self, state: &State<W>, now: Nanos, cost: u64) -> Verdict {
        if cost > self.burst {
            return Verdict::Impossible;
        }
        // The highest water that leaves room for this cost.
        let mark = self.brim - self.pour * W::from(cost);
        let water = self.water(state, now);
        if water <= mark {
            Verdict::Allowed
        } else {
            Verdict::Refused { retry_after: Some(self.falls_to(water, mark)) }
        }
    }

    #[inline]
    fn commit(&self, state: &mut State<W>, now: Nanos, cost: u64) {
        state.water = self.water(state, now).plus(self.pour.times(W::from(cost)));
        state.last = now;
    }

    fn remaining(&self, state: &State<W>, now: Nanos) -> u64 {
        self.brim.less(self.water(state, now)).over(self.pour).clip()
    }

    fn reset(&self, state: &State<W>, now: Nanos) -> Nanos {
        self.falls_to(self.water(state, now), W::default())
    }

    fn snapshot(&self, state: &State<W>, now: Nanos) -> Snapshot {
        Snapshot::LeakyBucketMeter {
            water: self.water(state, now).ratio(self.pour),
            stored: state.water.ratio(self.pour),
            since_ms: state.last.as_millis_f64(),
        }
    }

    fn gauge(&self) -> Gauge {
        let brim = self.brim.ratio(self.pour);
        Gauge { unit: Unit::Requests, max: brim, rest: 0.0, line: GaugeLine::Capacity, line_at: brim }
    }

    fn level(&self, state: &State<W>, at: Nanos) -> f64 {
        self.water(state, at).ratio(self.pour)
    }

    fn bends(&self, state: &State<W>, from: Nanos, _to: Nanos, out: &mut Vec<Nanos>) {
        out.push(from + self.reset(state, from));
    }
}
