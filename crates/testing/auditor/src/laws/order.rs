//! Law: each table's events are numbered without a gap, are never dated back and could have happened in that order by
//! the house rules; and what was read before is still there, unchanged. Looks at the events alone, not at their money.

use std::collections::{BTreeMap, BTreeSet};

use super::shoe_end::Shoe;
use crate::event::TableEvent;
use crate::ids::RoundId;
use crate::live_event::LiveEvent;
use crate::record::{Event, Record};
use crate::round_history::{Round, RoundHistory};
use crate::rules::Rules;

/// What a table was doing when its last event was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Before the first round of a shoe.
    #[default]
    Shuffling,
    /// Wagers are taken.
    Betting,
    /// No more wagers are taken.
    Closed,
    /// Cards are dealt.
    Dealing,
    /// The round is over.
    Settled,
}

impl Phase {
    /// Every phase, in the order of a round.
    pub const ALL: [Self; 5] = [Self::Shuffling, Self::Betting, Self::Closed, Self::Dealing, Self::Settled];

    /// Its name in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Shuffling => "shuffling",
            Self::Betting => "betting",
            Self::Closed => "closed",
            Self::Dealing => "dealing",
            Self::Settled => "settled",
        }
    }
}

/// What each table was doing when its last event was written.
pub fn phases(record: &Record) -> BTreeMap<u32, Phase> {
    let tables = record.by_table();
    let phase = |events: &[Event]| {
        let mut walk = Walk::default();
        for event in events {
            walk.step(event, None);
        }
        Some((events.first()?.id.table, walk.phase))
    };
    tables.filter_map(phase).collect()
}

pub(super) fn check(
    record: &Record,
    before: &Record,
    history: &RoundHistory,
    rules: &BTreeMap<u32, Rules>,
) -> Vec<String> {
    let mut flaws = Vec::new();
    for events in record.by_table() {
        let mut walk = Walk::default();
        for event in events {
            // The rules of a table may not be known yet; until then, its first shoe cannot have ended.
            let rules = rules.get(&event.id.table).copied();
            flaws.extend(walk.step(event, rules));
            flaws.extend(rules.and_then(|rules| walk.follow_shoe(event, rules)));
        }
    }
    flaws.extend(unchanged(record, before));
    flaws.extend(slips(history));
    for (id, round) in &history.rounds {
        if let Some(rules) = rules.get(&id.table) {
            flaws.extend(forbidden(*id, round, *rules));
        }
    }
    flaws
}

/// History is only added to.
fn unchanged(record: &Record, before: &Record) -> Vec<String> {
    let events = before.events.iter().filter(|event| record.event(event.id) != Some(event));
    let mut flaws: Vec<String> =
        events.map(|event| format!("{} was read before, and is gone or changed", event.id)).collect();
    let transfers = before.transfers.iter().filter(|it| record.transfer(it.no) != Some(it));
    flaws.extend(transfers.map(|it| format!("transfer {} was read before, and is gone or changed", it.no)));
    let entry =
        |record: &Record, no: &i64| (record.house.get(no).cloned(), record.house_times.get(no).copied());
    let entries = before.house.keys().filter(|no| entry(record, no) != entry(before, no));
    flaws.extend(entries.map(|no| format!("entry {no} was read before, and is gone or changed")));
    let seeds = before.seeds.iter().filter(|(shoe, seed)| record.seeds.get(shoe) != Some(seed));
    flaws.extend(seeds.map(|((table, shoe), _)| format!("table {table}: the seed of shoe {shoe} is gone")));
    flaws
}

/// A slip counts once, in one round.
fn slips(history: &RoundHistory) -> Vec<String> {
    let mut ids = BTreeSet::new();
    let again = history.slips().filter(|(_, slip)| !ids.insert((slip.patron, &slip.id)));
    again.map(|(id, slip)| format!("{id}: slip {} of patron {} counts again", slip.id, slip.patron)).collect()
}

/// What the house rules forbid of the wagers of a round, and of taking them back.
fn forbidden(id: RoundId, round: &Round, rules: Rules) -> Vec<String> {
    let left = round.clears.iter().filter(|clear| clear.request_id.is_none() && !rules.releases_on_leaving());
    let left = left.map(|clear| format!("{id}: patron {} left and took wagers along", clear.patron));
    let spots = round.final_stakes().into_iter().filter_map(|(patron, spots)| {
        let why = rules.forbids(spots.into_keys(), id.round_no)?;
        Some(format!("{id}: {why} of patron {patron}, against {rules:?}"))
    });
    left.chain(spots).collect()
}

/// How far a table has come.
#[derive(Default)]
struct Walk {
    seq: u64,
    at: i64,
    closes_at: i64,
    round: RoundId,
    phase: Phase,
    /// Whether the shoe is burned, so that rounds may begin.
    ready: bool,
    /// The last shoe that was finished, perhaps before it was opened.
    finished: u32,
    shoe: Option<Shoe>,
}

