//! The limit of open files: each socket takes one, here and in a server that this program starts.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// How many files the bots and the server need beside the sockets.
const OWN: u64 = 500;

/// Raises the limit of this process, which a server that it starts inherits.
///
/// # Errors
/// When the system does not let this user have enough for so many sockets.
pub(crate) fn raise_for(sockets: u32) -> Result<(), String> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // On failure the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    enough(sockets, getrlimit(Resource::Nofile).current.or(current))
}

/// Whether that many files, or any number of them, are enough.
fn enough(sockets: u32, files: Option<u64>) -> Result<(), String> {
    let wanted = u64::from(sockets).saturating_add(OWN);
    match files {
        Some(files) if files < wanted => Err(format!(
            "{sockets} sockets need {wanted} open files, and this user may have {files}: raise the limit with \
             ulimit -Hn, or take fewer --sockets"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_files_are_refused_with_the_remedy() {
        assert!(
            enough(100, Some(599)).is_err_and(|error| error.contains("need 600") && error.contains("ulimit"))
        );
        assert_eq!([enough(100, Some(600)), enough(100, None)], [Ok(()), Ok(())]);
        assert_eq!(raise_for(1), Ok(()));
    }
}
