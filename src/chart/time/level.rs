//! The panel of one row: the level of the current request's key over time.

use super::Over;
use super::lane::FAINT;
use super::layout::{HEAD, Layout};
use super::thin::Thin;
use crate::chart::frame::Edges;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, Step, TimeUnit};
use crate::chart::scene::{Align, Point, Role};
use crate::limiter::{Gauge, GaugeLine, Snapshot, Unit, Vertex};
use crate::sim::{Row, RowSpec};

/// The number of a state that its row's panel draws.
pub(super) fn level(state: &Snapshot) -> f64 {
    match *state {
        Snapshot::TokenBucket { tokens, .. } => tokens,
        Snapshot::Gcra { ahead_ms, .. } => ahead_ms,
        Snapshot::LeakyBucketMeter { water, .. } => water,
        Snapshot::LeakyBucketQueue { waiting, .. } => crate::chart::scale::float(waiting),
        Snapshot::NginxLimitReq { excess, .. } => excess,
        Snapshot::FixedWindow { count, .. } | Snapshot::SlidingWindowLog { count, .. } => {
            crate::chart::scale::float(count)
        }
        // The curve is the estimate before any rounding.
        Snapshot::SlidingWindowCounter { previous, current, share, .. } => {
            crate::chart::scale::float(previous) * share + crate::chart::scale::float(current)
        }
    }
}

/// The unit of a gauge's axis, where it measures time.
fn time_unit(gauge: &Gauge) -> Option<TimeUnit> {
    (gauge.unit == Unit::Millis).then(|| TimeUnit::of(gauge.max))
}

/// A gauge's number as its own axis counts it.
fn on_axis(gauge: &Gauge, value: f64) -> f64 {
    time_unit(gauge).map_or(value, |unit| unit.of_millis(value))
}

/// The least and the largest level of a row's panel. A right rule keeps to its gauge; a wrong one may leave it, and
/// is asked about the first `shown` steps.
fn range(row: &Row, shown: usize) -> (f64, f64) {
    let all = (0.0, row.gauge.max);
    match row.spec {
        RowSpec::Limiter(_) => all,
        RowSpec::Flawed(_) => row.decisions.iter().take(shown).fold(all, |(low, high), decision| {
            let (one, other) = (level(&decision.before), level(&decision.after));
            (low.min(one).min(other), high.max(one).max(other))
        }),
    }
}

/// The scale of a panel: the least level at its bottom, the largest below its head.
pub(super) fn scale(row: &Row, shown: usize, panel: Edges) -> Linear {
    Linear::new(range(row, shown), (panel.bottom, panel.top + HEAD))
}

/// The ticks of a panel's axis, two to four of them, as (gauge value, number on the axis).
fn ticks(row: &Row, shown: usize, height: f64) -> Vec<(f64, f64)> {
    let gauge = &row.gauge;
    let (low, high) = range(row, shown);
    let (bottom, top) = (on_axis(gauge, low), on_axis(gauge, high));
    let length = top - bottom;
    let wanted = ((height - HEAD) / 26.0).clamp(1.0, 3.0);
    let step = match time_unit(gauge) {
        Some(unit) => unit.step(length / wanted),
        None => match Step::decimal(length / wanted) {
            step if step.length() < 1.0 && length >= 1.0 => Step::whole(1.0),
            step => step,
        },
    };
    let back = |tick: f64| time_unit(gauge).map_or(tick, |unit| unit.to_millis(tick));
    step.ticks(bottom, top).map(|tick| (back(tick), tick)).collect()
}

/// The room that the labels of a row's axis want to the left of its panel.
pub(super) fn gutter(pen: &Pen<'_>, row: &Row, shown: usize, [width, height]: [f64; 2]) -> f64 {
    let widths = ticks(row, shown, height).into_iter().map(|(_, tick)| pen.width(&pen.number(tick), Font::SMALL));
    widths.fold(0.0, f64::max).min(width * 0.3)
}

