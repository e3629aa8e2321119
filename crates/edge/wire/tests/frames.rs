//! The public frames of three rounds and a snapshot, compared byte for byte with `golden/frames.jsonl`.

use std::sync::Arc;

use baccarat::{Coup, HouseRules};
use money::Currency;
use punto_wire::server::ServerMessage;
use punto_wire::table_view::TableView;
use table::event::VoidReason;
use table::{
    Command, Decision, PublicEvent, PublicFrame, RecordedEvent, RoundEnd, RoundRef, Settings, SpotLimits,
    Table, TableId, Timestamp, Timings, Wants, decide,
};

/// A table whose public events are encoded as they happen.
struct Recorder {
    table: Table,
    now: Timestamp,
    frames: Vec<String>,
}

impl Recorder {
    fn new(rules: &str) -> Self {
        let settings = Settings {
            id: TableId(7),
            name: "Salon".to_owned(),
            rules: Arc::new(HouseRules::builtin(rules).expect("built in").clone()),
            currency: Currency::PLAY,
            limits: SpotLimits::none(),
            timings: Timings::default(),
            exposure: None,
            entry: table::EntryTerms::default(),
            seating: table::Seating::default(),
            draw: table::Drawing::Sealed,
            dealer: table::Dealer::Shuffle,
            squeeze: None,
        };
        let (table, now) = (Table::new(Arc::new(settings)), Timestamp(1_700_000_000_000));
        Self { table, now, frames: Vec::new() }
    }

    fn run(&mut self, command: &Command) {
        let Ok(Decision::Accepted(events)) = decide(&self.table, command) else {
            unreachable!("{command:?} is accepted")
        };
        for event in events {
            let recorded = RecordedEvent { seq: self.table.seq() + 1, at: self.now, event };
            let frame = self.table.public_frame(&recorded);
            self.table.apply(&recorded);
            self.frames.extend(frame.map(|frame| self.encoded(&frame)));
        }
    }

    fn encoded(&self, frame: &PublicFrame) -> String {
        ServerMessage::frame(frame, &self.table.view(), None, Vec::new()).encode()
    }

    fn snapshot(&self) -> String {
        let view = self.table.view();
        let table = Box::new(TableView { patrons: 3, ..TableView::new(&view) });
        ServerMessage::Snapshot { seq: view.seq, now: self.now.0, table }.encode()
    }

    /// Takes every step up to the first card of the next round, then deals these cards.
    fn deal(&mut self, cards: &str) {
        let mut cards = cards.split(' ').map(|card| card.parse().expect("a card")).peekable();
        while let Some(card) = cards.peek().copied() {
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
                Wants::Prove(_)
                | Wants::GoOn
                | Wants::Reveal
                | Wants::VoidAbandoned
                | Wants::VoidUnanswered => {
                    unreachable!("this shoe has no proof, and nobody deals it")
                }
                Wants::Card => {
                    cards.next();
                    Command::DrawCard { card, from: table::Origin::Shoe }
                }
            };
            self.run(&command);
        }
    }
}

#[test]
fn frames_keep_their_bytes() {
    let mut recorder = Recorder::new("live-commission");
    recorder.deal("2h Kd Kh 3c 9h 3d");
    recorder.deal("7s 7c");
    recorder.run(&Command::VoidRound { reason: VoidReason::UnreadableCard, by: None });
    recorder.deal("9h 9d Ks Kc");
    let coup: Coup = "7h Kd 9s 3c 5h".parse().expect("a coup");
    for end in [
        RoundEnd::Coup(coup),
        RoundEnd::Void { reason: VoidReason::Supervisor, cards: coup.cards().to_vec() },
    ] {
        let round = RoundRef { shoe_no: 1, round_no: 1 };
        let event = PublicEvent::RoundCorrected { round, revision: 2, end };
        let frame = PublicFrame { seq: 41, at: recorder.now, event };
        recorder.frames.push(recorder.encoded(&frame));
    }
    recorder.frames.push(recorder.snapshot());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/frames.jsonl");
    if std::env::var_os("PUNTO_WRITE_FRAMES").is_some() {
        std::fs::write(file, recorder.frames.join("\n") + "\n").expect("the frames can be written");
    }
    let stored = std::fs::read_to_string(file).expect("the frames are stored");
    assert_eq!(recorder.frames, stored.lines().collect::<Vec<_>>());
}
