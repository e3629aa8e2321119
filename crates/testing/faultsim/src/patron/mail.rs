//! What a patron sends and hears: every answer and every notice is noted, and what one of them says against another
//! is written down. Chooses nothing.

use std::future::Future;
use std::time::Duration;

use house::{Notice, Rejection, SlipReceipt};
use money::Stake;
use table::event::{PlacedWager, ResolutionKind, SettledSpot};
use table::{RawWager, RequestId, TableId};
use tokio::time::{sleep, timeout};

use super::{Patron, code};
use crate::audit::{Line, Wager};
use crate::hall::{round_id, round_ref};
use crate::notes::{PatronNotes, SlipNote, Standing};

impl Patron<'_> {
    /// Sends a slip that was written, on a line that takes `slow_ms`, and gives up waiting after `patience` ms.
    pub(super) async fn send(&self, id: u128, slow_ms: u64, patience: Option<u64>) {
        let house = &self.at.hall.house;
        let received_at = house.now();
        if slow_ms > 0 {
            sleep(Duration::from_millis(slow_ms)).await;
        }
        let noted = self.noted(|notes| {
            let note = notes.slips.get_mut(&id)?;
            note.of.received_at = note.of.received_at.min(received_at.0);
            Some((note.send(), note.of.clone()))
        });
        let Some((sending, slip)) = noted else { return };
        let (table, wagers) = (TableId(slip.round.table), slip.wagers.iter().map(asked).collect());
        let round = round_ref(slip.round);
        let answer = house.place_slip(self.id, table, round, RequestId(id), wagers, received_at);
        let answer = within(patience, answer).await;
        let mut tally = self.at.hall.memory.tally();
        let wrong = self.noted(|notes| {
            let note = notes.slips.get_mut(&id)?;
            match &answer {
                Some(Ok(receipt)) => {
                    note.acknowledge();
                    return misfit(receipt, id, &slip);
                }
                Some(Err(Rejection::Refused(refusal))) => {
                    let code = refusal.code();
                    return note.refuse(sending).then(|| format!("slip {id:032x} was taken, then {code}"));
                }
                None | Some(Err(Rejection::Failed(_))) => note.lose_sight(),
            }
            None
        });
        tally.answer(&match &answer {
            None => "slip: not waited for".to_owned(),
            Some(Ok(receipt)) if receipt.repeated => "slip: taken before".to_owned(),
            Some(Ok(_)) => "slip: taken".to_owned(),
            Some(Err(no)) => format!("slip: {}", code(no)),
        });
        drop(tally);
        self.contradict(wrong);
    }

    pub(super) async fn send_clear(&self, id: u128) {
        let noted = self.noted(|notes| {
            let note = notes.clears.get_mut(&id)?;
            Some((note.send(), note.of.round))
        });
        let Some((sending, round)) = noted else { return };
        let house = &self.at.hall.house;
        let table = TableId(round.table);
        let answer = house.clear_wagers(self.id, table, round_ref(round), RequestId(id), house.now()).await;
        let word = match &answer {
            Ok(receipt) if receipt.repeated => "done before",
            Ok(_) => "done",
            Err(no) => code(no),
        };
        self.at.hall.memory.tally().answer(&format!("clear: {word}"));
        self.noted(|notes| {
            let Some(note) = notes.clears.get_mut(&id) else { return };
            match answer {
                Ok(receipt) => {
                    note.acknowledge();
                    if !receipt.repeated {
                        note.of.returned = Some(receipt.returned.signed());
                    }
                }
                // A request is known only as long as its round: what was done may be refused later.
                Err(Rejection::Refused(_)) if note.standing == Standing::Absent => {
                    note.refuse(sending);
                }
                Err(_) => note.lose_sight(),
            }
        });
    }

    /// Takes in what the house has told in private.
    pub(super) fn hear(&mut self) {
        while let Ok(notice) = self.notices.try_recv() {
            let wrong = self.noted(|notes| note_notice(notes, notice));
            self.contradict(wrong);
        }
    }

    fn contradict(&self, wrong: Option<String>) {
        let wrong = wrong.map(|wrong| format!("patron {}: {wrong}", self.id.0));
        self.at.hall.memory.notes().contradictions.extend(wrong);
    }
}

