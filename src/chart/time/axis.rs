//! The time axis and the cursor.

use core::mem::take;

use super::layout::{Layout, STRIP};
use crate::chart::pen::{Font, Pen};
use crate::chart::scene::{Align, Role};
use crate::chart::words;

/// The line along the bottom, its ticks with labels that do not touch, and its title.
pub(super) fn time(pen: &mut Pen<'_>, layout: &Layout<'_>) {
    let bottom = layout.body.1;
    let baseline = bottom + 16.0;
    let edges = (0.0, layout.width);
    for (x, text) in &mut labels(pen, layout) {
        pen.down(*x, (bottom, bottom + 4.0), Role::Muted, 1.0);
        pen.text_within((*x, baseline), take(text), Font::SMALL, Align::Middle, edges);
    }
    pen.across(layout.plot, bottom, Role::Muted, 1.0);
    let title = words::word(layout.run.words, &["axis.time.", layout.unit.slug()]);
    pen.text_within((layout.plot.1, baseline + 15.0), title, Font::SMALL, Align::End, edges);
}

/// The ticks with their labels, as many as fit.
fn labels(pen: &Pen<'_>, layout: &Layout<'_>) -> Vec<(f64, String)> {
    let (from, to) = layout.x.domain();
    let (from, to) = (layout.unit.of_millis(from), layout.unit.of_millis(to));
    let mut wanted = ((layout.plot.1 - layout.plot.0) / 76.0).max(2.0);
    loop {
        let mut labels = Vec::new();
        let mut end = f64::NEG_INFINITY;
        let mut fits = true;
        for tick in layout.unit.step((to - from) / wanted).ticks(from, to) {
            let (x, text) = (layout.x.within(layout.unit.to_millis(tick)), pen.number(tick));
            let width = pen.width(&text, Font::SMALL);
            let begin = (x - width / 2.0).min(layout.width - width).max(0.0);
            fits &= begin >= end + 8.0;
            end = begin + width;
            labels.push((x, text));
        }
        if fits {
            return labels;
        }
        if wanted < 1.0 {
            labels.truncate(1);
            return labels;
        }
        wanted /= 1.5;
    }
}

/// The current request's place in time, through all panels.
pub(super) fn cursor(pen: &mut Pen<'_>, layout: &Layout<'_>) {
    let Some((at, x)) = layout.now else { return };
    let text = pen.say(&words::TIME, &[at]);
    let font = Font::BOLD.in_role(Role::Cursor);
    pen.text_within((x, STRIP - 7.0), text, font, Align::Middle, (0.0, layout.width));
    down(pen, layout, x, Role::Cursor);
    if let Some(first) = layout.rows.first() {
        pen.arrow_head((x, first.top + 1.0), (0.0, 1.0), 5.0, Role::Cursor);
    }
}

/// A line down through all rows.
#[inline(never)]
pub(super) fn down(pen: &mut Pen<'_>, layout: &Layout<'_>, x: f64, role: Role) {
    for place in &layout.rows {
        pen.down(x, (place.lane.top, place.panel.bottom), role, 1.0);
    }
}
