//! Reads a bulletin strictly: only the text that would be written is accepted.

use core::str::FromStr;

use baccarat::{Bead, Card};

use super::lines::{BulletinError, Lines, exactly, list, or_none, pair, positive, rules_id};
use super::notice::{
    Algorithm, Bulletin, Burned, Closed, Committed, Corrected, Drawn, Ended, Finished, Listed, Notice,
    Opened, Places, RoundResult, Sealed,
};
use super::read_scanned;
use super::scanned::{FreeRound, LastRound};
use super::write::TITLE;
use crate::bytes::{Bytes, Digest};
use crate::nonces::MOST_PLEDGES;

impl FromStr for Bulletin {
    type Err = BulletinError;

    fn from_str(text: &str) -> Result<Self, BulletinError> {
        let mut lines = Lines { rest: text, line_no: 0 };
        lines.exact(TITLE, "`punto bulletin 1`")?;
        let house = lines.value("house", "`house` and a public key of 64 hex digits", exactly)?;
        let table = lines.value("table", "`table` and its number from 1", positive)?;
        let no = lines.value("no", "`no` and a number from 1", positive)?;
        let at = lines.value("at", "`at` and milliseconds", exactly)?;
        let previous = lines.value("previous", "`previous` and a digest of 64 hex digits", exactly)?;
        let notice = read_notice(&mut lines)?;
        lines.end()?;
        Ok(Self { house, table, no, at, previous, notice })
    }
}

fn read_notice(lines: &mut Lines<'_>) -> Result<Notice, BulletinError> {
    let expected = "a kind of bulletin and its number, such as `opened 41`";
    let line = lines.next(expected)?;
    let (kind, about) = line.split_once(' ').ok_or_else(|| lines.wrong(expected))?;
    if kind == "rekeyed" {
        let key = exactly(about).ok_or_else(|| lines.wrong("`rekeyed` and a public key of 64 hex digits"))?;
        return Ok(Notice::Rekeyed(key));
    }
    let mut words = about.split(' ');
    let shoe_no = words.next().and_then(positive).ok_or_else(|| lines.wrong(expected))?;
    let mut number = |lines: &Lines<'_>, expected| {
        words.next().and_then(positive::<u16>).ok_or_else(|| lines.wrong(expected))
    };
    let notice = match kind {
        "committed" => Notice::Committed(read_committed(lines, shoe_no)?),
        "opened" if lines.begins("algorithm ") => read_scanned::opened(lines, shoe_no)?,
        "opened" => Notice::Opened(read_opened(lines, shoe_no)?),
        "pledged" => Notice::Pledged(read_list(lines, shoe_no, "pledges")?),
        "revealed" => Notice::Revealed(read_list(lines, shoe_no, "nonces")?),
        "sealed" => Notice::Sealed(read_sealed(lines, shoe_no)?),
        "burned" => Notice::Burned(read_burned(lines, shoe_no)?),
        "closed" => {
            let round_no = number(lines, "`closed`, shoe and round")?;
            Notice::Closed(read_closed(lines, shoe_no, round_no)?)
        }
        "drawn" => {
            let round_no = number(lines, "`drawn`, shoe and round")?;
            let value = lines.value("beacon", "`beacon` and a value of 96 hex digits", exactly)?;
            Notice::Drawn(Drawn { shoe_no, round_no, value })
        }
        "ended" => {
            let round_no = number(lines, "`ended`, shoe and round")?;
            Notice::Ended(read_ended(lines, shoe_no, round_no)?)
        }
        "corrected" => {
            let expected = "`corrected`, shoe, round and revision from 2";
            let (round_no, revision) = (number(lines, expected)?, number(lines, expected)?);
            if revision < 2 {
                return Err(lines.wrong(expected));
            }
            let (cards, surplus) = (read_cards(lines)?, read_scanned::surplus(lines)?);
            let result = read_result(lines)?;
            Notice::Corrected(Corrected { shoe_no, round_no, revision, cards, surplus, result })
        }
        "finished" => read_finished(lines, shoe_no)?,
        "free" => Notice::Free(FreeRound { shoe_no, round_no: number(lines, "`free`, shoe and round")? }),
        "removed" => read_scanned::removed(lines, shoe_no)?,
        "amended" => {
            let round_no = number(lines, "`amended`, shoe and round")?;
            read_scanned::amended(lines, shoe_no, round_no)?
        }
        "resolved" => read_scanned::resolved(lines, shoe_no)?,
        "cut-card" => {
            let round_no = number(lines, "`cut-card`, shoe and round")?;
            read_scanned::cut_card(lines, shoe_no, round_no)?
        }
        "last-round" => {
            let round_no = words.next().and_then(exactly);
            let round_no = round_no.ok_or_else(|| lines.wrong("`last-round`, shoe and round"))?;
            Notice::LastRound(LastRound { shoe_no, round_no })
        }
        "counted" => read_scanned::counted(lines, shoe_no)?,
        _ => return Err(lines.wrong(expected)),
    };
    if words.next().is_some() {
        return Err(BulletinError { line_no: 7, expected: "no further word" });
    }
    Ok(notice)
}

