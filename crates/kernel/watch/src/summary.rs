//! How everything stands: the words of the findings that hold, the state, and what to show, keep and fetch.

use crate::finding::{Check, Verdict, count};
use crate::report::{Head, Report, State, Wanted};
use crate::seen::Kept;
use crate::shoe::Shoe;
use crate::watch::Watch;

impl Watch {
    pub(crate) fn summarize_record(&mut self) {
        let last = self.record.last().map_or(0, |last| last.no);
        let first = self.first_no.unwrap_or(last);
        let findings = &mut self.findings;
        findings.ok(Check::Form, "every bulletin is in its place");
        let signatures = self.signatures;
        findings.ok(Check::Signature, format!("{}, each by the house", count(signatures, "signature")));
        findings.ok(Check::Chain, format!("no {first} to {last}, no gap"));
        match self.kept.head {
            Some((no, _)) if no.saturating_add(1) >= first => {
                findings.ok(Check::Fork, format!("it goes on from no {no}, which you saw before"));
            }
            Some((no, _)) => {
                findings.open(Check::Fork, format!("no {no}, which you saw, is of an earlier shoe"));
            }
            None => findings.open(Check::Fork, "you have seen nothing of this table before"),
        }
        self.summarize_cards();
    }

    pub(crate) fn summarize_cards(&mut self) {
        let Some(shoe) = &self.shoe else { return };
        let findings = &mut self.findings;
        let cards = &shoe.cards;
        shoe.numbers.summarize(findings);
        if shoe.leaves().is_some() {
            findings.ok(Check::Cards, format!("{} shown, each the next", cards.opened()));
        }
        if cards.ended() > 0 || cards.round.is_some() {
            let ended = usize::from(cards.ended());
            findings
                .ok(Check::Rounds, format!("{}, each closed before its first card", count(ended, "round")));
        }
        if !cards.has_burned() && (cards.ended() > 0 || cards.round.is_some()) {
            findings.ok(Check::Burn, "no card was burned");
        }
        match usize::from(shoe.wagers.rounds()) {
            0 => findings.open(Check::Wagers, "no bet of yours in this shoe"),
            rounds => findings
                .ok(Check::Wagers, format!("fixed before the first card in {}", count(rounds, "round"))),
        }
        if shoe.sealed.is_some() && !shoe.is_finished() {
            findings.open(Check::Commitment, "the secret is shown when the shoe is over");
            findings.open(Check::Order, "the secret is shown when the shoe is over");
        }
    }

    /// The state in a word.
    pub fn state(&self) -> State {
        if let Some(check) = self.findings.first() {
            return State::Failed { check };
        }
        match &self.shoe {
            None if self.no_proof => State::NoProof,
            Some(shoe) if shoe.leaves().is_some() && !shoe.cards.is_waiting() => {
                State::Checked { cards: shoe.cards.opened() }
            }
            _ => State::Waiting,
        }
    }

    /// Everything that a client shows, keeps and should fetch.
    pub fn report(&self) -> Report {
        let shoe = self.shoe.as_ref();
        let last = self.record.last();
        let head = last.map(|last| Head { no: last.no, digest: last.digest() });
        let trusted = ![Check::Key, Check::Fork, Check::Signature, Check::Chain]
            .iter()
            .any(|check| self.findings.has_failed(*check));
        let keep = Kept {
            house: self.record.house(),
            head: head.map(|head| (head.no, head.digest)).or(self.kept.head),
        };
        Report {
            shoe_no: shoe.map(|shoe| shoe.number),
            state: self.state(),
            findings: self.findings.list().to_vec(),
            commitment: shoe.map(|shoe| shoe.opened.commitment),
            root: shoe.and_then(|shoe| shoe.sealed).map(|sealed| sealed.root),
            sealed_seen: shoe.and_then(|shoe| shoe.sealed_seen),
            head,
            keep: if trusted { keep } else { self.kept },
            wanted: self.wanted(),
            give: shoe.and_then(Shoe::give).filter(|_| self.findings.first().is_none()),
        }
    }

    /// What to fetch. After a failure nothing more is asked for until the next shoe.
    fn wanted(&self) -> Option<Wanted> {
        if self.findings.list().iter().any(|finding| {
            finding.verdict == Verdict::Failed
                && ![Check::Wagers, Check::Key, Check::Fork].contains(&finding.check)
        }) {
            return None;
        }
        self.behind.map(|(shoe_no, _)| Wanted::File(shoe_no)).or_else(|| self.shoe.as_ref()?.wanted())
    }
}
