//! The open shoe: its bulletins in their order, what it was committed to, its root, and the secret at its end.

use fair::bulletin::{Committed, Finished, Opened, Sealed};
use fair::{Bulletin, Digest, Inputs, Notice, ProvableShoe, Secret, tree};

use crate::cards::{Cards, Source};
use crate::finding::{Check, Findings, Place, Step, failed};
use crate::numbers::Numbers;
use crate::report::{Give, Wanted};
use crate::seen::Shown;
use crate::wagers::Wagers;

/// How far a shoe is, by its bulletins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Opened,
    NextCommitted,
    Pledged,
    Revealed,
    Sealed,
    Burned,
    Rounds,
    Finished,
}

#[derive(Debug)]
pub(crate) struct Shoe {
    pub(crate) table: u32,
    pub(crate) number: u32,
    stage: Stage,
    pub(crate) opened: Opened,
    /// The number of the bulletin `opened`.
    pub(crate) opened_no: u64,
    /// Its time, by the house's clock.
    opened_at: u64,
    /// The digest of the bulletin `pledged`.
    pledged: Option<Digest>,
    pub(crate) numbers: Numbers,
    /// By how many milliseconds something was said too late for the beacon, by the client's clock; 0 if nothing was.
    late: u64,
    pub(crate) sealed: Option<Sealed>,
    /// When the bulletin `sealed` came, by the client's clock; none when it was in a file.
    pub(crate) sealed_seen: Option<u64>,
    leaves: Option<Vec<Digest>>,
    pub(crate) cards: Cards,
    pub(crate) wagers: Wagers,
}

impl Shoe {
    pub(crate) fn new(table: u32, opened: &Opened, (opened_no, opened_at): (u64, u64)) -> Self {
        Self {
            table,
            number: opened.shoe_no,
            stage: Stage::Opened,
            opened: opened.clone(),
            opened_no,
            opened_at,
            pledged: None,
            numbers: Numbers::default(),
            late: 0,
            sealed: None,
            sealed_seen: None,
            leaves: None,
            cards: Cards::new(opened.algorithm, opened.decks),
            wagers: Wagers::default(),
        }
    }

    /// Whether the shoe opened as it was committed.
    pub(crate) fn is_committed(&self, committed: &Committed, no: u64) -> Step<String> {
        let (opened, place) = (&self.opened, Place::No(no));
        if committed.shoe_no != self.number {
            let reason = format!("shoe {} was committed, and shoe {} opened", committed.shoe_no, self.number);
            return failed(Check::Committed, place, reason);
        }
        if opened.commitment != committed.commitment {
            return failed(Check::Committed, place, "`opened` names another commitment than was published");
        }
        if opened.beacon.map(|(chain, _)| chain) != committed.beacon {
            return failed(Check::Committed, place, "`opened` names another beacon than was published");
        }
        Ok("before the shoe opened".to_owned())
    }

    pub(crate) const fn is_finished(&self) -> bool {
        matches!(self.stage, Stage::Finished)
    }

    pub(crate) fn leaves(&self) -> Option<&[Digest]> {
        self.leaves.as_deref()
    }

    /// Cards that were burned as everybody saw it.
    pub(crate) fn burn(&mut self, first: Option<Shown>, face_down: u8) -> Step {
        self.cards.burn(first, face_down, self.leaves.as_deref())
    }

    /// A card that the table showed.
    pub(crate) fn show(&mut self, card: Shown) -> Step {
        self.cards.show(card, self.leaves.as_deref())
    }

    /// What is missing to check the cards.
    pub(crate) fn wanted(&self) -> Option<Wanted> {
        if self.is_finished() {
            return None;
        }
        if self.numbers.wants_pledges() {
            return Some(Wanted::File(self.number));
        }
        self.sealed?;
        if self.numbers.nonces().is_none() {
            return Some(Wanted::File(self.number));
        }
        if self.leaves.is_none() { Some(Wanted::Leaves(self.number)) } else { None }
    }

