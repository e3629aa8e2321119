//! The bodies of accounts, sessions, second factors and staff.
//!
//! | method and path | request | response |
//! |---|---|---|
//! | `POST /api/v1/accounts` | [`NewAccount`] | 201 [`SessionStarted`] of a new patron |
//! | `POST /api/v1/me/account` | [`NewAccount`] | 201 [`SessionStarted`]; the guest keeps wallet and history |
//! | `POST /api/v1/sessions` | [`LogIn`] | 201 [`SessionStarted`] of a patron |
//! | `POST /api/v1/staff/sessions` | [`LogIn`] | 201 [`SessionStarted`] of a member of staff |
//! | `GET /api/v1/session` | | [`SessionInfo`] |
//! | `DELETE /api/v1/session` | | 204; logs out |
//! | `GET /api/v1/sessions` | | [`Sessions`] |
//! | `DELETE /api/v1/sessions` | | 204; logs out everywhere |
//! | `DELETE /api/v1/sessions/{session}` | | 204 |
//! | `POST /api/v1/socket-tickets` | | 201 [`SocketTicket`] |
//! | `POST /api/v1/me/password` | [`ChangePassword`] | [`SessionStarted`] |
//! | `POST /api/v1/me/second-factor` | [`ProveAgain`](crate::passkeys::ProveAgain) | 201 [`SecondFactor`], which waits for its first code |
//! | `POST /api/v1/me/second-factor/confirm` | [`ConfirmSecondFactor`] | [`SecondFactorConfirmed`] |
//! | `POST /api/v1/me/second-factor/remove` | [`ProveAgain`](crate::passkeys::ProveAgain) | [`SessionStarted`] |
//! | `POST /api/v1/me/recovery-codes` | [`ProveAgain`](crate::passkeys::ProveAgain) | 201 [`RecoveryCodes`] |
//! | `POST /api/v1/tables/{table}/dealer-sessions` | [`TableLogIn`](crate::live::TableLogIn) | 201 [`SessionStarted`], which deals at that table alone |
//! | `GET /api/v1/tables/{table}/console` | | [`ThisConsole`](crate::consoles::ThisConsole): whether dealers log in here |
//! | `POST /api/v1/tables/{table}/consoles` | [`OpenConsole`](crate::consoles::OpenConsole) | 201 [`ConsoleOpened`](crate::consoles::ConsoleOpened) |
//! | `GET /api/v1/consoles` | | [`Consoles`](crate::consoles::Consoles) |
//! | `POST /api/v1/consoles/{console}/close` | | 204 |
//! | `POST /api/v1/me/pin` | [`SetPin`](crate::live::SetPin) | 204 |
//! | `POST /api/v1/dealers/{staff}/pin` | [`SetPin`](crate::live::SetPin) | 204 |
//! | `POST /api/v1/dealers/{staff}/unlock` | | 204 |
//! | `POST /api/v1/dealers/{staff}/end-session` | | 204 |
//! | `POST /api/v1/staff/enrolment` | [`Enrol`] | 201 [`SessionStarted`], which allows to set a second factor |
//! | `GET /api/v1/staff/me` | | [`StaffMember`] |
//! | `GET /api/v1/staff` | | [`StaffList`] |
//! | `POST /api/v1/staff` | [`NewStaff`] | 201 [`StaffEnrolment`] |
//! | `POST /api/v1/staff/{staff}/roles` | [`StaffRoles`] | [`StaffMember`] |
//! | `POST /api/v1/staff/{staff}/display-name` | [`StaffDisplayName`] | [`StaffMember`] |
//! | `POST /api/v1/staff/{staff}/disable` | | [`StaffMember`] |
//! | `POST /api/v1/staff/{staff}/reset` | | [`StaffEnrolment`] |
//!
//! A program sends `Authorization: Bearer <token>`. A page has a cookie, and sends the `csrf` of its session in the
//! header `X-Punto-Csrf` with every request that is no GET.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Opens an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NewAccount {
    /// The name under which the patron logs in, and which others see.
    pub nickname: String,
    /// The password, 8 to 128 characters.
    pub password: String,
    /// Whether the session comes as a cookie, for a page, and not as a token. The session of a guest comes as before.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub cookie: bool,
}

/// Logs somebody in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LogIn {
    /// The nickname of a patron, or the name of a member of staff.
    pub name: String,
    /// The password.
    pub password: String,
    /// The code of the second factor, or a recovery code.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
    /// What the owner calls the session, such as "phone".
    #[serde(default)]
    #[ts(as = "Option<String>", optional)]
    pub label: String,
    /// Whether the session comes as a cookie, for a page, and not as a token.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub cookie: bool,
}

