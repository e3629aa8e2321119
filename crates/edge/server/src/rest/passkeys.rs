//! Passkeys: of the caller, and to log in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use house::people::passkey::{self, KnownPasskey, NewPasskey, NewPasskeyOptions, PasskeyOptions, Site};
use wire::passkeys::{
    AddPasskey, AuthenticatorSelection, BeginPasskeyLogIn, PasskeyAdded, PasskeyAlgorithm, PasskeyChallenge,
    PasskeyCreation, PasskeyDescriptor, PasskeyLine, PasskeyLogIn, PasskeyRequest, PasskeySite, PasskeyUser,
    Passkeys, ProveAgain, RenamePasskey,
};
use wire::people::SessionStarted;

use super::extract::{Body, LoggedInAs};
use super::path::Path;
use super::proof::{ShownProof, site, used};
use super::route::Route;
use super::sender::{Sender, Started, check_log_in_rate, counted};
use crate::app::App;
use crate::caller::Caller;
use crate::credentials::Delivery;
use crate::problem::Problem;
use crate::role_lists::{EVERYBODY, PASSWORD_HOLDERS};

/// What authenticators show as the name of this place.
const NAME: &str = "Punto";
/// The kind of every passkey.
const KIND: &str = "public-key";

pub(super) fn routes() -> Vec<Route> {
    [routes_of_log_in(), routes_of_caller()].into_iter().flatten().collect()
}

fn routes_of_log_in() -> Vec<Route> {
    vec![
        Route::post("/sessions/passkey/options", EVERYBODY, begin_log_in)
            .says("Begins a log-in of a patron with a passkey")
            .takes::<BeginPasskeyLogIn>()
            .answers::<PasskeyChallenge>(201)
            .refuses(&["passkeys_need_public_url", "too_many_attempts", "busy"]),
        Route::post("/sessions/passkey", EVERYBODY, log_in)
            .says("Logs a patron in with a passkey")
            .takes::<PasskeyLogIn>()
            .answers::<SessionStarted>(201)
            .refuses(&["passkeys_need_public_url", "wrong_credentials", "too_many_attempts", "busy"]),
        Route::post("/staff/sessions/passkey/options", EVERYBODY, begin_log_in_staff)
            .says("Begins a log-in of staff with a passkey")
            .takes::<BeginPasskeyLogIn>()
            .answers::<PasskeyChallenge>(201)
            .refuses(&["passkeys_need_public_url", "too_many_attempts", "busy"]),
        Route::post("/staff/sessions/passkey", EVERYBODY, log_in_staff)
            .says("Logs a member of staff in with a passkey")
            .takes::<PasskeyLogIn>()
            .answers::<SessionStarted>(201)
            .refuses(&["passkeys_need_public_url", "wrong_credentials", "too_many_attempts", "busy"]),
    ]
}

fn routes_of_caller() -> Vec<Route> {
    vec![
        Route::get("/me/passkeys", PASSWORD_HOLDERS, list)
            .before_second_factor()
            .says("Lists the passkeys of the caller")
            .answers::<Passkeys>(200),
        Route::post("/me/passkeys", PASSWORD_HOLDERS, add)
            .before_second_factor()
            .not_for_programs()
            .says("Adds a passkey")
            .takes::<AddPasskey>()
            .answers::<PasskeyAdded>(201)
            .refuses(&[
                "passkeys_need_public_url",
                "bad_passkey",
                "bad_name",
                "too_many_passkeys",
                "too_many_attempts",
                "busy",
            ]),
        Route::post("/me/passkeys/options", PASSWORD_HOLDERS, begin)
            .before_second_factor()
            .not_for_programs()
            .checks_password()
            .says("Begins to add a passkey")
            .takes::<ProveAgain>()
            .answers::<PasskeyCreation>(201)
            .refuses(&[
                "too_many_passkeys",
                "wrong_credentials",
                "too_many_attempts",
                "busy",
                "passkeys_need_public_url",
            ]),
        Route::post("/me/passkeys/challenge", PASSWORD_HOLDERS, challenge)
            .not_for_programs()
            .says("Begins a proof with a passkey")
            .answers::<PasskeyChallenge>(201)
            .refuses(&["passkeys_need_public_url", "too_many_attempts", "busy"]),
        Route::patch("/me/passkeys/{passkey}", PASSWORD_HOLDERS, rename)
            .not_for_programs()
            .says("Renames a passkey")
            .takes::<RenamePasskey>()
            .answers::<PasskeyLine>(200)
            .refuses(&["bad_name"]),
        Route::post("/me/passkeys/{passkey}/remove", PASSWORD_HOLDERS, remove)
            .not_for_programs()
            .checks_password()
            .says("Removes a passkey")
            .takes::<ProveAgain>()
            .answers::<SessionStarted>(200)
            .refuses(&[
                "last_second_factor",
                "wrong_credentials",
                "too_many_attempts",
                "busy",
                "passkeys_need_public_url",
            ]),
    ]
}

async fn begin_log_in(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body<BeginPasskeyLogIn>,
) -> Result<(StatusCode, Json<PasskeyChallenge>), Problem> {
    check_log_in_rate(&app, &sender)?;
    let (site, from) = (site(&app)?, sender.origin());
    let options = app.house.people().begin_passkey_log_in(body.name.as_deref(), from).await?;
    Ok(challenge_of(site, options))
}

async fn begin_log_in_staff(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body<BeginPasskeyLogIn>,
) -> Result<(StatusCode, Json<PasskeyChallenge>), Problem> {
    check_log_in_rate(&app, &sender)?;
    let (site, from) = (site(&app)?, sender.origin());
    let options = app.house.people().begin_passkey_log_in_staff(body.name.as_deref(), from).await?;
    Ok(challenge_of(site, options))
}

