//! `cargo xtask test`: a table of parts, run in order. A part that fails does not stop the others; the last line counts.

mod parts;

use crate::project::Project;
use anyhow::{Result, bail};
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// One thing that can pass or fail.
struct Part {
    /// What a person types to run it alone. `clippy` also stands for every part that begins with `clippy-`.
    name: &'static str,
    /// What it checks.
    about: &'static str,
    /// Does it: first makes sure of what it needs, installing what is missing, then checks.
    run: fn(&Run) -> Result<()>,
}

/// Every part, in the order in which they run. To add one, write its function in `parts.rs` and name it here.
const PARTS: &[Part] = &[
    Part { name: "format", about: "cargo fmt --check", run: parts::format },
    Part { name: "clippy-host", about: "clippy over the workspace, warnings are errors", run: parts::clippy_host },
    Part {
        name: "clippy-wasm",
        about: "clippy over the crate and its browser tests for wasm32",
        run: parts::clippy_wasm,
    },
    Part { name: "host", about: "unit, integration and documentation tests on this machine", run: parts::host },
    Part { name: "peers", about: "the same decisions as governor, Redis and nginx", run: parts::peers },
    Part { name: "docs", about: "cargo doc without warnings", run: parts::docs },
    Part { name: "browser-chromium", about: "wasm-pack test --headless --chrome", run: parts::browser_chromium },
    Part { name: "browser-firefox", about: "wasm-pack test --headless --firefox", run: parts::browser_firefox },
    Part { name: "pages", about: "the real pages in Chromium and Firefox", run: parts::pages },
    Part {
        name: "types",
        about: "tsc over www/ and over a program that uses the whole package; that package in Node",
        run: parts::types,
    },
    Part { name: "lint", about: "eslint and stylelint", run: parts::lint },
];

/// What a part is given.
struct Run {
    project: Project,
    /// What followed `--`: passed to `cargo test` and wasm-pack; for pages, only files with one of these in their name run.
    extra: Vec<String>,
}

/// How a part ended.
struct Outcome {
    name: &'static str,
    failure: Option<String>,
    took: Duration,
}

/// The parts with what they check, one a line.
pub(crate) fn list() -> String {
    PARTS.iter().fold(String::new(), |mut text, part| {
        let _ = writeln!(text, "{:<18}{}", part.name, part.about);
        text
    })
}

/// Runs the named parts, or all, and reports. `start` is called once the names are known to be right.
pub(crate) fn run(start: fn() -> Result<Project>, names: &[String], extra: Vec<String>) -> Result<ExitCode> {
    let chosen = choose(names)?;
    let run = Run { project: start()?, extra };
    let started = Instant::now();
    let outcomes: Vec<Outcome> = chosen
        .into_iter()
        .map(|part| {
            println!("\n=== {}: {}", part.name, part.about);
            let started = Instant::now();
            let failure = (part.run)(&run).err().map(|error| format!("{error:#}"));
            if let Some(text) = &failure {
                println!("{}: FAILED: {text}", part.name);
            }
            Outcome { name: part.name, failure, took: started.elapsed() }
        })
        .collect();
    print!("{}", report(&outcomes, started.elapsed()));
    let failed = outcomes.iter().any(|outcome| outcome.failure.is_some());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The parts that a person named; all of them when none is named.
fn choose(names: &[String]) -> Result<Vec<&'static Part>> {
    let is = |part: &Part, name: &str| {
        part.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    if let Some(unknown) = names.iter().find(|name| !PARTS.iter().any(|part| is(part, name))) {
        bail!("`{unknown}` is not a part of the tests; the parts are\n\n{}", list());
    }
    Ok(PARTS.iter().filter(|part| names.is_empty() || names.iter().any(|name| is(part, name))).collect())
}

/// One line a part, the total time, and alone on the last line the counts.
fn report(outcomes: &[Outcome], total: Duration) -> String {
    let mut text = String::from("\n");
    for outcome in outcomes {
        let word = if outcome.failure.is_some() { "FAILED" } else { "ok" };
        let _ = writeln!(text, "{:<18}{word:<8}{:>7.1} s", outcome.name, outcome.took.as_secs_f64());
    }
    let _ = writeln!(text, "{:<26}{:>7.1} s", "total", total.as_secs_f64());
    for outcome in outcomes {
        if let Some(failure) = &outcome.failure {
            let _ = writeln!(text, "\n{}: {failure}", outcome.name);
        }
    }
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    let _ = writeln!(text, "\n{} passed, {failed} failed", outcomes.len() - failed);
    text
}

#[cfg(test)]
mod tests {
    use super::{Outcome, choose, report};
    use std::time::Duration;

    fn names(asked: &[&str]) -> Vec<&'static str> {
        let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
        choose(&asked).expect("known names").iter().map(|part| part.name).collect()
    }

    #[test]
    fn a_name_chooses_its_part_or_its_family_in_the_tables_order() {
        assert_eq!(names(&["lint", "clippy"]), ["clippy-host", "clippy-wasm", "lint"]);
        assert_eq!(names(&["browser-firefox"]), ["browser-firefox"]);
        assert!(names(&[]).len() > 5);
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = choose(&["clip".to_owned()]).err().expect("no such part").to_string();
        assert!(error.contains("`clip`") && error.contains("clippy-host"), "{error}");
    }

    #[test]
    fn the_last_line_counts() {
        let outcome =
            |name, failure: Option<&str>| Outcome { name, failure: failure.map(str::to_owned), took: Duration::ZERO };
        let text = report(&[outcome("host", None), outcome("lint", Some("why"))], Duration::from_secs(3));
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
        assert!(text.contains("lint: why"), "{text}");
    }
}
