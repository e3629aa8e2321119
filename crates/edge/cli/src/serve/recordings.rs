//! The file of `serve --recordings`: which tables have a camera, and how they are recorded. A source with a password
//! comes from a file of its owner alone, and no message repeats one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use server::recording::{RecordedTable, Recordings, Whep};
use table::TableId;
use video::Source;
use video::archive::LONGEST_SEGMENT_MS;
use video::command::Encoding;
use video::retention::LEAST_DAYS;

use crate::lines::Problem;
use crate::secret_input::from_file;

/// The shortest segment, in milliseconds.
const SHORTEST_MS: u32 = 500;
/// The longest that a picture may come after its scene, in milliseconds.
const LONGEST_LAG_MS: i64 = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The folder of all recordings, relative to that of this file; needed where a table has a camera.
    folder: Option<PathBuf>,
    #[serde(default, rename = "table")]
    tables: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: u32,
    source: Option<String>,
    /// The file whose first line is the source, relative to the folder of this file.
    source_file: Option<PathBuf>,
    #[serde(default)]
    copy: bool,
    #[serde(default = "a_second")]
    segment_ms: u32,
    #[serde(default = "a_month")]
    keep_days: u32,
    #[serde(default)]
    offset_ms: i64,
    #[serde(default = "yes")]
    required: bool,
    /// Why a live table may begin rounds without a recording. With that, it needs no camera.
    why: Option<String>,
    /// Where another server gives the picture with less delay.
    whep: Option<String>,
}

const fn a_second() -> u32 {
    1_000
}

const fn a_month() -> u32 {
    30
}

const fn yes() -> bool {
    true
}

/// What a file says.
#[derive(Default)]
pub(super) struct Given {
    /// The folder of the recordings, and the tables that are recorded; none where none is.
    recorded: Option<(PathBuf, Vec<RecordedTable>)>,
    /// The live tables that begin rounds without a recording, and why.
    unrecorded: BTreeMap<TableId, String>,
}

impl Given {
    /// Opens the folders of the recordings. Warns when the store is on the same disk, which recordings may fill.
    pub(super) fn open(self, store: Option<&Path>) -> Result<Recordings, Problem> {
        let about = |(folder, error): (PathBuf, std::io::Error)| {
            Problem::Failure(format!("cannot keep recordings in {}: {error}", folder.display()))
        };
        let Some((folder, tables)) = self.recorded else {
            return Ok(Recordings::default().required_but_at(self.unrecorded));
        };
        warn_of_others(&folder, &tables);
        let recordings = Recordings::open(&folder, tables).map_err(about)?;
        let disk = |folder: &Path| fs::metadata(folder).ok().map(|found| found.dev());
        let shares_store = store.is_some_and(|store| disk(store).is_some() && disk(store) == disk(&folder));
        if shares_store {
            let folder = folder.display();
            tracing::warn!(%folder, "the store is on the disk of the recordings, which may fill it; use another disk");
        }
        Ok(recordings.beside_the_store(shares_store).required_but_at(self.unrecorded))
    }

    /// The same, but that this table begins rounds without a recording unless the file names its camera.
    pub(super) fn or_unrecorded(mut self, (table, why): (TableId, String)) -> Self {
        let is_filmed = self.recorded.iter().flat_map(|(_, tables)| tables).any(|named| named.table == table);
        if !is_filmed {
            self.unrecorded.entry(table).or_insert(why);
        }
        self
    }
}

/// Warns of recordings whose table the file does not name any more.
fn warn_of_others(folder: &Path, tables: &[RecordedTable]) {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let numbers = found.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    for table in numbers.filter(|number| tables.iter().all(|named| named.table.0 != *number)) {
        let what = "there are recordings of a table that has no camera in the file of recordings";
        tracing::warn!(table, "{what}: nobody can watch them, and none is deleted");
    }
}

/// Reads the file. Without one, nothing is recorded and each live table waits for its recording.
pub(super) fn read(file: Option<&Path>) -> Result<Given, Problem> {
    let Some(path) = file else { return Ok(Given::default()) };
    let text = fs::read_to_string(path)
        .map_err(|error| Problem::Failure(format!("cannot read {}: {error}", path.display())))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    given(&text, beside).map_err(|problem| problem.about(&path.display().to_string()))
}

