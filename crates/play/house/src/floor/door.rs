//! What a table asks for at the door: its password, of which only a hash is kept, and who is invited. Knows nobody who
//! sits.

use std::collections::BTreeSet;
use std::fmt;

use table::{PatronId, TableId};

use super::check::FieldProblem;
use super::desk::{Change, FloorDesk, Kept};
use super::record::TableRecord;
use super::refusal::{FloorRefusal, FloorRejection};
use crate::log::{Entity, EntityKind};
use crate::patrons::nickname::alike;
use crate::people::codes::{code_of, hash};
use crate::people::password::PasswordBody;
use crate::ports::StoreFailure;
use crate::ports::search::PatronSearch;

/// How many random bytes a code of an invitation has.
const CODE_BYTES: usize = 10;
/// How many patrons with one nickname a refusal names, at most.
const NAMED: u16 = 5;

/// A password of a table, as somebody gave it; empty for a table without one.
#[derive(Clone, PartialEq, Eq)]
pub struct TablePassword(pub String);

impl fmt::Debug for TablePassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TablePassword(<secret>)")
    }
}

/// A patron, as staff name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronName {
    /// By number.
    Number(PatronId),
    /// By nickname. An account comes before guests of the same nickname.
    Nickname(String),
}

/// Whose invitations change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitations {
    /// Who is invited from now on. The first one makes the table one that asks for an invitation.
    pub invite: Vec<PatronName>,
    /// Who is no longer invited. They keep a seat that they have.
    pub uninvite: Vec<PatronName>,
    /// Whether no code counts any longer that was made until now.
    pub withdraw_codes: bool,
}

/// A new code of an invitation, with the table that asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitationCode<K> {
    /// The code, which is shown this once. Everybody who sends it may take a seat until it is withdrawn.
    pub code: String,
    /// The table after the change.
    pub kept: K,
}

impl FloorDesk {
    /// The hash to keep of a table's new password; none for an empty one, which removes the password. The `present`
    /// hash stays if it is of the same password.
    ///
    /// # Errors
    /// [`FloorRefusal::BadSettings`] for a password that is too short, too long or too easy to guess, or
    /// [`FloorRejection::Busy`] or [`FloorRejection::Failed`].
    pub async fn password_hash(
        &self,
        present: Option<&str>,
        password: &TablePassword,
    ) -> Result<Option<String>, FloorRejection> {
        let password = &password.0;
        if password.is_empty() {
            return Ok(None);
        }
        if let Some(hash) = present {
            let stored = PasswordBody::new(hash.to_owned());
            if self.passwords.verify(password, Some(stored)).await? {
                return Ok(Some(hash.to_owned()));
            }
        }
        self.passwords.check_new(password, "").await?.map_err(|refusal| {
            let problem = FieldProblem { field: "password".to_owned(), message: refusal.to_string() };
            FloorRefusal::BadSettings { problems: vec![problem] }
        })?;
        let seed = self.entropy.seed()?;
        let salt = seed.first_chunk().copied();
        let salt = salt.ok_or_else(|| StoreFailure::Storage("no random bytes for a salt".to_owned()))?;
        let hashed = self.passwords.hash(password, salt).await?;
        let hashed = hashed.ok_or_else(|| StoreFailure::Storage("a password was not hashed".to_owned()))?;
        Ok(Some(hashed.hash))
    }

    /// Invites patrons to a table, and takes invitations back.
    ///
    /// # Errors
    /// As [`change`](Self::change); a patron is unknown, or several guests have the nickname.
    pub async fn change_invitations(
        &self,
        table: TableId,
        running: Option<&Kept>,
        change: Change<'_>,
        invitations: &Invitations,
    ) -> Result<Kept, FloorRejection> {
        let invite = self.patrons(&invitations.invite).await?;
        let uninvite = self.patrons(&invitations.uninvite).await?;
        let edit = |record: &mut TableRecord| {
            record.invite(&invite, &uninvite);
            if invitations.withdraw_codes {
                record.withdraw_codes();
            }
            Ok(())
        };
        self.change(table, running, change, edit).await
    }

    /// Makes a code that invites everybody who sends it to a table. The record keeps its hash.
    ///
    /// # Errors
    /// As [`change`](Self::change).
    pub async fn add_invitation_code(
        &self,
        table: TableId,
        running: Option<&Kept>,
        change: Change<'_>,
    ) -> Result<NewInvitationCode<Kept>, FloorRejection> {
        let seed = self.entropy.seed()?;
        let bits: Option<&[u8; CODE_BYTES]> = seed.first_chunk();
        let bits = bits.ok_or_else(|| StoreFailure::Storage("no random bytes for a code".to_owned()))?;
        let code = code_of(bits);
        let hash = hash(&code);
        let edit = |record: &mut TableRecord| {
            record.add_code(hash.clone());
            Ok(())
        };
        let kept = self.change(table, running, change, edit).await?;
        Ok(NewInvitationCode { code, kept })
    }

    async fn patrons(&self, named: &[PatronName]) -> Result<BTreeSet<PatronId>, FloorRejection> {
        let mut patrons = BTreeSet::new();
        for name in named {
            patrons.insert(self.patron(name).await?);
        }
        Ok(patrons)
    }

    async fn patron(&self, named: &PatronName) -> Result<PatronId, FloorRejection> {
        let nickname = match named {
            PatronName::Number(id) => {
                let known = self.store.patron(*id).await?;
                let unknown = || FloorRefusal::UnknownPatron { named: id.0.to_string() };
                return Ok(known.ok_or_else(unknown)?.id);
            }
            PatronName::Nickname(nickname) => nickname.trim(),
        };
        let account = self.store.entity_named(EntityKind::Account, alike(nickname)).await?;
        if let Some(Entity::Account(account)) = account.as_ref().and_then(|entry| entry.event.entity()) {
            return Ok(account.patron);
        }
        let guests = self.store.search_patrons(PatronSearch::Named(nickname.to_owned()), None, NAMED).await?;
        match &guests.found[..] {
            [] => Err(FloorRefusal::UnknownPatron { named: nickname.chars().take(40).collect() }.into()),
            [guest] => Ok(guest.id),
            several => {
                let patrons = several.iter().map(|patron| patron.id).collect();
                Err(FloorRefusal::SharedNickname { patrons }.into())
            }
        }
    }
}
