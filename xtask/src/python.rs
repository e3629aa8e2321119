//! Python packages for the project's own checks: an environment of its own for each, under the target folder.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{debian, project};

/// The folder of programs of a Python environment with these packages, which is made if need be.
pub(crate) fn need_packages(sh: &Shell, packages: &[&str]) -> Result<PathBuf> {
    debian::need_python(sh)?;
    let name = packages.join("-").replace(['=', '<', '>', ','], "");
    let folder = project::target()?.join("python").join(name);
    let (programs, complete) = (folder.join("bin"), folder.join("complete"));
    if !sh.path_exists(&complete) {
        sh.remove_path(&folder)?;
        cmd!(sh, "python3 -m venv {folder}").run()?;
        let pip = programs.join("pip");
        cmd!(sh, "{pip} install --quiet --disable-pip-version-check {packages...}").run()?;
        // Without this file, an installation was interrupted.
        sh.write_file(&complete, "")?;
    }
    Ok(programs)
}