pub(super) fn given(text: &str, beside: &Path) -> Result<Given, Problem> {
    let File { folder, tables } = toml::from_str(text).map_err(|error| {
        // The text of the line could have a password in it.
        let line = error.span().map_or(1, |span| crate::config::line_at(text, span.start));
        Problem::Input(format!("line {line}: {}", error.message()))
    })?;
    let mut known = BTreeSet::new();
    let (mut read, mut unrecorded, mut wrong) = (Vec::new(), BTreeMap::new(), Vec::new());
    for entry in tables {
        let id = entry.id;
        if let Some(why) = entry.unrecorded() {
            unrecorded.insert(TableId(id), why.to_owned());
        }
        let table = if known.insert(id) { entry.read(beside) } else { Err("stands twice".to_owned()) };
        match table {
            Ok(table) => read.extend(table),
            Err(why) => wrong.push(Problem::Input(format!("table {id}: {why}"))),
        }
    }
    if folder.is_none() && !read.is_empty() {
        wrong.push(Problem::Input("folder is missing; it names where recordings are kept".to_owned()));
    }
    if wrong.is_empty() {
        let recorded = folder.map(|folder| (beside.join(folder), read));
        Ok(Given { recorded, unrecorded })
    } else {
        Err(Problem::together(wrong))
    }
}

impl Entry {
    /// Why the table begins rounds without a recording; none where it does not.
    fn unrecorded(&self) -> Option<&str> {
        self.why.as_deref().map(str::trim).filter(|why| !self.required && !why.is_empty())
    }

    /// Its camera; none where it needs none and has none.
    fn read(self, beside: &Path) -> Result<Option<RecordedTable>, String> {
        if !self.required && self.unrecorded().is_none() {
            return Err("required = false needs a reason in why".to_owned());
        }
        if self.required && self.why.is_some() {
            return Err("why is the reason of required = false, which is missing".to_owned());
        }
        in_range("segment_ms", self.segment_ms.into(), SHORTEST_MS.into(), LONGEST_SEGMENT_MS.into())?;
        in_range("keep_days", self.keep_days.into(), LEAST_DAYS.into(), 3_650)?;
        in_range("offset_ms", self.offset_ms, 0, LONGEST_LAG_MS)?;
        let whep = self.whep.as_deref().map(str::parse::<Whep>).transpose();
        let whep = whep.map_err(|error| error.to_string())?;
        let source = match (&self.source, &self.source_file) {
            (Some(source), None) => source.clone(),
            (None, Some(file)) => {
                from_file(&beside.join(file), "source").map_err(|problem| problem.text())?
            }
            (None, None) if !self.required => return Ok(None),
            (None, None) => {
                return Err(
                    "needs a source or a source_file; or required = false with a reason in why".to_owned()
                );
            }
            (Some(_), Some(_)) => return Err("needs a source or a source_file, and not both".to_owned()),
        };
        if self.source.as_ref().is_some_and(|source| source.contains('@')) {
            return Err(
                "the source has a user or a password; put it into a file of mode 0600 that source_file names"
                    .to_owned(),
            );
        }
        let source = match Source::parse(&source).map_err(|error| error.to_string())? {
            Source::File(path) => Source::File(beside.join(path)),
            source => source,
        };
        let encoding = Encoding { copy: self.copy, segment_ms: self.segment_ms };
        let (table, keep_days) = (TableId(self.id), self.keep_days);
        Ok(Some(RecordedTable { table, source, encoding, keep_days, offset_ms: self.offset_ms, whep }))
    }
}

