//! Keeps one camera recorded: starts ffmpeg, takes its segments, watches it, and starts it again. The newest segments
//! are in a ring, also while there is no room to keep them.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use tokio::sync::watch::{Receiver, Sender, channel};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, interval, sleep, timeout};

use crate::archive::{Archive, make_folder};
use crate::child::{Child, end_leftover, ended};
use crate::command::{Encoding, LIVE_LIST, arguments};
use crate::disk::{Disk, Room, SystemDisk};
use crate::live_list::{self, Finished};
use crate::ring::Ring;
use crate::segment::Segment;
use crate::source::Source;
use crate::watch::{Backoff, Watch};

/// How often a run is looked at when it says nothing.
const LOOK: Duration = Duration::from_millis(500);
/// Why nothing is kept.
const NO_ROOM: &str = "less than 2 GiB of the disk are free";

/// A clock that says what time it is.
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// Milliseconds of UTC since 1970.
    fn now(&self) -> i64;
}

/// A camera.
#[derive(Clone, Debug)]
pub struct Camera {
    /// Its number.
    pub number: u32,
    /// Where its picture comes from.
    pub source: Source,
    /// How it is recorded.
    pub encoding: Encoding,
    /// How much later than the scene its picture comes, in milliseconds.
    pub offset_ms: i64,
}

/// What a recorder works with.
#[derive(Clone, Debug)]
pub struct Tools {
    /// The program ffmpeg, by name or path.
    pub program: PathBuf,
    /// Says the time.
    pub clock: Arc<dyn Clock>,
    /// Says how much room there is.
    pub disk: Arc<dyn Disk>,
}

impl Tools {
    /// The ffmpeg of the system and its disk, with this clock.
    pub fn of_system(clock: Arc<dyn Clock>) -> Self {
        Self { program: "ffmpeg".into(), clock, disk: Arc::new(SystemDisk) }
    }
}

/// Whether there is a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// It comes.
    Live,
    /// It came, and does not at the moment.
    Stalled,
    /// There was none since the start.
    None,
}

impl Picture {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Stalled => "stalled",
            Self::None => "none",
        }
    }
}

/// How the recording of a camera stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whether there is a picture.
    pub picture: Picture,
    /// Why there is none, or why it is not kept. It has no secret of the source.
    pub why: Option<String>,
    /// How much room there is.
    pub room: Room,
    /// Since when picture and room have stood like this.
    pub since: i64,
    /// How often ffmpeg was started.
    pub runs: u64,
    /// How many segments were kept.
    pub segments: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// When the last one ended.
    pub recorded_to: Option<i64>,
}

impl Status {
    /// How it stands before anything happened.
    const fn new(since: i64) -> Self {
        let (picture, room) = (Picture::None, Room::Plenty);
        Self { picture, why: None, room, since, runs: 0, segments: 0, bytes: 0, recorded_to: None }
    }

    /// Changes it then; whether that changed anything.
    fn change(&mut self, now: i64, change: impl FnOnce(&mut Self)) -> bool {
        let before = self.clone();
        change(self);
        let stands = |status: &Self| (status.picture, status.room == Room::Full);
        if stands(self) != stands(&before) {
            self.since = now;
        }
        *self != before
    }

    /// Whether the camera is recorded at the moment.
    pub fn records(&self) -> bool {
        self.picture == Picture::Live && self.room != Room::Full
    }
}

/// A camera that is kept recorded by a task of its own.
#[derive(Debug)]
pub struct Recorder {
    ring: Arc<Ring>,
    status: Receiver<Status>,
    stop: Sender<bool>,
    task: JoinHandle<()>,
}

impl Recorder {
    /// Keeps a camera recorded from now on. Call it inside a Tokio runtime.
    pub fn start(camera: Camera, archive: Arc<Archive>, tools: Tools) -> Self {
        let (stop, stopped) = channel(false);
        let (told, status) = channel(Status::new(tools.clock.now()));
        let ring = Arc::<Ring>::default();
        let (shown, started) = (Arc::clone(&ring), Instant::now());
        let task = Task { camera, archive, tools, ring: shown, told, stopped, started };
        Self { ring, status, stop, task: tokio::spawn(task.run()) }
    }

    /// The newest segments.
    pub fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.ring)
    }

    /// Follows how it stands.
    pub fn status(&self) -> Receiver<Status> {
        self.status.clone()
    }

    /// Ends ffmpeg after its last segment, and the task.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the recording of a camera ended badly");
        }
    }
}

struct Task {
    camera: Camera,
    archive: Arc<Archive>,
    tools: Tools,
    ring: Arc<Ring>,
    told: Sender<Status>,
    stopped: Receiver<bool>,
    /// From here on the clock is counted that never jumps.
    started: Instant,
}

