//! A table for scripts, with a clock that only the script moves, and its whole history.
#![allow(clippy::panic, reason = "a script that cannot go on is a failed test")]

use std::sync::Arc;

use baccarat::{Card, HouseRules};
use money::{Amount, Currency, Stake};
use punto_table::event::VoidReason;
use punto_table::{
    Command, Decision, Drawing, EntryTerms, Event, LeaveReason, PatronId, Phase, PublicFrame, RawWager,
    RecordedEvent, Refusal, RequestId, RoundRef, Seating, Settings, Slip, SlipKind, SpotLimits, Table,
    TableId, TableView, Timestamp, Timings, Wants, decide,
};

pub(crate) const START: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) fn amount(minor: u64) -> Amount {
    Amount::new(minor).expect("a small amount")
}

pub(crate) fn settings(rules: &str) -> Settings {
    Settings {
        id: TableId(1),
        name: "Salon One".to_owned(),
        rules: Arc::new(HouseRules::builtin(rules).expect("built in").clone()),
        currency: Currency::PLAY,
        limits: SpotLimits::none(),
        timings: Timings::default(),
        exposure: None,
        entry: EntryTerms::default(),
        seating: Seating::default(),
        draw: Drawing::Sealed,
        dealer: punto_table::Dealer::Shuffle,
        squeeze: None,
    }
}

/// `player 100 tie 50` as the wagers of a slip. A stake that is no number stays one that is no stake.
pub(crate) fn wagers(text: &str) -> Vec<RawWager> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wager = |pair: &[&str]| RawWager {
        spot: pair[0].to_owned(),
        stake: pair[1].parse().ok().and_then(|minor| Stake::new(minor).ok()),
    };
    words.chunks(2).map(wager).collect()
}

pub(crate) struct TestTable {
    pub(crate) table: Table,
    pub(crate) now: Timestamp,
    pub(crate) history: Vec<RecordedEvent>,
    pub(crate) frames: Vec<PublicFrame>,
    /// The table right after each frame of a command.
    pub(crate) views: Vec<TableView>,
    slips: u128,
}

impl TestTable {
    pub(crate) fn new(rules: &str) -> Self {
        Self::with(settings(rules))
    }

    /// A table whose first round takes wagers.
    pub(crate) fn open(rules: &str) -> Self {
        let mut test = Self::new(rules);
        test.open_round();
        test
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let table = Table::new(Arc::new(settings));
        Self { table, now: START, history: Vec::new(), frames: Vec::new(), views: Vec::new(), slips: 0 }
    }

    /// Decides, and applies the events.
    pub(crate) fn run(&mut self, command: &Command) -> Result<Decision, Refusal> {
        let decision = decide(&self.table, command)?;
        if let Decision::Accepted(events) = &decision {
            for event in events {
                let seq = self.table.seq() + 1;
                let recorded = RecordedEvent { seq, at: self.now, event: event.clone() };
                let frame = self.table.public_frame(&recorded);
                self.table.apply(&recorded);
                self.views.extend(frame.is_some().then(|| self.table.view()));
                self.frames.extend(frame);
                self.history.push(recorded);
            }
        }
        Ok(decision)
    }

    /// Runs a command that must be accepted.
    pub(crate) fn must(&mut self, command: &Command) -> Vec<Event> {
        match self.run(command) {
            Ok(Decision::Accepted(events)) => events,
            other => panic!("{command:?}: {other:?}"),
        }
    }

    pub(crate) fn pass_ms(&mut self, ms: u32) {
        self.now = self.now.plus_ms(ms);
    }

    /// Waits until the next step is due and takes it; `card` is dealt or turned over if one is due.
    pub(crate) fn step(&mut self, card: Card) -> Vec<Event> {
        let next = self.table.next_step();
        self.now = self.now.max(next.at.expect("the clock does it"));
        let command = match next.wants {
            Wants::OpenShoe => {
                Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None }
            }
            Wants::BurnCards { first } => {
                Command::BurnCards { first: first.then_some(card), records: Vec::new() }
            }
            Wants::OpenBetting => Command::OpenBetting { now: self.now },
            Wants::CloseBetting => Command::CloseBetting { now: self.now, wagers: None, draw: None },
            Wants::Prove(_) => unreachable!("this shoe has no proof"),
            Wants::GoOn | Wants::VoidAbandoned | Wants::VoidUnanswered => {
                unreachable!("nobody deals at this table")
            }
            Wants::Reveal => Command::RevealCards { now: self.now },
            Wants::Card => Command::DrawCard { card, from: punto_table::Origin::Shoe },
        };
        self.must(&command)
    }

    /// Goes on to the next round that takes wagers.
    pub(crate) fn open_round(&mut self) -> RoundRef {
        self.step(card("Ks"));
        while !matches!(self.table.phase(), Phase::Betting { .. }) {
            self.step(card("Ks"));
        }
        self.round()
    }

    pub(crate) fn round(&self) -> RoundRef {
        self.table.round().expect("a round was begun")
    }

    pub(crate) fn sit(&mut self, patron: u32) -> Result<Decision, Refusal> {
        self.run(&Command::TakeSeat { patron: PatronId(patron) })
    }

    /// A slip of the present round, or of the first to come, received now, with an id of its own. Its patron has a
    /// seat from then on, once there is a shoe.
    pub(crate) fn slip(&mut self, patron: u32, text: &str) -> Slip {
        if self.table.shoe_no() > 0 {
            self.sit(patron).expect("there is room");
        }
        self.slips += 1;
        Slip {
            patron: PatronId(patron),
            slip_id: RequestId(self.slips),
            round: self.table.round().unwrap_or(RoundRef { shoe_no: 1, round_no: 1 }),
            kind: SlipKind::Adds,
            wagers: wagers(text),
            received_at: self.now,
            limits: None,
            cash: None,
        }
    }

    pub(crate) fn place(&mut self, patron: u32, text: &str) -> Result<Decision, Refusal> {
        let slip = self.slip(patron, text);
        self.run(&Command::PlaceSlip(slip))
    }

    pub(crate) fn clear(&mut self, patron: u32, request: u128) -> Result<Decision, Refusal> {
        self.run(&Command::ClearWagers {
            patron: PatronId(patron),
            round: self.round(),
            request_id: RequestId(request),
            received_at: self.now,
        })
    }

    pub(crate) fn leave(&mut self, patron: u32) -> Result<Decision, Refusal> {
        let reason = LeaveReason::Left;
        self.run(&Command::Leave { patron: PatronId(patron), reason, received_at: self.now })
    }

    pub(crate) fn void(&mut self, reason: VoidReason) -> Result<Decision, Refusal> {
        self.run(&Command::VoidRound { reason, by: None })
    }

    /// Closes the betting and deals these cards.
    pub(crate) fn deal(&mut self, cards: &str) -> Vec<Event> {
        if matches!(self.table.phase(), Phase::Betting { .. }) {
            self.step(card("Ks"));
        }
        cards.split(' ').flat_map(|text| self.step(card(text))).collect()
    }
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().expect("a card")
}
