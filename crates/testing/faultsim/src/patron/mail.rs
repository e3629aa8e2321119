//! What a patron sends and receives: notes every answer and every notice, and where one contradicts another. Chooses
//! nothing.

use std::time::Duration;

use auditor::{
    Attempts, PatronEnding, PatronObservations, PatronRequest, SlipKind, SlipRequest, SpotResult, Wager,
};
use house::ports::NumberedWallet;
use house::{Notice, NumberedNotice, Rejection, SlipReceipt};
use money::Stake;
use table::event::{PlacedWager, ResolutionKind, SettledSpot};
use table::{RawWager, TableId};
use tokio::time::{sleep, timeout};

use super::seat::{Patron, code};
use crate::sim_house::{request_id, round_id, round_ref, wallet_shown};

impl Patron {
    /// Sends a slip over a connection that takes `slow_ms`, and stops waiting for the answer after `patience`.
    pub(super) async fn send_slip(&self, id: &str, slow_ms: u64, patience: Duration) {
        let house = &self.at.sim.house;
        let received_at = house.now();
        if slow_ms > 0 {
            sleep(Duration::from_millis(slow_ms)).await;
        }
        let sent_slip = PatronRequest::Slip(id.to_owned());
        let sent = self.observe(|own| {
            own.send(&sent_slip);
            let slip = own.slips.get_mut(id)?;
            slip.received_at = Some(slip.received_at.map_or(received_at.0, |at| at.min(received_at.0)));
            Some(slip.clone())
        });
        let Some(slip) = sent else { return };
        let (table, wagers) = (TableId(slip.round.table), slip.wagers.iter().map(raw).collect());
        let (round, request) = (round_ref(slip.round), request_id(id));
        let answer = async {
            match slip.kind {
                SlipKind::Adds => house.place_slip(self.id, table, round, request, wagers, received_at).await,
                SlipKind::Replaces => {
                    house.replace_wagers(self.id, table, round, request, wagers, received_at).await
                }
                SlipKind::Undoes => house.undo_last(self.id, table, round, request, received_at).await,
            }
        };
        let answer = timeout(patience, answer).await.ok();
        self.observe(|own| match &answer {
            Some(Ok(receipt)) => {
                own.slip_accepted(id, Attempts::acknowledge);
                own.contradictions.extend(misfit(receipt, id, &slip));
            }
            Some(Err(Rejection::Refused(refusal))) => own.slip_refused(id, refusal.code()),
            None | Some(Err(Rejection::Failed(_))) => own.lose(&sent_slip),
        });
        let word = match &answer {
            None => "not waited for",
            Some(Ok(receipt)) if receipt.repeated => "taken before",
            Some(Ok(_)) => "taken",
            Some(Err(no)) => code(no),
        };
        let kind = match slip.kind {
            SlipKind::Adds => "slip",
            SlipKind::Replaces => "replacing slip",
            SlipKind::Undoes => "undo",
        };
        self.at.sim.shared.answer(kind, word);
    }

    pub(super) async fn send_clear(&self, id: &str) {
        let request = PatronRequest::Clear(id.to_owned());
        let round = self.observe(|own| {
            own.send(&request);
            own.clears.get(id).map(|clear| clear.round)
        });
        let Some(round) = round else { return };
        let house = &self.at.sim.house;
        let table = TableId(round.table);
        let answer = house.clear_wagers(self.id, table, round_ref(round), request_id(id), house.now()).await;
        let word = match &answer {
            Ok(receipt) if receipt.repeated => "done before",
            Ok(_) => "done",
            Err(no) => code(no),
        };
        self.at.sim.shared.answer("clear", word);
        self.observe(|own| match answer {
            Ok(receipt) => {
                let returned = receipt.returned.signed();
                let returned = (!receipt.repeated || returned != 0).then_some(returned);
                own.cleared(id, returned, Attempts::acknowledge);
            }
            Err(Rejection::Refused(_)) => own.clear_refused(id),
            Err(Rejection::Failed(_)) => own.lose(&request),
        });
    }

    /// Notes every notice that the house has sent.
    pub(super) fn receive(&mut self) {
        while let Ok(NumberedNotice { notice, .. }) = self.notices.try_recv() {
            self.is_check_seen |= matches!(notice, Notice::RealityCheck(_));
            self.observe(|own| observe_notice(own, notice));
        }
    }
}

fn observe_notice(own: &mut PatronObservations, notice: Notice) {
    match notice {
        Notice::RoundSettled { table, round, revision, wagers, paid, .. } => {
            let ending = PatronEnding::settled(wagers.iter().map(spot_result));
            own.observe_ending(round_id(table, round), revision, ending, paid.signed());
        }
        Notice::RoundVoided { table, round, returned, .. } => {
            let ending = PatronEnding::Voided(returned.signed());
            own.observe_ending(round_id(table, round), 1, ending, returned.signed());
        }
        Notice::RoundCorrected { table, round, revision, voided, wagers, paid, difference, .. } => {
            let results = voided.is_none().then(|| wagers.iter().map(spot_result).collect());
            let round = (round_id(table, round), revision);
            own.observe_correction(round, results, paid.signed(), difference);
        }
        Notice::Wallet(NumberedWallet { wallet, number }) => {
            own.observe_state(number, wallet_shown(&wallet));
        }
        Notice::SeatTaken { .. }
        | Notice::SeatLeft { .. }
        | Notice::WagersClosed { .. }
        | Notice::Turns { .. }
        | Notice::Idle { .. }
        | Notice::RealityCheck(_)
        | Notice::AutoStarted { .. }
        | Notice::AutoEnded { .. } => {}
        Notice::SlipAccepted { table, round, slip_id, .. }
            if round_id(table, round).is_auto(&slip_id.to_string()) => {}
        Notice::SlipAccepted { slip_id, .. } => own.slip_accepted(&slip_id.to_string(), Attempts::confirm),
        Notice::WagersCleared { table, request_id, returned, .. } => {
            let returned = returned.signed();
            match request_id {
                Some(id) => own.cleared(&id.to_string(), Some(returned), Attempts::confirm),
                None => own.left(table.0, returned),
            }
        }
    }
}

/// What is wrong with a receipt.
fn misfit(receipt: &SlipReceipt, id: &str, slip: &SlipRequest) -> Option<String> {
    let place = round_id(receipt.table, receipt.round);
    if receipt.slip_id.to_string() != id || place != slip.round {
        return Some(format!("slip {id} was sent for {}, the receipt says {receipt:?}", slip.round));
    }
    let staked = |spot: &str| {
        let placed = receipt.wagers.iter().find(|wager| wager.spot.id() == spot);
        placed.map_or(0, |PlacedWager { stake, .. }| stake.amount().signed())
    };
    let short = !receipt.repeated && slip.wagers.iter().any(|wager| staked(&wager.spot) < wager.stake);
    short.then(|| format!("slip {id} was {slip:?}, the receipt says {receipt:?}"))
}

fn raw(wager: &Wager) -> RawWager {
    let stake = u64::try_from(wager.stake).ok().and_then(|minor| Stake::new(minor).ok());
    RawWager { spot: wager.spot.clone(), stake }
}

/// A settled wager in the words of the auditor.
pub(crate) fn spot_result(settled: &SettledSpot) -> SpotResult {
    let resolution = match settled.resolution {
        ResolutionKind::Win => "win",
        ResolutionKind::Push => "push",
        ResolutionKind::Lose => "lose",
    };
    SpotResult {
        spot: settled.spot.id().to_owned(),
        stake: settled.stake.amount().signed(),
        resolution: resolution.to_owned(),
        payout: settled.payout.signed(),
    }
}
