//! A dealer at a live table: sits down, loads, opens and burns a shoe, starts betting, pulls cards when the lamp is
//! open, and makes the mistakes that dealers make.

use house::live::{DealerCommand, LiveStatus};
use scanner::frame::GateWhy;
use table::live::{LiveWait, Slot};
use table::{Phase, RoundEnd};

use super::crew::Crew;

impl Crew {
    /// Deals for as long as the house runs.
    pub(super) async fn deal(mut self) {
        loop {
            self.pause(150, 900).await;
            if self.dice.per_mille(4) {
                // Something keeps the dealer away.
                self.pause(5_000, 40_000).await;
            }
            let Some(status) = self.status() else { continue };
            self.turn(&status).await;
        }
    }

    async fn turn(&mut self, status: &LiveStatus) {
        if self.slip(status).await {
            return;
        }
        if let Some(piece) = self.again {
            if self.dice.per_mille(60) && self.pull_another() {
                return;
            }
            let has_passed = self.hand(|station, hand| station.pull_again(piece, hand));
            self.again = if has_passed || piece.card.is_none() { None } else { Some(piece) };
            return;
        }
        if let Some(finding) = &status.finding {
            return self.answer_as_dealer(status, finding).await;
        }
        match status.wait {
            Some(LiveWait::Dealer) => {
                let by = self.some_dealer();
                self.order(by, DealerCommand::SitDown, status).await;
            }
            Some(LiveWait::Shoe) => self.change_shoe(status).await,
            Some(LiveWait::Start | LiveWait::Hold) => self.start(status).await,
            Some(LiveWait::Burn | LiveWait::Card) => self.pull_if_open(),
            _ => {}
        }
    }

    /// A mistake, or something that seldom happens. Answers whether there was one.
    async fn slip(&mut self, status: &LiveStatus) -> bool {
        let dealer = status.dealer.unwrap_or_else(|| self.some_dealer());
        let command = match self.dice.within(1..=4_000) {
            1..=12 => {
                self.sim.shared.tally().faults.count("card pulled at any time");
                return self.hand(super::station::Station::pull);
            }
            13..=16 => return self.hand(super::station::Station::pass_cut_card),
            17..=20 => {
                self.hand(super::station::Station::say_fault);
                return true;
            }
            21..=23 => {
                self.sim.shared.tally().faults.count("other shoe loaded");
                self.hand(|station, hand| station.say_loaded("BOX-OTHER", 8, hand.now));
                return true;
            }
            24..=40 => DealerCommand::Misread { slot: self.some_slot() },
            41..=48 => DealerCommand::CutCard,
            49..=56 => DealerCommand::StandUp,
            57..=64 => DealerCommand::SitDown,
            65..=70 => DealerCommand::StartBetting,
            71..=74 => DealerCommand::OpenShoe,
            75..=78 => DealerCommand::CountOut,
            79..=160 => return self.say_result(),
            161..=176 => return self.pass_again(),
            177..=182 => DealerCommand::Call,
            183..=184 => DealerCommand::EndCall,
            185..=190 => DealerCommand::Hold,
            191..=194 => DealerCommand::EndHold,
            195..=210 => DealerCommand::HandOver { to: status.relief.unwrap_or(dealer) },
            _ => return false,
        };
        let by = if self.dice.per_mille(300) { self.some_dealer() } else { dealer };
        self.order(by, command, status).await;
        true
    }

    /// The last card passes once more, though nobody asked for that.
    fn pass_again(&mut self) -> bool {
        let last = self.shift.station().passed.last_key_value().map(|(_, piece)| *piece);
        let Some(piece) = last else { return false };
        self.sim.shared.tally().faults.count("card passed again");
        self.hand(|station, hand| station.pull_again(piece, hand))
    }

    /// Another card passes in the place of the one that has to pass again, which then comes too late. Answers whether
    /// one did.
    fn pull_another(&mut self) -> bool {
        let is_open = self.shift.station().lamp.is_some_and(|lamp| lamp.open);
        if is_open {
            self.sim.shared.tally().faults.count("another card scanned in its place");
        }
        is_open && self.hand(super::station::Station::pull)
    }

    fn some_slot(&mut self) -> Slot {
        let all = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3];
        self.dice.pick(&all).copied().unwrap_or(Slot::P1)
    }

    /// The device says who won the round that lies on the table. Answers whether there is one.
    fn say_result(&mut self) -> bool {
        let view = self.sim.house.snapshot(self.table()).map(|snapshot| snapshot.view);
        let Some(Phase::Settled { end: RoundEnd::Coup(coup) }) = view.map(|view| view.phase.clone()) else {
            return false;
        };
        self.hand(|station, hand| station.say_result(coup.outcome(), hand));
        true
    }

    /// Loads a shoe, opens it, or counts the one that is over.
    async fn change_shoe(&mut self, status: &LiveStatus) {
        let Some(dealer) = status.dealer else { return };
        let (lamp, is_fresh, left) =
            self.shift.act(|station| (station.lamp, station.is_fresh, station.pile.len()));
        let counts = lamp.is_some_and(|lamp| lamp.open && lamp.why == GateWhy::Settled);
        if counts {
            if left > 0 {
                // Many at once: nobody waits for them.
                for _ in 0..4 {
                    self.hand(super::station::Station::pull);
                }
            } else {
                self.order(dealer, DealerCommand::CountOut, status).await;
            }
            return;
        }
        if is_fresh && self.refused < 4 {
            if self.order(dealer, DealerCommand::OpenShoe, status).await {
                self.refused = 0;
                self.shift.act(|station| station.is_fresh = false);
            } else {
                self.refused += 1;
            }
            return;
        }
        self.refused = 0;
        self.hand(|station, hand| station.load(hand.dice, hand.now));
    }

    async fn start(&mut self, status: &LiveStatus) {
        let Some(dealer) = status.dealer else { return };
        if self.dice.per_mille(700) {
            self.order(dealer, DealerCommand::StartBetting, status).await;
        }
    }

    /// Pulls a card when the lamp says so.
    fn pull_if_open(&mut self) {
        let lamp = self.shift.station().lamp;
        if lamp.is_some_and(|lamp| lamp.open) {
            self.hand(super::station::Station::pull);
        }
    }
}
