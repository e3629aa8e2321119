//! A simulated patron: does what `auditor` chooses, now and then at the last moment or after it, and asks again about
//! requests in doubt. Notes every answer and judges none.

use std::sync::Arc;
use std::time::Duration;

use auditor::{PatronAction, PatronRequest, SeenTable, SpotLimit};
use baccarat::SpotRules;
use futures_util::future::join_all;
use house::patrons::LOW;
use house::ports::NumberedWallet;
use house::{Pass, Rejection};
use money::{Amount, Stake};
use table::{Phase, RawWager, Settings, StopAt, TableId, Timestamp};
use tokio::time::{sleep, timeout};

use super::seat::{Patron, Player, code};
use crate::sim_house::{request_id as request_id_of, round_id, wallet_shown};

/// How many requests in doubt a returning patron sends again.
const ASKED_AGAIN: usize = 16;

/// How many times a patron asks, at most, until every slip is answered.
const PATIENCE: u32 = 60;

impl Player {
    /// Plays for as long as the house runs.
    pub(crate) async fn play(mut self) {
        let record = self.come_in().await;
        let mut patron = self.seat(record);
        patron.ask_again().await;
        patron.look_at_balance().await;
        loop {
            let ms = patron.at.planner.dice.within(0..=patron.at.pause_ms * 2);
            sleep(Duration::from_millis(ms)).await;
            patron.receive();
            patron.act().await;
        }
    }

    /// Stops Auto, asks about every request in doubt until none is left, and then for the balance.
    pub(crate) async fn settle_up(self) {
        let Some(record) = self.sim.shared.seated(self.seat) else { return };
        let mut patron = self.seat(record);
        patron.stop_every_auto().await;
        for _ in 0..PATIENCE {
            if !patron.ask_again().await {
                break;
            }
            sleep(Duration::from_secs(1)).await;
        }
        patron.look_at_balance().await;
    }

    /// Asks for the balance.
    pub(crate) async fn look_up(self) {
        if let Some(record) = self.sim.shared.seated(self.seat) {
            self.seat(record).look_at_balance().await;
        }
    }

    /// The patron of this seat, who comes in first if need be. One who got no answer comes in once more.
    async fn come_in(&mut self) -> house::ports::Patron {
        loop {
            if let Some(known) = self.sim.shared.seated(self.seat) {
                return known;
            }
            sleep(Duration::from_millis(self.planner.dice.within(0..=3_000))).await;
            match self.sim.house.new_guest(&format!("Patron {}", self.seat + 1)).await {
                Ok((patron, _)) => {
                    self.sim.shared.observed().of(patron.id.0).gifts += 1;
                    self.sim.shared.sit(self.seat, patron);
                }
                Err(no) => self.sim.shared.answer("guest", code(&no)),
            }
        }
    }
}

impl Patron {
    async fn act(&mut self) {
        self.turn_cards().await;
        if self.at.is_careful {
            self.protect().await;
            if self.at.planner.dice.per_mille(250) {
                return self.wager_everywhere().await;
            }
        }
        if self.has_little() && self.at.planner.dice.per_mille(500) {
            return self.top_up().await;
        }
        let Some(settings) = self.at.planner.dice.pick(&self.at.sim.tables).cloned() else { return };
        let drain_ms = u64::from(settings.timings.drain_ms);
        // How long what is sent may take at most.
        let mut slow_ms = if self.at.planner.dice.per_mille(150) { 600 } else { 0 };
        match self.at.planner.dice.within(1..=100) {
            1..=75 => self.wait_for_betting(settings.id).await,
            76..=85 => {
                self.wait_for_the_close(&settings).await;
                slow_ms = drain_ms;
            }
            _ => {}
        }
        self.receive();
        if self.at.planner.dice.per_mille(900) {
            self.take_seat(settings.id).await;
        }
        let Some(table) = self.see(&settings) else { return };
        self.change_auto(settings.id, &table).await;
        match self.choose(&table) {
            PatronAction::Send(requests) => {
                let dice = &mut self.at.planner.dice;
                let slow_ms = dice.within(0..=slow_ms);
                let patience = if dice.per_mille(60) {
                    Duration::from_millis(dice.within(0..=20))
                } else {
                    Duration::MAX
                };
                join_all(requests.iter().map(|request| self.send(request, slow_ms, patience))).await;
            }
            PatronAction::TopUp => self.top_up().await,
            PatronAction::Disconnect => self.disconnect().await,
            PatronAction::Wait => {}
        }
        if self.at.planner.dice.per_mille(200) {
            self.look_at_balance().await;
        }
    }

