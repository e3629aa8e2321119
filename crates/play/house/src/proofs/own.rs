//! The wager file of a patron: their wagers of a round, the path from them to the root that was public before the first
//! card, and how they were settled.

use table::event::{ResolutionKind, SettledSpot};
use table::{Event, PatronId, RecordedEvent, RoundRecord, RoundRef, TableId, WagerKey};
use verify::WagerFile;
use verify::wager_file::{Paid, Settled, Standing};

use crate::house::House;
use crate::ports::StoreFailure;
use crate::proofs::order::opening;
use crate::proofs::wagers::{Standings, wager_key};

/// What there is of a patron's wagers in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnFile {
    /// Their wager file.
    File(Box<WagerFile>),
    /// The shoe has no proof.
    NoProof,
    /// The patron has no wagers there on which betting closed.
    Unknown,
}

impl House {
    /// The wager file of a patron.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn wager_file(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
    ) -> Result<OwnFile, StoreFailure> {
        let store = &*self.context.store;
        let events = store.round_events(table, round).await?;
        let is_closed = |recorded: &RecordedEvent| matches!(recorded.event, Event::BettingClosed { .. });
        let (Some(record), true) = (RoundRecord::of(round, &events), events.iter().any(is_closed)) else {
            return Ok(OwnFile::Unknown);
        };
        if record.wagers().of(patron).is_none() {
            return Ok(OwnFile::Unknown);
        }
        let opening = opening(store, table, round.shoe_no).await?;
        let (Some(key), Some(setup)) = (wager_key_of(&opening), self.setup(table)) else {
            return Ok(OwnFile::NoProof);
        };
        let (currency, key) = (setup.settings.currency, wager_key(key));
        let standings = Standings { table, currency, round, key, wagers: record.wagers() };
        let corrupt = |error| StoreFailure::Corrupt(format!("the wagers of {round}: {error}"));
        let file = standings.wager_files().map_err(corrupt)?.remove(&patron);
        Ok(file.map_or(OwnFile::Unknown, |file| {
            let settled = settlements(&file.wagers, patron, round, &events);
            OwnFile::File(Box::new(WagerFile { settled, ..file }))
        }))
    }
}

/// The key that hides the wagers of a shoe, as its opening fixed it; none for a shoe without a public record.
fn wager_key_of(opening: &[RecordedEvent]) -> Option<WagerKey> {
    opening.iter().find_map(|recorded| match &recorded.event {
        Event::ShoeOpened { proof: Some(proof), .. } => Some(proof.wager_key),
        Event::ShoeOpened { live: Some(live), .. } => live.proof.map(|proof| proof.wager_key),
        _ => None,
    })
}

/// How these wagers were settled, by ascending revision.
fn settlements(
    wagers: &[Standing],
    patron: PatronId,
    round: RoundRef,
    events: &[RecordedEvent],
) -> Vec<Settled> {
    let paid = |spots: &[SettledSpot]| spots.iter().map(paid).collect();
    let settled = |recorded: &RecordedEvent| match &recorded.event {
        Event::RoundSettled { revision, patrons } => {
            let own = patrons.iter().find(|own| own.patron == patron)?;
            Some(Settled { revision: *revision, wagers: paid(&own.wagers) })
        }
        Event::RoundVoided { .. } => Some(Settled { revision: 1, wagers: returned(wagers) }),
        Event::RoundCorrected { agreed, .. } if agreed.round == round => {
            let own = agreed.patrons.iter().find(|own| own.patron == patron)?;
            let after = if agreed.voided().is_some() { returned(wagers) } else { paid(&own.after) };
            Some(Settled { revision: agreed.revision, wagers: after })
        }
        _ => None,
    };
    let mut settled: Vec<Settled> = events.iter().filter_map(settled).collect();
    for one in &mut settled {
        one.wagers.sort_unstable_by(|a, b| a.spot.cmp(&b.spot));
    }
    settled
}

fn paid(settled: &SettledSpot) -> Paid {
    Paid {
        spot: settled.spot.id().to_owned(),
        stake: settled.stake.minor(),
        resolution: settled.resolution.id().to_owned(),
        payout: settled.payout.minor(),
    }
}

/// The wagers of a round that does not count.
fn returned(wagers: &[Standing]) -> Vec<Paid> {
    let back = |wager: &Standing| Paid {
        spot: wager.spot.clone(),
        stake: wager.stake,
        resolution: ResolutionKind::Push.id().to_owned(),
        payout: wager.stake,
    };
    wagers.iter().map(back).collect()
}
