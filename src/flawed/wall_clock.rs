//! Token buckets that trust a wall clock.
//!
//! **The mistake.** The time comes from a clock that can be set back, or from two machines whose clocks differ. Taken as
//! it is, the negative elapsed time takes tokens away ([`Flaw::NegativeElapsed`]). Counted as none while the older time is
//! remembered, the interval is paid for again when the clock comes forward ([`Flaw::PaidTwice`]).
//!
//! **The right rule** keeps the newest time it has seen and reads an older one as that: the
//! [`Driver`](crate::limiter::Driver)'s clock.

use super::{Flaw, FlawedSpec, State, Units, flawed_bucket};
use crate::time::Nanos;

/// The wrong rule, in either form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallClock {
    units: Units,
    clamped: bool,
}

impl WallClock {
    const TRUSTS_THE_CLOCK: bool = true;

    /// With the parameters of the description.
    #[must_use]
    pub fn new(spec: &FlawedSpec) -> Self {
        Self { units: Units::new(spec), clamped: spec.flaw == Flaw::PaidTwice }
    }

    fn filled(&self, state: &State, now: Nanos) -> i128 {
        let elapsed = Units::elapsed(state.last, now);
        let counted = if self.clamped { elapsed.max(0) } else { elapsed };
        (state.level + counted * self.units.permits).min(self.units.capacity)
    }
}

flawed_bucket!(WallClock);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limiter::{Driver, Limiter, Outcome, Snapshot, TokenBucket};

    /// Gateway A at 1000 s five times, B, whose clock is 10 s behind, once, and A five times again.
    fn admitted<L: Limiter>(rule: L) -> usize {
        let mut driver = Driver::new(rule);
        let (a, b) = (Nanos::from_secs(1000), Nanos::from_secs(990));
        let times = [a; 5].into_iter().chain([b]).chain([a; 5]);
        times.filter(|&at| driver.decide((), at, 1).outcome() == Outcome::Allowed).count()
    }

    fn flawed(flaw: Flaw) -> WallClock {
        WallClock::new(&FlawedSpec { flaw, permits: 2, period: Nanos::from_secs(1), burst: 4 })
    }

    #[test]
    fn an_older_time_that_is_remembered_is_paid_for_twice() {
        assert_eq!(admitted(flawed(Flaw::PaidTwice)), 8);
        let right = TokenBucket::<u64>::new(2, Nanos::from_secs(1), 4).expect("small numbers");
        assert_eq!(admitted(right), 4);
    }

    #[test]
    fn a_negative_elapsed_time_takes_tokens_away() {
        assert_eq!(admitted(flawed(Flaw::NegativeElapsed)), 4, "no more than the right rule here, but only by luck");
        let rule = flawed(Flaw::NegativeElapsed);
        let mut key = rule.fresh();
        let a = Nanos::from_secs(1000);
        for _ in 0..4 {
            assert_eq!(rule.decide(&mut key, a, 1).outcome(), Outcome::Allowed);
        }
        assert_eq!(rule.decide(&mut key, Nanos::from_secs(990), 1).outcome(), Outcome::Refused);
        let Snapshot::TokenBucket { stored, .. } = rule.snapshot(&key, Nanos::from_secs(990)) else {
            unreachable!("a bucket's snapshot");
        };
        assert!((stored + 20.0).abs() < 1e-9, "the level went to -20, not {stored}");
    }
}
