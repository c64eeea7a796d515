//! GCRA: a line of time with now, the tolerance that reaches ahead of it, and TAT before and after the request.

use super::{Moment, request};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Outcome, Snapshot, Unit};
use crate::time::Nanos;

/// The line of time, and the top of the band above it.
const Y: f64 = 104.0;
const BAND: f64 = Y - 26.0;

pub(super) const HEIGHT: f64 = Y + 68.0;

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, [permits, burst]: [u64; 2], period: Nanos) {
    let (before, tat) = match moment.states() {
        (Snapshot::Gcra { tat_ms: before, .. }, Snapshot::Gcra { tat_ms: after, .. }) => (before, after),
        _ => return,
    };
    let now = moment.now_ms();
    let interval = period.as_millis_f64() / float(permits);
    let (burst, cost) = (float(burst), moment.cost());
    let width = pen.scene.width;
    // The line keeps its scale from step to step: from a little before now to the farthest that TAT can be.
    let reach = burst * interval;
    let line = (14.0, width - 14.0);
    let x = Linear::new((now - reach * 0.14, now + reach * 1.04), line);
    head(pen, moment, [interval, width]);
    band(pen, &x, now, [interval, burst, if cost > burst { 1.0 } else { cost }]);
    ticks(pen, &x, now, [interval, burst]);
    pen.across(line, Y, Role::Ink, 1.5);
    pen.arrow_head((line.1 + 6.0, Y), (1.0, 0.0), 8.0, Role::Ink);
    pen.down(x.at(now), (BAND - 6.0, Y + 10.0), Role::Cursor, 2.0);
    // TAT: where it was, and where it is. One in the past stands at the line's beginning.
    let place = |at: f64| x.within(at.max(now - reach));
    let (was, is) = (place(before), place(tat));
    if before < tat {
        pen.ring((was, Y), 7.0, Role::Level, 1.5, 0.7);
        pen.line(vec![(was.max(x.at(now)), Y - 13.0), (is - 2.0, Y - 13.0)], Role::Level, 1.5, 0.8);
        pen.arrow_head((is, Y - 13.0), (1.0, 0.0), 7.0, Role::Level);
    }
    pen.disc((is, Y), 7.0, Role::Level, 1.0);
    if moment.outcome() == Some(Outcome::Refused) {
        overshoot(pen, &x, now + (burst - cost) * interval, tat);
    }
    labels(pen, moment, [x.at(now), was, is], [now, before, tat]);
}

/// What stands below the line: now, TAT, and what it was or how far it is beyond.
fn labels(pen: &mut Pen<'_>, moment: &Moment<'_>, [at, was, is]: [f64; 3], [now, before, tat]: [f64; 3]) {
    let edges = (2.0, pen.scene.width - 2.0);
    let lines = [Y + 24.0, Y + 42.0, Y + 60.0];
    let mut taken = Vec::new();
    let text = pen.say("picture.now", &[("now", now, Unit::Millis)]);
    pen.text_free(&mut taken, (at, &lines), &text, Font::BODY.bold(), edges);
    let key = if tat > now { "picture.gcra.tat-ahead" } else { "picture.gcra.tat-past" };
    let text = pen.say(key, &[("tat", tat, Unit::Millis), ("ahead", (tat - now).max(0.0), Unit::Millis)]);
    let low = pen.text_free(&mut taken, (is, &lines), &text, Font::BODY.bold().in_role(Role::Level), edges);
    if low > Y + 30.0 && (is - at).abs() > 30.0 {
        pen.line(vec![(is, Y + 9.0), (is, low - 12.0)], Role::Level, 1.0, 0.5);
    }
    if before < tat {
        let text = pen.say("picture.gcra.before", &[("tat", before, Unit::Millis)]);
        pen.text_free(&mut taken, (was, &lines), &text, Font::BODY.in_role(Role::Muted), edges);
    }
    if moment.outcome() == Some(Outcome::Impossible) {
        let text = pen.say("picture.never", &[]);
        pen.text_free(&mut taken, (at, &lines), &text, Font::BODY, edges);
    }
    if let Some(wait) = moment.retry_ms() {
        let text = pen.say("picture.gcra.early", &[("wait", wait, Unit::Millis)]);
        pen.text_free(&mut taken, (is, &lines), &text, Font::BODY.bold().in_role(Role::Refused), edges);
    }
}

/// The tolerance that reaches ahead of now, darker as far as a request of this cost may borrow.
fn band(pen: &mut Pen<'_>, x: &Linear, now: f64, [interval, burst, cost]: [f64; 3]) {
    let (tolerance, allowance) = ((burst - 1.0) * interval, (burst - cost) * interval);
    let (start, end, own) = (x.at(now), x.within(now + tolerance), x.within(now + allowance));
    pen.rectangle([start, BAND, (end - start).max(1.0), Y - BAND], 0.0, Role::Bound, 0.09);
    pen.rectangle([start, BAND, (own - start).max(1.0), Y - BAND], 0.0, Role::Bound, 0.12);
    pen.down(own, (BAND - 6.0, Y), Role::Bound, 1.25);
    let text = if cost > 1.0 {
        let values = [("cost", cost, Unit::Plain), ("allowance", allowance, Unit::Millis)];
        pen.say("picture.gcra.allowance", &values)
    } else {
        pen.say("picture.gcra.tolerance", &[("tolerance", tolerance, Unit::Millis)])
    };
    let edges = (2.0, pen.scene.width - 2.0);
    pen.text_within((own, BAND - 11.0), &text, Font::BODY.in_role(Role::Bound), Align::End, edges);
}

/// What the rule is, and what became of the request.
fn head(pen: &mut Pen<'_>, moment: &Moment<'_>, [interval, width]: [f64; 2]) {
    let text = pen.say("picture.gcra.interval", &[("interval", interval, Unit::Millis)]);
    request(pen, moment, (14.0, 20.0), width * 0.5);
    pen.text_within((width - 14.0, 19.0), &text, Font::BODY, Align::End, (width * 0.5 + 8.0, width - 2.0));
}

/// Intervals from now on, as many as can be told apart.
fn ticks(pen: &mut Pen<'_>, x: &Linear, now: f64, [interval, burst]: [f64; 2]) {
    if x.at(now + interval) - x.at(now) < 5.0 {
        return;
    }
    let mut at = 0.0;
    while at <= burst {
        pen.down(x.at(now + at * interval), (Y, Y + 5.0), Role::Muted, 1.0);
        at += 1.0;
    }
}

/// How far TAT lies beyond what this cost may borrow.
fn overshoot(pen: &mut Pen<'_>, x: &Linear, allowance: f64, tat: f64) {
    let (from, to) = (x.within(allowance), x.within(tat));
    pen.line(vec![(from, Y - 13.0), (to, Y - 13.0)], Role::Refused, 4.0, 1.0);
    for end in [from, to] {
        pen.line(vec![(end, Y - 19.0), (end, Y - 7.0)], Role::Refused, 1.5, 1.0);
    }
}
