//! The leaky bucket as a queue: places for requests that wait, the outlet that lets one go at a time, and when each leaves.

use super::{Moment, rate, request};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, count, float, index};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Outcome, Snapshot, Unit};
use crate::time::Nanos;

const TOP: f64 = 66.0;
const CELL: f64 = 30.0;
/// From one line of places to the next: a place and the time below it.
const LINE: f64 = 50.0;
const LEFT: f64 = 58.0;
/// The most lines of places; a longer queue is drawn as a bar.
const LINES: f64 = 3.0;

fn columns(width: f64) -> f64 {
    ((width - LEFT - 8.0) / CELL).floor().clamp(1.0, 20.0)
}

pub(super) fn height(queue: u64, width: f64) -> f64 {
    let lines = (float(queue) / columns(width)).ceil();
    TOP + if lines <= LINES { lines * LINE } else { LINE } + 32.0
}

/// A request that waits: how many places it takes, and when it leaves.
struct Waiting {
    places: f64,
    leaves_ms: f64,
    current: bool,
}

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, [permits, queue]: [u64; 2], period: Nanos) {
    let (_, Snapshot::LeakyBucketQueue { waiting, .. }) = moment.states() else { return };
    let width = pen.scene.width;
    let edges = (2.0, width - 2.0);
    request(pen, moment, (14.0, 20.0), width * 0.5);
    let text = rate(pen, permits, period);
    pen.text_within((width - 14.0, 19.0), &text, Font::BODY, Align::End, (width * 0.5 + 8.0, width - 2.0));
    let line = in_line(moment);
    // The outlet, with the drop that has just left.
    let middle = TOP + CELL / 2.0;
    pen.arrow_head((14.0, middle), (-1.0, 0.0), 10.0, Role::Level);
    pen.line(vec![(16.0, middle), (LEFT - 10.0, middle)], Role::Level, 3.0, 1.0);
    let lines = (float(queue) / columns(width)).ceil();
    let bottom = if lines <= LINES {
        places(pen, &line, index(float(queue), 64), columns(width));
        TOP + lines * LINE
    } else {
        bar(pen, [float(waiting), float(queue)], width);
        TOP + LINE
    };
    let values = [("waiting", float(waiting), Unit::Plain), ("queue", float(queue), Unit::Plain)];
    let label = pen.say("picture.leaky-bucket-queue", &values);
    pen.text_within((LEFT, bottom + 18.0), &label, Font::LARGE, Align::Start, edges);
}

/// The requests of the current key that wait at the current time, the next to leave first: those whose own waits, as
/// they were told them, are not over.
fn in_line(moment: &Moment<'_>) -> Vec<Waiting> {
    let now = moment.now_ms();
    let mut line = Vec::new();
    for (step, decision) in moment.earlier() {
        if !decision.verdict.passes() {
            continue;
        }
        let leaves_ms = (decision.now + decision.verdict.wait()).as_millis_f64();
        if leaves_ms <= now {
            break;
        }
        let places = float(moment.run.trace.arrivals[step].cost);
        line.push(Waiting { places, leaves_ms, current: moment.run.position == step + 1 });
    }
    line.reverse();
    line
}

fn places(pen: &mut Pen<'_>, line: &[Waiting], queue: usize, columns: f64) {
    let at = |place: usize| {
        let across = count(place) % columns;
        let down = (count(place) / columns).floor();
        (LEFT + CELL * (across + 0.5), TOP + CELL / 2.0 + LINE * down)
    };
    for place in 0..queue {
        let (x, y) = at(place);
        pen.rectangle([x - 13.0, y - 13.0, 26.0, 26.0], 6.0, Role::Grid, 0.6);
    }
    let mut place = 0;
    let mut labelled = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for waiting in line {
        let first = place;
        let mut left = waiting.places;
        while left > 0.0 && place < queue {
            pen.mark(at(place), 8.5, Outcome::Delayed, 1.0);
            if waiting.current {
                pen.ring(at(place), 12.0, Role::Cursor, 1.5, 1.0);
            }
            place += 1;
            left -= 1.0;
        }
        // When it leaves, under its first place, where that does not touch the one before.
        if first < queue {
            let (x, y) = at(first);
            let text = pen.say("chart.at", &[("at", waiting.leaves_ms, Unit::Millis)]);
            let half = pen.width(&text, Font::SMALL) / 2.0;
            let begin = (x - half).min(pen.scene.width - 2.0 - half * 2.0);
            if y > labelled.0 + 1.0 || begin >= labelled.1 + 6.0 {
                pen.text_within((x, y + 27.0), &text, Font::SMALL, Align::Middle, (2.0, pen.scene.width - 2.0));
                labelled = (y, begin + half * 2.0);
            }
        }
    }
}

fn bar(pen: &mut Pen<'_>, [waiting, queue]: [f64; 2], width: f64) {
    let x = Linear::new((0.0, queue), (LEFT, width - 14.0));
    pen.rectangle([LEFT, TOP + 2.0, width - 14.0 - LEFT, 26.0], 6.0, Role::Grid, 0.6);
    if waiting > 0.0 {
        pen.rectangle([LEFT, TOP + 2.0, (x.within(waiting) - LEFT).max(2.0), 26.0], 6.0, Role::Delayed, 1.0);
    }
}
