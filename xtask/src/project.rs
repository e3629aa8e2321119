//! The folders of this project. Does not know what is in them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Failure, Result};

/// The project's root folder, and what is found from it.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// The project in which `cargo run` was called. A target folder may serve several clones, so the folder at compile
    /// time counts only when cargo names none.
    pub(crate) fn here() -> Self {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let manifest = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        Self { root: manifest.parent().unwrap_or(&manifest).to_owned() }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside the project, from its name relative to the root.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A command that starts in the project's root.
    pub(crate) fn command<'a>(&self, program: &str, args: impl IntoIterator<Item = &'a str>) -> Command {
        self.command_in("", program, args)
    }

    /// A command that starts in a folder of the project.
    pub(crate) fn command_in<'a>(
        &self,
        folder: &str,
        program: &str,
        args: impl IntoIterator<Item = &'a str>,
    ) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.path(folder));
        command
    }
}

/// The `punto` program, once cargo has built it.
pub(crate) fn punto() -> Result<PathBuf> {
    built("punto")
}

/// A program that `cargo build` puts beside this one, in any target folder.
pub(crate) fn built(program: &str) -> Result<PathBuf> {
    std::env::current_exe()
        .map(|this| this.with_file_name(program))
        .map_err(|error| Failure::new(format!("cannot tell where cargo puts programs: {error}")))
}

/// The target folder of cargo: the parent of the folder of this program.
pub(crate) fn target() -> Result<PathBuf> {
    let here = std::env::current_exe().ok();
    let target = here.as_deref().and_then(|this| this.parent()?.parent());
    target.map(PathBuf::from).ok_or_else(|| Failure::new("cannot tell where cargo puts programs"))
}
