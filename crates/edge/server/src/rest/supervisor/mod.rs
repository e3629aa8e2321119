//! `/api/supervisor`: the door of those who may see every patron's wagers, void and correct. Who comes in has proved
//! who they are; without supervisors there is no door. Bodies are in [`wire::supervisor`].

mod corrections;
mod rounds;

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::routing::{get, post};
use axum::{Json, Router};
use house::Purse;
use house::ports::{Patron, Wallet};
use table::{PatronId, RequestId, RequestIdError, RoundRef, SupervisorId, TableId};
use wire::supervisor::{AdjustWallet, PatronWallet, SupervisorName, WalletAdjusted};

use super::{Body, bearer};
use crate::app::App;
use crate::problem::Problem;
use crate::request;
use crate::supervisors::Supervisor;

/// All resources behind the door.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/supervisor/me", get(me))
        .route("/api/supervisor/tables/{table}/shoes/{shoe}", get(rounds::of_shoe))
        .route("/api/supervisor/tables/{table}/shoes/{shoe}/rounds/{round}", get(rounds::show))
        .route("/api/supervisor/tables/{table}/void", post(rounds::void))
        .route(
            "/api/supervisor/tables/{table}/corrections",
            get(corrections::list).post(corrections::propose),
        )
        .route("/api/supervisor/tables/{table}/corrections/{no}/approve", post(corrections::approve))
        .route("/api/supervisor/tables/{table}/corrections/{no}/withdraw", post(corrections::withdraw))
        .route("/api/supervisor/patrons/{patron}/wallet", get(wallet))
        .route("/api/supervisor/patrons/{patron}/adjustments", post(adjust))
}

/// The supervisor whose secret came with the request.
pub(super) struct Authorized(Supervisor);

impl FromRequestParts<Arc<App>> for Authorized {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Some(known) = &app.config.supervisors else {
            let message = "this server has no supervisors: it was started without `--supervisors`";
            return Err(Problem::new(StatusCode::NOT_FOUND, "no_supervisors", message));
        };
        let (now, limits) = (Instant::now(), &app.config.limits);
        let Some(supervisor) = bearer(parts).and_then(|secret| known.authenticate(secret)) else {
            let address = request::address(&parts.extensions);
            let too_many = |wait| {
                let message =
                    "this address has sent too many wrong secrets; wait as long as Retry-After says";
                Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", message).retry_after(wait)
            };
            app.attempts.take(address, limits.attempts, now).map_err(too_many)?;
            tracing::warn!(%address, "somebody without a supervisor's secret was turned away");
            let message = "send the secret of a supervisor as `Authorization: Bearer <secret>`";
            return Err(Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", message));
        };
        let too_many = |wait| {
            let message = "this supervisor asks too often; wait as long as Retry-After says";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message).retry_after(wait)
        };
        app.supervisors.take(supervisor.id, limits.supervisor, now).map_err(too_many)?;
        Ok(Self(supervisor))
    }
}

async fn me(Authorized(supervisor): Authorized) -> Json<SupervisorName> {
    Json(SupervisorName { supervisor_id: supervisor.id.0, name: Some(supervisor.name) })
}

async fn wallet(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path(patron): Path<String>,
) -> Result<Json<PatronWallet>, Problem> {
    let patron = known(&app, &patron).await?;
    let wallet = app.house.wallet(patron.id).await?;
    Ok(Json(patron_wallet(&patron, wallet)))
}

async fn adjust(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(patron): Path<String>,
    Body(asked): Body<AdjustWallet>,
) -> Result<Json<WalletAdjusted>, Problem> {
    let patron = known(&app, &patron).await?;
    let id = request_id(&asked.request_id)?;
    let purse = match asked.purse {
        wire::supervisor::Purse::Cash => Purse::Cash,
        wire::supervisor::Purse::Bonus => Purse::Bonus,
    };
    let receipt = app.house.adjust(patron.id, purse, asked.change, by.id, &asked.why, id).await?;
    tracing::info!(
        supervisor = by.id.0,
        name = by.name,
        patron = patron.id.0,
        ?purse,
        change = asked.change,
        request_id = %id,
        repeated = receipt.repeated,
        "an adjustment is on record"
    );
    let (repeated, wallet) = (receipt.repeated, patron_wallet(&patron, receipt.wallet));
    Ok(Json(WalletAdjusted { repeated, wallet }))
}

/// The id that the caller made.
fn request_id(asked: &str) -> Result<RequestId, Problem> {
    let wrong = |error: RequestIdError| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", error.to_string())
    };
    asked.parse().map_err(wrong)
}

/// A patron of this house.
async fn known(app: &App, asked: &str) -> Result<Patron, Problem> {
    let unknown = || unknown("patron", asked);
    let id = PatronId(asked.parse().map_err(|_| unknown())?);
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

/// A table of this house.
fn table(app: &App, asked: &str) -> Result<TableId, Problem> {
    let channel = asked.parse().ok().and_then(|id| app.hub.channel(id));
    channel.map(|it| it.id()).ok_or_else(|| Problem::unknown_table(asked))
}

/// A round as the path has it; 0 is no round.
fn round(shoe: &str, round: &str) -> Result<RoundRef, Problem> {
    let read = || Some(RoundRef { shoe_no: shoe.parse().ok()?, round_no: round.parse().ok()? });
    let read = read().filter(|it| it.round_no > 0);
    read.ok_or_else(|| unknown("round", &format!("{shoe:.20}-{round:.20}")))
}

fn unknown(what: &str, asked: &str) -> Problem {
    let (code, message) = (format!("unknown_{what}"), format!("there is no {what} {asked:.40}"));
    Problem::new(StatusCode::NOT_FOUND, &code, message)
}

/// How the supervisors of this server are called.
fn names(app: &App) -> impl Fn(SupervisorId) -> Option<String> {
    |id| app.config.supervisors.as_ref().and_then(|known| known.name(id)).map(str::to_owned)
}
