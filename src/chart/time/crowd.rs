//! Where the marks of the requests stand, so that none covers another; or how many there are in each column, when they
//! are too many to tell apart. The same for all rows, because all rows have the same requests.

use crate::chart::Run;
use crate::chart::scale::{Linear, count, index};
use crate::traffic::Arrival;

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
    /// The columns of the first row, then those of the next, and so on.
    cells: Vec<Column>,
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

impl Marks {
    /// How high above the bottom of its lane the middle of a mark stands.
    pub(super) fn up(&self, place: &Place) -> f64 {
        2.0 + self.pitch * (count(place.level) + 0.5)
    }
}

const RADII: [f64; 4] = [5.0, 4.0, 3.0, 2.5];
const MOST_LEVELS: usize = 64;
const BAR: f64 = 4.0;

impl Crowd {
    /// Arranges the requests that lie between the ends of `x`, no higher than `room`.
    pub(super) fn new(run: Run<'_>, shown: usize, x: &Linear, plot: (f64, f64), room: f64) -> Self {
        let most = index((plot.1 - plot.0) * 0.9, 900).max(40);
        let mut places: Vec<Place> = Vec::new();
        for (step, arrival) in run.trace.arrivals.iter().enumerate() {
            if let Some(x) = seen(arrival, x) {
                places.push(Place { step, x, level: 0 });
                if places.len() > most {
                    break;
                }
            }
        }
        if places.len() <= most {
            sort(&mut places);
            for radius in RADII {
                let pitch = radius * 2.0 + if radius > 3.5 { 1.5 } else { 1.0 };
                let levels = stack(&mut places, pitch, index(room / pitch, MOST_LEVELS).max(1));
                if levels > 0 {
                    return Self::Marks(Marks { radius, pitch, levels, places });
                }
            }
        }
        Self::Bars(Bars::new(run, shown, x, plot))
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
/// at least 1, or 0 where more than `most` would be needed.
fn stack(places: &mut [Place], pitch: f64, most: usize) -> usize {
    let mut ends = [f64::NEG_INFINITY; MOST_LEVELS];
    let mut levels = 1;
    for place in places {
        let mut level = 0;
        loop {
            let Some(end) = ends.get_mut(level).filter(|_| level < most) else { return 0 };
            if place.x - *end >= pitch - 1e-6 {
                *end = place.x;
                break;
            }
            level += 1;
        }
        place.level = level;
        levels = levels.max(level + 1);
    }
    levels
}

/// The pixel of a request, where it lies in the view.
fn seen(arrival: &Arrival, x: &Linear) -> Option<f64> {
    let at = arrival.at.as_millis_f64();
    x.holds(at).then(|| x.at(at))
}

impl Bars {
    fn new(run: Run<'_>, shown: usize, x: &Linear, (left, right): (f64, f64)) -> Self {
        let trace = run.trace;
        let columns = index((right - left) / BAR, 4096).max(1);
        let pitch = (right - left) / count(columns);
        let mut cells = Vec::new();
        for _ in 0..columns * trace.rows.len() {
            cells.push(Column::default());
        }
        for (step, arrival) in trace.arrivals.iter().enumerate() {
            let Some(x) = seen(arrival, x) else { continue };
            if step >= shown {
                break;
            }
            let at = index((x - left) / pitch, columns - 1);
            let mut place = at;
            for row in &trace.rows {
                if let (Some(cell), Some(decision)) = (cells.get_mut(place), row.decisions.get(step)) {
                    let part = if step < run.position { &mut cell.past } else { &mut cell.future };
                    part[decision.verdict.outcome() as usize] += 1;
                    if cell.first == 0 {
                        cell.first = step + 1;
                    }
                }
                place += columns;
            }
        }
        let (mut up, mut down) = (0, 0);
        for cell in &cells {
            up = up.max(cell.past[0] + cell.past[1] + cell.future[0] + cell.future[1]);
            down = down.max(cell.past[2] + cell.past[3] + cell.future[2] + cell.future[3]);
        }
        Self { left, pitch, columns, peak: [f64::from(up), f64::from(down)], cells }
    }

    /// The columns of a row.
    pub(super) fn row(&self, row: usize) -> &[Column] {
        let from = row * self.columns;
        self.cells.get(from..from + self.columns).unwrap_or_default()
    }
}
