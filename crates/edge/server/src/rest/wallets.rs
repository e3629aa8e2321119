//! The wallet of a patron, read and adjusted by a supervisor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::Purse;
use house::ports::{Patron, Wallet};
use table::PatronId;
use wire::supervisor::{AdjustWallet, PatronWallet, WalletAdjusted};

use super::extract::{Authorized, Body};
use super::path::{Path, request_id, unknown};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::{SUPERVISORS, SUPERVISORS_MANAGERS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/patrons/{patron}/wallet", SUPERVISORS_MANAGERS_AND_AUDITORS, show)
            .says("Shows the wallet of a patron")
            .answers::<PatronWallet>(200),
        Route::post("/patrons/{patron}/adjustments", SUPERVISORS, adjust)
            .says("Adjusts a purse by hand")
            .takes::<AdjustWallet>()
            .answers::<WalletAdjusted>(200)
            .refuses(&[
                "no_reason",
                "bad_amount",
                "above_limit",
                "not_so_much",
                "request_id_used",
                "purse_full",
                "house_full",
                "not_booked",
            ]),
    ]
}

async fn show(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path(patron): Path<String>,
) -> Result<Json<PatronWallet>, Problem> {
    let patron = patron_of(&app, &patron).await?;
    let wallet = app.house.wallet(patron.id).await?;
    Ok(Json(patron_wallet(&patron, wallet)))
}

async fn adjust(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(patron): Path<String>,
    Body(body): Body<AdjustWallet>,
) -> Result<Json<WalletAdjusted>, Problem> {
    let patron = patron_of(&app, &patron).await?;
    let id = request_id(&body.request_id)?;
    let purse = match body.purse {
        wire::supervisor::Purse::Cash => Purse::Cash,
        wire::supervisor::Purse::Bonus => Purse::Bonus,
    };
    let receipt = app.house.adjust(patron.id, purse, body.change, by.id, &body.why, id).await?;
    tracing::info!(
        supervisor = by.id.0,
        name = by.name,
        patron = patron.id.0,
        ?purse,
        change = body.change,
        request_id = %id,
        repeated = receipt.repeated,
        "a supervisor adjusted a wallet"
    );
    let (repeated, wallet) = (receipt.repeated, patron_wallet(&patron, receipt.wallet));
    Ok(Json(WalletAdjusted { repeated, wallet }))
}

/// The patron that a path names.
pub(super) async fn patron_of(app: &App, text: &str) -> Result<Patron, Problem> {
    let unknown = || unknown("patron", text);
    let id = PatronId(text.parse().map_err(|_| unknown())?);
    app.house.patron(id).await?.ok_or_else(unknown)
}

fn patron_wallet(patron: &Patron, wallet: Wallet) -> PatronWallet {
    PatronWallet {
        patron_id: patron.id.0,
        nickname: patron.nickname.clone(),
        currency: patron.currency.code().to_owned(),
        decimals: patron.currency.decimals(),
        cash: wallet.cash.minor(),
        bonus: wallet.bonus.minor(),
        owed: wallet.owed.minor(),
    }
}
