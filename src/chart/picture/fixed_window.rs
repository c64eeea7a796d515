//! The fixed window: the current window on the line of time, filled as far as it is counted.

use super::{Moment, span};
use crate::chart::pen::{Font, Pen};
use crate::chart::scene::{Align, Role};
use crate::chart::state::stamp;
use crate::chart::words;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let (before, count, length) = (moment.before, moment.after, moment.rule.length);
    let start = stamp(moment.state);
    let end = start + length;
    let x = span::begin(pen, moment, start - length * 0.12, end + length * 0.12);
    let y = span::rise(moment);
    let sides = (x.at(start), x.at(end));
    span::block(pen, sides, (span::TOP, span::Y), 0.06);
    let kept = y.within(before.min(count));
    span::block(pen, sides, (kept, span::Y), 0.45);
    span::block(pen, sides, (y.within(count), y.within(before)), 0.8);
    pen.down(sides.0, (span::TOP - 6.0, span::Y), Role::Level, 1.25);
    pen.down(sides.1, (span::TOP - 6.0, span::Y), Role::Level, 1.25);
    span::limit(pen, moment, sides);
    span::line(pen, moment, &x, &[start, end]);
    let most = moment.rule.most;
    pen.label_of((sides.0, span::Y + 62.0), &words::FIXED_WINDOW, count, most, Font::LARGE, Align::Start);
}
