//! The cards of a shoe as they come out: each is the next one and opens its leaf, and rounds end with what was shown.

use std::collections::BTreeMap;

use baccarat::Card;
use fair::bulletin::{Algorithm, Burned, Closed, Drawn, Ended, Places, RoundResult};
use fair::shoe::{Salt, leaf};
use fair::{Course, Digest, ProvableShoe};

use crate::finding::{Check, Place, Step, failed, missed};
use crate::seen::{Opening, Shown};

/// Where a bulletin comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// It came by itself, at this time of the client.
    Live(u64),
    /// It is in a file, which shows the cards, too, or does not.
    File {
        /// Whether cards that this client did not see are taken from the bulletin.
        takes_cards: bool,
    },
}

/// A round on which betting closed and that has not ended.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) closed: Closed,
    /// The course before its first card.
    start: Course,
    is_drawn: bool,
    pub(crate) cards: Vec<Card>,
}

impl Round {
    /// The bulletin of its end has its cards where they lay.
    fn lay_at(&self, ended: &Ended) -> Step {
        let indices = match &ended.at {
            Places::From(from) if *from == self.start.out() => return Ok(()),
            Places::From(from) => {
                let reason = format!("it begins at position {from}, not {}", self.start.out());
                return failed(Check::Cards, Place::Round(ended.round_no), reason);
            }
            Places::At(indices) => indices,
            Places::Read(_) => {
                let reason = "it names records, and the shoe has a sealed order";
                return failed(Check::Form, Place::Round(ended.round_no), reason);
            }
        };
        let drawn = self.start.ahead(indices.len());
        let stray = indices.iter().enumerate().find(|(place, index)| drawn.get(*place) != Some(*index));
        let Some((place, index)) = stray else { return Ok(()) };
        let drawn = drawn.get(place).map_or("none".to_owned(), u16::to_string);
        let reason = format!("its index is {index}, and the draw gives {drawn}");
        failed(Check::Cards, Place::Card(ended.round_no, place.saturating_add(1)), reason)
    }
}

/// A card that waits for the leaves.
#[derive(Debug)]
struct Waiting {
    index: u16,
    card: Card,
    salt: Salt,
    place: Place,
}

#[derive(Debug)]
pub(crate) struct Cards {
    /// Every card that is known, by its position.
    out: BTreeMap<u16, Card>,
    /// Which position comes next.
    course: Course,
    burned: Option<(Option<Card>, u8)>,
    pub(crate) round: Option<Round>,
    ended: u16,
    waiting: Vec<Waiting>,
    opened: u16,
}

impl Cards {
    /// The cards of a shoe of so many decks, none of them out.
    pub(crate) fn new(algorithm: Algorithm, decks: u8) -> Self {
        Self {
            out: BTreeMap::new(),
            course: Course::new(algorithm, u16::from(decks).saturating_mul(52)),
            burned: None,
            round: None,
            ended: 0,
            waiting: Vec::new(),
            opened: 0,
        }
    }

    /// How many cards opened their leaves.
    pub(crate) const fn opened(&self) -> u16 {
        self.opened
    }

    /// How many rounds ended.
    pub(crate) const fn ended(&self) -> u16 {
        self.ended
    }

    pub(crate) const fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(crate) const fn has_burned(&self) -> bool {
        self.burned.is_some()
    }

    /// Cards that were burned as everybody saw it.
    pub(crate) fn burn(&mut self, first: Option<Shown>, face_down: u8, leaves: Option<&[Digest]>) -> Step {
        let seen = (first.map(|shown| shown.card), face_down);
        if let Some(known) = self.burned {
            return if known == seen {
                Ok(())
            } else {
                failed(Check::Burn, Place::Burn, "the table shows other burned cards than the record")
            };
        }
        let out = self.course.out();
        if out > 0 {
            return failed(Check::Burn, Place::Burn, format!("{out} cards were out before"));
        }
        self.burned = Some(seen);
        self.course.burn(u16::from(face_down).saturating_add(u16::from(first.is_some())));
        let Some(Shown { card, opening }) = first else { return Ok(()) };
        self.out.insert(0, card);
        match opening {
            None => failed(Check::Cards, Place::Burn, format!("{card} was shown with no proof")),
            Some(Opening { index: 0, salt }) => self.open(0, card, salt, Place::Burn, leaves),
            Some(Opening { index, .. }) => {
                failed(Check::Cards, Place::Burn, format!("it is proved for position {index}, not 0"))
            }
        }
    }

