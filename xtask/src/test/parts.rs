//! What each part of the tests does.

use super::Run;
use crate::project::{Project, WASM};
use crate::serve::Server;
use crate::{dist, install, pkg, process};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;

pub(super) fn format(run: &Run) -> Result<()> {
    install::rust::rustfmt(&run.project)?;
    process::run(&mut run.project.cargo(&["fmt", "--all", "--check"])).context("`cargo fmt` puts it right")
}

pub(super) fn clippy_host(run: &Run) -> Result<()> {
    install::rust::clippy(&run.project)?;
    process::run(&mut run.project.cargo(&["clippy", "--workspace", "--all-targets", "--", "-Dwarnings"]))
}

pub(super) fn clippy_wasm(run: &Run) -> Result<()> {
    install::rust::clippy(&run.project)?;
    install::rust::wasm_target(&run.project)?;
    let clippy = |args: &[&str]| {
        let mut command = run.project.cargo(&["clippy", "--package", "ratelab", "--lib", "--target", WASM]);
        process::run(command.args(args).args(["--", "-Dwarnings"]))
    };
    clippy(&["--tests"])?;
    // As the pages have it.
    clippy(&["--no-default-features"])
}

pub(super) fn host(run: &Run) -> Result<()> {
    // Apart from each other, so that each keeps the features, and with them the built dependencies, of its other builds.
    process::run(run.project.cargo(&["test", "--package", "ratelab"]).args(&run.extra))?;
    process::run(&mut run.project.cargo(&["test", "--package", "xtask"]))
}

/// With optimisation, for the many decisions; the servers it needs it installs and ends itself.
pub(super) fn peers(run: &Run) -> Result<()> {
    process::run(
        run.project.cargo(&["test", "--package", "ratelab-peers", "--release", "--no-fail-fast"]).args(&run.extra),
    )
}

pub(super) fn docs(run: &Run) -> Result<()> {
    install::rust::wasm_target(&run.project)?;
    let doc = |args: &[&str]| process::run(run.project.cargo(args).env("RUSTDOCFLAGS", "-Dwarnings"));
    doc(&["doc", "--no-deps", "--package", "ratelab"])?;
    // The boundary to JavaScript exists only there.
    doc(&["doc", "--no-deps", "--package", "ratelab", "--target", WASM])
}

pub(super) fn browser_chromium(run: &Run) -> Result<()> {
    let project = &run.project;
    install::browsers::chromium(project)?;
    install::browsers::chromedriver(project)?;
    wasm_pack(run, "--chrome")
}

pub(super) fn browser_firefox(run: &Run) -> Result<()> {
    install::browsers::firefox(&run.project)?;
    wasm_pack(run, "--firefox")
}

/// Runs `tests/web.rs` inside a browser.
fn wasm_pack(run: &Run, browser: &str) -> Result<()> {
    let project = &run.project;
    ensure!(
        project.root.join("tests/web.rs").is_file(),
        "tests/web.rs is missing, so no test would run in the browser"
    );
    install::rust::wasm_target(project)?;
    install::tools::all(project)?;
    // wasm-pack stops when its cache folder is missing, even though it is told to install nothing.
    let cache = project.tools().join("cache");
    fs::create_dir_all(&cache).with_context(|| format!("cannot make {}", cache.display()))?;
    let mut command = project.command("wasm-pack");
    command.args(["test", "--headless", browser, "--mode", "no-install"]);
    command.env("WASM_PACK_CACHE", cache);
    // Seconds for the whole suite; the runner's own 20 are too few on a slow machine.
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    // The other files hold no tests for a browser; that they compile for it, clippy sees.
    command.args(["--", "--test", "web"]).args(&run.extra);
    process::run(&mut command)
}

pub(super) fn pages(run: &Run) -> Result<()> {
    let project = &run.project;
    install::node::packages(project)?;
    let chromium = install::browsers::chromium(project)?;
    let firefox = install::browsers::firefox(project)?;
    let site = dist::site(project)?;
    let files = page_tests(project, &run.extra)?;
    let server = Server::bind(&project.www(), 0)?;
    let address = server.address()?;
    server.start();
    let mut command = project.command("node");
    // The harness limits each test; node's own limit is for a whole file.
    command.args(["--test", "--test-reporter=spec", "--test-concurrency=2", "--test-timeout=900000"]).args(files);
    command.env("RATELAB_URL", format!("http://{address}/"));
    command.env("RATELAB_DIST", site).env("RATELAB_SHOTS", project.target.join("shots"));
    command.env("RATELAB_CHROMIUM", chromium).env("RATELAB_FIREFOX", firefox);
    process::run(&mut command)
}

/// The files of the page tests; when words are given, those with one of them in their name.
fn page_tests(project: &Project, words: &[String]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in pkg::entries(&project.pages())? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wanted = words.is_empty() || words.iter().any(|word| name.contains(word));
        if name.ends_with(".test.mjs") && wanted {
            found.push(format!("tests/pages/{name}"));
        }
    }
    ensure!(
        !found.is_empty(),
        "no file in tests/pages is named *.test.mjs{}",
        if words.is_empty() { "" } else { " with one of the given words" }
    );
    Ok(found)
}

pub(super) fn types(run: &Run) -> Result<()> {
    let project = &run.project;
    install::node::packages(project)?;
    pkg::build(project)?;
    let check = |folder: &str| node(project, "typescript/bin/tsc", &["--project", folder]);
    // All three speak, also when one finds something.
    let site = check("tests/pages");
    let consumer = check("tests/types");
    let program =
        process::run(project.command("node").args(["--test", "--test-reporter=spec", "tests/types/package.test.mjs"]));
    site.and(consumer).and(program)
}

pub(super) fn lint(run: &Run) -> Result<()> {
    let project = &run.project;
    install::node::packages(project)?;
    let scripts =
        ["--config", "tests/pages/eslint.config.mjs", "--max-warnings", "0", "www", "tests", "xtask", "benches"];
    let styles = ["--config", "tests/pages/stylelint.config.mjs", "--allow-empty-input", "www/**/*.css"];
    // Both speak, also when the first finds something.
    let first = node(project, "eslint/bin/eslint.js", &scripts);
    let second = node(project, "stylelint/bin/stylelint.mjs", &styles);
    first.and(second)
}

/// Runs a program of an installed Node package.
fn node(project: &Project, script: &str, args: &[&str]) -> Result<()> {
    let script = Path::new("tests/pages/node_modules").join(script);
    process::run(project.command("node").arg(script).args(args))
}
