//! The lane of one row: a mark for each request, or bars where there are too many.

use super::crowd::{Bars, Crowd, Marks};
use super::layout::{Layout, Place};
use crate::chart::frame::Edges;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::count;
use crate::chart::scene::{Align, Role, Target};
use crate::chart::words;
use crate::limiter::Outcome;

/// How much of the colour is left of what comes after the position.
pub(super) const FAINT: f64 = 0.3;

/// Draws a row's requests into its lane.
pub(super) fn lane(pen: &mut Pen<'_>, layout: &Layout<'_>, place: &Place<'_>) {
    match &layout.crowd {
        Crowd::Marks(marks) => draw_marks(pen, layout, marks, place),
        Crowd::Bars(bars) => draw_bars(pen, bars, place),
    }
}

fn draw_marks(pen: &mut Pen<'_>, layout: &Layout<'_>, marks: &Marks, row: &Place<'_>) {
    let lane = &row.lane;
    pen.across((lane.left, lane.right), lane.bottom, Role::Grid, 1.0);
    let half = marks.pitch / 2.0;
    for place in &marks.places {
        let Some(decision) = row.row.decisions.get(place.step) else { continue };
        if place.step >= layout.shown {
            continue;
        }
        let at = (place.x, lane.bottom - marks.up(place));
        let opacity = if place.step < layout.run.position { 1.0 } else { FAINT };
        if layout.current == Some(place.step) {
            // The cursor's line runs behind the current mark; a clearing keeps the shape readable.
            pen.disc(at, marks.radius + 1.5, Role::Paper, 1.0);
            pen.ring(at, marks.radius + 3.0, Role::Cursor, 1.25, 1.0);
        }
        pen.mark(at, marks.radius, decision.verdict.outcome(), opacity);
        let area = [at.0 - half, at.1 - half, marks.pitch, marks.pitch];
        pen.scene.targets.push(Target { area, step: place.step, row: row.index });
    }
}

/// Passed requests rise from the line, refused ones hang from it: the place tells them apart, not only the colour.
fn draw_bars(pen: &mut Pen<'_>, bars: &Bars, place: &Place<'_>) {
    let lane = &place.lane;
    let [up, down] = bars.peak;
    let scale = (lane.height() - 2.0) / (up + down).max(1.0);
    let zero = lane.bottom - 1.0 - down * scale;
    for (at, column) in bars.row(place.index).iter().enumerate() {
        if column.first == 0 {
            continue;
        }
        let left = bars.left + bars.pitch * count(at);
        let mut top = zero;
        let mut bottom = zero;
        for (counts, opacity) in [(&column.past, 1.0), (&column.future, FAINT)] {
            for outcome in Outcome::ALL {
                let long = f64::from(counts[outcome as usize]) * scale;
                if long <= 0.0 {
                    continue;
                }
                let mut from = bottom;
                if matches!(outcome, Outcome::Allowed | Outcome::Delayed) {
                    top -= long;
                    from = top;
                } else {
                    bottom += long;
                }
                pen.rectangle([left, from, bars.pitch - 1.0, long], 0.0, Role::of(outcome), opacity);
            }
        }
        let area = [left, top, bars.pitch, (bottom - top).max(1.0)];
        pen.scene.targets.push(Target { area, step: column.first - 1, row: place.index });
    }
    pen.across((lane.left, lane.right), zero, Role::Grid, 1.0);
    peaks(pen, bars, lane, zero);
}

/// The tallest bar's count above and below the line, in the gutter.
fn peaks(pen: &mut Pen<'_>, bars: &Bars, lane: &Edges, zero: f64) {
    let mut lowest = f64::NEG_INFINITY;
    let edge = lane.left - 7.0;
    let [up, down] = bars.peak;
    for (peak, y) in [(up, lane.top + 1.0), (down, lane.bottom - 1.0)] {
        let baseline = (y + 4.0).max(lane.top + 9.0).min(lane.bottom);
        if peak > 0.0 && baseline - lowest >= 12.0 && (y - zero).abs() > 1.0 {
            let text = pen.say(&words::PEAK, &[peak]);
            pen.text_within((edge, baseline), text, Font::SMALL, Align::End, (0.0, edge));
            lowest = baseline;
        }
    }
}
