//! The recordings of tables: which tables have a camera, their recorders while the server runs, what is kept of them,
//! and who may look at their live pictures.
//!
//! A camera has the number of its table. What a picture shows is nobody's business here.

mod cameras;
mod card_pictures;
mod glances;
mod keep;
mod tell;
mod ticket;
mod unrecorded;
mod viewers;
mod whep;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use house::House;
use table::{TableId, Timestamp};
use tokio::task::JoinHandle;
use video::command::Encoding;
use video::recorder::Tools;
use video::{Archive, Camera, Clock, Disk, Recorder, Source, Space, SystemDisk};

use self::unrecorded::{Unrecorded, live_tables};
use crate::rate_limit::Rate;
pub(crate) use cameras::{Cameras, Changed, TableCamera};
pub(crate) use card_pictures::{CardPictures, LONGEST_PICTURE};
pub(crate) use ticket::{Tickets, Viewer};
pub(crate) use viewers::{NoRoom, Viewers};
pub use whep::{Whep, WhepError};

/// How a table is recorded.
#[derive(Clone, Debug)]
pub struct RecordedTable {
    /// The table.
    pub table: TableId,
    /// Where its picture comes from.
    pub source: Source,
    /// How it is recorded.
    pub encoding: Encoding,
    /// For how many days an hour is kept.
    pub keep_days: u32,
    /// How much later than the scene its picture comes, in milliseconds.
    pub offset_ms: i64,
    /// Where another server gives its picture with less delay.
    pub whep: Option<Whep>,
}

/// The recordings of a server, before it runs. Each has a folder of its own in one that they share.
#[derive(Clone, Debug, Default)]
pub struct Recordings(Arc<Kept>);

#[derive(Clone, Debug)]
struct Kept {
    tables: Vec<(RecordedTable, Arc<Archive>)>,
    unrecorded: Unrecorded,
    disk: Arc<dyn Disk>,
    shares_store: bool,
}

impl Default for Kept {
    fn default() -> Self {
        let (tables, disk) = (Vec::new(), Arc::new(SystemDisk));
        Self { tables, unrecorded: Unrecorded::WithoutCamera, disk, shares_store: false }
    }
}

impl Recordings {
    /// Opens the folders of these tables.
    ///
    /// # Errors
    /// With the folder, when it cannot be made, or when others than its owner may open it.
    pub fn open(folder: &Path, tables: Vec<RecordedTable>) -> Result<Self, (PathBuf, io::Error)> {
        let open = |table: RecordedTable| {
            let folder = folder.join(table.table.0.to_string());
            let archive = Archive::open(&folder).map_err(|error| (folder, error))?;
            Ok((table, Arc::new(archive)))
        };
        let tables = tables.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self(Arc::new(Kept { tables, ..Kept::default() })))
    }

    /// The same recordings; only these live tables begin rounds without one, each for the reason beside it. A live
    /// table with neither a camera nor a reason waits. Without this call, the tables that have no camera begin rounds.
    #[must_use]
    pub fn required_but_at(self, unrecorded: BTreeMap<TableId, String>) -> Self {
        let unrecorded = Unrecorded::Only(unrecorded);
        Self(Arc::new(Kept { unrecorded, ..Arc::unwrap_or_clone(self.0) }))
    }

    /// The same recordings, whose room this disk says.
    #[must_use]
    pub fn on(self, disk: Arc<dyn Disk>) -> Self {
        Self(Arc::new(Kept { disk, ..Arc::unwrap_or_clone(self.0) }))
    }

    /// The same recordings; supervisors read whether the store is on their disk, too.
    #[must_use]
    pub fn beside_the_store(self, shares_store: bool) -> Self {
        Self(Arc::new(Kept { shares_store, ..Arc::unwrap_or_clone(self.0) }))
    }

    /// The origins of the other servers that give pictures.
    pub(crate) fn picture_servers(&self) -> impl Iterator<Item = &str> {
        self.0.tables.iter().filter_map(|(recorded, _)| recorded.whep.as_ref()).map(Whep::origin)
    }

    /// Records all of them from now on, and shows them to so many people at a time, each at that rate. Call it inside a
    /// Tokio runtime.
    pub(crate) fn start(&self, house: &Arc<House>, (most, rate): (usize, Rate)) -> Studio {
        let clock = Arc::new(HouseClock(Arc::clone(house)));
        let tools = Tools { disk: Arc::clone(&self.0.disk), ..Tools::of_system(clock) };
        let (mut cameras, mut recorders, mut tasks) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (recorded, archive) in &self.0.tables {
            let camera = Camera {
                number: recorded.table.0,
                source: recorded.source.clone(),
                encoding: recorded.encoding,
                offset_ms: recorded.offset_ms,
            };
            let recorder = Recorder::start(camera, Arc::clone(archive), tools.clone());
            let keep_days = recorded.keep_days;
            let known = TableCamera {
                archive: Arc::clone(archive),
                ring: recorder.ring(),
                whep: recorded.whep.clone(),
                status: recorder.status(),
                keep_days,
                changed: Mutex::default(),
            };
            cameras.insert(recorded.table, Arc::new(known));
            recorders.push(recorder);
        }
        let cameras = Arc::new(cameras);
        for (table, camera) in cameras.iter() {
            if self.0.unrecorded.why(*table, &cameras).is_none() {
                let told = tell::whether_recorded(Arc::clone(house), *table, camera.status.clone());
                tasks.push(tokio::spawn(told));
            }
        }
        tasks.push(tokio::spawn(tell::the_others(
            Arc::clone(house),
            Arc::clone(&cameras),
            self.0.unrecorded.clone(),
        )));
        if !cameras.is_empty() {
            tasks.push(tokio::spawn(keep::each_minute(Arc::clone(house), Arc::clone(&cameras))));
        }
        let viewers = Viewers::new(most, rate);
        Studio {
            cameras,
            unrecorded: self.0.unrecorded.clone(),
            since: house.now(),
            disk: Arc::clone(&self.0.disk),
            shares_store: self.0.shares_store,
            viewers,
            tickets: Tickets::default(),
            card_pictures: CardPictures::default(),
            running: Mutex::new(Running { recorders, tasks }),
        }
    }
}

