//! The results: coups by the tableau, void rounds, corrections.

use baccarat::{Card, Coup, CoupRecord, Deal, Step as Drawn};
use fair::bulletin::{Ended, Places, RoundResult};
use fair::{Course, ProvableShoe};

use super::case::Case;
use super::course::follow;
use super::words::count;
use crate::report::{Place, Step, failed};

pub(super) fn outcomes(case: &Case<'_>) -> Step<String> {
    let (mut coups, mut voids) = (0_usize, 0_usize);
    for ended in case.outline.ended() {
        follows(case, Place::Round(ended.round_no), &ended.cards, ended.result)?;
        match ended.result {
            RoundResult::Coup(_) => coups = coups.saturating_add(1),
            RoundResult::Void(_) => voids = voids.saturating_add(1),
        }
    }
    Ok(format!("{} legal, each with its bead; {} void", count(coups, "coup"), voids))
}

fn follows(case: &Case<'_>, place: Place, cards: &[Card], result: RoundResult) -> Step {
    result_follows(case.outline.opened.map_or(8, |said| said.it.decks), place, cards, result)
}

/// A stated result follows from its cards; a void round has at most those of a coup.
pub(super) fn result_follows(decks: u8, place: Place, cards: &[Card], result: RoundResult) -> Step {
    let RoundResult::Coup(stated) = result else {
        let whole = coup_of(cards.iter().copied());
        let too_many = whole.is_some_and(|coup| usize::from(coup.card_count()) < cards.len());
        return if too_many { failed(place, "it has a card too many") } else { Ok(()) };
    };
    match (CoupRecord { cards: cards.to_vec() }).into_coup(decks) {
        Err(error) => failed(place, error.to_string()),
        Ok(coup) if coup.bead() == stated => Ok(()),
        Ok(coup) => failed(place, format!("it is {}, not {stated}", coup.bead())),
    }
}

/// The coup that these cards begin with; none when they are too few.
fn coup_of(cards: impl IntoIterator<Item = Card>) -> Option<Coup> {
    let mut deal = Deal::new();
    for card in cards {
        match deal.draw(card) {
            Drawn::More(more) => deal = more,
            Drawn::Done(coup) => return Some(coup),
        }
    }
    None
}

pub(super) fn voids(case: &Case<'_>) -> Step<String> {
    let mut listed = Vec::new();
    follow(case, |course, ended| {
        if let RoundResult::Void(reason) = ended.result {
            let (round_no, reason) = (ended.round_no, <&str>::from(reason));
            listed.push(format!("round {round_no} ({reason}) {}", would_have_been(case, course, ended)));
        }
        Ok(())
    })?;
    if listed.is_empty() {
        return Ok("none".to_owned());
    }
    Ok(format!("{} void: {}", listed.len(), listed.join("; ")))
}

/// The most cards of a coup.
const MOST_CARDS: usize = 6;

/// What a void round would have been with all its cards.
fn would_have_been(case: &Case<'_>, course: &Course, ended: &Ended) -> String {
    let whole: Vec<u16> = match ended.at {
        Places::From(from) => (from..=u16::MAX).take(MOST_CARDS).collect(),
        Places::At(_) => course.ahead(MOST_CARDS),
        Places::Read(_) => Vec::new(),
    };
    if whole.is_empty() {
        return "not drawn".to_owned();
    }
    let cards = case.derived.as_ref().map(ProvableShoe::cards).unwrap_or_default();
    let cards = whole.iter().filter_map(|index| cards.get(usize::from(*index)).copied());
    match coup_of(cards) {
        Some(coup) => format!("would have been {}", coup.bead()),
        None => "what it would have been is not known yet".to_owned(),
    }
}

pub(super) fn corrections(case: &Case<'_>) -> Step<String> {
    let corrected = &case.outline.corrected;
    for (index, said) in corrected.iter().enumerate() {
        let (it, place) = (said.it, Place::No(said.by.no));
        let Some(dealt) = case.outline.ended().filter(|ended| ended.round_no == it.round_no).last() else {
            return failed(place, format!("round {} has not ended", it.round_no));
        };
        let earlier = corrected.iter().take(index).filter(|said| said.it.round_no == it.round_no).count();
        let revision = earlier.saturating_add(2);
        if usize::from(it.revision) != revision {
            return failed(place, format!("revision {revision} of round {} was expected", it.round_no));
        }
        if it.cards != dealt.cards {
            return failed(place, format!("round {} was corrected to other cards", it.round_no));
        }
        follows(case, place, &it.cards, it.result)?;
    }
    Ok(if corrected.is_empty() {
        "none in this file".to_owned()
    } else {
        format!("{}, within the order", count(corrected.len(), "correction"))
    })
}
