//! Export files row by row, from before there were credentials, proofs or records on, cut off and changed.

use super::*;
use fair::Bytes;
use house::people::{Credential, CredentialKind, Person};
use house::ports::{DeviceRecord, LockedSecret, ShoeSeed, StoredBulletin, StoredRecord};
use journal::{Signed, StoredPatron};
use ledger::{Account, Action, Transfer, TransferId};
use money::{Amount, Currency};
use table::{DeviceId, PatronId, StaffId, TableId, Timestamp};

use crate::export::row::ExportEntry;

fn transfer(id: u128, action: Action, from: Account, to: Account) -> ExportRow {
    let amount = Amount::new(5).unwrap();
    ExportRow::Transfer(Transfer { id: TransferId(id), action, from, to, amount }, (TableId(1), 2))
}

/// Rows of all kinds.
fn rows() -> Vec<ExportRow> {
    let (cash, held) = (Account::patron_cash(7, Currency::PLAY), Account::stakes_held(1, Currency::PLAY));
    let owed = Account::receivable(7, Currency::PLAY);
    let (amount, hold) = (Amount::new(5).unwrap(), TransferId(u128::MAX));
    let patron = StoredPatron {
        id: PatronId(u32::MAX),
        nickname: "Zoë \"\u{2028}\n\0\\".to_owned(),
        token_hash: [0xab; 32],
        currency: Currency::PLAY,
    };
    let entry = ExportEntry {
        log: TableId(0),
        seq: u64::MAX,
        at: Timestamp(-1),
        body: "{\"a\" : \"\\u00e9 é\"}\t ".to_owned(),
        digest: Digest([1; 32]),
    };
    let secret = LockedSecret { shoe_no: 3, commitment: Bytes([4; 32]), locked: Bytes([5; 72]) };
    let (key, signature) = (Bytes([6; 32]), Bytes([7; 64]));
    let bulletin = StoredBulletin { no: 1, seq: 2, shoe_no: 3, text: "a\nb\n".to_owned(), key, signature };
    let mut rows = vec![
        ExportRow::Patron(patron, Timestamp(i64::MAX)),
        ExportRow::Seed(TableId(1), ShoeSeed { shoe_no: 3, seed: [9; 32] }),
        ExportRow::Secret(TableId(1), secret),
        ExportRow::Bulletin(TableId(1), bulletin),
        record(true),
        record(false),
        ExportRow::Entry(entry),
        transfer(1, Action::Move { from: cash, to: held, amount }, cash, held),
        transfer(u128::MAX, Action::Hold { from: cash, held, amount }, cash, held),
        transfer(2, Action::Capture { hold, to: cash, amount }, held, cash),
        transfer(3, Action::Release { hold, amount }, held, cash),
        transfer(4, Action::Reverse { transfer: hold }, held, cash),
        transfer(5, Action::Cover { owed, purse: cash, amount: Amount::new(8).unwrap() }, owed, cash),
        transfer(6, Action::Repay { cash, owed, amount: Amount::new(9).unwrap() }, cash, owed),
        ExportRow::Checkpoint(Signed { text: "a\nb".to_owned(), signature: [2; 64], key: [3; 32] }),
        credential(Person::Staff(StaffId(u32::MAX)), Some(Timestamp(i64::MAX))),
        credential(Person::Patron(PatronId(1)), None),
    ];
    rows.insert(0, counted(newest(), &rows));
    rows
}

/// The counts of the newest version.
fn newest() -> ExportCounts {
    let (credentials, proofs, records) = (Some(0), Some((0, 0)), Some(0));
    ExportCounts { credentials, proofs, records, ..ExportCounts::default() }
}

fn record(late: bool) -> ExportRow {
    let record = DeviceRecord {
        device: DeviceId(u32::MAX),
        n: u64::MAX,
        received_at: Timestamp(i64::MAX),
        read_at: Timestamp(-1),
        late,
        body: "{\"v\" : 1}\t ".to_owned(),
        sig: Bytes([8; 64]),
    };
    ExportRow::Record(TableId(9), StoredRecord { no: 1, seq: u64::MAX, record })
}

fn credential(owner: Person, expires_at: Option<Timestamp>) -> ExportRow {
    let (key, body) = (format!("{owner:?}"), "{}".to_owned());
    ExportRow::Credential(Credential { kind: CredentialKind::Totp, key, owner, body, expires_at })
}

