//! The cards in a shoe that was shuffled by hand. Knows no card's worth.

use auditor::Dice;

/// How many decks are in a shoe.
pub(crate) const DECKS: u8 = 8;

/// Eight decks in some order; the last card passes next.
pub(crate) fn shuffled(dice: &mut Dice) -> Vec<String> {
    let deck =
        "cdhs".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    let deck: Vec<String> = deck.collect();
    let mut cards: Vec<String> = (0..DECKS).flat_map(|_| deck.clone()).collect();
    for last in (1..cards.len()).rev() {
        let other = dice.within(0..=u64::try_from(last).unwrap_or_default());
        cards.swap(last, usize::try_from(other).unwrap_or_default());
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffled_shoe_has_each_card_eight_times() {
        let mut cards = shuffled(&mut Dice::new(1));
        assert_ne!(cards, shuffled(&mut Dice::new(2)));
        cards.sort();
        assert_eq!(cards.len(), 416);
        assert!(cards.chunks(8).all(|copies| copies.iter().all(|card| *card == copies[0])));
    }
}
