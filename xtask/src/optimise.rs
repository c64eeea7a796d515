//! Makes the wasm smaller and faster with binaryen's `wasm-opt`, where a version that understands our module is at hand.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Older ones fail on, or quietly break, modules with tables of external references; distributions still ship those.
const OLDEST: u32 = 120;

/// A `wasm-opt` to use, or why there is none.
pub(crate) enum Optimiser {
    /// The program with its leading arguments, and its version.
    Found(Vec<PathBuf>, u32),
    /// Nothing that can be used; the text says why.
    Skipped(String),
}

/// Looks among the installed Node packages first, then on PATH.
pub(crate) fn find(project: &Project) -> Optimiser {
    if let (Some(version), Some(node)) = (packaged(project), project.which(&["node"])) {
        return Optimiser::Found(vec![node, project.node_module("binaryen/bin/wasm-opt")], version);
    }
    let Some(program) = project.which(&["wasm-opt"]) else {
        return Optimiser::Skipped("wasm-opt is not installed (`npm ci` in tests/pages brings it)".to_owned());
    };
    let words = vec![program];
    match version(project, &words) {
        Some(version) if version >= OLDEST => Optimiser::Found(words, version),
        Some(version) => {
            Optimiser::Skipped(format!("the wasm-opt on PATH is version {version}, {OLDEST} or newer is needed"))
        }
        None => Optimiser::Skipped("the wasm-opt on PATH does not say its version".to_owned()),
    }
}

impl Optimiser {
    /// One line that changes whenever the result would.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Found(_, version) => format!("wasm-opt {version}"),
            Self::Skipped(_) => "not optimised".to_owned(),
        }
    }

    /// Optimises the file in place, or says that it was skipped.
    pub(crate) fn run(&self, project: &Project, level: &str, module: &Path) -> Result<()> {
        let (words, version) = match self {
            Self::Found(words, version) => (words, version),
            Self::Skipped(why) => {
                println!("build: not optimised: {why}");
                return Ok(());
            }
        };
        println!("build: optimising with wasm-opt {version} {level}");
        let smaller = module.with_extension("opt");
        let mut command = start(project, words);
        // The module's own list of features decides what may be used; no engine reads it afterwards.
        command.args([level, "--strip-target-features"]).arg(module).arg("-o").arg(&smaller);
        process::run(&mut command)?;
        fs::rename(&smaller, module).with_context(|| format!("cannot replace {}", module.display()))
    }
}

/// The version of the installed Node package, read and not asked: starting it takes half a second.
fn packaged(project: &Project) -> Option<u32> {
    let text = fs::read_to_string(project.node_module("binaryen/package.json")).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&text).ok()?;
    manifest.get("version")?.as_str()?.split('.').next()?.parse().ok()
}

/// `wasm-opt version 132 (version_132)` -> 132.
fn version(project: &Project, words: &[PathBuf]) -> Option<u32> {
    let text = process::ask(start(project, words).arg("--version"))?;
    text.split_whitespace().find_map(|word| word.parse().ok())
}

fn start(project: &Project, words: &[PathBuf]) -> Command {
    let mut command = project.command(words.first().map_or(Path::new("wasm-opt"), PathBuf::as_path));
    command.args(words.iter().skip(1));
    command
}
