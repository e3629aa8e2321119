//! The file that notes the last bulletin of each table outside of the store, beside the key of the shoes. A store that
//! is behind it was restored from a back-up. Knows no store.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use house::proofs::{NotedHead, NotedHeads};
use table::TableId;
use tokio::sync::watch;
use tracing::warn;

use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile};

/// The name of the file.
const NAME: &str = "bulletins.head";

/// The first line of the file.
const TITLE: &str = "punto bulletins 1";

/// How long after a write the next one may come. A store that is less behind than this is not noticed after a crash.
const PAUSE: Duration = Duration::from_secs(5);

/// The file beside this key of shoes.
pub(super) fn beside(shoe_key: &Path) -> PathBuf {
    shoe_key.with_file_name(NAME)
}

/// The heads in the file; none without the file.
pub(super) fn read(path: &Path) -> Result<NotedHeads, Problem> {
    let failed = |why: &str| Problem::Failure(format!("the last bulletins in {}: {why}", path.display()));
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(NotedHeads::new()),
        read => read.map_err(|error| failed(&error.to_string()))?,
    };
    let mut lines = text.lines();
    let titled = lines.next() == Some(TITLE);
    let heads = lines.map(head).collect::<Option<NotedHeads>>().filter(|_| titled);
    heads.ok_or_else(|| {
        let expected = format!("expected the line {TITLE}, then lines table TABLE NUMBER DIGEST");
        failed(&format!(
            "{expected}. Remove the file if it is damaged; if the store was restored, use --restored"
        ))
    })
}

fn head(line: &str) -> Option<(TableId, NotedHead)> {
    let mut words = line.strip_prefix("table ")?.split(' ');
    let table = TableId(words.next()?.parse().ok()?);
    let head = NotedHead { no: words.next()?.parse().ok()?, digest: words.next()?.parse().ok()? };
    words.next().is_none().then_some((table, head))
}

/// Replaces the file by what is known now. A failure is logged: where the keys cannot be written to, a store that was
/// restored is not noticed, and everything else goes on.
pub(super) fn note(path: &Path, heads: &watch::Receiver<NotedHeads>) {
    let now = heads.borrow().clone();
    if let Err(problem) = write(path, &now) {
        warn!(
            error = problem.text(),
            "cannot note the last bulletins: a store that is restored will not be noticed"
        );
    }
}

/// Replaces the file.
fn write(path: &Path, heads: &NotedHeads) -> Result<(), Problem> {
    let line =
        |(table, head): (&TableId, &NotedHead)| format!("table {} {} {}\n", table.0, head.no, head.digest);
    let text: String = heads.iter().map(line).collect();
    NewFile::of_text(path, FileAccess::OwnerOnly, &format!("{TITLE}\n{text}"))?.finish_replacing()
}

/// Writes the file after each change, until the task is aborted.
pub(super) async fn keep(path: PathBuf, mut heads: watch::Receiver<NotedHeads>) {
    while heads.changed().await.is_ok() {
        let (path, now) = (path.clone(), heads.clone());
        // It fails only when the program ends.
        let _ended = tokio::task::spawn_blocking(move || note(&path, &now)).await;
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fair::Bytes;

    #[test]
    fn what_is_written_is_read_and_all_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = beside(&folder.path().join("shoe.key"));
        assert_eq!(read(&path).unwrap(), NotedHeads::new());
        let head = |no| NotedHead { no, digest: Bytes([7; 32]) };
        for heads in [NotedHeads::new(), NotedHeads::from([(TableId(1), head(3)), (TableId(9), head(41))])] {
            write(&path, &heads).unwrap();
            assert_eq!(read(&path).unwrap(), heads);
        }
        let good = fs::read_to_string(&path).unwrap();
        for bad in ["", &good[1..], &good.replace(" 3 ", " x "), &good.replace("table 9", "table 9 9")] {
            fs::write(&path, bad).unwrap();
            assert!(read(&path).is_err(), "{bad}");
        }
    }
}
