//! Debian packages. Installed only where that needs no question: on Debian and its kin, as root.

use crate::process;
use crate::project::Project;
use anyhow::{Result, bail};
use std::path::Path;

/// Installs packages, or fails with the line that would. The lists of packages are fetched only if it fails without.
pub(crate) fn install(project: &Project, what: &str, packages: &[&str]) -> Result<()> {
    let line = format!("apt-get install -y --no-install-recommends {}", packages.join(" "));
    if project.which(&["apt-get"]).is_none() || !Path::new("/etc/debian_version").exists() {
        bail!("{what} not found on PATH; install it with this system's own packages (on Debian: `{line}`)");
    }
    if !is_root() {
        bail!("{what} not found on PATH; run `sudo {line}`");
    }
    println!("install: {what}, by apt-get");
    let apt =
        |args: &[&str]| process::run(project.command("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(args));
    let mut words = vec!["install", "-y", "--no-install-recommends"];
    words.extend(packages);
    if apt(&words).is_ok() {
        return Ok(());
    }
    println!("install: fetching the lists of packages, then once more");
    apt(&["update"])?;
    apt(&words)
}

#[cfg(unix)]
fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
