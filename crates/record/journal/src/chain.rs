//! The hash chain of a log. Every entry's digest covers the entry, the money it moved and the digest before it, so
//! that nothing can be changed, left out, moved or redated without a change of every later digest. What devices said
//! between two entries is covered by the later one.
//!
//! The input of the hash is the stored bytes, with all lengths written out. Integers are big-endian. Bodies are not
//! parsed.

use house::ports::DeviceRecord;
use ledger::{Account, Action, Transfer, TransferId};
use sha2::{Digest as _, Sha256};
use table::{TableId, Timestamp};

use crate::digest::Digest;

/// Names the version of the hash's input. A change of the input gets another number.
const START: &[u8] = b"punto log 1\n";

/// Names the version of the input of a record. An entry begins with a digest in its place.
const RECORD: &[u8] = b"punto record 1\n";

/// One event of a log, as it is stored, with the transfers committed under its number.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// The time of the event.
    pub at: Timestamp,
    /// The event as stored, byte for byte.
    pub body: &'a str,
    /// The transfers stored with it, in the order they were made.
    pub transfers: &'a [Transfer],
}

impl Digest {
    /// The digest that the first entry of a log follows.
    pub fn start(log: TableId) -> Self {
        Self(Sha256::new().chain_update(START).chain_update(log.0.to_be_bytes()).finalize().into())
    }

    /// The digest of the entry that follows the entry of this digest.
    #[must_use]
    pub fn then(self, entry: &Entry<'_>) -> Self {
        let mut bytes = Vec::with_capacity(64 + entry.body.len() + 128 * entry.transfers.len());
        bytes.extend(self.0);
        bytes.extend(entry.seq.to_be_bytes());
        bytes.extend(entry.at.0.to_be_bytes());
        text(&mut bytes, entry.body);
        length(&mut bytes, entry.transfers.len());
        entry.transfers.iter().for_each(|moved| transfer(&mut bytes, moved));
        Self(Sha256::digest(bytes).into())
    }

    /// The digest that the next entry follows once the table has taken this record. It is stored with no entry.
    #[must_use]
    pub fn and_record(self, record: &DeviceRecord) -> Self {
        Self(Sha256::digest(record_bytes(self, record)).into())
    }
}

/// What the server says of a record is covered with what the device signed.
fn record_bytes(before: Digest, record: &DeviceRecord) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(160_usize.saturating_add(record.body.len()));
    bytes.extend(RECORD);
    bytes.extend(before.0);
    bytes.extend(record.device.0.to_be_bytes());
    bytes.extend(record.n.to_be_bytes());
    bytes.extend(record.received_at.0.to_be_bytes());
    bytes.extend(record.read_at.0.to_be_bytes());
    bytes.push(record.late.into());
    text(&mut bytes, &record.body);
    bytes.extend(record.sig.0);
    bytes
}

