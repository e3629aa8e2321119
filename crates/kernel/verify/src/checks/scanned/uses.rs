//! Which record each card came from: every record once, and each card as its record says.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use baccarat::Card;
use fair::Notice;
use fair::bulletin::scanned::{Amended, Finding, RemovedCard, RemovedWhy, Resolution, Source};
use fair::bulletin::{Ended, Places};

use super::super::words::count;
use super::case::ScannedCase;
use super::out::Out;
use super::readings::{Reading, Readings};
use super::records::last_of;
use crate::report::{Place, Step, failed};

/// Where a record was used, in words.
type Uses = BTreeMap<u64, String>;

/// Every record that is named, with where; a record that is named twice fails.
fn uses(case: &ScannedCase<'_>) -> Step<Uses> {
    let mut uses = Uses::new();
    for (by, notice) in case.said() {
        let (records, at): (Vec<u64>, String) = match notice {
            Notice::Burned(it) => (it.records.clone(), "the burn".to_owned()),
            Notice::Removed(RemovedCard { source: Source::Record(n), .. }) => {
                (vec![*n], "a burned card".to_owned())
            }
            Notice::Ended(it) => (records_of(it), format!("round {}", it.round_no)),
            Notice::Resolved(it) => (it.drops.clone(), "a finding that drops it".to_owned()),
            Notice::Counted(it) => (it.records.clone(), "the count".to_owned()),
            Notice::CutCard(it) => (it.record.into_iter().collect(), "the cut card".to_owned()),
            _ => continue,
        };
        for n in records {
            match uses.entry(n) {
                Entry::Vacant(free) => _ = free.insert(at.clone()),
                Entry::Occupied(known) => {
                    let reason = format!("no {} uses it for {at}, and {} did before", by.no, known.get());
                    return failed(Place::Record(Some(n)), reason);
                }
            }
        }
    }
    Ok(uses)
}

/// The records that the cards of a round came from.
fn records_of(ended: &Ended) -> Vec<u64> {
    let Places::Read(sources) = &ended.at else { return Vec::new() };
    let record = |source: &Source| match source {
        Source::Record(n) => Some(*n),
        Source::Keyed => None,
    };
    sources.iter().filter_map(record).collect()
}

pub(super) fn used_once(case: &ScannedCase<'_>) -> Step<String> {
    let uses = uses(case)?;
    let readings = case.given()?;
    let Some(opened) = case.opened else { return Ok(String::new()) };
    let last = case.finished.map(|said| last_of(opened.it, said.it.records));
    for (n, at) in &uses {
        let within = *n > opened.it.record && last.is_none_or(|last| *n <= last);
        if !within || readings.get(*n).is_none() {
            return failed(Place::Record(Some(*n)), format!("{at} uses it, and the shoe has no such record"));
        }
    }
    case.is_over()?;
    let cards = || readings.of_shoe(opened.it, last).filter(|(_, reading)| reading.is_card());
    if let Some((n, reading)) = cards().find(|(n, _)| !uses.contains_key(n)) {
        let what = reading.card().map_or("something unread".to_owned(), |card| card.to_string());
        return failed(Place::Record(Some(n)), format!("it is of {what}, and nothing used it"));
    }
    Ok(format!("{} of cards, each used once", count(cards().count(), "record")))
}

pub(super) fn cards(case: &ScannedCase<'_>) -> Step<String> {
    let readings = case.given()?;
    let mut walk = Walk { readings, typed: Vec::new(), amended: Vec::new(), seen: 0, keyed: 0 };
    for (_, notice) in case.said() {
        match notice {
            Notice::Resolved(it) if it.how == Resolution::KeyIn && it.code != Finding::Misread => {
                walk.typed.extend(&it.about);
            }
            Notice::Amended(it) => walk.amended.push(*it),
            Notice::Burned(it) => {
                if let (Some(first), Some(n)) = (it.first, it.records.first()) {
                    walk.read(*n, first, &Place::Burn)?;
                }
            }
            Notice::Removed(it) => walk.removed(it)?,
            Notice::Ended(it) => walk.ended(it)?,
            _ => {}
        }
    }
    if let Some(card) = too_many(case) {
        return failed(None::<Place>, format!("{card} came out more often than there are decks"));
    }
    let (seen, keyed, amended) = (count(walk.seen, "card"), walk.keyed, walk.amended.len());
    Ok(format!("{seen}, each as its record says but {keyed} keyed and {amended} put right"))
}

/// A card that came out more often than there are decks, as rounds stand with their corrections.
fn too_many(case: &ScannedCase<'_>) -> Option<Card> {
    let mut out = Out::default();
    let after = case.file.after.iter().map(|signed| &signed.bulletin.notice);
    let after = after.filter(|notice| notice.shoe_no() == Some(case.file.shoe_no));
    case.said().map(|(_, notice)| notice).chain(after).for_each(|notice| out.follow(notice));
    let decks = usize::from(case.decks());
    out.times().least.iter().position(|times| *times > decks).and_then(Card::from_index)
}

/// The cards so far.
struct Walk<'a> {
    readings: &'a Readings,
    /// The records of cards that two people typed.
    typed: Vec<u64>,
    amended: Vec<Amended>,
    /// How many came out face up.
    seen: usize,
    keyed: usize,
}

impl Walk<'_> {
    /// A card of this record.
    fn read(&mut self, n: u64, card: Card, place: &Place) -> Step {
        self.says(n, card, place)?;
        self.see();
        Ok(())
    }

    const fn see(&mut self) {
        self.seen = self.seen.saturating_add(1);
    }

    /// Whether a record says that it is of this card, or two people did.
    fn says(&self, n: u64, card: Card, place: &Place) -> Step {
        let said = self.readings.get(n).and_then(Reading::card);
        if said == Some(card) || self.typed.contains(&n) {
            return Ok(());
        }
        let said = said.map_or("no card".to_owned(), |said| said.to_string());
        failed(place.clone(), format!("this is {card}, and record {n} says {said}"))
    }

    fn removed(&mut self, removed: &RemovedCard) -> Step {
        let Some(card) = removed.card else { return Ok(()) };
        match removed.source {
            Source::Record(n) => self.read(n, card, &Place::Record(Some(n))),
            // It was typed when it was dealt; it lies beyond its coup now.
            Source::Keyed => {
                self.keyed = self.keyed.saturating_add(1);
                self.see();
                let beyond = removed.why == RemovedWhy::Beyond;
                if beyond { Ok(()) } else { failed(None::<Place>, "a card was burned that no device read") }
            }
        }
    }

    fn ended(&mut self, ended: &Ended) -> Step {
        let Places::Read(sources) = &ended.at else { return Ok(()) };
        for (place, (source, card)) in (1_u8..).zip(sources.iter().zip(&ended.cards)) {
            let at = Place::Card(ended.round_no, place.into());
            let (read, ruled) = self.as_read(ended.round_no, place, *card);
            if ruled != *card {
                return failed(at, format!("this is {card}, and it was ruled to be {ruled}"));
            }
            match source {
                Source::Record(n) => self.says(*n, read, &at)?,
                Source::Keyed => self.keyed = self.keyed.saturating_add(1),
            }
            self.see();
        }
        Ok(())
    }

    /// What was read of a card of a round, and what it was ruled to be.
    fn as_read(&self, round_no: u16, place: u8, card: Card) -> (Card, Card) {
        let mut own = self.amended.iter().filter(|it| (it.round_no, it.place) == (round_no, place));
        let Some(first) = own.next() else { return (card, card) };
        (first.from, own.next_back().unwrap_or(first).to)
    }
}
