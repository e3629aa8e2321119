//! Where in a sealed order each card of a shoe lay that draws its cards after the bets, and where the next one lies.
//! Follows the shoe by its events or by its bulletins, so an audit and a restart come to the same. Knows no card.

use fair::bulletin::{Algorithm, Places};
use fair::{Bulletin, Bytes, Course, Digest, Notice};
use table::{Drawing, Event};

/// How many cards a deck has.
const DECK: u16 = 52;

/// The row of a shoe, and what came out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtRow {
    course: Course,
    /// The index of each card that is out, in the order in which they came.
    out: Vec<u16>,
    /// How many were out before the present round; none before the first round.
    before_round: Option<usize>,
}

impl DealtRow {
    /// A full row of so many decks.
    pub fn new(decks: u8) -> Self {
        let course = Course::new(Algorithm::Proof2, DECK.saturating_mul(decks.into()));
        Self { course, out: Vec::new(), before_round: None }
    }

    /// The row of the shoe that this event opens; none for other events, and for shoes whose cards come in order.
    pub fn opened(event: &Event) -> Option<Self> {
        match event {
            Event::ShoeOpened { algorithm, proof: Some(proof), .. } => {
                let drawn = Drawing::of_algorithm(algorithm) == Drawing::AfterBets;
                drawn.then(|| Self::new(proof.decks))
            }
            _ => None,
        }
    }

    /// Goes on by an event of the shoe. `bulletin` is the digest of its bulletin, if it has one.
    pub fn follow(&mut self, event: &Event, bulletin: Option<Digest>) {
        match event {
            Event::CardsBurned { first, face_down, .. } => {
                self.burn(u16::from(first.is_some()).saturating_add((*face_down).into()));
            }
            Event::BettingOpened { .. } => self.begin_round(),
            Event::BettingClosed { draw: Some(_), .. } => {
                if let Some(closed) = bulletin {
                    self.course.close(closed);
                }
            }
            Event::RoundDrawn { beacon } => self.course.draw(&Bytes(beacon.0)),
            Event::CardDrawn { .. } => _ = self.deal(),
            _ => {}
        }
    }

    /// Goes on by a bulletin of the shoe. The cards of a round come out with its end.
    pub fn hear(&mut self, said: &Bulletin) {
        match &said.notice {
            Notice::Burned(it) => {
                self.burn(u16::from(it.first.is_some()).saturating_add(it.face_down.into()));
            }
            Notice::Closed(_) => {
                self.begin_round();
                self.course.close(said.digest());
            }
            Notice::Drawn(it) => self.course.draw(&it.value),
            Notice::Ended(it) => {
                if let Places::At(indices) = &it.at {
                    (0..indices.len()).for_each(|_| _ = self.deal());
                }
                self.begin_round();
            }
            _ => {}
        }
    }

    /// Deals the next card of the round, and returns its index; none while nothing says which it is.
    pub fn deal(&mut self) -> Option<u16> {
        let index = self.course.take()?;
        self.out.push(index);
        Some(index)
    }

    /// The index of the card that has come out after so many others, or comes next; none while nothing says which it
    /// is. The first card to be burned lies at the beginning.
    pub fn index_at(&self, out: u16) -> Option<u16> {
        let place = usize::from(out);
        match self.out.get(place) {
            Some(index) => Some(*index),
            None if place > self.out.len() => None,
            None if self.out.is_empty() && self.before_round.is_none() => {
                self.course.clone().burn(1).first().copied()
            }
            None => self.clone().deal(),
        }
    }

    /// Where the cards of the present round lay, and those of so many more that come next.
    pub fn places_after(&self, more: usize) -> Vec<u16> {
        let mut after = self.clone();
        for _ in 0..more {
            after.deal();
        }
        after.out.split_off(after.before_round.unwrap_or_default().min(after.out.len()))
    }

    fn burn(&mut self, count: u16) {
        self.out.extend(self.course.burn(count));
    }