fn read_committed(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Committed, BulletinError> {
    let commitment = lines.value("commitment", "`commitment` and a digest of 64 hex digits", exactly)?;
    let expected = "`beacon none`, or `beacon drand` and a chain of 64 hex digits";
    let drand = |text: &str| exactly(text.strip_prefix("drand ")?);
    let beacon = lines.value("beacon", expected, |text| or_none(text, drand))?;
    Ok(Committed { shoe_no, commitment, beacon })
}

fn read_opened(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Opened, BulletinError> {
    let commitment = lines.value("commitment", "`commitment` and a digest of 64 hex digits", exactly)?;
    let expected = "`algorithm punto-proof-1` or `algorithm punto-proof-2`";
    let known = |text: &str| Algorithm::ALL.into_iter().find(|algorithm| algorithm.id() == text);
    let algorithm = lines.value("algorithm", expected, known)?;
    let expected = "`rules`, an id of 1 to 40 of a-z, 0-9 and -, and a digest of 64 hex digits";
    let (rules_id, rules_digest) = lines.value("rules", expected, |text| pair(text, rules_id, exactly))?;
    let decks = lines.value("decks", "`decks` and a number from 1 to 32", |text| {
        exactly::<u8>(text).filter(|decks| (1..=32).contains(decks))
    })?;
    let pledges_until = lines.value("pledges-until", "`pledges-until` and milliseconds", exactly)?;
    let nonces_until = lines.value("nonces-until", "`nonces-until` and milliseconds", exactly)?;
    let beacon = match algorithm {
        Algorithm::Proof1 => {
            let expected = "`beacon none`, or `beacon drand`, a chain of 64 hex digits and a round from 1";
            lines.value("beacon", expected, |text| or_none(text, drand))?
        }
        Algorithm::Proof2 => Some(lines.value("beacon", NAMED, drand)?),
    };
    Ok(Opened {
        shoe_no,
        commitment,
        algorithm,
        rules_id,
        rules_digest,
        decks,
        pledges_until,
        nonces_until,
        beacon,
    })
}

/// What a line that must name a round of the beacon should be.
const NAMED: &str = "`beacon drand`, a chain of 64 hex digits and a round from 1";

/// The chain and the round of a beacon.
fn drand(text: &str) -> Option<(Digest, u64)> {
    pair(text.strip_prefix("drand ")?, exactly, positive)
}

/// The line `beacon` is there in shoes whose cards are drawn after betting.
fn read_closed(lines: &mut Lines<'_>, shoe_no: u32, round_no: u16) -> Result<Closed, BulletinError> {
    let expected = "`wagers`, how many patrons, and a root of 64 hex digits";
    let (patrons, root) = lines.value("wagers", expected, |text| pair(text, exactly, exactly))?;
    let draw = if lines.rest.is_empty() { None } else { Some(lines.value("beacon", NAMED, drand)?) };
    Ok(Closed { shoe_no, round_no, patrons, root, draw })
}

fn read_ended(lines: &mut Lines<'_>, shoe_no: u32, round_no: u16) -> Result<Ended, BulletinError> {
    let expected = "`from` and how many cards were out, or `at` or `records` and a number for each card";
    let line = lines.next(expected)?;
    let at = match line.split_once(' ') {
        Some(("from", index)) => exactly(index).map(Places::From),
        Some(("at", indices)) => list(indices, MOST_OF_ROUND, exactly).map(Places::At),
        Some(("records", sources)) => list(sources, MOST_OF_ROUND, exactly).map(Places::Read),
        _ => None,
    };
    let at = at.ok_or_else(|| lines.wrong(expected))?;
    let cards = read_cards(lines)?;
    match &at {
        Places::At(indices) if indices.len() != cards.len() => {
            return Err(lines.wrong("as many cards as indices"));
        }
        Places::Read(sources) if sources.len() != cards.len() => {
            return Err(lines.wrong("as many cards as records"));
        }
        _ => {}
    }
    let result = read_result(lines)?;
    Ok(Ended { shoe_no, round_no, at, cards, result })
}

fn read_list(lines: &mut Lines<'_>, shoe_no: u32, name: &'static str) -> Result<Listed, BulletinError> {
    let expected = "how many pledges or nonces, at most 256, and a digest of 64 hex digits";
    let few = |text: &str| exactly::<u16>(text).filter(|count| *count <= MOST_PLEDGES);
    let (count, digest) = lines.value(name, expected, |text| pair(text, few, exactly))?;
    Ok(Listed { shoe_no, count, digest })
}

fn read_sealed(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Sealed, BulletinError> {
    let expected = "`beacon none`, or `beacon` and a value of 96 hex digits";
    let beacon = lines.value("beacon", expected, |text| or_none(text, exactly))?;
    let expected = "`root`, how many cards, and a root of 64 hex digits";
    let (cards, root) = lines.value("root", expected, |text| pair(text, positive, exactly))?;
    Ok(Sealed { shoe_no, beacon, cards, root })
}

fn read_burned(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Burned, BulletinError> {
    let from = lines.value("from", "`from` and how many cards were out", exactly)?;
    let first = lines.value("first", "`first none`, or `first` and a card", |text| or_none(text, exactly))?;
    let face_down: u8 = lines.value("face-down", "`face-down` and how many cards", exactly)?;
    let expected = "`records` and a number for each card";
    if lines.rest.is_empty() {
        return Ok(Burned { shoe_no, from, first, face_down, records: Vec::new() });
    }
    let records = read_scanned::records(lines, "records", expected)?;
    if records.is_empty() || records.len() != usize::from(face_down).saturating_add(first.iter().count()) {
        return Err(lines.wrong(expected));
    }
    Ok(Burned { shoe_no, from, first, face_down, records })
}

fn read_cards(lines: &mut Lines<'_>) -> Result<Vec<Card>, BulletinError> {
    let expected = "`cards none`, or `cards` and one to six cards";
    lines.value("cards", expected, |text| list(text, MOST_OF_ROUND, exactly))
}

fn read_result(lines: &mut Lines<'_>) -> Result<RoundResult, BulletinError> {
    let expected = "`coup` and a bead such as Bb6, or `void` and a reason such as supervisor";
    let line = lines.next(expected)?;
    let result = match line.split_once(' ') {
        Some(("coup", bead)) => exactly::<Bead>(bead).map(RoundResult::Coup),
        Some(("void", reason)) => reason.parse().ok().map(RoundResult::Void),
        _ => None,
    };
    result.ok_or_else(|| lines.wrong(expected))
}

fn read_finished(lines: &mut Lines<'_>, shoe_no: u32) -> Result<Notice, BulletinError> {
    let expected = "`played`, or `abandoned` and a reason such as late";
    let line = lines.next(expected)?;
    let abandoned = match line.split_once(' ') {
        None if line == "played" => None,
        Some(("abandoned", reason)) => Some(reason.parse().map_err(|_| lines.wrong(expected))?),
        _ => return Err(lines.wrong(expected)),
    };
    if abandoned.is_none() && lines.begins("records ") {
        return read_scanned::finished(lines, shoe_no);
    }
    let secret = |text: &str| or_none(text, exactly::<Bytes<32>>);
    let secret = lines.value("secret", "`secret none`, or `secret` and 64 hex digits", secret)?;
    Ok(Notice::Finished(Finished { shoe_no, abandoned, secret }))
}

/// The most cards that a round has.
const MOST_OF_ROUND: usize = 6;
