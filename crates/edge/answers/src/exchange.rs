//! One question after the other as bytes, under house rules that stay until others come. Knows no pointer: a
//! WebAssembly module adds these.

use baccarat::HouseRules;

use crate::line::{LONGEST, Unreadable, text_of};
use crate::reply::write_error;

/// The code of house rules that are neither built in nor a document.
pub const BAD_RULES: &str = "bad_rules";

/// The question, the answer, and what answers: a [`Settler`](crate::settle::Settler), for example.
#[derive(Debug)]
pub struct Exchange<A> {
    question: Vec<u8>,
    answer: Vec<u8>,
    answerer: Option<A>,
}

impl<A> Default for Exchange<A> {
    fn default() -> Self {
        Self { question: Vec::new(), answer: Vec::new(), answerer: None }
    }
}

impl<A> Exchange<A> {
    /// Makes room for a question of so many bytes, all zero: at most one byte more than [`LONGEST`].
    ///
    /// The asker cuts off what follows. The answer to a longer question is the same: it is too long.
    pub fn room(&mut self, length: usize) -> &mut [u8] {
        self.question = vec![0; length.min(LONGEST + 1)];
        &mut self.question
    }

    /// Takes the question as house rules: a built-in name, or the text of a document.
    ///
    /// The answer is empty, or an error with the code [`BAD_RULES`]; then there are no house rules.
    pub fn take_rules(&mut self, answerer: impl FnOnce(HouseRules) -> A) {
        let question = std::mem::take(&mut self.question);
        self.answer.clear();
        self.answerer = match house_rules(&question) {
            Ok(rules) => Some(answerer(rules)),
            Err(message) => {
                write_error(&mut self.answer, None, BAD_RULES, &message);
                None
            }
        };
    }

    /// Answers the question as a line of JSON.
    pub fn reply(&mut self, reply: impl FnOnce(&mut A, Result<&str, Unreadable>, &mut Vec<u8>)) {
        let question = std::mem::take(&mut self.question);
        self.answer.clear();
        match &mut self.answerer {
            Some(answerer) => reply(answerer, text_of(&question), &mut self.answer),
            None => write_error(&mut self.answer, None, BAD_RULES, "there are no house rules yet"),
        }
    }

    /// The answer to the last question.
    pub fn answer(&self) -> &[u8] {
        &self.answer
    }
}

/// The house rules of that name, or those of a document, or why there are none.
fn house_rules(text: &[u8]) -> Result<HouseRules, String> {
    let text = text_of(text).map_err(|unreadable| match unreadable {
        Unreadable::TooLong => format!("the document is longer than {LONGEST} bytes"),
        Unreadable::NotUtf8 => "the document is not UTF-8 text".to_owned(),
    })?;
    if let Some(rules) = HouseRules::builtin(text) {
        return Ok(rules.clone());
    }
    // Every document has a key with a value, and no name has an equals sign.
    if !text.contains('=') {
        let known = HouseRules::BUILTIN.join(", ");
        return Err(format!("neither built-in house rules ({known}) nor a house-rules document"));
    }
    text.parse().map_err(|errors| format!("not a house-rules document:\n{errors}"))
}
