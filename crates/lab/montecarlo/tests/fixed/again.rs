//! Runs done again from their description, one shoe after the other, with another's key stream and the rules crate's
//! deal.
#![allow(clippy::many_single_char_names, reason = "the letters are those of the description")]

use baccarat::deal::Step;
use baccarat::{Card, Coup, Deal};
use chacha20::ChaCha8;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use odds::Composition;
use punto_montecarlo::fixed::{Detail, Path, Run, Tally};

use crate::support::{decks, uneven};

/// A block, as the head of `fixed` describes it.
struct Block {
    seed: u64,
    number: u64,
    coups: u32,
    /// How often a number was refused.
    refused: u32,
}

impl Block {
    fn word(&self, part: u32, block: u32, word: u32) -> u32 {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..21].copy_from_slice(b"punto-fixed-1");
        let mut nonce = [0; 12];
        nonce[..8].copy_from_slice(&self.number.to_le_bytes());
        nonce[8..].copy_from_slice(&part.to_le_bytes());
        let mut cipher = ChaCha8::new(&key.into(), &nonce.into());
        cipher.seek(u64::from(block) * 64 + u64::from(word) * 4);
        let mut bytes = [0; 4];
        cipher.apply_keystream(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    /// The 32 bits for cards `2 i` and `2 i + 1` of coup `c` of shoe `s`.
    fn number(&self, s: u32, c: u32, i: u32) -> u32 {
        let (l, g, p, parts) = (s % 32, s / 32, c / 8, self.coups.div_ceil(8));
        let half = |r: u32| {
            let word = self.word(0, 48 * (g * parts + p) + 16 * (r / 16) + l / 2, r % 16);
            if l.is_multiple_of(2) { word & 0xffff } else { word >> 16 }
        };
        let r = 6 * (c % 8) + 2 * i;
        half(r) | half(r + 1) << 16
    }

    /// Two places, the first among `a`.
    fn places(&mut self, s: u32, c: u32, i: u32, a: u64) -> [usize; 2] {
        let n = a * (a - 1);
        let mut x = u64::from(self.number(s, c, i));
        for attempt in 0.. {
            if (x * n) % (1 << 32) >= (1 << 32) % n {
                break;
            }
            self.refused += 1;
            let d = 3 * (self.coups * s + c) + i;
            x = u64::from(self.word(1 + attempt / 16, d, attempt % 16));
        }
        let m = (x * n) >> 32;
        [m / (a - 1), m % (a - 1)].map(|place| usize::try_from(place).unwrap())
    }

    fn coup(&mut self, cards: &mut Vec<Card>, s: u32, c: u32) -> Coup {
        let left = u64::try_from(cards.len()).unwrap();
        let mut deal = Deal::new();
        for i in 0..3 {
            for place in self.places(s, c, i, left - 2 * u64::from(i)) {
                match deal.draw(cards.remove(place)) {
                    Step::More(more) => deal = more,
                    Step::Done(coup) => return coup,
                }
            }
        }
        unreachable!("six cards end a coup")
    }

    fn deal(&mut self, shoe: &Composition, shoes: u32, tally: &mut Tally) {
        let mut full: Vec<Card> = Card::deck().collect();
        full.sort_by_key(|card| (card.points(), card.index() % 13, card.index() / 13));
        let copies = |card: &Card| std::iter::repeat_n(*card, usize::from(shoe.copies(*card)));
        let full: Vec<Card> = full.iter().flat_map(copies).collect();
        for s in 0..shoes {
            let mut cards = full.clone();
            for c in 0..self.coups {
                tally.push(&self.coup(&mut cards, s, c));
            }
        }
    }
}

/// Deals both ways. Gives how many numbers were refused.
fn both_ways(shoe: &Composition, coups: u16, detail: Detail, seed: u64, number: u64, shoes: u32) -> u32 {
    let run = Run::new(shoe, coups, detail, seed).unwrap();
    let mut again = run.blank();
    let mut block = Block { seed, number, coups: u32::from(coups), refused: 0 };
    block.deal(shoe, shoes, &mut again);
    assert_eq!(again, run.block_by(Path::fastest(), number, shoes), "{coups} coups, {detail:?}");
    block.refused
}

#[test]
fn every_detail_is_dealt_as_described() {
    for detail in [Detail::Totals, Detail::Ranks, Detail::Cards] {
        both_ways(&decks(8), 60, detail, 1, 0, 40);
        both_ways(&decks(1), 8, detail, 0xfedc_ba98_7654_3210, u64::MAX, 100);
        both_ways(&uneven(), 5, detail, 3, 4, 64);
    }
}

#[test]
fn refused_numbers_are_drawn_again_as_described() {
    let refused = both_ways(&decks(32), 277, Detail::Ranks, 5, 6, 34);
    assert!(refused > 0, "{refused} refusals try nothing");
}
