//! The sliding-window log: the trailing window (now - W, now] with the accepted requests inside it.

use super::{Moment, request, retry, span};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Snapshot, Unit};
use crate::time::Nanos;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, limit: u64, window: Nanos) {
    let (_, Snapshot::SlidingWindowLog { count, .. }) = moment.states() else { return };
    let (width, length) = (pen.scene.width, window.as_millis_f64());
    let ends = span::ends(width);
    let now = moment.now_ms();
    let begin = now - length;
    let x = Linear::new((begin - length * 0.16, now + length * 0.08), ends);
    request(pen, moment, (14.0, 20.0), width * 0.5);
    retry(pen, moment, width);
    let (left, right) = (x.at(begin), x.at(now));
    let top = span::Y - span::RISE;
    pen.rectangle([left, top, right - left, span::RISE], 0.0, Role::Level, 0.1);
    // Open at its beginning, closed at now: a request exactly W ago is no longer inside.
    pen.dashes((left, top), (left, span::Y), Role::Level, 1.25);
    let marked = [begin];
    span::line(pen, &x, now, if begin >= 0.0 { &marked } else { &[] });
    span::accepted(pen, moment, &x, begin - length * 0.16, begin);
    let length = pen.say("picture.window", &[("window", length, Unit::Millis)]);
    let font = Font::BODY.in_role(Role::Level);
    pen.text_within((left, top - 6.0), &length, font, Align::Start, (2.0, right - 6.0));
    let values = [("count", float(count), Unit::Plain), ("limit", float(limit), Unit::Plain)];
    let label = pen.say("picture.sliding-window-log", &values);
    pen.text_within((left, span::Y + 62.0), &label, Font::LARGE, Align::Start, (2.0, width - 2.0));
}
