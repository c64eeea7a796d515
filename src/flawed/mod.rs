//! Wrong rules that lessons show, clearly apart from the right ones.
//!
//! Each is a mistake met in real limiters, kept small enough to read beside the right rule. They are no
//! [`Algorithm`] and cannot be reached through `decide`; a scenario names one by `"flawed"`
//! instead of `"algorithm"`, and it leaves the same trace as the right ones, so that both can be stepped side by side.

mod no_cap;
mod wall_clock;

use crate::input::{Fields, InputError};
use crate::limiter::{Algorithm, Gauge, GaugeLine, Snapshot, Unit, Verdict};
use crate::time::{NANOS_PER_MILLI, Nanos};
use crate::value::{Map, Value};

pub use no_cap::NoCap;
pub use wall_clock::WallClock;

/// The mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// A token bucket that trusts the wall clock: when it goes back, the negative elapsed time takes tokens away.
    NegativeElapsed,
    /// A token bucket that counts a negative elapsed time as none, but remembers the older time: when the clock comes
    /// forward again, the same interval is paid for twice.
    PaidTwice,
    /// A token bucket without a cap: an idle hour saves up an hour of burst.
    NoCap,
}

impl Flaw {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NegativeElapsed, Self::PaidTwice, Self::NoCap];

    /// Their ids, in the same order.
    pub const SLUGS: [&'static str; 3] = ["negative-elapsed", "paid-twice", "no-cap"];

    /// The id in scenarios and message keys.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        Self::SLUGS[self as usize]
    }

    /// The right rule that it stands beside.
    #[must_use]
    pub const fn instead_of(self) -> Algorithm {
        match self {
            Self::NegativeElapsed | Self::PaidTwice | Self::NoCap => Algorithm::TokenBucket,
        }
    }
}

/// A wrong limiter as it is described: the mistake, and the parameters of the right rule it stands beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlawedSpec {
    /// The mistake.
    pub flaw: Flaw,
    /// Tokens that drip in during `period`.
    pub permits: u64,
    /// See `permits`.
    pub period: Nanos,
    /// The capacity of the bucket, where the mistake leaves it one.
    pub burst: u64,
}

impl FlawedSpec {
    /// Reads a description, such as `{"flawed": "no-cap", "permits": 2, "period_ms": 1000, "burst": 5}`.
    ///
    /// # Errors
    /// When the mistake or a field is unknown, or a parameter is missing or out of range. `path` says where it stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let fields = Fields::of(value, path, &["flawed", "permits", "period_ms", "burst"])?;
        let flaw = Flaw::ALL[fields.choice("flawed", &Flaw::SLUGS, None)?];
        let whole = |name: &str, max| fields.whole(name, 1, max, None);
        let (permits, period_ms) = (whole("permits", 1_000_000)?, whole("period_ms", 86_400_000)?);
        Ok(Self { flaw, permits, period: Nanos::from_millis(period_ms), burst: whole("burst", 1_000_000)? })
    }
}

impl FlawedSpec {
    /// The description as it is written.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.text("flawed", self.flaw.slug()).whole("permits", self.permits);
        map.whole("period_ms", self.period.get() / NANOS_PER_MILLI).whole("burst", self.burst).value()
    }
}

/// A bucket's numbers in whole units, as signed integers wide enough for every mistake: one token is `period`
/// nanoseconds' worth, and a nanosecond refills `permits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Units {
    permits: i128,
    token: i128,
    capacity: i128,
    burst: u64,
}

/// What these buckets keep for one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    level: i128,
    last: Nanos,
}

impl Units {
    fn new(spec: &FlawedSpec) -> Self {
        let token = i128::from(spec.period.get());
        Self { permits: i128::from(spec.permits), token, capacity: token * i128::from(spec.burst), burst: spec.burst }
    }

    /// Signed nanoseconds from `last` to `now`.
    fn elapsed(last: Nanos, now: Nanos) -> i128 {
        i128::from(now.get()) - i128::from(last.get())
    }

