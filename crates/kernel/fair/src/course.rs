//! Which index of a sealed order comes out next: one after the other, or as the round's draw says.
//!
//! Who follows a shoe tells a [`Course`] what its bulletins say, and asks it for the index of each card. It knows no
//! card, and does not judge what the bulletins say.

use crate::bulletin::Algorithm;
use crate::bytes::Digest;
use crate::draw::{RoundDraw, Row};
use crate::shoe::BeaconValue;

/// The indices of a sealed order as they come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course(Inner);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Inner {
    /// One after the other.
    Sequence { next: u16 },
    /// As drawn.
    Drawn { cards: u16, row: Row, closed: Option<Digest>, draw: Option<RoundDraw> },
}

impl Course {
    /// The course of a shoe of so many cards, none of them out.
    pub fn new(algorithm: Algorithm, cards: u16) -> Self {
        Self(match algorithm {
            Algorithm::Proof1 => Inner::Sequence { next: 0 },
            Algorithm::Proof2 => Inner::Drawn { cards, row: Row::new(cards), closed: None, draw: None },
        })
    }

    /// So many cards are burned: those of the lowest indices, which are returned.
    pub fn burn(&mut self, count: u16) -> Vec<u16> {
        match &mut self.0 {
            Inner::Sequence { next } => {
                let first = *next;
                *next = next.saturating_add(count);
                (first..*next).collect()
            }
            Inner::Drawn { row, .. } => row.burn(count),
        }
    }

    /// Betting closed on a round, by the bulletin of this digest. No card of it is drawn yet.
    pub fn close(&mut self, bulletin: Digest) {
        if let Inner::Drawn { closed, draw, .. } = &mut self.0 {
            (*closed, *draw) = (Some(bulletin), None);
        }
    }

    /// The value that draws the cards of the closed round is known.
    pub fn draw(&mut self, value: &BeaconValue) {
        if let Inner::Drawn { closed: Some(closed), draw, .. } = &mut self.0 {
            *draw = Some(RoundDraw::new(closed, value));
        }
    }

    /// The round is over: the next one has another draw.
    pub fn end(&mut self) {
        if let Inner::Drawn { closed, draw, .. } = &mut self.0 {
            (*closed, *draw) = (None, None);
        }
    }

    /// The index of the next card, which is out from then on; none while no card can come.
    pub fn take(&mut self) -> Option<u16> {
        match &mut self.0 {
            Inner::Sequence { next } => {
                let index = *next;
                *next = next.checked_add(1)?;
                Some(index)
            }
            Inner::Drawn { row, draw, .. } => draw.as_mut()?.next(row),
        }
    }

    /// So many cards come out, as far as they can.
    pub fn pass(&mut self, count: usize) {
        for _ in 0..count {
            self.take();
        }
    }

    /// Whether the card of this index is out.
    pub fn is_out(&self, index: u16) -> bool {
        match &self.0 {
            Inner::Sequence { next } => index < *next,
            Inner::Drawn { row, .. } => !row.has(index),
        }
    }

    /// How many cards are out.
    pub fn out(&self) -> u16 {
        match &self.0 {
            Inner::Sequence { next } => *next,
            Inner::Drawn { cards, row, .. } => cards.saturating_sub(row.left()),
        }
    }

    /// The indices of the next cards, at most so many, which stay in the shoe.
    pub fn ahead(&self, count: usize) -> Vec<u16> {
        let mut course = self.clone();
        core::iter::from_fn(|| course.take()).take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bytes;

    #[test]
    fn a_sequence_takes_one_index_after_the_other() {
        let mut course = Course::new(Algorithm::Proof1, 416);
        assert_eq!(course.burn(6), [0, 1, 2, 3, 4, 5]);
        course.close(Bytes([1; 32]));
        assert_eq!(course.ahead(3), [6, 7, 8]);
        assert_eq!((course.take(), course.take(), course.out()), (Some(6), Some(7), 8));
        assert!(course.is_out(7) && !course.is_out(8));
        let mut end = Course::new(Algorithm::Proof1, 0);
        end.burn(u16::MAX);
        assert_eq!(end.take(), None);
    }

    #[test]
    fn a_drawn_round_takes_the_indices_of_its_draw_and_none_before_it() {
        let (closed, value) = (Bytes([1; 32]), Bytes([2; 48]));
        let mut course = Course::new(Algorithm::Proof2, 416);
        course.draw(&value);
        assert_eq!(course.take(), None, "no round is closed");
        assert_eq!(course.burn(6), [0, 1, 2, 3, 4, 5]);
        course.close(closed);
        assert_eq!((course.ahead(6), course.take(), course.out()), (Vec::new(), None, 6));
        course.draw(&value);
        let (mut row, mut draw) = (Row::new(416), RoundDraw::new(&closed, &value));
        row.burn(6);
        let ahead = course.ahead(6);
        assert_eq!(ahead, (0..6).filter_map(|_| draw.next(&mut row)).collect::<Vec<_>>());
        assert_eq!((course.take(), course.out()), (ahead.first().copied(), 7));
        assert!(course.is_out(ahead[0]) && course.is_out(5) && !course.is_out(ahead[1]));
        course.end();
        assert_eq!(course.take(), None, "the draw is over with its round");
        course.close(closed);
        course.draw(&value);
        assert!((0..3).all(|_| course.take() != ahead.first().copied()), "it is out");
    }
}
