//! What the pointer reads: a line at the nearest request, and a card with what became of it in every row.

use super::Over;
use super::crowd::{Bars, Crowd, Marks};
use super::layout::Layout;
use super::level::{self, level};
use crate::chart::frame::Frame;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::count;
use crate::chart::scene::{Align, Role};
use crate::chart::words;
use crate::limiter::{Outcome, Unit};
use crate::time::Nanos;

const LINE: f64 = 17.0;
const PAD: f64 = 9.0;

/// A card: where it points, its title, and its lines.
struct Card {
    x: f64,
    title: String,
    lines: Vec<Line>,
    /// By row: the level to point at.
    levels: Vec<f64>,
}

struct Line {
    outcome: Outcome,
    name: String,
    value: String,
}

/// Draws the read-out where the frame has a pointer.
pub(super) fn draw(pen: &mut Pen<'_>, over: &Over<'_>, layout: &Layout, frame: &Frame) {
    let Some(card) = card(over, layout, frame) else { return };
    for place in &layout.rows {
        pen.down(card.x, (place.lane.top, place.panel.bottom), Role::Muted, 1.0);
    }
    for ((place, row), value) in layout.rows.iter().zip(&over.run.trace.rows).zip(&card.levels) {
        let at = (card.x, level::scale(row, over.shown(), place.panel).within(*value));
        pen.disc(at, 4.5, Role::Paper, 1.0);
        pen.ring(at, 4.5, Role::Level, 1.5, 1.0);
    }
    let most = layout.width - 8.0;
    let names = card.lines.iter().map(|line| pen.width(&line.name, Font::BODY)).fold(0.0, f64::max);
    let values = card.lines.iter().map(|line| pen.width(&line.value, Font::BODY)).fold(0.0, f64::max);
    let title = pen.width(&card.title, Font::BODY.bold());
    let width = (16.0 + names + 12.0 + values).max(title) + 2.0 * PAD;
    let width = width.min(most);
    let height = LINE * (count(card.lines.len()) + 1.0) + 2.0 * PAD - 4.0;
    let left = if card.x + 14.0 + width <= layout.width - 2.0 { card.x + 14.0 } else { card.x - 14.0 - width };
    let left = left.min(layout.width - width - 2.0).max(2.0);
    let wanted = frame.pointer.and_then(|(_, y)| y).unwrap_or(layout.body.0) - height / 2.0;
    let top = wanted.min(layout.body.1 - height).max(2.0);
    pen.rectangle([left, top, width, height], 6.0, Role::Paper, 1.0);
    outline(pen, [left, top, width, height]);
    let (begin, end) = (left + PAD, left + width - PAD);
    let mut baseline = top + PAD + 9.0;
    pen.text_within((begin, baseline), &card.title, Font::BODY.bold(), Align::Start, (begin, end));
    for line in &card.lines {
        baseline += LINE;
        pen.mark((begin + 5.0, baseline - 4.0), 4.5, line.outcome, 1.0);
        let (value, _) = pen.text_within((end, baseline), &line.value, Font::BODY, Align::End, (begin + 16.0, end));
        let font = Font::BODY.in_role(Role::Muted);
        pen.text_within((begin + 16.0, baseline), &line.name, font, Align::Start, (begin + 16.0, value - 8.0));
    }
}

fn outline(pen: &mut Pen<'_>, [left, top, width, height]: [f64; 4]) {
    let (right, bottom) = (left + width, top + height);
    let corners = [
        (left + 2.0, top),
        (right - 2.0, top),
        (right, top + 2.0),
        (right, bottom - 2.0),
        (right - 2.0, bottom),
        (left + 2.0, bottom),
        (left, bottom - 2.0),
        (left, top + 2.0),
        (left + 2.0, top),
    ];
    pen.line(corners.to_vec(), Role::Muted, 1.0, 0.6);
}

/// The read-out as lines of text.
pub(super) fn text(over: &Over<'_>, layout: &Layout, frame: &Frame) -> Option<String> {
    let card = card(over, layout, frame)?;
    let mut text = card.title;
    for line in card.lines {
        for part in
            ["\n", &line.name, " \u{b7} ", &words::outcome(line.outcome, over.run.words), " \u{b7} ", &line.value]
        {
            text.push_str(part);
        }
    }
    Some(text)
}

