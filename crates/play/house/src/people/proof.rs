//! Proof of who somebody is, which a change of their credentials asks for beside their session. Knows no HTTP.

use super::credential::{CredentialChange, Person};
use super::factors::Checked;
use super::known::LoggedIn;
use super::log_in::{kept_or_wrong, proofs_of};
use super::passkey::{Site, UsedPasskey};
use super::refusal::PeopleRefusal;
use super::service::{Origin, People};
use crate::answer::Rejection;

/// What proves again who somebody is.
#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// Their password, with a code if they have a second factor.
    Password {
        /// The password.
        password: &'a str,
        /// The code of the second factor, or a recovery code.
        code: Option<&'a str>,
    },
    /// A passkey of theirs, which needs nothing else.
    Passkey {
        /// The public address of the server.
        site: &'a Site,
        /// The answer of their browser.
        used: &'a UsedPasskey,
    },
}

impl<'a> Proof<'a> {
    /// A password alone.
    pub const fn password(password: &'a str) -> Self {
        Self::Password { password, code: None }
    }
}

impl People {
    /// Checks the proof of somebody who is logged in. Gives what using it writes, which goes before what it allows.
    pub(crate) async fn prove_again(
        &self,
        who: &LoggedIn,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<Vec<CredentialChange>, Rejection> {
        let owner = who.known.person();
        self.attempt(&proofs_of(owner), from, self.prove_again_once(owner, proof, from)).await
    }

    /// The same within an attempt that has begun.
    async fn prove_again_once(
        &self,
        owner: Person,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<Vec<CredentialChange>, Rejection> {
        match *proof {
            Proof::Password { password, code } => {
                let Checked { password, code } = self.check(owner, password, code).await?;
                let kept = kept_or_wrong(password, owner, from)?;
                let used = code.ok_or(PeopleRefusal::WrongCredentials)?;
                Ok([kept].into_iter().chain(used).collect())
            }
            Proof::Passkey { site, used } => {
                let used = self.used_passkey(site, used, from).await?;
                let used = used.filter(|(person, _)| *person == owner);
                Ok(vec![used.ok_or(PeopleRefusal::WrongCredentials)?.1])
            }
        }
    }
}
