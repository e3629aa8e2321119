//! What is counted: the findings of people, and the cards of the decks.

use baccarat::Card;
use fair::Notice;
use fair::bulletin::scanned::{Counted, Finding, Resolution, Source};
use fair::bulletin::{Ended, Places};

use super::super::words::count;
use super::case::ScannedCase;
use super::once::Gone;
use super::out::{Out, Times};
use super::readings::Reading;
use crate::report::{Place, Step, failed, not_checked};

pub(super) fn findings(case: &ScannedCase<'_>) -> Step<String> {
    let (mut findings, mut typed, mut misread, mut amended, mut keyed) = (0_u16, 0_u16, 0_u16, 0_u16, 0_u16);
    for (by, notice) in case.said() {
        match notice {
            Notice::Resolved(it) => {
                findings = findings.saturating_add(1);
                let key_in = it.how == Resolution::KeyIn;
                let is_misread = it.code == Finding::Misread;
                typed = typed.saturating_add(u16::from(key_in && !is_misread));
                misread = misread.saturating_add(u16::from(key_in && is_misread));
            }
            Notice::Amended(_) => amended = amended.saturating_add(1),
            Notice::Ended(it) => keyed = keyed.saturating_add(keyed_of(it)),
            Notice::Removed(it) => keyed = keyed.saturating_add(u16::from(it.source == Source::Keyed)),
            _ => {}
        }
        if keyed > typed {
            return failed(Place::No(by.no), "a card was keyed, and no finding says so");
        }
        if amended > misread {
            return failed(Place::No(by.no), "a card was put right, and no finding says so");
        }
    }
    let told = |(findings, typed, amended): (u16, u16, u16)| {
        format!("{}, {typed} keyed, {amended} put right", count(findings.into(), "finding"))
    };
    let there = (findings, typed, amended);
    if let Some(said) = case.finished {
        let counted = (said.it.findings, said.it.keyed, said.it.amended);
        if counted != there {
            let reason = format!("it counts {}; there are {}", told(counted), told(there));
            return failed(Place::No(said.by.no), reason);
        }
    }
    Ok(told(there))
}

/// How many cards of a round two people typed.
fn keyed_of(ended: &Ended) -> u16 {
    let Places::Read(sources) = &ended.at else { return 0 };
    let keyed = sources.iter().filter(|source| **source == Source::Keyed).count();
    u16::try_from(keyed).unwrap_or(u16::MAX)
}

pub(super) fn counted(case: &ScannedCase<'_>) -> Step<String> {
    let counted = case.said().find_map(|(by, notice)| match notice {
        Notice::Counted(it) => Some((by.no, it)),
        _ => None,
    });
    let Some((no, counted)) = counted else {
        return not_checked("the cards that were left were not counted");
    };
    let out = out_before(case, no);
    let (pieces, readings) = pieces_of(case, (no, counted));
    adds_up(case, (counted, pieces), &out).or_else(|reason| failed(Place::No(no), reason))?;
    case.given()?;
    fits_records(case, (no, counted), out.times(), &readings)?;
    if counted.extra.is_empty() && counted.missing.len() == usize::from(counted.unseen) {
        let unseen = match counted.unseen {
            0 => String::new(),
            unseen => format!("; {unseen} that nobody saw may be those that are missing"),
        };
        return Ok(format!("all cards of {}{unseen}", count(case.decks().into(), "deck")));
    }
    let (missing, extra) = (counted.missing.len(), counted.extra.len());
    failed(Place::No(no), format!("{missing} missing, {extra} too many, {} unseen", counted.unseen))
}

/// The bulletins of the shoe before this one.
fn before<'a>(case: &ScannedCase<'a>, no: u64) -> impl Iterator<Item = &'a Notice> {
    case.said().take_while(move |(by, _)| by.no < no).map(|(_, notice)| notice)
}

/// What came out before the cards that were left were counted.
fn out_before(case: &ScannedCase<'_>, no: u64) -> Out {
    let mut out = Out::default();
    before(case, no).for_each(|notice| out.follow(notice));
    out
}

/// How many cards the records of the count are of, at least and at most, and a reading of each. Without the records of
/// the device nobody knows which of them are of one card.
fn pieces_of<'a>(
    case: &'a ScannedCase<'_>,
    (no, counted): (u64, &Counted),
) -> ((usize, usize), Vec<&'a Reading>) {
    let named = counted.records.len();
    let Some(readings) = &case.readings else { return ((0, named), Vec::new()) };
    let mut gone = Gone::default();
    before(case, no).for_each(|notice| gone.follow(notice, readings));
    let given: Vec<&Reading> = counted.records.iter().filter_map(|n| readings.get(*n)).collect();
    let once = gone.each_once(&given);
    let pieces = named.saturating_sub(given.len()).saturating_add(once.len());
    ((pieces, pieces), once)
}

/// As many cards came out as the decks have, less those that are missing and with those that are too many.
fn adds_up(
    case: &ScannedCase<'_>,
    (counted, (fewest, most)): (&Counted, (usize, usize)),
    out: &Out,
) -> Result<(), String> {
    let all = usize::from(case.decks()).saturating_mul(Card::KINDS);
    let unseen = usize::from(counted.unseen);
    let expected = all.saturating_add(counted.extra.len()).saturating_add(unseen);
    let (least, beyond) = out.unrecorded();
    let there = |pieces: usize, unrecorded: usize| {
        let came_out = out.cards.saturating_add(pieces).saturating_add(unrecorded);
        came_out.saturating_add(counted.missing.len())
    };
    if (there(fewest, least)..=there(most, beyond)).contains(&expected) {
        return Ok(());
    }
    Err(format!("{} cards came out, which does not add up", out.cards.saturating_add(most)))
}

/// Each card is missing or too many as the records and corrections say. One of which a device was not sure may count as
/// unseen.
fn fits_records(
    case: &ScannedCase<'_>,
    (no, counted): (u64, &Counted),
    mut times: Times,
    pieces: &[&Reading],
) -> Step {
    let readings = case.given()?;
    let mut see = |reading: &Reading| {
        reading.card().into_iter().for_each(|card| times.see(card, !reading.is_unsure()));
    };
    for notice in before(case, no) {
        if let Notice::Burned(it) = notice {
            let down = it.records.iter().skip(it.first.iter().count());
            down.filter_map(|n| readings.get(*n)).for_each(&mut see);
        }
    }
    for reading in pieces {
        see(reading);
    }
    let decks = usize::from(case.decks());
    let copies = |list: &[Card], card: Card| list.iter().filter(|one| **one == card).count();
    let bounds = times.least.iter().zip(&times.most);
    for (card, (least, most)) in (0..Card::KINDS).filter_map(Card::from_index).zip(bounds) {
        let (extra, missing) = (copies(&counted.extra, card), copies(&counted.missing, card));
        let known = decks.saturating_add(extra).saturating_sub(missing);
        if !(least..=most).contains(&&known) {
            let reason = format!("it counts {card} {}, and the records show {most}", count(known, "time"));
            return failed(Place::No(no), reason);
        }
    }
    Ok(())
}