    /// A bulletin about this shoe, or about the next one.
    pub(crate) fn notice(&mut self, by: &Bulletin, source: Source, findings: &mut Findings) -> Step {
        let live = matches!(source, Source::Live(_));
        match &by.notice {
            Notice::Opened(_) => failed(Check::Form, Place::No(by.no), "the shoe is opened twice"),
            Notice::Committed(_) => self.enter(by, Stage::NextCommitted, &[Stage::Opened]),
            Notice::Pledged(it) => {
                self.enter(by, Stage::Pledged, &[Stage::NextCommitted])?;
                self.pledged = Some(by.digest());
                self.numbers.fix_pledges(*it);
                Ok(())
            }
            Notice::Revealed(it) => {
                self.enter(by, Stage::Revealed, &[Stage::Pledged])?;
                self.numbers.fix_nonces(*it);
                if let Source::Live(now) = source {
                    self.note_shoe(now, 0, findings);
                }
                Ok(())
            }
            Notice::Sealed(it) => {
                self.enter(by, Stage::Sealed, &[Stage::Revealed])?;
                self.sealed = Some(*it);
                if let Source::Live(at) = source {
                    self.sealed_seen = Some(at);
                }
                let cards = u16::from(self.opened.decks).saturating_mul(52);
                if it.cards != cards {
                    let (decks, place) = (self.opened.decks, Place::No(by.no));
                    let reason = format!("{decks} decks have {cards} cards, not {}", it.cards);
                    return failed(Check::Root, place, reason);
                }
                Ok(())
            }
            Notice::Burned(it) => {
                self.enter(by, Stage::Burned, &[Stage::Sealed])?;
                let reason = self.cards.say_burned(it)?;
                findings.ok(Check::Burn, reason);
                Ok(())
            }
            Notice::Closed(it) => {
                self.enter(by, Stage::Rounds, &[Stage::Sealed, Stage::Burned, Stage::Rounds])?;
                self.cards.close(it, by.digest())?;
                self.wagers.close(self.table, it, live)?;
                self.name_draw(it, by, source, findings)
            }
            Notice::Drawn(it) => {
                self.enter(by, Stage::Rounds, &[Stage::Rounds])?;
                self.draw(it, by)
            }
            Notice::Ended(it) => {
                self.enter(by, Stage::Rounds, &[Stage::Sealed, Stage::Burned, Stage::Rounds])?;
                self.is_spelled(it, by)?;
                self.cards.end(it, source)
            }
            Notice::Finished(it) => {
                if self.is_finished() {
                    return failed(Check::Form, Place::No(by.no), "the shoe is finished twice");
                }
                self.stage = Stage::Finished;
                self.finish(it, by.no, findings)
            }
            Notice::Corrected(_) | Notice::Rekeyed(_) => Ok(()),
            of_device => {
                let reason = format!("`{}` is of a shoe whose cards a device reads", of_device.kind());
                failed(Check::Form, Place::No(by.no), reason)
            }
        }
    }

    fn enter(&mut self, by: &Bulletin, own: Stage, before: &[Stage]) -> Step {
        if before.contains(&self.stage) {
            self.stage = own;
            return Ok(());
        }
        failed(Check::Form, Place::No(by.no), format!("`{}` is out of its place", by.notice.kind()))
    }

    /// The same for the value of the beacon that the shoe names.
    pub(crate) fn note_shoe(&mut self, now: u64, ahead: u64, findings: &mut Findings) {
        match self.opened.beacon {
            Some((_, round)) => self.note_time(now, ahead, round, findings),
            None => findings.open(Check::Beacon, "no beacon is used"),
        }
    }

    /// Holds the client's clock against the time at which the value of a round of the beacon comes to exist: what was
    /// said just now must be so many milliseconds before it. A clock may be wrong, so that nothing fails.
    pub(crate) fn note_time(&mut self, now: u64, ahead: u64, round: u64, findings: &mut Findings) {
        let exists = beacon::time_of(round).unwrap_or_default();
        self.late = self.late.max(now.saturating_add(ahead).saturating_sub(exists));
        match self.late {
            0 => findings.ok(Check::Beacon, "in time by your clock"),
            late => findings.open(Check::Beacon, format!("{late} ms late by your clock")),
        }
    }

    /// What the client should give for the shoe.
    pub(crate) fn give(&self) -> Option<Give> {
        let asks = self.stage < Stage::Pledged && self.opened.pledges_until > self.opened_at;
        self.numbers.wanted(self.number, asks)
    }

    /// All leaves. They must give the sealed root, and open for all cards that were shown.
    pub(crate) fn take_leaves(&mut self, leaves: Vec<Digest>, findings: &mut Findings) -> Step {
        let Some(sealed) = &self.sealed else { return Ok(()) };
        if leaves.len() != usize::from(sealed.cards) || tree::root(&leaves) != sealed.root {
            return failed(Check::Root, None, format!("{} leaves do not give the sealed root", leaves.len()));
        }
        findings.ok(Check::Root, format!("{} leaves give the sealed root", leaves.len()));
        let step = self.cards.open_waiting(&leaves);
        self.leaves = Some(leaves);
        step
    }

    fn finish(&mut self, finished: &Finished, no: u64, findings: &mut Findings) -> Step {
        let Some(secret) = finished.secret else {
            return failed(Check::Commitment, Place::No(no), "the secret was never shown");
        };
        let secret = Secret::new(secret.0);
        if secret.commitment(self.table, self.number) != self.opened.commitment {
            return failed(Check::Commitment, Place::No(no), "the secret is not the committed one");
        }
        findings.ok(Check::Commitment, "the secret is the committed one");
        let Some(sealed) = self.sealed else {
            findings.open(Check::Order, "the shoe was given up before it was sealed");
            return Ok(());
        };
        let (Some(pledged), Some(nonces)) = (self.pledged, self.numbers.nonces()) else {
            findings.open(Check::Order, "the nonces are not known here");
            return Ok(());
        };
        let inputs = Inputs { pledged: &pledged, nonces, beacon: sealed.beacon.as_ref() };
        let derived = ProvableShoe::derive(&secret, &inputs, self.opened.decks);
        self.cards.are_of(&derived)?;
        if derived.root() != sealed.root {
            return failed(Check::Order, Place::No(no), "the secret gives another order than the sealed one");
        }
        findings.ok(Check::Order, "the secret gives the sealed order");
        if self.leaves.is_none() {
            self.take_leaves(derived.leaves().to_vec(), findings)?;
        }
        Ok(())
    }
}
