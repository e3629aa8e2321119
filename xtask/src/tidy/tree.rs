//! The files that are committed or about to be, with their text. Knows no rule.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{Shell, cmd};

/// One committed file.
pub(super) struct File {
    /// Relative to the root, with slashes.
    pub(super) path: String,
    /// In bytes.
    pub(super) size: usize,
    /// Nothing if the file is not text.
    pub(super) text: Option<String>,
}

impl File {
    /// The part of the name after the last dot.
    pub(super) fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The lines with their numbers, from 1. None if the file is not text.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.as_deref().unwrap_or_default().lines())
    }
}

/// The committed files of a project, sorted by path.
pub(super) struct Tree {
    root: PathBuf,
    files: Vec<File>,
}

impl Tree {
    /// Reads the files that git has or would add, without ignored ones.
    pub(super) fn committed(sh: &Shell) -> Result<Self> {
        let paths = cmd!(sh, "git ls-files --cached --others --exclude-standard -z").read()?;
        Ok(Self::read(&sh.current_dir(), paths.split_terminator('\0').map(str::to_owned)))
    }

    /// Reads these files below a root. A listed file that is gone was just deleted and is left out.
    pub(super) fn read(root: &Path, paths: impl IntoIterator<Item = String>) -> Self {
        let read = |path: String| {
            let bytes = fs::read(root.join(&path)).ok()?;
            let size = bytes.len();
            let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
            Some(File { path, size, text })
        };
        let mut files: Vec<File> = paths.into_iter().filter_map(read).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        Self { root: root.to_owned(), files }
    }

    pub(super) fn files(&self) -> &[File] {
        &self.files
    }

    /// The files whose name ends in one of these extensions.
    pub(super) fn with_extension(&self, extensions: &[&str]) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| extensions.contains(&file.extension()))
    }

    /// The text of one file, if it is there.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path)?.text.as_deref()
    }

    /// Whether the committed files have this file or folder.
    pub(super) fn has(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.root.join(path).exists()
            && (folder == "/"
                || self.files.iter().any(|file| file.path == path || file.path.starts_with(&folder)))
    }
}

/// The line, from 1, that a byte of the text is on.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}
