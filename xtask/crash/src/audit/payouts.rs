//! Law: every round pays what its cards and its house rules say, to the patrons who had wagers, and the ledger
//! moves exactly that. The arithmetic is this auditor's own.

use std::collections::BTreeMap;

use super::coup::{Coup, Rules};
use super::happening::Line;
use super::record::{Place, Record, RoundId, TransferKind};
use super::story::{End, Round, Story};

/// What an event did to the cash of a patron.
type Cash = BTreeMap<(Place, u32), i64>;

pub(super) fn check(record: &Record, story: &Story, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (id, round) in &story.rounds {
        let flaws = match (&round.end, rules.get(&id.table)) {
            (_, None) => vec!["the auditor does not know the house rules of this table".to_owned()],
            (Some((place, End::Settled(_))), Some(rules)) => settled(round, *place, *rules),
            (Some((place, End::Voided(_))), Some(_)) => voided(round, *place),
            (None, Some(_)) => Vec::new(),
        };
        found.extend(flaws.into_iter().chain(cleared(round)).map(|flaw| format!("{id}: {flaw}")));
    }
    let (moved, strays) = moved(record, story);
    found.extend(strays);
    found.extend(compare(story, &moved));
    found
}

/// The lines of the settlement against those that should be.
fn settled(round: &Round, place: Place, rules: Rules) -> Vec<String> {
    let (coup, Some((_, end))) = (Coup::of(&round.cards), &round.end) else { return Vec::new() };
    let coup = match coup {
        Ok(coup) => coup,
        Err(why) => return vec![format!("it was settled on {:?}: {why}", round.cards)],
    };
    let mut found = Vec::new();
    let stakes = round.ended_by(place);
    for (patron, spots) in &stakes {
        let line = |(spot, stake): (&&str, &i64)| {
            let (resolution, payout) = coup.resolve(rules, spot, *stake)?;
            Some(Line { spot: (*spot).to_owned(), stake: *stake, resolution: resolution.to_owned(), payout })
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

fn voided(round: &Round, place: Place) -> Vec<String> {
    let staked: BTreeMap<u32, i64> =
        round.ended_by(place).into_iter().map(|(patron, spots)| (patron, spots.values().sum())).collect();
    let returned = round.end.as_ref().map(|(_, end)| end.paid()).unwrap_or_default();
    if staked == returned {
        Vec::new()
    } else {
        vec![format!("staked were {staked:?}, returned {returned:?}")]
    }
}

fn cleared(round: &Round) -> Vec<String> {
    let flaw = |clear: &super::story::Clear| {
        let stakes = round.ended_by(clear.place);
        let staked: i64 = stakes.values().flat_map(BTreeMap::values).sum();
        (staked != clear.returned)
            .then(|| format!("patron {} took back {} of {staked}", clear.patron, clear.returned))
    };
    round.clears.iter().filter_map(flaw).collect()
}

/// What each event moved of whose cash; and what moved money without an event, though it is no gift of play
/// money.
fn moved(record: &Record, story: &Story) -> (Cash, Vec<String>) {
    let (mut cash, mut strays) = (Cash::new(), Vec::new());
    for transfer in &record.transfers {
        let (from, to) = (record.accounts.get(&transfer.from), record.accounts.get(&transfer.to));
        let (Some(from), Some(to)) = (from, to) else { continue };
        match transfer.origin.map(|origin| story.mover(origin)) {
            Some(Some(place)) => {
                for (account, sign) in [(from, -1), (to, 1)] {
                    if let Some(patron) = account.patron() {
                        *cash.entry((place, patron)).or_default() += sign * transfer.amount;
                    }
                }
            }
            None if transfer.kind == TransferKind::Move && from.kind == "issue" && to.patron().is_some() => {}
            _ => strays.push(format!("transfer {} moves money for no event: {transfer:?}", transfer.no)),
        }
    }
    cash.retain(|_, amount| *amount != 0);
    (cash, strays)
}

/// What the ledger moved against what the events say.
fn compare(story: &Story, moved: &Cash) -> Vec<String> {
    let mut expected = BTreeMap::<(Place, u32), (RoundId, i64)>::new();
    for (id, round) in &story.rounds {
        let mut say = |place, patron, amount| {
            if amount != 0 {
                expected.entry((place, patron)).or_insert((*id, 0)).1 += amount;
            }
        };
        round.slips.iter().for_each(|slip| say(slip.place, slip.patron, -slip.staked()));
        round.clears.iter().for_each(|clear| say(clear.place, clear.patron, clear.returned));
        if let Some((place, end)) = &round.end {
            end.paid().into_iter().for_each(|(patron, paid)| say(*place, patron, paid));
        }
    }
    let mut found = Vec::new();
    for ((place, patron), (id, amount)) in &expected {
        let has = moved.get(&(*place, *patron)).copied().unwrap_or(0);
        if has != *amount {
            found.push(format!("{id}, {place}: patron {patron} should get {amount}, the ledger moved {has}"));
        }
    }
    let strays = moved.iter().filter(|(key, _)| !expected.contains_key(key));
    found.extend(
        strays.map(|((place, patron), has)| {
            format!("{place}: the ledger gave patron {patron} {has} for nothing")
        }),
    );
    found
}
