//! Runs every shoe of the corpus and compares all that its line expects. Knows the data's field names only.

use punto_roads::{Ask, AskMark, Bead, Cell, DerivedRoad, Roads};
use serde_json::{Map, Value, json};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpora/roads.jsonl");

#[test]
fn every_shoe_of_the_corpus() {
    let corpus = std::fs::read_to_string(CORPUS).unwrap();
    for (line, text) in (1..).zip(corpus.lines()) {
        let shoe: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("line {line}: {error}"));
        let beads = shoe["rounds"].as_array().unwrap().iter().map(|round| round.as_str().unwrap().parse());
        let roads: Result<Roads, _> = beads.collect::<Result<Vec<Bead>, _>>().map(Roads::from_iter);
        let actual = written(&roads.unwrap_or_else(|error| panic!("line {line}: {error}")));
        for (name, expected) in shoe["expect"].as_object().unwrap() {
            assert_eq!(&actual[name], expected, "{name} in line {line}, {}", shoe["id"]);
        }
    }
}

/// The roads as the corpus writes them.
fn written(roads: &Roads) -> Value {
    let (totals, asks) = (roads.totals(), roads.asks());
    let streaks = roads.big_road().streaks();
    let mut written = json!({
        "bead_plate": { "cells": cells(roads.bead_plate()) },
        "big_road": {
            "opening_ties": roads.big_road().opening_ties(),
            "streaks": streaks.map(|it| json!({ "side": it.side.id(), "ties": it.ties })).collect::<Value>(),
            "cells": cells(roads.big_road().cells().iter().copied()),
        },
        "ask": { "banker": ask(asks.banker), "player": ask(asks.player) },
        "totals": {
            "rounds": totals.rounds, "banker": totals.banker, "player": totals.player, "tie": totals.tie,
            "banker_pair": totals.banker_pair, "player_pair": totals.player_pair,
        },
        "good_roads": roads.good_roads().map(|good_road| good_road.id).collect::<Value>(),
    });
    for road in DerivedRoad::ALL {
        let derived = roads.derived(road);
        let marks: String = derived.entries().iter().map(|mark| mark.letter()).collect();
        written[road.id()] = json!({ "marks": marks, "cells": cells(derived.cells().iter().copied()) });
    }
    written
}

fn cells(cells: impl Iterator<Item = Cell>) -> Value {
    cells.map(cell).collect()
}

fn cell(cell: Cell) -> Value {
    json!(<[usize; 2]>::from(cell))
}

fn ask(ask: Ask) -> Value {
    let mark = |it: AskMark| json!({ "mark": it.mark.letter().to_string(), "cell": cell(it.cell) });
    let derived = DerivedRoad::ALL.map(|road| (road.id().to_owned(), json!(ask.derived.get(road).map(mark))));
    let mut written = Map::from_iter(derived);
    written.insert("big_road".to_owned(), cell(ask.big_road));
    written.into()
}
