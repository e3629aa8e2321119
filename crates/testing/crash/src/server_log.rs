//! What the server logs about itself: read for messages that must never come. Knows no law but that.

use std::io::ErrorKind;
use std::path::PathBuf;

/// The log of all servers of a run, one after the other.
pub(crate) struct ServerLog {
    file: PathBuf,
    /// How many bytes of it were read.
    read: usize,
}

impl ServerLog {
    pub(crate) const fn new(file: PathBuf) -> Self {
        Self { file, read: 0 }
    }

    /// Where it lies.
    pub(crate) fn file(&self) -> &PathBuf {
        &self.file
    }

    /// The new messages about corrupt data. A kill leaves no such data. A server that finds some gives up a shoe or a
    /// round for it, and the history looks sound again.
    pub(crate) fn complaints(&mut self) -> Result<Vec<String>, String> {
        let log = match std::fs::read(&self.file) {
            Ok(log) => log,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(format!("{}: {error}", self.file.display())),
        };
        let text = String::from_utf8_lossy(log.get(self.read..).unwrap_or_default());
        self.read = log.len();
        let corrupt = |line: &&str| line.contains(" ERROR ") && line.contains("corrupt");
        Ok(text.lines().filter(corrupt).map(|line| format!("it logged: {line}")).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrupt_data_are_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = ServerLog::new(folder.path().join("log"));
        assert_eq!(log.complaints(), Ok(Vec::new()));
        let line =
            "2026-01-01T00:00:00Z ERROR table{id=1}: what was due was not done; stored data is corrupt: x";
        let quiet = "2026-01-01T00:00:00Z  WARN the database is out of reach\n\
                     2026-01-01T00:00:00Z ERROR the database is gone\n\
                     2026-01-01T00:00:00Z  INFO the nickname is corrupt\n";
        std::fs::write(log.file(), format!("{quiet}{line}\n")).unwrap();
        assert_eq!(log.complaints(), Ok(vec![format!("it logged: {line}")]));
        assert_eq!(log.complaints(), Ok(Vec::new()));
        // A kill cuts a line off, and the next server goes on in it.
        std::fs::write(log.file(), format!("{quiet}{line}\n2026-01-01T00:00:00Z  INF{line}")).unwrap();
        assert_eq!(log.complaints().map(|text| text.len()), Ok(1));
    }
}
