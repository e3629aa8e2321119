//! `/api/v1/me`: password, second factor and recovery codes of the caller.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use wire::passkeys::ProveAgain;
use wire::people::{
    ChangePassword, ConfirmSecondFactor, RecoveryCodes, SecondFactor, SecondFactorConfirmed, SessionStarted,
};

use super::extract::{Body, LoggedInAs};
use super::proof::ShownProof;
use super::route::Route;
use super::sender::{Sender, Started};
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::role_lists::PASSWORD_HOLDERS;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/me/password", PASSWORD_HOLDERS, change_password)
            .not_for_programs()
            .checks_password()
            .says("Changes the password; all other sessions end")
            .takes::<ChangePassword>()
            .answers::<SessionStarted>(200)
            .refuses(&["wrong_credentials", "bad_password", "too_many_attempts", "busy"]),
        Route::post("/me/second-factor", PASSWORD_HOLDERS, set)
            .before_second_factor()
            .not_for_programs()
            .checks_password()
            .says("Begins to set a second factor")
            .takes::<ProveAgain>()
            .answers::<SecondFactor>(201)
            .refuses(&[
                "second_factor_set",
                "wrong_credentials",
                "too_many_attempts",
                "busy",
                "passkeys_need_public_url",
            ]),
        Route::post("/me/second-factor/confirm", PASSWORD_HOLDERS, confirm)
            .before_second_factor()
            .not_for_programs()
            .says("Sets the second factor with its first code")
            .takes::<ConfirmSecondFactor>()
            .answers::<SecondFactorConfirmed>(200)
            .refuses(&["wrong_code", "no_second_factor", "second_factor_set", "too_many_attempts", "busy"]),
        Route::post("/me/second-factor/remove", PASSWORD_HOLDERS, remove)
            .not_for_programs()
            .checks_password()
            .says("Removes the second factor")
            .takes::<ProveAgain>()
            .answers::<SessionStarted>(200)
            .refuses(&[
                "no_second_factor",
                "last_second_factor",
                "wrong_credentials",
                "too_many_attempts",
                "busy",
                "passkeys_need_public_url",
            ]),
        Route::post("/me/recovery-codes", PASSWORD_HOLDERS, renew)
            .not_for_programs()
            .checks_password()
            .says("Makes new recovery codes")
            .takes::<ProveAgain>()
            .answers::<RecoveryCodes>(201)
            .refuses(&[
                "no_second_factor",
                "wrong_credentials",
                "too_many_attempts",
                "busy",
                "passkeys_need_public_url",
            ]),
    ]
}

async fn change_password(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    caller: Caller,
    sender: Sender,
    Body(body): Body<ChangePassword>,
) -> Result<Started, Problem> {
    let from = sender.origin();
    let people = app.house.people();
    let new = people.change_password(&session, &body.present, &body.new, from).await?;
    Ok(sender.started(StatusCode::OK, caller.delivery(), &new))
}

async fn set(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    sender: Sender,
    Body(body): Body<ProveAgain>,
) -> Result<(StatusCode, Json<SecondFactor>), Problem> {
    let (shown, from) = (ShownProof::from(body), sender.origin());
    let new = app.house.people().set_second_factor(&session, &shown.proof(&app)?, from).await?;
    Ok((StatusCode::CREATED, Json(SecondFactor { secret: new.secret, url: new.url })))
}

async fn confirm(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    caller: Caller,
    sender: Sender,
    Body(body): Body<ConfirmSecondFactor>,
) -> Result<(HeaderMap, Json<SecondFactorConfirmed>), Problem> {
    let from = sender.origin();
    let confirmed = app.house.people().confirm_second_factor(&session, &body.code, from).await?;
    let (headers, session) = sender.handed_over(caller.delivery(), &confirmed.session);
    Ok((headers, Json(SecondFactorConfirmed { recovery_codes: confirmed.recovery_codes, session })))
}

async fn remove(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    caller: Caller,
    sender: Sender,
    Body(body): Body<ProveAgain>,
) -> Result<Started, Problem> {
    let (shown, from) = (ShownProof::from(body), sender.origin());
    let new = app.house.people().remove_second_factor(&session, &shown.proof(&app)?, from).await?;
    Ok(sender.started(StatusCode::OK, caller.delivery(), &new))
}

async fn renew(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    sender: Sender,
    Body(body): Body<ProveAgain>,
) -> Result<(StatusCode, Json<RecoveryCodes>), Problem> {
    let (shown, from) = (ShownProof::from(body), sender.origin());
    let recovery_codes = app.house.people().renew_recovery_codes(&session, &shown.proof(&app)?, from).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { recovery_codes })))
}
