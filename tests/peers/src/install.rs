//! Programs of the system: found, or installed where that can be done without asking, or asked for.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// One installation at a time.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The path of a program, which is installed from its Debian package when it is missing and that is possible.
///
/// # Errors
/// Says which line to run when the program is missing and cannot be installed from here.
pub fn program(name: &str, package: &str) -> Result<PathBuf, String> {
    let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = find(name) {
        return Ok(path);
    }
    let line = format!("sudo apt-get update && sudo apt-get install --yes --no-install-recommends {package}");
    let missing = |why: &str| format!("`{name}` is missing{why}. Run\n\n    {line}\n\nand then the test again.");
    if !Path::new("/etc/debian_version").is_file() || user() != Some(0) {
        return Err(missing(""));
    }
    let _quiet = NoServices::begin();
    // The second line is the first one without `sudo`, waiting for its turn when another installation is at work.
    let wait = ["-o", "DPkg::Lock::Timeout=120", "-qq"];
    let steps: [&[&str]; 2] = [&["update"], &["install", "--yes", "--no-install-recommends", package]];
    for step in steps {
        let output = Command::new("apt-get").args(wait).args(step).env("DEBIAN_FRONTEND", "noninteractive").output();
        let output = output.map_err(|error| missing(&format!(" and apt-get does not start ({error})")))?;
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(missing(&format!(" and `apt-get {}` failed:\n{told}", step.join(" "))));
        }
    }
    find(name).ok_or_else(|| missing(&format!(" also after its package {package} was installed")))
}

/// The first line that a program says to an argument such as `--version`, wherever it says it.
///
/// # Errors
/// When it does not start.
pub fn first_line(program: &Path, argument: &str) -> Result<String, String> {
    let output = Command::new(program).arg(argument).output();
    let output = output.map_err(|error| format!("{} does not start: {error}", program.display()))?;
    let said = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8_lossy(&said).lines().next().unwrap_or_default().to_owned())
}

/// Looks where shells look, and where Debian keeps its servers.
fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let system = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    env::split_paths(&path).chain(system).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The number of the user who runs this.
fn user() -> Option<u32> {
    let output = Command::new("id").arg("-u").output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Keeps an installation from starting the services it brings: Debian asks this file, and 101 means no.
struct NoServices(Option<PathBuf>);

impl NoServices {
    fn begin() -> Self {
        let path = PathBuf::from("/usr/sbin/policy-rc.d");
        // A file that is there already is somebody's own answer and stays.
        let file = OpenOptions::new().write(true).create_new(true).mode(0o755).open(&path);
        let made = file.and_then(|mut file| file.write_all(b"#!/bin/sh\nexit 101\n"));
        Self(made.is_ok().then_some(path))
    }
}

impl Drop for NoServices {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // What cannot be removed would only keep services from starting; there is no better answer here.
            let _ = fs::remove_file(path);
        }
    }
}
