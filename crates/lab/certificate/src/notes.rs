//! What a certificate does not cover, in words.

use baccarat::shoe::COUP_CARDS;
use baccarat::{HouseRules, ShoeEnd};

/// The notes for these rules.
pub(crate) fn notes(rules: &HouseRules) -> Vec<String> {
    let whole_shoes = whole_shoes(rules);
    [
        "Every figure is of one coup dealt from a fresh, well shuffled shoe of which nobody has seen a card. Burned \
         cards change nothing as long as nobody sees them.",
        &whole_shoes,
        "They say nothing of a shoe of which cards have been seen. Somebody who counts cards may find moments that \
         are better, or worse, than these averages; the command punto odds works those out.",
        "They say nothing of the shuffle, the cards, the scanner or the dealer. That every order of the shoe is \
         equally likely is assumed here, and has to be shown elsewhere.",
        "The limits of a table, of a patron or of a house may be narrower than those of the document, and the \
         largest payouts smaller. Amounts are of a currency with two decimals.",
        "It is arithmetic, and approves nothing. It bears no date and no name, so that whoever makes it again from \
         the same document gets the same.",
    ]
    .map(str::to_owned)
    .into()
}

/// A coup that is sure to be dealt has the law of the first one, at any number. One that depends on cards that
/// came before it has not.
fn whole_shoes(rules: &HouseRules) -> String {
    let size = rules.new_shoe().size();
    let burned = u16::from(rules.burn.at_most());
    match rules.shoe_end {
        ShoeEnd::Rounds(rounds) if rounds.saturating_mul(COUP_CARDS).saturating_add(burned) <= size => format!(
            "The same figures hold for every one of the {rounds} rounds of a shoe, and for their average, because all of \
             them are sure to be dealt."
        ),
        _ => "The same figures hold for any later coup that is sure to be dealt. They are not the average over whole \
              shoes: where the cards decide how many coups a shoe has, that average differs a little. With eight decks \
              and the cut card 14 cards from the end, four cards come out less often by about 5 in 100,000. A \
              measurement should therefore compare a fixed number of coups a shoe."
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_shoe_that_cards_may_cut_short_has_another_average() {
        let second = |rules: &HouseRules| notes(rules).swap_remove(1);
        let sixty = HouseRules::builtin("sixty-round").unwrap();
        assert!(second(sixty).contains("every one of the 60 rounds"));
        let too_many = HouseRules { shoe_end: ShoeEnd::Rounds(70), ..sixty.clone() };
        assert!(second(&too_many).contains("not the average"), "70 rounds may take 420 cards");
        assert!(second(HouseRules::builtin("gold-card").unwrap()).contains("not the average"));
    }
}
