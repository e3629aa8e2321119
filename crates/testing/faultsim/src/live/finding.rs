//! How people at a live table answer a finding: mostly as it should be, now and then wrongly, or as somebody else. The
//! house has to refuse what is not theirs.

use auditor::Dice;
use baccarat::Card;
use house::live::{DealerCommand, FindingStatus, LiveStatus, SupervisorCommand};
use table::StaffId;
use table::live::{FindingCode, How, Needs, Slot};

use super::crew::{Crew, DEALERS, SUPERVISORS};
use super::pull::any_card;
use super::station::Piece;

impl Crew {
    /// The dealer does something about the finding.
    pub(super) async fn answer_as_dealer(&mut self, status: &LiveStatus, finding: &FindingStatus) {
        let Some(dealer) = status.dealer else { return };
        let by = if self.dice.per_mille(20) { self.some_dealer() } else { dealer };
        let Some((how, needs)) = self.way(finding) else { return };
        if needs == Needs::Supervisor || needs == Needs::TwoSupervisors {
            if self.dice.per_mille(30) {
                let command = DealerCommand::Resolve { finding_no: finding.no, how };
                self.order(by, command, status).await;
            }
            return;
        }
        if how == How::KeyIn {
            if !finding.typed_by.contains(&dealer) {
                let Some(card) = self.card(finding) else { return };
                self.order(by, DealerCommand::KeyIn { finding_no: finding.no, card }, status).await;
            }
            return;
        }
        let command = DealerCommand::Resolve { finding_no: finding.no, how };
        let again = self.piece(finding);
        if self.order(by, command, status).await {
            match how {
                How::Rescan => self.again = again,
                How::LoadRight if finding.code == FindingCode::WrongShoe => self.load_again(status),
                _ => {}
            }
        }
    }

    /// A supervisor does something about the finding.
    pub(super) async fn answer_as_supervisor(&mut self, status: &LiveStatus, finding: &FindingStatus) {
        let Some((how, needs)) = self.way(finding) else { return };
        let by = self.some_supervisor();
        if needs == Needs::Dealer && !self.dice.per_mille(30) {
            return;
        }
        if how == How::KeyIn {
            let Some(card) = self.card(finding) else { return };
            self.supervise_by(by, SupervisorCommand::KeyIn { finding_no: finding.no, card }, status).await;
            return;
        }
        let why = self.text_of_note(how);
        let command = SupervisorCommand::Resolve { finding_no: finding.no, how, why };
        self.supervise_by(by, command, status).await;
    }

    /// What a supervisor writes to a note: mostly the same as the others, now and then nothing or something else.
    fn text_of_note(&mut self, how: How) -> Option<String> {
        if how != How::Note {
            return None;
        }
        let text = match self.dice.within(1..=100) {
            1..=20 => return None,
            21..=30 => "somebody took it",
            _ => "an ace lay under the tray",
        };
        Some(text.to_owned())
    }

    /// A way to resolve the finding: that which somebody wants already, the first one, any other, or none of them.
    fn way(&mut self, finding: &FindingStatus) -> Option<(How, Needs)> {
        let of = |how: How| finding.ways.iter().find(|(way, _)| *way == how).copied();
        let keyed = (!finding.typed_by.is_empty()).then_some(How::KeyIn);
        let begun = finding.proposed.as_ref().map(|proposed| proposed.how).or(keyed).and_then(of);
        match self.dice.within(1..=100) {
            1..=2 => Some((*self.dice.pick(How::all())?, Needs::Dealer)),
            3..=60 => begun.or_else(|| finding.ways.first().copied()),
            _ => self.dice.pick(&finding.ways).copied(),
        }
    }

    /// Which card they see: the true one, as a rule.
    fn card(&mut self, finding: &FindingStatus) -> Option<Card> {
        if self.dice.per_mille(80) {
            return any_card(&mut self.dice);
        }
        let true_card = self.piece(finding).and_then(|piece| piece.card);
        true_card.or_else(|| self.lies_at(finding.slot?)).or_else(|| same_for_all(finding))
    }

    /// What passed with the record that the finding is about.
    fn piece(&self, finding: &FindingStatus) -> Option<Piece> {
        let record = finding.records.first()?;
        self.shift.station().passed.get(&record.n).copied()
    }

    /// The card of the round that lies there.
    fn lies_at(&self, slot: Slot) -> Option<Card> {
        let view = self.sim.house.snapshot(self.table())?.view;
        let place = [Slot::P1, Slot::B1, Slot::P2, Slot::B2].iter().position(|other| *other == slot);
        view.phase.cards().get(place.unwrap_or(4)).copied()
    }

    /// The right shoe is put in again after a wrong one.
    fn load_again(&mut self, status: &LiveStatus) {
        let is_in_play = status.dealt_by.is_some();
        self.hand(|station, hand| {
            if is_in_play {
                let label = station.label.clone();
                station.say_loaded(&label, 8, hand.now);
            } else {
                station.load(hand.dice, hand.now);
            }
        });
    }

    pub(super) fn some_dealer(&mut self) -> StaffId {
        self.dice.pick(&DEALERS).copied().unwrap_or(StaffId(7))
    }

    pub(super) fn some_supervisor(&mut self) -> StaffId {
        self.dice.pick(&SUPERVISORS).copied().unwrap_or(StaffId(1))
    }
}

/// A card that everybody types who does not know better.
fn same_for_all(finding: &FindingStatus) -> Option<Card> {
    any_card(&mut Dice::new(finding.no))
}
