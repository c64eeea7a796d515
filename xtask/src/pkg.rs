//! `cargo xtask build`: the crate, compiled to WebAssembly, with its JavaScript and TypeScript side: in `www/pkg/` what
//! the site's pages need, in `www/pkg/full/` the whole programming interface.

use crate::project::{Project, WASM};
use crate::{install, optimise, process};
use anyhow::{Context, Result, anyhow};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// One way to build the crate for JavaScript.
pub(crate) struct Package {
    /// Where it goes, inside the site's sources.
    folder: &'static str,
    /// The profile in Cargo.toml.
    profile: &'static str,
    /// What else cargo is told.
    arguments: &'static [&'static str],
    /// What wasm-opt is told.
    optimise: &'static str,
}

/// What a page needs to show a stepper: small.
pub(crate) const PAGE: Package =
    Package { folder: "pkg", profile: "page", arguments: &["--no-default-features"], optimise: "-Oz" };
/// Everything, for programs and for pages that decide long columns: fast.
pub(crate) const FULL: Package = Package { folder: "pkg/full", profile: "release", arguments: &[], optimise: "-O3" };

/// The files that a finished package holds at least.
const FILES: [&str; 3] = ["ratelab.js", "ratelab.d.ts", "ratelab_bg.wasm"];
/// Remembers, inside a package, what the files there were made from.
const STAMP: &str = ".stamp";

/// Builds both packages, the pages' first.
pub(crate) fn build(project: &Project) -> Result<()> {
    PAGE.build(project)?;
    FULL.build(project)
}

impl Package {
    /// Compiles, binds and optimises, and leaves the folder alone when nothing changed.
    pub(crate) fn build(&self, project: &Project) -> Result<()> {
        install::rust::wasm_target(project)?;
        let Self { folder, profile, .. } = self;
        println!("build: www/{folder}: compiling the crate to WebAssembly");
        // The wasm alone: a build that also makes the Rust library passes over `lto`, and is a tenth larger.
        let words = ["rustc", "--profile", profile, "--package", "ratelab", "--lib", "--crate-type", "cdylib"];
        process::run(project.cargo(&words).args(["--target", WASM]).args(self.arguments))?;
        let compiled = project.target.join(WASM).join(profile).join("ratelab.wasm");
        let module = fs::read(&compiled).with_context(|| format!("cannot read {}", compiled.display()))?;

        let optimiser = optimise::find(project);
        let stamp = format!("{}\n{} {}\n", hex(&Sha256::digest(&module)), optimiser.label(), self.optimise);
        let target = project.www().join(folder);
        let complete = FILES.iter().all(|file| target.join(file).is_file());
        if complete && fs::read_to_string(target.join(STAMP)).is_ok_and(|found| found == stamp) {
            println!("build: www/{folder} is up to date");
            return Ok(());
        }

        // Made aside and then put in place, so that a page never meets half of it.
        let made = project.scratch().join(folder);
        empty_folder(&made)?;
        bind(&compiled, &made)?;
        let wasm = made.join("ratelab_bg.wasm");
        optimiser.run(project, self.optimise, &wasm)?;
        let size = fs::metadata(&wasm).with_context(|| format!("cannot read {}", wasm.display()))?.len();
        fs::write(made.join(STAMP), stamp).context("cannot write the build stamp")?;
        remove_files(&target)?;
        copy_tree(&made, &target, &|path| path.is_file())?;
        println!("build: wrote www/{folder} (wasm {} KB)", size.div_ceil(1000));
        Ok(())
    }
}

/// Writes the JavaScript and TypeScript side of a compiled module, and the module made ready for it.
fn bind(compiled: &Path, folder: &Path) -> Result<()> {
    println!("build: writing JavaScript and types");
    let bound = || -> Result<()> {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled).out_name("ratelab").web(true)?.typescript(true);
        // Names of functions and tools are a quarter of the module, and nobody looks at them in a page.
        bindgen.remove_name_section(true).remove_producers_section(true);
        // `init()` without an argument finds the wasm next to its JavaScript.
        bindgen.omit_default_module_path(false).generate(folder)
    };
    bound().map_err(|error| {
        anyhow!("wasm-bindgen cannot process {}: {error:#}; are the versions of wasm-bindgen in Cargo.toml and wasm-bindgen-cli-support in xtask/Cargo.toml the same?", compiled.display())
    })
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes a folder that exists and holds nothing.
pub(crate) fn empty_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Removes the files of a folder, which need not exist, and leaves its subfolders.
fn remove_files(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for path in entries(folder)?.into_iter().filter(|path| path.is_file()) {
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// Copies the files under a folder that `wanted` accepts (it is given files and folders, by their full path).
pub(crate) fn copy_tree(from: &Path, to: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for path in entries(from)?.into_iter().filter(|path| wanted(path)) {
        let Some(name) = path.file_name() else { continue };
        let target = to.join(name);
        if path.is_dir() {
            copy_tree(&path, &target, wanted)?;
        } else {
            fs::copy(&path, &target)
                .with_context(|| format!("cannot copy {} to {}", path.display(), target.display()))?;
        }
    }
    Ok(())
}

/// What a folder holds, in the order of names.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut paths = read.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

/// Every file under a folder, in the order of paths.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}
