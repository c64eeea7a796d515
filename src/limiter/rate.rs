//! What the constructors share: a rate as a reduced fraction, and the bounds within which a limiter is exact.

use super::width::gcd;
use crate::input::{Accepted, InputError, Value};
use crate::time::{NANOS_PER_MILLI, Nanos};

/// A rate as a reduced fraction: so many permits in so many nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) permits: u64,
    pub(crate) period: u64,
}

impl Rate {
    pub(crate) fn new(permits: u64, period: Nanos) -> Result<Self, InputError> {
        bound("permits", permits, u128::MAX)?;
        bound("period_ms", period.get(), u128::MAX)?;
        let common = gcd(permits, period.get());
        Ok(Self { permits: permits / common, period: period.get() / common })
    }

    /// The most permits that are earned in a time that can still be told in nanoseconds from any instant.
    pub(crate) fn tellable(self) -> u128 {
        u128::from(u64::MAX - Nanos::HORIZON.get()) * u128::from(self.permits) / u128::from(self.period)
    }

    /// Refuses a burst of zero, one above `fits`, and one that takes so long to earn that a wait could not be told in
    /// nanoseconds.
    pub(crate) fn bound_burst(self, burst: u64, fits: u128) -> Result<(), InputError> {
        bound("burst", burst, fits.min(self.tellable()))
    }
}

/// Refuses a parameter of zero, and one above `fits`, beyond which the limiter would not be exact.
#[expect(clippy::cast_precision_loss, reason = "the message's own copy")]
pub(crate) fn bound(field: &str, given: u64, fits: u128) -> Result<(), InputError> {
    let max = u64::try_from(fits).unwrap_or(u64::MAX);
    let wrong = |accepted| Err(InputError::new(field, &Value::Number(given as f64), accepted));
    match given {
        0 => wrong(Accepted::Whole { min: 1, max }),
        _ if given > max => wrong(Accepted::Exact { max }),
        _ => Ok(()),
    }
}

/// Refuses a window of zero, and one of which two could not be told in nanoseconds from any instant.
pub(crate) fn bound_window(window: Nanos) -> Result<(), InputError> {
    const LONGEST: u64 = (u64::MAX - Nanos::HORIZON.get()) / 2;
    match window.get() {
        ..=LONGEST => bound("window_ms", window.get(), u128::MAX),
        long => bound("window_ms", long.div_ceil(NANOS_PER_MILLI), u128::from(LONGEST / NANOS_PER_MILLI)),
    }
}
