//! The limit of open files: each connection takes one. Raised as far as the system allows, logged, and obeyed.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use server::Limits;
use tracing::{info, warn};

/// How many files the server keeps for its store, its log and its threads.
const OWN: usize = 200;

/// Raises the limit of this process, and lowers the limit of connections to what is left of it.
pub(super) fn fit(limits: &mut Limits) {
    let files = raised();
    let wanted = limits.connections.saturating_add(OWN);
    limits.connections = limits.connections.min(connections(files));
    if files >= wanted {
        info!(open_files = files, "so many files may be open");
        return;
    }
    warn!(
        open_files = files,
        wanted,
        connections = limits.connections,
        "too few files may be open for the configured connections, so the server takes fewer: raise the limit with \
         ulimit -Hn or LimitNOFILE= of systemd"
    );
}

/// How many connections fit into that many files; one at least.
fn connections(files: usize) -> usize {
    files.saturating_sub(OWN).max(files / 2).max(1)
}

/// The limit of open files, after it was raised as far as the system lets this user.
fn raised() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // On failure the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let now = getrlimit(Resource::Nofile).current.or(current);
    now.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_keeps_files_for_itself() {
        for (files, expected) in [(20_000, 19_800), (1_024, 824), (256, 128), (1, 1)] {
            assert_eq!(connections(files), expected, "{files}");
        }
    }
}
