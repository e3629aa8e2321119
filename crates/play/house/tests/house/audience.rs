//! Patrons who turn cards, and all that they and everybody else learn while the cards lie face down.
#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::sync::Arc;
use std::time::Duration;

use money::Stake;
use punto_house::ports::ReadStore;
use punto_house::{Connection, House, Lift, Lifted, LiftedEdge, NumberedNotice, Pass, Published};
use table::live::Slot;
use table::{PatronId, RawWager, RequestId, RoundRef, TableId, TableView};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;
use tokio::time::sleep;

/// How many rounds are played twice: `PUNTO_PRIVACY_ROUNDS`, or 5.
pub(crate) fn rounds() -> u64 {
    std::env::var("PUNTO_PRIVACY_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(5)
}

/// Fails if the audience learned more in one round than in the other, which was the same but for its cards.
pub(crate) fn alike(one: &[String], other: &[String], which: &str) {
    assert_eq!(one.len(), other.len(), "{which}");
    for (one, other) in one.iter().zip(other) {
        assert_eq!(one, other, "{which}");
    }
}

/// Sits down and wagers in the open round.
pub(crate) async fn wager(
    house: &House,
    table: TableId,
    patron: PatronId,
    spot: &str,
    stake: u64,
) -> RoundRef {
    house.take_seat(patron, table, Pass::default()).await.expect("there is room");
    let view = betting(house, table).await;
    let round = view.round.expect("a round is open");
    let wagers = vec![RawWager { spot: spot.to_owned(), stake: Stake::new(stake).ok() }];
    let id = RequestId(u128::from(patron.0));
    house.place_slip(patron, table, round, id, wagers, house.now()).await.expect("it is in order");
    round
}

pub(crate) async fn view_when(
    house: &House,
    table: TableId,
    like: impl Fn(&TableView) -> bool,
) -> Arc<TableView> {
    loop {
        let view = house.snapshot(table).expect("the salon is there").view;
        if like(&view) {
            return view;
        }
        sleep(Duration::from_millis(5)).await;
    }
}

pub(crate) async fn betting(house: &House, table: TableId) -> Arc<TableView> {
    view_when(house, table, |view| view.phase.id() == "betting").await
}

/// Waits until four cards lie face down.
pub(crate) async fn lying(house: &House, table: TableId) -> Arc<TableView> {
    let lie = |view: &TableView| view.cards.iter().filter(|shown| shown.card.is_none()).count() == 4;
    view_when(house, table, lie).await
}

pub(crate) fn drained(published: &mut Receiver<Published>) -> Vec<Published> {
    let mut all = Vec::new();
    loop {
        match published.try_recv() {
            Ok(one) => all.push(one),
            Err(TryRecvError::Empty) => return all,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Three patrons, of whom the first turns the cards of Player and the second those of Banker.
pub(crate) struct Audience {
    table: TableId,
    patrons: Vec<PatronId>,
    _lines: Vec<Connection>,
    notices: Vec<Receiver<NumberedNotice>>,
    published: Receiver<Published>,
}

impl Audience {
    pub(crate) async fn of(house: &House, table: TableId) -> Self {
        let mut patrons = Vec::new();
        for name in ["Mara", "Ned", "Ola"] {
            patrons.push(house.new_guest(name).await.expect("they are new").0.id);
        }
        Self {
            table,
            _lines: patrons.iter().map(|patron| house.connected(*patron)).collect(),
            notices: patrons.iter().map(|patron| house.notices(*patron)).collect(),
            published: house.published(table).expect("the table is there"),
            patrons,
        }
    }

    /// They wager in the open round.
    pub(crate) async fn wager(&self, house: &House) -> RoundRef {
        let wagers = [("player", 20_000), ("banker", 10_000), ("tie", 5_000)];
        let mut round = RoundRef { shoe_no: 0, round_no: 0 };
        for (patron, (spot, stake)) in self.patrons.iter().zip(wagers) {
            round = wager(house, self.table, *patron, spot, stake).await;
        }
        round
    }

    /// They turn cards, but none so far that it is shown; what each is told.
    pub(crate) async fn turns(&self, house: &House, round: RoundRef) -> Vec<String> {
        let mut learned = Vec::new();
        for (step, permille) in (0_u16..).zip([100, 340, 420, 880]) {
            sleep(Duration::from_millis(u64::from(step) * 300 + 100)).await;
            for (patron, slot) in [(0, Slot::P1), (1, Slot::B2), (2, Slot::P1), (1, Slot::P2), (0, Slot::P3)]
            {
                let lift = Lift { round, slot, edge: LiftedEdge::Long, permille };
                let lifted = house.squeeze(self.patrons[patron], self.table, lift).await;
                // What the edge shows to the one who turns the card is the exception.
                let shown = lifted.map(|lifted| matches!(lifted, Lifted::Down(None)) || permille >= 350);
                learned.push(format!("{patron} {slot:?} {shown:?}"));
            }
        }
        learned
    }

    /// All that they were sent and all that they may read, and the rows of rounds.
    pub(crate) async fn learned(&mut self, house: &House, store: &(impl ReadStore + ?Sized)) -> Vec<String> {
        let (mut learned, table) = (Vec::new(), self.table);
        for (patron, notices) in self.patrons.iter().zip(&mut self.notices) {
            while let Ok(notice) = notices.try_recv() {
                learned.push(format!("{notice:?}"));
            }
            learned.push(format!("{:?}", house.numbered_wallet(*patron).await));
            learned.push(format!("{:?}", house.patron_view(*patron, table).await));
        }
        learned.extend(drained(&mut self.published).iter().map(|one| format!("{one:?}")));
        learned.push(format!("{:?}", house.snapshot(table).expect("it is there").view));
        learned.push(format!("{:?}", store.shoe_rounds(table, 1).await));
        learned.push(format!("{:?}", house.round_totals(table).await));
        learned
    }
}
