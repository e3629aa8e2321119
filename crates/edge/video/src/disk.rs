//! How much room a file system has, and what that means for a recording.

use std::fmt;
use std::io;
use std::path::Path;

/// Below this part of the file system, room is short.
const LOW_PERCENT: u64 = 10;
/// Below this many bytes, nothing is recorded.
const FULL_BYTES: u64 = 2 << 30;

/// The room of a file system, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// What may still be written.
    pub free: u64,
    /// What it holds at all.
    pub total: u64,
}

/// What the room means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// There is enough.
    Plenty,
    /// Less than a tenth is free: an alarm, and what is old is deleted at once.
    Low,
    /// Less than 2 GiB are free: nothing is recorded.
    Full,
}

impl Space {
    /// What it means.
    pub const fn room(self) -> Room {
        if self.free < FULL_BYTES {
            Room::Full
        } else if self.free / LOW_PERCENT < self.total / 100 {
            Room::Low
        } else {
            Room::Plenty
        }
    }
}

impl Room {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plenty => "plenty",
            Self::Low => "low",
            Self::Full => "full",
        }
    }
}

/// Says how much room there is.
pub trait Disk: fmt::Debug + Send + Sync + 'static {
    /// The room of the file system of a folder.
    ///
    /// # Errors
    /// When the operating system does not say.
    fn space(&self, folder: &Path) -> io::Result<Space>;
}

/// What the operating system says.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn space(&self, folder: &Path) -> io::Result<Space> {
        let found = rustix::fs::statvfs(folder)?;
        let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
        Ok(Space { free: bytes(found.f_bavail), total: bytes(found.f_blocks) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_ends_in_two_steps() {
        let room = |free, total| Space { free, total }.room();
        assert_eq!(room(100 << 30, 1_000 << 30), Room::Plenty);
        assert_eq!(room(99 << 30, 1_000 << 30), Room::Low);
        assert_eq!(room(2 << 30, 1_000 << 30), Room::Low);
        assert_eq!(room((2 << 30) - 1, 4 << 30), Room::Full);
        assert_eq!(room(2 << 30, 4 << 30), Room::Plenty);
    }

    #[test]
    fn the_system_knows_its_room() {
        let space = SystemDisk.space(Path::new("/")).unwrap();
        assert!(space.total >= space.free && space.total > 0);
        assert!(SystemDisk.space(Path::new("/nowhere/at/all")).is_err());
    }
}