impl Walk {
    /// Goes on by one event; answers with why it could not have happened now.
    fn step(&mut self, event: &Event, rules: Option<Rules>) -> Option<String> {
        let (id, last, at) = (event.id, self.seq, self.at);
        (self.seq, self.at) = (id.seq, event.at);
        self.round.table = id.table;
        if id.seq != last + 1 {
            return Some(format!("{id} follows event {last}"));
        }
        if event.at < at {
            return Some(format!("{id} is dated before the one before it"));
        }
        let before = (self.phase, self.round);
        if !self.turn(event, rules) {
            return Some(format!("{id} came while {:?} in {}: {:?}", before.0, before.1, event.what));
        }
        if let TableEvent::CardsBurned { first, face_down, .. } = &event.what
            && rules.is_some_and(|rules| !rules.burns(first.as_deref(), *face_down))
        {
            return Some(format!("{id}: {:?} are not burned by {rules:?}", event.what));
        }
        let stored = event.round.filter(|round| *round != self.round)?;
        Some(format!("{id} is recorded under {stored}, it belongs to {}", self.round))
    }

    /// Follows the shoe by one event; answers with what is wrong when it ends too soon or too late.
    fn follow_shoe(&mut self, event: &Event, rules: Rules) -> Option<String> {
        let breach = self.shoe.and_then(|shoe| shoe.breach(&event.what, rules));
        if matches!(event.what, TableEvent::ShoeOpened { .. }) {
            self.shoe = Some(Shoe::default());
        }
        if let Some(shoe) = &mut self.shoe {
            shoe.follow(&event.what, rules);
        }
        breach.map(|what| format!("{} {what}", event.id))
    }

    /// Turns the table by an event, and answers whether it could happen now.
    fn turn(&mut self, event: &Event, rules: Option<Rules>) -> bool {
        use Phase::{Betting, Closed, Dealing, Settled, Shuffling};
        let (was, ready) = (self.phase, self.ready);
        match &event.what {
            TableEvent::ShoeOpened { shoe_no, .. } => {
                let next = *shoe_no == self.round.shoe_no.max(self.finished) + 1;
                self.round = RoundId { table: event.id.table, shoe_no: *shoe_no, round_no: 0 };
                (self.phase, self.ready) = (Shuffling, rules.is_some_and(Rules::burns_nothing));
                next && matches!(was, Shuffling | Settled)
            }
            TableEvent::CardsBurned { .. } => {
                self.ready = true;
                was == Shuffling && !ready && self.round.shoe_no > 0
            }
            TableEvent::BettingOpened { round_no, closes_at } => {
                let next = *round_no == self.round.round_no + 1;
                (self.round.round_no, self.closes_at, self.phase) = (*round_no, *closes_at, Betting);
                next && ready && matches!(was, Shuffling | Settled)
            }
            TableEvent::Live(LiveEvent::FreeRoundOpened { round_no, .. }) => {
                let next = *round_no == self.round.round_no + 1;
                (self.round.round_no, self.phase) = (*round_no, Closed);
                next && ready && matches!(was, Shuffling | Settled)
            }
            TableEvent::Live(LiveEvent::CardAmended { .. }) => was == Dealing,
            TableEvent::SlipAccepted { .. } | TableEvent::WagersCleared { .. } => was == Betting,
            TableEvent::BettingClosed { .. } => {
                self.phase = Closed;
                was == Betting && event.at >= self.closes_at
            }
            TableEvent::RoundDrawn { .. } => was == Closed,
            TableEvent::CardDrawn { .. } => {
                self.phase = Dealing;
                matches!(was, Closed | Dealing)
            }
            // The law of squeezes says which cards lie face down.
            TableEvent::CardsRevealed { by, .. } => was == if by == "void" { Settled } else { Dealing },
            TableEvent::RoundSettled { revision, .. } => {
                self.phase = Settled;
                was == Dealing && *revision == 1
            }
            TableEvent::RoundVoided { .. } => {
                self.phase = Settled;
                matches!(was, Betting | Closed | Dealing)
            }
            TableEvent::SeatTaken { .. }
            | TableEvent::SeatLeft { .. }
            | TableEvent::AutoStarted { .. }
            | TableEvent::AutoStopped { .. } => self.round.shoe_no > 0,
            TableEvent::ShoeFinished { shoe_no, ending, .. } => {
                self.finished = *shoe_no;
                was == Settled || was == Shuffling && ending != "played"
            }
            // The law of shoes says when the steps of a proof may come; the others are about an earlier round, and may
            // come at any time.
            TableEvent::Live(_)
            | TableEvent::ShoeCommitted { .. }
            | TableEvent::NoncesPledged { .. }
            | TableEvent::NoncesRevealed { .. }
            | TableEvent::ShoeSealed { .. }
            | TableEvent::KeyChanged { .. }
            | TableEvent::CorrectionProposed(_)
            | TableEvent::CorrectionWithdrawn { .. }
            | TableEvent::RoundCorrected { .. } => true,
        }
    }
}
