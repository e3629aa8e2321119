//! The events of the house's own log, number 0: new patrons, money moved outside any table, house rules put on record,
//! and every change of staff, accounts and tables.

use money::Currency;
use serde::{Deserialize, Serialize};
use table::{PatronId, RequestId, RulesDigest, RulesRef, StaffId, TableId, Timestamp, hex};

use super::actor::Actor;
use super::entity::Entity;
use crate::money::purse::Purse;
use crate::ports::{Adjustment, NewPatron};

/// What happens outside any table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum HouseEvent {
    /// A patron was created; the gift, if any, is the entry's one transfer.
    PatronCreated {
        /// The patron.
        patron: PatronId,
        /// The name that others see.
        nickname: String,
        /// The code of the wallet's currency.
        currency: String,
        /// How many decimals that has.
        decimals: u8,
        /// SHA-256 of the secret, as 64 hex digits.
        token_hash: String,
    },
    /// Money moved outside the tables: the entry's transfers.
    MoneyPosted,
    /// House rules were put on record; shoes refer to them by their digest. A repeat adds nothing.
    HouseRulesUsed {
        /// Their id.
        id: String,
        /// The digest of the text.
        digest: RulesDigest,
        /// The whole document, as it was read.
        text: String,
    },
    /// A supervisor gave to a purse or took out of it by hand: the entry's one transfer.
    MoneyAdjusted {
        /// The patron.
        patron: PatronId,
        /// The purse.
        purse: Purse,
        /// The code of the wallet's currency.
        currency: String,
        /// How many decimals that has.
        decimals: u8,
        /// The change of the purse in minor units, negative for less.
        change: i64,
        /// The supervisor.
        by: StaffId,
        /// The supervisor's reason.
        why: String,
        /// The caller's id, from which the transfer's id follows.
        request_id: RequestId,
        /// What the supervisor adjusted alone on that day, this included; none in what was written before there were
        /// limits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<Entity>,
    },
    /// Something that the house keeps was created or changed. The entry has its whole new state.
    Changed {
        /// Who changed it.
        by: Actor,
        /// Their reason; empty where none is asked for.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
        /// The state after the change.
        entity: Entity,
    },
    /// A member of staff read what is known of patrons. The entry is written before the answer is sent.
    PatronRead {
        /// Who read it.
        by: Actor,
        /// Whose data it was; none for what is about several patrons, or about none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        patron: Option<PatronId>,
        /// What it was: `wallet` of a patron, or a resource with its query.
        what: String,
    },
    /// An hour of a table's recording is over. What is recorded of it later has another digest.
    RecordingClosed {
        /// The table.
        table: TableId,
        /// The hour by UTC, such as `2026-03-01T09`.
        hour: String,
        /// How many segments it has.
        segments: u32,
        /// The digest over them, as 64 hex digits.
        digest: String,
    },
    /// A member of staff keeps a part of a table's recording until somebody releases it.
    RecordingHeld {
        /// The table.
        table: TableId,
        /// The number of the hold at its table.
        hold_no: u32,
        /// When the part begins.
        from: Timestamp,
        /// When it ends.
        to: Timestamp,
        /// Who holds it.
        by: StaffId,
        /// Why.
        why: String,
    },
    /// A member of staff released a hold.
    RecordingReleased {
        /// The table.
        table: TableId,
        /// The number of the hold at its table.
        hold_no: u32,
        /// Who released it.
        by: StaffId,
    },
}

impl HouseEvent {
    /// The number of the house's own log.
    pub const LOG: TableId = TableId(0);

    /// The entity that it creates or changes, in its new state, if it does.
    pub const fn entity(&self) -> Option<&Entity> {
        match self {
            Self::Changed { entity, .. } => Some(entity),
            Self::MoneyAdjusted { counted, .. } => counted.as_ref(),
            _ => None,
        }
    }

    /// Who caused it, where it says so.
    pub const fn actor(&self) -> Option<Actor> {
        match self {
            Self::MoneyAdjusted { by, .. }
            | Self::RecordingHeld { by, .. }
            | Self::RecordingReleased { by, .. } => Some(Actor::Staff(*by)),
            Self::Changed { by, .. } | Self::PatronRead { by, .. } => Some(*by),
            Self::PatronCreated { .. }
            | Self::MoneyPosted
            | Self::HouseRulesUsed { .. }
            | Self::RecordingClosed { .. } => None,
        }
    }

    /// A patron with this number was created.
    pub fn patron_created(patron: PatronId, new: &NewPatron) -> Self {
        Self::known(patron, &new.nickname, new.currency, new.token_hash)
    }

    /// House rules of this name were used, and this is their document.
    pub fn rules_used(name: RulesRef, text: String) -> Self {
        Self::HouseRulesUsed { id: name.id, digest: name.digest, text }
    }

