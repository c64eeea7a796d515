//! The place of every part of the chart over time.

use core::mem::take;

use super::crowd::Crowd;
use super::level;
use crate::chart::Run;
use crate::chart::frame::{Edges, Frame};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, TimeUnit, count, float};
use crate::chart::scene::Align;
use crate::chart::words;
use crate::limiter::Outcome;
use crate::sim::Row;

/// The strip above the panels in which the cursor's time stands.
pub(super) const STRIP: f64 = 20.0;
/// The axis below them: ticks, labels, title.
const AXIS: f64 = 36.0;
const HEADER: f64 = 19.0;
/// The line in a panel's top for what it draws and for the line across.
pub(super) const HEAD: f64 = 15.0;
const GAP: f64 = 14.0;

/// What every part of the chart is drawn from: the run, what of it shows, and the places, in CSS pixels.
pub(super) struct Layout<'a> {
    pub(super) run: Run<'a>,
    /// Whether what comes after the position is shown.
    pub(super) reveal: bool,
    /// How many steps are shown at all.
    pub(super) shown: usize,
    /// The step that was decided last.
    pub(super) current: Option<usize>,
    /// Its time and the pixel there, where that lies in the view.
    pub(super) now: Option<(f64, f64)>,
    pub(super) natural_height: f64,
    pub(super) height: f64,
    pub(super) width: f64,
    /// The ends of the time axis.
    pub(super) plot: (f64, f64),
    /// Milliseconds to pixels.
    pub(super) x: Linear,
    pub(super) unit: TimeUnit,
    pub(super) rows: Vec<Place<'a>>,
    /// The top of the first lane and the bottom of the last panel.
    pub(super) body: (f64, f64),
    pub(super) crowd: Crowd,
}

/// One row and its place.
pub(super) struct Place<'a> {
    pub(super) index: usize,
    pub(super) row: &'a Row,
    pub(super) top: f64,
    pub(super) lane: Edges,
    pub(super) panel: Edges,
    /// Levels to pixels.
    pub(super) y: Linear,
}

impl<'a> Layout<'a> {
    #[inline(never)]
    pub(super) fn new(run: Run<'a>, frame: &Frame) -> Self {
        let trace = run.trace;
        let width = frame.width;
        let pen = Pen::new(width, 0.0, run.words);
        let shown = if frame.reveal { trace.arrivals.len() } else { run.position };
        let rows = count(trace.rows.len());
        // The more rows there are, the lower is each.
        let (panel, room) = match trace.rows.len() {
            0..=2 => (92.0 + HEAD, 108.0),
            3..=4 => (76.0 + HEAD, 64.0),
            _ => (60.0 + HEAD, 48.0),
        };
        let mut gutter = 20.0_f64;
        for row in &trace.rows {
            gutter = gutter.max(level::gutter(&pen, row, shown, panel).min(width * 0.3));
        }
        let plot = (gutter + 8.0, width - 14.0);
        let (from, to) = frame.view.unwrap_or((trace.start.as_millis_f64(), trace.end.as_millis_f64()));
        let x = Linear::new((from, to), plot);
        let current = run.position.checked_sub(1);
        let at = current.and_then(|step| trace.arrivals.get(step)).map(|arrival| arrival.at.as_millis_f64());
        let crowd = Crowd::new(run, shown, &x, plot, room);
        let lane = crowd.height(room).max(14.0);
        let fixed = STRIP + AXIS + rows * (HEADER + lane + 5.0 + GAP) - GAP;
        let natural_height = (fixed + rows * panel).ceil();
        let given = if frame.height > 0.0 { frame.height } else { natural_height };
        let panel = ((given - fixed) / rows.max(1.0)).max(HEAD + 24.0);
        let mut top = STRIP;
        let mut places = Vec::new();
        for (index, row) in trace.rows.iter().enumerate() {
            let (left, right) = plot;
            let lane = Edges { left, top: top + HEADER, right, bottom: top + HEADER + lane };
            let panel = Edges { left, top: lane.bottom + 5.0, right, bottom: lane.bottom + 5.0 + panel };
            let y = Linear::new(level::range(row, shown), (panel.bottom, panel.top + HEAD));
            places.push(Place { index, row, top, lane, panel, y });
            top = panel.bottom + GAP;
        }
        let body = (STRIP + HEADER, top - GAP);
        Self {
            run,
            reveal: frame.reveal,
            shown,
            current,
            now: at.filter(|at| x.holds(*at)).map(|at| (at, x.at(at))),
            natural_height,
            height: body.1 + AXIS,
            width,
            plot,
            x,
            unit: TimeUnit::of(to - from),
            rows: places,
            body,
            crowd,
        }
    }
}

/// The row's name, and how many of its requests so far had each outcome: a legend that counts.
pub(super) fn header(pen: &mut Pen<'_>, layout: &Layout<'_>, place: &Place<'_>) {
    let baseline = place.top + HEADER - 6.0;
    let edge = layout.width - 4.0;
    let name = words::algorithm(place.row, layout.run.words);
    let room = edge - pen.width(&name, Font::LEAD);
    let totals = place.row.totals(layout.run.position);
    let (mut texts, mut legend) = counts(pen, &totals, &words::COUNTS);
    if legend > room {
        (texts, legend) = counts(pen, &totals, &[words::NUMBER; 4]);
    }
    let edges = (0.0, (edge - legend).max(60.0));
    pen.text_within((0.0, baseline), name, Font::LEAD, Align::Start, edges);
    if legend > edge - 60.0 {
        return;
    }
    let mut x = edge - legend + 12.0;
    for (outcome, text) in &mut texts {
        pen.labelled_mark((x, baseline), *outcome, take(text), edge);
        x = pen.span.1 + 13.0;
    }
}

/// The outcomes that there are, with their counts as a label by outcome says them, and the room they take.
#[inline(never)]
fn counts(pen: &Pen<'_>, totals: &[u64; 4], labels: &[words::Label; 4]) -> (Vec<(Outcome, String)>, f64) {
    let mut texts = Vec::new();
    let mut width = 0.0;
    for outcome in Outcome::ALL {
        let total = totals[outcome as usize];
        if total > 0 {
            let text = pen.say(&labels[outcome as usize], &[float(total)]);
            width += pen.width(&text, Font::BODY) + 28.0;
            texts.push((outcome, text));
        }
    }
    (texts, width)
}