/// Draws a panel's axis, grid, title and bound.
pub(super) fn frame(pen: &mut Pen<'_>, over: &Over<'_>, layout: &Layout, row: usize) {
    let panel = layout.rows[row].panel;
    let data = &over.run.trace.rows[row];
    let gauge = &data.gauge;
    let y = scale(data, over.shown(), panel);
    let edge = panel.left - 7.0;
    for (value, tick) in ticks(data, over.shown(), panel.height()) {
        let at = y.at(value);
        pen.across((panel.left, panel.right), at, Role::Grid, 1.0);
        let text = pen.number(tick);
        if pen.width(&text, Font::SMALL) <= edge {
            pen.text((edge, at + 4.0), text, Font::SMALL, Align::End);
        }
    }
    pen.across((panel.left, panel.right), panel.bottom, Role::Grid, 1.0);
    let bound = y.within(gauge.line_at);
    pen.dashes((panel.left, bound), (panel.right, bound), Role::Bound, 1.25);
}

/// Draws the level: its area, its line, where it stands now; then the labels, which stand on top.
pub(super) fn panel(pen: &mut Pen<'_>, over: &Over<'_>, layout: &Layout, row: usize) {
    let panel = layout.rows[row].panel;
    let data = &over.run.trace.rows[row];
    let y = scale(data, over.shown(), panel);
    let curve = Curve::new(over, data, &y);
    if over.reveal {
        curve_line(pen, curve.future, panel, FAINT);
    }
    curve_line(pen, curve.past, panel, 1.0);
    labels(pen, over, data, panel, &y);
    let now = over.current().map(|step| (over.run.trace.arrivals[step].at, &data.decisions[step]));
    if let Some((at, decision)) = now {
        let (from, to) = over.x.domain();
        let at = at.as_millis_f64();
        if (from..=to).contains(&at) {
            let spot = (over.x.at(at), y.within(level(&decision.after)));
            pen.disc(spot, 4.5, Role::Paper, 1.0);
            pen.disc(spot, 3.5, Role::Level, 1.0);
        }
    }
}

fn curve_line(pen: &mut Pen<'_>, points: Vec<Point>, panel: Edges, opacity: f64) {
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let mut area = points.clone();
        area.push((last.0, panel.bottom));
        area.push((first.0, panel.bottom));
        pen.area(area, Role::Level, 0.14 * opacity);
        pen.line(points, Role::Level, 1.5, if opacity < 1.0 { 0.4 } else { 1.0 });
    }
}

/// What the panel draws, at its left; what the line across means, at its right, just above the line.
fn labels(pen: &mut Pen<'_>, over: &Over<'_>, row: &Row, panel: Edges, y: &Linear) {
    let gauge = &row.gauge;
    let baseline = panel.top + 10.0;
    let (key, unit) = match gauge.line {
        GaugeLine::Capacity => ("line.capacity", gauge.unit),
        GaugeLine::Tolerance => ("line.tolerance", gauge.unit),
        GaugeLine::Limit => ("line.limit", gauge.unit),
        GaugeLine::Queue => ("line.queue", gauge.unit),
    };
    let unit = if unit == Unit::Millis { unit } else { Unit::Plain };
    let bound = pen.say(key, &[("at", gauge.line_at, unit)]);
    let font = Font::SMALL.in_role(Role::Bound);
    let bound_baseline = (y.within(gauge.line_at) - 4.0).max(baseline);
    let room = panel.width() * 0.6;
    let (bound, width) = pen.fitted(&bound, font, room);
    let begin = panel.right - width;
    if bound_baseline > baseline + 1.0 {
        pen.rectangle([begin - 3.0, bound_baseline - 10.0, width + 4.0, 13.0], 3.0, Role::Paper, 0.85);
    }
    pen.text((panel.right, bound_baseline), bound, font, Align::End);
    let mut key = String::from("level.");
    key.push_str(match row.spec {
        RowSpec::Limiter(spec) => spec.algorithm().slug(),
        RowSpec::Flawed(flawed) => flawed.flaw.instead_of().slug(),
    });
    if let Some(unit) = time_unit(gauge) {
        key.push('.');
        key.push_str(unit.slug());
    }
    let mut title = pen.say(&key, &[]);
    let name = key_of(over).and_then(|key| over.run.trace.keys.get(key as usize));
    if let Some(name) = name.filter(|name| !name.is_empty()) {
        title.push_str(" \u{b7} ");
        title.push_str(name);
    }
    // The labels share a line unless the bound is far enough down.
    let right = if bound_baseline < baseline + 13.0 { begin - 10.0 } else { panel.right };
    let edges = (panel.left + 2.0, right);
    let width = pen.width(&title, Font::SMALL).min(right - edges.0);
    pen.rectangle([panel.left + 1.0, baseline - 10.0, width + 3.0, 13.0], 3.0, Role::Paper, 0.85);
    pen.text_within((edges.0, baseline), &title, Font::SMALL, Align::Start, edges);
}

