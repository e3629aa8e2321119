//! A simulated patron: places slips good and bad, sends them twice, at the last moment and after it, takes them
//! back, leaves, loses the line and comes back to ask what became of it all. Notes every answer; judges none.

mod mail;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use house::{HouseRefusal, Notice, Rejection};
use table::{PatronId, Phase, Settings, TableId, Timestamp};
use tokio::sync::broadcast;
use tokio::time::{sleep, timeout};

use crate::audit::{RoundId, Wager};
use crate::dice::Dice;
use crate::hall::{Hall, round_id};
use crate::notes::{ClearNote, Note, PatronNotes, SlipNote, Standing};
use crate::plan::Manner;

pub(crate) use mail::line;

/// How many slips in doubt are asked about at once on coming back.
const ASKED_AGAIN: usize = 8;

/// How many times a patron asks, at most, until every slip is answered.
const PATIENCE: u32 = 60;

/// A patron at their seat.
pub(crate) struct Player {
    pub(crate) hall: Arc<Hall>,
    pub(crate) seat: usize,
    pub(crate) manner: Manner,
    pub(crate) dice: Dice,
    pub(crate) pause_ms: u64,
}

/// A patron whom the house knows.
struct Patron<'a> {
    at: &'a mut Player,
    id: PatronId,
    record: house::ports::Patron,
    notices: broadcast::Receiver<Notice>,
    /// Cash and bonus money, as last seen.
    balance: u64,
}

impl Player {
    /// Plays for as long as the house stands.
    pub(crate) async fn play(mut self) {
        let record = self.come_in().await;
        let notices = self.hall.house.notices(record.id);
        let mut patron = Patron { id: record.id, record, notices, balance: 0, at: &mut self };
        patron.ask_again().await;
        patron.look_at_balance().await;
        loop {
            let ms = patron.at.dice.within(0..=patron.at.pause_ms * 2);
            sleep(Duration::from_millis(ms)).await;
            patron.hear();
            patron.act().await;
        }
    }

    /// Asks what became of everything in doubt, until there is nothing left, and of the balance at the end.
    pub(crate) async fn settle_up(mut self) {
        let Some(record) = self.hall.memory.seated(self.seat) else { return };
        let notices = self.hall.house.notices(record.id);
        let mut patron = Patron { id: record.id, record, notices, balance: 0, at: &mut self };
        for _ in 0..PATIENCE {
            if !patron.ask_again().await {
                break;
            }
            sleep(Duration::from_secs(1)).await;
        }
        patron.look_at_balance().await;
    }

    /// Who sits here, after coming in if need be. Whoever was not told that they are in comes in once more.
    async fn come_in(&mut self) -> house::ports::Patron {
        loop {
            if let Some(known) = self.hall.memory.seated(self.seat) {
                return known;
            }
            sleep(Duration::from_millis(self.dice.within(0..=3_000))).await;
            match self.hall.house.new_guest(&format!("Patron {}", self.seat + 1)).await {
                Ok((patron, _)) => {
                    self.hall.memory.notes().of(patron.id.0).gifts += 1;
                    self.hall.memory.sit(self.seat, patron);
                }
                Err(no) => self.count("guest", &no),
            }
        }
    }

    fn count(&self, what: &str, no: &Rejection) {
        self.hall.memory.tally().answer(&format!("{what}: {}", code(no)));
    }
}

