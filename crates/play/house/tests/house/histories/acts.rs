//! How the moves of a random history become requests to the house. Judges no answer.

use std::collections::BTreeMap;

use money::{Amount, Stake};
use proptest::sample::Index;
use punto_house::by_hand::MoneyStaff;
use punto_house::floor::{Change as TableChange, FloorRefusal, TableRecord};
use punto_house::log::Actor;
use punto_house::patrons::range::{PatronRange, SpotRange};
use punto_house::people::Role;
use punto_house::ports::StoredRound;
use punto_house::rulebook::name_of;
use punto_house::{Pass, Purse, Rejection, default_tables};
use table::{
    CorrectionRequest, Event, PatronId, RawWager, RequestId, RoundRef, Ruling, StaffId, StopAt, TableId,
};

use super::moves::{Act, Change, Move, Ruled, Sum, Wager};
use super::opening;
use super::world::World;
use crate::corrections::void;
use crate::test_house::cards;

/// How many rows of a list somebody looks at.
const PAGE: u16 = 50;
const WHY: &str = "the history has it so";

/// Who does something, where, and under which id.
#[derive(Clone, Copy)]
struct Who {
    patron: PatronId,
    table: TableId,
    by: StaffId,
    id: RequestId,
}

impl Who {
    /// The change of a table by this member of staff.
    const fn change(self) -> TableChange<'static> {
        TableChange { by: Actor::Staff(self.by), why: WHY }
    }

    const fn money_staff(self) -> MoneyStaff {
        let role = if self.by.0 > 2 { Role::Manager } else { Role::Supervisor };
        MoneyStaff { id: self.by, role }
    }
}

const MANAGER: MoneyStaff = MoneyStaff { id: StaffId(5), role: Role::Manager };

