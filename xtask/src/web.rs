//! The web client from outside: whether its packages and its build are there, and newer than their sources. npm knows
//! the rest.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::debian;
use crate::project::Project;
use crate::shell::{self, Failure, Result};

/// Folders of `web/` that are generated.
const MADE: &[&str] = &["node_modules", "dist", "test-results"];

/// Installs the packages that `package-lock.json` names, unless they are installed already.
pub(crate) fn need_packages(project: &Project) -> Result {
    debian::need_node()?;
    let lock = project.path("web/package-lock.json");
    if !lock.exists() {
        return Err(Failure::new("web/package-lock.json is missing, so the web client cannot be built"));
    }
    let installed = changed(&project.path("web/node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(&lock) {
        return Ok(());
    }
    shell::run(&mut project.command_in("web", "npm", ["ci", "--no-audit", "--no-fund"]))
}

/// Builds the client if it was never built, or if a source changed since. The WebAssembly module is one of the
/// sources, and cargo knows whether it changed.
pub(crate) fn build_if_stale(project: &Project) -> Result {
    debian::need_node()?;
    script(project, "wasm")?;
    if is_fresh(&project.path("web")) {
        return Ok(());
    }
    need_packages(project)?;
    script(project, "build")
}

/// Runs one of the scripts of `web/package.json`.
pub(crate) fn script(project: &Project, name: &str) -> Result {
    shell::run(&mut project.command_in("web", "npm", ["run", name]))
}

fn is_fresh(web: &Path) -> bool {
    let built = changed(&web.join("dist/index.html"));
    built.is_some() && built >= newest(web, MADE)
}

/// When the newest file under a folder changed, not looking into the folders named.
fn newest(folder: &Path, skipping: &[&str]) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let wanted = entries.filter(|entry| !skipping.iter().any(|skipped| entry.file_name() == *skipped));
    wanted
        .filter_map(|entry| match entry.path() {
            path if path.is_dir() => newest(&path, &[]),
            path => changed(&path),
        })
        .max()
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    /// Writes a file and dates it so many seconds after the epoch.
    fn write(root: &Path, name: &str, seconds: u64) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let file = File::create(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    }

    #[test]
    fn a_build_is_fresh_until_a_source_is_newer() {
        let folder = tempfile::tempdir().unwrap();
        let web = folder.path();
        write(web, "src/lib/table.ts", 100);
        assert!(!is_fresh(web), "never built");
        write(web, "dist/index.html", 200);
        write(web, "node_modules/svelte/index.js", 900);
        assert!(is_fresh(web), "installed packages are no source");
        write(web, "src/lib/table.ts", 300);
        assert!(!is_fresh(web), "a source changed");
    }
}
