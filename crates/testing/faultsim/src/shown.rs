//! Law for the end: what patrons are shown of their past is how their rounds ended, and a slip that counts is known
//! by its id. Asks the store itself.

use std::collections::{BTreeMap, BTreeSet};

use house::ports::{PatronRound, Store};
use table::{PatronId, RequestId, TableId};

use crate::audit::{Ending, Line, RoundId, Story};
use crate::backing::Backing;
use crate::blocking::wait;
use crate::hall::round_id;
use crate::patron::line;

/// How many rounds are asked for at once: few, so that paging is tried.
const PAGE: u16 = 20;

/// How a round ended for a patron: the lines, or what came back.
type Shown = Result<Vec<Line>, i64>;

pub(crate) fn check(backing: &Backing, story: &Story) -> Result<(), Vec<String>> {
    let store = backing.store().ok_or_else(|| vec!["the store is not open".to_owned()])?;
    let mut should = BTreeMap::<u32, BTreeMap<RoundId, Shown>>::new();
    let mut found = Vec::new();
    for (id, round) in &story.rounds {
        for slip in &round.slips {
            should.entry(slip.patron).or_default();
            let slip_id = RequestId(u128::from_str_radix(&slip.id, 16).unwrap_or_default());
            let known = wait(store.accepted_slip(PatronId(slip.patron), slip_id));
            let known = known.map(|known| known.map(|slip| round_id(slip.table, slip.round)));
            if known != Ok(Some(*id)) {
                found.push(format!("slip {slip_id} counts in {id}, and is known as {known:?}"));
            }
        }
        for (patron, ending) in endings(round.end_now().map(|end| &end.outcome)) {
            should.entry(patron).or_default().insert(*id, ending);
        }
    }
    for (patron, should) in should {
        match shown(&*store, PatronId(patron)) {
            Ok(shown) if shown == should => {}
            Ok(shown) => found.push(format!("patron {patron} is shown {shown:?}, and had {should:?}")),
            Err(why) => found.push(why),
        }
    }
    found.extend(rounds(&*store, story));
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// What the store says of each round as it stands.
fn rounds(store: &dyn Store, story: &Story) -> Vec<String> {
    let shoes: BTreeSet<(u32, u32)> = story.rounds.keys().map(|id| (id.table, id.shoe_no)).collect();
    let mut said = BTreeMap::new();
    for (table, shoe_no) in shoes {
        for round in wait(store.shoe_rounds(TableId(table), shoe_no)).unwrap_or_default() {
            let cards: Vec<String> = round.cards.iter().map(ToString::to_string).collect();
            said.insert(round_id(TableId(table), round.round), (round.revision, round.voided, cards));
        }
    }
    let wrong = story.rounds.iter().filter_map(|(id, round)| {
        let stands = match round.end_now() {
            Some(end) => (end.revision, matches!(end.outcome, Ending::Voided { .. }), end.cards.clone()),
            None => (0, false, round.cards.clone()),
        };
        let said = said.get(id);
        (said != Some(&stands)).then(|| format!("{id} stands as {stands:?}, and is shown as {said:?}"))
    });
    wrong.collect()
}

fn endings(end: Option<&Ending>) -> Vec<(u32, Shown)> {
    match end {
        None => Vec::new(),
        Some(Ending::Voided { returned, .. }) => {
            returned.iter().map(|each| (each.patron, Err(each.amount))).collect()
        }
        Some(Ending::Settled(patrons)) => {
            patrons.iter().map(|each| (each.patron, Ok(each.wagers.clone()))).collect()
        }
    }
}

/// Everything a patron is shown, page by page.
fn shown(store: &dyn Store, patron: PatronId) -> Result<BTreeMap<RoundId, Shown>, String> {
    let (mut all, mut before) = (BTreeMap::new(), None);
    loop {
        let page = wait(store.patron_rounds(patron, before, PAGE)).map_err(|error| error.to_string())?;
        let Some(last) = page.last() else { return Ok(all) };
        before = Some(last.cursor);
        for PatronRound { table: TableId(table), round, wagers, voided, .. } in page {
            let ending =
                voided.map_or_else(|| Ok(wagers.iter().map(line).collect()), |back| Err(back.signed()));
            if all.insert(round_id(TableId(table), round), ending).is_some() {
                return Err(format!("patron {} is shown {round} of table {table} twice", patron.0));
            }
        }
    }
}
