//! The two shapes that gauges draw over time: a straight run to rest, and stairs.

use super::decision::Vertex;
use crate::time::Nanos;

/// The most stairs drawn in one curve; more are drawn as every second, third, ... of them.
pub(crate) const MOST_STAIRS: usize = 128;

/// Pushes the corners of a gauge that runs straight from `from` until it comes to rest at `rest_at`.
pub(crate) fn ramp(from: Nanos, to: Nanos, rest_at: Nanos, value: impl Fn(Nanos) -> f64, out: &mut Vec<Vertex>) {
    corners(from, to, &[rest_at], value, out);
}

/// Pushes the corners of a gauge that runs straight between `from`, the `bends` in their order, and `to`.
pub(crate) fn corners(from: Nanos, to: Nanos, bends: &[Nanos], value: impl Fn(Nanos) -> f64, out: &mut Vec<Vertex>) {
    let inside = bends.iter().copied().filter(|at| from < *at && *at < to);
    let ends = [from].into_iter().chain(inside).chain([to]);
    out.extend(ends.map(|at| Vertex { at, value: value(at) }));
}

/// Pushes the corners of a gauge that stands at `value` and moves to a new value at each of the `steps`.
///
/// The steps come in the order of time, all after `from` and none after `to`.
pub(crate) fn stairs(
    from: Nanos,
    to: Nanos,
    mut value: f64,
    steps: impl Iterator<Item = (Nanos, f64)>,
    out: &mut Vec<Vertex>,
) {
    out.push(Vertex { at: from, value });
    for (at, next) in steps {
        out.push(Vertex { at, value });
        value = next;
        out.push(Vertex { at, value });
    }
    out.push(Vertex { at: to, value });
}
