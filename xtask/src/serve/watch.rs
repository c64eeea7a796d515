//! Rebuilds when a source file changes. Looking at modification times twice a second needs no system interface.

use crate::pkg;
use crate::project::Project;
use anyhow::Result;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// Watches `src/` and the manifest for ever; `seen` is their state before the last build. A build that fails is
/// reported, and the next change tries again.
pub(crate) fn rebuild_on_change(project: &Project, mut seen: State) -> ! {
    loop {
        sleep(Duration::from_millis(500));
        // An editor may replace a file while it is listed; the next look will see it.
        let Ok(now) = state(project) else { continue };
        if now == seen {
            continue;
        }
        seen = now;
        match pkg::build(project) {
            Ok(()) => println!("serve: rebuilt; reload the page"),
            Err(error) => eprintln!("serve: not rebuilt: {error:#}"),
        }
    }
}

/// Each watched file with the time of its last change.
pub(crate) type State = Vec<(PathBuf, Option<SystemTime>)>;

/// Looks at every watched file.
pub(crate) fn state(project: &Project) -> Result<State> {
    let mut paths = pkg::files(&project.root.join("src"))?;
    paths.push(project.root.join("Cargo.toml"));
    Ok(paths
        .into_iter()
        .map(|path| {
            let changed = path.metadata().and_then(|data| data.modified()).ok();
            (path, changed)
        })
        .collect())
}
