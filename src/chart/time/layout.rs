//! The place of every part of the chart over time.

use super::Over;
use super::crowd::Crowd;
use super::level;
use crate::chart::Run;
use crate::chart::frame::{Edges, Frame};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, TimeUnit, count, float};
use crate::chart::scene::Align;
use crate::chart::words;
use crate::limiter::{Outcome, Unit};

/// The strip above the panels in which the cursor's time stands.
const STRIP: f64 = 20.0;
/// The axis below them: ticks, labels, title.
const AXIS: f64 = 36.0;
const HEADER: f64 = 19.0;
/// The line in a panel's top for what it draws and for the line across.
pub(super) const HEAD: f64 = 15.0;
const GAP: f64 = 14.0;

/// The places, in CSS pixels.
pub(super) struct Layout {
    pub(super) natural_height: f64,
    pub(super) height: f64,
    pub(super) width: f64,
    /// The ends of the time axis.
    pub(super) plot: (f64, f64),
    /// Milliseconds to pixels.
    pub(super) x: Linear,
    pub(super) unit: TimeUnit,
    pub(super) rows: Vec<Place>,
    /// The top of the first lane and the bottom of the last panel.
    pub(super) body: (f64, f64),
    pub(super) crowd: Crowd,
    pub(super) cursor_baseline: f64,
}

/// The place of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) header: Edges,
    pub(super) lane: Edges,
    pub(super) panel: Edges,
}

impl Layout {
    pub(super) fn new(run: Run<'_>, frame: &Frame) -> Self {
        let trace = run.trace;
        let width = frame.width;
        let pen = Pen::new(width, 0.0, run.words);
        let shown = if frame.reveal { trace.arrivals.len() } else { run.position };
        let rows = trace.rows.len();
        let panel = match rows {
            0..=2 => 92.0,
            3..=4 => 76.0,
            _ => 60.0,
        } + HEAD;
        let gutter = trace.rows.iter().map(|row| level::gutter(&pen, row, shown, [width, panel])).fold(20.0, f64::max);
        let plot = (gutter + 8.0, width - 14.0);
        let (from, to) = frame.view.unwrap_or((trace.start.as_millis_f64(), trace.end.as_millis_f64()));
        let x = Linear::new((from, to), plot);
        let unit = TimeUnit::of(to - from);
        let room = match rows {
            0..=2 => 108.0,
            3..=4 => 64.0,
            _ => 48.0,
        };
        let crowd = Crowd::new(trace, run.position, shown, &x, plot, room);
        let lane = crowd.height(room).max(14.0);
        let fixed = STRIP + AXIS + count(rows) * (HEADER + lane + 5.0 + GAP) - GAP;
        let natural_height = (fixed + count(rows) * panel).ceil();
        let given = if frame.height > 0.0 { frame.height } else { natural_height };
        let panel = ((given - fixed) / count(rows.max(1))).max(HEAD + 24.0);
        let mut top = STRIP;
        let mut places = Vec::with_capacity(rows);
        for _ in 0..rows {
            let header = Edges { left: 0.0, top, right: width, bottom: top + HEADER };
            let lane = Edges { left: plot.0, top: header.bottom, right: plot.1, bottom: header.bottom + lane };
            let panel =
                Edges { left: plot.0, top: lane.bottom + 5.0, right: plot.1, bottom: lane.bottom + 5.0 + panel };
            top = panel.bottom + GAP;
            places.push(Place { header, lane, panel });
        }
        let bottom = places.last().map_or(top, |place| place.panel.bottom);
        let first = places.first().map_or(top, |place| place.lane.top);
        Self {
            natural_height,
            height: bottom + AXIS,
            width,
            plot,
            x,
            unit,
            rows: places,
            body: (first, bottom),
            crowd,
            cursor_baseline: STRIP - 7.0,
        }
    }
}

/// The row's name, and how many of its requests so far had each outcome: a legend that counts.
pub(super) fn header(pen: &mut Pen<'_>, over: &Over<'_>, layout: &Layout, row: usize) {
    let place = layout.rows[row].header;
    let data = &over.run.trace.rows[row];
    let baseline = place.bottom - 6.0;
    let edge = layout.width - 4.0;
    let name = words::algorithm(data, over.run.words);
    let name_width = pen.width(&name, Font::LEAD);
    let totals = data.totals(over.run.position);
    let some: Vec<(Outcome, f64)> = Outcome::ALL
        .into_iter()
        .zip(totals)
        .filter(|(_, total)| *total > 0)
        .map(|(outcome, total)| (outcome, float(total)))
        .collect();
    let long: Vec<String> =
        some.iter().map(|&(outcome, n)| pen.say(words::count_key(outcome), &[("n", n, Unit::Plain)])).collect();
    let short: Vec<String> = some.iter().map(|&(_, n)| pen.number(n)).collect();
    let needed = |texts: &[String]| texts.iter().map(|text| pen.width(text, Font::BODY) + 28.0).sum::<f64>();
    let texts = if needed(&long) + name_width <= edge { long } else { short };
    let legend = needed(&texts);
    pen.text_within((0.0, baseline), &name, Font::LEAD, Align::Start, (0.0, (edge - legend).max(60.0)));
    if legend > edge - 60.0 {
        return;
    }
    let mut x = edge - legend + 12.0;
    for (&(outcome, _), text) in some.iter().zip(&texts) {
        x = pen.labelled_mark((x, baseline), outcome, text, Font::BODY, edge) + 13.0;
    }
}
