//! A simulated patron: places slips good and bad, sends them twice, at the last moment and after it, takes them back,
//! leaves, loses the connection and asks again about requests in doubt. Notes every answer and judges none.

use std::time::Duration;

use auditor::{Attempts, ClearRequest, Manner, RequestStatus, RoundId, SlipRequest, Wager};
use futures_util::future::join_all;
use table::{Phase, Settings, TableId, Timestamp};
use tokio::time::{sleep, timeout};

use super::seat::{Patron, Player};
use crate::sim_house::round_id;

/// How many slips in doubt a returning patron queries at once.
const ASKED_AGAIN: usize = 8;

/// How many times a patron asks, at most, until every slip is answered.
const PATIENCE: u32 = 60;

impl Player {
    /// Plays for as long as the house runs.
    pub(crate) async fn play(mut self) {
        let record = self.come_in().await;
        let notices = self.sim.house.notices(record.id);
        let mut patron = Patron { id: record.id, record, notices, balance: 0, at: &mut self };
        patron.ask_again().await;
        patron.look_at_balance().await;
        loop {
            let ms = patron.at.dice.within(0..=patron.at.pause_ms * 2);
            sleep(Duration::from_millis(ms)).await;
            patron.receive();
            patron.act().await;
        }
    }

    /// Asks about every request in doubt until none is left, and then for the balance.
    pub(crate) async fn settle_up(mut self) {
        let Some(record) = self.sim.shared.seated(self.seat) else { return };
        let notices = self.sim.house.notices(record.id);
        let mut patron = Patron { id: record.id, record, notices, balance: 0, at: &mut self };
        for _ in 0..PATIENCE {
            if !patron.ask_again().await {
                break;
            }
            sleep(Duration::from_secs(1)).await;
        }
        patron.look_at_balance().await;
    }

    /// The patron of this seat, who comes in first if need be. One who got no answer comes in once more.
    async fn come_in(&mut self) -> house::ports::Patron {
        loop {
            if let Some(known) = self.sim.shared.seated(self.seat) {
                return known;
            }
            sleep(Duration::from_millis(self.dice.within(0..=3_000))).await;
            match self.sim.house.new_guest(&format!("Patron {}", self.seat + 1)).await {
                Ok((patron, _)) => {
                    self.sim.shared.observed().of(patron.id.0).gifts += 1;
                    self.sim.shared.sit(self.seat, patron);
                }
                Err(no) => self.count("guest", &no),
            }
        }
    }
}

