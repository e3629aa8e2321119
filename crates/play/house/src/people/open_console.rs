//! What is kept of the secret of a dealer's console, and a console that was found by it. Knows no store.

use serde::{Deserialize, Serialize};
use table::{TableId, Timestamp};

use super::console::ConsoleLine;
use super::credential::{Credential, CredentialChange};
use super::service::written;
use crate::ports::StoreFailure;

/// The body of a console credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ConsoleBody {
    pub(super) number: u32,
    pub(super) table: TableId,
    pub(super) opened_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) last_used_at: Option<Timestamp>,
    /// How many dealers logged in. It makes each log-in another body, so that who closes the console misses none.
    #[serde(default)]
    pub(super) log_ins: u32,
}

/// A console that was open when it was looked up. Only its secret, or its number and a supervisor, find it.
#[derive(Clone, Debug)]
pub struct OpenConsole {
    pub(super) credential: Credential,
    pub(super) body: ConsoleBody,
    pub(super) line: ConsoleLine,
}

impl OpenConsole {
    /// The number.
    pub const fn number(&self) -> u32 {
        self.body.number
    }

    /// The table, which is the only one that it is for.
    pub const fn table(&self) -> TableId {
        self.body.table
    }

    /// What supervisors see of it.
    pub const fn line(&self) -> &ConsoleLine {
        &self.line
    }

    /// The change that puts a log-in on it, unless it was used or closed since it was looked up.
    pub(super) fn used(&self, now: Timestamp) -> Result<CredentialChange, StoreFailure> {
        let body = ConsoleBody {
            last_used_at: Some(now),
            log_ins: self.body.log_ins.saturating_add(1),
            ..self.body.clone()
        };
        let by = Credential { body: written(&body)?, ..self.credential.clone() };
        Ok(CredentialChange::Replace { body: self.credential.body.clone(), by })
    }
}
