//! When checkpoints are signed: at midnight UTC, at the start for days that were missed, and at the end. Where the key
//! lies, and whether it is the right one. What is signed is the business of [`journal::Notary`].

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use house::ports::Clock;
use journal::{Checkpoints, Day, Digest, Notary};
use tokio::runtime::Runtime;
use tracing::{error, info, warn};

use super::kept::Where;
use crate::audit_key::signer;
use crate::lines::Problem;

/// How long to sleep at most: the wall clock may be set, and the machine may be put to sleep.
const NAP: Duration = Duration::from_mins(1);

/// The notary of a store; none when nobody said where its key lies.
///
/// The key of a folder lies in it. A new one is not made there when an earlier one signed: it would look like a
/// forger's.
pub(super) fn open(
    place: &Where,
    named: Option<&Path>,
    store: Arc<dyn Checkpoints>,
    runtime: &Runtime,
) -> Result<Option<Arc<Notary>>, Problem> {
    let Some(path) = named.map(Path::to_owned).or_else(|| place.audit_key()) else {
        warn!("no checkpoints are signed: --audit-key says where the key for it lies");
        return Ok(None);
    };
    let latest = runtime.block_on(store.latest_checkpoint()).map_err(Problem::failure)?;
    let before = latest.map(|(_, signed)| Digest(signed.key));
    if let (None, Some(key), Ok(false)) = (named, before, path.try_exists()) {
        let said = format!(
            "the key that signed the checkpoints on record is not in {}: bring it back, or name another file with \
             --audit-key; its public key is {key}",
            path.display()
        );
        return Err(Problem::Failure(said));
    }
    let signer = signer(&path)?;
    let key = Digest(signer.key());
    if let Some(before) = before.filter(|before| *before != key) {
        warn!(%before, now = %key, "from here on another key signs checkpoints: an audit must be given both");
    }
    Ok(Some(Arc::new(Notary::new(store, signer))))
}

/// Closes days as they end, for ever.
pub(super) async fn close_days(notary: Arc<Notary>, clock: Arc<dyn Clock>) {
    let mut closed_before = None;
    loop {
        let today = Day::of(clock.now());
        if closed_before != Some(today) && close_day(&notary, clock.as_ref()).await {
            closed_before = Some(today);
        }
        let midnight = clock.now().ms_until(today.end()).saturating_add(1);
        tokio::time::sleep(NAP.min(Duration::from_millis(midnight))).await;
    }
}

async fn close_day(notary: &Notary, clock: &dyn Clock) -> bool {
    match notary.close_days(clock.now()).await {
        Ok(0) => true,
        Ok(days) => {
            info!(days, "checkpoints signed");
            true
        }
        Err(failure) => {
            error!(%failure, "no checkpoint was signed; it is tried again");
            false
        }
    }
}

/// Signs where the logs stand when the house is closed. What cannot be signed keeps nobody from closing.
pub(super) async fn close(notary: &Notary, clock: &dyn Clock) {
    if !close_day(notary, clock).await {
        return;
    }
    match notary.sign(clock.now()).await {
        Ok(true) => info!("the last checkpoint is signed"),
        Ok(false) => {}
        Err(failure) => error!(%failure, "the last checkpoint was not signed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use house::OsEntropy;
    use house::ports::{CommitStore as _, Entropy as _, NewPatron};
    use journal::{Checkpoint, Record, Signer};
    use money::{Amount, Currency};
    use store::SqliteStore;
    use table::Timestamp;
    use tokio::time::Instant;

    /// Begins ten seconds before midnight, and goes as fast as the runtime's own clock.
    struct FakeClock(Instant);

    const MIDNIGHT: Timestamp = Timestamp(1_772_409_600_000);

    impl Clock for FakeClock {
        fn now(&self) -> Timestamp {
            let since = i64::try_from(self.0.elapsed().as_millis()).unwrap();
            Timestamp(MIDNIGHT.0 - 10_000 + since)
        }
    }

    async fn newcomer(store: &SqliteStore, at: Timestamp) {
        let (nickname, token_hash) = ("Ann".to_owned(), OsEntropy.seed().unwrap());
        let patron = NewPatron { nickname, token_hash, currency: Currency::PLAY, gift: Amount::ZERO, at };
        store.create_patron(patron).await.unwrap();
    }

    async fn until_kept(store: &SqliteStore, number: u64) {
        while store.latest_checkpoint().await.unwrap().is_none_or(|(kept, _)| kept < number) {
            tokio::time::sleep(Duration::from_mins(10)).await;
        }
    }

    /// Day, time and entries of the house's log of each checkpoint of the file.
    fn kept(path: &Path) -> Vec<(String, i64, u64)> {
        let mut kept = Vec::new();
        let mut each = |record| {
            if let Record::Checkpoint(signed) = record {
                let Checkpoint { day, at, heads, .. } = signed.text.parse().unwrap();
                kept.push((day.to_string(), at.0 - MIDNIGHT.0, heads[0].seq));
            }
            true
        };
        SqliteStore::records(path, &mut each).unwrap();
        kept
    }

    /// Time passes only where somebody sleeps.
    #[tokio::test(start_paused = true)]
    async fn days_are_closed_at_midnight_and_the_house_when_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("punto.sqlite");
        let store = Arc::new(SqliteStore::open(&path).unwrap());
        let clock: Arc<dyn Clock> = Arc::new(FakeClock(Instant::now()));
        let notary = Arc::new(Notary::new(store.clone(), Signer::new([1; 32])));
        newcomer(&store, Timestamp(MIDNIGHT.0 - 200_000_000)).await;
        newcomer(&store, Timestamp(MIDNIGHT.0 - 20_000)).await;
        let days = tokio::spawn(close_days(notary.clone(), clock.clone()));
        until_kept(&store, 1).await;
        newcomer(&store, Timestamp(MIDNIGHT.0 + 5_000)).await;
        until_kept(&store, 2).await;
        newcomer(&store, Timestamp(MIDNIGHT.0 + 90_000_000)).await;
        until_kept(&store, 3).await;
        days.abort();
        let _ = days.await;
        close(&notary, clock.as_ref()).await;
        close(&notary, clock.as_ref()).await;
        let found = kept(&path);
        let days = |found: &[(String, i64, u64)]| -> Vec<_> {
            found.iter().map(|(day, at, entries)| (day.clone(), *at, *entries)).collect()
        };
        let expected =
            [("2026-02-27", -172_800_001, 1), ("2026-03-01", -1, 2), ("2026-03-02", 86_399_999, 3)];
        assert_eq!(days(&found[..3]), expected.map(|(day, at, seq)| (day.to_owned(), at, seq)));
        assert_eq!((found.len(), found[3].2), (4, 4), "{found:?}");
    }
}