/// A session that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SessionStarted {
    /// The token; none when the session came as a cookie. It is sent once; the server stores its hash.
    pub token: Option<String>,
    /// What a page sends in `X-Punto-Csrf`; none when the session came as a token.
    pub csrf: Option<String>,
}

/// Who the caller is, and what the session allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SessionInfo {
    /// What names the session.
    pub session_id: String,
    /// The number of the patron.
    pub patron_id: Option<u32>,
    /// The number of the member of staff.
    pub staff_id: Option<u32>,
    /// The name.
    pub name: String,
    /// The roles that the session allows.
    pub roles: Vec<String>,
    /// Whether a second factor is in use: an app that shows codes, or a passkey.
    pub second_factor: bool,
    /// Whether an app that shows codes is in use.
    #[serde(default)]
    pub code_app: bool,
    /// Whether a second factor must be set before anything else.
    pub needs_second_factor: bool,
    /// The table at which a dealer logged in with a PIN; the session deals there and does nothing else.
    #[serde(default)]
    pub table_id: Option<u32>,
    /// What a page sends in `X-Punto-Csrf`; none without a cookie.
    pub csrf: Option<String>,
}

/// The caller's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Sessions {
    /// The sessions that have not ended.
    pub sessions: Vec<SessionLine>,
}

/// One of the caller's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SessionLine {
    /// What names it.
    pub session_id: String,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was used last, or up to a minute earlier.
    pub last_used_at: i64,
    /// When it ends unless it is used.
    pub ends_at: i64,
    /// What its owner calls it.
    pub label: String,
    /// Whether it is a token of a program.
    pub program: bool,
    /// Whether this request came with it.
    pub current: bool,
}

/// A ticket that opens one socket: `/api/v1/socket?ticket=...`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SocketTicket {
    /// The ticket. It counts once.
    pub ticket: String,
    /// How many seconds it lasts.
    pub seconds: u32,
}

/// Changes the caller's password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ChangePassword {
    /// The present password.
    pub present: String,
    /// The new one.
    pub new: String,
}

/// A second factor that waits for its first code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SecondFactor {
    /// The secret, for an app that cannot read the address.
    pub secret: String,
    /// The address that an authenticator app reads, usually as a QR code.
    pub url: String,
}

/// The first code of a second factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ConfirmSecondFactor {
    /// The six digits that the app shows now.
    pub code: String,
}

/// A second factor that is in use from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SecondFactorConfirmed {
    /// The recovery codes, which are sent once. Each counts once.
    pub recovery_codes: Vec<String>,
    /// The session that takes the place of all others.
    pub session: SessionStarted,
}

/// New recovery codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecoveryCodes {
    /// The codes, which are sent once. Those of before no longer count.
    pub recovery_codes: Vec<String>,
}

/// Sets the first password of a member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Enrol {
    /// The name.
    pub name: String,
    /// The enrolment code, which counts once.
    pub code: String,
    /// The password, 8 to 128 characters.
    pub password: String,
    /// Whether the session comes as a cookie, for a page, and not as a token.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub cookie: bool,
}

/// Adds a member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NewStaff {
    /// The name under which they log in, 1 to 40 characters.
    pub name: String,
    /// The name that everybody sees while they deal, 1 to 40 characters; left out, everybody sees their number.
    #[serde(default)]
    #[ts(optional)]
    pub display_name: Option<String>,
    /// The roles: dealer, supervisor, manager, auditor.
    pub roles: Vec<String>,
}

/// The roles of a member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StaffRoles {
    /// The roles: dealer, supervisor, manager, auditor.
    pub roles: Vec<String>,
}

/// What everybody sees of a member of staff while they deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StaffDisplayName {
    /// The name, 1 to 40 characters; null for their number. It is public, and several may have the same.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(required, extend("type" = ["string", "null"]))]
    pub display_name: Option<String>,
}

/// A member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StaffMember {
    /// Their number, which events record.
    pub staff_id: u32,
    /// The name under which they log in.
    pub name: String,
    /// The name that everybody sees while they deal; left out, everybody sees their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub display_name: Option<String>,
    /// The roles that they hold.
    pub roles: Vec<String>,
    /// Whether they may no longer log in.
    pub disabled: bool,
}

/// All members of staff, also those who are disabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StaffList {
    /// The members by number.
    pub staff: Vec<StaffMember>,
}

/// A member of staff with a code to enrol with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StaffEnrolment {
    /// The member.
    pub member: StaffMember,
    /// The code, which is sent once and counts once.
    pub code: String,
    /// When it ends, in milliseconds since 1970.
    pub ends_at: i64,
}
