//! The command-line tools of the browser tests, from crates.io, under `target/tools` and nowhere else. Each is built
//! once; a tool of another version, or one that does not start, is replaced.

use crate::process;
use crate::project::Project;
use anyhow::{Context, Result, ensure};
use std::fs;

/// A crate with the programs it installs.
struct Tool {
    package: &'static str,
    version: &'static str,
    programs: &'static [&'static str],
}

/// `wasm-bindgen-cli` must have the version of the `wasm-bindgen` crate in Cargo.lock.
const TOOLS: [Tool; 3] = [
    Tool { package: "wasm-pack", version: "0.15.1", programs: &["wasm-pack"] },
    Tool { package: "wasm-bindgen-cli", version: "0.2.129", programs: &["wasm-bindgen", "wasm-bindgen-test-runner"] },
    Tool { package: "geckodriver", version: "0.37.1", programs: &["geckodriver"] },
];

/// Installs those that are missing: about three minutes each on two cores, the first time.
pub(crate) fn all(project: &Project) -> Result<()> {
    let missing: Vec<&Tool> = TOOLS.iter().filter(|tool| !tool.is_ready(project)).collect();
    for (index, tool) in missing.iter().enumerate() {
        println!("install: {} {} ({} of {}; takes some minutes)", tool.package, tool.version, index + 1, missing.len());
        tool.install(project)?;
        ensure!(tool.is_ready(project), "{} was installed, but does not run as version {}", tool.package, tool.version);
    }
    let leftovers = project.tools().join("build");
    if leftovers.exists() {
        fs::remove_dir_all(&leftovers).with_context(|| format!("cannot remove {}", leftovers.display()))?;
    }
    Ok(())
}

impl Tool {
    /// Whether every program of the tool starts and says the right version.
    fn is_ready(&self, project: &Project) -> bool {
        self.programs.iter().all(|program| {
            let file = project.tools().join("bin").join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
            let said = process::ask(project.command(file).arg("--version")).unwrap_or_default();
            let first = said.lines().next().unwrap_or_default();
            first.split_whitespace().nth(1) == Some(self.version)
        })
    }

    /// Without optimisation: it builds in half the time, and the tests run just as fast.
    fn install(&self, project: &Project) -> Result<()> {
        let root = project.tools();
        let mut command = project.cargo(&["install", "--locked", "--debug", "--force", self.package, "--version"]);
        command.arg(format!("={}", self.version)).arg("--root").arg(&root);
        // One folder for all three, for the many crates they share.
        command.env("CARGO_TARGET_DIR", root.join("build"));
        process::run(&mut command).with_context(|| {
            format!("{} {} cannot be installed; it needs crates.io and a C compiler", self.package, self.version)
        })
    }
}
