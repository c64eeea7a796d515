//! A server of the test's own: in a folder of its own, behind a socket in it, gone when the test is.

use std::env;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Runs the server and ends it, by its process id, when its own input ends. The test holds the other end of that input,
/// so the server ends with the test however that ends: by a return, a panic, a timeout or a signal.
const KEEPER: &str = r#"
trap : HUP INT TERM
"$@" </dev/null &
server=$!
cat >/dev/null
kill "$server" 2>/dev/null
tries=0
while kill -0 "$server" 2>/dev/null && [ "$tries" -lt 50 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -KILL "$server" 2>/dev/null
wait "$server"
"#;

/// How long a server may take until it answers.
const PATIENCE: Duration = Duration::from_secs(15);

/// A running server. Dropping it stops the server and removes its folder.
#[derive(Debug)]
pub struct Server {
    keeper: Child,
    folder: PathBuf,
    socket: PathBuf,
}

impl Server {
    /// Starts a server that listens on `socket` in its folder; `arguments` receives the folder and that path.
    ///
    /// # Errors
    /// When it does not start, or does not answer in time: with what it said.
    pub fn start(
        program: &Path,
        arguments: impl FnOnce(&Path, &Path) -> io::Result<Vec<String>>,
    ) -> Result<Self, String> {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let failed = |error: io::Error| format!("{name} cannot be started: {error}");
        let folder = new_folder(&name).map_err(failed)?;
        // From here on the folder is removed also when the start fails.
        let socket = folder.join("socket");
        let keeper = keeper(program, &folder, || arguments(&folder, &socket));
        let keeper = keeper.inspect_err(|_| drop(fs::remove_dir_all(&folder))).map_err(failed)?;
        let server = Self { keeper, folder, socket };
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if server.connect().is_ok() {
                return Ok(server);
            }
            thread::sleep(Duration::from_millis(20));
        }
        let said = fs::read_to_string(server.folder.join("said")).unwrap_or_default();
        Err(format!("{name} does not answer after {} s; it said:\n{said}", PATIENCE.as_secs()))
    }

    /// A new connection.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn connect(&self) -> io::Result<UnixStream> {
        let stream = UnixStream::connect(&self.socket)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(stream)
    }

    /// The folder of its own.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // Neither can fail in a way that a test could mend.
        let _ = self.keeper.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn keeper(program: &Path, folder: &Path, arguments: impl FnOnce() -> io::Result<Vec<String>>) -> io::Result<Child> {
    let said = File::create(folder.join("said"))?;
    let mut command = Command::new("sh");
    command.args(["-c", KEEPER, "keeper"]).arg(program).args(arguments()?);
    command.stdin(Stdio::piped()).stdout(said.try_clone()?).stderr(said).current_dir(folder).spawn()
}

/// A new folder that only this user can enter.
fn new_folder(name: &str) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("ratelab-{name}-{}-{number}", process::id()));
    if folder.exists() {
        // Left by a process of the same number that was killed.
        fs::remove_dir_all(&folder)?;
    }
    DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}

/// Whether a process runs.
#[must_use]
pub fn is_running(process: u32) -> bool {
    let quiet = || Stdio::null();
    let asked = Command::new("kill").args(["-0", &process.to_string()]).stdout(quiet()).stderr(quiet()).status();
    asked.is_ok_and(|status| status.success())
}
