//! The panel of one row: the level of the current request's key over time.

use super::lane::FAINT;
use super::layout::{HEAD, Layout, Place};
use super::thin::Thin;
use crate::chart::pen::{Font, Pen};
use crate::chart::scale::{Linear, Step, TimeUnit};
use crate::chart::scene::{Align, Point, Role};
use crate::chart::state::{algorithm, level};
use crate::chart::words;
use crate::limiter::{Gauge, Unit};
use crate::sim::{Row, RowSpec};

/// The unit of a gauge's axis, where it measures time.
fn time_unit(gauge: &Gauge) -> Option<TimeUnit> {
    (gauge.unit == Unit::Millis).then(|| TimeUnit::of(gauge.max))
}

/// The least and the largest level of a row's panel. A right rule keeps to its gauge; a wrong one may leave it, and
/// is asked about the first `shown` steps.
#[inline(never)]
pub(super) fn range(row: &Row, shown: usize) -> (f64, f64) {
    let (mut low, mut high) = (0.0_f64, row.gauge.max);
    if matches!(row.spec, RowSpec::Flawed(_)) {
        for decision in row.decisions.iter().take(shown) {
            for state in [&decision.before, &decision.after] {
                let level = level(state);
                (low, high) = (low.min(level), high.max(level));
            }
        }
    }
    (low, high)
}

/// The ticks of a panel's axis, two to four of them: numbers on the axis, whose unit is the gauge's.
#[inline(never)]
fn ticks(row: &Row, shown: usize, height: f64) -> Vec<f64> {
    let (mut low, mut high) = range(row, shown);
    let wanted = ((height - HEAD) / 26.0).clamp(1.0, 3.0);
    let step = if let Some(unit) = time_unit(&row.gauge) {
        (low, high) = (unit.of_millis(low), unit.of_millis(high));
        unit.step((high - low) / wanted)
    } else if high - low >= 1.0 {
        Step::counting((high - low) / wanted)
    } else {
        Step::decimal((high - low) / wanted)
    };
    step.ticks(low, high)
}

/// The room that the labels of a row's axis want to the left of its panel.
#[inline(never)]
pub(super) fn gutter(pen: &Pen<'_>, row: &Row, shown: usize, height: f64) -> f64 {
    let mut width = 0.0_f64;
    for tick in ticks(row, shown, height) {
        width = width.max(pen.width(&pen.number(tick), Font::SMALL));
    }
    width
}

/// Draws a panel's axis, grid, title and bound.
pub(super) fn frame(pen: &mut Pen<'_>, layout: &Layout<'_>, place: &Place<'_>) {
    let panel = &place.panel;
    let sides = (panel.left, panel.right);
    let gauge = &place.row.gauge;
    let edge = panel.left - 7.0;
    for tick in ticks(place.row, layout.shown, panel.height()) {
        let at = place.y.at(time_unit(gauge).map_or(tick, |unit| unit.to_millis(tick)));
        pen.across(sides, at, Role::Grid, 1.0);
        pen.small_number((edge, at + 4.0), tick, Role::Muted, edge);
    }
    pen.across(sides, panel.bottom, Role::Grid, 1.0);
    let bound = place.y.within(gauge.line_at);
    pen.dashes((panel.left, bound), (panel.right, bound), Role::Bound, 1.25);
}

/// Draws the level: its area, its line, where it stands now; then the labels, which stand on top.
pub(super) fn panel(pen: &mut Pen<'_>, layout: &Layout<'_>, place: &Place<'_>) {
    // A curve in two parts: what has happened at the position, and what comes.
    let (mut past, mut future) = (Clip::new(&layout.x, &place.y), Clip::new(&layout.x, &place.y));
    curve(layout, place, &mut past, &mut future);
    if layout.reveal {
        curve_line(pen, future.points.finish(), place, FAINT, 0.4);
    }
    curve_line(pen, past.points.finish(), place, 1.0, 1.0);
    labels(pen, layout, place);
    let decision = layout.current.and_then(|step| place.row.decisions.get(step));
    if let (Some((_, x)), Some(decision)) = (layout.now, decision) {
        let spot = (x, place.y.within(level(&decision.after)));
        pen.disc(spot, 4.5, Role::Paper, 1.0);
        pen.disc(spot, 3.5, Role::Level, 1.0);
    }
}

