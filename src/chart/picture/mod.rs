//! The state of one limiter as a picture, one file an algorithm.

mod fixed_window;
mod gcra;
mod leaky_bucket_meter;
mod leaky_bucket_queue;
mod nginx_limit_req;
mod sliding_window_counter;
mod sliding_window_log;
mod span;
mod token_bucket;
mod vessel;

use super::Run;
use super::frame::Frame;
use super::pen::{Font, Pen};
use super::scale::float;
use super::scene::{Align, Role, Scene, Target};
use super::words;
use crate::limiter::{Outcome, Snapshot, Spec, Unit};
use crate::sim::{Decision, Row, RowSpec};
use crate::time::Nanos;
use vessel::Vessel;

/// What a picture is drawn from.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) run: Run<'a>,
    pub(super) row: &'a Row,
    /// The request that was decided last, with the decision; none before the first.
    pub(super) decided: Option<(usize, &'a Decision)>,
}

impl Moment<'_> {
    /// The state before the request, and after it; the same before the first request.
    fn states(&self) -> (Snapshot, Snapshot) {
        self.decided.map_or((self.row.fresh, self.row.fresh), |(_, decision)| (decision.before, decision.after))
    }

    /// The time that the rule saw.
    fn now_ms(&self) -> f64 {
        self.decided.map_or(0.0, |(_, decision)| decision.now.as_millis_f64())
    }

    fn cost(&self) -> f64 {
        self.decided.map_or(1.0, |(step, _)| super::scale::float(self.run.trace.arrivals[step].cost))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.decided.map(|(_, decision)| decision.verdict.outcome())
    }

    fn retry_ms(&self) -> Option<f64> {
        self.decided.and_then(|(_, decision)| decision.verdict.retry_after()).map(Nanos::as_millis_f64)
    }

    /// The decisions on the current request's key up to now, the latest first.
    fn earlier(&self) -> impl Iterator<Item = (usize, &Decision)> {
        let arrivals = &self.run.trace.arrivals[..self.run.position];
        let key = arrivals.last().map(|arrival| arrival.key);
        let decisions = self.row.decisions[..self.run.position].iter().enumerate().rev();
        decisions.filter(move |(step, _)| Some(arrivals[*step].key) == key)
    }
}

/// The rule that is drawn: a wrong one is drawn as the right one that it stands beside.
fn drawn(row: &Row) -> Spec {
    match row.spec {
        RowSpec::Limiter(spec) => spec,
        RowSpec::Flawed(flawed) => {
            Spec::TokenBucket { permits: flawed.permits, period: flawed.period, burst: flawed.burst }
        }
    }
}

/// The height at which a row's picture looks best.
pub(super) fn height(row: &Row, width: f64) -> f64 {
    match drawn(row) {
        Spec::TokenBucket { .. } => token_bucket::HEIGHT,
        Spec::Gcra { .. } => gcra::HEIGHT,
        Spec::LeakyBucketMeter { .. } => leaky_bucket_meter::HEIGHT,
        Spec::LeakyBucketQueue { queue, .. } => leaky_bucket_queue::height(queue, width),
        Spec::NginxLimitReq { .. } => nginx_limit_req::HEIGHT,
        Spec::FixedWindow { .. } | Spec::SlidingWindowLog { .. } | Spec::SlidingWindowCounter { .. } => span::HEIGHT,
    }
}

/// Draws a row's state at the position.
pub(super) fn scene(run: Run<'_>, row: usize, frame: &Frame) -> Scene {
    let Some(data) = run.trace.rows.get(row) else {
        return Scene { width: frame.width, height: frame.height, ..Scene::default() };
    };
    let natural = height(data, frame.width);
    let mut pen = Pen::new(frame.width, if frame.height > 0.0 { frame.height } else { natural }, run.words);
    let decided = run.position.checked_sub(1).map(|step| (step, &data.decisions[step]));
    let moment = Moment { run, row: data, decided };
    let pen = &mut pen;
    match drawn(data) {
        Spec::TokenBucket { permits, period, burst } => token_bucket::draw(pen, &moment, [permits, burst], period),
        Spec::Gcra { permits, period, burst } => gcra::draw(pen, &moment, [permits, burst], period),
        Spec::LeakyBucketMeter { permits, period, burst } => {
            leaky_bucket_meter::draw(pen, &moment, [permits, burst], period);
        }
        Spec::LeakyBucketQueue { permits, period, queue } => {
            leaky_bucket_queue::draw(pen, &moment, [permits, queue], period);
        }
        Spec::NginxLimitReq { burst, delay, .. } => nginx_limit_req::draw(pen, &moment, burst, delay),
        Spec::FixedWindow { limit, window, .. } => fixed_window::draw(pen, &moment, limit, window),
        Spec::SlidingWindowLog { limit, window } => sliding_window_log::draw(pen, &moment, limit, window),
        Spec::SlidingWindowCounter { limit, window, .. } => sliding_window_counter::draw(pen, &moment, limit, window),
    }
    core::mem::take(&mut pen.scene)
}

