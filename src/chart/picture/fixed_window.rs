//! The fixed window: the current window on the line of time, filled as far as it is counted.

use super::{Moment, request, retry, span};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Snapshot, Unit};
use crate::time::Nanos;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, limit: u64, window: Nanos) {
    let (Snapshot::FixedWindow { count: before, .. }, Snapshot::FixedWindow { count, window_start_ms }) =
        moment.states()
    else {
        return;
    };
    let (width, length) = (pen.scene.width, window.as_millis_f64());
    let ends = span::ends(width);
    let end = window_start_ms + length;
    let x = Linear::new((window_start_ms - length * 0.12, end + length * 0.12), ends);
    let y = span::rise(float(limit));
    request(pen, moment, (14.0, 20.0), width * 0.5);
    retry(pen, moment, width);
    let (left, right) = (x.at(window_start_ms), x.at(end));
    pen.rectangle([left, span::Y - span::RISE, right - left, span::RISE], 0.0, Role::Level, 0.06);
    let mut fill = |from: u64, to: u64, opacity: f64| {
        let (low, high) = (y.within(float(from)), y.within(float(to)));
        if low > high {
            pen.rectangle([left, high, right - left, low - high], 0.0, Role::Level, opacity);
        }
    };
    fill(0, before.min(count), 0.45);
    fill(before, count, 0.8);
    for edge in [left, right] {
        pen.down(edge, (span::Y - span::RISE - 6.0, span::Y), Role::Level, 1.25);
    }
    span::limit(pen, (left, right), float(limit));
    span::line(pen, &x, moment.now_ms(), &[window_start_ms, end]);
    let values = [("count", float(count), Unit::Plain), ("limit", float(limit), Unit::Plain)];
    let label = pen.say("picture.fixed-window", &values);
    pen.text_within((left, span::Y + 62.0), &label, Font::LARGE, Align::Start, (2.0, width - 2.0));
}
