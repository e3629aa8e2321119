//! Law: each table's events are numbered without a gap and could have happened in that order. Looks at the
//! events alone; what they say of money is the business of others.

use std::collections::{BTreeMap, BTreeSet};

use super::coup::Rules;
use super::happening::Happening;
use super::record::{Event, Record, RoundId};
use super::shoe_end::Shoe;
use super::story::{End, Story};

/// What a table was doing when its last event was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Before the first round of a shoe.
    #[default]
    Shuffling,
    Betting,
    Closed,
    Dealing,
    Settled,
}

impl Phase {
    pub(crate) const ALL: [Self; 5] =
        [Self::Shuffling, Self::Betting, Self::Closed, Self::Dealing, Self::Settled];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Shuffling => "shuffling",
            Self::Betting => "betting",
            Self::Closed => "closed",
            Self::Dealing => "dealing",
            Self::Settled => "settled",
        }
    }
}

/// Where each table stands at the end of the events.
pub(super) fn phases(events: &[Event]) -> BTreeMap<u32, Phase> {
    let mut walks = BTreeMap::<u32, Walk>::new();
    for event in events {
        walks.entry(event.place.table).or_default().step(event);
    }
    walks.into_iter().map(|(table, walk)| (table, walk.phase)).collect()
}

pub(super) fn check(record: &Record, story: &Story, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let mut walks = BTreeMap::<u32, Walk>::new();
    let mut found = Vec::new();
    for event in &record.events {
        let walk = walks.entry(event.place.table).or_default();
        found.extend(walk.step(event));
        // Before anybody was told the rules of a table, its first shoe cannot have ended.
        if let Some(rules) = rules.get(&event.place.table) {
            found.extend(walk.last_round(event, *rules));
        }
    }
    found.extend(compare_slips(record, story));
    found.extend(compare_endings(record, story));
    found
}

/// How far a table has come.
#[derive(Default)]
struct Walk {
    seq: i64,
    round: RoundId,
    phase: Phase,
    /// Whether the shoe is burned, so that rounds may begin.
    ready: bool,
    shoe: Option<Shoe>,
}

impl Walk {
    /// Goes on by one event; says so when it could not have happened now.
    fn step(&mut self, event: &Event) -> Option<String> {
        let expected = self.seq + 1;
        self.seq = event.place.seq;
        if event.place.seq != expected {
            return Some(format!("{} follows event {}", event.place, expected - 1));
        }
        let before = (self.phase, self.round);
        let fits = self.turn(&event.what, event.place.table);
        if !fits {
            return Some(format!(
                "{} came while {:?} in {}: {:?}",
                event.place, before.0, before.1, event.what
            ));
        }
        (self.round != event.round).then(|| {
            format!("{} is recorded under {}, it belongs to {}", event.place, event.round, self.round)
        })
    }

    /// Follows the shoe by one event; says so when it is given up before its last round, or goes on after it.
    fn last_round(&mut self, event: &Event, rules: Rules) -> Option<String> {
        let breach = self.shoe.and_then(|shoe| shoe.breach(&event.what, rules));
        if matches!(event.what, Happening::ShoeOpened { .. }) {
            self.shoe = Some(Shoe::default());
        }
        if let Some(shoe) = &mut self.shoe {
            shoe.follow(&event.what, rules);
        }
        breach.map(|what| format!("{} {what}", event.place))
    }

    /// What the event makes of the table, and whether it was its turn.
    fn turn(&mut self, what: &Happening, table: u32) -> bool {
        use Phase::{Betting, Closed, Dealing, Settled, Shuffling};
        let (was, ready) = (self.phase, self.ready);
        match what {
            Happening::ShoeOpened { shoe_no } => {
                let next = *shoe_no == self.round.shoe_no + 1;
                self.round = RoundId { table, shoe_no: *shoe_no, round_no: 0 };
                (self.phase, self.ready) = (Shuffling, false);
                next && matches!(was, Shuffling | Settled)
            }
            Happening::CardsBurned { .. } => {
                self.ready = true;
                was == Shuffling && !ready && self.round.shoe_no > 0
            }
            Happening::BettingOpened { round_no } => {
                let next = *round_no == self.round.round_no + 1;
                self.round.round_no = *round_no;
                self.phase = Betting;
                next && ready && matches!(was, Shuffling | Settled)
            }
            Happening::SlipAccepted { .. } | Happening::WagersCleared { .. } => was == Betting,
            Happening::BettingClosed => {
                self.phase = Closed;
                was == Betting
            }
            Happening::CardDrawn { .. } => {
                self.phase = Dealing;
                matches!(was, Closed | Dealing)
            }
            Happening::RoundSettled { revision, .. } => {
                self.phase = Settled;
                was == Dealing && *revision == 1
            }
            Happening::RoundVoided { .. } => {
                self.phase = Settled;
                matches!(was, Betting | Closed | Dealing)
            }
            // About an earlier round: whether they fit that is another law.
            Happening::CorrectionProposed(_)
            | Happening::CorrectionWithdrawn { .. }
            | Happening::RoundCorrected { .. } => true,
        }
    }
}

/// The slips that are remembered are those of the events, each once.
fn compare_slips(record: &Record, story: &Story) -> Vec<String> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for (round, slip) in story.slips() {
        if !told.insert((slip.patron, slip.id.clone(), round)) {
            found.push(format!("{}: slip {} was accepted twice in {round}", slip.place, slip.id));
        }
    }
    let differ = told.symmetric_difference(&record.slips);
    found.extend(differ.map(|(patron, slip, round)| {
        let whose = if record.slips.contains(&(*patron, slip.clone(), *round)) {
            "no event"
        } else {
            "only an event"
        };
        format!("slip {slip} of patron {patron} in {round}: {whose} tells of it")
    }));
    found
}

/// What patrons are shown of their past are the endings of the events.
fn compare_endings(record: &Record, story: &Story) -> Vec<String> {
    let told: BTreeSet<_> = story
        .rounds
        .iter()
        .filter_map(|(id, round)| Some((*id, round.end()?)))
        .flat_map(|(id, end)| {
            let voided = matches!(end, End::Voided(_));
            end.paid().into_iter().map(move |(patron, paid)| (patron, id, voided.then_some(paid)))
        })
        .collect();
    let differ = told.symmetric_difference(&record.endings);
    differ
        .map(|(patron, round, _)| format!("{round} of patron {patron}: its end is shown otherwise"))
        .collect()
}
