//! Law: every round pays what its cards and its house rules say, to the patrons who had wagers, and so does every
//! correction of it; the ledger moves exactly that, in the purse it belongs to. The arithmetic is this auditor's own.

use std::collections::{BTreeMap, BTreeSet};

use super::due::Due;
use super::wallets::Unit;
use crate::coup::Coup;
use crate::event::{Returned, Settlement, SpotResult};
use crate::ids::EventId;
use crate::record::{Purse, Record, Transfer};
use crate::round_history::{Clear, Outcome, Round, RoundHistory, Slip, Stake, Stakes, staked};
use crate::rules::Rules;

pub(super) fn check(
    record: &Record,
    units: &[Unit],
    history: &RoundHistory,
    due: &Due,
    rules: &BTreeMap<u32, Rules>,
) -> Vec<String> {
    let mut flaws = Vec::new();
    for (id, round) in &history.rounds {
        let mut of_round = cleared(round);
        match rules.get(&id.table) {
            None => of_round.push("the auditor does not know the house rules of this table".to_owned()),
            Some(rules) => {
                let stakes = round.final_stakes();
                let ends = round.ends.iter().flat_map(|end| ended(&stakes, &end.cards, &end.outcome, *rules));
                of_round.extend(ends);
            }
        }
        flaws.extend(of_round.into_iter().map(|flaw| format!("{id}: {flaw}")));
    }
    let strays = record.transfers.iter().filter(|transfer| !has_cause(transfer, history));
    flaws.extend(strays.map(|it| format!("transfer {} moves money for no event: {it:?}", it.no)));
    flaws.extend(compare(due, units, history));
    flaws
}

/// What is wrong with an end of a round with these cards, in which patrons had these stakes.
pub(super) fn ended(stakes: &Stakes<'_>, cards: &[String], end: &Outcome, rules: Rules) -> Vec<String> {
    match end {
        Outcome::Voided { returned, .. } => voided(stakes, returned),
        Outcome::Settled(patrons) => match Coup::of(cards) {
            Ok(coup) => settled(stakes, &coup, rules, patrons),
            Err(why) => vec![format!("it was settled on {cards:?}: {why}")],
        },
    }
}

/// The results of the settlement against those that should be.
fn settled(stakes: &Stakes<'_>, coup: &Coup, rules: Rules, patrons: &[Settlement]) -> Vec<String> {
    let mut flaws = Vec::new();
    let mut written: BTreeMap<u32, Vec<SpotResult>> = BTreeMap::new();
    for settlement in patrons {
        let mut results = settlement.wagers.clone();
        results.sort();
        if written.insert(settlement.patron, results).is_some() {
            flaws.push(format!("patron {} was settled twice", settlement.patron));
        }
    }
    for (patron, spots) in stakes {
        let result = |(spot, stake): (&&str, &Stake)| {
            let (resolution, payout) = coup.resolve(rules, spot, stake.all)?;
            let (spot, resolution) = ((*spot).to_owned(), resolution.to_owned());
            Some(SpotResult { spot, stake: stake.all, resolution, payout })
        };
        let expected = spots.iter().map(result).collect::<Option<Vec<_>>>();
        let written = written.remove(patron);
        if written != expected {
            flaws.push(format!("patron {patron} was settled {written:?}, should be {expected:?}"));
        }
    }
    flaws.extend(written.keys().map(|patron| format!("patron {patron} was settled without a wager")));
    flaws
}

fn voided(stakes: &Stakes<'_>, returned: &[Returned]) -> Vec<String> {
    let staked: BTreeMap<u32, i64> = stakes.iter().map(|(patron, spots)| (*patron, staked(spots))).collect();
    let back: BTreeMap<u32, i64> = returned.iter().map(|own| (own.patron, own.amount)).collect();
    if staked == back && returned.len() == back.len() {
        Vec::new()
    } else {
        vec![format!("staked were {staked:?}, returned {back:?} in {} parts", returned.len())]
    }
}

fn cleared(round: &Round) -> Vec<String> {
    let flaw = |clear: &Clear| {
        let slips = round.slips.iter().filter(|slip| slip.ended_by == Some(clear.event));
        let staked: i64 = slips.map(Slip::staked).sum();
        (staked != clear.returned)
            .then(|| format!("patron {} took back {} of {staked}", clear.patron, clear.returned))
    };
    round.clears.iter().filter_map(flaw).collect()
}

/// Whether a transfer belongs either to an event or to an entry of the house's own log.
fn has_cause(transfer: &Transfer, history: &RoundHistory) -> bool {
    let event = transfer.origin.map(|origin| history.mover(origin).is_some());
    matches!((event, transfer.entry), (Some(true), None) | (None, Some(_)))
}

/// What the ledger moved with each event in whose purses, loans and repayments left out, against what the events say.
fn compare(due: &Due, units: &[Unit], history: &RoundHistory) -> Vec<String> {
    let mut moved = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.entry.is_none()) {
        let Some(event) = unit.origin.and_then(|origin| history.mover(origin)) else { continue };
        for (patron, turn) in &unit.turns {
            for purse in Purse::ALL {
                *moved.entry((event, *patron, purse)).or_default() += turn.change(purse);
            }
        }
    }
    let keys: BTreeSet<_> = due.moves.keys().chain(moved.keys()).collect();
    let flaw = |key: &(EventId, u32, Purse)| {
        let [should, has] = [&due.moves, &moved].map(|amounts| amounts.get(key).copied().unwrap_or(0));
        let (event, patron, purse) = key;
        (should != has).then(|| {
            format!("{event}: patron {patron} should get {should}, the ledger moved {has} ({purse:?})")
        })
    };
    keys.into_iter().filter_map(flaw).collect()
}
