//! The replay of a shoe as JSON: one object for each coup, then one for the whole shoe. Computes nothing.

use arrayvec::ArrayVec;
use baccarat::{Card, Points, Side, Spot};
use serde::Serialize;
use wire::road_map::RoadMap;

use super::shoe_replay::{BurnComparison, Place, RoundReplay, ShoeReplay};
use super::text::coup_in_words;
use crate::reply::write_json;

#[derive(Serialize)]
struct CoupData {
    round_no: u16,
    cards: Vec<&'static str>,
    player: HandData,
    banker: HandData,
    outcome: &'static str,
    /// In the notation of the roads.
    bead: String,
    words: String,
    closed: Vec<&'static str>,
    paid: Vec<Paid>,
    pushed: Vec<&'static str>,
    cards_out: u16,
    cut_card: bool,
    last_round: bool,
    after_the_end: bool,
}

#[derive(Serialize)]
struct HandData {
    cards: ArrayVec<&'static str, 3>,
    total: u8,
}

#[derive(Serialize)]
struct Paid {
    spot: &'static str,
    /// To one.
    odds: String,
}

#[derive(Serialize)]
struct Summary<'a> {
    rules: &'a str,
    decks: u8,
    burned: Option<BurnedData>,
    /// `as_ruled`, `not_recorded` or `otherwise`.
    burn: &'static str,
    notes: Vec<Note<'a>>,
    rounds: usize,
    cards_out: u16,
    cards_left: u16,
    cut_card_round: Option<u16>,
    over: bool,
    roads: RoadMap,
}

#[derive(Serialize)]
struct BurnedData {
    first: Option<&'static str>,
    face_down: u8,
}

#[derive(Serialize)]
struct Note<'a> {
    key: &'a str,
    value: &'a str,
}

/// The JSON lines of a replay.
pub(super) fn to_json(replay: &ShoeReplay<'_>) -> String {
    #[derive(Serialize)]
    struct Last<'a> {
        summary: Summary<'a>,
    }
    let mut lines = Vec::new();
    for round in &replay.rounds {
        write_json(&mut lines, &CoupData::from(round));
        lines.push(b'\n');
    }
    write_json(&mut lines, &Last { summary: summary(replay) });
    lines.push(b'\n');
    String::from_utf8(lines).expect("JSON is UTF-8")
}

impl From<&RoundReplay> for CoupData {
    fn from(round: &RoundReplay) -> Self {
        let coup = &round.coup;
        let [player, banker] = Side::ALL.map(|side| HandData {
            cards: coup.hand(side).cards().map(Card::text).collect(),
            total: Points::get(coup.hand(side).total()),
        });
        let ids = |spots: &[Spot]| spots.iter().map(|spot| spot.id()).collect();
        Self {
            round_no: round.round_no,
            cards: coup.cards().into_iter().map(Card::text).collect(),
            player,
            banker,
            outcome: coup.outcome().id(),
            bead: coup.bead().to_string(),
            words: coup_in_words(*coup),
            closed: ids(&round.closed),
            paid: round.paid.iter().map(|it| Paid { spot: it.0.id(), odds: it.1.to_string() }).collect(),
            pushed: ids(&round.pushed),
            cards_out: round.cards_out,
            cut_card: round.cut_card,
            last_round: round.place == Place::Last,
            after_the_end: round.place == Place::Beyond,
        }
    }
}

fn summary<'a>(replay: &'a ShoeReplay<'_>) -> Summary<'a> {
    let burned = replay
        .file
        .burned
        .map(|burned| BurnedData { first: burned.first.map(Card::text), face_down: burned.face_down });
    Summary {
        rules: &replay.rules.id,
        decks: replay.file.decks,
        burned,
        burn: match replay.burn {
            BurnComparison::AsRuled => "as_ruled",
            BurnComparison::NotRecorded => "not_recorded",
            BurnComparison::Different => "otherwise",
        },
        notes: replay.file.notes.iter().map(|(key, value)| Note { key, value }).collect(),
        rounds: replay.rounds.len(),
        cards_out: replay.shoe.out(),
        cards_left: replay.shoe.remaining(),
        cut_card_round: replay.shoe.cut_card_round(),
        over: replay.shoe.is_over(),
        roads: RoadMap::from(&replay.roads),
    }
}
