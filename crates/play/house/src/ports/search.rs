//! Searches of staff, and of patrons in their own rounds: what they look for, where a page ends, and what is found.
//! Plain data, newest first.
//!
//! A page costs the same however old it is and however little fits: a store looks at [`SCAN`] candidates at most, for
//! slips also at the rounds of about [`EVENTS`] events, and a page that is short of its limit says where to go on.

use baccarat::Outcome;
use table::event::PlacedWager;
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};

use super::rows::{Patron, PatronRound, StoredRound};

/// How many candidates a store looks at for one page, at most.
pub const SCAN: u16 = 1_024;

/// How many events a store looks at for one page of slips. The first round is looked at even if it has more.
pub const EVENTS: u64 = 20_000;

/// Which rounds of a patron are looked for: those for which everything holds that is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatronRoundSearch {
    /// The table.
    pub table: Option<TableId>,
    /// The round ended, or was corrected last, then or later.
    pub from: Option<Timestamp>,
    /// The round ended, or was corrected last, before then.
    pub until: Option<Timestamp>,
}

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T, P> {
    /// What was found, at most as much as was asked for.
    pub found: Vec<T>,
    /// Where to go on: pass it as `before`. None after the last.
    pub next: Option<P>,
}

/// Which rounds are looked for: those for which everything holds that is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundSearch {
    /// The table.
    pub table: Option<TableId>,
    /// The shoe of that table.
    pub shoe_no: Option<u32>,
    /// The round began then or later.
    pub from: Option<Timestamp>,
    /// The round began before then.
    pub until: Option<Timestamp>,
    /// It counts and ended so.
    pub outcome: Option<Outcome>,
    /// Whether it does not count.
    pub voided: Option<bool>,
    /// Whether it was corrected.
    pub corrected: Option<bool>,
}

/// The place of a round among all rounds, by the time it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoundPlace {
    /// When it began.
    pub opened_at: Timestamp,
    /// Its table.
    pub table: TableId,
    /// The round.
    pub round: RoundRef,
}

/// A round that was found, in its present state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRound {
    /// Its table.
    pub table: TableId,
    /// The round.
    pub round: StoredRound,
}

/// Which slips are looked for: those for which everything holds that is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlipSearch {
    /// Whose.
    pub patron: Option<PatronId>,
    /// At which table.
    pub table: Option<TableId>,
    /// In which shoe of that table.
    pub shoe_no: Option<u32>,
    /// In which round of that shoe.
    pub round_no: Option<u16>,
    /// The id that the client gave it.
    pub slip: Option<RequestId>,
    /// Its round began then or later.
    pub from: Option<Timestamp>,
    /// Its round began before then.
    pub until: Option<Timestamp>,
}

/// The place of a slip among all slips: by its round, then by its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlipPlace {
    /// Its round.
    pub round: RoundPlace,
    /// The number of the event that accepted it.
    pub seq: u64,
}

/// An accepted slip that was found, as it was accepted: it may have been taken back since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSlip {
    /// Where it is.
    pub place: SlipPlace,
    /// Whose it is.
    pub patron: PatronId,
    /// The id that the client gave it.
    pub slip: RequestId,
    /// When it was accepted.
    pub at: Timestamp,
    /// Its wagers.
    pub wagers: Vec<PlacedWager>,
    /// Whether it took the place of the patron's wagers before it.
    pub replaces: bool,
}

/// Which patrons are looked for. Capital letters of the ASCII alphabet count as small ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PatronSearch {
    /// All, newest first.
    #[default]
    All,
    /// Those of this nickname, newest first.
    Named(String),
    /// Those whose nickname begins so, by nickname; those of one nickname oldest first.
    Beginning(String),
}

/// The place of a patron among those that a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatronPlace {
    /// The patron.
    pub patron: PatronId,
    /// The nickname, as it is compared.
    pub nickname: String,
}

impl RoundPlace {
    /// Of the rounds that began before `at`, none is after this place.
    pub const fn before(at: Timestamp) -> Self {
        Self { opened_at: at, table: TableId(0), round: RoundRef { shoe_no: 0, round_no: 0 } }
    }

    /// After every round.
    pub const END: Self = Self::before(Timestamp(i64::MAX));
}

