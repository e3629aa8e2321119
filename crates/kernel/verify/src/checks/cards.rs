//! The cards: their leaves give the sealed root, and each that was shown is the next one of the sealed order.

use baccarat::Card;
use fair::bulletin::{Ended, Places, Sealed};
use fair::{Course, Digest, ProvableShoe, shoe, tree};

use super::case::{Case, unfinished};
use super::course::follow;
use super::words::count;
use crate::file::Shown;
use crate::outline::Said;
use crate::report::{Place, Step, failed, not_checked};

/// A card that the bulletins show.
struct Public {
    index: u16,
    card: Card,
    place: Place,
}

/// The bulletin `sealed`, with the number of cards that the decks have.
fn sealed<'a>(case: &Case<'a>) -> Step<Said<'a, Sealed>> {
    let Some(sealed) = case.outline.sealed else {
        unfinished(case)?;
        return not_checked("the shoe was not sealed");
    };
    let decks = case.outline.opened.map_or(0, |said| said.it.decks);
    let cards = u16::from(decks).saturating_mul(52);
    if sealed.it.cards != cards {
        return failed(
            Place::No(sealed.by.no),
            format!("{decks} decks have {cards} cards, not {}", sealed.it.cards),
        );
    }
    Ok(sealed)
}

/// The shoe that the inputs lead to, once the secret is public.
fn derived<'a>(case: &'a Case<'_>) -> Step<&'a ProvableShoe> {
    match &case.derived {
        Some(derived) => Ok(derived),
        None if case.outline.finished.is_some() => not_checked("the secret was never shown"),
        None => not_checked("the shoe is in play"),
    }
}

pub(super) fn root(case: &Case<'_>) -> Step<String> {
    let Said { by, it } = sealed(case)?;
    let leaves = match &case.file.leaves {
        Some(leaves) => leaves.as_slice(),
        None => derived(case)?.leaves(),
    };
    if leaves.len() != usize::from(it.cards) || tree::root(leaves) != it.root {
        return failed(Place::No(by.no), format!("{} leaves do not give the sealed root", leaves.len()));
    }
    Ok(format!("{} leaves give the sealed root", leaves.len()))
}

pub(super) fn order(case: &Case<'_>) -> Step<String> {
    let sealed = sealed(case)?;
    let derived = derived(case)?;
    for Public { index, card, .. } in public(case) {
        let expected = derived.cards().get(usize::from(index));
        if expected != Some(&card) {
            let expected = expected.map_or("no card", |card| card.text());
            return failed(Place::Position(index), format!("the inputs give {expected}, not {card}"));
        }
    }
    if derived.root() != sealed.it.root {
        return failed(Place::No(sealed.by.no), "the inputs give another order than the sealed one");
    }
    Ok("the inputs give the sealed order".to_owned())
}

/// The cards that the bulletins show, each with its position.
fn public(case: &Case<'_>) -> Vec<Public> {
    let burned = case
        .outline
        .burned
        .and_then(|said| said.it.first.map(|card| Public { index: said.it.from, card, place: Place::Burn }));
    let rounds = case.outline.ended().flat_map(|ended| {
        ended.cards.iter().zip(ended.indices().into_iter().zip(1..)).map(|(card, (index, place))| {
            let place = Place::Card(ended.round_no, place);
            Public { index, card: *card, place }
        })
    });
    burned.into_iter().chain(rounds).collect()
}

pub(super) fn cards(case: &Case<'_>) -> Step<String> {
    let course = in_course(case)?;
    let sealed = sealed(case)?;
    if course.out() > sealed.it.cards {
        let out = course.out();
        return failed(None::<Place>, format!("{out} cards are out of a shoe of {}", sealed.it.cards));
    }
    if let (Some(shown), Some(leaves)) = (&case.file.shown, &case.file.leaves) {
        return open_their_leaves(case, shown, leaves, &course);
    }
    let derived = derived(case)?;
    let public = public(case);
    for Public { index, card, place } in &public {
        if derived.cards().get(usize::from(*index)) != Some(card) {
            return failed(place.clone(), format!("{card} is not the card of position {index}"));
        }
    }
    Ok(format!("{} shown, each the next", public.len()))
}

/// While the shoe is in play: the cards that were shown are those of the bulletins, and each opens its leaf.
fn open_their_leaves(case: &Case<'_>, shown: &[Shown], leaves: &[Digest], course: &Course) -> Step<String> {
    let more = beyond(case, shown, course)?;
    for Shown { index, card, salt } in shown {
        if leaves.get(usize::from(*index)) != Some(&shoe::leaf(*index, *card, salt)) {
            let place = place_of(case, *index);
            return failed(place, format!("the salt does not open the leaf of {card}"));
        }
    }
    let open = if more == 0 { String::new() } else { format!("; {more} of the open round") };
    Ok(format!("{} shown, each the next{open}", shown.len()))
}

/// Every card is the one that comes next in the shoe. Returns the course after the last bulletin.
fn in_course(case: &Case<'_>) -> Step<Course> {
    if let Some(burned) = case.outline.burned.filter(|said| said.it.from != 0) {
        return failed(Place::Burn, format!("it begins at position {}, not 0", burned.it.from));
    }
    follow(case, come_next)
}

/// The cards of a round are those that come next.
fn come_next(course: &Course, ended: &Ended) -> Step {
    if let Places::From(from) = ended.at
        && from != course.out()
    {
        let reason = format!("it begins at position {from}, not {}", course.out());
        return failed(Place::Round(ended.round_no), reason);
    }
    let (indices, next) = (ended.indices(), course.ahead(ended.cards.len()));
    let stray = indices.iter().enumerate().find(|(place, index)| next.get(*place) != Some(*index));
    let Some((place, index)) = stray else { return Ok(()) };
    let next = next.get(place).map_or("none".to_owned(), u16::to_string);
    let reason = format!("its index is {index}, and the draw gives {next}");
    failed(Place::Card(ended.round_no, place.saturating_add(1)), reason)
}

/// The list of shown cards has every card of the bulletins, then at most those of the open round. Returns how many
/// these are.
fn beyond(case: &Case<'_>, shown: &[Shown], course: &Course) -> Step<usize> {
    let public = public(case);
    for (idx, expected) in public.iter().enumerate() {
        match shown.get(idx) {
            Some(card) if card.index == expected.index && card.card == expected.card => {}
            Some(card) if card.index == expected.index => {
                return failed(
                    expected.place.clone(),
                    format!("{} was shown, not {}", card.card, expected.card),
                );
            }
            _ => return failed(expected.place.clone(), "it is not in `shown`"),
        }
    }
    let more = shown.get(public.len()..).unwrap_or_default();
    let most = if case.outline.open_round().is_some() { 6 } else { 0 };
    let next = course.ahead(more.len());
    let stray = more.iter().zip(0..).find(|(card, place)| next.get(*place) != Some(&card.index));
    if let Some((card, _)) = stray {
        return failed(Place::Position(card.index), "a card was shown that is not the next");
    }
    if let Some(first) = more.first().filter(|_| more.len() > most) {
        return failed(
            Place::Position(first.index),
            format!("{} shown beyond the rounds", count(more.len(), "card")),
        );
    }
    Ok(more.len())
}

/// Where the card of this position was shown.
fn place_of(case: &Case<'_>, index: u16) -> Place {
    let known = public(case).into_iter().find(|card| card.index == index);
    known.map_or(Place::Position(index), |card| card.place)
}
