//! Simulated time: whole nanoseconds, given as an argument, never read from a clock.

use core::fmt;
use core::ops::Add;

/// A point in simulated time, or a length of it, in whole nanoseconds.
///
/// Points are counted from the start of the run. Arithmetic saturates: a sum past the last
/// representable instant (584 years) stays there rather than wrapping round to the past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanos(u64);

/// Nanoseconds in a millisecond.
pub const NANOS_PER_MILLI: u64 = 1_000_000;
/// Nanoseconds in a second.
pub const NANOS_PER_SEC: u64 = 1_000_000_000;

impl Nanos {
    /// The start of the run.
    pub const ZERO: Self = Self(0);
    /// The latest instant at which every limiter is exact: ten years of 365.25 days.
    ///
    /// Limiters choose their integer width so that nothing overflows up to here, and the driver
    /// holds later times at this instant; input is checked against it at the edge.
    pub const HORIZON: Self = Self(315_576_000 * NANOS_PER_SEC);

    /// From whole nanoseconds.
    #[must_use]
    pub const fn new(nanos: u64) -> Self {
        Self(nanos)
    }

    /// From whole milliseconds, saturating.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(NANOS_PER_MILLI))
    }

    /// From whole seconds, saturating.
    #[must_use]
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(NANOS_PER_SEC))
    }

    /// From milliseconds with a fraction, rounded to the nearest nanosecond.
    ///
    /// Negative values and NaN give zero, values past the last instant give that instant; an edge
    /// that must tell these apart checks before it converts.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates, as documented")]
    pub fn from_millis_f64(millis: f64) -> Self {
        Self(libm::round(millis * 1e6) as u64)
    }

    /// The whole nanoseconds.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// In milliseconds, for display: exact up to 2^53 ns (104 days), the nearest double beyond.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "display only")]
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// `self - earlier`, or zero when `earlier` is later.
    #[must_use]
    pub const fn saturating_sub(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Nanos {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ns", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_round_to_the_nearest_nanosecond() {
        assert_eq!(Nanos::from_millis_f64(1.5), Nanos::new(1_500_000));
        assert_eq!(Nanos::from_millis_f64(0.000_000_4), Nanos::ZERO);
        assert_eq!(Nanos::from_millis_f64(0.000_000_6), Nanos::new(1));
        assert_eq!(Nanos::from_millis_f64(-3.0), Nanos::ZERO);
        assert_eq!(Nanos::from_millis_f64(f64::NAN), Nanos::ZERO);
    }

    #[test]
    fn arithmetic_saturates_at_both_ends() {
        assert_eq!(Nanos::new(u64::MAX) + Nanos::new(1), Nanos::new(u64::MAX));
        assert_eq!(Nanos::new(1).saturating_sub(Nanos::new(2)), Nanos::ZERO);
        assert_eq!(Nanos::from_secs(u64::MAX).get(), u64::MAX);
    }
}