impl Patron<'_> {
    async fn act(&mut self) {
        let tables = &self.at.sim.tables;
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
            _ => self.disconnect().await,
        }
    }

    /// The latest round of a table, and when it closes if it takes wagers.
    fn round(&self, table: TableId) -> Option<(RoundId, Option<Timestamp>)> {
        let view = self.at.sim.house.snapshot(table)?.view;
        let closes_at = match view.phase {
            Phase::Betting { closes_at } => Some(closes_at),
            _ => None,
        };
        Some((round_id(table, view.round?), closes_at))
    }

    /// Waits until a table takes wagers, or for a while.
    async fn wait_for_betting(&self, table: TableId) {
        let Some(mut frames) = self.at.sim.house.subscribe(table) else { return };
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
        self.send(&id, slow_ms, patience).await;
    }

    /// Several slips at once, one of them twice.
    async fn burst(&mut self, settings: &Settings) {
        self.wait_for_betting(settings.id).await;
        let Some((round, _)) = self.round(settings.id) else { return };
        let mut ids: Vec<_> = (0..self.at.dice.within(1..=4)).map(|_| self.write(round, settings)).collect();
        ids.extend(self.at.dice.pick(&ids).cloned());
        join_all(ids.iter().map(|id| self.send(id, 0, None))).await;
    }

    /// A slip around the moment at which betting closes: just before, just then, and while the house waits for slips in
    /// flight.
    async fn at_the_close(&mut self, settings: &Settings) {
        self.wait_for_betting(settings.id).await;
        let Some((round, Some(closes_at))) = self.round(settings.id) else { return };
        let now = self.at.sim.house.now();
        let late = self.at.dice.within(0..=u64::from(settings.timings.drain_ms) + 4);
        let wait = now.ms_until(closes_at).saturating_add(late).saturating_sub(3);
        sleep(Duration::from_millis(wait)).await;
        let id = self.write(round, settings);
        let slow_ms = self.at.dice.within(0..=u64::from(settings.timings.drain_ms));
        self.send(&id, slow_ms, None).await;
    }

    /// Sends a slip or a clear again, answered or not.
    async fn once_more(&mut self) {
        let (slips, clears): (Vec<String>, Vec<String>) = {
            let mut observed = self.at.sim.shared.observed();
            let own = observed.of(self.id.0);
            (own.slips.keys().take(50).cloned().collect(), own.clears.keys().take(50).cloned().collect())
        };
        if self.at.dice.per_mille(250) {
            let Some(id) = self.at.dice.pick(&clears) else { return };
            self.send_clear(id).await;
        } else {
            let Some(id) = self.at.dice.pick(&slips) else { return };
            self.send(id, 0, None).await;
        }
    }

    /// Sends some of the requests in doubt again. Answers whether a slip was among them.
    async fn ask_again(&mut self) -> bool {
        let (slips, clears): (Vec<String>, Vec<String>) = {
            let mut observed = self.at.sim.shared.observed();
            let own = observed.of(self.id.0);
            let unknown = |attempts: &Attempts| attempts.status() == RequestStatus::Unknown;
            let slips = own.slips.iter().filter(|(_, slip)| unknown(&slip.attempts));
            let clears = own.clears.iter().filter(|(_, clear)| unknown(&clear.attempts));
            (
                slips.map(|(id, _)| id.clone()).take(ASKED_AGAIN).collect(),
                clears.map(|(id, _)| id.clone()).take(ASKED_AGAIN).collect(),
            )
        };
        for id in &slips {
            self.send(id, 0, None).await;
        }
        for id in &clears {
            self.send_clear(id).await;
        }
        !slips.is_empty()
    }

    async fn clear(&mut self, settings: &Settings) {
        let Some((round, _)) = self.round(settings.id) else { return };
        let id = self.at.dice.id();
        self.observe(|own| own.clears.insert(id.clone(), ClearRequest::new(round)));
        self.send_clear(&id).await;
        if self.at.dice.per_mille(200) {
            self.send_clear(&id).await;
        }
    }

    async fn leave(&mut self, settings: &Settings) {
        let house = &self.at.sim.house;
        match house.leave(self.id, settings.id, house.now()).await {
            Ok(receipt) if receipt.returned.is_zero() => self.at.sim.shared.tally().answer("leave: nothing"),
            Ok(receipt) => {
                self.at.sim.shared.tally().answer("leave: returned");
                let left = (settings.id.0, receipt.returned.signed());
                self.observe(|own| own.left_with.insert(left));
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
        self.send(&id, 0, None).await;
    }

    async fn look_at_balance(&mut self) {
        if let Ok(wallet) = self.at.sim.house.wallet(self.id).await {
            self.balance = wallet.cash.minor() + wallet.bonus.minor();
            self.observe(|own| {
                own.observe_cash(wallet.cash.signed());
                own.observe_bonus(wallet.bonus.signed());
                own.observe_debt(wallet.owed.signed());
            });
        }
    }

    async fn top_up(&mut self) {
        match self.at.sim.house.top_up(&self.record).await {
            Ok(wallet) => {
                self.at.sim.shared.tally().answer("top up: given");
                self.observe(|own| {
                    own.gifts += 1;
                    own.observe_cash(wallet.cash.signed());
                });
            }
            Err(no) => self.at.count("top up", &no),
        }
    }

    /// The connection is lost for a while. What the house sends meanwhile is missed.
    async fn disconnect(&mut self) {
        sleep(Duration::from_millis(self.at.dice.within(100..=20_000))).await;
        self.notices = self.at.sim.house.notices(self.id);
        self.ask_again().await;
        self.look_at_balance().await;
    }

    /// Writes a slip that the house may accept.
    fn write(&mut self, round: RoundId, settings: &Settings) -> String {
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

    fn note_slip(&mut self, round: RoundId, wagers: Vec<Wager>) -> String {
        let id = self.at.dice.id();
        self.observe(|own| own.slips.insert(id.clone(), SlipRequest::new(round, wagers)));
        id
    }
}