/// The key whose level is drawn: the current request's, or the first one's before that.
fn key_of(over: &Over<'_>) -> Option<u32> {
    over.run.trace.arrivals.get(over.current().unwrap_or(0)).map(|arrival| arrival.key)
}

/// A curve in two parts: what has happened at the position, and what comes.
struct Curve {
    past: Vec<Point>,
    future: Vec<Point>,
}

impl Curve {
    fn new(over: &Over<'_>, row: &Row, y: &Linear) -> Self {
        let (mut past, mut future) = (Clip::new(over.x, *y), Clip::new(over.x, *y));
        let Some(key) = key_of(over) else {
            let (from, to) = over.x.domain();
            let rest = level(&row.fresh);
            future.push((from, rest));
            future.push((to, rest));
            return Self { past: past.points.finish(), future: future.points.finish() };
        };
        // The first corner after the last step that is past still belongs to the past: it is the level that step left.
        let mut left = false;
        for (step, part) in row.curve_parts(&over.run.trace.arrivals, key) {
            let before = step.is_some_and(|step| step < over.run.position);
            if !before {
                if !left && over.current().is_some() {
                    part.iter().take(1).for_each(|vertex| past.vertex(vertex));
                }
                left = true;
                if !over.reveal {
                    break;
                }
            }
            let side = if before { &mut past } else { &mut future };
            part.iter().for_each(|vertex| side.vertex(vertex));
        }
        Self { past: past.points.finish(), future: future.points.finish() }
    }
}

/// Takes the corners of a curve in numbers and keeps what lies in the view, in pixels.
struct Clip {
    x: Linear,
    y: Linear,
    last: Option<Point>,
    points: Thin,
}

impl Clip {
    fn new(x: Linear, y: Linear) -> Self {
        Self { x, y, last: None, points: Thin::default() }
    }

    fn vertex(&mut self, vertex: &Vertex) {
        self.push((vertex.at.as_millis_f64(), vertex.value));
    }

    fn push(&mut self, point: Point) {
        let (from, to) = self.x.domain();
        if let Some(last) = self.last {
            // Where the stretch between two corners crosses an edge of the view, it gets a corner there.
            let edges = if last.0 <= point.0 { [from, to] } else { [to, from] };
            for edge in edges {
                if (last.0 < edge && edge < point.0) || (point.0 < edge && edge < last.0) {
                    let share = (edge - last.0) / (point.0 - last.0);
                    self.keep((edge, last.1 + (point.1 - last.1) * share));
                }
            }
        }
        if from <= point.0 && point.0 <= to {
            self.keep(point);
        }
        self.last = Some(point);
    }

    fn keep(&mut self, (at, value): Point) {
        self.points.push((self.x.within(at), self.y.within(value)));
    }
}
