//! What is noted of one thing that was asked for: what it was, how often, and what was said. Knows nobody.

use crate::audit::{Line, RoundId, Wager};

/// How often something was asked for, and what the answers were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) sent: usize,
    pub(crate) refused: usize,
    pub(crate) accepted: bool,
}

impl Asked {
    pub(crate) const fn is_answered(&self) -> bool {
        self.accepted || self.refused > 0
    }
}

/// A slip that was sent.
#[derive(Clone, Debug)]
pub(crate) struct SlipNote {
    pub(crate) round: RoundId,
    /// By spot.
    pub(crate) wagers: Vec<Wager>,
    pub(crate) asked: Asked,
}

/// A request to take wagers back.
#[derive(Clone, Debug)]
pub(crate) struct ClearNote {
    pub(crate) round: RoundId,
    /// What went back, as far as it was told: a repeat is answered with nothing.
    pub(crate) returned: Option<i64>,
    pub(crate) asked: Asked,
}

/// How a round stands for a patron after a correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Corrected {
    /// By spot; none when it is void.
    pub(crate) lines: Option<Vec<Line>>,
    pub(crate) paid: i64,
    /// How much more that is than before.
    pub(crate) difference: i64,
}

/// How often something that must happen once was asked for, one time after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tried {
    pub(crate) sent: usize,
    pub(crate) done: usize,
    pub(crate) refused: usize,
    said: Said,
}

/// What the last try came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Said {
    #[default]
    Nothing,
    Yes,
    No,
}

impl Tried {
    pub(crate) const fn send(&mut self) {
        self.sent += 1;
        self.said = Said::Nothing;
    }

    /// Notes an answer. One that is no after a yes is a contradiction, where a yes must be repeated.
    pub(crate) const fn hear(&mut self, yes: bool) {
        if yes {
            self.done += 1;
            self.said = Said::Yes;
        } else {
            self.refused += 1;
            self.said = Said::No;
        }
    }

    /// Whether the last try got no answer.
    pub(crate) fn is_open(&self) -> bool {
        self.sent > 0 && self.said == Said::Nothing
    }

    /// Whether it was never done, and no was the last word.
    pub(crate) fn must_not_count(&self) -> bool {
        self.done == 0 && self.said == Said::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_no_that_nothing_followed_is_the_last_word() {
        let mut tried = Tried::default();
        assert!(!tried.is_open() && !tried.must_not_count());
        tried.send();
        assert!(tried.is_open() && !tried.must_not_count());
        tried.hear(false);
        assert!(!tried.is_open() && tried.must_not_count());
        tried.send();
        assert!(tried.is_open() && !tried.must_not_count());
        tried.hear(true);
        assert!(!tried.is_open() && !tried.must_not_count());
        assert_eq!((tried.sent, tried.done, tried.refused), (2, 1, 1));
    }
}