    /// The bulletin of the burn. Where this client did not see the cards, it takes them from it.
    pub(crate) fn say_burned(&mut self, said: &Burned) -> Step<String> {
        if said.from != 0 {
            return failed(Check::Burn, Place::Burn, format!("it begins at position {}, not 0", said.from));
        }
        let cards = (said.first, said.face_down);
        match self.burned {
            Some(seen) if seen != cards => {
                return failed(Check::Burn, Place::Burn, "the record has other burned cards than the table");
            }
            Some(_) => {}
            None => {
                self.burned = Some(cards);
                self.course.burn(u16::from(said.face_down).saturating_add(u16::from(said.first.is_some())));
                self.out.extend(said.first.map(|card| (0, card)));
            }
        }
        let first = said.first.map_or_else(String::new, |card| format!("{card}, then "));
        Ok(format!("{first}{} face down, as the record says", said.face_down))
    }

    /// Betting closed, by the bulletin of this digest.
    pub(crate) fn close(&mut self, closed: &Closed, bulletin: Digest) -> Step {
        let (place, next) = (Place::Round(closed.round_no), self.ended.saturating_add(1));
        if let Some(open) = &self.round {
            let reason = format!("round {} has not ended", open.closed.round_no);
            return failed(Check::Rounds, place, reason);
        }
        self.course.close(bulletin);
        let start = self.course.clone();
        self.round = Some(Round { closed: *closed, start, is_drawn: false, cards: Vec::new() });
        if closed.round_no != next {
            return failed(Check::Rounds, place, format!("round {next} was expected to close"));
        }
        Ok(())
    }

    /// The value that draws the cards of the open round. Returns its beacon, as betting closed with it.
    pub(crate) fn draw(&mut self, drawn: &Drawn) -> Step<Option<(Digest, u64)>> {
        let round = self.round.as_mut().filter(|it| it.closed.round_no == drawn.round_no && !it.is_drawn);
        let Some(round) = round else {
            let place = Place::Round(drawn.round_no);
            return failed(Check::Rounds, place, "`drawn` does not follow `closed` of its round");
        };
        self.course.draw(&drawn.value);
        (round.start, round.is_drawn) = (self.course.clone(), true);
        Ok(round.closed.draw)
    }

    /// A card that the table showed. It is the next one, of a closed round, and opens its leaf.
    pub(crate) fn show(&mut self, shown: Shown, leaves: Option<&[Digest]>) -> Step {
        let Shown { card, opening } = shown;
        let index = opening.map(|opening| opening.index);
        if let Some((index, known)) = index.and_then(|index| Some((index, self.out.get(&index)?))) {
            if *known != card {
                let reason = format!("{card} is shown; you saw {known} here");
                return failed(Check::Cards, Place::Position(index), reason);
            }
            if self.course.is_out(index) {
                return Ok(());
            }
        }
        let Some(round) = &mut self.round else {
            let place = Place::Round(self.ended.saturating_add(1));
            return missed(Check::Rounds, place, format!("{card} was shown before betting closed"));
        };
        let place = Place::Card(round.closed.round_no, round.cards.len().saturating_add(1));
        let Some(next) = self.course.ahead(1).first().copied() else {
            return missed(Check::Cards, place, format!("{card} was shown before the cards were drawn"));
        };
        let stray = index.filter(|index| *index != next);
        if let Some(index) = stray.filter(|index| !self.course.is_out(*index)) {
            let reason = format!("it is at position {index}, and {next} is the next");
            return missed(Check::Cards, place, reason);
        }
        round.cards.push(card);
        self.course.take();
        let Some(Opening { index, salt }) = opening else {
            return failed(Check::Cards, place, format!("{card} was shown with no proof"));
        };
        self.out.insert(next, card);
        if index != next {
            let reason = format!("it is at position {index}, and {next} is the next");
            return failed(Check::Cards, place, reason);
        }
        self.open(index, card, salt, place, leaves)
    }

