//! The leaky bucket as a queue: places for requests that wait, the outlet that lets one go at a time, and when each leaves.

use super::{Moment, head, rate};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, count, index};
use crate::chart::scene::{Align, Point, Role};
use crate::chart::words;
use crate::limiter::Outcome;

const TOP: f64 = 66.0;
const CELL: f64 = 30.0;
/// From one line of places to the next: a place and the time below it.
const LINE: f64 = 50.0;
const LEFT: f64 = 58.0;
/// The most lines of places; a longer queue is drawn as a bar.
const LINES: f64 = 3.0;

fn columns(width: f64) -> usize {
    index((width - LEFT - 8.0) / CELL, 20).max(1)
}

/// How many lines the places take.
fn lines(queue: f64, width: f64) -> f64 {
    (queue / count(columns(width))).ceil()
}

/// Where the places end.
pub(super) fn bottom(queue: f64, width: f64) -> f64 {
    let lines = lines(queue, width);
    TOP + if lines <= LINES { lines * LINE } else { LINE }
}

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let (waiting, queue, width) = (moment.after, moment.rule.most, pen.scene.width);
    let text = rate(pen, moment);
    head(pen, moment, text);
    // The outlet, with the drop that has just left.
    let middle = TOP + CELL / 2.0;
    pen.arrow_head((14.0, middle), (-1.0, 0.0), 10.0, Role::Level);
    pen.across((16.0, LEFT - 10.0), middle, Role::Level, 3.0);
    if lines(queue, width) <= LINES {
        places(pen, moment, index(queue, 64), columns(width));
    } else {
        let x = Linear::new((0.0, queue), (LEFT, width - 14.0));
        pen.rectangle([LEFT, TOP + 2.0, width - 14.0 - LEFT, 26.0], 6.0, Role::Grid, 0.6);
        if waiting > 0.0 {
            pen.rectangle([LEFT, TOP + 2.0, (x.within(waiting) - LEFT).max(2.0), 26.0], 6.0, Role::Delayed, 1.0);
        }
    }
    pen.label_of((LEFT, bottom(queue, width) + 18.0), &words::QUEUE, waiting, queue, Font::LARGE, Align::Start);
}

/// The middle of a place.
#[inline(never)]
fn spot(place: usize, columns: usize) -> Point {
    (LEFT + CELL * (count(place % columns) + 0.5), TOP + CELL / 2.0 + LINE * count(place / columns))
}

/// The places, with the requests of the current key that wait at the current time, the next to leave first: those whose
/// own waits, as they were told them, are not over.
fn places(pen: &mut Pen<'_>, moment: &Moment<'_>, queue: usize, columns: usize) {
    for place in 0..queue {
        let (x, y) = spot(place, columns);
        pen.rectangle([x - 13.0, y - 13.0, 26.0, 26.0], 6.0, Role::Grid, 0.6);
    }
    let mut line = Vec::new();
    for step in (0..moment.run.position).rev() {
        let Some((decision, cost)) = moment.passed(step) else { continue };
        let leaves = (decision.now + decision.verdict.wait()).as_millis_f64();
        if leaves <= moment.now {
            break;
        }
        line.push((step, cost, leaves));
    }
    let mut place = 0;
    let (mut labelled, mut end) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for &(step, cost, leaves) in line.iter().rev() {
        if place >= queue {
            break;
        }
        let (x, y) = spot(place, columns);
        let mut left = cost;
        while left > 0.0 && place < queue {
            let at = spot(place, columns);
            pen.mark(at, 8.5, Outcome::Delayed, 1.0);
            if step + 1 == moment.run.position {
                pen.ring(at, 12.0, Role::Cursor, 1.5, 1.0);
            }
            place += 1;
            left -= 1.0;
        }
        // When it leaves, under its first place, where that does not touch the one before.
        let text = pen.say(&words::TIME, &[leaves]);
        let width = pen.width(&text, Font::SMALL);
        let begin = (x - width / 2.0).min(pen.scene.width - 2.0 - width);
        if y > labelled + 1.0 || begin >= end + 6.0 {
            pen.put((x, y + 27.0), text, Font::SMALL, Align::Middle);
            (labelled, end) = (y, begin + width);
        }
    }
}
