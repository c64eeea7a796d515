//! How gauges are drawn over time: straight from bend to bend, or in stairs.

use super::decision::Vertex;
use crate::time::Nanos;

/// The most stairs drawn in one curve; more are drawn as every second, third, ... of them.
pub(crate) const MOST_STAIRS: usize = 128;

/// Pushes the corners of a gauge from `from` to `to`, both included. At each of the `bends` in between, which come in their
/// order, it has a corner, or with `stairs` a step from the value before to the value there.
///
/// Called through a pointer, so that it exists once for all rules.
pub(crate) fn corners(
    stairs: bool,
    from: Nanos,
    to: Nanos,
    bends: &[Nanos],
    level: &mut dyn FnMut(Nanos) -> f64,
    out: &mut Vec<Vertex>,
) {
    let mut value = level(from);
    out.push(Vertex { at: from, value });
    for &at in bends {
        if at <= from || at > to || (at == to && !stairs) {
            continue;
        }
        if stairs {
            out.push(Vertex { at, value });
        }
        value = level(at);
        out.push(Vertex { at, value });
    }
    if !stairs {
        value = level(to);
    }
    out.push(Vertex { at: to, value });
}