impl World<'_> {
    /// Does what the act says for this patron at this table, and counts the answer.
    pub(crate) async fn act(&self, act: &Act, patron: PatronId, table: TableId) -> Result<(), String> {
        let id = RequestId(act.id.map_or_else(|| self.fresh_id(), u128::from));
        let who = Who { patron, table, by: StaffId(act.by), id };
        match &act.what {
            Move::NewGuest
            | Move::Connect
            | Move::Disconnect
            | Move::Sit
            | Move::QuickSeat
            | Move::Leave
            | Move::TopUp => self.come_and_go(who, &act.what).await,
            Move::Place(_)
            | Move::Replace(_)
            | Move::Undo
            | Move::Rebet
            | Move::Clear
            | Move::StartAuto(..)
            | Move::StopAuto => self.play(who, &act.what).await,
            Move::Limit(..)
            | Move::ConfirmLimits
            | Move::Pause(_)
            | Move::Exclude(_)
            | Move::ExcludeByHouse(_)
            | Move::Acknowledge
            | Move::Range(..) => self.protect(who, &act.what).await,
            Move::Adjust(..)
            | Move::ProposeAdjustment(..)
            | Move::AdjustByTwo(..)
            | Move::ApproveAdjustment(_)
            | Move::WithdrawAdjustment(_)
            | Move::AdjustmentLimits(_) => self.adjust(who, &act.what).await,
            Move::Void
            | Move::ProposeCorrection(..)
            | Move::Correct(..)
            | Move::ApproveCorrection(_)
            | Move::WithdrawCorrection(_) => self.correct(who, &act.what).await,
            Move::Table(_) | Move::CreateTable(_) | Move::ChangeTable(_) => {
                self.change_floor(who, &act.what).await
            }
        }
    }

    async fn come_and_go(&self, who: Who, what: &Move) -> Result<(), String> {
        let (house, Who { patron, table, .. }) = (&self.house, who);
        match what {
            Move::NewGuest => {
                let guest = house.new_guest("Noor").await;
                if let Some((guest, _)) = self.answered("new guest", guest)? {
                    self.patrons.borrow_mut().push(guest.id);
                    self.lines.borrow_mut().insert(guest.id, house.connected(guest.id));
                }
            }
            Move::Connect => {
                self.lines.borrow_mut().insert(patron, house.connected(patron));
            }
            Move::Disconnect => drop(self.lines.borrow_mut().remove(&patron)),
            Move::Sit => {
                self.answered("seat", house.take_seat(patron, table, Pass::default()).await)?;
            }
            Move::QuickSeat => {
                self.answered("quick seat", house.quick_seat(patron).await)?;
            }
            Move::Leave => {
                self.answered("leave", house.leave(patron, table, house.now()).await)?;
            }
            _ => {
                let known = house.patron(patron).await.map_err(|failure| failure.to_string())?;
                let known = known.ok_or("a patron is gone")?;
                self.answered("top up", house.top_up(&known).await)?;
            }
        }
        Ok(())
    }

    async fn play(&self, who: Who, what: &Move) -> Result<(), String> {
        let (house, now, Who { patron, table, id, .. }) = (&self.house, self.house.now(), who);
        let round = house.snapshot(table).and_then(|snapshot| snapshot.view.round);
        let round = round.unwrap_or(RoundRef { shoe_no: 0, round_no: 0 });
        match what {
            Move::Place(wagers) => {
                let wagers = self.raw(who, wagers).await?;
                let placed = house.place_slip(patron, table, round, id, wagers, now).await;
                self.answered("slip", placed).map(drop)
            }
            Move::Replace(wagers) => {
                let wagers = self.raw(who, wagers).await?;
                let placed = house.replace_wagers(patron, table, round, id, wagers, now).await;
                self.answered("replace", placed).map(drop)
            }
            Move::Undo => {
                self.answered("undo", house.undo_last(patron, table, round, id, now).await).map(drop)
            }
            Move::Rebet => self.answered("rebet", house.rebet(patron, table, round, id, now).await).map(drop),
            Move::Clear => {
                self.answered("clear", house.clear_wagers(patron, table, round, id, now).await).map(drop)
            }
            Move::StartAuto(rounds, wagers) => {
                let wagers = self.raw(who, wagers).await?;
                let stake = |times: u64| Stake::new(u64::from(*rounds).saturating_mul(times)).ok();
                let stop_at = StopAt { loss: stake(1_000), win: stake(3_000) }.into();
                let started = house.start_auto(patron, table, wagers, *rounds, stop_at, id).await;
                self.answered("Auto", started).map(drop)
            }
            _ => self.answered("no Auto", house.stop_auto(patron, table).await).map(drop),
        }
    }

    /// The wagers with their sums, by the limits of the table and the wallet of the patron.
    async fn raw(&self, who: Who, wagers: &[Wager]) -> Result<Vec<RawWager>, String> {
        let wallet = self.house.wallet(who.patron).await.map_err(|failure| failure.to_string())?;
        let view = self.house.snapshot(who.table).ok_or("the table is there")?.view;
        let (cash, bonus) = (wallet.cash.minor(), wallet.bonus.minor());
        let raw = |(spot, sum): &Wager| {
            let spot = spot.get(&view.spots);
            let most = spot.limit.maximum.map_or(u64::MAX, Amount::minor);
            let stake = match sum {
                Sum::Least => spot.limit.minimum.minor(),
                Sum::Most => most,
                Sum::AboveMost => most.saturating_add(1),
                Sum::HalfOfMost => most / 2,
                Sum::AllCash => cash.min(most),
                Sum::AllCashAndOne => cash + 1,
                Sum::AllMoney => cash + bonus,
                Sum::Minor(minor) => *minor,
            };
            RawWager { spot: spot.spot.id().to_owned(), stake: Stake::new(stake).ok() }
        };
        let mut raw: Vec<RawWager> = wagers.iter().map(raw).collect();
        raw.sort_by(|one, other| one.spot.cmp(&other.spot));
        raw.dedup_by(|one, other| one.spot == other.spot);
        Ok(raw)
    }

    async fn protect(&self, who: Who, what: &Move) -> Result<(), String> {
        let (house, Who { patron, by, .. }) = (&self.house, who);
        match what {
            Move::Limit(kind, value) => {
                let wanted = BTreeMap::from([(*kind, *value)]);
                self.answered("limit", house.set_limits(patron, &wanted).await).map(drop)
            }
            Move::ConfirmLimits => self.answered("second yes", house.confirm_limits(patron).await).map(drop),
            Move::Pause(hours) => self.answered("pause", house.pause(patron, *hours).await).map(drop),
            Move::Exclude(days) => self.answered("exclude", house.exclude(patron, *days).await).map(drop),
            Move::ExcludeByHouse(days) => {
                let excluded = house.exclude_by_house(patron, *days, by, WHY).await;
                self.answered("exclude by the house", excluded).map(drop)
            }
            Move::Range(spot, minimum, maximum) => {
                let view = house.snapshot(who.table).ok_or("the table is there")?.view;
                let range = SpotRange { minimum: *minimum, maximum: *maximum };
                let spots = BTreeMap::from([(spot.get(&view.spots).spot, range)]);
                let set = house.set_range(PatronRange { patron, spots }, by, WHY).await;
                self.answered("range", set).map(drop)
            }
            _ => {
                let acknowledged = house.acknowledge_reality_check(patron).await;
                self.answered("acknowledge", acknowledged).map(drop)
            }
        }
    }

    async fn adjust(&self, who: Who, what: &Move) -> Result<(), String> {
        let (house, Who { patron, by, id, .. }) = (&self.house, who);
        match what {
            Move::Adjust(purse, change) => {
                let adjusted = house.adjust(patron, *purse, *change, by, WHY, id).await;
                self.answered("adjust alone", adjusted).map(drop)
            }
            Move::ProposeAdjustment(purse, change) => {
                self.propose_adjustment(who, *purse, *change).await.map(drop)
            }
            Move::AdjustByTwo(purse, change) => {
                let Some(number) = self.propose_adjustment(who, *purse, *change).await? else {
                    return Ok(());
                };
                let approved = house.approve_adjustment(number, MANAGER).await;
                self.answered("adjust by two", approved).map(drop)
            }
            Move::AdjustmentLimits(limits) => {
                let changed = house.change_adjustment_limits(*limits, by, WHY).await;
                self.answered("limits by hand", changed).map(drop)
            }
            Move::ApproveAdjustment(of) => {
                let number = self.an_adjustment(*of).await?;
                let approved = house.approve_adjustment(number, who.money_staff()).await;
                self.answered("approve adjustment", approved).map(drop)
            }
            Move::WithdrawAdjustment(of) => {
                let number = self.an_adjustment(*of).await?;
                let withdrawn = house.withdraw_adjustment(number, who.money_staff(), WHY).await;
                self.answered("withdraw adjustment", withdrawn).map(drop)
            }
            _ => Err(format!("{what:?} adjusts nothing")),
        }
    }

    async fn propose_adjustment(&self, who: Who, purse: Purse, change: i64) -> Result<Option<u32>, String> {
        let by = who.money_staff();
        let proposed = self.house.propose_adjustment(who.patron, purse, change, by, WHY, who.id).await;
        Ok(self.answered("propose adjustment", proposed)?.map(|receipt| receipt.proposal.number))
    }

    /// The number of a proposal; 1 if there is none.
    async fn an_adjustment(&self, of: Index) -> Result<u32, String> {
        let known = self.house.proposed_adjustments(None, PAGE).await;
        let known = known.map_err(|failure| failure.to_string())?;
        Ok(if known.is_empty() { 1 } else { of.get(&known).number })
    }

    async fn correct(&self, who: Who, what: &Move) -> Result<(), String> {
        let (house, Who { table, by, .. }) = (&self.house, who);
        match what {
            Move::Void => {
                let round = house.snapshot(table).and_then(|snapshot| snapshot.view.round);
                let round = round.unwrap_or(RoundRef { shoe_no: 0, round_no: 0 });
                self.answered("void", house.void_this_round(table, round, by).await).map(drop)
            }
            Move::ProposeCorrection(round, ruled) => {
                self.propose_correction(who, *round, *ruled).await.map(drop)
            }
            Move::Correct(round, ruled) => {
                let Some(number) = self.propose_correction(who, *round, *ruled).await? else { return Ok(()) };
                let approved = house.approve_correction(table, number, MANAGER.id).await;
                self.answered("correct", approved).map(drop)
            }
            Move::ApproveCorrection(of) => {
                let number = self.a_correction(table, *of).await?;
                let approved = house.approve_correction(table, number, by).await;
                self.answered("approve correction", approved).map(drop)
            }
            Move::WithdrawCorrection(of) => {
                let number = self.a_correction(table, *of).await?;
                let withdrawn = house.withdraw_correction(table, number, by).await;
                self.answered("withdraw correction", withdrawn).map(drop)
            }
            _ => Err(format!("{what:?} corrects nothing")),
        }
    }

    async fn propose_correction(&self, who: Who, of: Index, ruled: Ruled) -> Result<Option<u64>, String> {
        let rounds = self.rounds(who.table).await?;
        if rounds.is_empty() {
            return Ok(None);
        }
        let StoredRound { round, cards: dealt, .. } = of.get(&rounds);
        let ruling = match ruled {
            Ruled::Void => void(),
            Ruled::AsDealt => Ruling::cards(dealt.clone()),
            Ruled::Cards(text) => cards(text),
        };
        let request = CorrectionRequest::new(ruling, who.by, WHY, who.id);
        let proposed = self.house.propose_correction(who.table, *round, request).await;
        Ok(self.answered("propose correction", proposed)?.map(|receipt| receipt.correction_no))
    }

    /// Every round of every shoe of a table.
    async fn rounds(&self, table: TableId) -> Result<Vec<StoredRound>, String> {
        let last = self.house.snapshot(table).map_or(0, |snapshot| snapshot.view.shoe_no);
        let mut rounds = Vec::new();
        for shoe_no in 1..=last {
            let shoe = self.house.rounds(table, shoe_no).await.map_err(|failure| failure.to_string())?;
            rounds.extend(shoe.into_iter().filter(|round| round.round.round_no > 0));
        }
        Ok(rounds)
    }

    /// The number of a proposal at a table; 1, which is none, if there is no proposal.
    async fn a_correction(&self, table: TableId, of: Index) -> Result<u64, String> {
        let known = self.house.corrections(table, None, PAGE).await.map_err(|failure| failure.to_string())?;
        let proposed = known.iter().filter(|entry| matches!(entry.event, Event::CorrectionProposed(_)));
        let numbers: Vec<u64> = proposed.map(|entry| entry.seq).collect();
        Ok(if numbers.is_empty() { 1 } else { *of.get(&numbers) })
    }

    async fn change_floor(&self, who: Who, what: &Move) -> Result<(), String> {
        let (house, Who { table, .. }) = (&self.house, who);
        match what {
            Move::Table(step) => {
                self.answered(step.as_ref(), house.step_table(table, *step, who.change()).await).map(drop)
            }
            Move::CreateTable(new) => {
                let record = opening::given(TableId(0), *new).record;
                self.answered("new table", house.create_table(record, who.change()).await).map(drop)
            }
            Move::ChangeTable(change) => self.answered("change", self.set_up(who, change).await).map(drop),
            _ => Err(format!("{what:?} changes no table")),
        }
    }

    async fn set_up(&self, who: Who, change: &Change) -> Result<(), Rejection> {
        let edit = |record: &mut TableRecord| -> Result<(), FloorRefusal> {
            match change {
                Change::Limits(limits) => {
                    let known = default_tables().into_iter().find(|own| name_of(&own.rules) == record.rules);
                    let rules = known.expect("house rules that are built in").rules;
                    opening::set_limits(record, &rules, *limits);
                }
                Change::Exposure(minor) => {
                    record.exposure = minor.and_then(|minor| Amount::new(minor).ok());
                }
                Change::Rules(rules) => record.rules = name_of(&default_tables().swap_remove(*rules).rules),
                Change::Ante(minor) => {
                    record.entry.ante = Some(Amount::new(*minor).unwrap_or(Amount::MAX));
                }
                Change::Capacity(seats) => record.entry.capacity = *seats,
                Change::AutoRounds(rounds) => record.seating.auto_rounds = *rounds,
                Change::IdleLimit(rounds) => {
                    record.seating.idle_limit = *rounds;
                    record.seating.idle_warning = rounds.saturating_sub(1);
                }
                Change::Quick => (record.timings.card_ms, record.timings.result_ms) = (0, 0),
            }
            Ok(())
        };
        self.house.change_table(who.table, who.change(), edit).await.map(drop)
    }
}