impl Patron<'_> {
    async fn act(&mut self) {
        let tables = &self.at.hall.tables;
        let Some(settings) = self.at.dice.pick(tables).cloned() else { return };
        match self.at.dice.within(1..=100) {
            1..=50 => self.place_one(&settings).await,
            51..=60 => self.burst(&settings).await,
            61..=68 => self.at_the_close(&settings).await,
            69..=76 => self.once_more().await,
            77..=82 => self.clear(&settings).await,
            83..=86 => self.leave(&settings).await,
            87..=90 => self.nonsense(&settings).await,
            91..=94 => self.look_at_balance().await,
            95..=97 => self.top_up().await,
            _ => self.hang_up().await,
        }
    }

    /// The round of a table that takes wagers, or took them last.
    fn round(&self, table: TableId) -> Option<(RoundId, Option<Timestamp>)> {
        let view = self.at.hall.house.snapshot(table)?.view;
        let closes_at = match view.phase {
            Phase::Betting { closes_at } => Some(closes_at),
            _ => None,
        };
        Some((round_id(table, view.round?), closes_at))
    }

    /// Waits until a table takes wagers, or for a while.
    async fn wait_for_betting(&self, table: TableId) {
        let Some(mut frames) = self.at.hall.house.subscribe(table) else { return };
        let opened = async {
            while self.round(table).is_none_or(|(_, closes_at)| closes_at.is_none()) {
                if frames.recv().await.is_err() {
                    return;
                }
            }
        };
        let _: Result<(), _> = timeout(Duration::from_secs(30), opened).await;
    }

    async fn place_one(&mut self, settings: &Settings) {
        if self.at.dice.per_mille(850) {
            self.wait_for_betting(settings.id).await;
        }
        if self.at.manner == Manner::Reckless {
            self.look_at_balance().await;
        }
        let Some((round, _)) = self.round(settings.id) else { return };
        let id = self.write(round, settings);
        let slow_ms = if self.at.dice.per_mille(150) { self.at.dice.within(0..=600) } else { 0 };
        let patience = self.at.dice.per_mille(60).then(|| self.at.dice.within(0..=20));
        self.send(id, slow_ms, patience).await;
    }

    /// Several slips at once, one of them twice.
    async fn burst(&mut self, settings: &Settings) {
        self.wait_for_betting(settings.id).await;
        let Some((round, _)) = self.round(settings.id) else { return };
        let mut ids: Vec<_> = (0..self.at.dice.within(1..=4)).map(|_| self.write(round, settings)).collect();
        ids.extend(self.at.dice.pick(&ids).copied());
        join_all(ids.into_iter().map(|id| self.send(id, 0, None))).await;
    }

    /// A slip around the moment at which betting closes: just before, just then, and while the house waits for
    /// what is still on its way.
    async fn at_the_close(&mut self, settings: &Settings) {
        self.wait_for_betting(settings.id).await;
        let Some((round, Some(closes_at))) = self.round(settings.id) else { return };
        let now = self.at.hall.house.now();
        let late = self.at.dice.within(0..=u64::from(settings.timings.drain_ms) + 4);
        let wait = now.ms_until(closes_at).saturating_add(late).saturating_sub(3);
        sleep(Duration::from_millis(wait)).await;
        let id = self.write(round, settings);
        let slow_ms = self.at.dice.within(0..=u64::from(settings.timings.drain_ms));
        self.send(id, slow_ms, None).await;
    }

    /// Sends a slip or a request again that was sent before, answered or not.
    async fn once_more(&mut self) {
        let (slips, clears): (Vec<u128>, Vec<u128>) = {
            let mut notes = self.at.hall.memory.notes();
            let notes = notes.of(self.id.0);
            let latest = |ids: &mut dyn Iterator<Item = u128>| ids.take(50).collect();
            (latest(&mut notes.slips.keys().copied()), latest(&mut notes.clears.keys().copied()))
        };
        if self.at.dice.per_mille(250) {
            let Some(id) = self.at.dice.pick(&clears).copied() else { return };
            self.send_clear(id).await;
        } else {
            let Some(id) = self.at.dice.pick(&slips).copied() else { return };
            self.send(id, 0, None).await;
        }
    }

    /// Asks about some of what is in doubt. Answers whether anything was.
    async fn ask_again(&mut self) -> bool {
        let (slips, clears): (Vec<u128>, Vec<u128>) = {
            let mut notes = self.at.hall.memory.notes();
            let notes = notes.of(self.id.0);
            let slips = notes.slips.iter().filter(|(_, note)| note.standing == Standing::Unknown);
            let clears = notes.clears.iter().filter(|(_, note)| note.standing == Standing::Unknown);
            (
                slips.map(|(id, _)| *id).take(ASKED_AGAIN).collect(),
                clears.map(|(id, _)| *id).take(ASKED_AGAIN).collect(),
            )
        };
        for id in &slips {
            self.send(*id, 0, None).await;
        }
        for id in &clears {
            self.send_clear(*id).await;
        }
        !slips.is_empty()
    }

    async fn clear(&mut self, settings: &Settings) {
        let Some((round, _)) = self.round(settings.id) else { return };
        let id = self.at.dice.id();
        self.noted(|notes| notes.clears.insert(id, Note::new(ClearNote { round, returned: None })));
        self.send_clear(id).await;
        if self.at.dice.per_mille(200) {
            self.send_clear(id).await;
        }
    }

    async fn leave(&mut self, settings: &Settings) {
        let house = &self.at.hall.house;
        match house.leave(self.id, settings.id, house.now()).await {
            Ok(receipt) if receipt.returned.is_zero() => self.at.hall.memory.tally().answer("leave: nothing"),
            Ok(receipt) => {
                self.at.hall.memory.tally().answer("leave: returned");
                self.noted(|notes| notes.left_with.push((receipt.table.0, receipt.returned.signed())));
            }
            Err(no) => self.at.count("leave", &no),
        }
    }

    /// A slip that has to be refused.
    async fn nonsense(&mut self, settings: &Settings) {
        let Some((mut round, _)) = self.round(settings.id) else { return };
        let wager = |spot: &str, stake| Wager { spot: spot.to_owned(), stake, bonus: 0 };
        let wagers = match self.at.dice.within(0..=5) {
            0 => vec![wager("dragon", 100)],
            1 => vec![wager("banker", -100)],
            2 => vec![wager("tie", 100), wager("tie", 100)],
            3 => vec![wager("player", i64::MAX)],
            4 => Vec::new(),
            _ => {
                round.round_no += 1;
                vec![wager("player", 100)]
            }
        };
        let id = self.note_slip(round, wagers);
        self.send(id, 0, None).await;
    }

    async fn look_at_balance(&mut self) {
        if let Ok(wallet) = self.at.hall.house.wallet(self.id).await {
            self.balance = wallet.cash.minor() + wallet.bonus.minor();
            self.noted(|notes| {
                notes.balances.insert(wallet.cash.signed());
                notes.bonuses.insert(wallet.bonus.signed());
                notes.debts.insert(wallet.owed.signed());
            });
        }
    }

    async fn top_up(&mut self) {
        match self.at.hall.house.top_up(&self.record).await {
            Ok(wallet) => {
                self.at.hall.memory.tally().answer("top up: given");
                self.noted(|notes| {
                    notes.gifts += 1;
                    notes.balances.insert(wallet.cash.signed());
                });
            }
            Err(no) => self.at.count("top up", &no),
        }
    }

    /// The line is lost for a while. What was said meanwhile is missed.
    async fn hang_up(&mut self) {
        sleep(Duration::from_millis(self.at.dice.within(100..=20_000))).await;
        self.notices = self.at.hall.house.notices(self.id);
        self.ask_again().await;
        self.look_at_balance().await;
    }

    /// Writes a slip that may well be taken.
    fn write(&mut self, round: RoundId, settings: &Settings) -> u128 {
        let mut wagers = Vec::<Wager>::new();
        for _ in 0..self.at.dice.within(1..=3) {
            let Some(spot) = self.at.dice.pick(&settings.rules.spots).map(|rules| rules.spot) else {
                continue;
            };
            if wagers.iter().any(|wager| wager.spot == spot.id()) {
                continue;
            }
            let range = match self.at.manner {
                // Odd amounts, so that there is something to round.
                Manner::Steady => 1..=4_999,
                Manner::Reckless => self.balance / 8..=self.balance + 1,
            };
            let stake = i64::try_from(self.at.dice.within(range)).unwrap_or(i64::MAX);
            wagers.push(Wager { spot: spot.id().to_owned(), stake, bonus: 0 });
        }
        self.note_slip(round, wagers)
    }

    fn note_slip(&mut self, round: RoundId, mut wagers: Vec<Wager>) -> u128 {
        let id = self.at.dice.id();
        wagers.sort();
        let note = SlipNote { round, wagers, received_at: i64::MAX };
        self.noted(|notes| notes.slips.insert(id, Note::new(note)));
        id
    }

    fn noted<T>(&self, note: impl FnOnce(&mut PatronNotes) -> T) -> T {
        note(self.at.hall.memory.notes().of(self.id.0))
    }
}

/// The code of a refusal, or that it failed.
fn code(no: &Rejection) -> &'static str {
    match no {
        Rejection::Refused(refusal) => HouseRefusal::code(refusal),
        Rejection::Failed(_) => "failed",
    }
}
