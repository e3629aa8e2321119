//! Reads the bulletins of a shoe whose cards a device reads, as strictly as all others.

use baccarat::Card;

use super::lines::{BulletinError, Lines, exactly, list, or_none, pair, positive, rules_id};
use super::notice::Notice;
use super::scanned::{
    ALGORITHM, Amended, Counted, CutCard, FinishedScanned, OpenedScanned, RemovedCard, Resolved, is_label,
};

/// The most cards that a list of a bulletin has: those of 32 decks.
const MOST_CARDS: usize = 32 * 52;

pub(super) fn opened(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Notice, BulletinError> {
    lines.exact(&format!("algorithm {ALGORITHM}"), "`algorithm punto-scanner-1`")?;
    let device = lines.value("device", "`device` and a public key of 64 hex digits", exactly)?;
    let record = lines.value("record", "`record` and a number from 1", positive)?;
    let expected = "`label` and 1 to 32 characters, without control characters";
    let label = lines.value("label", expected, |text| is_label(text).then(|| text.to_owned()))?;
    let expected = "`rules`, an id of 1 to 40 of a-z, 0-9 and -, and a digest of 64 hex digits";
    let (rules_id, rules_digest) = lines.value("rules", expected, |text| pair(text, rules_id, exactly))?;
    let decks = lines.value("decks", "`decks` and a number from 1 to 32", |text| {
        exactly::<u8>(text).filter(|decks| (1..=32).contains(decks))
    })?;
    let opened = OpenedScanned { shoe_no, device, record, label, rules_id, rules_digest, decks };
    Ok(Notice::OpenedScanned(opened))
}

pub(super) fn removed(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Notice, BulletinError> {
    let card = lines.value("card", "`card none`, or `card` and a card", |text| or_none(text, exactly))?;
    let source = lines.value("record", "`record` and a number from 1, or `record keyed`", exactly)?;
    let why = lines.value("why", "`why` and a reason such as spare", |text| text.parse().ok())?;
    Ok(Notice::Removed(RemovedCard { shoe_no, card, source, why }))
}

pub(super) fn amended(lines: &mut Lines<'_>, shoe_no: u32, round_no: u16) -> Result<Notice, BulletinError> {
    let place = lines.value("card", "`card` and a number from 1 to 6", |text| {
        exactly::<u8>(text).filter(|place| (1..=6).contains(place))
    })?;
    let from = lines.value("read", "`read` and a card", exactly)?;
    let to = lines.value("ruled", "`ruled` and a card", exactly)?;
    Ok(Notice::Amended(Amended { shoe_no, round_no, place, from, to }))
}

pub(super) fn resolved(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Notice, BulletinError> {
    let expected = "`finding` and what was wrong, such as unreadable";
    let code = lines.value("finding", expected, |text| text.parse().ok())?;
    let how = lines.value("how", "`how` and a way such as rescan", |text| text.parse().ok())?;
    let about = records(lines, "about", "`about none`, or `about` and numbers of records")?;
    let drops = records(lines, "drops", "`drops none`, or `drops` and numbers of records")?;
    Ok(Notice::Resolved(Resolved { shoe_no, code, how, about, drops }))
}

pub(super) fn cut_card(lines: &mut Lines<'_>, shoe_no: u32, round_no: u16) -> Result<Notice, BulletinError> {
    let expected = "`record none`, or `record` and a number from 1";
    let record = lines.value("record", expected, |text| or_none(text, positive))?;
    Ok(Notice::CutCard(CutCard { shoe_no, round_no, record }))
}

pub(super) fn counted(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Notice, BulletinError> {
    let records = records(lines, "records", "`records none`, or `records` and numbers of records")?;
    let missing = cards(lines, "missing", "`missing none`, or `missing` and cards")?;
    let extra = cards(lines, "extra", "`extra none`, or `extra` and cards")?;
    let unseen = lines.value("unseen", "`unseen` and how many cards", exactly)?;
    Ok(Notice::Counted(Counted { shoe_no, records, missing, extra, unseen }))
}

pub(super) fn finished(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Notice, BulletinError> {
    let expected = "`records`, how many from 1, and a digest of 64 hex digits";
    let (records, last) = lines.value("records", expected, |text| pair(text, positive, exactly))?;
    let findings = lines.value("findings", "`findings` and how many", exactly)?;
    let keyed = lines.value("keyed", "`keyed` and how many cards", exactly)?;
    let amended = lines.value("amended", "`amended` and how many cards", exactly)?;
    Ok(Notice::FinishedScanned(FinishedScanned { shoe_no, records, last, findings, keyed, amended }))
}

/// The numbers of records.
pub(super) fn records(
    lines: &mut Lines<'_>,
    name: &str,
    expected: &'static str,
) -> Result<Vec<u64>, BulletinError> {
    lines.value(name, expected, |text| list(text, MOST_CARDS, positive))
}

/// Cards, at most those of a shoe.
fn cards(lines: &mut Lines<'_>, name: &str, expected: &'static str) -> Result<Vec<Card>, BulletinError> {
    lines.value(name, expected, |text| list(text, MOST_CARDS, exactly))
}

/// The cards that came out beside those of a round, if the next line names them.
pub(super) fn surplus(lines: &mut Lines<'_>) -> Result<Vec<Card>, BulletinError> {
    if !lines.begins("surplus ") {
        return Ok(Vec::new());
    }
    let some = |text: &str| list(text, MOST_CARDS, exactly).filter(|cards| !cards.is_empty());
    lines.value("surplus", "`surplus` and at least one card", some)
}
