//! The recordings of tables: which tables have a camera, their recorders while the server runs, what is kept of them,
//! and who may look at their live pictures.
//!
//! A camera has the number of its table. What a picture shows is nobody's business here.

mod cameras;
mod card_pictures;
mod keep;
mod tell;
mod ticket;
mod viewers;
mod whep;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use house::House;
use table::TableId;
use tokio::task::JoinHandle;
use video::command::Encoding;
use video::recorder::Tools;
use video::{Archive, Camera, Clock, Recorder, Source};

use crate::rate_limit::Rate;
pub(crate) use cameras::{Cameras, TableCamera};
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
    /// Whether a live table begins no round while it is not recorded.
    pub required: bool,
    /// How much later than the scene its picture comes, in milliseconds.
    pub offset_ms: i64,
    /// Where another server gives its picture with less delay.
    pub whep: Option<Whep>,
}

/// The recordings of a server, before it runs. Each has a folder of its own in one that they share.
#[derive(Clone, Debug, Default)]
pub struct Recordings(Vec<(RecordedTable, Arc<Archive>)>);

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
        tables.into_iter().map(open).collect::<Result<_, _>>().map(Self)
    }

    /// The origins of the other servers that give pictures.
    pub(crate) fn picture_servers(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|(recorded, _)| recorded.whep.as_ref()).map(Whep::origin)
    }

    /// Records all of them from now on, and shows them to so many people at a time, each at that rate. Call it inside a
    /// Tokio runtime.
    pub(crate) fn start(&self, house: &Arc<House>, (most, rate): (usize, Rate)) -> Studio {
        let tools = Tools::of_system(Arc::new(HouseClock(Arc::clone(house))));
        let (mut cameras, mut recorders, mut tasks) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (recorded, archive) in &self.0 {
            let camera = Camera {
                number: recorded.table.0,
                source: recorded.source.clone(),
                encoding: recorded.encoding,
                offset_ms: recorded.offset_ms,
            };
            let recorder = Recorder::start(camera, Arc::clone(archive), tools.clone());
            if recorded.required {
                let told = tell::whether_recorded(Arc::clone(house), recorded.table, recorder.status());
                tasks.push(tokio::spawn(told));
            }
            let keep_days = recorded.keep_days;
            let known = TableCamera {
                archive: Arc::clone(archive),
                ring: recorder.ring(),
                whep: recorded.whep.clone(),
                status: recorder.status(),
                keep_days,
            };
            cameras.insert(recorded.table, Arc::new(known));
            recorders.push(recorder);
        }
        let cameras = Arc::new(cameras);
        let required =
            self.0.iter().filter(|(recorded, _)| recorded.required).map(|(recorded, _)| recorded.table);
        tasks.push(tokio::spawn(tell::the_others(Arc::clone(house), required.collect())));
        if !cameras.is_empty() {
            tasks.push(tokio::spawn(keep::each_minute(Arc::clone(house), Arc::clone(&cameras))));
        }
        let viewers = Viewers::new(most, rate);
        Studio {
            cameras,
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
