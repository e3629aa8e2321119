//! `/api/me`: the patron whose token came with the request, their play money, their rounds and their statement.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use house::ports::{self, PatronRound};
use money::Amount;
use serde::Deserialize;
use wire::own;
use wire::rest::{History, HistoryRound, Statement, StatementLine};
use wire::server::{PatronInfo, SettledLine};

use super::{Authenticated, patron_info};
use crate::app::App;
use crate::problem::Problem;

/// How many rounds or lines an answer has unless asked otherwise, and at most: fewer than the house gives at once, as one
/// more tells whether there are older ones.
const PAGE: (u16, u16) = (20, 50);

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
) -> Result<Json<PatronInfo>, Problem> {
    let wallet = app.house.wallet(patron.id).await?;
    Ok(Json(patron_info(&patron, wallet)))
}

pub(super) async fn top_up(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
) -> Result<Json<PatronInfo>, Problem> {
    let balance = app.house.top_up(&patron).await?;
    tracing::info!(patron = patron.id.0, balance = balance.minor(), "play money was topped up");
    Ok(Json(patron_info(&patron, app.house.wallet(patron.id).await?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    before: Option<u64>,
    limit: Option<u16>,
}

pub(super) async fn rounds(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<History>, Problem> {
    let (before, limit) = asked(page)?;
    let mut rounds = app.house.history(patron.id, before, limit.saturating_add(1)).await?;
    let more = rounds.len() > usize::from(limit);
    rounds.truncate(usize::from(limit));
    let next_before = rounds.last().filter(|_| more).map(|round| round.cursor);
    Ok(Json(History { rounds: rounds.iter().map(history_round).collect(), next_before }))
}

pub(super) async fn statement(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Statement>, Problem> {
    let (before, limit) = asked(page)?;
    let mut lines = app.house.statement(patron.id, before, limit.saturating_add(1)).await?;
    let more = lines.len() > usize::from(limit);
    lines.truncate(usize::from(limit));
    let next_before = lines.last().filter(|_| more).map(|line| line.cursor);
    Ok(Json(Statement { lines: lines.iter().map(statement_line).collect(), next_before }))
}

/// Where a page begins, and how many there are on it.
fn asked(page: Result<Query<Page>, QueryRejection>) -> Result<(Option<u64>, u16), Problem> {
    let Query(page) = page.map_err(|rejection| {
        Problem::new(StatusCode::BAD_REQUEST, "malformed_request", rejection.body_text())
    })?;
    Ok((page.before, limit(page.limit)?))
}

fn limit(asked: Option<u16>) -> Result<u16, Problem> {
    let (usual, most) = PAGE;
    let limit = asked.unwrap_or(usual);
    if (1..=most).contains(&limit) {
        return Ok(limit);
    }
    let message = format!("limit is {limit}; it may be from 1 to {most}");
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message))
}

fn history_round(round: &PatronRound) -> HistoryRound {
    let sum = |amounts: &mut dyn Iterator<Item = Amount>| Amount::checked_sum(amounts).unwrap_or(Amount::MAX);
    let staked = sum(&mut round.wagers.iter().map(|wager| wager.stake.amount()));
    let paid = sum(&mut round.wagers.iter().map(|wager| wager.payout));
    HistoryRound {
        table_id: round.table.0,
        round: round.round.into(),
        at: round.at.0,
        cards: round.cards.iter().map(|card| card.text().to_owned()).collect(),
        outcome: own::outcome_id(&round.cards, round.voided.is_some()).to_owned(),
        wagers: round.wagers.iter().map(SettledLine::from).collect(),
        staked: round.voided.unwrap_or(staked).minor(),
        paid: round.voided.unwrap_or(paid).minor(),
    }
}

fn statement_line(line: &ports::StatementLine) -> StatementLine {
    let (cause, sums) = (line.cause, line.sums);
    let (table, round) = cause.round.unzip();
    StatementLine {
        no: line.cursor,
        at: cause.at.0,
        kind: cause.kind.id().to_owned(),
        table_id: table.map(|table| table.0),
        round: round.map(Into::into),
        revision: cause.revision,
        staked: sums.staked,
        paid: sums.paid,
        lent: sums.lent,
        repaid: sums.repaid,
        change: sums.change,
        balance: line.balance,
        owed: line.owed,
    }
}
