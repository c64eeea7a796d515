//! The sliding-window counter: two counted windows, and the trailing window that covers a share of the first.

use super::{Moment, span};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::float;
use crate::chart::scene::{Align, Role};
use crate::chart::words::{self, Label};
use crate::limiter::Snapshot;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let &Snapshot::SlidingWindowCounter { previous, current, share, estimate, window_start_ms: start } = moment.state
    else {
        return;
    };
    let (previous, current, length) = (float(previous), float(current), moment.rule.length);
    let (first, end) = (start - length, start + length);
    let x = span::begin(pen, moment, first - length * 0.04, end + length * 0.06);
    let y = span::rise(moment);
    let (left, middle, right) = (x.at(first), x.at(start), x.at(end));
    span::block(pen, (left + 1.0, middle - 1.0), (span::TOP, span::Y), 0.06);
    span::block(pen, (middle + 1.0, right - 1.0), (span::TOP, span::Y), 0.06);
    // The part of the previous window that still counts is dark, the part that has slid out is light.
    let (covered, high) = (middle - (middle - left) * share, (y.within(previous), span::Y));
    span::block(pen, (left + 1.0, covered), high, 0.16);
    span::block(pen, (covered.max(left + 1.0), middle - 1.0), high, 0.45);
    span::block(pen, (middle + 1.0, right - 1.0), (y.within(current), span::Y), 0.45);
    // The trailing window.
    let (now, brace) = (x.within(moment.now), span::TOP - 7.0);
    pen.line(vec![(covered, span::TOP), (covered, brace), (now, brace)], Role::Ink, 1.25, 1.0);
    span::limit(pen, moment, (left, right));
    span::line(pen, moment, &x, &[start]);
    // The counts stand in their blocks, on the side where now is not.
    counted(pen, &words::PREVIOUS, previous, (left, middle), false);
    counted(pen, &words::CURRENT, current, (middle, right), now < f64::midpoint(middle, right));
    let label = pen.say(&words::WINDOW_COUNTER, &[previous, share, current, estimate, moment.rule.most]);
    pen.put((left, span::Y + 62.0), label, Font::LARGE, Align::Start);
}

fn counted(pen: &mut Pen<'_>, label: &Label, value: f64, (from, to): (f64, f64), at_end: bool) {
    let text = pen.say(label, &[value]);
    let (x, align) = if at_end { (to - 7.0, Align::End) } else { (from + 7.0, Align::Start) };
    pen.text_within((x, span::Y - 9.0), text, Font::BODY, align, (from + 5.0, to - 5.0));
}
