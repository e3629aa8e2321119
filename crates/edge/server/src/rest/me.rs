//! `/api/v1/me`: the authenticated patron, with play money, rounds and statement.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::ports::{self, NumberedWallet, Patron};
use money::Currency;
use wire::rest::{History, Statement, StatementLine};
use wire::server::PatronInfo;

use super::asked::Asked;
use super::extract::Authenticated;
use super::history::{self, RoundsAsked};
use super::page::Page;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::PLAYERS;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/me", PLAYERS, show).says("Shows the patron and their wallet").answers::<PatronInfo>(200),
        Route::post("/me/play-money", PLAYERS, top_up)
            .says("Tops play money up")
            .answers::<PatronInfo>(200)
            .refuses(&["balance_not_low", "not_play_money", "purse_full", "house_full", "not_booked"]),
        Route::get("/me/rounds", PLAYERS, rounds)
            .says("Lists the patron's rounds, newest first")
            .asks::<RoundsAsked>()
            .answers::<History>(200),
        Route::get("/me/statement", PLAYERS, statement)
            .says("Lists the changes of the patron's money, newest first")
            .asks::<Page>()
            .answers::<Statement>(200),
    ]
}

/// A patron and their wallet as messages have them.
pub(crate) fn patron_info(patron: &Patron, NumberedWallet { wallet, number }: NumberedWallet) -> PatronInfo {
    PatronInfo {
        patron_id: patron.id.0,
        nickname: patron.nickname.clone(),
        currency: patron.currency.code().to_owned(),
        decimals: patron.currency.decimals(),
        play_money: patron.currency == Currency::PLAY,
        balance: wallet.cash.minor(),
        bonus: wallet.bonus.minor(),
        owed: wallet.owed.minor(),
        number,
    }
}

async fn show(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
) -> Result<Json<PatronInfo>, Problem> {
    let wallet = app.house.numbered_wallet(patron.id).await?;
    Ok(Json(patron_info(&patron, wallet)))
}

async fn top_up(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
) -> Result<Json<PatronInfo>, Problem> {
    let wallet = app.house.top_up(&patron).await?;
    tracing::info!(
        patron = patron.id.0,
        balance = wallet.wallet.cash.minor(),
        "a patron topped up play money"
    );
    Ok(Json(patron_info(&patron, wallet)))
}

async fn rounds(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    Asked(asked): Asked<RoundsAsked>,
) -> Result<Json<History>, Problem> {
    Ok(Json(history::page(&app, &patron, &asked).await?))
}

async fn statement(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    page: Page,
) -> Result<Json<Statement>, Problem> {
    let entries = app.house.statement(patron.id, page.before, page.read_limit()).await?;
    let (lines, next_before) = page.split(entries, |line| line.cursor);
    Ok(Json(Statement { lines: lines.iter().map(statement_line).collect(), next_before }))
}

pub(super) fn statement_line(line: &ports::StatementLine) -> StatementLine {
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
