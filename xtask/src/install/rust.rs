//! Parts of the Rust toolchain: the wasm target, the formatter, the linter.

use crate::process;
use crate::project::{Project, WASM};
use anyhow::{Context, Result};
use std::path::Path;

/// The compiled standard library for wasm.
pub(crate) fn wasm_target(project: &Project) -> Result<()> {
    let library = process::ask(project.command("rustc").args(["--print", "target-libdir", "--target", WASM]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    rustup(project, &["target", "add", WASM])
        .with_context(|| format!("Rust cannot compile for {WASM} here; with rustup, run `rustup target add {WASM}`"))
}

/// `cargo fmt`.
pub(crate) fn rustfmt(project: &Project) -> Result<()> {
    component(project, "fmt", "rustfmt")
}

/// `cargo clippy`.
pub(crate) fn clippy(project: &Project) -> Result<()> {
    component(project, "clippy", "clippy")
}

fn component(project: &Project, command: &str, name: &str) -> Result<()> {
    if process::ask(&mut project.cargo(&[command, "--version"])).is_some() {
        return Ok(());
    }
    rustup(project, &["component", "add", name]).with_context(|| {
        format!("`cargo {command}` does not work here; with rustup, run `rustup component add {name}`")
    })
}

fn rustup(project: &Project, args: &[&str]) -> Result<()> {
    println!("install: rustup {}", args.join(" "));
    process::run(project.command("rustup").args(args))
}