fn card(over: &Over<'_>, layout: &Layout, frame: &Frame) -> Option<Card> {
    let pointer = frame.pointer?;
    match &layout.crowd {
        Crowd::Marks(marks) => one(over, marks, layout, pointer),
        Crowd::Bars(bars) => many(over, bars, pointer.0),
    }
}

/// The request that is read out: the nearest in time; of those at one instant the one that is pointed at, else the last
/// decided.
fn nearest(over: &Over<'_>, marks: &Marks, layout: &Layout, (x, y): (f64, Option<f64>)) -> Option<(usize, f64)> {
    let lane = y.and_then(|y| {
        layout
            .rows
            .iter()
            .map(|row| row.lane)
            .find(|lane| lane.top - 2.0 <= y && y <= lane.bottom + 2.0)
            .map(|lane| lane.bottom - y)
    });
    let mut best: Option<(f64, f64, usize, f64)> = None;
    for place in marks.places.iter().filter(|place| place.step < over.shown()) {
        let far = (place.x - x).abs();
        let aside = match lane {
            Some(up) => (2.0 + marks.pitch * (count(place.level) + 0.5) - up).abs(),
            None if over.current() == Some(place.step) => -1.0,
            None => 0.0,
        };
        let nearer = best.is_none_or(|(least, side, step, _)| {
            far < least - 0.01 || (far <= least + 0.01 && (aside < side || (aside <= side && place.step > step)))
        });
        if nearer {
            best = Some((far, aside, place.step, place.x));
        }
    }
    best.map(|(_, _, step, x)| (step, x))
}

fn one(over: &Over<'_>, marks: &Marks, layout: &Layout, pointer: (f64, Option<f64>)) -> Option<Card> {
    let (step, x) = nearest(over, marks, layout, pointer)?;
    let (trace, words) = (over.run.trace, over.run.words);
    let say = |key: &str, values: &[(&'static str, f64, Unit)]| words.say(&words::message(key, values));
    let at = trace.arrivals[step].at.as_millis_f64();
    let mut levels = Vec::new();
    let lines = trace.rows.iter().map(|row| {
        let decision = &row.decisions[step];
        let value = level(&decision.after);
        levels.push(value);
        let unit = if row.gauge.unit == Unit::Millis { Unit::Millis } else { Unit::Plain };
        let mut text = say("chart.level", &[("value", value, unit)]);
        let verdict = decision.verdict;
        let wait = match verdict.outcome() {
            Outcome::Delayed => Some(("chart.wait", verdict.wait())),
            _ => verdict.retry_after().map(|wait| ("chart.retry", wait)),
        };
        if let Some((key, wait)) = wait {
            text.push_str(" \u{b7} ");
            text.push_str(&say(key, &[("wait", Nanos::as_millis_f64(wait), Unit::Millis)]));
        }
        Line { outcome: verdict.outcome(), name: words::algorithm(row, words), value: text }
    });
    let lines = lines.collect();
    Some(Card { x, title: say("chart.at", &[("at", at, Unit::Millis)]), lines, levels })
}

/// The column that is read out: its span, and what became of its requests.
fn many(over: &Over<'_>, bars: &Bars, x: f64) -> Option<Card> {
    let (trace, words) = (over.run.trace, over.run.words);
    let say = |key: &str, values: &[(&'static str, f64, Unit)]| words.say(&words::message(key, values));
    let middle = |at: usize| bars.left + bars.pitch * (count(at) + 0.5);
    let filled = (0..bars.columns).filter(|at| bars.rows.first().is_some_and(|row| row[*at].first > 0));
    let at = filled.min_by(|a, b| (middle(*a) - x).abs().total_cmp(&(middle(*b) - x).abs()))?;
    let mut lines = Vec::new();
    for (row, columns) in trace.rows.iter().zip(&bars.rows) {
        let column = &columns[at];
        for outcome in Outcome::ALL {
            let n = f64::from(column.past[outcome as usize] + column.future[outcome as usize]);
            if n > 0.0 {
                let value = words.say(&words::message(words::count_key(outcome), &[("n", n, Unit::Plain)]));
                lines.push(Line { outcome, name: words::algorithm(row, words), value });
            }
        }
    }
    let begin = bars.left + bars.pitch * count(at);
    let span = [("from", over.x.invert(begin), Unit::Millis), ("to", over.x.invert(begin + bars.pitch), Unit::Millis)];
    Some(Card { x: middle(at), title: say("chart.span", &span), lines, levels: Vec::new() })
}
