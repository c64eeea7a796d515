//! Seeded chance: quotas with awkward rates, and arrivals that fall on the edges where limiters differ.

use ratelab::time::NANOS_PER_MILLI;
use ratelab::traffic::Mulberry32;

/// A seeded source of chance.
#[derive(Clone, Debug)]
pub struct Chance(Mulberry32);

impl Chance {
    /// The same seed gives the same chances.
    #[must_use]
    pub const fn new(seed: u32) -> Self {
        Self(Mulberry32::new(seed))
    }

    /// A whole number from 0 up to, not including, `end`, which is at least 1.
    pub fn below(&mut self, end: u64) -> u64 {
        let (high, low) = (self.0.next_u32(), self.0.next_u32());
        (u64::from(high) << 32 | u64::from(low)) % end.max(1)
    }

    /// A whole number in a range, both ends included.
    pub fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last - first + 1)
    }

    /// One of several, each as likely.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        let at = self.below(items.len() as u64);
        items[usize::try_from(at).unwrap_or_default()]
    }

    /// The time until the next request, in any unit, for a limiter that lets one through every `interval`: often none,
    /// often the interval give or take one, sometimes long enough to recover all of `burst`.
    pub fn gap(&mut self, interval: u64, burst: u64) -> u64 {
        let full = interval.saturating_mul(burst);
        match self.below(10) {
            0..=2 => 0,
            3 => self.below(3),
            4 | 5 => (interval + self.below(3)).saturating_sub(1),
            6 | 7 => self.below(interval.saturating_mul(2).max(1)),
            8 => (interval.saturating_mul(self.between(1, burst)) + self.below(3)).saturating_sub(1),
            _ => full.saturating_add(self.below(full.max(1))) / self.between(1, 3),
        }
    }

    /// What a request costs: mostly 1, at times as much as fits and one more.
    pub fn cost(&mut self, most: u64) -> u64 {
        match self.below(8) {
            0..=4 => 1,
            5 | 6 => self.between(1, most),
            _ => self.between(most, most + 1),
        }
    }
}

/// So many permits in so many milliseconds, with a burst.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the sentence above names them")]
pub struct Quota {
    pub permits: u64,
    pub period_ms: u64,
    pub burst: u64,
}

impl Quota {
    /// A random one, with rates that are no whole number of anything more often than not.
    pub fn random(chance: &mut Chance) -> Self {
        let permits = match chance.below(3) {
            0 => chance.pick(&[1, 2, 5, 10, 60, 100, 1000]),
            1 => chance.pick(&[3, 7, 11, 13, 97, 641, 999]),
            _ => chance.between(1, 5000),
        };
        let period_ms = chance.pick(&[1, 7, 333, 1000, 1000, 1001, 60_000, 3_600_000]);
        let burst = chance.pick(&[1, 2, 3, 5, 8, 20, 50, 333]);
        Self { permits, period_ms, burst }
    }

    /// The nanoseconds from one permit to the next, rounded down.
    #[must_use]
    pub const fn interval_ns(&self) -> u64 {
        self.period_ms * NANOS_PER_MILLI / self.permits
    }
}
