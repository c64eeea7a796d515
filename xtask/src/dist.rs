//! `cargo xtask dist`: what goes to a host, in `dist/`. Today that is `dist/site/`; other outputs go next to it.

use crate::project::Project;
use crate::{install, pkg, process};
use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The one module that starts the wasm; it must name the package, or the site would come without it.
const LOADER: &str = "elements/wasm.js";
/// Tells the bundler how to read scripts, and is left behind.
const MANIFEST: &str = "package.json";
/// Makes the site's files small and few.
const BUNDLER: &str = "xtask/src/bundle.mjs";

/// Builds and writes `dist/site/`: `www/` with its scripts bundled, and the wasm in a folder named after the content of
/// the whole package, so that old JavaScript in some cache never meets new wasm.
pub(crate) fn site(project: &Project) -> Result<PathBuf> {
    install::node::packages(project)?;
    pkg::build(project)?;
    let staged = stage(project)?;
    let site = project.root.join("dist/site");
    pkg::empty_folder(&site)?;
    process::run(project.command("node").arg(BUNDLER).args([&staged, &site]))?;
    let wasm = pkg::files(&site)?.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "wasm"));
    ensure!(wasm.count() == 2, "dist/site should hold two wasm files, the pages' and the whole package's");
    println!("dist: wrote dist/site ({} files)", pkg::files(&site)?.len());
    Ok(site)
}

/// The site as it was written, but for the name of the wasm's folder.
fn stage(project: &Project) -> Result<PathBuf> {
    let (www, pkg) = (project.www(), project.pkg());
    let staged = project.scratch().join("site");
    pkg::empty_folder(&staged)?;
    // Files that begin with a dot (ignore lists, stamps, editors' leavings) are not part of a site.
    let visible = |path: &Path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    pkg::copy_tree(&www, &staged, &|path| visible(path) && path != pkg)?;

    let folder = format!("pkg-{}", content_hash(&pkg, &visible)?);
    pkg::copy_tree(&pkg, &staged.join(&folder), &visible)?;
    let rewritten = rename_references(&staged, &folder)?;
    ensure!(
        rewritten.iter().any(|path| path.ends_with(LOADER)),
        "www/{LOADER} does not import `../pkg/ratelab.js`, so the site would have no wasm"
    );
    refuse_absolute_references(&staged)?;
    // Whatever folder the project lies in, its scripts are modules.
    fs::write(staged.join(MANIFEST), "{\"type\":\"module\"}").context("cannot prepare the site's files")?;
    Ok(staged)
}

/// Sixteen hexadecimal digits that follow the names and bytes of all files in a folder.
fn content_hash(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<String> {
    let mut hash = Sha256::new();
    for path in pkg::files(folder)?.into_iter().filter(|path| wanted(path)) {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        hash.update(format!("{name}\0{}\0", bytes.len()));
        hash.update(bytes);
    }
    Ok(pkg::hex(&hash.finalize()).chars().take(16).collect())
}

/// Puts the hashed folder's name in place of `pkg/ratelab…` in scripts and pages; gives the files that held it.
fn rename_references(site: &Path, folder: &str) -> Result<Vec<PathBuf>> {
    let mut changed = Vec::new();
    for path in text_files(site, &["js", "mjs", "html"])? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let renamed = text
            .replace("/pkg/ratelab", &format!("/{folder}/ratelab"))
            .replace("/pkg/full/ratelab", &format!("/{folder}/full/ratelab"));
        if renamed != text {
            fs::write(&path, renamed).with_context(|| format!("cannot write {}", path.display()))?;
            changed.push(path);
        }
    }
    Ok(changed)
}

/// A site must work in any subfolder of any host, so nothing in it may be named from the host's root.
fn refuse_absolute_references(site: &Path) -> Result<()> {
    let rooted =
        ["src=\"/", "href=\"/", "from '/", "from \"/", "import('/", "import(\"/", "url(/", "url(\"/", "url('/"];
    for path in text_files(site, &["js", "mjs", "html", "css"])? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            if let Some(found) = rooted.iter().find(|start| line.contains(*start)) {
                let name = path.strip_prefix(site).unwrap_or(&path).display();
                bail!(
                    "www/{name}, line {}: `{found}` names something from the host's root; make it relative",
                    number + 1
                );
            }
        }
    }
    Ok(())
}

fn text_files(site: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let has_ending =
        |path: &Path| path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted));
    Ok(pkg::files(site)?.into_iter().filter(|path| has_ending(path)).collect())
}
