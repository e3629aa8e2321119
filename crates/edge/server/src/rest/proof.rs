//! The proof of who somebody is, as a request has it.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::StatusCode;
use house::people::passkey::{Site, UsedPasskey};
use house::people::{LoggedIn, Origin, Proof, SignedInAgain};
use wire::passkeys::{AnsweredChallenge, ProveAgain};

use super::route::Route;
use super::sender::Sender;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS;

/// The codes of a proof that fails.
const CODES: [&str; 4] = ["wrong_credentials", "too_many_attempts", "busy", "passkeys_need_public_url"];

/// A route of supervisors who prove again who they are.
pub(super) fn marked<H, T>(path: &'static str, handler: H) -> Route
where
    H: Handler<T, Arc<App>>,
    T: 'static,
{
    Route::post(path, SUPERVISORS, handler).not_for_programs().checks_password().refuses(&CODES)
}

/// A member of staff with the proof that the request shows.
pub(super) struct Caller<'a> {
    who: &'a LoggedIn,
    shown: ShownProof,
    from: Origin,
}

impl<'a> Caller<'a> {
    pub(super) fn new(who: &'a LoggedIn, proof: ProveAgain, sender: &Sender) -> Self {
        Self { who, shown: proof.into(), from: sender.origin() }
    }

    /// Who it is, with the proof for the house.
    pub(super) fn again<'b>(&'b self, app: &'b App) -> Result<SignedInAgain<'b>, Problem> {
        Ok(SignedInAgain { who: self.who, proof: self.shown.proof(app)?, from: self.from })
    }
}

/// What a request shows beside its session.
pub(super) struct ShownProof {
    password: Option<String>,
    code: Option<String>,
    passkey: Option<UsedPasskey>,
}

impl ShownProof {
    /// The proof for the house. A passkey counts before a password.
    pub(super) fn proof<'a>(&'a self, app: &'a App) -> Result<Proof<'a>, Problem> {
        if let Some(used) = &self.passkey {
            return Ok(Proof::Passkey { site: site(app)?, used });
        }
        let message =
            "send your password, with a code if you have a second factor, or the answer of a passkey";
        let nothing = || Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message);
        let password = self.password.as_deref().ok_or_else(nothing)?;
        Ok(Proof::Password { password, code: self.code.as_deref() })
    }
}

impl From<ProveAgain> for ShownProof {
    fn from(shown: ProveAgain) -> Self {
        let ProveAgain { password, code, passkey } = shown;
        Self { password, code, passkey: passkey.map(used) }
    }
}

/// The public address of this server.
pub(super) fn site(app: &App) -> Result<&Site, Problem> {
    app.config.public_url.as_ref().ok_or_else(|| {
        let message =
            "passkeys need the public address of this server; the operator sets it with --public-url";
        Problem::new(StatusCode::CONFLICT, "passkeys_need_public_url", message)
    })
}

/// The answer to a challenge for the house.
pub(super) fn used(answer: AnsweredChallenge) -> UsedPasskey {
    let AnsweredChallenge { challenge_id, credential } = answer;
    let response = credential.response;
    UsedPasskey {
        challenge_id,
        id: credential.id,
        client_data: response.client_data_json,
        authenticator_data: response.authenticator_data,
        signature: response.signature,
        user_handle: response.user_handle,
    }
}