/// Takes a notice down; says so when it denies what was told before.
fn note_notice(notes: &mut PatronNotes, notice: Notice) -> Option<String> {
    match notice {
        Notice::RoundSettled { table, round, revision, wagers, paid, .. }
        | Notice::RoundCorrected { table, round, revision, voided: None, wagers, paid, .. } => {
            let mut lines: Vec<Line> = wagers.iter().map(line).collect();
            lines.sort();
            let sum: i64 = lines.iter().map(|line| line.payout).sum();
            if sum != paid.signed() {
                return Some(format!("{lines:?} pay {sum}, told were {paid}"));
            }
            notes.hear_end((round_id(table, round), revision), Ok(lines))
        }
        Notice::RoundVoided { table, round, returned, .. } => {
            notes.hear_end((round_id(table, round), 1), Err(returned.signed()))
        }
        Notice::RoundCorrected { table, round, revision, voided: Some(_), paid, .. } => {
            notes.hear_end((round_id(table, round), revision), Err(paid.signed()))
        }
        Notice::Owed(amount) => {
            notes.debts.insert(amount.signed());
            None
        }
        Notice::Bonus(amount) => {
            notes.bonuses.insert(amount.signed());
            None
        }
        Notice::Balance(balance) => {
            notes.balances.insert(balance.signed());
            None
        }
        Notice::SlipAccepted { slip_id, .. } => {
            let note = notes.slips.get_mut(&slip_id.0);
            if let Some(note) = note {
                note.standing = Standing::Present;
                return None;
            }
            Some(format!("slip {slip_id} was told as taken, and never sent"))
        }
        Notice::WagersCleared { table, request_id: None, returned, .. } => {
            notes.left_with.push((table.0, returned.signed()));
            None
        }
        Notice::WagersCleared { request_id: Some(id), returned, .. } => {
            let Some(note) = notes.clears.get_mut(&id.0) else {
                return Some(format!("{id} was told to have taken wagers back, and was never sent"));
            };
            (note.standing, note.of.returned) = (Standing::Present, Some(returned.signed()));
            None
        }
    }
}

/// What is wrong with a receipt.
fn misfit(receipt: &SlipReceipt, id: u128, slip: &SlipNote) -> Option<String> {
    let place = round_id(receipt.table, receipt.round);
    if receipt.slip_id.0 != id || place != slip.round {
        return Some(format!("slip {id:032x} was sent for {}, the receipt says {receipt:?}", slip.round));
    }
    let standing = |spot: &str| {
        let line = receipt.standing.iter().find(|wager| wager.spot.id() == spot);
        line.map_or(0, |PlacedWager { stake, .. }| stake.amount().signed())
    };
    let short = !receipt.repeated && slip.wagers.iter().any(|wager| standing(&wager.spot) < wager.stake);
    short.then(|| format!("slip {id:032x} was {slip:?}, the receipt says {receipt:?}"))
}

async fn within<T>(patience: Option<u64>, answer: impl Future<Output = T>) -> Option<T> {
    match patience {
        None => Some(answer.await),
        Some(ms) => timeout(Duration::from_millis(ms), answer).await.ok(),
    }
}

fn asked(wager: &Wager) -> RawWager {
    let stake = u64::try_from(wager.stake).ok().and_then(|minor| Stake::new(minor).ok());
    RawWager { spot: wager.spot.clone(), stake }
}

/// A settled wager as the auditor writes it.
pub(crate) fn line(settled: &SettledSpot) -> Line {
    let resolution = match settled.resolution {
        ResolutionKind::Win => "win",
        ResolutionKind::Push => "push",
        ResolutionKind::Lose => "lose",
    };
    Line {
        spot: settled.spot.id().to_owned(),
        stake: settled.stake.amount().signed(),
        resolution: resolution.to_owned(),
        payout: settled.payout.signed(),
    }
}
