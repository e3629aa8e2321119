//! A studio for tests: a folder, a disk whose room is set, frames that say their own time, and the children.
#![allow(clippy::unwrap_used, reason = "a test that unwraps says that this cannot fail here")]

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, UNIX_EPOCH};

use punto_video::command::Encoding;
use punto_video::recorder::Tools;
use punto_video::{Archive, Camera, Clock, Disk, Recorder, Segment, Source, Space, Status};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::time::timeout;

/// The variable that names the folder to the program that is killed.
pub(crate) const ELSEWHERE: &str = "PUNTO_VIDEO_TEST_FOLDER";
/// The size of a frame, in pixels.
const WIDTH: usize = 320;
const HEIGHT: usize = 180;
/// The size of a block, which is one bit of the time. Twelve stand in a row.
const BLOCK: (usize, usize) = (24, 40);
const BLOCKS_A_ROW: usize = 12;
/// How long a recorder may take to come to a state, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(90);
/// How many bits of the time a frame has.
const BITS: usize = 48;

#[derive(Debug)]
struct TestClock;

impl Clock for TestClock {
    fn now(&self) -> i64 {
        now()
    }
}

fn now() -> i64 {
    i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

/// A disk whose room is what a test says.
#[derive(Debug)]
pub(crate) struct TestDisk(AtomicU64);

impl TestDisk {
    pub(crate) fn set(&self, free: u64) {
        self.0.store(free, Ordering::SeqCst);
    }
}

impl Disk for TestDisk {
    fn space(&self, _: &Path) -> io::Result<Space> {
        Ok(Space { free: self.0.load(Ordering::SeqCst), total: 200 << 30 })
    }
}

/// One camera and its folder.
pub(crate) struct Studio {
    _kept: Option<TempDir>,
    pub(crate) archive: Arc<Archive>,
    pub(crate) disk: Arc<TestDisk>,
}

impl Studio {
    pub(crate) fn new() -> Self {
        let version = Command::new("ffmpeg").arg("-version").output();
        assert!(version.is_ok(), "these tests need ffmpeg: install the package ffmpeg");
        let kept = tempfile::tempdir().unwrap();
        let studio = Self::over(&kept.path().join("9"));
        assert!(Command::new("mkfifo").arg(studio.pipe()).status().unwrap().success());
        Self { _kept: Some(kept), ..studio }
    }

    pub(crate) fn over(folder: &Path) -> Self {
        let archive = Arc::new(Archive::open(folder).unwrap());
        Self { _kept: None, archive, disk: Arc::new(TestDisk(AtomicU64::new(100 << 30))) }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.archive.folder()
    }

    /// The named pipe that frames may come from.
    pub(crate) fn pipe(&self) -> PathBuf {
        self.folder().join("frames")
    }

    pub(crate) fn record(&self, source: Source) -> Recorder {
        self.record_with(source, "ffmpeg")
    }

    pub(crate) fn record_with(&self, source: Source, program: &str) -> Recorder {
        self.record_as(source, Encoding { copy: false, segment_ms: 1_000 }, program)
    }

    pub(crate) fn record_as(&self, source: Source, encoding: Encoding, program: &str) -> Recorder {
        let camera = Camera { number: 9, source, encoding, offset_ms: 0 };
        let disk: Arc<dyn Disk> = self.disk.clone();
        let tools = Tools { program: program.into(), clock: Arc::new(TestClock), disk };
        Recorder::start(camera, Arc::clone(&self.archive), tools)
    }

    /// Why a source gives no picture to a recorder.
    pub(crate) async fn why_not_recorded(&self, source: &str) -> String {
        let recorder = self.record(Source::parse(source).unwrap());
        let mut status = recorder.status();
        until(&mut status, |status| status.why.is_some()).await;
        let why = status.borrow().why.clone().unwrap();
        recorder.stop().await;
        why
    }

    /// The processes that record into the folder.
    pub(crate) fn children(&self) -> Vec<u32> {
        let folder = format!("{}/runs/", self.folder().display());
        let processes =
            fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
        let records = |number: &u32| {
            let command = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
            command.split(|byte| *byte == 0).any(|argument| argument.starts_with(folder.as_bytes()))
        };
        processes.filter_map(|name| name.parse().ok()).filter(records).collect()
    }

    /// How many files the folders of runs have.
    pub(crate) fn files_of_runs(&self) -> usize {
        let runs = fs::read_dir(self.folder().join("runs")).unwrap().flatten();
        runs.map(|run| fs::read_dir(run.path()).unwrap().count()).sum()
    }

    /// Leaves a process that ignores hints in the folder of a run, as a killed program would; without `named`, its
    /// arguments do not name the folder.
    pub(crate) fn leave_child(&self, run: u64, named: bool) -> Left {
        let folder = self.folder().join(format!("runs/{run}"));
        fs::create_dir_all(&folder).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' HUP TERM PIPE; while :; do sleep 1; done", "ffmpeg"]);
        shell.arg(if named { folder.join("index.m3u8") } else { "index.m3u8".into() });
        let child = shell.process_group(0).spawn().unwrap();
        fs::write(folder.join("pid"), child.id().to_string()).unwrap();
        Left(child)
    }

    /// The time that the first picture of a segment shows.
    pub(crate) fn time_in_picture(&self, segment: &Segment) -> i64 {
        let bytes =
            [self.archive.read(segment.init()).unwrap(), self.archive.read(segment.file()).unwrap()].concat();
        let film = self.folder().join("film.mp4");
        fs::write(&film, bytes).unwrap();
        let mut decoder = Command::new("ffmpeg");
        decoder.args(["-loglevel", "error", "-i"]).arg(&film).args(["-frames:v", "1", "-f", "rawvideo"]);
        let decoded = decoder.args(["-pix_fmt", "gray", "-"]).output().unwrap();
        let frame = decoded.stdout;
        assert_eq!(frame.len(), WIDTH * HEIGHT, "{}", String::from_utf8_lossy(&decoded.stderr));
        (0..BITS).fold(0, |time, bit| {
            let (x, y) = corner(bit);
            let middle = frame[(y + BLOCK.1 / 2) * WIDTH + x + BLOCK.0 / 2];
            time << 1 | i64::from(middle > 128)
        })
    }
}

/// The upper left corner of the block of a bit; the first bit is the highest one.
fn corner(bit: usize) -> (usize, usize) {
    (bit % BLOCKS_A_ROW * BLOCK.0, bit / BLOCKS_A_ROW * BLOCK.1)
}

/// A frame that says the time in black and white blocks.
fn frame(time: i64) -> Vec<u8> {
    let mut frame = vec![128; WIDTH * HEIGHT];
    for bit in 0..BITS {
        let (x, y) = corner(bit);
        let gray = if time >> (BITS - 1 - bit) & 1 == 1 { 235 } else { 16 };
        for row in y..y + BLOCK.1 {
            frame[row * WIDTH + x..row * WIDTH + x + BLOCK.0].fill(gray);
        }
    }
    frame
}

/// Feeds 25 frames a second into a named pipe, each with its time.
pub(crate) struct Feeder {
    paused: Arc<AtomicBool>,
    stop: Option<Sender<()>>,
    pipe: PathBuf,
    thread: Option<JoinHandle<()>>,
}

impl Feeder {
    pub(crate) fn start(pipe: &Path) -> Self {
        let (stop, stopped) = channel();
        let paused = Arc::new(AtomicBool::new(false));
        let (fed, pauses) = (pipe.to_owned(), Arc::clone(&paused));
        let thread = std::thread::spawn(move || while feed(&fed, &pauses, &stopped) {});
        Self { paused, stop: Some(stop), pipe: pipe.to_owned(), thread: Some(thread) }
    }

    pub(crate) fn pause(&self, paused: bool) {
        self.paused.store(paused, Ordering::SeqCst);
    }
}

impl Drop for Feeder {
    fn drop(&mut self) {
        drop(self.stop.take());
        // The thread may wait for a reader of the pipe.
        let _reader = OpenOptions::new().read(true).write(true).open(&self.pipe);
        let _ = self.thread.take().unwrap().join();
    }
}

/// Feeds one reader until it goes; whether there is to be another one.
fn feed(pipe: &Path, paused: &AtomicBool, stopped: &Receiver<()>) -> bool {
    let Ok(mut pipe) = OpenOptions::new().write(true).open(pipe) else { return false };
    loop {
        if !paused.load(Ordering::SeqCst) && pipe.write_all(&frame(now())).is_err() {
            return true;
        }
        match stopped.recv_timeout(Duration::from_millis(40)) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

/// A process that was left behind. It ends with the test.
pub(crate) struct Left(Child);

impl Left {
    pub(crate) fn is_alive(&self) -> bool {
        is_alive(self.0.id())
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.0.wait();
    }
}

/// Waits until so many segments are recorded.
pub(crate) async fn recorded(recorder: &Recorder, segments: u64) {
    until(&mut recorder.status(), |status| status.segments >= segments).await;
}

/// Waits until the status is like this. A recorder that never comes to it fails the test.
pub(crate) async fn until(status: &mut watch::Receiver<Status>, is_so: impl FnMut(&Status) -> bool) {
    let last = status.clone();
    let came = timeout(PATIENCE, status.wait_for(is_so)).await;
    assert!(matches!(came, Ok(Ok(_))), "the status stays {:?}", *last.borrow());
}

/// Starts the test of this name again, to record into a folder until it is killed.
pub(crate) fn record_elsewhere(test: &str, folder: &Path) -> Child {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["--exact", test]).env(ELSEWHERE, folder);
    program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Runs a line in a shell, and ignores how it ends.
pub(crate) fn shell(line: &str) {
    let _ =
        Command::new("sh").args(["-c", line]).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
}

pub(crate) fn signal(process: u32, name: &str) {
    assert!(
        Command::new("kill").arg(format!("-{name}")).arg(process.to_string()).status().unwrap().success()
    );
}

/// Whether a process is there and has not ended.
pub(crate) fn is_alive(process: u32) -> bool {
    fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|command| !command.is_empty())
}
