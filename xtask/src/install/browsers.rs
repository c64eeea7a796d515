//! The browsers that the tests run in, and Chromium's driver (Firefox's is among the tools from crates.io).

use super::apt;
use crate::project::Project;
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Names under which Chromium or its sibling Chrome is found.
const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Chromium or Chrome: where it is.
pub(crate) fn chromium(project: &Project) -> Result<PathBuf> {
    if project.which(&CHROMIUM).is_none() {
        apt::install(project, "Chromium", &["chromium"])?;
    }
    project.which(&CHROMIUM).context("Chromium was installed, but is not on PATH")
}

/// Chromium's WebDriver.
pub(crate) fn chromedriver(project: &Project) -> Result<()> {
    if project.which(&["chromedriver"]).is_none() {
        apt::install(project, "chromedriver", &["chromium-driver"])?;
    }
    project.which(&["chromedriver"]).context("chromedriver was installed, but is not on PATH").map(drop)
}

/// Firefox: where it is.
pub(crate) fn firefox(project: &Project) -> Result<PathBuf> {
    let names = ["firefox", "firefox-esr"];
    if project.which(&names).is_none() {
        apt::install(project, "Firefox", &["firefox-esr"])?;
    }
    project.which(&names).context("Firefox was installed, but is not on PATH")
}
