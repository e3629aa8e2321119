//! Law for the end, when every round was let finish: no stake is held, no slip is in doubt, and no round but a
//! table's latest is without an end.

use std::collections::BTreeMap;

use super::record::{Record, RoundId};
use super::story::Story;
use crate::notes::{Notes, Standing};

pub(super) fn check(record: &Record, story: &Story, notes: &Notes) -> Vec<String> {
    let mut found: Vec<String> = record
        .open_holds
        .iter()
        .map(|(hold, left)| format!("hold {hold:032x} is open with {left}"))
        .collect();
    let mut latest = BTreeMap::<u32, RoundId>::new();
    for id in story.rounds.keys() {
        latest.insert(id.table, *id);
    }
    let open =
        story.rounds.iter().filter(|(id, round)| round.ends.is_empty() && latest.get(&id.table) != Some(id));
    found.extend(open.map(|(id, _)| format!("{id} never ended")));
    for (patron, told) in &notes.patrons {
        let doubtful = told.slips.iter().filter(|(_, note)| note.standing == Standing::Unknown);
        found.extend(doubtful.map(|(id, _)| format!("patron {patron}: slip {id:032x} was never answered")));
    }
    found
}
