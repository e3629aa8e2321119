//! A shoe that is named by the cards that have left it, as a line of JSON.

use std::borrow::Cow;

use baccarat::Card;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::data;
use super::lines::Answerer;
use super::query::{OddsQuery, Refusal};
use crate::line::Unreadable;
use crate::reply::{read, write_bad_line, write_error, write_json};

#[derive(Deserialize)]
struct NamedShoe<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    /// Instead of that of the house rules.
    decks: Option<u64>,
    #[serde(borrow, default)]
    seen: Vec<Cow<'a, str>>,
    #[serde(borrow, default)]
    dealt: Vec<Cow<'a, str>>,
}

impl Answerer {
    /// Answers `{"id","decks","seen":["As",...],"dealt":[...]}` as `punto odds --json` does; true if the line was good.
    ///
    /// Every member may be missing. A text in `seen` that is no card is a `bad_composition`.
    pub fn answer_named(&self, line: Result<&str, Unreadable>, reply: &mut Vec<u8>) -> bool {
        let line: NamedShoe<'_> = match read(line) {
            Ok(line) => line,
            Err(bad) => {
                write_bad_line(reply, &bad);
                return false;
            }
        };
        let query = query(&line, self.rules.decks);
        match &query {
            Ok(query) => {
                let laws = query.laws(&self.plan);
                write_json(reply, &data::answer(line.id, &self.rules, query, &laws, true));
            }
            Err(Refusal { code, message }) => write_error(reply, line.id, code, message),
        }
        query.is_ok()
    }
}

fn query(line: &NamedShoe<'_>, decks: u8) -> Result<OddsQuery, Refusal> {
    // More than any shoe may have, so it is refused as such.
    let decks = line.decks.map_or(decks, |decks| u8::try_from(decks).unwrap_or(u8::MAX));
    let seen = line.seen.iter().map(|text| text.parse()).collect::<Result<Vec<Card>, _>>();
    let seen = seen.map_err(|error| Refusal {
        code: Refusal::BAD_COMPOSITION,
        message: format!("a card that was seen: {error}"),
    })?;
    let dealt = line.dealt.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    OddsQuery::of_shoe(decks, seen, dealt)
}
