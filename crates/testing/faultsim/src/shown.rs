//! Law for the end: the store shows patrons their rounds as they ended, and knows a slip that counts by its id. Asks
//! the store itself.

use std::collections::{BTreeMap, BTreeSet};

use auditor::{Outcome, PatronEnding, RoundHistory, RoundId, SpotResult};
use house::ports::{PatronRound, Store};
use table::{PatronId, TableId};

use crate::backing::Backing;
use crate::blocking::wait;
use crate::patron::spot_result;
use crate::sim_house::{request_id, round_id};

/// How many rounds a page has at most: few, so that there are several pages.
const PAGE: u16 = 20;

/// Every difference between what the store shows and what its events say.
pub(crate) fn check(backing: &Backing, history: &RoundHistory) -> Vec<String> {
    let Some(store) = &backing.store else { return vec!["the store is not open".to_owned()] };
    let mut should = BTreeMap::<u32, BTreeMap<RoundId, PatronEnding>>::new();
    let mut flaws = Vec::new();
    for (id, round) in &history.rounds {
        for slip in &round.slips {
            should.entry(slip.patron).or_default();
            let slip_id = request_id(&slip.id);
            let known = wait(store.accepted_slip(PatronId(slip.patron), slip_id));
            let known = known.map(|known| known.map(|slip| round_id(slip.table, slip.round)));
            if known != Ok(Some(*id)) {
                flaws.push(format!("slip {slip_id} counts in {id}, and is known as {known:?}"));
            }
        }
        for (patron, ending) in endings(round.end_now().map(|end| &end.outcome)) {
            should.entry(patron).or_default().insert(*id, ending);
        }
    }
    for (patron, should) in should {
        match shown(&**store, PatronId(patron)) {
            Ok(shown) if shown == should => {}
            Ok(shown) => {
                flaws.push(format!("patron {patron} is shown {shown:?}, and had {should:?}"));
            }
            Err(why) => flaws.push(why),
        }
    }
    flaws.extend(rounds(&**store, history));
    flaws
}

/// What the store shows of each round at its latest revision.
fn rounds(store: &dyn Store, history: &RoundHistory) -> Vec<String> {
    let shoes: BTreeSet<(u32, u32)> = history.rounds.keys().map(|id| (id.table, id.shoe_no)).collect();
    let mut shown = BTreeMap::new();
    for (table, shoe_no) in shoes {
        for round in wait(store.shoe_rounds(TableId(table), shoe_no)).unwrap_or_default() {
            let cards: Vec<String> = round.cards.iter().map(ToString::to_string).collect();
            shown.insert(round_id(TableId(table), round.round), (round.revision, round.voided, cards));
        }
    }
    let wrong = history.rounds.iter().filter_map(|(id, round)| {
        let revision = u16::try_from(round.ends.len()).unwrap_or(u16::MAX);
        let is_void = round.end_now().is_some_and(|end| end.outcome.is_void());
        let state = (revision, is_void, round.cards_now().clone());
        let shown = shown.get(id);
        (shown != Some(&state)).then(|| format!("{id} is {state:?}, and is shown as {shown:?}"))
    });
    wrong.collect()
}

/// How a round ended for each patron.
fn endings(end: Option<&Outcome>) -> Vec<(u32, PatronEnding)> {
    match end {
        None => Vec::new(),
        Some(Outcome::Voided { returned, .. }) => {
            returned.iter().map(|own| (own.patron, PatronEnding::Voided(own.amount))).collect()
        }
        Some(Outcome::Settled(patrons)) => {
            let settled = |wagers: &[SpotResult]| PatronEnding::Settled(wagers.to_vec());
            patrons.iter().map(|own| (own.patron, settled(&own.wagers))).collect()
        }
    }
}

/// Everything a patron is shown, page by page.
fn shown(store: &dyn Store, patron: PatronId) -> Result<BTreeMap<RoundId, PatronEnding>, String> {
    let (mut all, mut before) = (BTreeMap::new(), None);
    loop {
        let page = wait(store.patron_rounds(patron, before, PAGE)).map_err(|error| error.to_string())?;
        let Some(last) = page.last() else { return Ok(all) };
        before = Some(last.cursor);
        for PatronRound { table: TableId(table), round, wagers, voided, .. } in page {
            let ending = match voided {
                Some(returned) => PatronEnding::Voided(returned.signed()),
                None => PatronEnding::Settled(wagers.iter().map(spot_result).collect()),
            };
            if all.insert(round_id(TableId(table), round), ending).is_some() {
                return Err(format!("patron {} is shown {round} of table {table} twice", patron.0));
            }
        }
    }
}
