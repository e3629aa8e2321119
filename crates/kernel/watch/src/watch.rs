//! The table that a client watches: what arrives goes to the record, and to the open shoe. `arrive` takes proof files,
//! and `summary` says how everything stands.

use fair::bulletin::{Committed, Finished, Opened};
use fair::nonces::Nonce;
use fair::{Bulletin, Digest, Notice, PublicKey, Secret, Signature};

use crate::cards::Source;
use crate::finding::{Check, Findings, Place, Step, failed, missed};
use crate::record::{Next, Record};
use crate::seen::{Kept, OwnWagers, Shown, Signed, Stake};
use crate::shoe::Shoe;

/// How long before the value of its beacon exists a shoe has to open, in milliseconds.
const AHEAD: u64 = 3_000;

/// The watching client of one table.
///
/// Hand it everything in the order of arrival. After a lost connection call [`Watch::resume`], and then hand it the
/// proof file of the open shoe before what came since. Whenever [`Report::wanted`](crate::Report::wanted) names
/// something, fetch it; hold back what arrives meanwhile when it is a file.
#[derive(Debug)]
pub struct Watch {
    pub(crate) table: u32,
    pub(crate) kept: Kept,
    pub(crate) record: Record,
    pub(crate) findings: Findings,
    pub(crate) shoe: Option<Shoe>,
    /// The commitment of the next shoe.
    pub(crate) next: Option<Committed>,
    pub(crate) no_proof: bool,
    /// Whether a message may have been missed, so that a file is asked for before anything is called wrong.
    pub(crate) lenient: bool,
    /// The shoe whose file is needed, and the bulletin that it must have.
    pub(crate) behind: Option<(u32, u64)>,
    pub(crate) signatures: usize,
    /// The first bulletin of the shoe.
    pub(crate) first_no: Option<u64>,
}

impl Watch {
    /// Watches a table, with what an earlier visit kept.
    pub fn new(table: u32, kept: Kept) -> Self {
        Self {
            table,
            kept,
            record: Record::new(table, &kept),
            findings: Findings::new(),
            shoe: None,
            next: None,
            no_proof: false,
            lenient: true,
            behind: None,
            signatures: 0,
            first_no: None,
        }
    }

    /// The connection was lost, and is back: messages may have been missed.
    pub const fn resume(&mut self) {
        self.lenient = true;
        if let Some(shoe) = &mut self.shoe {
            shoe.wagers.resume();
            shoe.numbers.resume();
        }
    }

    /// The server says that the open shoe is dealt without a proof.
    pub const fn no_proof(&mut self) {
        self.no_proof = self.shoe.is_none();
        self.behind = None;
    }

    /// A bulletin as it arrives, at this time of the client in milliseconds.
    pub fn bulletin(&mut self, text: &str, key: PublicKey, signature: Signature, at: u64) {
        let step = self.hear(text, key, signature, at);
        self.note(step);
    }

    fn hear(&mut self, text: &str, key: PublicKey, signature: Signature, at: u64) -> Step {
        let bulletin: Bulletin =
            text.parse().or_else(|error| failed(Check::Form, None, format!("a bulletin: {error}")))?;
        let signed = Signed { bulletin, key, signature };
        self.record.signed(&signed)?;
        self.signatures = self.signatures.saturating_add(1);
        let bulletin = signed.bulletin;
        if self.record.last().is_none() {
            let key = self.record.first_key(&bulletin)?;
            self.findings.ok(Check::Key, key);
        }
        match self.record.stands(&bulletin)? {
            Next::Known => return Ok(()),
            // The record of a shoe without a sealed order goes on; its file has nothing that a client checks in play.
            Next::Gap if self.no_proof => {
                self.record.leap();
                self.take(&bulletin, Source::Live(at))?;
            }
            Next::Gap => {
                self.miss(&bulletin);
                return Ok(());
            }
            Next::Follows if self.shoe.is_none() && !self.no_proof && needs_shoe(&bulletin.notice) => {
                self.behind = bulletin.notice.shoe_no().map(|shoe_no| (shoe_no, bulletin.no));
                return Ok(());
            }
            Next::Follows => self.take(&bulletin, Source::Live(at))?,
        }
        self.summarize_record();
        Ok(())
    }

    /// A bulletin came while others before it are missing.
    fn miss(&mut self, bulletin: &Bulletin) {
        let own = self.shoe.as_ref().map(|shoe| shoe.number);
        if let Notice::Opened(it) = &bulletin.notice {
            // A new shoe begins, so that what failed before it need not be settled first.
            self.record.leap();
            self.begin_findings();
            self.shoe = None;
            self.next = None;
            self.behind = Some((it.shoe_no, bulletin.no));
        } else if matches!(bulletin.notice, Notice::OpenedScanned(_)) {
            self.record.leap();
            self.begin_findings();
            (self.shoe, self.next, self.no_proof) = (None, None, true);
        } else if let Some(shoe_no) = own.or_else(|| bulletin.notice.shoe_no()) {
            self.behind = Some((shoe_no, bulletin.no));
        }
    }