    fn choose(&mut self, table: &SeenTable) -> PatronAction {
        let (sim, planner) = (&self.at.sim, &mut self.at.planner);
        let mut observed = sim.shared.observed();
        let own = observed.of(self.id.0);
        if planner.dice.per_mille(100) {
            return PatronAction::Send(planner.burst(table, own));
        }
        planner.next(&[table], own)
    }

    /// The latest round of a table.
    pub(super) fn see(&self, settings: &Settings) -> Option<SeenTable> {
        let round = round_id(settings.id, self.at.sim.house.snapshot(settings.id)?.view.round?);
        let kept = self.at.sim.house.table(settings.id)?;
        let settings = kept.record.settings(Arc::clone(&kept.rules));
        let limit = |rules: &SpotRules| {
            let limit = settings.limit(rules.spot);
            let (minimum, maximum) = (limit.minimum.minor(), limit.maximum.map_or(u64::MAX, Amount::minor));
            SpotLimit { spot: rules.spot.id().to_owned(), minimum, maximum }
        };
        Some(SeenTable { round, spots: settings.rules.spots.iter().map(limit).collect() })
    }

    /// When betting closes at a table, if it is open.
    fn closes_at(&self, table: TableId) -> Option<Timestamp> {
        match self.at.sim.house.snapshot(table)?.view.phase {
            Phase::Betting { closes_at } => Some(closes_at),
            _ => None,
        }
    }

    /// Waits until a table takes wagers, or for a while.
    async fn wait_for_betting(&self, table: TableId) {
        let Some(mut frames) = self.at.sim.house.subscribe(table) else { return };
        let opened = async {
            while self.closes_at(table).is_none() {
                if frames.recv().await.is_err() {
                    return;
                }
            }
        };
        let _: Result<(), _> = timeout(Duration::from_secs(30), opened).await;
    }

    /// Waits until about the moment at which betting closes: just before, just then, or while the house waits for slips
    /// in flight.
    async fn wait_for_the_close(&mut self, settings: &Settings) {
        self.wait_for_betting(settings.id).await;
        let Some(closes_at) = self.closes_at(settings.id) else { return };
        let late = self.at.planner.dice.within(0..=u64::from(settings.timings.drain_ms) + 4);
        let wait = self.at.sim.house.now().ms_until(closes_at).saturating_add(late).saturating_sub(3);
        sleep(Duration::from_millis(wait)).await;
    }

    /// Sends some of the requests in doubt again. Answers whether there were any.
    async fn ask_again(&mut self) -> bool {
        let open = self.observe(|own| own.unanswered());
        for request in open.iter().take(ASKED_AGAIN) {
            self.send(request, 0, Duration::MAX).await;
        }
        !open.is_empty()
    }

    pub(super) async fn send(&self, request: &PatronRequest, slow_ms: u64, patience: Duration) {
        match request {
            PatronRequest::Slip(id) => self.send_slip(id, slow_ms, patience).await,
            PatronRequest::Clear(id) => self.send_clear(id).await,
            PatronRequest::Leave(table) => self.leave(TableId(*table)).await,
        }
    }

    /// Stops Auto at every table, so that no new wager follows.
    async fn stop_every_auto(&self) {
        for settings in &self.at.sim.tables {
            for _ in 0..PATIENCE {
                let stopped = self.at.sim.house.stop_auto(self.id, settings.id).await;
                // There is none at a table that was not added yet.
                if !matches!(stopped, Err(Rejection::Failed(_))) {
                    break;
                }
                sleep(Duration::from_secs(1)).await;
            }
        }
    }

