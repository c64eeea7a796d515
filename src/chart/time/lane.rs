//! The lane of one row: a mark for each request, or bars where there are too many.

use super::Over;
use super::crowd::{Bars, Crowd, Marks};
use super::layout::Layout;
use crate::chart::frame::Edges;
use crate::chart::pen::{Font, Pen};
use crate::chart::scene::{Align, Role, Target};
use crate::limiter::{Outcome, Unit};

/// How much of the colour is left of what comes after the position.
pub(super) const FAINT: f64 = 0.3;

/// Draws a row's requests into its lane.
pub(super) fn lane(pen: &mut Pen<'_>, over: &Over<'_>, layout: &Layout, row: usize) {
    let place = layout.rows[row].lane;
    match &layout.crowd {
        Crowd::Marks(marks) => draw_marks(pen, over, marks, place, row),
        Crowd::Bars(bars) => draw_bars(pen, bars, place, row),
    }
}

fn draw_marks(pen: &mut Pen<'_>, over: &Over<'_>, marks: &Marks, lane: Edges, row: usize) {
    pen.across((lane.left, lane.right), lane.bottom, Role::Grid, 1.0);
    let decisions = &over.run.trace.rows[row].decisions;
    let (shown, current) = (over.shown(), over.current());
    let half = marks.pitch / 2.0;
    for place in marks.places.iter().filter(|place| place.step < shown) {
        let y = lane.bottom - 2.0 - half - marks.pitch * crate::chart::scale::count(place.level);
        let at = (place.x, y);
        let opacity = if place.step < over.run.position { 1.0 } else { FAINT };
        if current == Some(place.step) {
            // The cursor's line runs behind the current mark; a clearing keeps the shape readable.
            pen.disc(at, marks.radius + 1.5, Role::Paper, 1.0);
            pen.ring(at, marks.radius + 3.0, Role::Cursor, 1.25, 1.0);
        }
        pen.mark(at, marks.radius, decisions[place.step].verdict.outcome(), opacity);
        let area = [place.x - half, y - half, marks.pitch, marks.pitch];
        pen.scene.targets.push(Target { area, step: place.step, row });
    }
}

/// Passed requests rise from the line, refused ones hang from it: the place tells them apart, not only the colour.
fn draw_bars(pen: &mut Pen<'_>, bars: &Bars, lane: Edges, row: usize) {
    let [up, down] = bars.peak;
    let scale = (lane.height() - 2.0) / (up + down).max(1.0);
    let zero = lane.bottom - 1.0 - down * scale;
    for (at, column) in bars.rows[row].iter().enumerate() {
        if column.first == 0 {
            continue;
        }
        let left = bars.left + bars.pitch * crate::chart::scale::count(at);
        let width = bars.pitch - 1.0;
        let mut top = zero;
        let mut bottom = zero;
        for (counts, opacity) in [(column.past, 1.0), (column.future, FAINT)] {
            for outcome in Outcome::ALL {
                let long = f64::from(counts[outcome as usize]) * scale;
                if long <= 0.0 {
                    continue;
                }
                let role = Role::of(outcome);
                if matches!(outcome, Outcome::Allowed | Outcome::Delayed) {
                    top -= long;
                    pen.rectangle([left, top, width, long], 0.0, role, opacity);
                } else {
                    pen.rectangle([left, bottom, width, long], 0.0, role, opacity);
                    bottom += long;
                }
            }
        }
        let area = [left, top, bars.pitch, (bottom - top).max(1.0)];
        pen.scene.targets.push(Target { area, step: column.first - 1, row });
    }
    pen.across((lane.left, lane.right), zero, Role::Grid, 1.0);
    peaks(pen, bars, lane, zero);
}

/// The tallest bar's count above and below the line, in the gutter.
fn peaks(pen: &mut Pen<'_>, bars: &Bars, lane: Edges, zero: f64) {
    let mut lowest = f64::NEG_INFINITY;
    let edge = lane.left - 7.0;
    for (peak, y) in [(bars.peak[0], lane.top + 1.0), (bars.peak[1], lane.bottom - 1.0)] {
        let baseline = (y + 4.0).max(lane.top + 9.0).min(lane.bottom);
        if peak > 0.0 && baseline - lowest >= 12.0 && (y - zero).abs() > 1.0 {
            let text = pen.say("chart.peak", &[("n", peak, Unit::Plain)]);
            pen.text_within((edge, baseline), &text, Font::SMALL, Align::End, (0.0, edge));
            lowest = baseline;
        }
    }
}
