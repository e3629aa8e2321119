//! One file of a disk: what is certain of it, and what was done to it since. Knows no paths.

use auditor::Dice;

/// The piece of a write that is kept or lost as a whole, in bytes.
const SECTOR: usize = 512;

/// How much of what was not synced outlives a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// All of it: the program was killed, the machine was not.
    All,
    /// None of it.
    Nothing,
    /// The first so many writes of each file, and of the next one some sectors.
    Prefix,
    /// Any sectors of any writes.
    Any,
}

/// A file, from the first time it was opened.
#[derive(Debug, Default)]
pub(super) struct FileLog {
    /// The content that outlives everything; none for a file that need not be there.
    synced: Option<Vec<u8>>,
    pending: Vec<Change>,
}

/// What was done to a file and not synced.
#[derive(Debug)]
enum Change {
    Create,
    Write { at: usize, bytes: Vec<u8> },
    Truncate { len: usize },
    Delete,
}

impl FileLog {
    /// It was opened, and made if it was not there.
    pub(super) fn open(&mut self) {
        if !self.exists() {
            self.pending.push(Change::Create);
        }
    }

    pub(super) fn write(&mut self, at: usize, bytes: &[u8]) {
        self.pending.push(Change::Write { at, bytes: bytes.to_vec() });
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.pending.push(Change::Truncate { len });
    }

    /// It is gone; for certain, if the folder was synced with it.
    pub(super) fn delete(&mut self, certain: bool) {
        self.pending.push(Change::Delete);
        if certain {
            self.sync();
        }
    }

    /// Everything done so far is certain.
    pub(super) fn sync(&mut self) {
        for change in std::mem::take(&mut self.pending) {
            change.apply(&mut self.synced);
        }
    }

    /// Whether it is there is certain, though not what is in it.
    pub(super) fn sync_name(&mut self) {
        if let Some(gone) = self.pending.iter().rposition(|it| matches!(it, Change::Delete)) {
            self.pending.drain(..=gone);
            self.synced = None;
        }
        if self.exists() {
            self.synced.get_or_insert_default();
        }
    }

    /// What is certain of it; nothing if it need not be there.
    pub(super) fn content(&self) -> Option<&[u8]> {
        self.synced.as_deref()
    }

    /// Makes certain what outlives a loss, and forgets the rest.
    pub(super) fn lose(&mut self, rest: Rest, dice: &mut Dice) {
        let mut changes = std::mem::take(&mut self.pending);
        if rest == Rest::Any {
            self.choose_file(&mut changes, dice);
        }
        let whole = match rest {
            Rest::All => changes.len(),
            Rest::Nothing | Rest::Any => 0,
            Rest::Prefix => index(dice, changes.len()),
        };
        for (place, change) in changes.into_iter().enumerate() {
            match rest {
                _ if place < whole => change.apply(&mut self.synced),
                Rest::Any => change.apply_some(&mut self.synced, dice),
                Rest::Prefix if place == whole => change.apply_some(&mut self.synced, dice),
                _ => {}
            }
        }
    }

    /// A name stands for the old file or the new one, and never for something of both.
    fn choose_file(&mut self, changes: &mut Vec<Change>, dice: &mut Dice) {
        let Some(gone) = changes.iter().rposition(|it| matches!(it, Change::Delete)) else { return };
        if dice.per_mille(500) {
            changes.drain(..=gone);
            self.synced = None;
        } else {
            changes.truncate(gone);
        }
    }

    fn exists(&self) -> bool {
        let last = self.pending.iter().rev().find(|it| matches!(it, Change::Create | Change::Delete));
        last.map_or(self.synced.is_some(), |it| matches!(it, Change::Create))
    }
}

impl Change {
    fn apply(self, content: &mut Option<Vec<u8>>) {
        match self {
            Self::Create => {
                content.get_or_insert_default();
            }
            Self::Write { at, bytes } => put(content.get_or_insert_default(), at, &bytes),
            Self::Truncate { len } => content.get_or_insert_default().resize(len, 0),
            Self::Delete => *content = None,
        }
    }

    /// Applies some sectors of a write, and any other change or not.
    fn apply_some(self, content: &mut Option<Vec<u8>>, dice: &mut Dice) {
        let Self::Write { at, bytes } = self else {
            if dice.per_mille(500) {
                self.apply(content);
            }
            return;
        };
        // Sectors lie on the disk, not in the write: the first piece ends where a sector does.
        let mut begin = 0;
        while begin < bytes.len() {
            let end = bytes.len().min(begin + SECTOR - (at + begin) % SECTOR);
            if dice.per_mille(500) {
                put(content.get_or_insert_default(), at + begin, &bytes[begin..end]);
            }
            begin = end;
        }
    }
}

fn put(content: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    if content.len() < end {
        content.resize(end, 0);
    }
    content[at..end].copy_from_slice(bytes);
}

fn index(dice: &mut Dice, len: usize) -> usize {
    let last = u64::try_from(len).unwrap_or(u64::MAX);
    usize::try_from(dice.within(0..=last)).unwrap_or(len)
}
