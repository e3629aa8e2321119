//! Text that names places outside the project: folders of somebody's machine, hosts of package registries. A clone must
//! work in any folder and with any registry mirror.

use super::tree::{File, Tree};
use super::violation::Violation;

/// Folders that only one machine has. Written in two halves, so that this file does not name them either.
const FOLDERS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/tm", "p/"), concat!("/ho", "me/")];
const HOSTS: &[&str] = &[
    concat!("registry.", "npmjs"),
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("crates.io", "-index"),
];
/// How lock files name the origin of a package, and the one origin they may name.
const LOCKS: &[(&str, &str, &str)] = &[
    ("Cargo.lock", "source = \"", concat!("registry+https://github.com/rust-lang/crates.io", "-index\"")),
    ("package-lock.json", "\"resolved\": \"", concat!("https://registry.", "npmjs.org/")),
];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files().iter().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    match LOCKS.iter().find(|(name, ..)| file.name() == *name) {
        Some((_, key, origin)) => {
            let strange = file.lines().filter(|(_, line)| is_strange(line, key, origin));
            let what = "a package comes from another origin than the public registry";
            strange
                .map(|(line, _)| Violation::new(&file.path, line, what, "lock it from the public one"))
                .collect()
        }
        None => file.lines().flat_map(|(number, line)| check_line(&file.path, number, line)).collect(),
    }
}

fn is_strange(line: &str, key: &str, origin: &str) -> bool {
    line.trim_start().strip_prefix(key).is_some_and(|from| !from.starts_with(origin))
}

fn check_line(path: &str, number: usize, line: &str) -> Vec<Violation> {
    let folders = FOLDERS.iter().filter(|folder| starts_path(line, folder)).map(|folder| {
        let instead = "write it relative to the project, or ask the system for a folder";
        Violation::new(path, number, format!("`{folder}` is a folder of one machine"), instead)
    });
    let hosts = HOSTS.iter().filter(|host| line.contains(**host)).map(|host| {
        Violation::new(
            path,
            number,
            format!("`{host}` names a registry's host"),
            "say cargo or npm, they know it",
        )
    });
    folders.chain(hosts).collect()
}

/// Whether a path in the line starts with the folder, as opposed to having a folder of that name inside.
fn starts_path(line: &str, folder: &str) -> bool {
    let inside = |before: char| before.is_alphanumeric() || "_-.~}>)".contains(before);
    line.match_indices(folder).any(|(at, _)| !line[..at].chars().next_back().is_some_and(inside))
}
