//! Node and the packages of `tests/pages`, exactly as its lockfile names them.

use super::apt;
use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, ensure};
use std::time::SystemTime;

/// The oldest Node that all packages of the lockfile accept.
const OLDEST: (u32, u32) = (20, 19);

/// Node and npm on PATH, new enough.
pub(crate) fn node(project: &Project) -> Result<()> {
    if project.which(&["node"]).is_none() || project.which(&["npm"]).is_none() {
        apt::install(project, "Node with npm", &["nodejs", "npm"])?;
    }
    let said = process::ask(project.command("node").arg("--version")).context("`node --version` fails")?;
    let mut numbers = said.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    ensure!(version >= OLDEST, "Node is {said}; {}.{} or newer is needed", OLDEST.0, OLDEST.1);
    Ok(())
}

/// The installed packages; made anew when the lockfile is newer. No package may run a script while it installs.
pub(crate) fn packages(project: &Project) -> Result<()> {
    node(project)?;
    let pages = project.pages();
    let changed = |name: &str| -> Option<SystemTime> { pages.join(name).metadata().ok()?.modified().ok() };
    let (locked, installed) = (changed("package-lock.json"), changed("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= locked {
        return Ok(());
    }
    println!("install: the Node packages of tests/pages");
    let npm = project.which(&["npm"]).context("npm is not on PATH")?;
    let mut command = project.command(npm);
    command.current_dir(&pages).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    process::run(&mut command).context("the packages of tests/pages/package-lock.json cannot be installed")
}