fn in_range(name: &str, value: i64, least: i64, most: i64) -> Result<(), String> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(format!("{name}: {value} is not in {least}..={most}"))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn wrong(text: &str) -> String {
        let read = given(&format!("folder = \"film\"\n{text}"), Path::new("/srv"));
        read.err().expect("it is wrong").text()
    }

    #[test]
    fn a_file_says_which_tables_are_recorded() {
        let text = "folder = \"film\"\n[[table]]\nid = 9\nsource = \"test:\"\n\
            [[table]]\nid = 10\nsource = \"file:a.mp4\"\ncopy = true\nsegment_ms = 2000\nkeep_days = 14\noffset_ms = 250\n\
            whep = \"https://media.example/salon/whep\"\n";
        let Given { recorded, unrecorded } = given(text, Path::new("/srv")).ok().unwrap();
        let (folder, tables) = recorded.unwrap();
        assert_eq!((folder.as_path(), unrecorded), (Path::new("/srv/film"), BTreeMap::new()));
        let [first, second] = tables.as_slice() else { panic!("{tables:?}") };
        assert_eq!((first.table, &first.source, first.keep_days), (TableId(9), &Source::Test, 30));
        assert_eq!(first.encoding, Encoding { copy: false, segment_ms: 1_000 });
        assert_eq!(second.source, Source::File("/srv/a.mp4".into()));
        assert_eq!((second.encoding.copy, second.keep_days, second.offset_ms), (true, 14, 250));
        let whep = |table: &RecordedTable| table.whep.as_ref().map(|whep| whep.url().to_owned());
        assert_eq!((whep(first), whep(second)), (None, Some("https://media.example/salon/whep".to_owned())));
    }

    #[test]
    fn the_example_is_accepted() {
        let text = include_str!("../../../../../examples/recordings.toml");
        let Given { recorded, unrecorded } = given(text, Path::new("/srv")).ok().unwrap();
        let (folder, tables) = recorded.unwrap();
        assert_eq!(folder, Path::new("/srv/recordings"));
        let [table] = tables.as_slice() else { panic!("{tables:?}") };
        assert_eq!((table.table, &table.source), (TableId(9), &Source::Test));
        assert_eq!(unrecorded, [(TableId(9), "a demonstration".to_owned())].into());
    }

    #[test]
    fn a_table_with_a_reason_needs_no_camera_and_no_folder() {
        let text = "[[table]]\nid = 9\nrequired = false\nwhy = \" a rehearsal \"\n";
        let Given { recorded, unrecorded } = given(text, Path::new("/srv")).ok().unwrap();
        assert!(recorded.is_none());
        assert_eq!(unrecorded, [(TableId(9), "a rehearsal".to_owned())].into());
        let with_camera = given("[[table]]\nid = 9\nsource = \"test:\"\n", Path::new("/srv"));
        let said = with_camera.err().unwrap().text();
        assert_eq!(said, "folder is missing; it names where recordings are kept");
    }

    #[test]
    fn everything_that_is_wrong_is_said() {
        assert_eq!(
            wrong("[[table]]\nid = 9\n[[table]]\nid = 10\nsource = \"http://x\"\n"),
            "2 problems\ntable 9: needs a source or a source_file; or required = false with a reason in why\n\
             table 10: the source is none; give rtsp://HOST/PATH, rtmp://HOST/PATH, file:PATH or test:"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nsource = \"test:\"\nsource_file = \"salon.url\"\n"),
            "table 9: needs a source or a source_file, and not both"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nrequired = false\n"),
            "table 9: required = false needs a reason in why"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nsource = \"test:\"\nwhy = \"a repair\"\n"),
            "table 9: why is the reason of required = false, which is missing"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nrequired = false\nwhy = \"a repair\"\nkeep_days = 6\n"),
            "table 9: keep_days: 6 is not in 7..=3650"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nsource = \"test:\"\nkeep_days = 6\n"),
            "table 9: keep_days: 6 is not in 7..=3650"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nsource = \"test:\"\n[[table]]\nid = 9\nsource = \"test:\"\n"),
            "table 9: stands twice"
        );
        assert_eq!(
            wrong("[[table]]\nid = 9\nsource = \"test:\"\nrequired = false\nwhy = \" \"\n"),
            "table 9: required = false needs a reason in why"
        );
        let said =
            wrong("[[table]]\nid = 9\nsource = \"test:\"\nwhep = \"https://m.example/9?key=hunter22\"\n");
        assert!(
            said.starts_with("table 9: whep has a user, a password or a query") && !said.contains("hunter22")
        );
        assert!(wrong("[[table]]\nid = 9\nsauce = \"test:\"\n").starts_with("line 4: "));
    }

    #[test]
    fn a_password_comes_from_a_file_of_its_owner_and_is_never_repeated() {
        let said = wrong("[[table]]\nid = 9\nsource = \"rtsp://ann:hunter22@camera/1\"\n");
        assert!(said.contains("source_file") && !said.contains("hunter22"), "{said}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("salon.url");
        fs::write(&file, "rtsp://ann:hunter22@camera/1\n").unwrap();
        let text = "folder = \"film\"\n[[table]]\nid = 9\nsource_file = \"salon.url\"\n";
        for (mode, accepted) in [(0o640, false), (0o600, true)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let read = given(text, folder.path());
            assert_eq!(read.is_ok(), accepted, "{mode:o}");
            let shown = match read {
                Ok(given) => format!("{:?}", given.recorded),
                Err(problem) => problem.text(),
            };
            assert!(!shown.contains("hunter22"), "{shown}");
        }
    }
}
