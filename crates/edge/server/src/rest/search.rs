//! `GET /api/v1/rounds`, `/slips` and `/patrons`: the searches of staff.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use baccarat::Outcome;
use house::live::ReviewState;
use house::ports::search::{
    FoundRound, FoundSlip, PatronSearch, RoundPlace, RoundSearch, SlipPlace, SlipSearch,
};
use money::Amount;
use schemars::JsonSchema;
use serde::Deserialize;
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};
use wire::patron_view::dealt;
use wire::reads::{self, FoundPatron, FoundPatrons, FoundRounds, FoundSlips};
use wire::server::SpotStake;
use wire::supervisor_view::{outcome, texts};

use super::asked::{Asked, cursor, cursor_text, limit, named, unacceptable};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

pub(super) fn routes() -> Vec<Route> {
    let staff = SUPERVISORS_MANAGERS_AND_AUDITORS;
    vec![
        Route::get("/rounds", staff, rounds)
            .says("Searches rounds")
            .asks::<RoundsAsked>()
            .answers::<FoundRounds>(200),
        Route::get("/slips", staff, slips)
            .about_patrons()
            .says("Searches slips")
            .asks::<SlipsAsked>()
            .answers::<FoundSlips>(200),
        Route::get("/patrons", staff, patrons)
            .about_patrons()
            .says("Searches patrons")
            .asks::<PatronsAsked>()
            .answers::<FoundPatrons>(200),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct RoundsAsked {
    /// The table.
    table: Option<u32>,
    /// The shoe of that table.
    shoe: Option<u32>,
    /// The first moment, in milliseconds since 1970.
    from: Option<i64>,
    /// The moment after the last.
    until: Option<i64>,
    /// `player`, `banker` or `tie`.
    outcome: Option<String>,
    /// Whether the round is void.
    voided: Option<bool>,
    /// Whether the round was corrected.
    corrected: Option<bool>,
    /// The cursor: `next_before` of the page before.
    before: Option<String>,
    /// How many entries a page has, 20 if it is left out.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u16>,
}

async fn rounds(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<RoundsAsked>,
) -> Result<Json<FoundRounds>, Problem> {
    let search = RoundSearch {
        table: asked.table.map(TableId),
        shoe_no: shoe_of_table(asked.shoe, asked.table)?,
        from: asked.from.map(Timestamp),
        until: asked.until.map(Timestamp),
        outcome: named::<Outcome>("outcome", asked.outcome.as_deref(), "player, banker or tie")?,
        voided: asked.voided,
        corrected: asked.corrected,
    };
    let before = cursor(asked.before.as_deref(), round_place)?;
    let page = app.house.search_rounds(search, before, limit(asked.limit)?).await?;
    let to_review = to_review(&app, &page.found).await?;
    let rounds = page.found.iter().map(|found| found_round(found, &to_review)).collect();
    Ok(Json(FoundRounds { rounds, next_before: page.next.map(|place| cursor_text(place_numbers(place))) }))
}

/// A shoe has a number at its table only.
fn shoe_of_table(shoe: Option<u32>, table: Option<u32>) -> Result<Option<u32>, Problem> {
    if shoe.is_some() && table.is_none() {
        return Err(unacceptable("a shoe is one of a table; send table too".to_owned()));
    }
    Ok(shoe)
}

fn place_numbers(place: RoundPlace) -> [u64; 4] {
    let RoundPlace { opened_at, table, round } = place;
    let opened_at = u64::try_from(opened_at.0).unwrap_or_default();
    [opened_at, table.0.into(), round.shoe_no.into(), round.round_no.into()]
}

fn round_place([opened_at, table, shoe_no, round_no]: [u64; 4]) -> Option<RoundPlace> {
    let round = RoundRef { shoe_no: shoe_no.try_into().ok()?, round_no: round_no.try_into().ok()? };
    Some(RoundPlace {
        opened_at: Timestamp(opened_at.try_into().ok()?),
        table: TableId(table.try_into().ok()?),
        round,
    })
}

/// The shoes of these rounds that wait for their review. A table that the clock deals has none.
async fn to_review(app: &App, found: &[FoundRound]) -> Result<BTreeSet<(TableId, u32)>, Problem> {
    let shoes: BTreeSet<_> = found.iter().map(|found| (found.table, found.round.round.shoe_no)).collect();
    let mut waiting = BTreeSet::new();
    for (table, shoe_no) in shoes {
        let may_be_live = app.house.live_status(table).is_none_or(|status| status.borrow().is_some());
        if may_be_live && app.house.shoe_review(table, shoe_no).await? == Some(ReviewState::Due) {
            waiting.insert((table, shoe_no));
        }
    }
    Ok(waiting)
}

fn found_round(
    FoundRound { table, round }: &FoundRound,
    to_review: &BTreeSet<(TableId, u32)>,
) -> reads::FoundRound {
    reads::FoundRound {
        table_id: table.0,
        round: round.round.into(),
        opened_at: round.opened_at.0,
        at: round.at.0,
        revision: round.revision,
        outcome: outcome(&round.cards, round.revision, round.voided),
        cards: texts(&round.cards),
        deal: dealt(&round.cards),
        to_review: to_review.contains(&(*table, round.round.shoe_no)),
    }
}

#[derive(Deserialize, JsonSchema)]
struct SlipsAsked {
    /// The patron.
    patron: Option<u32>,
    /// The table.
    table: Option<u32>,
    /// The shoe of that table.
    shoe: Option<u32>,
    /// The round of that shoe.
    round: Option<u16>,
    /// The id of the slip.
    slip: Option<String>,
    /// The first moment, in milliseconds since 1970.
    from: Option<i64>,
    /// The moment after the last.
    until: Option<i64>,
    /// The cursor: `next_before` of the page before.
    before: Option<String>,
    /// How many entries a page has, 20 if it is left out.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u16>,
}

async fn slips(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<SlipsAsked>,
) -> Result<Json<FoundSlips>, Problem> {
    if asked.round.is_some() && asked.shoe.is_none() {
        return Err(unacceptable("a round is one of a shoe; send table and shoe too".to_owned()));
    }
    let search = SlipSearch {
        patron: asked.patron.map(PatronId),
        table: asked.table.map(TableId),
        shoe_no: shoe_of_table(asked.shoe, asked.table)?,
        round_no: asked.round,
        slip: named::<RequestId>("slip", asked.slip.as_deref(), "the id of a slip: 32 hex digits")?,
        from: asked.from.map(Timestamp),
        until: asked.until.map(Timestamp),
    };
    let before = cursor(asked.before.as_deref(), slip_place)?;
    let page = app.house.search_slips(search, before, limit(asked.limit)?).await?;
    let slips = page.found.iter().map(found_slip).collect();
    let next_before = page.next.map(|SlipPlace { round, seq }| {
        let [opened_at, table, shoe_no, round_no] = place_numbers(round);
        cursor_text([opened_at, table, shoe_no, round_no, seq])
    });
    Ok(Json(FoundSlips { slips, next_before }))
}

fn slip_place([opened_at, table, shoe, round, seq]: [u64; 5]) -> Option<SlipPlace> {
    let round = round_place([opened_at, table, shoe, round])?;
    // A store counts in 63 bits.
    let seq = seq.min(i64::MAX.unsigned_abs());
    Some(SlipPlace { round, seq })
}

fn found_slip(slip: &FoundSlip) -> reads::FoundSlip {
    let round = slip.place.round;
    let bonus = Amount::checked_sum(slip.wagers.iter().map(|wager| wager.bonus)).unwrap_or(Amount::MAX);
    let stakes = slip.wagers.iter();
    reads::FoundSlip {
        slip_id: slip.slip.to_string(),
        patron_id: slip.patron.0,
        table_id: round.table.0,
        round: round.round.into(),
        at: slip.at.0,
        wagers: stakes
            .map(|wager| SpotStake { spot: wager.spot.id().to_owned(), stake: wager.stake.minor() })
            .collect(),
        bonus: bonus.minor(),
        replaces: slip.replaces,
    }
}

#[derive(Deserialize, JsonSchema)]
struct PatronsAsked {
    /// The number of the patron.
    number: Option<u32>,
    /// The whole nickname.
    nickname: Option<String>,
    /// The beginning of the nickname.
    prefix: Option<String>,
    /// The cursor: `next_after` of the page before.
    after: Option<u32>,
    /// How many entries a page has, 20 if it is left out.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u16>,
}

async fn patrons(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<PatronsAsked>,
) -> Result<Json<FoundPatrons>, Problem> {
    let search = match (asked.number, asked.nickname, asked.prefix) {
        (Some(number), None, None) => {
            let patron = app.house.patron(PatronId(number)).await?;
            let patrons = patron.iter().map(found_patron).collect();
            return Ok(Json(FoundPatrons { patrons, next_after: None }));
        }
        (None, Some(nickname), None) => PatronSearch::Named(nickname),
        (None, None, Some(prefix)) => PatronSearch::Beginning(prefix),
        (None, None, None) => PatronSearch::All,
        _ => return Err(unacceptable("send one of number, nickname and prefix, or none".to_owned())),
    };
    let after = match asked.after {
        Some(number) => {
            let known = app.house.patron(PatronId(number)).await?;
            let unknown = || unacceptable(format!("after is {number}; send next_after of the page before"));
            Some(PatronSearch::place(&known.ok_or_else(unknown)?))
        }
        None => None,
    };
    let page = app.house.search_patrons(search, after, limit(asked.limit)?).await?;
    let patrons = page.found.iter().map(found_patron).collect();
    Ok(Json(FoundPatrons { patrons, next_after: page.next.map(|place| place.patron.0) }))
}

fn found_patron(patron: &house::ports::Patron) -> FoundPatron {
    FoundPatron {
        patron_id: patron.id.0,
        nickname: patron.nickname.clone(),
        currency: patron.currency.code().to_owned(),
        decimals: patron.currency.decimals(),
    }
}
