//! The web client from outside: whether its packages and its build are there, and newer than their sources. npm knows
//! the rest.

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{aside, debian};

/// Installs the packages that `package-lock.json` names, unless they are installed already.
pub(crate) fn need_packages(sh: &Shell) -> Result<()> {
    debian::need_node(sh)?;
    let has_lock = sh.path_exists("web/package-lock.json");
    ensure!(has_lock, "web/package-lock.json is missing, so the web client cannot be built");
    if is_older(sh, "node_modules/.package-lock.json", "package-lock.json")? {
        let _web = sh.push_dir("web");
        aside::run(cmd!(sh, "npm ci --no-audit --no-fund"))?;
    }
    Ok(())
}

/// Builds the client if it was never built, or if a source changed since. The WebAssembly module is one of the
/// sources, and cargo knows whether it changed.
pub(crate) fn build_if_stale(sh: &Shell) -> Result<()> {
    debian::need_node(sh)?;
    script(sh, "wasm")?;
    if is_older(sh, "dist/index.html", ".")? {
        need_packages(sh)?;
        script(sh, "build")?;
    }
    Ok(())
}

/// Runs one of the scripts of `web/package.json`.
pub(crate) fn script(sh: &Shell, name: &str) -> Result<()> {
    let _web = sh.push_dir("web");
    aside::run(cmd!(sh, "npm run {name}"))
}

/// Whether a generated file of `web/` is missing, or older than a file in a folder there that is not generated.
fn is_older(sh: &Shell, made: &str, sources: &str) -> Result<bool> {
    let _web = sh.push_dir("web");
    if !sh.path_exists(made) {
        return Ok(true);
    }
    let generated =
        ["./node_modules", "./dist", "./test-results"].map(|folder| ["-path", folder, "-prune", "-o"]);
    let generated = generated.as_flattened();
    let newer = cmd!(sh, "find {sources} {generated...} -type f -newer {made} -print -quit").read()?;
    Ok(!newer.is_empty())
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn a_build_is_fresh_until_a_source_is_newer() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        sh.change_dir(folder.path());
        for (file, seconds, expected, why) in [
            ("src/lib/table.ts", 100, true, "never built"),
            ("dist/index.html", 200, false, "built later"),
            ("node_modules/svelte/index.js", 900, false, "installed packages are no source"),
            ("src/lib/table.ts", 300, true, "a source changed"),
        ] {
            let path = folder.path().join("web").join(file);
            sh.write_file(&path, "").unwrap();
            let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            File::open(path).unwrap().set_modified(changed).unwrap();
            assert_eq!(is_older(&sh, "dist/index.html", ".").unwrap(), expected, "{why}");
        }
    }
}
