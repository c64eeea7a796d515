//! What the pointer reads: a line at the nearest request, and a card with what became of it in every row.

use core::mem::take;

use super::axis;
use super::crowd::{Bars, Crowd, Marks};
use super::layout::Layout;
use crate::chart::frame::Frame;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::count;
use crate::chart::scene::{Align, Role};
use crate::chart::state::level;
use crate::chart::words::{self, Label};
use crate::limiter::{Outcome, Unit};
use crate::time::Nanos;

const LINE: f64 = 17.0;
const PAD: f64 = 9.0;

/// A card: where it points, its title, and its lines.
struct Card {
    x: f64,
    title: String,
    lines: Vec<Line>,
}

struct Line {
    outcome: Outcome,
    name: String,
    value: String,
    /// The level to point at, where there is one, as a pixel.
    level: Option<f64>,
}

/// Draws the read-out where the frame has a pointer.
pub(super) fn draw(pen: &mut Pen<'_>, layout: &Layout<'_>, frame: &Frame) {
    let Some(mut card) = card(layout, frame) else { return };
    axis::down(pen, layout, card.x, Role::Muted);
    let (mut names, mut values) = (0.0_f64, 0.0_f64);
    for line in &card.lines {
        if let Some(level) = line.level {
            pen.disc((card.x, level), 4.5, Role::Paper, 1.0);
            pen.ring((card.x, level), 4.5, Role::Level, 1.5, 1.0);
        }
        names = names.max(pen.width(&line.name, Font::BODY));
        values = values.max(pen.width(&line.value, Font::BODY));
    }
    let title = pen.width(&card.title, Font::BOLD);
    let width = ((16.0 + names + 12.0 + values).max(title) + 2.0 * PAD).min(layout.width - 8.0);
    let height = LINE * (count(card.lines.len()) + 1.0) + 2.0 * PAD - 4.0;
    let right = card.x + 14.0;
    let left = if right + width <= layout.width - 2.0 { right } else { card.x - 14.0 - width };
    let left = left.min(layout.width - width - 2.0).max(2.0);
    let wanted = frame.pointer.and_then(|(_, y)| y).unwrap_or(layout.body.0) - height / 2.0;
    let top = wanted.min(layout.body.1 - height).max(2.0);
    pen.rectangle([left - 1.0, top - 1.0, width + 2.0, height + 2.0], 7.0, Role::Muted, 0.6);
    pen.rectangle([left, top, width, height], 6.0, Role::Paper, 1.0);
    let (begin, end) = (left + PAD, left + width - PAD);
    let mut baseline = top + PAD + 9.0;
    pen.text_within((begin, baseline), take(&mut card.title), Font::BOLD, Align::Start, (begin, end));
    let indent = begin + 16.0;
    for line in &mut card.lines {
        baseline += LINE;
        pen.mark((begin + 5.0, baseline - 4.0), 4.5, line.outcome, 1.0);
        pen.text_within((end, baseline), take(&mut line.value), Font::BODY, Align::End, (indent, end));
        let edges = (indent, pen.span.0 - 8.0);
        pen.text_within((indent, baseline), take(&mut line.name), Font::BODY.in_role(Role::Muted), Align::Start, edges);
    }
}

/// The read-out as lines of text.
pub(super) fn text(layout: &Layout<'_>, frame: &Frame) -> Option<String> {
    let card = card(layout, frame)?;
    let mut text = card.title;
    for line in &card.lines {
        let outcome = words::outcome(line.outcome, layout.run.words);
        for part in ["\n", &line.name, DOT, &outcome, DOT, &line.value] {
            text.push_str(part);
        }
    }
    Some(text)
}

const DOT: &str = " \u{b7} ";

#[inline(never)]
fn card(layout: &Layout<'_>, frame: &Frame) -> Option<Card> {
    let pointer = frame.pointer?;
    match &layout.crowd {
        Crowd::Marks(marks) => one(layout, marks, pointer),
        Crowd::Bars(bars) => many(layout, bars, pointer.0),
    }
}

