//! The replay of a shoe as JSON: one object for each coup, then one for the whole shoe. Computes nothing.

use baccarat::{Card, Side, Spot};
use serde::Serialize;
use wire::road_map::RoadMap;

use super::shoe_replay::{BurnComparison, Place, RoundReplay, ShoeReplay};
use answers::reply::{json_line, object};
use answers::settle::hand;
use answers::words::coup_in_words;

/// The JSON lines of a replay.
pub(super) fn to_json(replay: &ShoeReplay<'_>) -> String {
    let coups: String = replay.rounds.iter().map(|round| json_line(&coup(round))).collect();
    coups + &json_line(&object! { summary: summary(replay) })
}

fn coup(round: &RoundReplay) -> impl Serialize {
    let coup = round.coup;
    let ids = |spots: &[Spot]| spots.iter().map(|spot| spot.id()).collect::<Vec<_>>();
    let paid = round.paid.iter().map(|(spot, odds)| object! { spot: spot.id(), odds: odds.to_string() });
    object! {
        round_no: round.round_no,
        cards: coup.cards().into_iter().map(Card::text).collect::<Vec<_>>(),
        player: hand(coup, Side::Player),
        banker: hand(coup, Side::Banker),
        outcome: coup.outcome().id(),
        // In the notation of the roads.
        bead: coup.bead().to_string(),
        words: coup_in_words(coup),
        closed: ids(&round.closed),
        paid: paid.collect::<Vec<_>>(),
        pushed: ids(&round.pushed),
        cards_out: round.cards_out,
        cut_card: round.cut_card,
        last_round: round.place == Place::Last,
        after_the_end: round.place == Place::Beyond,
    }
}

fn summary(replay: &ShoeReplay<'_>) -> impl Serialize {
    let file = replay.file;
    let burned = file.burned.map(|it| object! { first: it.first.map(Card::text), face_down: it.face_down });
    object! {
        rules: &replay.rules.id,
        decks: file.decks,
        burned,
        burn: match replay.burn {
            BurnComparison::AsRuled => "as_ruled",
            BurnComparison::NotRecorded => "not_recorded",
            BurnComparison::Different => "otherwise",
        },
        notes: file.notes.iter().map(|(key, value)| object! { key, value }).collect::<Vec<_>>(),
        rounds: replay.rounds.len(),
        cards_out: replay.shoe.out(),
        cards_left: replay.shoe.remaining(),
        cut_card_round: replay.shoe.cut_card_round(),
        over: replay.shoe.is_over(),
        roads: RoadMap::from(&replay.roads),
    }
}