/// What goes on within one run.
struct Run {
    number: u64,
    folder: PathBuf,
    watch: Watch,
    /// The number of the next segment.
    next: u32,
    /// The head of its segments, once there is one.
    head: Option<Arc<[u8]>>,
    /// The last complaint of ffmpeg, without secrets.
    complaint: Option<String>,
}

/// A segment that was taken, and the moment at which its file appeared.
struct Taken {
    to: i64,
    appeared: i64,
    segment: Segment,
    bytes: Arc<[u8]>,
    head: Arc<[u8]>,
    is_kept: bool,
}

impl Task {
    async fn run(mut self) {
        let mut backoff = Backoff::default();
        while !*self.stopped.borrow() {
            let began = self.steady_ms();
            match self.one_run().await {
                Ok(None) => continue,
                Ok(Some(why)) => self.lost(&why),
                Err(error) => self.lost(&self.in_words(&error)),
            }
            let pause = backoff.after(self.steady_ms().saturating_sub(began));
            self.pause(Duration::from_millis(pause)).await;
        }
    }

    /// Records until something ends it, and says what; none when there is nothing to complain about.
    async fn one_run(&mut self) -> io::Result<Option<String>> {
        self.clear_leftovers().await?;
        self.look_for_room()?;
        let number = u64::try_from(self.tools.clock.now()).unwrap_or_default();
        let folder = self.archive.run(number);
        make_folder(&folder)?;
        let watch = Watch::new(self.camera.encoding.segment_ms, self.steady_ms());
        let mut run = Run { number, folder, watch, next: 0, head: None, complaint: None };
        let arguments: Vec<OsString> = arguments(&self.camera.source, self.camera.encoding, &run.folder);
        let mut child = Child::start(&self.tools.program, arguments, &run.folder).await?;
        self.tell(|status| status.runs = status.runs.saturating_add(1));
        tracing::debug!(camera = self.camera.number, run = number, source = %self.camera.source, "ffmpeg runs");
        let ended = self.follow(&mut child, &mut run).await;
        child.end().await;
        while let Ok(Ok(Some(line))) = timeout(LOOK, child.complaints.next_line()).await {
            self.note(&line, &mut run);
        }
        self.collect(&mut run).await?;
        let number = run.number;
        self.blocking(move |archive| archive.drop_run(number)).await?;
        let why = ended?;
        Ok(why.map(|why| run.complaint.map_or_else(|| why.clone(), |said| format!("{why}; it says: {said}"))))
    }

    /// Follows a child until it is to end, and says why; none when the recorder stops.
    async fn follow(&mut self, child: &mut Child, run: &mut Run) -> io::Result<Option<String>> {
        let mut look = interval(LOOK);
        let mut stopped = self.stopped.clone();
        loop {
            let mut is_time = false;
            tokio::select! {
                _ = stopped.wait_for(|stopped| *stopped) => return Ok(None),
                Ok(Some(line)) = child.progress.next_line() => {
                    let frames = line.strip_prefix("frame=").and_then(|frames| frames.trim().parse().ok());
                    if let Some(frames) = frames {
                        run.watch.frames(frames, self.steady_ms());
                    }
                    is_time = line.starts_with("progress=");
                }
                Ok(Some(line)) = child.complaints.next_line() => {
                    self.note(&line, run);
                }
                _ = look.tick() => is_time = true,
                how = ended(&mut child.process) => return Ok(Some(how)),
            }
            if is_time {
                self.collect(run).await?;
                if let Some(stale) = run.watch.stale(self.steady_ms()) {
                    return Ok(Some(stale.to_string()));
                }
            }
        }
    }

    /// Notes a complaint of ffmpeg.
    fn note(&self, line: &str, run: &mut Run) {
        let line = self.camera.source.mask(line);
        tracing::debug!(camera = self.camera.number, %line, "ffmpeg says");
        run.complaint = Some(line);
    }

