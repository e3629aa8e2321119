//! A proof file in play: its bulletins and cards go the way of those that arrive by themselves.

use fair::bulletin::Places;
use fair::{Bulletin, Notice};

use crate::cards::Source;
use crate::finding::{Check, Place, Step, failed};
use crate::record::Next;
use crate::seen::{Arrival, Shown, Signed};
use crate::shoe::Shoe;
use crate::watch::Watch;

impl Watch {
    /// A proof file of the open shoe, as it is on arrival or after something was missed.
    pub fn arrive(&mut self, arrival: Arrival) {
        if arrival.table != self.table {
            let reason = format!("the file is of table {}", arrival.table);
            self.note::<()>(failed(Check::Form, None, reason));
            return;
        }
        if self.shoe.as_ref().is_some_and(|shoe| shoe.number > arrival.shoe_no) {
            return;
        }
        self.no_proof = false;
        let wanted = self.behind.take();
        let step = self.replay(arrival);
        if self.note(step).is_none() {
            return;
        }
        let (last, finished) =
            (self.record.last().map_or(0, |last| last.no), self.shoe.as_ref().is_some_and(Shoe::is_finished));
        if let Some((_, no)) = wanted.filter(|(_, no)| *no > last && !finished) {
            let reason = format!("no {no} was sent, and the record ends at no {last}");
            self.note::<()>(failed(Check::Chain, Place::No(no), reason));
        }
    }

    fn replay(&mut self, arrival: Arrival) -> Step {
        let own = self.shoe.as_ref().is_some_and(|shoe| shoe.number == arrival.shoe_no);
        if self.shoe.is_none() {
            self.begin_findings();
        }
        let keys = self.record.keys(&arrival);
        let keys = self.note(keys);
        self.record.signed(&arrival.committed)?;
        let Some(last) = arrival.bulletins.last().cloned() else {
            return failed(Check::Form, None, "the file has no bulletin");
        };
        let signed = Signed { bulletin: last.clone(), key: arrival.key, signature: arrival.signature };
        self.record.signed(&signed)?;
        let signatures = arrival.rekeyed.len().saturating_add(2);
        let committed = arrival.committed.bulletin.notice.clone();
        let in_play = !matches!(last.notice, Notice::Finished(_));
        if let Some(no) = self.record.kept_no().filter(|no| in_play && *no > last.no) {
            let reason = format!("the record ends at no {}; you saw no {no}", last.no);
            return failed(Check::Fork, Place::No(no), reason);
        }
        if !own {
            self.record.note(&arrival.committed.bulletin)?;
            self.begin(&arrival)?;
        }
        self.replay_bulletins(arrival)?;
        self.signatures = self.signatures.saturating_add(signatures);
        if let Some(reason) = keys {
            self.findings.ok(Check::Key, reason);
        }
        if let (Some(shoe), Notice::Committed(committed)) = (&self.shoe, committed) {
            let reason = shoe.is_committed(&committed, shoe.opened_no)?;
            self.findings.ok(Check::Committed, reason);
        }
        self.summarize_record();
        Ok(())
    }

    /// The shoe of a file that was not seen before.
    fn begin(&mut self, arrival: &Arrival) -> Step {
        let no = arrival.committed.bulletin.no;
        let Notice::Committed(committed) = arrival.committed.bulletin.notice else {
            return failed(Check::Form, Place::No(no), "`committed` was expected");
        };
        let Some(first) = arrival.bulletins.first() else { return Ok(()) };
        let last = self.record.last().map(|last| last.no);
        if last.is_some_and(|last| first.no > last.saturating_add(1)) {
            // What lies between was not seen, so the shoe before cannot be held against this one.
            self.record.leap();
            self.shoe = None;
            self.begin_findings();
        }
        self.next = Some(committed);
        if no >= first.no {
            return failed(Check::Committed, Place::No(no), "the shoe opened before it was committed");
        }
        Ok(())
    }

    fn replay_bulletins(&mut self, arrival: Arrival) -> Step {
        let Arrival { bulletins, pledges, nonces, mut leaves, shown, .. } = arrival;
        let source = Source::File { takes_cards: shown.is_none() };
        let shown = shown.unwrap_or_default();
        for bulletin in &bulletins {
            self.show_before(bulletin, &shown)?;
            match self.record.stands(bulletin)? {
                Next::Known => {}
                Next::Gap => {
                    let reason = "a bulletin before it is missing in the file";
                    return failed(Check::Chain, Place::No(bulletin.no), reason);
                }
                Next::Follows => self.take(bulletin, source)?,
            }
            let sealed = self.shoe.as_ref().is_some_and(|shoe| shoe.sealed.is_some());
            if let Some(shoe) = self.shoe.as_mut().filter(|shoe| sealed && shoe.leaves().is_none())
                && let Some(leaves) = leaves.take()
            {
                shoe.take_leaves(leaves, &mut self.findings)?;
            }
        }
        let Some(shoe) = &mut self.shoe else { return Ok(()) };
        shoe.numbers.take_lists((shoe.table, shoe.number), pledges, nonces)?;
        for card in &shown {
            self.show_card(*card)?;
        }
        Ok(())
    }

    /// The cards of a file that were shown before one of its bulletins.
    fn show_before(&mut self, bulletin: &Bulletin, shown: &[Shown]) -> Step {
        let Some(shoe) = &mut self.shoe else { return Ok(()) };
        match &bulletin.notice {
            Notice::Burned(it) if !shoe.cards.has_burned() && !shown.is_empty() => {
                let first = shown.first().copied().filter(|_| it.first.is_some());
                shoe.burn(first, it.face_down)
            }
            Notice::Ended(it) if it.round_no > shoe.cards.ended() => {
                let is_out = |index: u16| match &it.at {
                    Places::From(from) => {
                        usize::from(index) < usize::from(*from).saturating_add(it.cards.len())
                    }
                    Places::At(indices) => indices.contains(&index),
                    Places::Read(_) => false,
                };
                let of_round = |card: &&Shown| card.opening.is_some_and(|it| is_out(it.index));
                for card in shown.iter().filter(of_round) {
                    self.show_card(*card)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