    /// This was adjusted, and counted for its supervisor.
    pub fn adjusted(adjustment: &Adjustment, counted: Option<Entity>) -> Self {
        let Adjustment { patron, purse, currency, change, by, why, request_id, .. } = adjustment;
        Self::MoneyAdjusted {
            patron: *patron,
            purse: *purse,
            currency: currency.code().to_owned(),
            decimals: currency.decimals(),
            change: *change,
            by: *by,
            why: why.clone(),
            request_id: *request_id,
            counted,
        }
    }

    /// What was adjusted, if that is what it says and the currency is one.
    pub fn adjustment(&self, at: Timestamp) -> Option<Adjustment> {
        let Self::MoneyAdjusted { patron, purse, currency, decimals, change, by, why, request_id, .. } = self
        else {
            return None;
        };
        Some(Adjustment {
            patron: *patron,
            purse: *purse,
            currency: Currency::new(currency, *decimals).ok()?,
            change: *change,
            by: *by,
            why: why.clone(),
            request_id: *request_id,
            at,
        })
    }

    /// The patron of this number is known by these.
    pub fn known(patron: PatronId, nickname: &str, currency: Currency, token_hash: [u8; 32]) -> Self {
        Self::PatronCreated {
            patron,
            nickname: nickname.to_owned(),
            currency: currency.code().to_owned(),
            decimals: currency.decimals(),
            token_hash: hex::write(&token_hash),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_written_as_they_are_read() {
        let created = HouseEvent::known(PatronId(7), "Ann", Currency::PLAY, [0xa5; 32]);
        let text = serde_json::to_string(&created).unwrap();
        let hash = "a5".repeat(32);
        let expected = format!(
            r#"{{"type":"patron_created","patron":7,"nickname":"Ann","currency":"PLAY","decimals":2,"token_hash":"{hash}"}}"#
        );
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<HouseEvent>(&text).unwrap(), created);
        let name = RulesRef { id: "ours".to_owned(), digest: RulesDigest([0xa5; 32]) };
        let used = HouseEvent::rules_used(name, "id = \"ours\"\n".to_owned());
        let text = serde_json::to_string(&used).unwrap();
        // Stores find the entry by how it begins.
        assert!(text.starts_with(r#"{"type":"house_rules_used","id":"ours","digest":"a5"#), "{text}");
        assert_eq!(serde_json::from_str::<HouseEvent>(&text).unwrap(), used);
        let adjusted = HouseEvent::MoneyAdjusted {
            patron: PatronId(7),
            purse: Purse::Bonus,
            currency: "PLAY".to_owned(),
            decimals: 2,
            change: -5,
            by: StaffId(3),
            why: "by mistake".to_owned(),
            request_id: RequestId(255),
            counted: None,
        };
        let text = serde_json::to_string(&adjusted).unwrap();
        let id = format!("{:032x}", 255);
        let expected = format!(
            r#"{{"type":"money_adjusted","patron":7,"purse":"bonus","currency":"PLAY","decimals":2,"change":-5,"by":3,"why":"by mistake","request_id":"{id}"}}"#
        );
        assert_eq!(text, expected);
        let read: HouseEvent = serde_json::from_str(&text).unwrap();
        assert_eq!(read, adjusted);
        assert_eq!(HouseEvent::adjusted(&read.adjustment(Timestamp(1)).unwrap(), None), adjusted);
        assert_eq!(serde_json::to_string(&HouseEvent::MoneyPosted).unwrap(), r#"{"type":"money_posted"}"#);
        let (by, what) = (Actor::Staff(StaffId(3)), "wallet".to_owned());
        let read = HouseEvent::PatronRead { by, patron: Some(PatronId(7)), what };
        let text = serde_json::to_string(&read).unwrap();
        assert_eq!(text, r#"{"type":"patron_read","by":"staff:3","patron":7,"what":"wallet"}"#);
        assert_eq!(serde_json::from_str::<HouseEvent>(&text).unwrap(), read);
    }

    #[test]
    fn entries_of_recordings_are_written_as_they_are_read() {
        let (table, by) = (TableId(9), StaffId(3));
        let (hour, digest) = ("2026-03-01T09".to_owned(), "a5".repeat(32));
        let closed = HouseEvent::RecordingClosed { table, hour, segments: 3_600, digest: digest.clone() };
        let (from, to, why) = (Timestamp(1), Timestamp(2), "dispute".to_owned());
        let held = HouseEvent::RecordingHeld { table, hold_no: 4, from, to, by, why };
        let released = HouseEvent::RecordingReleased { table, hold_no: 4, by };
        for (event, expected) in [
            (
                closed,
                format!(
                    r#"{{"type":"recording_closed","table":9,"hour":"2026-03-01T09","segments":3600,"digest":"{digest}"}}"#
                ),
            ),
            (
                held,
                r#"{"type":"recording_held","table":9,"hold_no":4,"from":1,"to":2,"by":3,"why":"dispute"}"#
                    .to_owned(),
            ),
            (released, r#"{"type":"recording_released","table":9,"hold_no":4,"by":3}"#.to_owned()),
        ] {
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(text, expected);
            assert_eq!(serde_json::from_str::<HouseEvent>(&text).unwrap(), event);
        }
    }
}
