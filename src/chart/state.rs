//! What the charts read from a state and from a row: one number for any algorithm.

use super::scale::float;
use crate::limiter::{Algorithm, Snapshot};
use crate::sim::{Row, RowSpec};

/// The number of a state that is drawn over time.
pub(super) fn level(state: &Snapshot) -> f64 {
    match *state {
        Snapshot::TokenBucket { tokens, .. } => tokens,
        Snapshot::Gcra { ahead_ms, .. } => ahead_ms,
        Snapshot::LeakyBucketMeter { water, .. } => water,
        Snapshot::NginxLimitReq { excess, .. } => excess,
        Snapshot::LeakyBucketQueue { waiting: count, .. }
        | Snapshot::FixedWindow { count, .. }
        | Snapshot::SlidingWindowLog { count, .. } => float(count),
        // The curve is the estimate before any rounding.
        Snapshot::SlidingWindowCounter { previous, current, share, .. } => float(previous) * share + float(current),
    }
}

/// The time that a state is about: TAT, or where its window began.
pub(super) fn stamp(state: &Snapshot) -> f64 {
    match *state {
        Snapshot::Gcra { tat_ms: at, .. }
        | Snapshot::FixedWindow { window_start_ms: at, .. }
        | Snapshot::SlidingWindowCounter { window_start_ms: at, .. } => at,
        _ => 0.0,
    }
}

/// The rule that is drawn: a wrong one is drawn as the right one that it stands beside.
pub(super) const fn algorithm(row: &Row) -> Algorithm {
    match &row.spec {
        RowSpec::Limiter(spec) => spec.algorithm(),
        RowSpec::Flawed(flawed) => flawed.flaw.instead_of(),
    }
}
