//! A curve at the resolution of pixels: at most four points a column, and no peak is lost.

use crate::chart::scene::Point;

/// Takes the points of a curve one by one and keeps, of those in one pixel column, the first, the lowest, the highest
/// and the last, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Thin {
    out: Vec<Point>,
    column: Option<Column>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    at: f64,
    first: Point,
    low: (Point, u32),
    high: (Point, u32),
    last: Point,
    seen: u32,
}

impl Thin {
    pub(super) fn push(&mut self, point: Point) {
        let at = point.0.floor();
        match &mut self.column {
            Some(column) if column.at.total_cmp(&at).is_eq() => {
                column.seen += 1;
                column.last = point;
                if point.1 < column.low.0.1 {
                    column.low = (point, column.seen);
                }
                if point.1 > column.high.0.1 {
                    column.high = (point, column.seen);
                }
            }
            _ => {
                self.flush();
                let numbered = (point, 0);
                self.column = Some(Column { at, first: point, low: numbered, high: numbered, last: point, seen: 0 });
            }
        }
    }

    fn flush(&mut self) {
        if let Some(column) = self.column.take() {
            let (one, other) =
                if column.low.1 < column.high.1 { (column.low, column.high) } else { (column.high, column.low) };
            for point in [column.first, one.0, other.0, column.last] {
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
