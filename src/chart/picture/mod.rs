//! The state of one limiter as a picture, one file an algorithm.

mod gcra;
mod token_bucket;

use super::Run;
use super::frame::Frame;
use super::pen::{Font, Pen};
use super::scene::{Scene, Target};
use super::words;
use crate::limiter::{Outcome, Snapshot, Spec, Unit};
use crate::sim::{Decision, Row};

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
        self.decided.and_then(|(_, decision)| decision.verdict.retry_after()).map(crate::time::Nanos::as_millis_f64)
    }
}

/// The height at which a row's picture looks best.
pub(super) fn height(row: &Row, width: f64) -> f64 {
    match row.spec {
        Spec::TokenBucket { .. } => token_bucket::height(width),
        Spec::Gcra { .. } => gcra::height(width),
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
    match data.spec {
        Spec::TokenBucket { permits, period, burst } => {
            token_bucket::draw(&mut pen, &moment, [permits, burst], period);
        }
        Spec::Gcra { permits, period, burst } => gcra::draw(&mut pen, &moment, [permits, burst], period),
    }
    pen.scene
}

/// The request's mark with its outcome in bold and its cost below, from `x` on; the whole is a target.
fn request(pen: &mut Pen<'_>, moment: &Moment<'_>, (x, y): (f64, f64), right: f64) {
    let Some((step, decision)) = moment.decided else { return };
    let outcome = decision.verdict.outcome();
    let word = words::outcome(outcome, moment.run.words);
    pen.mark((x + 8.0, y), 8.0, outcome, 1.0);
    let left = x + 23.0;
    pen.text_within((left, y - 1.0), &word, Font::LEAD, super::scene::Align::Start, (left, right));
    let cost = pen.say("picture.cost", &[("cost", moment.cost(), Unit::Plain)]);
    pen.text_within((left, y + 14.0), &cost, Font::BODY, super::scene::Align::Start, (left, right));
    let row = moment.run.trace.rows.iter().position(|row| core::ptr::eq(row, moment.row)).unwrap_or(0);
    pen.scene.targets.push(Target { area: [x, y - 9.0, 18.0, 18.0], step, row });
}