impl FoundRound {
    /// Its place among all rounds.
    pub const fn place(&self) -> RoundPlace {
        RoundPlace { opened_at: self.round.opened_at, table: self.table, round: self.round.round }
    }

    /// How it ended, if it counts.
    pub fn outcome(&self) -> Option<Outcome> {
        self.round.coup().map(|coup| coup.outcome())
    }
}

impl RoundSearch {
    /// Whether a round is one of those. What came before the first round of a shoe is no round.
    pub fn takes(&self, found: &FoundRound) -> bool {
        let FoundRound { table, round } = found;
        round.round.round_no > 0
            && self.table.is_none_or(|wanted| wanted == *table)
            && self.shoe_no.is_none_or(|shoe_no| shoe_no == round.round.shoe_no)
            && self.from.is_none_or(|from| round.opened_at >= from)
            && self.until.is_none_or(|until| round.opened_at < until)
            && self.voided.is_none_or(|voided| voided == round.voided)
            && self.corrected.is_none_or(|corrected| corrected == (round.revision > 1))
            && self.outcome.is_none_or(|outcome| found.outcome() == Some(outcome))
    }
}

impl PatronRoundSearch {
    /// Whether it has a period. Its rounds are in the order of their times then, otherwise in the order in which they
    /// ended first.
    pub const fn is_by_time(&self) -> bool {
        self.from.is_some() || self.until.is_some()
    }

    /// Whether a round is one of those.
    pub fn takes(&self, round: &PatronRound) -> bool {
        self.table.is_none_or(|wanted| wanted == round.table)
            && self.from.is_none_or(|from| round.at >= from)
            && self.until.is_none_or(|until| round.at < until)
    }
}

impl SlipSearch {
    /// The rounds whose slips are looked at.
    pub fn rounds(&self) -> RoundSearch {
        let Self { table, shoe_no, from, until, .. } = *self;
        RoundSearch { table, shoe_no, from, until, ..RoundSearch::default() }
    }

    /// Whether a slip is one of those.
    pub fn takes(&self, found: &FoundSlip) -> bool {
        let RoundPlace { opened_at, table, round } = found.place.round;
        self.patron.is_none_or(|patron| patron == found.patron)
            && self.table.is_none_or(|wanted| wanted == table)
            && self.shoe_no.is_none_or(|shoe_no| shoe_no == round.shoe_no)
            && self.round_no.is_none_or(|round_no| round_no == round.round_no)
            && self.slip.is_none_or(|slip| slip == found.slip)
            && self.from.is_none_or(|from| opened_at >= from)
            && self.until.is_none_or(|until| opened_at < until)
    }
}

impl PatronSearch {
    /// A nickname as it is compared.
    pub fn compared(nickname: &str) -> String {
        nickname.to_ascii_lowercase()
    }

    /// Where a patron is among those found.
    pub fn place(patron: &Patron) -> PatronPlace {
        PatronPlace { patron: patron.id, nickname: Self::compared(&patron.nickname) }
    }

    /// Whether a patron is one of those.
    pub fn takes(&self, patron: &Patron) -> bool {
        let nickname = Self::compared(&patron.nickname);
        match self {
            Self::All => true,
            Self::Named(wanted) => nickname == Self::compared(wanted),
            Self::Beginning(prefix) => nickname.starts_with(&Self::compared(prefix)),
        }
    }

    /// Whether a patron comes after that place.
    pub fn is_after(&self, patron: &Patron, place: &PatronPlace) -> bool {
        match self {
            Self::All | Self::Named(_) => patron.id < place.patron,
            Self::Beginning(_) => {
                (Self::compared(&patron.nickname), patron.id) > (place.nickname.clone(), place.patron)
            }
        }
    }
}

impl<T, P> Found<T, P> {
    /// The page of these candidates, which are in order and one more than the page if there are more.
    pub fn page(mut found: Vec<T>, limit: u16, place: impl Fn(&T) -> P) -> Self {
        let has_more = found.len() > usize::from(limit);
        found.truncate(usize::from(limit));
        let next = found.last().filter(|_| has_more).map(place);
        Self { found, next }
    }
}
