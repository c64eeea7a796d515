//! A token bucket without a cap.
//!
//! **The mistake.** The refill leaves out `min(burst, ...)`. While requests keep coming nothing shows; after an idle
//! hour at 2 tokens a second, 7,200 requests pass at once.
//!
//! **The right rule** loses what overflows: [`TokenBucket`](crate::limiter::TokenBucket).

use super::{FlawedSpec, State, Units, flawed_bucket};
use crate::time::Nanos;

/// The wrong rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCap {
    units: Units,
}

impl NoCap {
    const TRUSTS_THE_CLOCK: bool = false;

    /// With the parameters of the description.
    #[must_use]
    pub fn new(spec: &FlawedSpec) -> Self {
        Self { units: Units::new(spec) }
    }

    fn filled(&self, state: &State, now: Nanos) -> i128 {
        state.level + Units::elapsed(state.last, now) * self.units.permits
    }
}

flawed_bucket!(NoCap);

#[cfg(test)]
mod tests {
    use super::super::Flaw;
    use super::*;
    use crate::limiter::{Driver, Outcome};

    #[test]
    fn an_idle_hour_saves_up_an_hour_of_burst() {
        let spec = FlawedSpec { flaw: Flaw::NoCap, permits: 2, period: Nanos::from_secs(1), burst: 5 };
        let mut driver = Driver::new(NoCap::new(&spec));
        let hour = Nanos::from_secs(3600);
        let passed = (0..10_000).filter(|_| driver.decide((), hour, 1).outcome() == Outcome::Allowed).count();
        assert_eq!(passed, 7205);
    }
}
