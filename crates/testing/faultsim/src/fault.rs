//! What may go wrong with a write to the store, and how often each does. Knows no store.

use auditor::Dice;

/// What may go wrong with a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The house crashes before anything is written.
    CrashBefore,
    /// The house crashes when it is durable, before any answer.
    CrashAfter,
    /// It is durable, and the answer is a failure.
    AnswerLost,
    /// Nothing is written, and the answer is a failure.
    NotWritten,
    /// It takes this many milliseconds, before it is written.
    SlowToWrite(u64),
    /// It is written at once and answered after so many milliseconds.
    SlowToAnswer(u64),
    /// Another writer seems to have written in between.
    Stale,
    /// Another server runs the table now.
    TakenOver,
}

impl Fault {
    pub(crate) fn of(dice: &mut Dice) -> Self {
        match dice.within(1..=100) {
            1..=16 => Self::CrashBefore,
            17..=36 => Self::CrashAfter,
            37..=56 => Self::AnswerLost,
            57..=70 => Self::NotWritten,
            71..=80 => Self::SlowToWrite(dice.within(1..=4_000)),
            81..=90 => Self::SlowToAnswer(dice.within(1..=4_000)),
            91..=97 => Self::Stale,
            _ => Self::TakenOver,
        }
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::CrashBefore => "crash before a commit",
            Self::CrashAfter => "crash after a commit",
            Self::AnswerLost => "commit unknown",
            Self::NotWritten => "commit failed",
            Self::SlowToWrite(_) | Self::SlowToAnswer(_) => "commit slow",
            Self::Stale => "stale owner",
            Self::TakenOver => "table taken over",
        }
    }
}
