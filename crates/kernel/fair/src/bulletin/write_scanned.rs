//! Writes the bulletins of a shoe whose cards a device reads.

use core::fmt;

use super::scanned::{ALGORITHM, Amended, Counted, FinishedScanned, OpenedScanned, RemovedCard, Resolved};
use super::write::{or_none, write_list};

impl OpenedScanned {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, kind: &str) -> fmt::Result {
        let Self { shoe_no, device, record, label, rules_id, rules_digest, decks } = self;
        write!(f, "{kind} {shoe_no}\nalgorithm {ALGORITHM}\ndevice {device}\nrecord {record}\n")?;
        writeln!(f, "label {label}\nrules {rules_id} {rules_digest}\ndecks {decks}")
    }
}

impl RemovedCard {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, kind: &str) -> fmt::Result {
        let Self { shoe_no, card, source, why } = self;
        let (card, why) = (or_none(*card), <&str>::from(why));
        writeln!(f, "{kind} {shoe_no}\ncard {card}\nrecord {source}\nwhy {why}")
    }
}

impl Amended {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, kind: &str) -> fmt::Result {
        let Self { shoe_no, round_no, place, from, to } = self;
        writeln!(f, "{kind} {shoe_no} {round_no}\ncard {place}\nread {from}\nruled {to}")
    }
}

impl Resolved {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, kind: &str) -> fmt::Result {
        let (code, how) = (<&str>::from(self.code), <&str>::from(self.how));
        writeln!(f, "{kind} {}\nfinding {code}\nhow {how}", self.shoe_no)?;
        write_list(f, "about", &self.about)?;
        write_list(f, "drops", &self.drops)
    }
}

impl Counted {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, kind: &str) -> fmt::Result {
        writeln!(f, "{kind} {}", self.shoe_no)?;
        write_list(f, "records", &self.records)?;
        write_list(f, "missing", &self.missing)?;
        write_list(f, "extra", &self.extra)?;
        writeln!(f, "unseen {}", self.unseen)
    }
}

impl FinishedScanned {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, kind: &str) -> fmt::Result {
        let Self { shoe_no, records, last, findings, keyed, amended } = self;
        write!(f, "{kind} {shoe_no}\nplayed\nrecords {records} {last}\n")?;
        writeln!(f, "findings {findings}\nkeyed {keyed}\namended {amended}")
    }
}
