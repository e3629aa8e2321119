//! Why people are not let in, or something about them is not changed.

use std::time::Duration;

use table::{StaffId, TableId};

use super::password::{Busy, PasswordRefusal};
use super::pin::PIN_TRIES;
use super::role::Role;
use crate::patrons::NameRefusal;

/// Why a request about accounts, staff, credentials or sessions is refused, in precedence order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PeopleRefusal {
    /// A number and a PIN came from somewhere else than an open console of the table.
    #[error(
        "this is no open console of table {}; a supervisor opens it there first, and dealers log in with their passwords \
         or passkeys meanwhile",
        .0.0
    )]
    ConsoleClosed(TableId),
    /// Too many attempts failed, with this name or from this network.
    #[error("too many attempts failed; wait as long as retry_after_ms says")]
    TooManyAttempts {
        /// How long to wait.
        wait: Duration,
    },
    /// Too many passwords wait to be checked.
    #[error("too many log-ins wait for each other; wait as long as retry_after_ms says")]
    Busy {
        /// How long to wait.
        wait: Duration,
    },
    /// A log-in failed. It does not say which part was wrong.
    #[error(
        "the name, the password or the code is wrong; if you have a second factor, send its code, too, or log in with \
         your passkey"
    )]
    WrongCredentials,
    /// The PIN of a dealer was wrong too often.
    #[error("this PIN was wrong {PIN_TRIES} times; a supervisor unlocks it at the console")]
    PinLocked,
    /// There is no such member of staff.
    #[error("staff {} does not exist", .0.0)]
    UnknownStaff(StaffId),
    /// There is no such console.
    #[error("console {0} does not exist; GET /consoles lists those that are open")]
    UnknownConsole(u32),
    /// No member of staff has the name.
    #[error("no member of staff has this name")]
    UnknownName,
    /// The caller has no such session.
    #[error("you have no such session; GET /sessions lists yours")]
    UnknownSession,
    /// The caller has no such passkey.
    #[error("you have no such passkey; GET /me/passkeys lists yours")]
    UnknownPasskey,
    /// A manager changes their own roles or display name.
    #[error(
        "nobody changes their own roles or display name, disables or resets themselves; another manager does"
    )]
    OwnRoles,
    /// Of two members of staff who have to agree, one added or reset the other, or gave them roles.
    #[error(
        "staff {} and staff {} do not count as two persons, because one of them added, reset or gave roles to the \
         other last; somebody approves for whom that does not hold, such as staff whom the operator added or reset at \
         the command line",
        proposed.0,
        approves.0
    )]
    NotIndependent {
        /// Who proposed.
        proposed: StaffId,
        /// Who wants to approve.
        approves: StaffId,
    },
    /// Of two members of staff who have to agree on money, a third one made both.
    #[error(
        "staff {} and staff {} do not count as two persons for money by hand, because staff {} added, reset or gave \
         roles to both of them, or to others who did; somebody approves for whom that does not hold, such as staff \
         whom the operator resets with punto staff reset",
        proposed.0,
        approves.0,
        maker.0
    )]
    #[strum(serialize = "not_independent")]
    SameMaker {
        /// Who proposed.
        proposed: StaffId,
        /// Who wants to approve.
        approves: StaffId,
        /// Who made both.
        maker: StaffId,
    },
    /// Of two people who have to agree at a table, one chose the PIN of the other.
    #[error(
        "staff {} and staff {} do not count as two persons, because staff {} chose the PIN of staff {}; another supervisor \
         agrees, or the dealer sets a PIN of their own",
        dealer.0,
        other.0,
        other.0,
        dealer.0
    )]
    #[strum(serialize = "not_independent")]
    KnownPin {
        /// Whose PIN.
        dealer: StaffId,
        /// Who chose it.
        other: StaffId,
    },
    /// The member of staff is disabled.
    #[error("staff {} is disabled", .0.0)]
    StaffDisabled(StaffId),
    /// The member of staff is no dealer.
    #[error("staff {} is no dealer", .0.0)]
    NoDealer(StaffId),
    /// The dealer has no PIN.
    #[error("this dealer has no PIN; set one first")]
    NoPin,
    /// The dealer deals at another table.
    #[error("you deal at table {}; stand up there first, or a supervisor lets you go from it", .0.0)]
    DealsElsewhere(TableId),
    /// The PIN is none that is accepted.
    #[error("a PIN has six digits; do not repeat one digit (111111) or count up or down (123456)")]
    BadPin,
    /// Roles that a member of staff cannot hold, or none.
    #[error("a member of staff holds one or more of the roles {}", list(&Role::STAFF))]
    BadRoles,
    /// A token for roles that the member of staff does not hold, or for none.
    #[error("a token has one or more of the roles that its owner holds")]
    RolesNotHeld,
    /// The name is none that is accepted.
    #[error("{0}")]
    BadName(NameRefusal),
    /// The display name is none that is accepted.
    #[error("the display name is not accepted: {0}")]
    BadDisplayName(NameRefusal),
    /// The password is none that is accepted.
    #[error("{0}")]
    BadPassword(PasswordRefusal),
    /// A token for no time, or for more than a year.
    #[error("a token of a program lasts 1 to 366 days")]
    BadTime,
    /// Somebody has the name, or one that looks like it.
    #[error("somebody has this name, or one that looks like it; choose another")]
    NameTaken,
    /// The guest has an account already.
    #[error("this patron has an account already")]
    AccountExists,
    /// A second factor is set already.
    #[error("a second factor is set; remove it first")]
    SecondFactorSet,
    /// No second factor is set, or none waits for its first code.
    #[error("no second factor is set, or none waits for its first code; set one first")]
    NoSecondFactor,
    /// A member of staff would be left without a second factor.
    #[error("staff keep a second factor; add another passkey or an app first")]
    LastSecondFactor,
    /// The caller has as many passkeys as one may have.
    #[error("nobody has more than {most} passkeys; remove one first")]
    TooManyPasskeys {
        /// How many that are.
        most: usize,
    },
    /// A new passkey was not made as asked, or too late.
    #[error("the passkey was not added: its answer is wrong, too late, or from another page; begin again")]
    BadPasskey,
    /// The code of the new second factor is wrong.
    #[error("the code is wrong; send the six digits that the app shows now, each code once")]
    WrongCode,
}

impl PeopleRefusal {
    /// The stable code of this refusal, in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The codes of all refusals, in the order of precedence.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }
}

impl From<Busy> for PeopleRefusal {
    fn from(Busy: Busy) -> Self {
        Self::Busy { wait: Duration::from_secs(2) }
    }
}

fn list(roles: &[Role]) -> String {
    roles.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}