fn length(bytes: &mut Vec<u8>, length: usize) {
    bytes.extend(u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    length(bytes, text.len());
    bytes.extend(text.as_bytes());
}

fn transfer(bytes: &mut Vec<u8>, transfer: &Transfer) {
    let (kind, about) = kind(&transfer.action);
    bytes.extend(transfer.id.0.to_be_bytes());
    bytes.push(kind);
    bytes.extend(about.map_or(0, |id| id.0).to_be_bytes());
    account(bytes, transfer.from);
    account(bytes, transfer.to);
    bytes.extend(transfer.amount.minor().to_be_bytes());
    if let Action::Cover { amount: requested, .. } | Action::Repay { amount: requested, .. } = transfer.action
    {
        bytes.extend(requested.minor().to_be_bytes());
    }
}

/// A number for the action, and the transfer it refers to.
const fn kind(action: &Action) -> (u8, Option<TransferId>) {
    match *action {
        Action::Move { .. } => (1, None),
        Action::Hold { .. } => (2, None),
        Action::Capture { hold, .. } => (3, Some(hold)),
        Action::Release { hold, .. } => (4, Some(hold)),
        Action::Reverse { transfer } => (5, Some(transfer)),
        Action::Cover { .. } => (6, None),
        Action::Repay { .. } => (7, None),
    }
}

fn account(bytes: &mut Vec<u8>, account: Account) {
    text(bytes, account.kind.id());
    text(bytes, account.currency.code());
    bytes.push(account.currency.decimals());
    bytes.extend(account.owner.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use fair::Bytes;
    use money::{Amount, Currency};
    use proptest::prelude::*;
    use table::DeviceId;

    fn moved(id: u128, patron: u32, minor: u64) -> Transfer {
        let (from, to) = (Account::issue(Currency::PLAY), Account::patron_cash(patron, Currency::PLAY));
        let amount = Amount::new(minor).unwrap();
        Transfer { id: TransferId(id), action: Action::Move { from, to, amount }, from, to, amount }
    }

    #[test]
    fn the_first_digests_are_frozen() {
        let start = Digest::start(TableId(1));
        let transfers = [moved(7, 3, 100)];
        let entry = Entry { seq: 1, at: Timestamp(5), body: "{}", transfers: &transfers };
        assert_eq!(
            (start.to_string().as_str(), start.then(&entry).to_string().as_str()),
            (
                "df54ee6e6231cb6ab997317bf25f998e0cdb61a8878594b6b1e511d0108325df",
                "26e705d474138df428b0b10a3f5b8d00aad92d1b691565940f3f74332237eb39"
            )
        );
    }

    #[test]
    fn what_was_asked_counts_where_it_is_judged() {
        let (owed, cash) = (Account::receivable(3, Currency::PLAY), Account::patron_cash(3, Currency::PLAY));
        let amount = Amount::new(100).unwrap();
        let digest = |action, from, to| {
            let transfers = [Transfer { id: TransferId(7), action, from, to, amount }];
            Digest::start(TableId(1)).then(&Entry {
                seq: 1,
                at: Timestamp(5),
                body: "{}",
                transfers: &transfers,
            })
        };
        let asked = |minor| Amount::new(minor).unwrap();
        let cover = |minor| digest(Action::Cover { owed, purse: cash, amount: asked(minor) }, owed, cash);
        let repay = |minor| digest(Action::Repay { cash, owed, amount: asked(minor) }, cash, owed);
        assert_ne!(cover(100), cover(101));
        assert_ne!(repay(100), repay(101));
        assert_eq!(
            (cover(200).to_string().as_str(), repay(200).to_string().as_str()),
            (
                "21c3fa13fae9a1443992d25c0a03a825fc55ccfba58952875e7e5f926addd717",
                "abcd8f9b9cac5c46c4924c5ee4bc94b4740bcc8a35b5d4a220eb94256aefc9ec"
            )
        );
    }

    /// One small change to a log of three entries.
    fn changes() -> impl Strategy<Value = (usize, u8)> {
        (0..3_usize, 0..9_u8)
    }

    proptest! {
        #[test]
        fn any_change_changes_every_later_digest((place, what) in changes()) {
            let log: Vec<(u64, Timestamp, String, Vec<Transfer>)> = (1..4)
                .map(|seq| (seq, Timestamp(100), format!("body {seq}"), vec![moved(seq.into(), 1, 10), moved(90, 2, 20)]))
                .collect();
            let mut other = log.clone();
            let entry = &mut other[place];
            match what {
                0 => entry.0 += 1,
                1 => entry.1 = Timestamp(101),
                2 => entry.2.push(' '),
                3 => entry.3[0].amount = Amount::new(11).unwrap(),
                4 => entry.3.swap(0, 1),
                5 => { entry.3.pop(); }
                6 => entry.3[1].to = Account::patron_cash(5, Currency::PLAY),
                7 => entry.3[0].id = TransferId(55),
                _ => entry.3[0].action = Action::Reverse { transfer: TransferId(1) },
            }
            let digests = |log: &[(u64, Timestamp, String, Vec<Transfer>)]| -> Vec<Digest> {
                log.iter()
                    .scan(Digest::start(TableId(1)), |last, (seq, at, body, transfers)| {
                        *last = last.then(&Entry { seq: *seq, at: *at, body, transfers });
                        Some(*last)
                    })
                    .collect()
            };
            let (before, after) = (digests(&log), digests(&other));
            prop_assert_eq!(&before[..place], &after[..place]);
            for (old, new) in before.iter().zip(&after).skip(place) {
                prop_assert_ne!(old, new);
            }
        }
    }

    fn record() -> DeviceRecord {
        DeviceRecord {
            device: DeviceId(4),
            n: 7,
            received_at: Timestamp(30),
            read_at: Timestamp(20),
            late: false,
            body: "{}".to_owned(),
            sig: Bytes([9; 64]),
        }
    }

    #[test]
    fn the_first_digest_of_a_record_is_frozen() {
        assert_eq!(
            Digest::start(TableId(1)).and_record(&record()).to_string(),
            "8284180e5658ea93b4b57f3ea36e54cb089caed93743ef6a66c6a655b91a54b5"
        );
    }

    #[test]
    fn an_entry_covers_all_of_the_records_before_it_and_their_order() {
        let (one, other) = (record(), DeviceRecord { n: 8, ..record() });
        let entry = Entry { seq: 1, at: Timestamp(5), body: "{}", transfers: &[] };
        let digest = |records: &[&DeviceRecord]| {
            records
                .iter()
                .fold(Digest::start(TableId(1)), |last, record| last.and_record(record))
                .then(&entry)
        };
        let changed = [
            DeviceRecord { device: DeviceId(5), ..record() },
            DeviceRecord { n: 6, ..record() },
            DeviceRecord { received_at: Timestamp(31), ..record() },
            DeviceRecord { read_at: Timestamp(21), ..record() },
            DeviceRecord { late: true, ..record() },
            DeviceRecord { body: "{} ".to_owned(), ..record() },
            DeviceRecord { sig: Bytes([8; 64]), ..record() },
        ];
        let mut digests =
            vec![digest(&[]), digest(&[&one]), digest(&[&one, &other]), digest(&[&other, &one])];
        digests.extend(changed.iter().map(|record| digest(&[record])));
        let count = digests.len();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), count);
    }

    #[test]
    fn logs_start_apart() {
        assert_ne!(Digest::start(TableId(1)), Digest::start(TableId(2)));
    }
}