    /// A bulletin that follows.
    pub(crate) fn take(&mut self, bulletin: &Bulletin, source: Source) -> Step {
        let step = self.place(bulletin, source);
        if matches!(source, Source::Live(_)) {
            let missed = step.as_ref().is_err_and(|fault| fault.may_be_missed() && self.lenient);
            // The first bulletin that follows by itself shows that none was missed.
            self.lenient = false;
            if missed {
                self.behind = self.shoe.as_ref().map(|shoe| (shoe.number, bulletin.no));
                return Ok(());
            }
        }
        self.first_no.get_or_insert(bulletin.no);
        self.record.take(bulletin);
        step
    }

    fn place(&mut self, bulletin: &Bulletin, source: Source) -> Step {
        let own = self.shoe.as_ref().map(|shoe| (shoe.number, shoe.is_finished()));
        match &bulletin.notice {
            Notice::Opened(it) if own.is_none_or(|(shoe_no, _)| shoe_no != it.shoe_no) => {
                self.open(it, bulletin, source)
            }
            Notice::Committed(it) => self.commit(it, bulletin, source),
            Notice::Finished(it) if own.is_some_and(|(shoe_no, over)| over && shoe_no != it.shoe_no) => {
                self.give_up(it, bulletin.no)
            }
            Notice::OpenedScanned(_) => {
                self.begin_findings();
                (self.shoe, self.no_proof, self.behind) = (None, true, None);
                Ok(())
            }
            Notice::Corrected(_) => Ok(()),
            Notice::Rekeyed(_) => {
                self.findings.ok(Check::Key, format!("changed in no {}, signed by the old one", bulletin.no));
                Ok(())
            }
            notice => {
                let about = notice.shoe_no().unwrap_or_default();
                match &mut self.shoe {
                    Some(shoe) if shoe.number == about => shoe.notice(bulletin, source, &mut self.findings),
                    Some(_) => {
                        let reason = format!("`{}` is about shoe {about}", notice.kind());
                        failed(Check::Form, Place::No(bulletin.no), reason)
                    }
                    None => Ok(()),
                }
            }
        }
    }

    /// A shoe opens. It must be the one that was committed, and the one before must be finished.
    fn open(&mut self, opened: &Opened, by: &Bulletin, source: Source) -> Step {
        let no = by.no;
        let before = self.shoe.as_ref().filter(|shoe| !shoe.is_finished()).map(|shoe| shoe.number);
        if self.shoe.is_some() {
            self.begin_findings();
        }
        let mut shoe = Shoe::new(self.table, opened, (no, by.at));
        match (source, opened.beacon) {
            (Source::Live(now), _) => shoe.note_shoe(now, AHEAD, &mut self.findings),
            (Source::File { .. }, None) => self.findings.open(Check::Beacon, "no beacon is used"),
            (Source::File { .. }, Some(_)) => {
                self.findings.open(Check::Beacon, "the shoe opened before you came");
            }
        }
        let committed = self.next.take();
        let step = committed.map(|committed| shoe.is_committed(&committed, no));
        self.shoe = Some(shoe);
        self.first_no = Some(no);
        self.no_proof = false;
        self.behind = None;
        if let Some(before) = before {
            let reason = format!("shoe {} opened, and shoe {before} was never finished", opened.shoe_no);
            self.note::<()>(failed(Check::Form, Place::Shoe(before), reason));
        }
        match step {
            Some(step) => {
                let reason = step?;
                self.findings.ok(Check::Committed, reason);
            }
            None if before.is_some() => {
                return failed(Check::Committed, Place::No(no), "the shoe was never committed");
            }
            None => self.behind = Some((opened.shoe_no, no)),
        }
        Ok(())
    }

    /// The commitment of the next shoe.
    fn commit(&mut self, committed: &Committed, bulletin: &Bulletin, source: Source) -> Step {
        if let Some(shoe) = &mut self.shoe {
            if !shoe.is_finished() {
                shoe.notice(bulletin, source, &mut self.findings)?;
            }
            let least = shoe.number.saturating_add(1);
            if committed.shoe_no < least || (!shoe.is_finished() && committed.shoe_no != least) {
                let reason = format!("shoe {least} was expected to be committed");
                return failed(Check::Form, Place::No(bulletin.no), reason);
            }
        }
        match self.next.replace(*committed) {
            Some(other) if other.shoe_no == committed.shoe_no && other != *committed => {
                let reason = format!("shoe {} was committed twice", other.shoe_no);
                failed(Check::Committed, Place::No(bulletin.no), reason)
            }
            Some(dropped) if dropped.shoe_no != committed.shoe_no => {
                let reason =
                    format!("shoe {} was committed, and neither opened nor given up", dropped.shoe_no);
                failed(Check::Committed, Place::Shoe(dropped.shoe_no), reason)
            }
            _ => Ok(()),
        }
    }

