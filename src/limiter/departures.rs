//! Costs that each leave at a known time: what a sliding log and a queue have in common.

use std::collections::VecDeque;

use super::curve::MOST_STAIRS;

/// Costs in the order in which they leave, with a running total, so that the sum of those still inside at any time is
/// found in O(log n).
///
/// `T` is the limiter's unit of time. A cost is inside while its time of leaving lies ahead. Running totals wrap round;
/// their differences are exact, since no limiter lets in more than a `u64` at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departures<T> {
    /// When each leaves, and the running total up to and including it.
    entries: VecDeque<(T, u64)>,
    /// The running total of those that were dropped.
    dropped: u64,
}

impl<T: Copy + Ord> Departures<T> {
    pub(crate) const fn new() -> Self {
        Self { entries: VecDeque::new(), dropped: 0 }
    }

    /// The running total over all entries.
    fn total(&self) -> u64 {
        self.entries.back().map_or(self.dropped, |entry| entry.1)
    }

    /// The sum of the costs that are still inside at `now`.
    pub(crate) fn inside(&self, now: T) -> u64 {
        let total = self.total();
        let gone = self.entries.partition_point(|entry| entry.0 <= now);
        let left = gone.checked_sub(1).map_or(self.dropped, |last| self.entries[last].1);
        total.wrapping_sub(left)
    }

    /// The first time at which at most `room` is inside if nothing is added; `None` when there is nothing to wait for.
    pub(crate) fn falls_to(&self, room: u64) -> Option<T> {
        let total = self.total();
        if total.wrapping_sub(self.dropped) <= room {
            return None;
        }
        let at = self.entries.partition_point(|entry| total.wrapping_sub(entry.1) > room);
        self.entries.get(at).map(|entry| entry.0)
    }

    /// When the first of those inside at `now` leaves.
    pub(crate) fn first(&self, now: T) -> Option<T> {
        let gone = self.entries.partition_point(|entry| entry.0 <= now);
        self.entries.get(gone).map(|entry| entry.0)
    }

    /// Drops what has left by `now`, and adds a cost that leaves at `leaves`, no earlier than any before it.
    ///
    /// Each entry is dropped once, so the cost of a call is O(1) in the long run.
    pub(crate) fn add(&mut self, now: T, leaves: T, cost: u64) {
        while let Some(&(first, total)) = self.entries.front()
            && first <= now
        {
            self.dropped = total;
            self.entries.pop_front();
        }
        if self.entries.is_empty() {
            self.dropped = 0;
        }
        if cost > 0 {
            self.entries.push_back((leaves, self.total().wrapping_add(cost)));
        }
    }

    /// When the sum falls after `from`, up to `to`. Thinned out where there are too many to draw.
    pub(crate) fn stairs(&self, from: T, to: T) -> impl Iterator<Item = T> {
        let start = self.entries.partition_point(|entry| entry.0 <= from);
        let end = self.entries.partition_point(|entry| entry.0 <= to);
        let stride = (end - start).div_ceil(MOST_STAIRS).max(1);
        // Counted from the last one, so that the curve ends on the true value.
        let first = start + (end - start).saturating_sub(1) % stride;
        (first..end).step_by(stride).map(|at| self.entries[at].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_left_is_dropped_when_something_is_added() {
        let mut departures = Departures::new();
        for now in 0..1000_u64 {
            departures.add(now, now + 10, 3);
            assert!(departures.entries.len() <= 10, "ten fit in a window of ten");
            assert_eq!(departures.inside(now), 3 * (now + 1).min(10));
        }
        departures.add(5000, 5000, 0);
        assert_eq!((departures.entries.len(), departures.dropped), (0, 0));
    }

    #[test]
    fn running_totals_may_wrap_round() {
        let mut departures = Departures::new();
        for now in 0..10_u64 {
            departures.add(2 * now, 2 * now + 3, u64::MAX / 2);
            assert_eq!(departures.inside(2 * now), if now == 0 { u64::MAX / 2 } else { u64::MAX - 1 });
            assert_eq!(departures.falls_to(0), Some(2 * now + 3));
        }
    }

    #[test]
    fn stairs_are_thinned_out_and_end_where_they_should() {
        let mut departures = Departures::new();
        for place in 0..10_000_u64 {
            departures.add(0, 1 + place, 1);
        }
        for to in [1, 7, 1000, 9_999, 20_000] {
            let stairs: Vec<u64> = departures.stairs(0, to).collect();
            assert!(stairs.len() <= MOST_STAIRS);
            assert_eq!(stairs.last(), Some(&to.min(10_000)));
            assert!(stairs.is_sorted());
        }
        assert_eq!(departures.stairs(5, 5).count(), 0);
    }
}
