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
use super::scale::{Linear, float};
use super::scene::{Align, Role, Scene, Target};
use super::state::{algorithm, level};
use super::words;
use crate::limiter::{Algorithm, Outcome, Snapshot, Spec};
use crate::sim::{Decision, Row, RowSpec};
use crate::time::Nanos;

/// What a picture is drawn from.
pub(super) struct Moment<'a> {
    run: Run<'a>,
    /// The row's number.
    row: usize,
    data: &'a Row,
    /// The decision on the request that was decided last; none before the first.
    decided: Option<&'a Decision>,
    /// The state before the request, and after it; the same before the first request.
    earlier: &'a Snapshot,
    state: &'a Snapshot,
    /// Their levels.
    before: f64,
    after: f64,
    /// The time that the rule saw.
    now: f64,
    cost: f64,
    outcome: Option<Outcome>,
    /// When to come back.
    retry: Option<f64>,
    rule: Rule,
}

/// A rule's numbers: a rate of `permits` in `length`, or a window of `length`, and the most that it holds or lets pass.
struct Rule {
    permits: f64,
    length: f64,
    most: f64,
}

impl Rule {
    fn of(row: &Row) -> Self {
        let (permits, length, most) = match row.spec {
            RowSpec::Limiter(
                Spec::TokenBucket { permits, period, burst }
                | Spec::Gcra { permits, period, burst }
                | Spec::LeakyBucketMeter { permits, period, burst }
                | Spec::LeakyBucketQueue { permits, period, queue: burst },
            ) => (permits, period, burst),
            RowSpec::Flawed(flawed) => (flawed.permits, flawed.period, flawed.burst),
            RowSpec::Limiter(Spec::NginxLimitReq { burst, .. }) => (0, Nanos::ZERO, burst),
            RowSpec::Limiter(
                Spec::FixedWindow { limit, window, .. }
                | Spec::SlidingWindowLog { limit, window }
                | Spec::SlidingWindowCounter { limit, window, .. },
            ) => (0, window, limit),
        };
        Self { permits: float(permits), length: length.as_millis_f64(), most: float(most) }
    }
}

impl<'a> Moment<'a> {
    fn new(run: Run<'a>, row: usize, data: &'a Row) -> Self {
        let step = run.position.wrapping_sub(1);
        let decided = data.decisions.get(step);
        let cost = run.trace.arrivals.get(step).map_or(1, |arrival| arrival.cost);
        let (earlier, state) =
            decided.map_or((&data.fresh, &data.fresh), |decision| (&decision.before, &decision.after));
        Self {
            run,
            row,
            data,
            decided,
            earlier,
            state,
            before: level(earlier),
            after: level(state),
            now: decided.map_or(0.0, |decision| decision.now.as_millis_f64()),
            cost: float(cost),
            outcome: decided.map(|decision| decision.verdict.outcome()),
            retry: decided.and_then(|decision| decision.verdict.retry_after()).map(Nanos::as_millis_f64),
            rule: Rule::of(data),
        }
    }

    fn is(&self, outcome: Outcome) -> bool {
        self.outcome == Some(outcome)
    }

    /// The decision on a step, and its cost, where it let a request with the current request's key pass.
    fn passed(&self, step: usize) -> Option<(&'a Decision, f64)> {
        let arrivals = &self.run.trace.arrivals;
        let (arrival, current) = (arrivals.get(step)?, arrivals.get(self.run.position.wrapping_sub(1))?);
        let decision = self.data.decisions.get(step)?;
        (arrival.key == current.key && decision.verdict.passes()).then_some((decision, float(arrival.cost)))
    }
}

/// The height at which a row's picture looks best.
pub(super) fn height(row: &Row, width: f64) -> f64 {
    match algorithm(row) {
        Algorithm::TokenBucket => token_bucket::HEIGHT,
        Algorithm::Gcra => gcra::HEIGHT,
        Algorithm::LeakyBucketMeter => leaky_bucket_meter::HEIGHT,
        Algorithm::LeakyBucketQueue => leaky_bucket_queue::bottom(Rule::of(row).most, width) + 32.0,
        Algorithm::NginxLimitReq => nginx_limit_req::HEIGHT,
        Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter => span::HEIGHT,
    }
}

