//! A shoe told in words, 80 columns wide. Tells what the story holds and works nothing out.

use std::fmt;
use std::iter::once;

use baccarat::shoe_file::Burned;
use baccarat::{Coup, Outcome, Points, ShoeEnd, Side, Spot};

use super::story::{BurnFound, Place, Played, Story};
use crate::draw::{TextMap, printable};
use crate::rules::odds_in_words;
use crate::wrap::wrapped;

/// The whole shoe, to be displayed.
pub(super) struct InWords<'a>(pub(super) &'a Story<'a>);

const MARGIN: &str = "  ";
/// How many characters of a note's key, and of its value, are shown.
const NOTE_SHOWN: usize = 60;

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let story = self.0;
        writeln!(f, "{} ({}), {} decks", story.rules.title, story.rules.id, story.file.decks)?;
        writeln!(f, "{}", wrapped(&heading(story), ""))?;
        for (key, value) in &story.file.notes {
            writeln!(f, "{}: {}", printable(key, NOTE_SHOWN), printable(value, NOTE_SHOWN))?;
        }
        for round in &story.rounds {
            writeln!(f, "\nRound {}: {}", round.round_no, round.coup)?;
            for sentences in [remarks(story, round), coup_in_words(round.coup), paid(story, round)] {
                if !sentences.is_empty() {
                    writeln!(f, "{}", wrapped(&sentences, MARGIN))?;
                }
            }
        }
        writeln!(f, "\n{}\n", wrapped(&ending(story), ""))?;
        write!(f, "{}", TextMap(&story.roads))
    }
}

/// What was burned, and where the file and the house rules differ.
fn heading(story: &Story<'_>) -> String {
    let burned = match story.file.burned {
        None => "Burned: nothing recorded.".to_owned(),
        Some(Burned { first: None, face_down }) => format!("Burned: {face_down} cards face down."),
        Some(Burned { first: Some(card), face_down }) => {
            format!("Burned: {card} turned over, {face_down} cards face down.")
        }
    };
    let burn = match story.burn {
        BurnFound::AsRuled => "",
        BurnFound::NotRecorded => " These house rules burn cards; without them the cut card comes late here.",
        BurnFound::Otherwise => " These house rules burn otherwise.",
    };
    let decks = match (story.rules.decks, story.file.decks) {
        (ruled, decks) if ruled == decks => String::new(),
        (ruled, _) => format!(" These house rules play with {ruled} decks."),
    };
    format!("{burned}{burn}{decks}")
}

/// What is to be known of this round beside its coup.
fn remarks(story: &Story<'_>, round: &Played) -> String {
    let closing = story.rules.spots.iter().filter(|spot| spot.closed_from_round == Some(round.round_no));
    let closing: Vec<&str> = closing.map(|spot| spot.spot.title()).collect();
    let closing =
        (!closing.is_empty()).then(|| format!("From this round {} take no wagers.", closing.join(" and ")));
    let cut_card = round.cut_card.then(|| "The cut card comes out.".to_owned());
    let place = match round.place {
        Place::Within => None,
        Place::Last => Some("This is the last round of the shoe.".to_owned()),
        Place::Beyond => Some("By these house rules the shoe had ended before this round.".to_owned()),
    };
    closing.into_iter().chain(cut_card).chain(place).collect::<Vec<_>>().join(" ")
}

/// "Player 3 draws 5h: 8; Banker 7 stands. Player wins 8 to 7."
pub(crate) fn coup_in_words(coup: Coup) -> String {
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

fn paid(story: &Story<'_>, round: &Played) -> String {
    let odds = |(spot, odds): &(Spot, _)| format!("{spot} {}", odds_in_words(*odds, story.rules.odds_shown));
    let paid: Vec<String> = round.paid.iter().map(odds).collect();
    let pushed: Vec<&str> = round.pushed.iter().map(|spot| spot.title()).collect();
    let paid = (!paid.is_empty()).then(|| format!("Paid: {}.", paid.join(", ")));
    let pushed = (!pushed.is_empty()).then(|| format!("Stakes back: {}.", pushed.join(", ")));
    paid.into_iter().chain(pushed).collect::<Vec<_>>().join(" ")
}

/// How the shoe stands after the last coup.
fn ending(story: &Story<'_>) -> String {
    let shoe = &story.shoe;
    let dealt: u32 = story.rounds.iter().map(|round| u32::from(round.coup.card_count())).sum();
    let cut_card = match (story.rules.shoe_end, shoe.cut_card_round()) {
        (ShoeEnd::Rounds(_), _) => String::new(),
        (ShoeEnd::CutCard { .. }, None) => " The cut card has not come out.".to_owned(),
        (ShoeEnd::CutCard { .. }, Some(0)) => " The cut card came out with the burned cards.".to_owned(),
        (ShoeEnd::CutCard { .. }, Some(round)) => format!(" The cut card came out in round {round}."),
    };
    let over = if shoe.is_over() { "The shoe is over." } else { "The shoe is not over." };
    format!("{dealt} cards dealt, {} left of {}.{cut_card} {over}", shoe.remaining(), shoe.size())
}

#[cfg(test)]
mod tests {
    use super::coup_in_words;

    #[test]
    fn a_coup_is_told_as_it_was_dealt() {
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