    fn begin_round(&mut self) {
        self.course.end();
        self.before_round = Some(self.out.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::event::VoidReason;
    use table::{BeaconRound, BeaconValue as Value, Bytes32, Timestamp};

    const CLOSED: Digest = Bytes([5; 32]);

    fn closed() -> Event {
        let draw = Some(BeaconRound { chain: Bytes32([4; 32]), round: 9, at: Timestamp(0) });
        Event::BettingClosed { wagers: None, draw, squeeze: None }
    }

    fn round_of(row: &mut DealtRow, digest: Digest, cards: usize) -> Vec<u16> {
        row.follow(&Event::BettingOpened { round_no: 1, closes_at: Timestamp(0) }, None);
        row.follow(&closed(), Some(digest));
        assert_eq!(row.index_at(u16::try_from(row.out.len()).unwrap()), None, "before the value");
        row.follow(&Event::RoundDrawn { beacon: Value([6; 48]) }, None);
        let next = row.places_after(cards);
        for _ in 0..cards {
            let due = row.index_at(u16::try_from(row.out.len()).unwrap());
            row.follow(
                &Event::CardDrawn {
                    card: "Ks".parse().unwrap(),
                    from: table::Origin::Shoe,
                    face_down: false,
                },
                None,
            );
            assert_eq!(row.out.last().copied(), due, "asked again, it is the same");
        }
        assert_eq!((row.places_after(0), row.places_after(0).len()), (next.clone(), cards));
        next
    }

    #[test]
    fn a_round_gets_what_its_bulletin_and_its_value_draw_and_a_void_puts_nothing_back() {
        let mut row = DealtRow::new(8);
        assert_eq!(row.index_at(0), Some(0), "the burned card");
        row.follow(
            &Event::CardsBurned { first: Some("5s".parse().unwrap()), face_down: 5, records: Vec::new() },
            None,
        );
        assert_eq!((row.index_at(5), row.index_at(6), row.index_at(7)), (Some(5), None, None));
        let first = round_of(&mut row, CLOSED, 3);
        let void = Event::RoundVoided { reason: VoidReason::Supervisor, returned: vec![], by: None };
        row.follow(&void, None);
        let second = round_of(&mut row, CLOSED, 6);
        assert!(first.iter().all(|index| *index > 5 && !second.contains(index)));
        let mut other = DealtRow::new(8);
        other.follow(&Event::CardsBurned { first: None, face_down: 6, records: Vec::new() }, None);
        assert_ne!(round_of(&mut other, Bytes([4; 32]), 3), first);
    }

    #[test]
    fn rows_of_other_shoes_are_none() {
        assert_eq!(DealtRow::opened(&closed()), None);
    }

    #[test]
    fn bulletins_tell_the_same_as_events() {
        use fair::bulletin::{Burned, Closed, Drawn, Ended, RoundResult, VoidReason as Why};
        let said =
            |notice| Bulletin { house: Bytes([1; 32]), table: 1, no: 9, at: 0, previous: CLOSED, notice };
        let (shoe_no, root, draw) = (1, CLOSED, Some((Bytes([4; 32]), 9)));
        let mut heard = DealtRow::new(8);
        let mut row = heard.clone();
        let burned = Burned { shoe_no, from: 0, first: None, face_down: 6, records: Vec::new() };
        heard.hear(&said(Notice::Burned(burned)));
        row.follow(&Event::CardsBurned { first: None, face_down: 6, records: Vec::new() }, None);
        let mut rounds = Vec::new();
        for round_no in 1..=2 {
            let closed = said(Notice::Closed(Closed { shoe_no, round_no, patrons: 0, root, draw }));
            let indices = round_of(&mut row, closed.digest(), 4);
            heard.hear(&closed);
            heard.hear(&said(Notice::Drawn(Drawn { shoe_no, round_no, value: Bytes([6; 48]) })));
            assert_eq!(heard.places_after(4), indices);
            let (at, result) = (Places::At(indices.clone()), RoundResult::Void(Why::Supervisor));
            heard.hear(&said(Notice::Ended(Ended { shoe_no, round_no, at, cards: vec![], result })));
            rounds.extend(indices);
        }
        assert_eq!(heard.out, row.out);
        assert_eq!(heard.out[6..], rounds);
        assert_eq!((heard.course.out(), row.course.out()), (14, 14));
    }
}
