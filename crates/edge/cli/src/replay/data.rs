//! A shoe told as JSON: one object for each coup, then one for the whole shoe. Tells what the story holds.

use arrayvec::ArrayVec;
use baccarat::{Card, Points, Side, Spot};
use serde::Serialize;
use wire::road_map::RoadMap;

use super::story::{BurnFound, Place, Played, Story};
use super::words::coup_in_words;
use crate::reply::write_json;

#[derive(Serialize)]
struct CoupData {
    round_no: u16,
    cards: Vec<&'static str>,
    player: HandData,
    banker: HandData,
    outcome: &'static str,
    /// As the roads write it.
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

/// The lines.
pub(super) fn in_json(story: &Story<'_>) -> String {
    #[derive(Serialize)]
    struct Last<'a> {
        summary: Summary<'a>,
    }
    let mut lines = Vec::new();
    for round in &story.rounds {
        write_json(&mut lines, &CoupData::from(round));
        lines.push(b'\n');
    }
    write_json(&mut lines, &Last { summary: summary(story) });
    lines.push(b'\n');
    String::from_utf8(lines).expect("JSON is UTF-8")
}

impl From<&Played> for CoupData {
    fn from(round: &Played) -> Self {
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

fn summary<'a>(story: &'a Story<'_>) -> Summary<'a> {
    let burned = story
        .file
        .burned
        .map(|burned| BurnedData { first: burned.first.map(Card::text), face_down: burned.face_down });
    Summary {
        rules: &story.rules.id,
        decks: story.file.decks,
        burned,
        burn: match story.burn {
            BurnFound::AsRuled => "as_ruled",
            BurnFound::NotRecorded => "not_recorded",
            BurnFound::Otherwise => "otherwise",
        },
        notes: story.file.notes.iter().map(|(key, value)| Note { key, value }).collect(),
        rounds: story.rounds.len(),
        cards_out: story.shoe.out(),
        cards_left: story.shoe.remaining(),
        cut_card_round: story.shoe.cut_card_round(),
        over: story.shoe.is_over(),
        roads: RoadMap::from(&story.roads),
    }
}
