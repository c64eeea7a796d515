//! `cargo xtask serve`: `www/` on this machine, with the headers that the published site should have too.

mod answer;
mod mime;
mod resolve;
mod watch;

use crate::pkg;
use crate::project::Project;
use anyhow::{Context, Result, anyhow, bail};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// A static file server, bound to the loopback address and not yet answering.
pub(crate) struct Server {
    listener: TcpListener,
    root: Arc<Path>,
}

/// Builds, then serves until interrupted.
pub(crate) fn run(project: &Project, port: u16, watch: bool) -> Result<()> {
    // Bound before the build: a taken port should not cost a minute of waiting.
    let server = Server::bind(&project.www(), port)?;
    // Taken before the build, so that an edit made meanwhile is not lost.
    let seen = watch.then(|| watch::state(project)).transpose()?;
    pkg::PAGE.build(project)?;
    println!("\nserve: http://{}/ (Ctrl-C ends it)\n", server.address()?);
    let answering = server.start();
    // Only what exports files and what programs call waits for this one; the pages are there already.
    if let Err(error) = pkg::FULL.build(project) {
        eprintln!("serve: the whole package is not built, the pages do without it: {error:#}");
    }
    if let Some(seen) = seen {
        println!("serve: rebuilding whenever src/ or Cargo.toml changes; reload the page to see it");
        watch::rebuild_on_change(project, seen);
    }
    answering.join().map_err(|_| anyhow!("the server ended"))
}

impl Server {
    /// Takes a port of the loopback address; 0 takes any free one.
    pub(crate) fn bind(folder: &Path, port: u16) -> Result<Self> {
        let root = folder.canonicalize().with_context(|| format!("cannot serve {}", folder.display()))?;
        let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => listener,
            Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
                "port {port} is taken by another program; choose another one, such as `cargo xtask serve --port {}`, or any free one with `--port 0`",
                if port < 65535 { port + 1 } else { 8081 }
            ),
            Err(error) => return Err(anyhow!(error).context(format!("cannot listen on port {port}"))),
        };
        Ok(Self { listener, root: Arc::from(root) })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> Result<SocketAddr> {
        self.listener.local_addr().context("cannot read the server's own address")
    }

    /// Answers from another thread for as long as this program runs.
    pub(crate) fn start(self) -> JoinHandle<()> {
        thread::spawn(move || self.answer_forever())
    }

    /// Answers each connection in a thread of its own.
    fn answer_forever(&self) {
        for stream in self.listener.incoming().flatten() {
            let root: Arc<Path> = Arc::clone(&self.root);
            // A visitor who goes away mid-answer is no event worth a word.
            thread::spawn(move || drop(answer::connection(&stream, &root)));
        }
    }
}
