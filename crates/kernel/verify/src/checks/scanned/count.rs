//! What is counted: the findings of people, and the cards of the decks.

use baccarat::Card;
use fair::Notice;
use fair::bulletin::scanned::{Counted, Finding, Resolution, Source};
use fair::bulletin::{Ended, Places};

use super::super::words::count;
use super::case::ScannedCase;
use super::readings::Readings;
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
    if let Some(said) = case.finished {
        let counted = (said.it.findings, said.it.keyed, said.it.amended);
        if counted != (findings, typed, amended) {
            let reason = format!("it counts {counted:?}; there are {:?}", (findings, typed, amended));
            return failed(Place::No(said.by.no), reason);
        }
    }
    Ok(format!("{}, {typed} keyed, {amended} put right", count(findings.into(), "finding")))
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
    adds_up(case, counted).or_else(|reason| failed(Place::No(no), reason))?;
    fits_records(case, no, counted, case.given()?)?;
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

/// As many cards came out as the decks have, less those that are missing and with those that are too many.
fn adds_up(case: &ScannedCase<'_>, counted: &Counted) -> Result<(), String> {
    let mut out = counted.records.len();
    for (_, notice) in case.said() {
        out = out.saturating_add(match notice {
            Notice::Burned(it) => it.records.len(),
            Notice::Removed(_) => 1,
            Notice::Ended(it) => it.cards.len(),
            _ => 0,
        });
    }
    let all = usize::from(case.decks()).saturating_mul(Card::KINDS);
    let unseen = usize::from(counted.unseen);
    let expected = all.saturating_add(counted.extra.len()).saturating_add(unseen);
    let there = out.saturating_add(counted.missing.len());
    if there == expected { Ok(()) } else { Err(format!("{out} cards came out, which does not add up")) }
}

/// Each card is missing or too many as the records say. One of which a device was not sure may count as unseen.
fn fits_records(case: &ScannedCase<'_>, no: u64, counted: &Counted, readings: &Readings) -> Step {
    let (mut sure, mut any) = ([0_usize; Card::KINDS], [0_usize; Card::KINDS]);
    let mut see = |card: Card, is_sure: bool| {
        for (counts, counts_it) in [(&mut sure, is_sure), (&mut any, true)] {
            if let Some(known) = counts.get_mut(card.index()).filter(|_| counts_it) {
                *known = known.saturating_add(1);
            }
        }
    };
    for (_, notice) in case.said() {
        match notice {
            Notice::Burned(it) => {
                let down = it.records.iter().skip(it.first.iter().count());
                it.first.iter().for_each(|card| see(*card, true));
                down.filter_map(|n| readings.get(*n)).for_each(|reading| {
                    reading.card().into_iter().for_each(|card| see(card, !reading.is_unsure()));
                });
            }
            Notice::Removed(it) => it.card.iter().for_each(|card| see(*card, true)),
            Notice::Ended(it) => it.cards.iter().for_each(|card| see(*card, true)),
            Notice::Counted(it) => {
                it.records.iter().filter_map(|n| readings.get(*n)).for_each(|reading| {
                    reading.card().into_iter().for_each(|card| see(card, !reading.is_unsure()));
                });
            }
            _ => {}
        }
    }
    let decks = usize::from(case.decks());
    let times = |list: &[Card], card: Card| list.iter().filter(|one| **one == card).count();
    for ((card, sure), any) in (0..Card::KINDS).filter_map(Card::from_index).zip(sure).zip(any) {
        let known =
            decks.saturating_add(times(&counted.extra, card)).saturating_sub(times(&counted.missing, card));
        if !(sure..=any).contains(&known) {
            let reason = format!("it counts {card} {}, and the records show {any}", count(known, "time"));
            return failed(Place::No(no), reason);
        }
    }
    Ok(())
}