    /// A shoe that was committed is finished before it opened.
    fn give_up(&mut self, finished: &Finished, no: u64) -> Step {
        let place = Place::Shoe(finished.shoe_no);
        let Some(committed) = self.next.take().filter(|next| next.shoe_no == finished.shoe_no) else {
            return failed(Check::Form, Place::No(no), "this shoe was not the next one");
        };
        let shown = finished.secret.map(|secret| Secret::new(secret.0));
        let shown = shown.map(|secret| secret.commitment(self.table, finished.shoe_no));
        if shown == Some(committed.commitment) {
            return Ok(());
        }
        failed(Check::Commitment, place, "it was given up, and its secret is not the committed one")
    }

    /// The patron's own number for a shoe that takes pledges: 32 fresh random bytes. The report says when to send what.
    pub fn give(&mut self, shoe_no: u32, nonce: Nonce) {
        let table = self.table;
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.number == shoe_no) {
            shoe.numbers.give((table, shoe_no), nonce);
        }
    }

    /// The house says that the pledge of the own number arrived, or after the pledges are fixed, the number itself.
    pub fn taken(&mut self, shoe_no: u32) {
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.number == shoe_no) {
            shoe.numbers.taken();
        }
    }

    /// The house refuses the own number, so that none is given for this shoe.
    pub fn refused(&mut self, shoe_no: u32) {
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.number == shoe_no) {
            shoe.numbers.refuse();
        }
    }

    /// All leaves of the sealed shoe.
    pub fn leaves(&mut self, shoe_no: u32, leaves: Vec<Digest>) {
        let is_own = |shoe: &&mut Shoe| shoe.number == shoe_no && shoe.leaves().is_none();
        if let Some(shoe) = self.shoe.as_mut().filter(is_own) {
            let step = shoe.take_leaves(leaves, &mut self.findings);
            self.note(step);
            self.summarize_cards();
        }
    }

    /// Cards that were burned: the first one, if it was turned over, and how many went face down.
    pub fn burned(&mut self, shoe_no: u32, first: Option<Shown>, face_down: u8) {
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.number == shoe_no) {
            let step = shoe.burn(first, face_down);
            self.note(step);
            self.summarize_cards();
        }
    }

    /// A card that the table showed.
    pub fn card(&mut self, shoe_no: u32, card: Shown) {
        match self.shoe.as_ref().map(|shoe| shoe.number) {
            Some(own) if own == shoe_no => {
                let step = self.show_card(card);
                if step.as_ref().is_err_and(|fault| fault.may_be_missed() && self.lenient) {
                    self.lenient = false;
                    let no = self.record.last().map_or(0, |last| last.no);
                    self.behind = Some((shoe_no, no));
                } else {
                    self.note(step);
                }
                self.summarize_cards();
            }
            Some(own) if own > shoe_no => {}
            _ => {
                if card.opening.is_some() {
                    self.behind = Some((shoe_no, 0));
                }
            }
        }
    }

    pub(crate) fn show_card(&mut self, card: Shown) -> Step {
        let Some(shoe) = &mut self.shoe else { return Ok(()) };
        if shoe.sealed.is_none() {
            let reason = format!("{} was shown before the order was sealed", card.card);
            return missed(Check::Cards, None, reason);
        }
        shoe.show(card)
    }

    /// The patron's stakes of a round as the screen shows them; hand them over after every change, until the result.
    pub fn staked(&mut self, shoe_no: u32, round_no: u16, stakes: Vec<Stake>) {
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.number == shoe_no) {
            shoe.wagers.show(round_no, stakes);
        }
    }

    /// The patron has their result of a round. A house sends the proof of their wagers before it.
    pub fn settled(&mut self, shoe_no: u32, round_no: u16) {
        if let Some(shoe) = self.shoe.as_ref().filter(|shoe| shoe.number == shoe_no) {
            let step = shoe.wagers.settle(round_no);
            self.note(step);
        }
    }

    /// The patron's own wagers as the house fixed them when betting closed.
    pub fn wagers(&mut self, own: OwnWagers) {
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.number == own.shoe_no) {
            let step = shoe.wagers.give(self.table, own);
            self.note(step);
            self.summarize_cards();
        }
    }

    pub(crate) fn note<T>(&mut self, step: Step<T>) -> Option<T> {
        self.findings.take(step)
    }

    /// The findings of a new shoe begin; what is wrong with the key or the record stays.
    pub(crate) fn begin_findings(&mut self) {
        self.findings = self.findings.lasting();
        self.signatures = 0;
        self.first_no = None;
    }
}

/// Whether a notice says something only of a shoe whose bulletins before it are known.
const fn needs_shoe(notice: &Notice) -> bool {
    !matches!(
        notice,
        Notice::Opened(_)
            | Notice::OpenedScanned(_)
            | Notice::Committed(_)
            | Notice::Corrected(_)
            | Notice::Rekeyed(_)
    )
}
