//! Tickets for live pictures: each opens the picture of one table for one person for ten minutes, as a part of a path,
//! because a browser that plays HLS itself sends no header.
//!
//! A ticket is `END.PERSON.MAC`, with the time in milliseconds since 1970 and HMAC-SHA-256 over it, the person and the
//! table. The key is made when the server starts and never leaves it, so no ticket outlives the server.

use std::sync::OnceLock;

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use house::people::Known;
use sha2::Sha256;
use table::{TableId, Timestamp};

use crate::caller::Caller;

/// How long a ticket lasts, in milliseconds.
pub(crate) const LIFETIME_MS: i64 = 600_000;

/// Makes tickets and reads them.
#[derive(Debug, Default)]
pub(crate) struct Tickets(OnceLock<[u8; 32]>);

/// A ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// As it stands in a path.
    pub(crate) text: String,
    /// When it ends.
    pub(crate) ends_at: Timestamp,
}

/// Who looks: `p7` is a patron, `s7` a member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Viewer(String);

impl Viewer {
    /// The caller; none without a session.
    pub(crate) fn of(caller: &Caller) -> Option<Self> {
        Some(Self(match &caller.session.as_ref()?.known {
            Known::Patron(patron) => format!("p{}", patron.id.0),
            Known::Staff(member) => format!("s{}", member.id.0),
        }))
    }
}

impl Tickets {
    /// A ticket of a person for a table. `bits` become the key, if there is none yet.
    pub(crate) fn issue(
        &self,
        bits: [u8; 32],
        table: TableId,
        Viewer(who): &Viewer,
        now: Timestamp,
    ) -> Ticket {
        let key = self.0.get_or_init(|| bits);
        let ends_at = Timestamp(now.0.saturating_add(LIFETIME_MS));
        let mac = mac(key, table, who, ends_at).finalize().into_bytes();
        let text = format!("{}.{who}.{}", ends_at.0, BASE64URL_NOPAD.encode(&mac));
        Ticket { text, ends_at }
    }

    /// Whose ticket this is, if it opens that table now.
    pub(crate) fn read(&self, ticket: &str, table: TableId, now: Timestamp) -> Option<Viewer> {
        let key = self.0.get()?;
        let (end, rest) = ticket.split_once('.')?;
        let (who, shown) = rest.split_once('.')?;
        let ends_at = Timestamp(end.parse().ok().filter(|at: &i64| at.to_string() == end)?);
        let shown = BASE64URL_NOPAD.decode(shown.as_bytes()).ok()?;
        mac(key, table, who, ends_at).verify_slice(&shown).ok()?;
        (now.0 < ends_at.0).then(|| Viewer(who.to_owned()))
    }
}

/// The code over what a ticket says.
fn mac(key: &[u8; 32], table: TableId, who: &str, ends_at: Timestamp) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(format!("punto picture ticket 1\n{}\n{who}\n{}\n", table.0, ends_at.0).as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TABLE: TableId = TableId(9);
    const NOW: Timestamp = Timestamp(1_772_355_900_007);

    fn viewer(name: &str) -> Viewer {
        Viewer(name.to_owned())
    }

    fn issued() -> (Tickets, String) {
        let tickets = Tickets::default();
        let ticket = tickets.issue([7; 32], TABLE, &viewer("p17"), NOW);
        assert_eq!(ticket.ends_at.0 - NOW.0, 600_000);
        (tickets, ticket.text)
    }

    #[test]
    fn a_ticket_opens_its_table_for_ten_minutes() {
        let (tickets, ticket) = issued();
        let read = |table, ms| tickets.read(&ticket, TableId(table), Timestamp(NOW.0 + ms));
        assert_eq!(read(9, 0), Some(viewer("p17")));
        assert_eq!(read(9, LIFETIME_MS - 1), Some(viewer("p17")));
        assert_eq!(read(9, LIFETIME_MS), None, "it has ended");
        assert_eq!(read(10, 0), None, "it is of another table");
    }

    #[test]
    fn a_ticket_of_another_server_opens_nothing() {
        let (_, ticket) = issued();
        assert_eq!(Tickets::default().read(&ticket, TABLE, NOW), None, "it has made none");
        let other = Tickets::default();
        other.issue([8; 32], TABLE, &viewer("p17"), NOW);
        assert_eq!(other.read(&ticket, TABLE, NOW), None);
    }

    #[test]
    fn a_ticket_that_was_changed_opens_nothing() {
        let (tickets, ticket) = issued();
        let (end, mac) = (ticket.split('.').next().unwrap(), ticket.rsplit('.').next().unwrap());
        let later = (end.parse::<i64>().unwrap() + 1).to_string();
        for changed in [
            format!("{later}.p17.{mac}"),
            format!("0{end}.p17.{mac}"),
            format!("+{end}.p17.{mac}"),
            format!("{end}.p18.{mac}"),
            format!("{end}.s17.{mac}"),
            format!("{end}.p17\n.{mac}"),
            format!("{end}.p17.{mac}A"),
            format!("{end}.p17.{mac}="),
            format!("{end}.p17."),
            format!("{end}.p17"),
            format!("{end}.p17.{}", BASE64URL_NOPAD.encode(&[0; 32])),
            String::new(),
            "..".to_owned(),
        ] {
            assert_eq!(tickets.read(&changed, TABLE, NOW), None, "{changed:?}");
        }
    }

    proptest! {
        #[test]
        fn a_ticket_with_one_other_character_opens_nothing(place: prop::sample::Index, by in 1_u8..64) {
            let (tickets, ticket) = issued();
            let mut bytes = ticket.clone().into_bytes();
            let at = place.index(bytes.len());
            bytes[at] = b'!' + (bytes[at] - b'!' + by) % 94;
            prop_assert_eq!(tickets.read(std::str::from_utf8(&bytes).unwrap(), TABLE, NOW), None);
        }
    }
}
