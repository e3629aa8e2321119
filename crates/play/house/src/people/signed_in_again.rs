//! Members of staff who prove again who they are, for what a session that was left open must not do.

use table::StaffId;

use super::{CredentialChange, LoggedIn, Origin, PeopleRefusal, Person, Proof};
use crate::answer::Rejection;
use crate::house::House;

/// A member of staff who is logged in, with what proves again who they are.
#[derive(Clone, Copy, Debug)]
pub struct SignedInAgain<'a> {
    /// Who.
    pub who: &'a LoggedIn,
    /// The proof.
    pub proof: Proof<'a>,
    /// Where the request comes from.
    pub from: Origin,
}

impl House {
    /// Checks the proof of a member of staff. Gives what using it writes.
    pub(crate) async fn signed_in_again(
        &self,
        again: &SignedInAgain<'_>,
    ) -> Result<(StaffId, Vec<CredentialChange>), Rejection> {
        let SignedInAgain { who, proof, from } = again;
        let Person::Staff(id) = who.known.person() else {
            return Err(PeopleRefusal::WrongCredentials.into());
        };
        Ok((id, self.people().prove_again(who, proof, *from).await?))
    }

    /// Checks the proof and uses it up at once, where what it allows is written elsewhere than in the house's own log.
    pub(crate) async fn proved_again(&self, again: &SignedInAgain<'_>) -> Result<StaffId, Rejection> {
        let (by, used) = self.signed_in_again(again).await?;
        if self.context.store.change_credentials(used).await? {
            Ok(by)
        } else {
            // Another request used it meanwhile.
            Err(PeopleRefusal::WrongCredentials.into())
        }
    }
}
