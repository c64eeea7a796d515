//! The sliding-window counter: two counted windows, and the trailing window that covers a share of the first.

use super::{Moment, request, retry, span};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Snapshot, Unit};
use crate::time::Nanos;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, limit: u64, window: Nanos) {
    let (_, Snapshot::SlidingWindowCounter { previous, current, share, estimate, window_start_ms }) = moment.states()
    else {
        return;
    };
    let (width, length) = (pen.scene.width, window.as_millis_f64());
    let ends = span::ends(width);
    let now = moment.now_ms();
    let (first, end) = (window_start_ms - length, window_start_ms + length);
    let x = Linear::new((first - length * 0.04, end + length * 0.06), ends);
    let y = span::rise(float(limit));
    request(pen, moment, (14.0, 20.0), width * 0.5);
    retry(pen, moment, width);
    let (left, middle, right) = (x.at(first), x.at(window_start_ms), x.at(end));
    let top = span::Y - span::RISE;
    for (from, to) in [(left, middle), (middle, right)] {
        pen.rectangle([from + 1.0, top, to - from - 2.0, span::RISE], 0.0, Role::Level, 0.06);
    }
    // The part of the previous window that still counts is dark, the part that has slid out is light.
    let (covered, high) = (middle - (middle - left) * share, y.within(float(previous)));
    let mut block = |from: f64, to: f64, high: f64, opacity: f64| {
        if to - from > 0.5 && high < span::Y {
            pen.rectangle([from, high, to - from, span::Y - high], 0.0, Role::Level, opacity);
        }
    };
    block(left + 1.0, covered, high, 0.16);
    block(covered.max(left + 1.0), middle - 1.0, high, 0.45);
    block(middle + 1.0, right - 1.0, y.within(float(current)), 0.45);
    // The trailing window.
    let trail = (covered, x.within(now));
    pen.line(vec![(trail.0, top), (trail.0, top - 7.0), (trail.1, top - 7.0)], Role::Ink, 1.25, 1.0);
    span::limit(pen, (left, right), float(limit));
    span::line(pen, &x, now, &[window_start_ms]);
    let edges = (2.0, width - 2.0);
    // The counts stand in their blocks, on the side where now is not.
    let mut counted = |key: &str, value: u64, (from, to): (f64, f64), align: Align| {
        let text = pen.say(key, &[("n", float(value), Unit::Plain)]);
        let at = if align == Align::End { to - 7.0 } else { from + 7.0 };
        pen.text_within((at, span::Y - 9.0), &text, Font::BODY, align, (from + 5.0, to - 5.0));
    };
    let aside = if x.within(now) < f64::midpoint(middle, right) { Align::End } else { Align::Start };
    counted("picture.previous", previous, (left, middle), Align::Start);
    counted("picture.current", current, (middle, right), aside);
    let values = [
        ("previous", float(previous), Unit::Plain),
        ("share", share, Unit::Share),
        ("current", float(current), Unit::Plain),
        ("estimate", estimate, Unit::Plain),
        ("limit", float(limit), Unit::Plain),
    ];
    let label = pen.say("picture.sliding-window-counter", &values);
    pen.text_within((left, span::Y + 62.0), &label, Font::LARGE, Align::Start, edges);
}
