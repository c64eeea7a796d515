//! `cargo xtask bench`: runs the benchmarks and puts their figures into one table.

use crate::project::Project;
use crate::{install, pkg, process};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Where `--write` puts the table, and the lines it stands between.
const README: &str = "benches/README.md";
const BEGIN: &str = "<!-- figures -->\n";
const END: &str = "<!-- end of figures -->\n";
/// What the others are measured by, where a group has it.
const YARDSTICKS: [&str; 2] = ["bare integer GCRA loop", "plain float loop"];

/// One measured thing.
struct Row {
    group: String,
    name: String,
    /// Decisions a second, or bytes a key.
    value: f64,
    bytes: bool,
}

/// Measures, prints, and with `write` keeps the figures.
pub(crate) fn run(project: &Project, write: bool) -> Result<()> {
    install::node::packages(project)?;
    pkg::FULL.build(project)?;
    // That all who are compared decide alike.
    process::run(&mut project.cargo(&["test", "--release", "--package", "ratelab-benches", "--lib"]))?;
    let criterion = project.target.join("criterion");
    // Of earlier runs nothing is compared, and what was renamed would stay.
    pkg::empty_folder(&criterion)?;
    process::run(
        project
            .cargo(&["bench", "--package", "ratelab-benches", "--bench", "decide", "--", "--noplot"])
            .env("CRITERION_HOME", &criterion),
    )?;
    let mut rows = criterion_rows(&criterion)?;

    let file = project.scratch().join("bench.json");
    fs::create_dir_all(project.scratch()).context("cannot make the folder for the figures")?;
    let scale = ["bench", "--package", "ratelab-benches", "--bench", "scale", "--"];
    process::run(project.cargo(&scale).arg(&file))?;
    rows.extend(own_rows(&file)?);
    process::run(project.command("node").arg("benches/wasm.mjs").arg(&file))?;
    rows.extend(own_rows(&file)?);

    let text = format!("{}{}", machine(project), table(&rows));
    println!("\n{text}");
    if write { keep(&project.root.join(README), &text) } else { Ok(()) }
}

/// What Criterion found: the time of the fastest round, and how many decisions a round holds.
fn criterion_rows(folder: &Path) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for path in pkg::files(folder)?.into_iter().filter(|path| path.ends_with("new/benchmark.json")) {
        let about = json(&path)?;
        let samples = json(&path.with_file_name("sample.json"))?;
        let text = |key: &str| about.get(key).and_then(Value::as_str).map(str::to_owned);
        let row = || {
            let count = about.pointer("/throughput/Elements")?.as_f64()?;
            let list =
                |key: &str| samples.get(key)?.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>();
            let rounds = list("times")?.into_iter().zip(list("iters")?).map(|(nanos, rounds)| nanos / rounds);
            let nanos = rounds.min_by(f64::total_cmp)?;
            Some(Row { group: text("group_id")?, name: text("function_id")?, value: count / nanos * 1e9, bytes: false })
        };
        rows.push(row().with_context(|| format!("{} is not as Criterion writes it", path.display()))?);
    }
    ensure!(!rows.is_empty(), "Criterion left no figures in {}", folder.display());
    // One key before many, in each group the fastest first.
    rows.sort_by(|a, b| b.group.cmp(&a.group).then(b.value.total_cmp(&a.value)));
    Ok(rows)
}

/// What our own programs wrote.
fn own_rows(file: &Path) -> Result<Vec<Row>> {
    let all = json(file)?;
    let row = |row: &Value| {
        let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |key: &str| row.get(key).and_then(Value::as_f64);
        let bytes = number("bytes");
        Some(Row {
            group: text("group")?,
            name: text("name")?,
            value: bytes.or(number("rate"))?,
            bytes: bytes.is_some(),
        })
    };
    let rows: Option<Vec<Row>> = all.as_array().and_then(|all| all.iter().map(row).collect());
    rows.with_context(|| format!("{} holds no figures", file.display()))
}

fn json(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", file.display()))
}

/// One table a group.
fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut group = "";
    for row in rows {
        if row.group != group {
            group = &row.group;
            let columns = if row.bytes {
                "| bytes |\n|---|---:|"
            } else {
                "| million a second | ns each | ratio |\n|---|---:|---:|---:|"
            };
            let _ = writeln!(text, "\n| {group} {columns}");
        }
        if row.bytes {
            let _ = writeln!(text, "| {} | {:.0} |", row.name, row.value);
            continue;
        }
        let yardstick = rows.iter().find(|other| other.group == row.group && YARDSTICKS.contains(&other.name.as_str()));
        let ratio = yardstick.map_or_else(String::new, |other| format!("{:.2}", row.value / other.value));
        let _ = writeln!(text, "| {} | {:.1} | {:.2} | {ratio} |", row.name, row.value / 1e6, 1e9 / row.value);
    }
    text
}

/// What it was measured on.
fn machine(project: &Project) -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let processor = processor.unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let ask = |program: &str| process::ask(project.command(program).arg("--version")).unwrap_or_default();
    let version = |text: String| text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    format!(
        "Measured on: {processor}, {cores} cores, {}; {}, Node {}.\n",
        std::env::consts::OS,
        version(ask("rustc")),
        ask("node").trim_start_matches('v')
    )
}

/// Puts the table between its two lines.
fn keep(file: &Path, table: &str) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        parts.with_context(|| format!("{} lacks the lines that the figures go between", file.display()))?;
    fs::write(file, format!("{before}{BEGIN}{table}{END}{after}"))
        .with_context(|| format!("cannot write {}", file.display()))?;
    println!("bench: wrote {README}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Row, table};

    #[test]
    fn rates_are_set_against_the_groups_yardstick() {
        let row = |group: &str, name: &str, value, bytes| Row {
            group: group.to_owned(),
            name: name.to_owned(),
            value,
            bytes,
        };
        let text = table(&[
            row("one", "bare integer GCRA loop", 1e9, false),
            row("one", "ours", 5e8, false),
            row("two", "ours", 2e7, false),
            row("room", "ours", 8.0, true),
        ]);
        assert!(text.contains("| ours | 500.0 | 2.00 | 0.50 |"), "{text}");
        assert!(text.contains("| ours | 20.0 | 50.00 |  |"), "{text}");
        assert!(text.contains("| room | bytes |") && text.contains("| ours | 8 |"), "{text}");
    }
}