    fn time_for(&self, units: i128) -> Nanos {
        let nanos = (units.max(0) + self.permits - 1) / self.permits;
        Nanos::new(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    #[expect(clippy::cast_precision_loss, reason = "display only")]
    fn tokens(&self, units: i128) -> f64 {
        units as f64 / self.token as f64
    }

    fn price(&self, cost: u64) -> i128 {
        self.token * i128::from(cost)
    }

    /// The answer when `level` is in the bucket.
    fn check(&self, level: i128, cost: u64) -> Verdict {
        if cost > self.burst {
            return Verdict::Impossible;
        }
        let missing = self.price(cost) - level;
        if missing <= 0 {
            return Verdict::Allowed;
        }
        Verdict::Refused { retry_after: Some(self.time_for(missing)) }
    }

    /// Like many real ones, these write the refilled level and the time back on every request, refused or not.
    fn decide(&self, state: &mut State, level: i128, now: Nanos, cost: u64) -> Verdict {
        let verdict = self.check(level, cost);
        let taken = if verdict.passes() { self.price(cost) } else { 0 };
        *state = State { level: level - taken, last: now };
        verdict
    }

    fn snapshot(&self, state: &State, level: i128) -> Snapshot {
        Snapshot::TokenBucket {
            tokens: self.tokens(level),
            stored: self.tokens(state.level),
            since_ms: state.last.as_millis_f64(),
        }
    }

    fn gauge(&self) -> Gauge {
        let burst = self.tokens(self.capacity);
        Gauge { unit: Unit::Tokens, max: burst, rest: burst, line: GaugeLine::Capacity, line_at: burst }
    }
}

/// The entry points that the wrong buckets share: all but how the level is worked out and what is remembered.
macro_rules! flawed_bucket {
    ($rule:ty) => {
        impl $crate::limiter::Limiter for $rule {
            type State = $crate::flawed::State;

            const OWN_CLOCK: bool = <$rule>::TRUSTS_THE_CLOCK;

            fn fresh(&self) -> Self::State {
                $crate::flawed::State { level: self.units.capacity, last: $crate::time::Nanos::ZERO }
            }

            fn limit(&self) -> u64 {
                self.units.burst
            }

            fn check(&self, state: &Self::State, now: $crate::time::Nanos, cost: u64) -> $crate::limiter::Verdict {
                self.units.check(self.filled(state, now), cost)
            }

            fn commit(&self, state: &mut Self::State, now: $crate::time::Nanos, cost: u64) {
                *state = $crate::flawed::State { level: self.filled(state, now) - self.units.price(cost), last: now };
            }

            fn decide(&self, state: &mut Self::State, now: $crate::time::Nanos, cost: u64) -> $crate::limiter::Verdict {
                let level = self.filled(state, now);
                self.units.decide(state, level, now, cost)
            }

            fn remaining(&self, state: &Self::State, now: $crate::time::Nanos) -> u64 {
                u64::try_from(self.filled(state, now) / self.units.token).unwrap_or(0)
            }

            fn reset(&self, state: &Self::State, now: $crate::time::Nanos) -> $crate::time::Nanos {
                self.units.time_for(self.units.capacity - self.filled(state, now))
            }

            fn snapshot(&self, state: &Self::State, now: $crate::time::Nanos) -> $crate::limiter::Snapshot {
                self.units.snapshot(state, self.filled(state, now))
            }

            fn gauge(&self) -> $crate::limiter::Gauge {
                self.units.gauge()
            }

            fn level(&self, state: &Self::State, at: $crate::time::Nanos) -> f64 {
                self.units.tokens(self.filled(state, at))
            }

            fn bends(
                &self,
                state: &Self::State,
                from: $crate::time::Nanos,
                _to: $crate::time::Nanos,
                out: &mut Vec<$crate::time::Nanos>,
            ) {
                out.push(from + self.reset(state, from));
            }
        }
    };
}

use flawed_bucket;
