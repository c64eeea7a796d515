//! The trace as a file: every number exact, in plain digits.

use std::fmt::Write as _;

use super::stepper::Stepper;
use crate::time::{NANOS_PER_MILLI, Nanos};

impl Stepper {
    /// The run as CSV (RFC 4180): a header, then one line a request; times in milliseconds, exact to the nanosecond.
    ///
    /// A key that a spreadsheet would take for a formula is written with an apostrophe before it.
    #[must_use]
    pub fn csv(&self) -> String {
        let trace = self.trace();
        let mut out = String::from("step,at_ms,cost,key");
        for (at, row) in trace.rows.iter().enumerate() {
            let name = format!("{}.{}", at + 1, row.spec.slug());
            for column in ["outcome", "wait_ms", "retry_after_ms", "remaining", "reset_ms"] {
                let _ = write!(out, ",{name}.{column}");
            }
        }
        out.push_str("\r\n");
        for (step, arrival) in trace.arrivals.iter().enumerate() {
            let key = trace.keys.get(arrival.key as usize).map_or("", String::as_str);
            let _ = write!(out, "{},{},{},{}", step + 1, millis(arrival.at), arrival.cost, field(key));
            for row in &trace.rows {
                let decision = &row.decisions[step];
                let verdict = decision.verdict;
                let retry = verdict.retry_after().map(millis).unwrap_or_default();
                let (slug, wait) = (verdict.outcome().slug(), millis(verdict.wait()));
                let _ = write!(out, ",{slug},{wait},{retry},{},{}", decision.remaining, millis(decision.reset));
            }
            out.push_str("\r\n");
        }
        out
    }
}

/// Milliseconds with as many digits after the point as the nanoseconds need.
fn millis(time: Nanos) -> String {
    let (whole, part) = (time.get() / NANOS_PER_MILLI, time.get() % NANOS_PER_MILLI);
    if part == 0 {
        return whole.to_string();
    }
    format!("{whole}.{}", format!("{part:06}").trim_end_matches('0'))
}

/// A text as a CSV field.
fn field(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if guard.is_empty() && !text.contains(['"', ',', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_are_exact_to_the_nanosecond() {
        assert_eq!(millis(Nanos::new(1_500_000)), "1.5");
        assert_eq!(millis(Nanos::new(2_000_001)), "2.000001");
        assert_eq!(millis(Nanos::from_secs(3)), "3000");
    }

    #[test]
    fn fields_are_quoted_and_never_formulas() {
        assert_eq!(field("u1"), "u1");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(field("=1+1"), "\"'=1+1\"");
    }
}
