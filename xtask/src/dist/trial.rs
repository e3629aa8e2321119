//! The trials of what an operator installs: `packaging/test` says what must hold; this file makes what those tests
//! need.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

use super::make::make;
use super::recipe::{Recipe, step};
use super::version::Version;
use crate::{debian, project, web};

/// The version of a package that any other one upgrades.
const OLDEST: &str = "0~0";
/// What the trial of a package runs besides dpkg.
const PROGRAMS: &[(&str, &str)] = &[
    ("unshare", "util-linux"),
    ("ip", "iproute2"),
    ("strace", "strace"),
    ("systemd-analyze", "systemd"),
    ("lintian", "lintian"),
    ("python3", "python3"),
];

/// Tries the files of proxies with the proxies, and those of containers with the program.
pub(crate) fn trial_of_files(sh: &Shell) -> Result<()> {
    let nginx = debian::need(sh, "nginx", "nginx")?;
    let caddy = debian::need(sh, "caddy", "caddy")?;
    let compose = debian::need(sh, "docker-compose", "docker-compose")?;
    debian::need(sh, "openssl", "openssl")?;
    web::need_packages(sh)?;
    web::build_if_stale(sh)?;
    project::build(sh, &["punto"])?;
    let (punto, client) = (project::built("punto")?, sh.current_dir().join("web/dist"));
    let files = ["packaging/test/proxies.test.mjs", "packaging/test/containers.test.mjs"];
    let trial = cmd!(sh, "node --test --test-reporter=spec {files...}").env("PUNTO_BIN", punto);
    let trial = trial.env("PUNTO_CLIENT", client).env("NGINX", nginx).env("CADDY", caddy);
    Ok(trial.env("DOCKER_COMPOSE", compose).run()?)
}

/// Whether this machine lets its root make namespaces and lay one file system over another.
pub(crate) fn has_overlays(sh: &Shell) -> bool {
    let script = "mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work /mnt/root && \
                  mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root";
    let tried = cmd!(sh, "unshare --mount --net --pid --fork sh -c {script}");
    tried.quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// Packages the debug build and tries the package.
pub(crate) fn trial_of_debug_build(sh: &Shell) -> Result<()> {
    project::build(sh, &["punto"])?;
    let (program, out) = (project::built("punto")?, project::target()?.join("packages-of-debug-build"));
    let recipe = Recipe { program: &program, version: Version::of(sh, None)?, out: &out, is_quick: true };
    let made = make(sh, &recipe)?;
    package(sh, &recipe, &made.package, None)
}

/// Installs, runs, upgrades and removes a package in a private copy of this machine's files.
pub(super) fn package(sh: &Shell, recipe: &Recipe<'_>, package: &Path, before: Option<&Path>) -> Result<()> {
    for (program, package) in PROGRAMS {
        debian::need(sh, program, package)?;
    }
    web::need_packages(sh)?;
    let before = if let Some(before) = before {
        std::path::absolute(before)?
    } else {
        step("before", "packs the same program as an older version, to upgrade from");
        let version = Version { upstream: OLDEST.to_owned(), ..recipe.version.clone() };
        let out = recipe.out.join("before");
        make(sh, &Recipe { version, out: &out, is_quick: true, ..*recipe })?.package
    };
    step("lintian", "judges the package by Debian's policy");
    cmd!(sh, "lintian --fail-on error,warning {package}").run()?;
    step("trial", "installs it in a private copy of this machine's files, runs, upgrades and removes it");
    let page = if recipe.is_quick { "stub" } else { "built" };
    let alone = ["--mount", "--net", "--pid", "--fork", "--kill-child"];
    let trial =
        cmd!(sh, "unshare {alone...} node --test --test-reporter=spec packaging/test/package.test.mjs");
    let trial = trial.env("PUNTO_PACKAGE", package).env("PUNTO_PACKAGE_BEFORE", before);
    Ok(trial.env("PUNTO_PAGE", page).run()?)
}