/// The recordings of a server that runs.
pub(crate) struct Studio {
    cameras: Arc<Cameras>,
    unrecorded: Unrecorded,
    /// Since when it runs.
    pub(crate) since: Timestamp,
    disk: Arc<dyn Disk>,
    /// Whether the store is on the disk of the recordings.
    pub(crate) shares_store: bool,
    /// Who looks at live pictures.
    pub(crate) viewers: Viewers,
    /// What opens live pictures.
    pub(crate) tickets: Tickets,
    /// The pictures of cards that devices send.
    pub(crate) card_pictures: CardPictures,
    running: Mutex<Running>,
}

#[derive(Default)]
struct Running {
    recorders: Vec<Recorder>,
    /// What looks after them, and tells their tables of them.
    tasks: Vec<JoinHandle<()>>,
}

impl Studio {
    /// The camera of a table; none where it has none.
    pub(crate) fn camera(&self, table: TableId) -> Option<Arc<TableCamera>> {
        self.cameras.get(&table).cloned()
    }

    /// All cameras by table.
    pub(crate) fn cameras(&self) -> Arc<Cameras> {
        Arc::clone(&self.cameras)
    }

    /// The live tables that wait for a recording and have no camera.
    pub(crate) fn without_camera(&self, house: &House) -> Vec<TableId> {
        let is_without = |table: &TableId| {
            !self.cameras.contains_key(table) && self.unrecorded.why(*table, &self.cameras).is_none()
        };
        live_tables(house).filter(is_without).collect()
    }

    /// The room of the disk that keeps the recordings; none without a camera, and where nobody knows it.
    pub(crate) async fn space(&self) -> Option<Space> {
        let (camera, disk) = (self.cameras.values().next()?, Arc::clone(&self.disk));
        camera.work(move |archive| disk.space(archive.folder())).await.ok()
    }

    /// Ends all recorders, each after its last segment.
    pub(crate) async fn stop(&self) {
        let running = std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner));
        running.tasks.iter().for_each(JoinHandle::abort);
        let mut stopping: Vec<_> =
            running.recorders.into_iter().map(|recorder| tokio::spawn(recorder.stop())).collect();
        for stopped in &mut stopping {
            // A recorder that ended badly has said so.
            let _ = stopped.await;
        }
    }
}

/// The clock of the house, by which events are dated.
struct HouseClock(Arc<House>);

impl Clock for HouseClock {
    fn now(&self) -> i64 {
        self.0.now().0
    }
}

impl fmt::Debug for HouseClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HouseClock")
    }
}
