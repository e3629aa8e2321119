//! The rounds of a patron: which of them a request asks for, and a page of them. Patrons read their own, staff those of
//! anybody.

use house::ports::search::{Found, PatronRoundSearch};
use house::ports::{Patron, PatronRound};
use money::Amount;
use schemars::JsonSchema;
use serde::Deserialize;
use table::{TableId, Timestamp};
use wire::patron_view::{dealt, outcome_id};
use wire::rest::{History, HistoryRound};
use wire::server::SettledLine;
use wire::supervisor_view::texts;
use wire::void_id;

use super::asked::{limit, unacceptable};
use super::page::check_place;
use crate::app::App;
use crate::problem::Problem;

/// Which rounds of a patron are asked for.
#[derive(Deserialize, JsonSchema)]
pub(super) struct RoundsAsked {
    /// The table.
    table: Option<u32>,
    /// The first moment, in milliseconds since 1970: the round ended, or was corrected last, then or later.
    from: Option<i64>,
    /// The moment after the last.
    until: Option<i64>,
    /// The cursor: `next_before` of the page before; none for the newest.
    before: Option<u64>,
    /// How many entries the page has at most, 20 if it is left out.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u16>,
}

impl RoundsAsked {
    fn search(&self) -> Result<PatronRoundSearch, Problem> {
        if let (Some(from), Some(until)) = (self.from, self.until)
            && from >= until
        {
            let message = format!("from is {from} and until is {until}; send a from before until");
            return Err(unacceptable(message));
        }
        Ok(PatronRoundSearch {
            table: self.table.map(TableId),
            from: self.from.map(Timestamp),
            until: self.until.map(Timestamp),
        })
    }
}

/// A page of the rounds of a patron.
pub(super) async fn page(app: &App, patron: &Patron, asked: &RoundsAsked) -> Result<History, Problem> {
    check_place(asked.before)?;
    let (search, limit) = (asked.search()?, limit(asked.limit)?);
    let Found { found, next } = app.house.history(patron.id, search, asked.before, limit).await?;
    let mut rounds = Vec::with_capacity(found.len());
    for round in &found {
        rounds.push(history_round(round, ruled(app, round).await?));
    }
    Ok(History { rounds, next_before: next })
}

/// What people ruled of a round.
#[derive(Default)]
struct Ruled {
    /// Its cards as a device read them, where a correction has others.
    read: Vec<String>,
    /// Why it is void.
    voided: Option<String>,
}

async fn ruled(app: &App, round: &PatronRound) -> Result<Ruled, Problem> {
    if round.revision < 2 && round.voided.is_none() {
        return Ok(Ruled::default());
    }
    let record = app.house.round(round.table, round.round).await?;
    Ok(record.map_or_else(Ruled::default, |record| Ruled {
        read: texts(record.read_otherwise()),
        voided: record.voided().map(|why| void_id(why).to_owned()),
    }))
}

fn history_round(round: &PatronRound, Ruled { read, voided }: Ruled) -> HistoryRound {
    let sum = |amounts: &mut dyn Iterator<Item = Amount>| Amount::checked_sum(amounts).unwrap_or(Amount::MAX);
    let staked = sum(&mut round.wagers.iter().map(|wager| wager.stake.amount()));
    let paid = sum(&mut round.wagers.iter().map(|wager| wager.payout));
    HistoryRound {
        table_id: round.table.0,
        round: round.round.into(),
        at: round.at.0,
        revision: round.revision,
        cards: texts(&round.cards),
        deal: dealt(&round.cards),
        read,
        outcome: outcome_id(&round.cards, round.voided.is_some()).to_owned(),
        voided,
        wagers: round.wagers.iter().map(SettledLine::from).collect(),
        staked: round.voided.unwrap_or(staked).minor(),
        paid: round.voided.unwrap_or(paid).minor(),
    }
}
