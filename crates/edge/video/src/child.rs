//! One ffmpeg: how it starts, how it ends, and how one is ended that a killed program left behind.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{ChildStderr, ChildStdout, Command};
use tokio::sync::OnceCell;
use tokio::time::{sleep, timeout};

/// How long a child may take to end when it is asked to.
const TERM_WAIT: Duration = Duration::from_secs(2);
/// How long a killed leftover may take to go.
const KILL_WAIT: Duration = Duration::from_secs(5);
const PID: &str = "pid";
/// How `setpriv` is told to end a program with the one that starts it.
const WITH_PARENT: [&str; 3] = ["--pdeathsig", "KILL", "--"];

/// The `setpriv` that works here, if there is one.
static GUARD: OnceCell<Option<PathBuf>> = OnceCell::const_new();

/// A running child, the leader of a process group of its own.
#[derive(Debug)]
pub(crate) struct Child {
    /// The process itself.
    pub(crate) process: tokio::process::Child,
    group: Pid,
    /// What it says of its progress.
    pub(crate) progress: Lines<BufReader<ChildStdout>>,
    /// What it complains about.
    pub(crate) complaints: Lines<BufReader<ChildStderr>>,
}

impl Child {
    /// Starts a program whose files go to this folder, and notes its number there. It gets no variable but `PATH`: it
    /// needs none, and some are secrets.
    pub(crate) async fn start(program: &Path, arguments: Vec<OsString>, run: &Path) -> io::Result<Self> {
        let mut command = command(program).await;
        command.args(arguments).env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).kill_on_drop(true).spawn()?;
        let gone = || io::Error::other("the child ended at once");
        let number = child.id().and_then(|number| i32::try_from(number).ok()).ok_or_else(gone)?;
        let group = Pid::from_raw(number).ok_or_else(gone)?;
        let progress = BufReader::new(child.stdout.take().ok_or_else(gone)?).lines();
        let complaints = BufReader::new(child.stderr.take().ok_or_else(gone)?).lines();
        std::fs::write(run.join(PID), number.to_string())?;
        Ok(Self { process: child, group, progress, complaints })
    }

    /// Ends it: asks first, so that it finishes its last segment, and then does not ask.
    pub(crate) async fn end(&mut self) {
        // A child that has ended already needs no signal.
        let _ = kill_process_group(self.group, Signal::TERM);
        if timeout(TERM_WAIT, self.process.wait()).await.is_err() {
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.process.wait().await;
        }
    }
}

/// The program as a command that ends with this one, however that ends: `setpriv` of util-linux asks the kernel for it
/// and becomes the program. Where that does not work, the next start ends what is left.
async fn command(program: &Path) -> Command {
    let guard = GUARD.get_or_init(|| async { working(found(Path::new("setpriv"))?).await }).await;
    let Some((guard, program)) = guard.as_ref().zip(found(program)) else { return Command::new(program) };
    let mut command = Command::new(guard);
    command.args(WITH_PARENT).arg(program);
    command
}

/// That `setpriv`, if it works here: it also sets capabilities, which a service may be kept from.
async fn working(setpriv: PathBuf) -> Option<PathBuf> {
    let mut trial = Command::new(&setpriv);
    trial.args(WITH_PARENT).arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    trial.status().await.is_ok_and(|status| status.success()).then_some(setpriv)
}

/// Where a program is, in the folders of `PATH` unless its name has a folder.
fn found(program: &Path) -> Option<PathBuf> {
    let is_named = program.components().count() > 1;
    let folders = std::env::var_os("PATH").filter(|_| !is_named).unwrap_or_default();
    let places = std::env::split_paths(&folders).map(|folder| folder.join(program));
    let mut places = places.chain(is_named.then(|| program.to_owned()));
    places.find(|place| place.is_file())
}

/// Waits until a process has ended by itself, and says how.
pub(crate) async fn ended(process: &mut tokio::process::Child) -> String {
    match process.wait().await {
        Ok(status) => format!("ffmpeg ended: {status}"),
        Err(error) => format!("ffmpeg is lost: {error}"),
    }
}

/// Ends the child that a program which was killed left behind in the folder of a run.
pub(crate) async fn end_leftover(run: &Path) -> io::Result<bool> {
    let Some(number) = leftover(run) else { return Ok(false) };
    // Its group has it as its leader, so its number is that of the group.
    let _ = kill_process_group(number, Signal::KILL);
    let gone = async {
        while leftover(run).is_some() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let stays = |_| io::Error::other(format!("process {} does not end", number.as_raw_nonzero()));
    timeout(KILL_WAIT, gone).await.map_err(stays)?;
    Ok(true)
}

/// The child whose number is noted in a folder, if it is alive and its arguments name the folder. The number may belong
/// to another program by now.
fn leftover(run: &Path) -> Option<Pid> {
    let number: i32 = std::fs::read_to_string(run.join(PID)).ok()?.trim().parse().ok()?;
    let command = std::fs::read(format!("/proc/{number}/cmdline")).ok()?;
    let folder = run.as_os_str().as_bytes();
    let is_it = command.split(|byte| *byte == 0).any(|argument| argument.starts_with(folder));
    is_it.then(|| Pid::from_raw(number)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_setpriv_that_does_not_work_is_left_alone() {
        for (program, works) in [("setpriv", true), ("false", false), ("no-such-program", false)] {
            let path = found(Path::new(program)).unwrap_or_else(|| PathBuf::from(program));
            assert_eq!(working(path).await.is_some(), works, "{program}");
        }
    }
}
