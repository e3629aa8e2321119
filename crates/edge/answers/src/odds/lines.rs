//! Answers shoes line by line. Pending shoes are counted in one batch, which takes a quarter less time per line and
//! gives the same answers. A shoe with a coup in progress is counted alone.

use std::borrow::Cow;
use std::fmt;

use baccarat::HouseRules;
use odds::{Composition, Plan};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, Unexpected, Visitor};
use serde_json::value::RawValue;

use super::data;
use super::query::{OddsQuery, Refusal};
use crate::line::Unreadable;
use crate::reply::{list, read, write_bad_line, write_error, write_json};

/// The greatest number of shoes in a batch.
const BATCH: usize = 64;
/// The longest id that may be pending, in bytes, so that memory stays bounded.
const LONGEST_PENDING_ID: usize = 1 << 10;

/// Answers many shoes under one set of house rules.
#[derive(Debug)]
pub struct Answerer {
    pub(super) rules: HouseRules,
    pub(super) plan: Plan,
    most: u8,
    /// The ids and the queries that wait for their batch.
    pending: Vec<(Option<Box<RawValue>>, OddsQuery)>,
}

#[derive(Deserialize)]
struct RequestLine<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(deserialize_with = "counts")]
    composition: Vec<i64>,
    #[serde(borrow, default)]
    dealt: Vec<Cow<'a, str>>,
}

impl Answerer {
    /// Answers under these rules; a shoe may have at most `decks` decks.
    pub fn new(rules: HouseRules, decks: Option<u8>) -> Self {
        let plan = Plan::of_rules(&rules);
        Self {
            rules,
            plan,
            most: decks.unwrap_or(Composition::MAX_DECKS),
            pending: Vec::with_capacity(BATCH),
        }
    }

    /// Receives a line and answers it now or later, in order; true if the line was good.
    pub fn receive(&mut self, line: Result<&str, Unreadable>, replies: &mut Vec<u8>) -> bool {
        let line: RequestLine<'_> = match read(line) {
            Ok(line) => line,
            Err(bad) => {
                self.flush(replies);
                write_bad_line(replies, &bad);
                replies.push(b'\n');
                return false;
            }
        };
        match OddsQuery::of_counts(&line.composition, &line.dealt, self.most) {
            Ok(query) if query.deal.cards().is_empty() => {
                self.pending.push((line.id.map(RawValue::to_owned), query));
                if self.pending.len() == BATCH
                    || line.id.is_some_and(|id| id.get().len() > LONGEST_PENDING_ID)
                {
                    self.flush(replies);
                }
                true
            }
            query => {
                self.flush(replies);
                match &query {
                    Ok(query) => {
                        let laws = query.laws(&self.plan);
                        write_json(replies, &data::answer(line.id, &self.rules, query, &laws, false));
                    }
                    Err(Refusal { code, message }) => write_error(replies, line.id, code, message),
                }
                replies.push(b'\n');
                query.is_ok()
            }
        }
    }

    /// Answers all pending lines.
    pub fn flush(&mut self, replies: &mut Vec<u8>) {
        if self.pending.is_empty() {
            return;
        }
        let shoes: Vec<Composition> = self.pending.iter().map(|(_, query)| query.shoe.clone()).collect();
        let laws = self.plan.laws_of_each(&shoes).expect("every query has cards enough for a coup");
        for ((id, query), laws) in self.pending.drain(..).zip(laws) {
            write_json(replies, &data::answer(id.as_deref(), &self.rules, &query, &laws, false));
            replies.push(b'\n');
        }
    }
}

/// A list of counts; its length is checked later.
fn counts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    list(deserializer, "composition to be a list of 52 counts", |idx| Count { idx })
}

/// One count of the list; its index names it in errors.
struct Count {
    idx: usize,
}

impl<'de> DeserializeSeed<'de> for Count {
    type Value = i64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<i64, D::Error> {
        deserializer.deserialize_i64(self)
    }
}

impl Visitor<'_> for Count {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "composition[{}] to be a whole number", self.idx)
    }

    fn visit_i64<E: Error>(self, count: i64) -> Result<i64, E> {
        Ok(count)
    }

    fn visit_u64<E: Error>(self, count: u64) -> Result<i64, E> {
        i64::try_from(count).map_err(|_| E::invalid_value(Unexpected::Unsigned(count), &self))
    }
}
