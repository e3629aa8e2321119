//! The replay of a shoe as text of 80 columns. Computes nothing.

use std::fmt;

use answers::words::coup_in_words;
use baccarat::shoe_file::Burned;
use baccarat::{ShoeEnd, Spot};

use super::shoe_replay::{BurnComparison, Place, RoundReplay, ShoeReplay};
use crate::draw::{TextMap, printable};
use crate::rules::odds_in_words;
use crate::wrap::wrapped;

/// Displays the replay of a whole shoe.
pub(super) struct ShoeText<'a>(pub(super) &'a ShoeReplay<'a>);

const MARGIN: &str = "  ";
/// The number of characters shown of a note's key, and of its value.
const NOTE_SHOWN: usize = 60;

impl fmt::Display for ShoeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replay = self.0;
        writeln!(f, "{} ({}), {} decks", replay.rules.title, replay.rules.id, replay.file.decks)?;
        writeln!(f, "{}", wrapped(&heading(replay), ""))?;
        for (key, value) in &replay.file.notes {
            writeln!(f, "{}: {}", printable(key, NOTE_SHOWN), printable(value, NOTE_SHOWN))?;
        }
        for round in &replay.rounds {
            writeln!(f, "\nRound {}: {}", round.round_no, round.coup)?;
            for sentences in [remarks(replay, round), coup_in_words(round.coup), paid(replay, round)] {
                if !sentences.is_empty() {
                    writeln!(f, "{}", wrapped(&sentences, MARGIN))?;
                }
            }
        }
        writeln!(f, "\n{}\n", wrapped(&ending(replay), ""))?;
        write!(f, "{}", TextMap(&replay.roads))
    }
}

/// The burned cards, and the differences between the file and the house rules.
fn heading(replay: &ShoeReplay<'_>) -> String {
    let burned = match replay.file.burned {
        None => "Burned: nothing recorded.".to_owned(),
        Some(Burned { first: None, face_down }) => format!("Burned: {face_down} cards face down."),
        Some(Burned { first: Some(card), face_down }) => {
            format!("Burned: {card} face up, {face_down} cards face down.")
        }
    };
    let burn = match replay.burn {
        BurnComparison::AsRuled => "",
        BurnComparison::NotRecorded => {
            " The house rules burn cards, but the file records none: the cut card appears too late here."
        }
        BurnComparison::Different => " The house rules burn differently.",
    };
    let decks = match (replay.rules.decks, replay.file.decks) {
        (ruled, decks) if ruled == decks => String::new(),
        (ruled, _) => format!(" The house rules prescribe {ruled} decks."),
    };
    format!("{burned}{burn}{decks}")
}

/// Remarks on a round besides its coup.
fn remarks(replay: &ShoeReplay<'_>, round: &RoundReplay) -> String {
    let closing = replay.rules.spots.iter().filter(|spot| spot.closed_from_round == Some(round.round_no));
    let closing: Vec<&str> = closing.map(|spot| spot.spot.title()).collect();
    let closing =
        (!closing.is_empty()).then(|| format!("Closed from this round: {}.", closing.join(" and ")));
    let cut_card = round.cut_card.then(|| "The cut card appears.".to_owned());
    let place = match round.place {
        Place::Within => None,
        Place::Last => Some("This is the last round of the shoe.".to_owned()),
        Place::Beyond => Some("Under these house rules the shoe had already ended.".to_owned()),
    };
    closing.into_iter().chain(cut_card).chain(place).collect::<Vec<_>>().join(" ")
}

fn paid(replay: &ShoeReplay<'_>, round: &RoundReplay) -> String {
    let odds = |(spot, odds): &(Spot, _)| format!("{spot} {}", odds_in_words(*odds, replay.rules.odds_shown));
    let paid: Vec<String> = round.paid.iter().map(odds).collect();
    let pushed: Vec<&str> = round.pushed.iter().map(|spot| spot.title()).collect();
    let paid = (!paid.is_empty()).then(|| format!("Paid: {}.", paid.join(", ")));
    let pushed = (!pushed.is_empty()).then(|| format!("Push: {}.", pushed.join(", ")));
    paid.into_iter().chain(pushed).collect::<Vec<_>>().join(" ")
}

/// The state of the shoe after the last coup.
fn ending(replay: &ShoeReplay<'_>) -> String {
    let shoe = &replay.shoe;
    let dealt: u32 = replay.rounds.iter().map(|round| u32::from(round.coup.card_count())).sum();
    let cut_card = match (replay.rules.shoe_end, shoe.cut_card_round()) {
        (ShoeEnd::Rounds(_), _) => String::new(),
        (ShoeEnd::CutCard { .. }, None) => " The cut card has not appeared.".to_owned(),
        (ShoeEnd::CutCard { .. }, Some(0)) => " The cut card appeared among the burned cards.".to_owned(),
        (ShoeEnd::CutCard { .. }, Some(round)) => format!(" The cut card appeared in round {round}."),
    };
    let over = if shoe.is_over() { "The shoe is over." } else { "The shoe is not over." };
    format!("{dealt} cards dealt, {} of {} left.{cut_card} {over}", shoe.remaining(), shoe.size())
}
