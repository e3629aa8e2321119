//! Schedules checkpoints: at midnight UTC, at start for missed days, and at shutdown. Finds and checks the signing
//! key; [`journal::Notary`] does the signing.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use house::ports::Clock;
use journal::{Checkpoints, Day, Digest, Notary};
use tokio::runtime::Runtime;
use tracing::{error, info, warn};

use super::store_location::StoreLocation;
use crate::audit_key::signer;
use crate::lines::Problem;

/// The longest sleep, because the wall clock may be set and the machine may be suspended.
const NAP: Duration = Duration::from_mins(1);

/// Opens the notary of a store; none if no key file is known.
///
/// The key of a data folder is in the folder. A missing key is not replaced if it has signed checkpoints, because an
/// audit would take a new key for a forger's.
pub(super) fn open(
    place: &StoreLocation,
    named: Option<&Path>,
    store: Arc<dyn Checkpoints>,
    runtime: &Runtime,
) -> Result<Option<Arc<Notary>>, Problem> {
    let Some(path) = named.map(Path::to_owned).or_else(|| place.audit_key()) else {
        warn!("no checkpoints are signed, and new shoes have no proof: name the key file with --audit-key");
        return Ok(None);
    };
    let latest = runtime.block_on(store.latest_checkpoint()).map_err(Problem::failure)?;
    let before = latest.map(|(_, signed)| Digest(signed.key));
    if let (None, Some(key), Ok(false)) = (named, before, path.try_exists()) {
        let message = format!(
            "the key that signed the stored checkpoints is not in {}: restore it, or name another file with \
             --audit-key; its public key is {key}",
            path.display()
        );
        return Err(Problem::Failure(message));
    }
    let signer = signer(&path)?;
    let key = Digest(signer.key());
    if let Some(before) = before.filter(|before| *before != key) {
        warn!(%before, now = %key, "a different key signs checkpoints from now on; pass both keys to an audit");
    }
    Ok(Some(Arc::new(Notary::new(store, signer))))
}

/// Closes each day at midnight, until the task is aborted.
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
            error!(%failure, "cannot sign a checkpoint; trying again");
            false
        }
    }
}

/// Signs a last checkpoint when the house is closed. A failure is logged and does not stop the closing.
pub(super) async fn close(notary: &Notary, clock: &dyn Clock) {
    if !close_day(notary, clock).await {
        return;
    }
    match notary.sign(clock.now()).await {
        Ok(true) => info!("last checkpoint signed"),
        Ok(false) => {}
        Err(failure) => error!(%failure, "cannot sign the last checkpoint"),
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

    /// A clock that starts ten seconds before midnight and follows the runtime's clock.
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

    /// The day, time and number of house entries of each checkpoint in the file.
    fn stored(path: &Path) -> Vec<(String, i64, u64)> {
        let mut stored = Vec::new();
        let mut each = |record| {
            if let Record::Checkpoint(signed) = record {
                let Checkpoint { day, at, heads, .. } = signed.text.parse().unwrap();
                stored.push((day.to_string(), at.0 - MIDNIGHT.0, heads[0].seq));
            }
            true
        };
        SqliteStore::records(path, &mut each).unwrap();
        stored
    }

    /// Time passes only while tasks sleep.
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
        let stored = stored(&path);
        let expected =
            [("2026-02-27", -172_800_001, 1), ("2026-03-01", -1, 2), ("2026-03-02", 86_399_999, 3)];
        assert_eq!(stored[..3], expected.map(|(day, at, seq)| (day.to_owned(), at, seq)));
        assert_eq!((stored.len(), stored[3].2), (4, 4), "{stored:?}");
    }
}
