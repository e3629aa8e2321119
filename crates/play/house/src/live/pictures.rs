//! Which record names which picture, and which findings that are over may show theirs. Knows no picture.

use fair::Digest;
use scanner::frame::{DeviceFrame, What};
use table::live::FindingCode;
use table::{RecordRef, RoundRef, TableId};

use super::past_findings::PastFinding;
use crate::answer::Failure;
use crate::house::House;

impl House {
    /// The SHA-256 of the picture that a record names, if it names one.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn picture_of(&self, record: RecordRef) -> Result<Option<Digest>, Failure> {
        let stored = self.context.store.device_record(record).await?;
        Ok(stored.and_then(|stored| named_in(&stored.body)))
    }

    /// Whether staff may see the pictures of a finding that is over. They may not while another finding is open, whose
    /// card somebody may have to type, nor while the round of this one goes on. Those of cards that were burned before
    /// the first round wait until the shoe is over. Those of a card that came before its shoe was opened stay hidden.
    pub fn shows_pictures_of(&self, table: TableId, finding: &PastFinding) -> bool {
        let open = self
            .live_status(table)
            .is_none_or(|status| status.borrow().as_ref().is_none_or(|status| status.finding.is_some()));
        let Some(view) = self.snapshot(table).map(|snapshot| snapshot.view) else { return false };
        let under_way = view.round.filter(|_| view.phase.round_under_way());
        // The card of a shoe that was not opened yet may come again, as one of the next shoe.
        let is_of_next = finding.code == FindingCode::WrongShoe;
        finding.end.is_some() && !is_of_next && !open && is_over(finding.round, view.shoe_no, under_way)
    }
}

/// Whether a round is over that may be the one under way, and whose shoe may be in play.
fn is_over(round: RoundRef, shoe_no: u32, under_way: Option<RoundRef>) -> bool {
    round.shoe_no < shoe_no || round.round_no > 0 && under_way != Some(round)
}

/// The picture that the body of a record names.
fn named_in(body: &str) -> Option<Digest> {
    let Ok(DeviceFrame::Record(record)) = DeviceFrame::read(body) else { return None };
    match record.what {
        What::Card(card) => card.img,
        What::Unread(unread) => unread.img,
        What::Shoe(_) | What::CutCard { .. } | What::Result { .. } | What::Fault { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_over_when_another_one_or_none_is_under_way() {
        let round = |shoe_no, round_no| RoundRef { shoe_no, round_no };
        for (asked, under_way, expected) in [
            (round(4, 2), Some(round(4, 2)), false),
            (round(4, 2), Some(round(4, 3)), true),
            (round(4, 2), None, true),
            (round(4, 0), Some(round(4, 3)), false),
            (round(4, 0), None, false),
            (round(3, 0), Some(round(4, 1)), true),
            (round(3, 9), None, true),
        ] {
            assert_eq!(is_over(asked, 4, under_way), expected, "{asked} with {under_way:?}");
        }
    }

    #[test]
    fn a_record_names_its_picture() {
        let body = |img: &str| {
            let (prev, rest) = ("0".repeat(64), r#""t":9,"pass":1,"why":"smeared""#);
            format!(r#"{{"v":1,"type":"unread","n":1,"prev":"{prev}",{rest}{img}}}"#)
        };
        let named = format!(r#","img":"{}""#, "5a".repeat(32));
        assert_eq!(named_in(&body(&named)), Some(fair::Bytes([0x5a; 32])));
        assert_eq!(named_in(&body("")), None);
        assert_eq!(named_in("no frame"), None);
    }
}
