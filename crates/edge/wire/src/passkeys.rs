//! The bodies of passkeys (WebAuthn), and the proof that a change of credentials asks for.
//!
//! | method and path | request | response |
//! |---|---|---|
//! | `POST /api/v1/sessions/passkey/options` | [`BeginPasskeyLogIn`] | 201 [`PasskeyChallenge`] for a patron |
//! | `POST /api/v1/sessions/passkey` | [`PasskeyLogIn`] | 201 [`SessionStarted`] of a patron |
//! | `POST /api/v1/staff/sessions/passkey/options` | [`BeginPasskeyLogIn`] | 201 [`PasskeyChallenge`] for staff |
//! | `POST /api/v1/staff/sessions/passkey` | [`PasskeyLogIn`] | 201 [`SessionStarted`] of a member of staff |
//! | `GET /api/v1/me/passkeys` | | [`Passkeys`] |
//! | `POST /api/v1/me/passkeys/options` | [`ProveAgain`] | 201 [`PasskeyCreation`] |
//! | `POST /api/v1/me/passkeys` | [`AddPasskey`] | 201 [`PasskeyAdded`] |
//! | `POST /api/v1/me/passkeys/challenge` | | 201 [`PasskeyChallenge`] to prove again who the caller is |
//! | `PATCH /api/v1/me/passkeys/{passkey}` | [`RenamePasskey`] | [`PasskeyLine`] |
//! | `POST /api/v1/me/passkeys/{passkey}/remove` | [`ProveAgain`] | [`SessionStarted`] |
//!
//! A page passes the options to `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`,
//! and sends back the result of `toJSON()` of the credential. Their fields have the names of WebAuthn, and bytes are
//! texts in Base64url without padding.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::people::SessionStarted;

/// What makes a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCreation {
    /// Where the passkey counts.
    pub rp: PasskeySite,
    /// Whose it is.
    pub user: PasskeyUser,
    /// The challenge, which counts once, in the session that asked for it.
    pub challenge: String,
    /// The algorithms that the key may use.
    pub pub_key_cred_params: Vec<PasskeyAlgorithm>,
    /// How long the challenge waits, in milliseconds.
    pub timeout: u32,
    /// The caller's passkeys, so that no authenticator gets a second one.
    pub exclude_credentials: Vec<PasskeyDescriptor>,
    /// What the authenticator is to do.
    pub authenticator_selection: AuthenticatorSelection,
    /// Which attestation is asked for: always `none`.
    pub attestation: String,
}

/// Where a passkey counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeySite {
    /// The name of the server, from its public address.
    pub id: String,
    /// What authenticators show.
    pub name: String,
}

/// Whose passkey it is, as authenticators keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyUser {
    /// What names the person; it says nothing about them.
    pub id: String,
    /// The name under which they log in.
    pub name: String,
    /// The same.
    pub display_name: String,
}

/// An algorithm that a key may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeyAlgorithm {
    /// Always `public-key`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its number in COSE.
    pub alg: i32,
}

/// A passkey as its authenticator finds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeyDescriptor {
    /// Always `public-key`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
    /// How the authenticator is reached, such as `internal` or `usb`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub transports: Vec<String>,
}

/// What an authenticator is to do when it makes a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticatorSelection {
    /// Whether it keeps the passkey so that it finds it without a name: always `preferred`.
    pub resident_key: String,
    /// Whether it verifies the user, by a PIN or a fingerprint: always `required`.
    pub user_verification: String,
}

/// What uses a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRequest {
    /// The challenge, which counts once.
    pub challenge: String,
    /// The name of the server, from its public address.
    pub rp_id: String,
    /// How long the challenge waits, in milliseconds.
    pub timeout: u32,
    /// The passkeys that may be used; any that the authenticator finds when empty.
    pub allow_credentials: Vec<PasskeyDescriptor>,
    /// Whether the authenticator verifies the user: always `required`.
    pub user_verification: String,
}

/// A challenge for a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeyChallenge {
    /// What names the challenge in the answer.
    pub challenge_id: String,
    /// What the page passes to the browser.
    pub options: PasskeyRequest,
}

/// A passkey that a browser made: `RegistrationResponseJSON` of WebAuthn, of which other fields are not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MadePasskey {
    /// Its id.
    pub id: String,
    /// What the authenticator made.
    pub response: MadeResponse,
}

/// What an authenticator made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeResponse {
    /// What the browser saw: the challenge and the origin.
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    /// The id, the public key and the flags.
    pub attestation_object: String,
    /// How the authenticator is reached, such as `internal` or `usb`.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub transports: Vec<String>,
}

/// A passkey that a browser used: `AuthenticationResponseJSON` of WebAuthn, of which other fields are not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AnsweredPasskey {
    /// Its id.
    pub id: String,
    /// What the authenticator says.
    pub response: AnsweredResponse,
}

/// What an authenticator says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnsweredResponse {
    /// What the browser saw: the challenge and the origin.
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    /// The flags and the counter.
    pub authenticator_data: String,
    /// The signature of both.
    pub signature: String,
    /// Whose passkey it is, as the authenticator knows it.
    #[serde(default)]
    #[ts(optional)]
    pub user_handle: Option<String>,
}

/// The answer to a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AnsweredChallenge {
    /// What names the challenge.
    pub challenge_id: String,
    /// The passkey that was used: `toJSON()` of the browser's credential.
    pub credential: AnsweredPasskey,
}

/// Proves again who the caller is: by their password, with a code if they have a second factor, or by a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ProveAgain {
    /// The caller's password.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
    /// The code of the second factor, or a recovery code.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
    /// A passkey of theirs, which answered a challenge of `POST /api/v1/me/passkeys/challenge`.
    #[serde(default)]
    #[ts(optional)]
    pub passkey: Option<AnsweredChallenge>,
}

/// Begins a log-in with a passkey.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BeginPasskeyLogIn {
    /// The caller's name, for authenticators that find a passkey by its id alone.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// Logs somebody in with a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeyLogIn {
    /// The answer to the challenge.
    pub passkey: AnsweredChallenge,
    /// What the owner calls the session, such as "phone".
    #[serde(default)]
    #[ts(as = "Option<String>", optional)]
    pub label: String,
    /// Whether the session comes as a cookie, for a page, and not as a token.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub cookie: bool,
}

/// Adds the passkey that a browser made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AddPasskey {
    /// What the owner calls it, at most 40 characters.
    pub name: String,
    /// The passkey: `toJSON()` of the browser's credential.
    pub credential: MadePasskey,
}

/// A passkey that was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeyAdded {
    /// The passkey.
    pub passkey: PasskeyLine,
    /// The recovery codes, which are sent once; empty when there was a second factor before.
    pub recovery_codes: Vec<String>,
    /// The session that takes the place of all others.
    pub session: SessionStarted,
}

/// The caller's passkeys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Passkeys {
    /// The passkeys, those that were added first before the others.
    pub passkeys: Vec<PasskeyLine>,
}

/// A passkey as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PasskeyLine {
    /// What names it.
    pub passkey_id: String,
    /// What its owner calls it.
    pub name: String,
    /// When it was added, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was used last.
    pub last_used_at: Option<i64>,
}

/// Gives a passkey another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RenamePasskey {
    /// What the owner calls it, at most 40 characters.
    pub name: String,
}