    fn open(&mut self, index: u16, card: Card, salt: Salt, place: Place, leaves: Option<&[Digest]>) -> Step {
        let Some(leaves) = leaves else {
            self.waiting.push(Waiting { index, card, salt, place });
            return Ok(());
        };
        if leaves.get(usize::from(index)) != Some(&leaf(index, card, &salt)) {
            let reason = format!("the salt does not open the leaf of {card} at position {index}");
            return failed(Check::Cards, place, reason);
        }
        self.opened = self.opened.saturating_add(1);
        Ok(())
    }

    /// Opens the leaves of the cards that came before the leaves did.
    pub(crate) fn open_waiting(&mut self, leaves: &[Digest]) -> Step {
        for Waiting { index, card, salt, place } in core::mem::take(&mut self.waiting) {
            self.open(index, card, salt, place, Some(leaves))?;
        }
        Ok(())
    }

    /// The bulletin of a round's end.
    pub(crate) fn end(&mut self, ended: &Ended, source: Source) -> Step {
        let (round_no, next) = (ended.round_no, self.ended.saturating_add(1));
        let place = Place::Round(round_no);
        if round_no != next {
            return failed(Check::Rounds, place, format!("round {next} was expected to end"));
        }
        let Some(mut round) = self.round.take() else {
            self.ended = next;
            let voided = matches!(ended.result, RoundResult::Void(_)) && ended.cards.is_empty();
            return if voided {
                Ok(())
            } else {
                failed(Check::Rounds, place, "it ended before betting closed")
            };
        };
        if source == (Source::File { takes_cards: true }) {
            for card in ended.cards.get(round.cards.len()..).unwrap_or_default() {
                round.cards.push(*card);
                self.out.extend(self.course.take().map(|index| (index, *card)));
            }
        }
        if !matches!(source, Source::Live(_)) && round.cards.starts_with(&ended.cards) {
            // The ends of rounds that were missed: further cards are those of the next round, and come again.
            let surplus = round.cards.split_off(ended.cards.len()).len();
            self.course = round.start.clone();
            self.course.pass(round.cards.len());
            self.opened = self.opened.saturating_sub(u16::try_from(surplus).unwrap_or(u16::MAX));
        }
        let (known, seen) = (ended.cards.len(), round.cards.len());
        let goes_on = ended.cards.starts_with(&round.cards) || round.cards.starts_with(&ended.cards);
        if known != seen && goes_on {
            self.round = Some(round);
            let reason = format!("it ended with {known} cards, and {seen} were shown");
            return missed(Check::Cards, place, reason);
        }
        self.ended = next;
        self.course.end();
        round.lay_at(ended)?;
        let stray = ended.cards.iter().zip(&round.cards).position(|(said, shown)| said != shown);
        if let Some(stray) = stray.or((known != seen).then_some(known)) {
            let place = Place::Card(round_no, stray.saturating_add(1));
            return failed(Check::Cards, place, "the record has another card than was shown");
        }
        Ok(())
    }

    /// Whether all known cards are those of the shoe that the secret gives.
    pub(crate) fn are_of(&self, shoe: &ProvableShoe) -> Step {
        for (index, card) in &self.out {
            let expected = shoe.cards().get(usize::from(*index));
            if expected != Some(card) {
                let expected = expected.map_or("no card", |card| card.text());
                let reason = format!("the secret gives {expected}, not {card}");
                return failed(Check::Order, Place::Position(*index), reason);
            }
        }
        Ok(())
    }
}