    /// Now and then starts Auto at a table, or stops it.
    async fn change_auto(&mut self, table: TableId, seen: &SeenTable) {
        let dice = &mut self.at.planner.dice;
        let (starts, stops, rounds) = (dice.per_mille(60), dice.per_mille(20), dice.within(0..=21));
        let (spot, request_id) = (dice.pick(&seen.spots).cloned(), dice.id());
        let house = &self.at.sim.house;
        if let Some(spot) = spot.filter(|_| starts) {
            let wagers = vec![RawWager { spot: spot.spot, stake: Stake::new(spot.minimum).ok() }];
            let rounds = u16::try_from(rounds).unwrap_or_default();
            let least = |times: u64| Stake::new(spot.minimum.saturating_mul(times)).ok();
            let stop_at = match rounds % 3 {
                0 => StopAt::default(),
                1 => StopAt { loss: least(1), win: None },
                _ => StopAt { loss: least(3), win: least(2) },
            };
            let request_id = request_id_of(&request_id);
            let started = house.start_auto(self.id, table, wagers, rounds, stop_at.into(), request_id).await;
            let word = started.as_ref().map_or_else(code, |_| "started");
            self.at.sim.shared.answer("auto", word);
        } else if stops {
            let stopped = house.stop_auto(self.id, table).await;
            let word = stopped.as_ref().map_or_else(code, |_| "stopped");
            self.at.sim.shared.answer("auto", word);
        }
    }

    pub(super) async fn take_seat(&self, table: TableId) {
        let word = match self.at.sim.house.take_seat(self.id, table, Pass::default()).await {
            Ok(receipt) if receipt.repeated => "taken before",
            Ok(_) => "taken",
            Err(no) => code(&no),
        };
        self.at.sim.shared.answer("seat", word);
    }

    async fn leave(&self, table: TableId) {
        let house = &self.at.sim.house;
        match house.leave(self.id, table, house.now()).await {
            Ok(receipt) if receipt.returned.is_zero() => self.at.sim.shared.answer("leave", "nothing"),
            Ok(receipt) => {
                self.at.sim.shared.answer("leave", "returned");
                self.observe(|own| own.left(table.0, receipt.returned.signed()));
            }
            Err(no) => self.at.sim.shared.answer("leave", code(&no)),
        }
    }

    async fn look_at_balance(&mut self) {
        if let Ok(NumberedWallet { wallet, number }) = self.at.sim.house.numbered_wallet(self.id).await {
            self.observe(|own| own.observe_state(number, wallet_shown(&wallet)));
        }
    }

    /// Whether the patron knows of so little cash that there may be more play money.
    fn has_little(&self) -> bool {
        let below = i64::try_from(LOW).unwrap_or(i64::MAX);
        self.observe(|own| own.latest.cash).is_some_and(|cash| cash < below)
    }

    /// Asks for play money, now and then twice at once.
    async fn top_up(&mut self) {
        let times = if self.at.planner.dice.per_mille(400) { 2 } else { 1 };
        join_all((0..times).map(|_| self.ask_for_play_money())).await;
    }

    async fn ask_for_play_money(&self) {
        // In doubt until there is an answer: a crash ends this call.
        self.observe(|own| own.gifts_in_doubt += 1);
        let answer = self.at.sim.house.top_up(&self.record).await;
        self.at.sim.shared.answer("top up", answer.as_ref().map_or_else(code, |_| "given"));
        self.observe(|own| match &answer {
            Ok(read) => {
                own.gifts_in_doubt -= 1;
                own.gifts += 1;
                own.observe_state(read.number, wallet_shown(&read.wallet));
            }
            Err(Rejection::Refused(_)) => own.gifts_in_doubt -= 1,
            Err(Rejection::Failed(_)) => {}
        });
    }

    /// The connection is lost for a while. What the house sends meanwhile is missed.
    async fn disconnect(&mut self) {
        self.connection = None;
        sleep(Duration::from_millis(self.at.planner.dice.within(100..=20_000))).await;
        self.notices = self.at.sim.house.notices(self.id);
        self.connection = Some(self.at.sim.house.connected(self.id));
        self.ask_again().await;
        self.look_at_balance().await;
    }
}
