//! A coup in English words.

use std::iter::once;

use baccarat::{Coup, Outcome, Points, Side};

/// "Player 3 draws 5h: 8; Banker 7 stands. Player wins 8 to 7."
pub fn coup_in_words(coup: Coup) -> String {
    let [player, banker] = Side::ALL.map(|side| hand_in_words(coup, side));
    let totals = coup.totals().map(Points::get);
    let result = match coup.outcome() {
        Outcome::Player => format!("Player wins {} to {}", totals.player, totals.banker),
        Outcome::Banker => format!("Banker wins {} to {}", totals.banker, totals.player),
        Outcome::Tie => format!("Tie at {}", totals.player),
    };
    let pairs = Side::ALL.into_iter().filter(|side| coup.hand(*side).is_pair());
    let result: Vec<String> = once(result).chain(pairs.map(|side| format!("{side} pair"))).collect();
    format!("{player}; {banker}. {}.", result.join(", "))
}

fn hand_in_words(coup: Coup, side: Side) -> String {
    let hand = coup.hand(side);
    let of_two = hand.first.points().plus(hand.second.points());
    match hand.third {
        Some(card) => format!("{side} {of_two} draws {card}: {}", hand.total()),
        None if hand.is_natural() => format!("{side} {of_two} is a natural"),
        None => format!("{side} {of_two} stands"),
    }
}

#[cfg(test)]
mod tests {
    use super::coup_in_words;

    #[test]
    fn a_coup_is_explained_in_deal_order() {
        for (coup, words) in [
            ("9h Kd 4s 7c 5h", "Player 3 draws 5h: 8; Banker 7 stands. Player wins 8 to 7."),
            ("9h Kd Ks 3c", "Player 9 is a natural; Banker 3 stands. Player wins 9 to 3."),
            ("6h 6d Ks Kc", "Player 6 stands; Banker 6 stands. Tie at 6."),
            ("6h Kd Ks 3c 9c", "Player 6 stands; Banker 3 draws 9c: 2. Player wins 6 to 2."),
            (
                "2h 3d 2s 3c 9h",
                "Player 4 draws 9h: 3; Banker 6 stands. Banker wins 6 to 3, Player pair, Banker pair.",
            ),
        ] {
            match coup.parse() {
                Ok(coup) => assert_eq!(coup_in_words(coup), words),
                Err(error) => panic!("{coup}: {error}"),
            }
        }
    }
}
