//! Where the marks of the requests stand, so that none covers another; or how many there are in each column, when they
//! are too many to tell apart. The same for all rows, because all rows have the same requests.

use crate::chart::scale::{Linear, count, index};
use crate::limiter::Outcome;
use crate::sim::{Row, Trace};

/// The requests of a view, arranged.
#[derive(Debug)]
pub(super) enum Crowd {
    /// One mark a request.
    Marks(Marks),
    /// One bar a column.
    Bars(Bars),
}

/// Marks, stacked upwards where they come together.
#[derive(Debug)]
pub(super) struct Marks {
    /// Half a mark's size.
    pub(super) radius: f64,
    /// From one level to the next.
    pub(super) pitch: f64,
    /// How many levels there are; at least 1.
    pub(super) levels: usize,
    pub(super) places: Vec<Place>,
}

/// Where a mark stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) step: usize,
    pub(super) x: f64,
    pub(super) level: usize,
}

/// Columns of equal width.
#[derive(Debug)]
pub(super) struct Bars {
    pub(super) left: f64,
    pub(super) pitch: f64,
    /// How many there are.
    pub(super) columns: usize,
    /// The most requests that pass, and that do not, in one column of any row.
    pub(super) peak: [f64; 2],
    /// By row: the columns.
    pub(super) rows: Vec<Vec<Column>>,
}

/// One column of one row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Column {
    /// By outcome, up to the position.
    pub(super) past: [u32; 4],
    /// By outcome, after it.
    pub(super) future: [u32; 4],
    /// The first step in it, plus 1; 0 for none.
    pub(super) first: usize,
}

impl Column {
    /// How many pass and how many do not, among the past, and among all that is shown.
    fn sums(&self) -> [u32; 2] {
        let all = |outcome: Outcome| self.past[outcome as usize] + self.future[outcome as usize];
        [all(Outcome::Allowed) + all(Outcome::Delayed), all(Outcome::Refused) + all(Outcome::Impossible)]
    }
}

const RADII: [f64; 4] = [5.0, 4.0, 3.0, 2.5];
const BAR: f64 = 4.0;

impl Crowd {
    /// Arranges the requests that lie between the ends of `x`, no higher than `room`.
    pub(super) fn new(trace: &Trace, position: usize, shown: usize, x: &Linear, plot: (f64, f64), room: f64) -> Self {
        let (from, to) = x.domain();
        // A request at the very edge of the view still shows; half a pixel allows for rounding.
        let seen = |step: usize| {
            let at = trace.arrivals[step].at.as_millis_f64();
            (from..=to).contains(&at).then(|| x.at(at))
        };
        let most = index((plot.1 - plot.0) * 0.9, 900).max(40);
        let mut places: Vec<Place> = Vec::new();
        for step in 0..trace.arrivals.len() {
            if let Some(x) = seen(step) {
                if places.len() >= most {
                    return Self::Bars(Bars::new(trace, position, shown, seen, plot));
                }
                places.push(Place { step, x, level: 0 });
            }
        }
        sort(&mut places);
        for radius in RADII {
            let pitch = radius * 2.0 + if radius > 3.5 { 1.5 } else { 1.0 };
            let most = index(room / pitch, 64).max(1);
            if let Some(levels) = stack(&mut places, pitch, most) {
                return Self::Marks(Marks { radius, pitch, levels, places });
            }
        }
        Self::Bars(Bars::new(trace, position, shown, seen, plot))
    }

    /// How high it is when it stands comfortably.
    pub(super) fn height(&self, room: f64) -> f64 {
        match self {
            Self::Marks(marks) => count(marks.levels) * marks.pitch + 3.0,
            Self::Bars(_) => room.min(56.0),
        }
    }
}

/// Sorts by place, and leaves equal ones in their order. They nearly always are in order already, and are few, so that
/// the plainest sort will do.
fn sort(places: &mut [Place]) {
    for end in 1..places.len() {
        let mut at = end;
        while at > 0 && places[at - 1].x > places[at].x {
            places.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Gives each mark, from left to right, the lowest level on which it touches none before it. Gives the number of levels,
/// or none where more than `most` would be needed.
fn stack(places: &mut [Place], pitch: f64, most: usize) -> Option<usize> {
    let mut ends: Vec<f64> = Vec::new();
    for place in places {
        let free = ends.iter().position(|end| place.x - end >= pitch - 1e-6);
        place.level = free.unwrap_or(ends.len());
        match free {
            Some(level) => ends[level] = place.x,
            None if ends.len() < most => ends.push(place.x),
            None => return None,
        }
    }
    Some(ends.len().max(1))
}

impl Bars {
    fn new(
        trace: &Trace,
        position: usize,
        shown: usize,
        seen: impl Fn(usize) -> Option<f64>,
        (left, right): (f64, f64),
    ) -> Self {
        let columns = index((right - left) / BAR, 4096).max(1);
        let pitch = (right - left) / count(columns);
        let mut rows = vec![vec![Column::default(); columns]; trace.rows.len()];
        let mut peak = [0, 0];
        for step in 0..trace.arrivals.len() {
            let Some(x) = seen(step) else { continue };
            let at = index((x - left) / pitch, columns - 1);
            for (row, columns) in trace.rows.iter().zip(&mut rows) {
                add(&mut columns[at], row, step, position);
            }
        }
        if shown < trace.arrivals.len() {
            for column in rows.iter_mut().flatten() {
                column.future = [0; 4];
                if column.first > position {
                    column.first = 0;
                }
            }
        }
        for column in rows.iter().flatten() {
            for (peak, sum) in peak.iter_mut().zip(column.sums()) {
                *peak = sum.max(*peak);
            }
        }
        Self { left, pitch, columns, peak: peak.map(f64::from), rows }
    }
}

fn add(column: &mut Column, row: &Row, step: usize, position: usize) {
    let part = if step < position { &mut column.past } else { &mut column.future };
    part[row.decisions[step].verdict.outcome() as usize] += 1;
    if column.first == 0 {
        column.first = step + 1;
    }
}
