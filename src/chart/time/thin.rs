//! A curve at the resolution of pixels: at most four points a column, and no peak is lost.

use crate::chart::scene::Point;

/// Takes the points of a curve one by one and keeps, of those in one pixel column, the first, the lowest, the highest
/// and the last, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Thin {
    out: Vec<Point>,
    /// The points of the column in hand, where there is one.
    first: Option<Point>,
    low: Point,
    high: Point,
    last: Point,
    /// Whether the lowest came before the highest.
    low_first: bool,
}

impl Thin {
    #[inline(never)]
    pub(super) fn push(&mut self, point: Point) {
        match self.first {
            Some(first) if first.0.floor().total_cmp(&point.0.floor()).is_eq() => {
                if point.1 < self.low.1 {
                    self.low = point;
                    self.low_first = false;
                }
                if point.1 > self.high.1 {
                    self.high = point;
                    self.low_first = true;
                }
            }
            _ => {
                self.flush();
                self.first = Some(point);
                self.low = point;
                self.high = point;
            }
        }
        self.last = point;
    }

    #[inline(never)]
    fn flush(&mut self) {
        if let Some(first) = self.first {
            let (one, other) = if self.low_first { (self.low, self.high) } else { (self.high, self.low) };
            for point in [first, one, other, self.last] {
                if self.out.last() != Some(&point) {
                    self.out.push(point);
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Point> {
        self.flush();
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_keeps_its_ends_and_its_peaks() {
        let mut thin = Thin::default();
        for (x, y) in [(0.0, 5.0), (1.0, 5.0), (1.1, 9.0), (1.2, 4.0), (1.3, 0.0), (1.4, 6.0), (1.5, 5.5), (3.0, 5.0)] {
            thin.push((x, y));
        }
        let kept = thin.finish();
        assert_eq!(kept, [(0.0, 5.0), (1.0, 5.0), (1.1, 9.0), (1.3, 0.0), (1.5, 5.5), (3.0, 5.0)]);
    }

    #[test]
    fn many_points_become_four_a_column() {
        let mut thin = Thin::default();
        for at in 0..100_000 {
            let x = f64::from(at) / 1000.0;
            thin.push((x, if at % 7 == 3 { 1.0 } else { 0.0 }));
        }
        let kept = thin.finish();
        assert!(kept.len() <= 400);
        assert!(kept.iter().filter(|point| point.1 > 0.5).count() >= 100, "every column kept its peak");
    }
}
