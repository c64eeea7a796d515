//! Leaky bucket as a queue.
//!
//! **Idea.** Requests leave through one outlet, one every T = `period / permits`, however they come. One that finds the
//! outlet free starts at once; others wait in line, and when the line is full they are refused. A cost c takes c places
//! in line and, once started, holds the outlet for c intervals. Bursts become delays: the output is even.
//!
//! **State of a key.** When the outlet is free again, and for each waiting request its start and a running total of
//! costs: 48 bytes and 16 for each that waits (64 and 32 in the wide width), at most `queue` of them.
//!
//! **Units.** With the rate reduced to `p` permits per `q` nanoseconds, times are counted in 1/p of a nanosecond, in
//! which T is the whole number `q`. A wait is rounded up to the nanosecond when it is told, never when it is kept.
//!
//! **Cost of a decision.** A binary search in the line, O(log queue); starts that have passed are dropped when the next
//! request is taken in, O(1) each.
//!
//! **Edges.** A request leaves the line the moment it starts, with all its places; the one that holds the outlet is not
//! in line. It passes when the places taken and its cost come to at most `queue`. A cost above `queue` is impossible,
//! also when the outlet is free. Refusals change nothing.
//!
//! **Source.** J. S. Turner, "New directions in communications", 1986, read as a queue with a constant service time, the
//! way traffic shapers use it.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Verdict};
use super::departures::Departures;
use super::rate::{Rate, bound};
use super::width::Width;
use crate::input::InputError;
use crate::time::{NANOS_PER_MILLI, Nanos};

/// The rule: an outlet that passes `permits` per `period`, and `queue` places to wait for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeakyBucketQueue<W> {
    /// Units of time in a nanosecond.
    nano: W,
    /// T in units.
    interval: W,
    queue: u64,
}

/// What is kept for one key, times in the rule's units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<W> {
    /// When the outlet is free for the next one.
    free: W,
    /// The requests in line: each leaves it when it starts.
    line: Departures<W>,
}

impl<W: Width> LeakyBucketQueue<W> {
    /// An outlet that passes one every `period / permits`, with `queue` places before it.
    ///
    /// # Errors
    /// Names the parameter that is zero, or that is too large to stay exact in this width for ten years.
    pub fn new(permits: u64, period: Nanos, queue: u64) -> Result<Self, InputError> {
        let rate = Rate::new(permits, period)?;
        let now = u128::from(Nanos::HORIZON.get()).saturating_mul(u128::from(rate.permits));
        let fits = W::MAX.wide().saturating_sub(now) / u128::from(rate.period);
        // Before a request come at most `queue` in line and as many that hold the outlet.
        bound("queue", queue, fits.min(rate.tellable()) / 2)?;
        Ok(Self { nano: W::from(rate.permits), interval: W::from(rate.period), queue })
    }

    /// `now` in units.
    #[inline]
    fn units(&self, now: Nanos) -> W {
        W::from(now.get()).times(self.nano)
    }

    /// From `now` until the instant `units`, in nanoseconds rounded up.
    #[inline]
    fn until(&self, units: W, now: W) -> Nanos {
        Nanos::new(units.less(now).over_up(self.nano).clip())
    }

    /// How long until at most `room` places are taken.
    fn falls_to(&self, state: &State<W>, now: W, room: u64) -> Nanos {
        state.line.falls_to(room).map_or(Nanos::ZERO, |start| self.until(start, now))
    }
}

impl<W: Width> Limiter for LeakyBucketQueue<W> {
    type State = State<W>;

    const STAIRS: bool = true;

    #[inline]
    fn fresh(&self) -> State<W> {
        State { free: W::default(), line: Departures::new() }
    }

    fn limit(&self) -> u64 {
        self.queue
    }

    #[inline]
    fn check(&self, state: &State<W>, now: Nanos, cost: u64) -> Verdict {
        if cost > self.queue {
            return Verdict::Impossible;
        }
        let now = self.units(now);
        let room = self.queue - cost;
        if state.free <= now {
            Verdict::Allowed
        } else if state.line.inside(now) <= room {
            Verdict::Delayed { wait: self.until(state.free, now) }
        } else {
            Verdict::Refused { retry_after: Some(self.falls_to(state, now, room)) }
        }
    }

    #[inline]
    fn commit(&self, state: &mut State<W>, now: Nanos, cost: u64) {
        let now = self.units(now);
        let start = state.free.max(now);
        let places = if start > now { cost } else { 0 };
        state.line.add(now, start, places);
        state.free = start.plus(self.interval.times(W::from(cost)));
    }

    fn remaining(&self, state: &State<W>, now: Nanos) -> u64 {
        self.queue.saturating_sub(state.line.inside(self.units(now)))
    }

    fn reset(&self, state: &State<W>, now: Nanos) -> Nanos {
        self.falls_to(state, self.units(now), 0)
    }

    fn snapshot(&self, state: &State<W>, now: Nanos) -> Snapshot {
        Snapshot::LeakyBucketQueue {
            waiting: state.line.inside(self.units(now)),
            free_at_ms: state.free.ratio(self.nano.times(W::from(NANOS_PER_MILLI))),
        }
    }

    fn gauge(&self) -> Gauge {
        Gauge::count(self.queue, GaugeLine::Queue)
    }

    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn level(&self, state: &State<W>, at: Nanos) -> f64 {
        state.line.inside(self.units(at)) as f64
    }

    fn bends(&self, state: &State<W>, from: Nanos, to: Nanos, out: &mut Vec<Nanos>) {
        for start in state.line.stairs(self.units(from), self.units(to)) {
            out.push(Nanos::new(start.over_up(self.nano).clip()));
        }
    }
}
