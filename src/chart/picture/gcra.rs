//! GCRA: a line of time with now, the tolerance that reaches ahead of it, and TAT before and after the request.

use super::{Moment, head, time_line};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::Linear;
use crate::chart::scene::{Align, Role};
use crate::chart::state::stamp;
use crate::chart::words;
use crate::limiter::Outcome;

/// The line of time, and the top of the band above it.
const Y: f64 = 104.0;
const BAND: f64 = Y - 26.0;

pub(super) const HEIGHT: f64 = Y + 68.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>) {
    let (before, tat) = (stamp(moment.earlier), stamp(moment.state));
    let (now, burst) = (moment.now, moment.rule.most);
    let interval = moment.rule.length / moment.rule.permits;
    // The line keeps its scale from step to step: from a little before now to the farthest that TAT can be.
    let reach = burst * interval;
    let x = Linear::new((now - reach * 0.14, now + reach * 1.04), (14.0, pen.scene.width - 14.0));
    let text = pen.say(&words::GCRA_INTERVAL, &[interval]);
    head(pen, moment, text);
    band(pen, moment, &x, interval);
    // Intervals from now on, as many as can be told apart.
    let mut at = 0.0;
    while at <= burst && x.at(now + interval) - x.at(now) >= 5.0 {
        pen.down(x.at(now + at * interval), (Y, Y + 5.0), Role::Muted, 1.0);
        at += 1.0;
    }
    time_line(pen, moment, &x, (BAND - 6.0, Y));
    // TAT: where it was, and where it is. One in the past stands at the line's beginning.
    let (was, is, here) = (x.within(before.max(now - reach)), x.within(tat.max(now - reach)), x.at(now));
    if before < tat {
        pen.ring((was, Y), 7.0, Role::Level, 1.5, 0.7);
        pen.segment((was.max(here), Y - 13.0), (is - 2.0, Y - 13.0), Role::Level, 1.5, 0.8);
        pen.arrow_head((is, Y - 13.0), (1.0, 0.0), 7.0, Role::Level);
    }
    pen.disc((is, Y), 7.0, Role::Level, 1.0);
    if moment.is(Outcome::Refused) {
        // How far TAT lies beyond what this cost may borrow.
        let (from, to) = (x.within(now + (burst - moment.cost) * interval), x.within(tat));
        pen.segment((from, Y - 13.0), (to, Y - 13.0), Role::Refused, 4.0, 1.0);
        pen.down(from, (Y - 19.0, Y - 7.0), Role::Refused, 1.5);
        pen.down(to, (Y - 19.0, Y - 7.0), Role::Refused, 1.5);
    }
    // What stands below the line: now, TAT, and what it was or how far it is beyond.
    pen.lines = &[Y + 24.0, Y + 42.0, Y + 60.0];
    pen.label_free(here, &words::NOW, now, 0.0, Font::BOLD);
    let label = if tat > now { &words::TAT_AHEAD } else { &words::TAT_PAST };
    let low = pen.label_free(is, label, tat, (tat - now).max(0.0), Font::BOLD.in_role(Role::Level));
    if low > Y + 30.0 && (is - here).abs() > 30.0 {
        pen.segment((is, Y + 9.0), (is, low - 12.0), Role::Level, 1.0, 0.5);
    }
    if before < tat {
        pen.label_free(was, &words::TAT_BEFORE, before, 0.0, Font::BODY.in_role(Role::Muted));
    }
    if moment.is(Outcome::Impossible) {
        pen.label_free(here, &words::NEVER, 0.0, 0.0, Font::BODY);
    }
    if let Some(wait) = moment.retry {
        pen.label_free(is, &words::GCRA_EARLY, wait, 0.0, Font::BOLD.in_role(Role::Refused));
    }
}

/// The tolerance that reaches ahead of now, darker as far as a request of this cost may borrow.
#[inline(never)]
fn band(pen: &mut Pen<'_>, moment: &Moment<'_>, x: &Linear, interval: f64) {
    let burst = moment.rule.most;
    let cost = if moment.cost > burst { 1.0 } else { moment.cost };
    let (now, allowance) = (moment.now, (burst - cost) * interval);
    let (start, end, own) = (x.at(now), x.within(now + (burst - 1.0) * interval), x.within(now + allowance));
    pen.rectangle([start, BAND, (end - start).max(1.0), Y - BAND], 0.0, Role::Bound, 0.09);
    pen.rectangle([start, BAND, (own - start).max(1.0), Y - BAND], 0.0, Role::Bound, 0.12);
    pen.down(own, (BAND - 6.0, Y), Role::Bound, 1.25);
    let font = Font::BODY.in_role(Role::Bound);
    if cost > 1.0 {
        pen.label_of((own, BAND - 11.0), &words::GCRA_ALLOWANCE, cost, allowance, font, Align::End);
    } else {
        pen.label((own, BAND - 11.0), &words::GCRA_TOLERANCE, allowance, font, Align::End);
    }
}
