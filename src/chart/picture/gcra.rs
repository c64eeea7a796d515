//! GCRA: a line of time with now, the tolerance that reaches ahead of it, and TAT before and after the request.

use super::{Moment, request};
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, float};
use crate::chart::scene::{Align, Role};
use crate::limiter::{Outcome, Snapshot, Unit};
use crate::time::Nanos;

pub(super) const fn height(_width: f64) -> f64 {
    208.0
}

pub(super) fn draw(pen: &mut Pen<'_>, moment: &Moment<'_>, [permits, burst]: [u64; 2], period: Nanos) {
    let (before, tat) = match moment.states() {
        (Snapshot::Gcra { tat_ms: before, .. }, Snapshot::Gcra { tat_ms: after, .. }) => (before, after),
        _ => return,
    };
    let now = moment.now_ms();
    let interval = period.as_millis_f64() / float(permits);
    let (burst, cost) = (float(burst), moment.cost());
    let outcome = moment.outcome();
    let tolerance = (burst - 1.0) * interval;
    let width = pen.scene.width;
    let edges = (2.0, width - 2.0);
    // The line keeps its scale from step to step: from a little before now to the farthest that TAT can be.
    let reach = burst * interval;
    let line = (14.0, width - 14.0);
    let x = Linear::new((now - reach * 0.14, now + reach * 1.04), line);
    let y = 118.0;
    let band = (y - 26.0, y);
    let (start, end) = (x.at(now), x.within(now + tolerance));
    pen.rectangle([start, band.0, (end - start).max(1.0), 26.0], 0.0, Role::Bound, 0.16);
    pen.down(end, (band.0 - 6.0, y), Role::Bound, 1.25);
    let text = pen.say("picture.gcra.tolerance", &[("tolerance", tolerance, Unit::Millis)]);
    let bound = Font::BODY.in_role(Role::Bound);
    pen.text_within((end, band.0 - 11.0), &text, bound, Align::End, edges);
    ticks(pen, &x, y, now, [interval, burst]);
    pen.across(line, y, Role::Ink, 1.5);
    pen.arrow_head((line.1 + 6.0, y), (1.0, 0.0), 8.0, Role::Ink);
    // Now.
    pen.down(start, (band.0 - 6.0, y + 10.0), Role::Cursor, 2.0);
    let text = pen.say("picture.gcra.now", &[("now", now, Unit::Millis)]);
    let (_, now_end) = pen.text_within((start, y + 24.0), &text, Font::BODY.bold(), Align::Middle, edges);
    // TAT: where it was, and where it is.
    let (was, is) = (x.within(before.max(now - reach)), x.within(tat.max(now - reach)));
    if before < tat {
        pen.ring((was, y), 7.0, Role::Level, 1.5, 0.7);
        let from = was.max(start);
        pen.line(vec![(from, y - 13.0), (is - 2.0, y - 13.0)], Role::Level, 1.5, 0.8);
        pen.arrow_head((is, y - 13.0), (1.0, 0.0), 7.0, Role::Level);
    }
    pen.disc((is, y), 7.0, Role::Level, 1.0);
    let key = if tat > now { "picture.gcra.tat-ahead" } else { "picture.gcra.tat-past" };
    let text = pen.say(key, &[("tat", tat, Unit::Millis), ("ahead", (tat - now).max(0.0), Unit::Millis)]);
    let label = Font::BODY.bold().in_role(Role::Level);
    let wanted = pen.width(&text, label);
    // TAT's label stands beside now's where there is room, otherwise on the line below it.
    let begin = (is - wanted / 2.0).min(edges.1 - wanted);
    let label_y = if begin > now_end + 10.0 { y + 24.0 } else { y + 42.0 };
    pen.text_within((is, label_y), &text, label, Align::Middle, edges);
    if label_y > y + 30.0 {
        pen.line(
            vec![(is, y + 9.0), (is, y + 29.0)],
            Role::Level,
            1.0,
            if (is - start).abs() < 30.0 { 0.0 } else { 0.5 },
        );
    }
    if outcome == Some(Outcome::Refused) {
        overshoot(pen, moment, &x, [now + (burst - cost) * interval, tat, y]);
    }
    if before < tat && outcome.is_some() {
        let text = pen.say("picture.gcra.before", &[("tat", before, Unit::Millis)]);
        pen.text_within((was, y + 60.0), &text, Font::BODY.in_role(Role::Muted), Align::Middle, edges);
    }
    head(pen, moment, [interval, width]);
}

/// What the rule is, and what became of the request.
fn head(pen: &mut Pen<'_>, moment: &Moment<'_>, [interval, width]: [f64; 2]) {
    let text = pen.say("picture.gcra.interval", &[("interval", interval, Unit::Millis)]);
    request(pen, moment, (14.0, 20.0), width * 0.5);
    pen.text_within((width - 14.0, 19.0), &text, Font::BODY, Align::End, (width * 0.5 + 8.0, width - 2.0));
}

/// Intervals from now on, as many as can be told apart.
fn ticks(pen: &mut Pen<'_>, x: &Linear, y: f64, now: f64, [interval, burst]: [f64; 2]) {
    let gap = x.at(now + interval) - x.at(now);
    if gap < 5.0 {
        return;
    }
    let mut at = 0.0;
    while at <= burst {
        pen.down(x.at(now + at * interval), (y, y + 5.0), Role::Muted, 1.0);
        at += 1.0;
    }
}

/// How far TAT lies beyond what this cost may borrow.
fn overshoot(pen: &mut Pen<'_>, moment: &Moment<'_>, x: &Linear, [allowance, tat, y]: [f64; 3]) {
    let (from, to) = (x.within(allowance), x.within(tat));
    pen.line(vec![(from, y - 13.0), (to, y - 13.0)], Role::Refused, 4.0, 1.0);
    for end in [from, to] {
        pen.line(vec![(end, y - 19.0), (end, y - 7.0)], Role::Refused, 1.5, 1.0);
    }
    if let Some(wait) = moment.retry_ms() {
        let text = pen.say("picture.gcra.early", &[("wait", wait, Unit::Millis)]);
        let middle = f64::midpoint(from, to);
        let font = Font::BODY.in_role(Role::Refused).bold();
        pen.text_within((middle, y + 60.0), &text, font, Align::Middle, (2.0, pen.scene.width - 2.0));
    }
}