#[inline(never)]
fn curve_line(pen: &mut Pen<'_>, points: Vec<Point>, place: &Place<'_>, opacity: f64, line_opacity: f64) {
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let mut area = points.clone();
        area.push((last.0, place.panel.bottom));
        area.push((first.0, place.panel.bottom));
        pen.area(area, Role::Level, 0.14 * opacity);
        pen.line(points, Role::Level, 1.5, line_opacity);
    }
}

/// What the panel draws, at its left; what the line across means, at its right, just above the line.
fn labels(pen: &mut Pen<'_>, layout: &Layout<'_>, place: &Place<'_>) {
    let (panel, gauge) = (&place.panel, &place.row.gauge);
    let baseline = panel.top + 10.0;
    let mut text = pen.say(&words::LINES[gauge.line as usize], &[gauge.line_at]);
    let font = Font::SMALL.in_role(Role::Bound);
    let bound_baseline = (place.y.within(gauge.line_at) - 4.0).max(baseline);
    let width = pen.fit(&mut text, font, panel.width() * 0.6);
    let begin = panel.right - width;
    if bound_baseline > baseline + 1.0 {
        clearing(pen, begin - 3.0, bound_baseline, width + 4.0);
    }
    pen.text((panel.right, bound_baseline), text, font, Align::End);
    let (dot, unit) = time_unit(gauge).map_or(("", ""), |unit| (".", unit.slug()));
    let mut title = words::word(layout.run.words, &["level.", algorithm(place.row).slug(), dot, unit]);
    if let Some(name) = key_of(layout).and_then(|key| layout.run.trace.keys.get(key as usize))
        && !name.is_empty()
    {
        title.push_str(" \u{b7} ");
        title.push_str(name);
    }
    // The labels share a line unless the bound is far enough down.
    let right = if bound_baseline < baseline + 13.0 { begin - 10.0 } else { panel.right };
    let left = panel.left + 2.0;
    let width = pen.width(&title, Font::SMALL).min(right - left);
    clearing(pen, panel.left + 1.0, baseline, width + 3.0);
    pen.text_within((left, baseline), title, Font::SMALL, Align::Start, (left, right));
}

/// Clears what is behind a label.
#[inline(never)]
fn clearing(pen: &mut Pen<'_>, left: f64, baseline: f64, width: f64) {
    pen.rectangle([left, baseline - 10.0, width, 13.0], 3.0, Role::Paper, 0.85);
}

/// The key whose level is drawn: the current request's, or the first one's before that.
#[inline(never)]
fn key_of(layout: &Layout<'_>) -> Option<u32> {
    layout.run.trace.arrivals.get(layout.current.unwrap_or(0)).map(|arrival| arrival.key)
}

/// Takes the curve of the current key apart into its past and its future.
fn curve(layout: &Layout<'_>, place: &Place<'_>, past: &mut Clip<'_>, future: &mut Clip<'_>) {
    let Some(key) = key_of(layout) else {
        let (from, to) = layout.x.domain();
        let rest = level(&place.row.fresh);
        future.push((from, rest));
        future.push((to, rest));
        return;
    };
    // The first corner after the last step that is past still belongs to the past: it is the level that step left.
    let mut left = layout.current.is_none();
    for (step, part) in place.row.curve_parts(&layout.run.trace.arrivals, key) {
        let before = step.is_some_and(|step| step < layout.run.position);
        for vertex in part {
            let point = (vertex.at.as_millis_f64(), vertex.value);
            if before {
                past.push(point);
                continue;
            }
            if !left {
                past.push(point);
            }
            left = true;
            if !layout.reveal {
                break;
            }
            future.push(point);
        }
        if !before && !layout.reveal {
            break;
        }
    }
}

/// Takes the corners of a curve in numbers and keeps what lies in the view, in pixels.
struct Clip<'a> {
    x: &'a Linear,
    y: &'a Linear,
    last: Option<Point>,
    points: Thin,
}

impl<'a> Clip<'a> {
    fn new(x: &'a Linear, y: &'a Linear) -> Self {
        Self { x, y, last: None, points: Thin::default() }
    }

    #[inline(never)]
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
        if self.x.holds(point.0) {
            self.keep(point);
        }
        self.last = Some(point);
    }

    #[inline(never)]
    fn keep(&mut self, (at, value): Point) {
        self.points.push((self.x.within(at), self.y.within(value)));
    }
}
