//! A patron's wagers: under the root that was published before the first card, and paid by the house rules.

use baccarat::{Coup, CoupRecord, HouseRules, Resolution, Settlement, Spot, Wager, Wagers, settle};
use fair::bulletin::{Closed, Corrected, Ended, RoundResult};
use money::Stake;

use super::words::count;
use crate::report::{Place, Step, failed, not_checked};
use crate::wager_file::{Paid, Settled, WagerFile};

/// The rounds of a shoe, and the wagers of a patron in one of them.
pub(super) struct Rounds<'a> {
    /// The table and the shoe.
    pub(super) shoe: (u32, u32),
    pub(super) own: Option<&'a WagerFile>,
    /// The house rules; none when they cannot be read.
    pub(super) rules: Option<&'a HouseRules>,
    pub(super) closed: Vec<&'a Closed>,
    pub(super) ended: Vec<&'a Ended>,
    pub(super) corrected: Vec<&'a Corrected>,
}

fn own<'a>(rounds: &Rounds<'a>) -> Step<&'a WagerFile> {
    let Some(own) = rounds.own else { return not_checked("no wagers were given") };
    if (own.table, own.shoe_no) == rounds.shoe {
        return Ok(own);
    }
    not_checked(format!("the wagers are of table {}, shoe {}", own.table, own.shoe_no))
}

pub(super) fn wagers(rounds: &Rounds<'_>) -> Step<String> {
    let own = own(rounds)?;
    let place = || Place::Round(own.round_no);
    let closed = rounds.closed.iter().find(|closed| closed.round_no == own.round_no);
    let closed = closed.map_or_else(|| failed(place(), "betting did not close on it"), Ok)?;
    let leaf = own.leaf().or_else(|error| failed(place(), error.to_string()))?;
    if own.path.count != closed.patrons || own.path.root(&leaf) != Some(closed.root) {
        return failed(place(), "your wagers are not under its root");
    }
    Ok(format!("under the root of round {}", own.round_no))
}

pub(super) fn payouts(rounds: &Rounds<'_>) -> Step<String> {
    let own = own(rounds)?;
    let place = || Place::Round(own.round_no);
    let Some(rules) = rounds.rules else { return not_checked("the house rules cannot be read") };
    wagers(rounds).or_else(|_| failed(place(), "paid without a leaf under the root"))?;
    let results = results(rounds, own.round_no);
    if own.settled.len() > results.len() {
        return failed(place(), format!("{} are settled, and {} happened", own.settled.len(), results.len()));
    }
    let wagers = read_wagers(own)?;
    for ((revision, coup), settled) in (1_u16..).zip(&results).zip(&own.settled) {
        if settled.revision != revision {
            return failed(place(), format!("revision {revision} was expected, not {}", settled.revision));
        }
        compare(settled, &due(coup.as_ref(), &wagers, rules), &place())?;
    }
    if own.settled.is_empty() && results.is_empty() {
        return not_checked("the round has not ended");
    }
    if own.settled.len() < results.len() {
        return not_checked(format!(
            "{} of {} are in your file",
            own.settled.len(),
            count(results.len(), "settlement")
        ));
    }
    Ok(format!("{}, paid by the house rules", count(own.settled.len(), "settlement")))
}

/// The results of a round by revision: its coup, or none for a void.
fn results(rounds: &Rounds<'_>, round_no: u16) -> Vec<Option<Coup>> {
    let read = |cards: &[baccarat::Card], result| match result {
        RoundResult::Void(_) => None,
        RoundResult::Coup(_) => CoupRecord { cards: cards.to_vec() }.into_coup(u8::MAX).ok(),
    };
    let ended = rounds.ended.iter().filter(|ended| ended.round_no == round_no);
    let ended = ended.map(|ended| read(&ended.cards, ended.result));
    let corrected = rounds.corrected.iter().filter(|it| it.round_no == round_no);
    ended.chain(corrected.map(|it| read(&it.cards, it.result))).collect()
}

fn read_wagers(own: &WagerFile) -> Step<Wagers> {
    let mut wagers = Wagers::new();
    for line in &own.wagers {
        let (spot, stake) = (Spot::from_id(&line.spot), Stake::new(line.stake));
        let added = spot.zip(stake.ok()).map(|(spot, stake)| wagers.add(Wager { spot, stake }));
        if !matches!(added, Some(Ok(()))) {
            return failed(
                Place::Round(own.round_no),
                format!("{} on {} is no wager", line.stake, line.spot),
            );
        }
    }
    Ok(wagers)
}

/// What each wager is due, in the order of the file.
fn due(coup: Option<&Coup>, wagers: &Wagers, rules: &HouseRules) -> Vec<Paid> {
    let paid = |wager: &Wager, resolution: &str, payout| Paid {
        spot: wager.spot.id().to_owned(),
        stake: wager.stake.minor(),
        resolution: resolution.to_owned(),
        payout,
    };
    let Some(coup) = coup else {
        return wagers.iter().map(|wager| paid(wager, Resolution::Push.id(), wager.stake.minor())).collect();
    };
    let Settlement { wagers: settled, .. } = settle(coup, wagers, rules);
    settled.iter().map(|it| paid(&it.wager, it.resolution.id(), it.payout.minor())).collect()
}

fn compare(settled: &Settled, due: &[Paid], place: &Place) -> Step {
    if settled.wagers.len() != due.len() {
        return failed(place.clone(), format!("{} were settled, not {}", settled.wagers.len(), due.len()));
    }
    for (paid, due) in settled.wagers.iter().zip(due) {
        if paid != due {
            let (paid, payout) = (paid.payout, due.payout);
            let (spot, resolution) = (&due.spot, &due.resolution);
            return failed(place.clone(), format!("paid {paid} on {spot}, due {payout} ({resolution})"));
        }
    }
    Ok(())
}
