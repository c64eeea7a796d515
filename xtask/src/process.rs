//! Running other programs: each in a process group of its own, so that whatever it starts (drivers, browsers, servers)
//! ends with it, also on Ctrl-C or when it takes too long.

use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than any honest step: a first build of a test tool takes about four minutes on two cores.
const LIMIT: Duration = Duration::from_secs(20 * 60);
/// How long a group may take to end by itself before it is killed.
const GRACE: Duration = Duration::from_secs(3);
/// The group of the child that runs now; 0 when none does.
static RUNNING: AtomicU32 = AtomicU32::new(0);
/// Set by an interrupt: the thread that got it tidies up and ends this program, and no other may go on meanwhile.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Prints the command, runs it without standard input, and fails when it fails or takes more than 20 minutes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    println!("$ {shown}");
    command.stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
    RUNNING.store(child.id(), Ordering::SeqCst);
    let started = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(Some(status)),
            Ok(None) if started.elapsed() > LIMIT => break Ok(None),
            Ok(None) => sleep(Duration::from_millis(20)),
            Err(error) => break Err(error),
        }
    };
    while INTERRUPTED.load(Ordering::SeqCst) {
        sleep(GRACE);
    }
    end_group(child.id());
    if !matches!(status, Ok(Some(_))) {
        // Without process groups this is the only way to end it; with them it is dead already.
        let _ = child.kill();
        let _ = child.wait();
    }
    RUNNING.store(0, Ordering::SeqCst);
    end_strays();
    match status.with_context(|| format!("cannot wait for `{shown}`"))? {
        Some(status) if status.success() => Ok(()),
        Some(status) => bail!("`{shown}` failed ({status})"),
        None => bail!("`{shown}` did not end within {} minutes", LIMIT.as_secs() / 60),
    }
}

/// Runs a short command and gives what it printed on standard output; nothing when it cannot run or fails.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command as a person would type it.
fn show(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// From now on an interrupt ends the running child with everything it started, and orphans come to us.
#[cfg(unix)]
pub(crate) fn watch_for_interrupt() -> Result<()> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_child_subreaper(true).context("cannot adopt orphaned child processes")?;
    ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::SeqCst);
        end_group(RUNNING.load(Ordering::SeqCst));
        end_strays();
        std::process::exit(130);
    })
    .context("cannot listen for Ctrl-C")
}

#[cfg(not(unix))]
pub(crate) fn watch_for_interrupt() -> Result<()> {
    Ok(())
}

/// Ends a process group: politely first, then by force. No such group is no fault.
#[cfg(unix)]
fn end_group(leader: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::sys::wait::{WaitPidFlag, waitpid};
    let Ok(raw) = i32::try_from(leader) else { return };
    if raw <= 1 {
        return;
    }
    let group = nix::unistd::Pid::from_raw(raw);
    let started = Instant::now();
    if killpg(group, Signal::SIGTERM).is_err() {
        return;
    }
    while started.elapsed() < GRACE {
        // The dead among them count as members until someone asks how they ended; orphans have only us for that.
        let _ = waitpid(nix::unistd::Pid::from_raw(-raw), Some(WaitPidFlag::WNOHANG));
        if killpg(group, None).is_err() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    let _ = killpg(group, Signal::SIGKILL);
}

#[cfg(not(unix))]
fn end_group(_leader: u32) {}

/// Ends what left its group, as browsers do. Orphans have become our children, and no other child runs at this point.
#[cfg(target_os = "linux")]
fn end_strays() {
    use nix::sys::signal::{Signal, kill};
    use nix::sys::wait::waitpid;
    // Each round may orphan the next generation.
    for _ in 0..50 {
        let strays = children();
        if strays.is_empty() {
            return;
        }
        for stray in strays {
            let _ = kill(stray, Signal::SIGKILL);
            let _ = waitpid(stray, None);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn end_strays() {}

/// The processes whose parent is this one.
#[cfg(target_os = "linux")]
fn children() -> Vec<nix::unistd::Pid> {
    let own = std::process::id().to_string();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // "pid (name) state parent …"; the name may hold spaces and brackets.
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            (parent == own).then(|| nix::unistd::Pid::from_raw(pid))
        })
        .collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{ask, run, watch_for_interrupt};
    use std::process::Command;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    /// One test, since it is about every child of this process.
    #[test]
    fn what_a_command_starts_ends_with_it() {
        watch_for_interrupt().expect("set up once");
        let file = std::env::temp_dir().join(format!("ratelab-process-{}", std::process::id()));
        let script = format!("sleep 300 & echo $! > {0}; setsid sleep 300 & echo $! >> {0}", file.display());
        run(&mut shell(&script)).expect("it succeeds");
        let started = std::fs::read_to_string(&file).expect("the shell wrote it");
        assert_eq!(started.lines().count(), 2);
        for pid in started.lines() {
            assert!(!std::path::Path::new("/proc").join(pid).exists(), "{pid} still runs");
        }
        std::fs::remove_file(&file).expect("it was just read");

        let error = run(&mut shell("exit 3")).expect_err("it fails").to_string();
        assert!(error.contains("sh -c exit 3") && error.contains('3'), "{error}");
        assert!(run(&mut Command::new("/no/such/program")).is_err());
        assert_eq!(ask(&mut shell("echo hello")).as_deref(), Some("hello"));
        assert_eq!(ask(&mut shell("exit 1")), None);
    }
}