/// The request that is read out: the nearest in time; of those at one instant the one that is pointed at, else the last
/// decided.
fn nearest(layout: &Layout<'_>, marks: &Marks, (x, y): (f64, Option<f64>)) -> Option<(usize, f64)> {
    let mut lane = None;
    for place in &layout.rows {
        if let Some(y) = y
            && place.lane.top - 2.0 <= y
            && y <= place.lane.bottom + 2.0
        {
            lane = Some(place.lane.bottom - y);
        }
    }
    let mut best = None;
    let (mut least, mut side, mut last) = (f64::INFINITY, f64::INFINITY, 0);
    for place in &marks.places {
        if place.step >= layout.shown {
            continue;
        }
        let far = (place.x - x).abs();
        let aside = match lane {
            Some(up) => (marks.up(place) - up).abs(),
            None if layout.current == Some(place.step) => -1.0,
            None => 0.0,
        };
        let level = aside < side || (aside <= side && place.step > last);
        if far < least - 0.01 || (far <= least + 0.01 && level) {
            (least, side, last) = (far, aside, place.step);
            best = Some((place.step, place.x));
        }
    }
    best
}

fn one(layout: &Layout<'_>, marks: &Marks, pointer: (f64, Option<f64>)) -> Option<Card> {
    let (step, x) = nearest(layout, marks, pointer)?;
    let words = layout.run.words;
    let at = layout.run.trace.arrivals.get(step)?.at;
    let mut lines = Vec::new();
    for place in &layout.rows {
        let row = place.row;
        let decision = row.decisions.get(step)?;
        let (level, verdict) = (level(&decision.after), decision.verdict);
        let mut value = words::say(words, &words::LEVELS[usize::from(row.gauge.unit == Unit::Millis)], &[level]);
        let outcome = verdict.outcome();
        if outcome == Outcome::Delayed {
            add(layout, &mut value, &words::WAITS, verdict.wait());
        } else if let Some(wait) = verdict.retry_after() {
            add(layout, &mut value, &words::RETRY, wait);
        }
        lines.push(Line { outcome, name: words::algorithm(row, words), value, level: Some(place.y.within(level)) });
    }
    Some(Card { x, title: words::say(words, &words::TIME, &[at.as_millis_f64()]), lines })
}

/// Adds a label with a time to a text.
#[inline(never)]
fn add(layout: &Layout<'_>, text: &mut String, label: &Label, time: Nanos) {
    text.push_str(DOT);
    text.push_str(&words::say(layout.run.words, label, &[time.as_millis_f64()]));
}

/// The column that is read out: its span, and what became of its requests.
fn many(layout: &Layout<'_>, bars: &Bars, x: f64) -> Option<Card> {
    let words = layout.run.words;
    let (mut best, mut least) = (None, f64::INFINITY);
    for (at, column) in bars.row(0).iter().enumerate() {
        let far = (bars.left + bars.pitch * (count(at) + 0.5) - x).abs();
        if column.first > 0 && far < least {
            (best, least) = (Some(at), far);
        }
    }
    let at = best?;
    let mut lines = Vec::new();
    for place in &layout.rows {
        let column = bars.row(place.index).get(at)?;
        for outcome in Outcome::ALL {
            let n = column.past[outcome as usize] + column.future[outcome as usize];
            if n > 0 {
                let value = words::say(words, &words::COUNTS[outcome as usize], &[f64::from(n)]);
                lines.push(Line { outcome, name: words::algorithm(place.row, words), value, level: None });
            }
        }
    }
    let begin = bars.left + bars.pitch * count(at);
    let span = [layout.x.invert(begin), layout.x.invert(begin + bars.pitch)];
    Some(Card { x: begin + bars.pitch / 2.0, title: words::say(words, &words::SPAN, &span), lines })
}
