//! Where things are: the repository, cargo's target folder, the tools installed for this project alone.

use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The wasm target's name, wherever cargo or rustup wants it.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The folders of one checkout.
pub(crate) struct Project {
    /// The repository.
    pub(crate) root: PathBuf,
    /// Cargo's target folder, wherever the environment or a configuration puts it.
    pub(crate) target: PathBuf,
}

impl Project {
    /// Asks cargo where the workspace and its target folder are.
    pub(crate) fn find() -> Result<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let output = Command::new(cargo())
            .args(["metadata", "--format-version", "1", "--no-deps", "--manifest-path"])
            .arg(&manifest)
            .output()
            .context("cannot run `cargo metadata`")?;
        ensure!(output.status.success(), "`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        let metadata: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("`cargo metadata` printed something that is not JSON")?;
        let folder = |key: &str| {
            let text = metadata.get(key).and_then(serde_json::Value::as_str);
            text.map(PathBuf::from).with_context(|| format!("`cargo metadata` names no {key}"))
        };
        Ok(Self { root: folder("workspace_root")?, target: folder("target_directory")? })
    }

    /// The site's sources.
    pub(crate) fn www(&self) -> PathBuf {
        self.root.join("www")
    }

    /// What `build` writes: the wasm module, its JavaScript and its types.
    pub(crate) fn pkg(&self) -> PathBuf {
        self.root.join("www/pkg")
    }

    /// The page tests and the Node packages that they, the type check and the linters use.
    pub(crate) fn pages(&self) -> PathBuf {
        self.root.join("tests/pages")
    }

    /// A file inside the installed Node packages.
    pub(crate) fn node_module(&self, path: &str) -> PathBuf {
        self.pages().join("node_modules").join(path)
    }

    /// The root that `cargo install` puts the test tools under.
    pub(crate) fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// A folder for this program's own intermediate files.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// A command that runs in the repository and finds the project's own tools first.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", self.path());
        command
    }

    /// A cargo command in the repository, with the toolchain that runs this program.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = self.command(cargo());
        command.args(args);
        command
    }

    /// PATH with the project's tools in front.
    pub(crate) fn path(&self) -> OsString {
        let own = self.tools().join("bin");
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(own).chain(std::env::split_paths(&inherited));
        // Only a folder with the separator in its name can fail here; PATH could not hold that one anyway.
        std::env::join_paths(folders).unwrap_or(inherited)
    }

    /// The first of these programs that PATH holds, in an absolute folder.
    pub(crate) fn which(&self, names: &[&str]) -> Option<PathBuf> {
        let path = self.path();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
        names.iter().find_map(|name| {
            folders
                .iter()
                .map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
                .find(|file| file.is_file())
        })
    }
}

/// The cargo that started this program.
fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
