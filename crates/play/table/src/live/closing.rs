//! What the events of a finding do to a table, from the first card that somebody types to its end.

use baccarat::{Card, Step};

use crate::live::event::LiveEvent;
use crate::live::findings::{FindingCode, How};
use crate::live::open_finding::{OpenFinding, Proposed};
use crate::live::origin::RecordRef;
use crate::live::reading::Slot;
use crate::misfit::ensure;
use crate::phase::Phase;
use crate::state::Table;

impl Table {
    pub(crate) fn follow_finding(&mut self, event: &LiveEvent) -> Result<(), &'static str> {
        let due = self.card_is_due() || self.is_misread();
        let (LiveEvent::CardKeyed { finding_no, .. }
        | LiveEvent::ResolutionProposed { finding_no, .. }
        | LiveEvent::FindingResolved { finding_no, .. }) = event
        else {
            return Ok(());
        };
        let open = self.live.finding.as_mut().filter(|finding| finding.no == *finding_no);
        let open = open.ok_or("no such finding is open")?;
        match event {
            LiveEvent::CardKeyed { by, card, .. } => open.key(*by, *card),
            LiveEvent::ResolutionProposed { how, by, why, .. } => {
                open.proposed = Some(Proposed { how: *how, by: *by, why: why.clone() });
                open.answered |= by.supervisor().is_some();
            }
            LiveEvent::FindingResolved { how, consumes, .. } => {
                let finding = open.clone();
                ensure(*how != How::KeyIn || finding.agreed().is_some(), "two people did not say so")?;
                self.ensure_waiting(consumes)?;
                self.live.count_finding(finding.code, *how);
                self.close_finding(&finding, *how, consumes, due);
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the open finding is about a card that was misread. Its round may be complete.
    fn is_misread(&self) -> bool {
        self.live.finding.as_ref().is_some_and(|finding| finding.code == FindingCode::Misread)
    }

    pub(crate) fn close_finding(
        &mut self,
        finding: &OpenFinding,
        how: How,
        consumes: &[RecordRef],
        due: bool,
    ) {
        self.live.finding = None;
        for record in consumes {
            match how {
                How::Rescan => {
                    let piece = self.live.find(*record).and_then(|waiting| waiting.piece);
                    // With a card that was missed, that one passes first, and is the one that was wanted.
                    if finding.code != FindingCode::MissedCard {
                        self.live.sensor.await_again(piece);
                    }
                    self.live.replace(*record);
                }
                // Two people said which card it is: the piece is not scanned again.
                How::KeyIn => {
                    if let Some(waiting) = self.live.remove(*record) {
                        self.live.take_out(&waiting);
                    }
                }
                _ => _ = self.live.remove(*record),
            }
        }
        let about = finding.records.first().copied();
        match how {
            How::Rescan => self.live.rescans = self.live.rescans.saturating_add(1),
            How::Take | How::GoOn | How::Accept => {
                let waiting = about.and_then(|record| self.live.find_mut(record));
                if let Some(waiting) = waiting {
                    waiting.cleared.push(finding.code);
                }
            }
            How::LoadRight => _ = self.live.loaded.take_if(|loaded| loaded.fresh),
            How::KeyIn => self.key_card(finding, due),
            _ => {}
        }
    }

    /// Two people agree on a card: it is dealt next, or it keeps its place in the burn.
    pub(crate) fn key_card(&mut self, finding: &OpenFinding, due: bool) {
        let agreed = finding.agreed();
        self.live.agreed = agreed.filter(|_| due);
        let about = finding.records.first().and_then(|record| self.live.find_mut(*record));
        if let Some(waiting) = about {
            match finding.code {
                FindingCode::MissedCard => waiting.missed = waiting.missed.saturating_sub(1),
                _ => waiting.keyed = agreed.map(|agreed| agreed.card),
            }
        }
    }

    pub(crate) fn amend_card(
        &mut self,
        slot: Slot,
        (from, to): (Card, Card),
        finding_no: u64,
    ) -> Result<(), &'static str> {
        let agreed = self.live.agreed.filter(|agreed| agreed.code == FindingCode::Misread);
        let right = agreed.is_some_and(|agreed| agreed.finding_no == finding_no && agreed.card == to);
        ensure(right, "two people did not say so")?;
        ensure(self.card_at(slot) == Some(from), "another card lies there")?;
        let amended = self.amended(slot, to).ok_or("no card lies there")?;
        self.live.agreed = None;
        self.live.count_amended();
        self.squeeze.iter_mut().for_each(|squeeze| squeeze.amend(&amended.cards()));
        self.shoe.amend(&[from], &[to]);
        self.live.out.amend(&[from], &[to]);
        self.phase = match amended.step {
            Step::More(deal) => Phase::Dealing { deal },
            Step::Done(coup) => Phase::Complete { coup },
        };
        Ok(())
    }
}
