//! Brings the schema of a store up to date, one step a version. Knows no database.

use house::ports::StoreFailure;
use tracing::info;

use crate::derived::Rebuilds;
use crate::trouble::Result;
use crate::{fill, replay};

/// The step after which the program fills in digests.
const CHAIN: i32 = 3;

/// The last step that leaves a derived table empty. The program fills it after all steps.
const EMPTIED: usize = 7;

/// The version of a schema, 0 for a new store. Refuses one that this program does not know.
pub(crate) fn known<R: Rebuilds>(version: i64, store: &str) -> Result<usize, StoreFailure> {
    let newest = R::MIGRATIONS.len();
    usize::try_from(version).ok().filter(|version| *version <= newest).ok_or_else(|| {
        StoreFailure::Storage(format!(
            "{store} was written by a newer version of this program: its schema is {version}, the newest known \
             here is {newest}"
        ))
    })
}

/// Takes each step that a store of this version has not seen, within the open transaction.
pub(crate) async fn bring_up<R: Rebuilds>(session: &R, version: usize) -> Result<()> {
    for (step, sql) in (1_i32..).zip(R::MIGRATIONS).skip(version) {
        let take = async {
            session.execute(sql).await?;
            if step == CHAIN {
                fill::chain(session).await.map_err(|trouble| trouble.about("the digests of the past"))?;
            }
            if step == R::SESSIONS {
                fill::sessions(session).await.map_err(|trouble| trouble.about("the sessions of patrons"))?;
            }
            session.mark(step).await
        };
        take.await.map_err(|trouble| trouble.about(format!("migration {step}")))?;
        info!(step, "schema brought up");
    }
    // A new store has no history.
    if (1..EMPTIED).contains(&version) {
        let rebuilt = replay::rebuild(session, true, &mut |_, _| {}).await;
        rebuilt.map_err(|trouble| trouble.about("what follows from history"))?;
    }
    Ok(())
}
