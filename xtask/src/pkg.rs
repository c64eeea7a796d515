//! `cargo xtask build`: the crate, compiled to WebAssembly, with its JavaScript and TypeScript side, in `www/pkg/`.

use crate::project::{Project, WASM};
use crate::{install, optimise, process};
use anyhow::{Context, Result, anyhow};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// The files that a finished `www/pkg/` holds at least.
const FILES: [&str; 3] = ["ratelab.js", "ratelab.d.ts", "ratelab_bg.wasm"];
/// Remembers, inside `www/pkg/`, what the files there were made from.
const STAMP: &str = ".stamp";

/// Compiles, binds and optimises, and leaves `www/pkg/` alone when nothing changed.
pub(crate) fn build(project: &Project) -> Result<()> {
    install::rust::wasm_target(project)?;
    println!("build: compiling the crate to WebAssembly");
    process::run(&mut project.cargo(&["build", "--release", "--package", "ratelab", "--lib", "--target", WASM]))?;
    let compiled = project.target.join(WASM).join("release/ratelab.wasm");
    let module = fs::read(&compiled).with_context(|| format!("cannot read {}", compiled.display()))?;

    let optimiser = optimise::find(project);
    let stamp = format!("{}\n{}\n", hex(&Sha256::digest(&module)), optimiser.label());
    let pkg = project.pkg();
    let complete = FILES.iter().all(|file| pkg.join(file).is_file());
    if complete && fs::read_to_string(pkg.join(STAMP)).is_ok_and(|found| found == stamp) {
        println!("build: www/pkg is up to date");
        return Ok(());
    }

    // Made aside and then put in place, so that a page never meets half of it.
    let made = project.scratch().join("pkg");
    empty_folder(&made)?;
    bind(&compiled, &made)?;
    optimiser.run(project, &made.join("ratelab_bg.wasm"))?;
    fs::write(made.join(STAMP), stamp).context("cannot write the build stamp")?;
    empty_folder(&pkg)?;
    copy_tree(&made, &pkg, &|_| true)?;
    let size = fs::metadata(pkg.join("ratelab_bg.wasm")).context("cannot read www/pkg/ratelab_bg.wasm")?.len();
    println!("build: wrote www/pkg (wasm {} KB)", size.div_ceil(1000));
    Ok(())
}

/// Writes the JavaScript and TypeScript side of a compiled module, and the module made ready for it.
fn bind(compiled: &Path, folder: &Path) -> Result<()> {
    println!("build: writing JavaScript and types");
    let bound = || -> Result<()> {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled).out_name("ratelab").web(true)?.typescript(true);
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