/// The rate, as it was given: so many per period.
fn rate(pen: &Pen<'_>, permits: u64, period: Nanos) -> String {
    let values = [("permits", float(permits), Unit::Plain), ("period", period.as_millis_f64(), Unit::Millis)];
    pen.say("picture.rate", &values)
}

/// The request's mark with its outcome in bold and its cost below, from `x` on; the mark is a target.
fn request(pen: &mut Pen<'_>, moment: &Moment<'_>, (x, y): (f64, f64), right: f64) {
    let Some((step, decision)) = moment.decided else { return };
    let outcome = decision.verdict.outcome();
    let word = words::outcome(outcome, moment.run.words);
    pen.mark((x + 8.0, y), 8.0, outcome, 1.0);
    let left = x + 23.0;
    pen.text_within((left, y - 1.0), &word, Font::LEAD, Align::Start, (left, right));
    let cost = pen.say("picture.cost", &[("cost", moment.cost(), Unit::Plain)]);
    pen.text_within((left, y + 14.0), &cost, Font::BODY, Align::Start, (left, right));
    let row = moment.run.trace.rows.iter().position(|row| core::ptr::eq(row, moment.row)).unwrap_or(0);
    pen.scene.targets.push(Target { area: [x, y - 9.0, 18.0, 18.0], step, row });
}

/// When to come back, or that it is no use, at the top right.
fn retry(pen: &mut Pen<'_>, moment: &Moment<'_>, width: f64) {
    let text = match (moment.outcome(), moment.retry_ms()) {
        (Some(Outcome::Impossible), _) => pen.say("picture.never", &[]),
        (_, Some(wait)) => pen.say("chart.retry", &[("wait", wait, Unit::Millis)]),
        _ => return,
    };
    pen.text_within((width - 14.0, 19.0), &text, Font::BODY, Align::End, (width * 0.5 + 8.0, width - 2.0));
}

/// The request at a vessel's mouth, with an arrow if it moved anything, and what it lacks where it was refused.
fn at_mouth(pen: &mut Pen<'_>, moment: &Moment<'_>, vessel: &Vessel, moved: bool, lack: [(&'static str, f64); 1]) {
    let Some(outcome) = moment.outcome() else { return };
    let (x, y) = (vessel.right + 34.0, vessel.top + 22.0);
    let role = Role::of(outcome);
    pen.line(vec![(vessel.right + 8.0, y), (x - 9.0, y)], role, 1.5, 1.0);
    // Tokens come out of a bucket, water goes into it.
    if moved && lack[0].0 == "missing" {
        pen.arrow_head((x - 5.0, y), (1.0, 0.0), 7.0, role);
    } else if moved {
        pen.arrow_head((vessel.right + 5.0, y), (-1.0, 0.0), 7.0, role);
    }
    request(pen, moment, (x, y), pen.scene.width - 2.0);
    let mut lines = Vec::new();
    match outcome {
        Outcome::Refused => {
            let [(name, value)] = lack;
            let key = if name == "missing" { "picture.missing" } else { "picture.over" };
            lines.push(pen.say(key, &[(name, value, Unit::Plain)]));
            if let Some(wait) = moment.retry_ms() {
                lines.push(pen.say("chart.retry", &[("wait", wait, Unit::Millis)]));
            }
        }
        Outcome::Impossible => lines.push(pen.say("picture.never", &[])),
        _ => {}
    }
    let edges = (x, pen.scene.width - 2.0);
    let mut baseline = y + 46.0;
    for line in lines {
        pen.text_within((x, baseline), &line, Font::BODY, Align::Start, edges);
        baseline += 17.0;
    }
}