async fn log_in(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(PasskeyLogIn { passkey, label, cookie }): Body<PasskeyLogIn>,
) -> Result<Started, Problem> {
    check_log_in_rate(&app, &sender)?;
    let (site, used) = (site(&app)?, used(passkey));
    let log_in = passkey::PasskeyLogIn { site, used: &used, label: &label };
    let people = app.house.people();
    let session = counted(&app, people.log_in_with_passkey(&log_in, sender.origin()).await)?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(cookie), &session))
}

async fn log_in_staff(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(PasskeyLogIn { passkey, label, cookie }): Body<PasskeyLogIn>,
) -> Result<Started, Problem> {
    check_log_in_rate(&app, &sender)?;
    let (site, used) = (site(&app)?, used(passkey));
    let log_in = passkey::PasskeyLogIn { site, used: &used, label: &label };
    let people = app.house.people();
    let session = counted(&app, people.log_in_staff_with_passkey(&log_in, sender.origin()).await)?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(cookie), &session))
}

async fn list(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
) -> Result<Json<Passkeys>, Problem> {
    let passkeys = app.house.people().passkeys_of(session.known.person()).await?;
    Ok(Json(Passkeys { passkeys: passkeys.into_iter().map(line).collect() }))
}

async fn begin(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    sender: Sender,
    Body(body): Body<ProveAgain>,
) -> Result<(StatusCode, Json<PasskeyCreation>), Problem> {
    let (site, shown) = (site(&app)?, ShownProof::from(body));
    let from = sender.origin();
    let options = app.house.people().begin_passkey(&session, &shown.proof(&app)?, from).await?;
    Ok((StatusCode::CREATED, Json(creation_of(site, options))))
}

async fn add(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    caller: Caller,
    sender: Sender,
    Body(AddPasskey { name, credential }): Body<AddPasskey>,
) -> Result<(StatusCode, HeaderMap, Json<PasskeyAdded>), Problem> {
    let (site, from) = (site(&app)?, sender.origin());
    let new = NewPasskey {
        id: credential.id,
        client_data: credential.response.client_data_json,
        attestation_object: credential.response.attestation_object,
        transports: credential.response.transports,
    };
    let added = app.house.people().add_passkey(site, &session, &name, &new, from).await?;
    let (headers, session) = sender.handed_over(caller.delivery(), &added.session);
    let (passkey, recovery_codes) = (line(added.passkey), added.recovery_codes);
    Ok((StatusCode::CREATED, headers, Json(PasskeyAdded { passkey, recovery_codes, session })))
}

async fn challenge(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    sender: Sender,
) -> Result<(StatusCode, Json<PasskeyChallenge>), Problem> {
    let (site, from) = (site(&app)?, sender.origin());
    Ok(challenge_of(site, app.house.people().begin_proof(&session, from).await?))
}

async fn rename(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    Path(id): Path<String>,
    Body(body): Body<RenamePasskey>,
) -> Result<Json<PasskeyLine>, Problem> {
    let owner = session.known.person();
    Ok(Json(line(app.house.people().rename_passkey(owner, &id, &body.name).await?)))
}

async fn remove(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    caller: Caller,
    Path(id): Path<String>,
    sender: Sender,
    Body(body): Body<ProveAgain>,
) -> Result<Started, Problem> {
    let (shown, from) = (ShownProof::from(body), sender.origin());
    let new = app.house.people().remove_passkey(&session, &id, &shown.proof(&app)?, from).await?;
    Ok(sender.started(StatusCode::OK, caller.delivery(), &new))
}

fn challenge_of(site: &Site, options: PasskeyOptions) -> (StatusCode, Json<PasskeyChallenge>) {
    let PasskeyOptions { challenge_id, challenge, known } = options;
    let options = PasskeyRequest {
        challenge,
        rp_id: site.id().to_owned(),
        timeout: timeout(),
        allow_credentials: known.into_iter().map(descriptor).collect(),
        user_verification: "required".to_owned(),
    };
    (StatusCode::CREATED, Json(PasskeyChallenge { challenge_id, options }))
}

fn creation_of(site: &Site, options: NewPasskeyOptions) -> PasskeyCreation {
    let NewPasskeyOptions { challenge, user, name, known } = options;
    let algorithm = |alg: &i32| PasskeyAlgorithm { kind: KIND.to_owned(), alg: *alg };
    PasskeyCreation {
        rp: PasskeySite { id: site.id().to_owned(), name: NAME.to_owned() },
        user: PasskeyUser { id: user, name: name.clone(), display_name: name },
        challenge,
        pub_key_cred_params: passkey::ALGORITHMS.iter().map(algorithm).collect(),
        timeout: timeout(),
        exclude_credentials: known.into_iter().map(descriptor).collect(),
        authenticator_selection: AuthenticatorSelection {
            resident_key: "preferred".to_owned(),
            user_verification: "required".to_owned(),
        },
        attestation: "none".to_owned(),
    }
}

fn descriptor(known: KnownPasskey) -> PasskeyDescriptor {
    PasskeyDescriptor { kind: KIND.to_owned(), id: known.id, transports: known.transports }
}

fn line(line: passkey::PasskeyLine) -> PasskeyLine {
    PasskeyLine {
        passkey_id: line.id,
        name: line.name,
        created_at: line.created_at.0,
        last_used_at: line.last_used_at.map(|at| at.0),
    }
}

/// How long a challenge waits, in milliseconds.
fn timeout() -> u32 {
    u32::try_from(passkey::WAIT_MS).unwrap_or(u32::MAX)
}
