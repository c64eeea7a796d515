//! The sliding-window log: the trailing window (now - W, now] with the accepted requests inside it.

use super::{Moment, span};
use crate::chart::pen::{Font, Pen};
use crate::chart::scene::{Align, Role};
use crate::chart::words;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let (length, now) = (moment.rule.length, moment.now);
    let start = now - length;
    let since = start - length * 0.16;
    let x = span::begin(pen, moment, since, now + length * 0.08);
    let (left, right) = (x.at(start), x.at(now));
    span::block(pen, (left, right), (span::TOP, span::Y), 0.1);
    // Open at its beginning, closed at now: a request exactly W ago is no longer inside.
    pen.dashes((left, span::TOP), (left, span::Y), Role::Level, 1.25);
    let marked = [start];
    span::line(pen, moment, &x, if start >= 0.0 { &marked } else { &[] });
    span::accepted(pen, moment, &x, since, start);
    let text = pen.say(&words::WINDOW, &[length]);
    let font = Font::BODY.in_role(Role::Level);
    pen.text_within((left, span::TOP - 6.0), text, font, Align::Start, (2.0, right - 6.0));
    let (count, most) = (moment.after, moment.rule.most);
    pen.label_of((left, span::Y + 62.0), &words::WINDOW_LOG, count, most, Font::LARGE, Align::Start);
}