/// Draws a row's state at the position.
pub(super) fn scene(run: Run<'_>, row: usize, frame: &Frame) -> Scene {
    let mut pen = Pen::new(frame.width, frame.height, run.words);
    if let Some(data) = run.trace.rows.get(row) {
        if frame.height <= 0.0 {
            pen.scene.height = height(data, frame.width);
        }
        let (pen, moment) = (&mut pen, &Moment::new(run, row, data));
        match algorithm(data) {
            Algorithm::TokenBucket => token_bucket::draw(pen, moment),
            Algorithm::Gcra => gcra::draw(pen, moment),
            Algorithm::LeakyBucketMeter => leaky_bucket_meter::draw(pen, moment),
            Algorithm::LeakyBucketQueue => leaky_bucket_queue::draw(pen, moment),
            Algorithm::NginxLimitReq => nginx_limit_req::draw(pen, moment),
            Algorithm::FixedWindow => fixed_window::draw(pen, moment),
            Algorithm::SlidingWindowLog => sliding_window_log::draw(pen, moment),
            Algorithm::SlidingWindowCounter => sliding_window_counter::draw(pen, moment),
        }
    }
    pen.scene
}

/// The rate, as it was given: so many per period.
fn rate(pen: &Pen<'_>, moment: &Moment<'_>) -> String {
    pen.say(&words::RATE, &[moment.rule.permits, moment.rule.length])
}

/// The request at the top left, and a text at the top right.
#[inline(never)]
fn head(pen: &mut Pen<'_>, moment: &Moment<'_>, text: String) {
    let width = pen.scene.width;
    request(pen, moment, (14.0, 20.0), width * 0.5);
    pen.text_within((width - 14.0, 19.0), text, Font::BODY, Align::End, (width * 0.5 + 8.0, width - 2.0));
}

/// The request's mark with its outcome in bold and its cost below, from `x` on; the mark is a target.
#[inline(never)]
fn request(pen: &mut Pen<'_>, moment: &Moment<'_>, (x, y): (f64, f64), right: f64) {
    let Some(outcome) = moment.outcome else { return };
    pen.mark((x + 8.0, y), 8.0, outcome, 1.0);
    let left = x + 23.0;
    let word = words::outcome(outcome, moment.run.words);
    pen.text_within((left, y - 1.0), word, Font::LEAD, Align::Start, (left, right));
    let cost = pen.say(&words::COST, &[moment.cost]);
    pen.text_within((left, y + 14.0), cost, Font::BODY, Align::Start, (left, right));
    let (area, step) = ([x, y - 9.0, 18.0, 18.0], moment.run.position - 1);
    pen.scene.targets.push(Target { area, step, row: moment.row });
}

/// When to come back, or that it is no use; nothing where neither applies.
#[inline(never)]
fn retry(pen: &Pen<'_>, moment: &Moment<'_>) -> String {
    match moment.retry {
        Some(wait) => pen.say(&words::RETRY, &[wait]),
        None if moment.is(Outcome::Impossible) => pen.say(&words::NEVER, &[]),
        None => String::new(),
    }
}

/// A line of time with its arrow, at a height, and now across it up to another.
#[inline(never)]
fn time_line(pen: &mut Pen<'_>, moment: &Moment<'_>, x: &Linear, (top, y): (f64, f64)) {
    let right = pen.scene.width - 14.0;
    pen.across((14.0, right), y, Role::Ink, 1.5);
    pen.arrow_head((right + 6.0, y), (1.0, 0.0), 8.0, Role::Ink);
    pen.down(x.within(moment.now), (top, y + 10.0), Role::Cursor, 2.0);
}
