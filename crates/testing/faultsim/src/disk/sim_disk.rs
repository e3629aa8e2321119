//! The simulated disk: remembers what was written to its files and not yet synced, and decides by the seed what of that
//! a power loss leaves. Knows files and bytes, no SQLite.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use auditor::Dice;

use super::file::{FileLog, Rest};

/// The disks that are plugged in, by their folder.
static DISKS: Mutex<BTreeMap<PathBuf, Arc<SimDisk>>> = Mutex::new(BTreeMap::new());

/// The disk under one folder.
#[derive(Debug, Default)]
pub(crate) struct SimDisk(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    files: BTreeMap<PathBuf, FileLog>,
    /// After how many more operations the power fails.
    fuse: Option<u64>,
    /// Whether the power is off: nothing is written any more.
    off: bool,
    hiccups: Option<Hiccups>,
}

/// The disk does not do it, because it has no power or because it has a bad moment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused;

/// Operations that fail though the power is on, and the next one does not.
#[derive(Debug)]
struct Hiccups {
    dice: Dice,
    /// One in so many operations.
    one_in: u64,
    happened: u64,
}

impl SimDisk {
    /// Plugs a disk in for the files of `folder`.
    pub(super) fn plug(folder: &Path) -> Arc<Self> {
        let disk = Arc::new(Self::default());
        disks().insert(true_name(folder), Arc::clone(&disk));
        disk
    }

    /// Takes the disk of that folder away.
    pub(crate) fn unplug(folder: &Path) {
        disks().remove(&true_name(folder));
    }

    pub(super) fn of(file: &Path) -> Option<Arc<Self>> {
        disks().get(file.parent()?).cloned()
    }

    /// Lets the power fail after so many operations.
    pub(crate) fn light_fuse(&self, operations: u64) {
        self.state().fuse = Some(operations);
    }

    /// The power does not fail after all.
    pub(crate) fn put_fuse_out(&self) {
        self.state().fuse = None;
    }

    /// Lets the fuse wait while somebody looks at the disk from outside.
    pub(crate) fn meanwhile<T>(&self, look: impl FnOnce() -> T) -> T {
        let (fuse, hiccups) = {
            let mut state = self.state();
            (state.fuse.take(), state.hiccups.take())
        };
        let seen = look();
        let mut state = self.state();
        (state.fuse, state.hiccups) = (fuse, hiccups);
        seen
    }

    /// From now on one in so many operations fails by itself.
    pub(crate) fn begin_hiccups(&self, dice: Dice, one_in: u64) {
        self.state().hiccups = Some(Hiccups { dice, one_in, happened: 0 });
    }

    /// No operation fails by itself any more. Answers how many did.
    pub(crate) fn end_hiccups(&self) -> u64 {
        self.state().hiccups.take().map_or(0, |hiccups| hiccups.happened)
    }

    /// Turns the power off now. Nothing is lost yet: that is decided by what follows.
    pub(crate) fn cut(&self) {
        self.state().off = true;
    }

    /// Whether the power is off.
    pub(crate) fn is_off(&self) -> bool {
        self.state().off
    }

    /// Turns the power on after a process was killed: everything that was written is there. All files must be
    /// closed.
    pub(crate) fn restart_after_kill(&self) -> std::io::Result<()> {
        self.restart(Rest::All, &mut Dice::new(0))
    }

    /// Turns the power on after a power loss: of what was not synced, some is there. All files must be closed.
    pub(crate) fn restart_after_power_loss(&self, dice: &mut Dice) -> std::io::Result<()> {
        let rest = match dice.within(1..=10) {
            1..=3 => Rest::Nothing,
            4..=6 => Rest::Prefix,
            _ => Rest::Any,
        };
        self.restart(rest, dice)
    }

    fn restart(&self, rest: Rest, dice: &mut Dice) -> std::io::Result<()> {
        let mut state = self.state();
        (state.off, state.fuse) = (false, None);
        for (path, log) in &mut state.files {
            log.lose(rest, dice);
            match log.content() {
                Some(content) => std::fs::write(path, content)?,
                None if path.exists() => std::fs::remove_file(path)?,
                None => {}
            }
        }
        state.files.retain(|_, log| log.content().is_some());
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a file certain, and with the folder also which files there are.
    pub(super) fn sync(&self, path: &Path, with_folder: bool) -> Result<(), Refused> {
        self.operate(path, FileLog::sync)?;
        if with_folder {
            self.state().files.values_mut().for_each(FileLog::sync_name);
        }
        Ok(())
    }

    /// One more operation; the power may fail right before it.
    pub(super) fn operate<T>(
        &self,
        path: &Path,
        operation: impl FnOnce(&mut FileLog) -> T,
    ) -> Result<T, Refused> {
        let mut state = self.state();
        match &mut state.fuse {
            Some(0) => state.off = true,
            Some(left) => *left -= 1,
            None => {}
        }
        if state.off || state.hiccups.as_mut().is_some_and(Hiccups::happens) {
            return Err(Refused);
        }
        Ok(operation(state.files.entry(path.to_owned()).or_default()))
    }
}

impl Hiccups {
    fn happens(&mut self) -> bool {
        let happens = self.dice.within(1..=self.one_in) == 1;
        self.happened += u64::from(happens);
        happens
    }
}

/// The folder as SQLite names it: without symbolic links.
fn true_name(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

fn disks() -> MutexGuard<'static, BTreeMap<PathBuf, Arc<SimDisk>>> {
    DISKS.lock().unwrap_or_else(PoisonError::into_inner)
}