/// The counts of these rows.
fn counted(mut counts: ExportCounts, rows: &[ExportRow]) -> ExportRow {
    for row in rows {
        counts.count(row);
    }
    ExportRow::Counts(counts)
}

fn written(rows: &[ExportRow]) -> String {
    let mut writer = ExportWriter::new(Vec::new());
    for row in rows {
        writer.write(row).unwrap();
    }
    String::from_utf8(writer.finish().unwrap().0).unwrap()
}

fn read(text: &str) -> Result<Vec<ExportRow>, String> {
    let (mut reader, mut rows) = (ExportReader::new(text.as_bytes()), Vec::new());
    while let Some(row) = reader.next_row().map_err(|error| error.to_string())? {
        rows.push(row);
    }
    Ok(rows)
}

#[test]
fn every_row_is_one_line_and_reads_back() {
    let text = written(&rows());
    assert_eq!(text.lines().count(), rows().len() + 1);
    assert_eq!(read(&text), Ok(rows()));
}

#[test]
fn an_export_of_version_1_has_no_credentials() {
    let patron = &rows()[1..2];
    let rows = [&[counted(ExportCounts::default(), patron)], patron].concat();
    let text = written(&rows);
    let header =
        r#"{"punto_export":{"version":1,"patrons":1,"seeds":0,"entries":0,"transfers":0,"checkpoints":0}}"#;
    assert_eq!(text.lines().next(), Some(header));
    assert_eq!(read(&text), Ok(rows.clone()));
    let with = [rows, vec![credential(Person::Patron(PatronId(1)), None)]].concat();
    let error = read(&written(&with)).unwrap_err();
    assert!(error.contains("credentials: None") && error.contains("credentials: Some(1)"), "{error}");
}

#[test]
fn an_export_of_version_3_has_no_records() {
    let counts = ExportCounts { records: None, ..newest() };
    let text = written(&[counted(counts, &[])]);
    let header = r#"{"punto_export":{"version":3,"patrons":0,"seeds":0,"entries":0,"transfers":0,"checkpoints":0,"credentials":0,"proofs":[0,0]}}"#;
    assert_eq!(text.lines().next(), Some(header));
    assert_eq!(read(&text), Ok(vec![ExportRow::Counts(counts)]));
    let error = read(&written(&[ExportRow::Counts(counts), record(false)])).unwrap_err();
    assert!(error.contains("records: None") && error.contains("records: Some(1)"), "{error}");
}

#[test]
fn a_line_without_an_end_is_refused() {
    let endless = io::BufReader::new(io::repeat(b'x'));
    let error = ExportReader::new(endless).next_row().unwrap_err().to_string();
    assert!(error.starts_with("line 1: the line is longer"), "{error}");
}

#[test]
fn an_incomplete_or_changed_file_is_refused() {
    let text = written(&rows());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let without = |place: usize| [&lines[..place], &lines[place + 1..]].concat().concat();
    let swapped = [&lines[..2], &[lines[3], lines[2]], &lines[4..]].concat().concat();
    let counts = ExportRow::Counts(ExportCounts { patrons: 2, ..ExportCounts::default() });
    let other = [counts, rows()[1].clone()];
    for (text, expected) in [
        ("", "line 1: the file is cut off"),
        (&text[..text.len() / 2], "line "),
        (&lines[..5].concat(), "line 6: the file is cut off"),
        (&without(4), "line 18: 17 lines with the SHA-256"),
        (&without(0), "line 1: `punto_export` was expected"),
        (&swapped, "and the last line names others"),
        (&text.replacen("PLAY", "PLAI", 1), "and the last line names others"),
        (&text.replacen("\"version\":4", "\"version\":5", 1), "line 1: this is version 5"),
        (&text.replacen("\"version\":4", "\"version\":3", 1), "line 1: version 3 of the format, and"),
        (&text.replacen("\"version\":4", "\"version\":1", 1), "line 1: version 1 of the format, and"),
        (&text.replacen(",\"records\":2", "", 1), "line 1: version 4 of the format, and"),
        (&text.replacen("\"shoe\"", "\"shoo\"", 1), "line 3: unknown field"),
        (&format!("{text}{{}}"), "more lines follow"),
        (&written(&other), "the header says"),
        (&format!("{}{text}", lines[0]), "line 2: a second header"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{expected}: {error}");
    }
}