    /// Takes the segments that are finished: into the archive where there is room, and into the ring.
    async fn collect(&self, run: &mut Run) -> io::Result<()> {
        let is_kept = self.look_for_room()? != Room::Full;
        let (number, folder, next, head) = (run.number, run.folder.clone(), run.next, run.head.clone());
        let offset_ms = self.camera.offset_ms;
        let taken = self.blocking(move |archive| {
            let finished = listed(&folder)?.into_iter().filter(|finished| finished.no >= next);
            let mut head = head;
            let take = |finished: Finished| {
                let appeared = fs::metadata(folder.join(finished.file()))?.modified()?;
                let appeared = appeared.duration_since(UNIX_EPOCH).unwrap_or_default();
                let known = head.take().map_or_else(|| archive.head(number).map(Arc::from), Ok)?;
                head = Some(Arc::clone(&known));
                let (segment, bytes) = if is_kept {
                    archive.take((number, &known), &finished, offset_ms)?
                } else {
                    archive.pass((number, &known), &finished, offset_ms)?
                };
                let appeared = i64::try_from(appeared.as_millis()).unwrap_or(i64::MAX);
                Ok(Taken { to: finished.to(), appeared, segment, bytes: bytes.into(), head: known, is_kept })
            };
            finished.map(take).collect::<io::Result<Vec<_>>>()
        });
        for taken in taken.await? {
            run.next = taken.segment.no.saturating_add(1);
            run.head = Some(Arc::clone(&taken.head));
            run.watch.segment(taken.to, taken.appeared, self.steady_ms());
            self.took(&taken);
            self.ring.push(taken.segment, taken.head, taken.bytes);
        }
        Ok(())
    }

    /// Ends what a killed program left running, and takes what it had finished.
    async fn clear_leftovers(&self) -> io::Result<()> {
        for number in self.archive.runs()? {
            let folder = self.archive.run(number);
            if end_leftover(&folder).await? {
                tracing::warn!(
                    target: "alarm",
                    camera = self.camera.number,
                    run = number,
                    "a program that was killed left ffmpeg running; it was ended"
                );
            }
            let offset_ms = self.camera.offset_ms;
            self.blocking(move |archive| {
                for finished in listed(&folder)? {
                    archive.recover(number, &finished, offset_ms)?;
                }
                archive.drop_run(number)
            })
            .await?;
        }
        Ok(())
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Archive) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let archive = Arc::clone(&self.archive);
        spawn_blocking(move || work(&archive)).await.map_err(io::Error::other)?
    }

    fn look_for_room(&self) -> io::Result<Room> {
        let room = self.tools.disk.space(self.archive.folder())?.room();
        let before = self.told.borrow().room;
        if room != before {
            self.tell(|status| status.room = room);
            if room > before {
                tracing::warn!(
                    camera = self.camera.number,
                    room = room.id(),
                    "the disk for recordings runs full"
                );
            }
        }
        Ok(room)
    }

    /// Tells how it stands now; whether that is something new.
    fn tell(&self, change: impl FnOnce(&mut Status)) -> bool {
        let (now, mut is_new) = (self.tools.clock.now(), false);
        // Who waits for a segment is woken, too, by one that is only shown.
        self.told.send_modify(|status| is_new = status.change(now, change));
        is_new
    }

    fn took(&self, Taken { segment, is_kept, .. }: &Taken) {
        let was = self.told.borrow().picture;
        self.tell(|status| {
            status.picture = Picture::Live;
            status.why = (!is_kept).then(|| NO_ROOM.to_owned());
            if *is_kept {
                status.segments = status.segments.saturating_add(1);
                status.bytes = status.bytes.saturating_add(segment.bytes);
                status.recorded_to = Some(segment.to());
            }
        });
        if was != Picture::Live {
            tracing::info!(camera = self.camera.number, source = %self.camera.source, "the picture of a camera comes");
        }
    }

    fn lost(&self, why: &str) {
        // Who comes now must not take the past for the present.
        self.ring.clear();
        let changed = self.tell(|status| {
            let picture = if status.picture == Picture::None { Picture::None } else { Picture::Stalled };
            (status.picture, status.why) = (picture, Some(why.to_owned()));
        });
        if changed {
            let (camera, source) = (self.camera.number, &self.camera.source);
            tracing::warn!(target: "alarm", camera, %source, why, "a camera is not recorded");
        }
    }

    /// A failure in words, with what to do where that is known.
    fn in_words(&self, error: &io::Error) -> String {
        if error.kind() == io::ErrorKind::NotFound && !self.is_there() {
            return format!(
                "there is no program {}; install the package ffmpeg",
                self.tools.program.display()
            );
        }
        self.camera.source.mask(&error.to_string())
    }

    /// Whether the program is found by its name or path.
    fn is_there(&self) -> bool {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&path);
        self.tools.program.is_file() || folders.any(|folder| folder.join(&self.tools.program).is_file())
    }

    async fn pause(&mut self, pause: Duration) {
        tokio::select! {
            () = sleep(pause) => {}
            _ = self.stopped.wait_for(|stopped| *stopped) => {}
        }
    }

    fn steady_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// The segments that the playlist of a run names; none before there is one.
fn listed(run: &Path) -> io::Result<Vec<Finished>> {
    match fs::read_to_string(run.join(LIVE_LIST)) {
        Ok(list) => Ok(live_list::read(&list)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}
