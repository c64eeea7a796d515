//! The time axis and the cursor.

use super::Over;
use super::layout::Layout;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::Step;
use crate::chart::scene::{Align, Role};
use crate::limiter::Unit;

/// The line along the bottom, its ticks with labels that do not touch, and its title.
pub(super) fn time(pen: &mut Pen<'_>, layout: &Layout) {
    let (left, right) = layout.plot;
    let bottom = layout.body.1;
    let baseline = bottom + 16.0;
    for (x, text) in labels(pen, layout) {
        pen.down(x, (bottom, bottom + 4.0), Role::Muted, 1.0);
        pen.text_within((x, baseline), &text, Font::SMALL, Align::Middle, (0.0, layout.width));
    }
    pen.across((left, right), bottom, Role::Muted, 1.0);
    let mut key = String::from("axis.time.");
    key.push_str(layout.unit.slug());
    let title = pen.say(&key, &[]);
    pen.text_within((right, baseline + 15.0), &title, Font::SMALL, Align::End, (0.0, layout.width));
}

/// The ticks with their labels, as many as fit.
fn labels(pen: &Pen<'_>, layout: &Layout) -> Vec<(f64, String)> {
    let (from, to) = layout.x.domain();
    let (from, to) = (layout.unit.of_millis(from), layout.unit.of_millis(to));
    let (left, right) = layout.plot;
    let mut wanted = ((right - left) / 76.0).max(2.0);
    loop {
        let step: Step = layout.unit.step((to - from) / wanted);
        let ticks: Vec<(f64, String)> =
            step.ticks(from, to).map(|tick| (layout.x.within(layout.unit.to_millis(tick)), pen.number(tick))).collect();
        let mut end = f64::NEG_INFINITY;
        let fits = ticks.iter().all(|(x, text)| {
            let width = pen.width(text, Font::SMALL);
            let begin = (x - width / 2.0).min(layout.width - width).max(0.0);
            let free = begin >= end + 8.0;
            end = begin + width;
            free
        });
        if fits {
            return ticks;
        }
        if wanted < 1.0 {
            return ticks.into_iter().take(1).collect();
        }
        wanted /= 1.5;
    }
}

/// The current request's place in time, through all panels.
pub(super) fn cursor(pen: &mut Pen<'_>, over: &Over<'_>, layout: &Layout) {
    let Some(step) = over.current() else { return };
    let at = over.run.trace.arrivals[step].at.as_millis_f64();
    let (from, to) = layout.x.domain();
    if !(from..=to).contains(&at) {
        return;
    }
    let x = layout.x.at(at);
    let text = pen.say("chart.at", &[("at", at, Unit::Millis)]);
    let edges = (0.0, layout.width);
    pen.text_within((x, layout.cursor_baseline), &text, Font::BODY.bold().in_role(Role::Cursor), Align::Middle, edges);
    for place in &layout.rows {
        pen.down(x, (place.lane.top, place.panel.bottom), Role::Cursor, 1.0);
    }
    if let Some(first) = layout.rows.first() {
        pen.arrow_head((x, first.header.top + 1.0), (0.0, 1.0), 5.0, Role::Cursor);
    }
}
