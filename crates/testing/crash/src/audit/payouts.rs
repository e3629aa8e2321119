//! Law: every round pays what its cards and its house rules say, to the patrons who had wagers, and so does every
//! correction of it; the ledger moves exactly that, in the purse it belongs to. The arithmetic is this auditor's own.

use std::collections::BTreeMap;

use super::coup::{Coup, Rules};
use super::due::Due;
use super::happening::Line;
use super::record::{Place, Purse, Record, TransferKind};
use super::ruling::Ruling;
use super::story::{End, Round, Stakes, Story};

/// What an event did to the purses of patrons.
type Moved = BTreeMap<(Place, u32, Purse), i64>;

pub(super) fn check(record: &Record, story: &Story, due: &Due, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (id, round) in &story.rounds {
        let mut flaws = cleared(round);
        match rules.get(&id.table) {
            None => flaws.push("the auditor does not know the house rules of this table".to_owned()),
            Some(rules) => flaws.extend(ended(story, round, *rules)),
        }
        found.extend(flaws.into_iter().map(|flaw| format!("{id}: {flaw}")));
    }
    let (moved, strays) = moved(record, story);
    found.extend(strays);
    found.extend(compare(due, &moved));
    found
}

/// The end of a round, and every other that a correction made of it.
fn ended(story: &Story, round: &Round, rules: Rules) -> Vec<String> {
    let stakes = round.stood();
    let ends = round.ends.iter().flat_map(|(place, end)| {
        let cards = match story.agreed(*place).map(|agreed| &agreed.ruling) {
            Some(Ruling::Cards { cards }) => cards,
            _ => &round.cards,
        };
        flaws(&stakes, cards, end, rules)
    });
    ends.collect()
}

/// What is wrong with an end of a round with these cards, in which patrons had staked so much.
pub(super) fn flaws(stakes: &Stakes<'_>, cards: &[String], end: &End, rules: Rules) -> Vec<String> {
    match end {
        End::Settled(_) => settled(stakes, cards, end, rules),
        End::Voided(_) => voided(stakes, end),
    }
}

/// The lines of the settlement against those that should be.
fn settled(stakes: &Stakes<'_>, cards: &[String], end: &End, rules: Rules) -> Vec<String> {
    let coup = match Coup::of(cards) {
        Ok(coup) => coup,
        Err(why) => return vec![format!("it was settled on {cards:?}: {why}")],
    };
    let mut found = Vec::new();
    for (patron, spots) in stakes {
        let line = |(spot, stake): (&&str, &super::story::Stake)| {
            let (resolution, payout) = coup.resolve(rules, spot, stake.all)?;
            let (spot, resolution) = ((*spot).to_owned(), resolution.to_owned());
            Some(Line { spot, stake: stake.all, resolution, payout })
        };
        let expected = spots.iter().map(line).collect::<Option<Vec<_>>>();
        let written = end.lines(*patron);
        if written != expected {
            found.push(format!("patron {patron} was settled {written:?}, should be {expected:?}"));
        }
    }
    let paid = end.paid();
    let strangers = paid.keys().filter(|patron| !stakes.contains_key(patron));
    found.extend(strangers.map(|patron| format!("patron {patron} was settled without a wager")));
    found
}

fn voided(stakes: &Stakes<'_>, end: &End) -> Vec<String> {
    let sum = |spots: &BTreeMap<&str, super::story::Stake>| spots.values().map(|stake| stake.all).sum();
    let staked: BTreeMap<u32, i64> = stakes.iter().map(|(patron, spots)| (*patron, sum(spots))).collect();
    let returned = end.paid();
    if staked == returned {
        Vec::new()
    } else {
        vec![format!("staked were {staked:?}, returned {returned:?}")]
    }
}

fn cleared(round: &Round) -> Vec<String> {
    let flaw = |clear: &super::story::Clear| {
        let stakes = round.ended_by(clear.place);
        let staked: i64 = stakes.values().flat_map(BTreeMap::values).map(|stake| stake.all).sum();
        (staked != clear.returned)
            .then(|| format!("patron {} took back {} of {staked}", clear.patron, clear.returned))
    };
    round.clears.iter().filter_map(flaw).collect()
}

/// What each event moved in whose purses, without what was lent and repaid; and what moved money without an event,
/// though it stands in no log of the house.
fn moved(record: &Record, story: &Story) -> (Moved, Vec<String>) {
    let (mut moved, mut strays) = (Moved::new(), Vec::new());
    for transfer in &record.transfers {
        let (from, to) = (record.accounts.get(&transfer.from), record.accounts.get(&transfer.to));
        let (Some(from), Some(to)) = (from, to) else { continue };
        match (transfer.origin.map(|origin| story.mover(origin)), transfer.entry) {
            (Some(Some(place)), None) => {
                if matches!(transfer.kind, TransferKind::Cover | TransferKind::Repay) {
                    continue;
                }
                for (account, sign) in [(from, -1), (to, 1)] {
                    if let Some((patron, purse)) = account.purse() {
                        *moved.entry((place, patron, purse)).or_default() += sign * transfer.amount;
                    }
                }
            }
            (None, Some(_)) => {}
            _ => strays.push(format!("transfer {} moves money for no event: {transfer:?}", transfer.no)),
        }
    }
    moved.retain(|_, amount| *amount != 0);
    (moved, strays)
}

/// What the ledger moved against what the events say.
fn compare(due: &Due, moved: &Moved) -> Vec<String> {
    let mut found = Vec::new();
    for (key, (id, amount)) in &due.moves {
        let has = moved.get(key).copied().unwrap_or(0);
        if has != *amount {
            let (place, patron, purse) = key;
            found.push(format!(
                "{id}, {place}: patron {patron} should get {amount}, the ledger moved {has} ({purse:?})"
            ));
        }
    }
    let strays = moved.iter().filter(|(key, _)| !due.moves.contains_key(key));
    found.extend(strays.map(|((place, patron, purse), has)| {
        format!("{place}: the ledger gave patron {patron} {has} for nothing ({purse:?})")
    }));
    found
}
