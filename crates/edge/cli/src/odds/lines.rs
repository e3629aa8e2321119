//! Shoes line by line. Several that wait are counted together: a line takes a quarter less time then, and its answer is
//! the same. A coup under way is counted alone.

use std::borrow::Cow;
use std::fmt;

use baccarat::{Card, HouseRules};
use odds::{Composition, Plan};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;

use super::ask::{Ask, Refused};
use super::data::OddsData;
use crate::lines::Unreadable;
use crate::reply::{read, write_bad_line, write_error, write_json};

/// How many shoes are counted together at most.
const BATCH: usize = 64;
/// The longest id that is kept, in bytes: what waits must not grow with what people write.
const LONGEST_KEPT: usize = 1 << 10;

/// House rules whose spots are asked of many shoes.
pub(crate) struct Answerer {
    rules: HouseRules,
    plan: Plan,
    most: u8,
    kept: Vec<Kept>,
}

/// A shoe that waits for others.
struct Kept {
    id: Option<Box<RawValue>>,
    ask: Ask,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    composition: Counts,
    #[serde(borrow, default)]
    dealt: Vec<Cow<'a, str>>,
}

impl Answerer {
    /// Answers under these rules; no shoe may be more than that many decks.
    pub(crate) fn new(rules: HouseRules, decks: Option<u8>) -> Self {
        let plan = Plan::of_rules(&rules);
        Self { rules, plan, most: decks.unwrap_or(Composition::MAX_DECKS), kept: Vec::with_capacity(BATCH) }
    }

    /// Takes a line, and answers it now or later, in its turn; whether it was good.
    pub(crate) fn take(&mut self, line: Result<&str, Unreadable>, replies: &mut Vec<u8>) -> bool {
        let line: Line<'_> = match read(line) {
            Ok(line) => line,
            Err(bad) => {
                self.answer_kept(replies);
                write_bad_line(replies, &bad);
                replies.push(b'\n');
                return false;
            }
        };
        match Ask::of_counts(&line.composition.0, &line.dealt, self.most) {
            Ok(ask) if ask.deal.cards().is_empty() => {
                self.kept.push(Kept { id: line.id.map(RawValue::to_owned), ask });
                if self.kept.len() == BATCH || line.id.is_some_and(|id| id.get().len() > LONGEST_KEPT) {
                    self.answer_kept(replies);
                }
                true
            }
            Ok(ask) => {
                self.answer_kept(replies);
                let laws = ask.laws(&self.plan);
                write_json(replies, &OddsData::of_line(line.id, &self.rules, &ask, &laws));
                replies.push(b'\n');
                true
            }
            Err(Refused { code, message }) => {
                self.answer_kept(replies);
                write_error(replies, line.id, code, &message);
                replies.push(b'\n');
                false
            }
        }
    }

    /// Answers all lines that were taken and still wait.
    pub(crate) fn answer_kept(&mut self, replies: &mut Vec<u8>) {
        if self.kept.is_empty() {
            return;
        }
        let shoes: Vec<Composition> = self.kept.iter().map(|kept| kept.ask.shoe.clone()).collect();
        let laws = self.plan.laws_of_each(&shoes).expect("six cards were asked of each shoe");
        for (Kept { id, ask }, laws) in self.kept.drain(..).zip(laws) {
            write_json(replies, &OddsData::of_line(id.as_deref(), &self.rules, &ask, &laws));
            replies.push(b'\n');
        }
    }
}

/// 52 counts, if there are 52: how many there are is judged elsewhere.
struct Counts(Vec<i64>);

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Counts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("composition to be a list of 52 counts")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Counts, A::Error> {
                let mut counts = Vec::with_capacity(Card::KINDS);
                while let Some(count) = list.next_element_seed(Count { idx: counts.len() })? {
                    counts.push(count);
                }
                Ok(Counts(counts))
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// One count of the list, named by its index when it is none.
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
