//! Whether the bulletins of a table go on from where a witness saw them.

use std::collections::BTreeSet;

use fair::{Bulletin, Notice, PublicKey};
use wire::proofs::SignedText;

use super::heads::Head;
use crate::lines::Problem;

/// How many bulletins are asked for at a time.
const PAGE: u64 = 1_000;

/// How many new bulletins of a table are followed in one run, so that a house cannot keep a witness busy for ever.
const MOST_NEW: u64 = 1_000_000;

/// The bulletins of a table from the one that the witness saw to the one that the house names now, as far as they came.
pub(super) struct Record {
    table: u32,
    seen: Head,
    now: Head,
    last: Option<Bulletin>,
    /// The shoes that were committed.
    committed: BTreeSet<u32>,
    /// The shoes that were opened.
    opened: BTreeSet<u32>,
}

impl Record {
    /// A record of which no bulletin has come yet; an error when the heads alone show that it cannot be followed.
    pub(super) fn new(table: u32, seen: Head, now: Head) -> Result<Self, String> {
        let Some(new) = now.no.checked_sub(seen.no) else {
            return Err(format!("the house is at no {}, and was at no {}", now.no, seen.no));
        };
        if new > MOST_NEW {
            let many = format!("{new} bulletins after no {}", seen.no);
            return Err(format!("the house is at no {}, {many}; {MOST_NEW} are followed at most", now.no));
        }
        Ok(Self { table, seen, now, last: None, committed: BTreeSet::new(), opened: BTreeSet::new() })
    }

    /// Follows the record to its end. `page` gives the bulletins from a number on, at most so many. Every bulletin is
    /// checked as it comes; the first that is not the next one ends the work. Gives the key that signs after the last.
    pub(super) fn follow(
        mut self,
        mut page: impl FnMut(u64, u64) -> Result<Vec<SignedText>, Problem>,
    ) -> Result<Result<PublicKey, String>, Problem> {
        while let Some(next) = self.next_no() {
            let limit = self.now.no.saturating_sub(next).saturating_add(1).min(PAGE);
            let came = page(next, limit)?;
            if came.is_empty() {
                return Ok(Err(format!("the house has no bulletin no {next}")));
            }
            for signed in &came {
                if let Err(why) = signed_bulletin(signed).and_then(|bulletin| self.add(bulletin)) {
                    return Ok(Err(why));
                }
            }
        }
        Ok(self.last.map(|last| last.next_house()).ok_or_else(|| "the record is empty".to_owned()))
    }

    /// The number of the bulletin that must come next; none after the last one.
    fn next_no(&self) -> Option<u64> {
        let next = self.last.as_ref().map_or(Some(self.seen.no), |last| last.no.checked_add(1));
        next.filter(|next| *next <= self.now.no)
    }

    /// Adds the next bulletin, if it follows the last one, and is that of the head with its number.
    fn add(&mut self, bulletin: Bulletin) -> Result<(), String> {
        let Some(next) = self.next_no() else {
            return Err(format!("the house sends more bulletins than up to no {}", self.now.no));
        };
        if (bulletin.table, bulletin.no) != (self.table, next) {
            return Err(format!("the house has no bulletin no {next}"));
        }
        if let Some(last) = &self.last {
            let does_not = |error| format!("no {next} does not follow no {}: {error}", last.no);
            bulletin.follows(last).map_err(does_not)?;
        }
        for (head, verb) in [(self.seen, "was"), (self.now, "is signed as")] {
            is_at(&bulletin, head, verb)?;
        }
        self.is_once(&bulletin)?;
        self.last = Some(bulletin);
        Ok(())
    }

    /// Checks that no shoe is committed or opened a second time: the house would deal it again under its number.
    fn is_once(&mut self, bulletin: &Bulletin) -> Result<(), String> {
        let (shoe_no, is_new, verb) = match &bulletin.notice {
            Notice::Committed(it) => (it.shoe_no, self.committed.insert(it.shoe_no), "commits"),
            Notice::Opened(it) => (it.shoe_no, self.opened.insert(it.shoe_no), "opens"),
            Notice::OpenedScanned(it) => (it.shoe_no, self.opened.insert(it.shoe_no), "opens"),
            _ => return Ok(()),
        };
        if is_new { Ok(()) } else { Err(format!("no {} {verb} shoe {shoe_no} a second time", bulletin.no)) }
    }
}

/// A bulletin, if the key that it names signed it.
fn signed_bulletin(signed: &SignedText) -> Result<Bulletin, String> {
    let no_bulletin = |error| format!("a text of the house is no bulletin: {error}");
    let bulletin: Bulletin = signed.text.parse().map_err(no_bulletin)?;
    let not_signed = || format!("no {} is not signed by {}", bulletin.no, bulletin.house);
    let signature = signed.signature.parse().map_err(|_| not_signed())?;
    fair::verify(&bulletin.house, &signed.text, &signature).map_err(|_| not_signed())?;
    Ok(bulletin)
}

/// Checks that a bulletin is the one of that head, if the head has its number.
fn is_at(bulletin: &Bulletin, head: Head, verb: &str) -> Result<(), String> {
    let digest = bulletin.digest();
    if bulletin.no != head.no || digest == head.digest {
        return Ok(());
    }
    Err(format!("no {} {verb} {}, and the house now sends {digest}", head.no, head.digest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fair::Bytes;
    use fair::bulletin::{Abandonment, Committed, Finished};
    use verify::testing::{Plan, Played, Stage, TestTable};

    fn head(signed: &SignedText) -> Head {
        let bulletin: Bulletin = signed.text.parse().unwrap();
        Head { no: bulletin.no, digest: bulletin.digest() }
    }

    fn record(table: &TestTable) -> Vec<SignedText> {
        let signed = |it: &verify::file::Signed| SignedText {
            text: it.bulletin.to_string(),
            key: it.key.to_string(),
            signature: it.signature.to_string(),
        };
        table.record.iter().map(signed).collect()
    }

    /// Follows what a house sends that answers each question with the texts from there on.
    fn follows(sent: &[SignedText], seen: Head, now: Head) -> Result<PublicKey, String> {
        let mut rest = sent;
        let page = |_, limit| {
            let (page, more) = rest.split_at(rest.len().min(usize::try_from(limit).unwrap()).min(7));
            rest = more;
            Ok(page.to_vec())
        };
        Record::new(7, seen, now)?.follow(page).map_err(|problem| problem.text())?
    }

    fn table(plan: &Plan) -> (TestTable, Played) {
        let mut table = TestTable::new(7, 41, false);
        let played = table.play(&Plan { beacon: false, ..plan.clone() });
        (table, played)
    }

    #[test]
    fn a_record_goes_on_from_what_was_seen_or_the_reason_is_named() {
        let (table, _) = table(&Plan { rekeyed_after: Some(2), ..Plan::default() });
        let all = record(&table);
        let (first, last) = (&all[0], &all[all.len() - 1]);
        let (seen, now) = (head(first), head(last));
        let key = |signed: &SignedText| signed.key.parse::<PublicKey>().unwrap();
        assert_eq!(follows(&all, seen, now), Ok(key(last)), "through a change of the key");
        assert_ne!(key(last), key(first));
        assert_eq!(follows(&all[..1], seen, seen), Ok(key(first)), "nothing is new");

        let other = Head { digest: now.digest, ..seen };
        let expected =
            format!("no {} was {}, and the house now sends {}", seen.no, other.digest, seen.digest);
        assert_eq!(follows(&all, other, now), Err(expected));
        let unsigned = Head { digest: seen.digest, ..now };
        assert!(follows(&all, seen, unsigned).unwrap_err().contains("is signed as"));
        let mut gap = all.clone();
        gap.remove(3);
        assert_eq!(follows(&gap, seen, now), Err("the house has no bulletin no 4".to_owned()));
        assert!(follows(&[], seen, now).unwrap_err().contains("has no bulletin no 1"));
        assert!(follows(&all[..4], seen, now).unwrap_err().contains("has no bulletin no 5"));
        assert!(follows(&all, now, seen).unwrap_err().contains("and was at no"));
        let mut forged = all.clone();
        forged[2].signature = all[3].signature.clone();
        assert!(follows(&forged, seen, now).unwrap_err().contains("no 3 is not signed by"));
        let mut other = self::table(&Plan::default()).0;
        other.rewrite(|bulletin| bulletin.at += 1);
        let rewritten = [&all[..3], &record(&other)[3..]].concat();
        assert!(follows(&rewritten, seen, now).unwrap_err().contains("no 4 does not follow no 3: "));
    }

    #[test]
    fn a_house_cannot_keep_a_witness_busy() {
        let (table, _) = table(&Plan::in_play(Stage::Opened));
        let all = record(&table);
        let seen = head(&all[0]);
        let far = |new: u64| Head { no: seen.no + new, digest: seen.digest };
        let told = follows(&all, seen, far(1 << 62)).unwrap_err();
        assert!(told.contains("bulletins after no 1; 1000000 are followed at most"), "{told}");
        let mut pages = 0;
        let page = |_, _| {
            pages += 1;
            Ok(vec![all[0].clone()])
        };
        let found = Record::new(7, seen, far(MOST_NEW)).unwrap().follow(page).ok().unwrap();
        assert_eq!(found, Err("the house has no bulletin no 2".to_owned()));
        assert_eq!(pages, 2, "the first number that is not the next one ends the work");
        let near = Record::new(7, seen, head(&all[1])).unwrap();
        let found = near.follow(|_, _| Ok(all.clone())).ok().unwrap();
        assert_eq!(found, Err("the house sends more bulletins than up to no 2".to_owned()));
    }

    #[test]
    fn a_shoe_is_committed_and_opened_once() {
        let (mut dropped, _) = table(&Plan::abandoned(Stage::Rounds(1), Abandonment::Restored));
        let whole = record(&dropped);
        let (seen, now) = (head(&whole[0]), head(&whole[whole.len() - 1]));
        assert!(follows(&whole, seen, now).is_ok());
        // The house gives up shoe 42, which it has committed, and commits it again with another secret.
        dropped.say(Notice::Finished(Finished {
            shoe_no: 42,
            abandoned: Some(Abandonment::Restored),
            secret: None,
        }));
        dropped.say(Notice::Committed(Committed { shoe_no: 42, commitment: Bytes([9; 32]), beacon: None }));
        let sent = record(&dropped);
        let found = follows(&sent, seen, head(&sent[sent.len() - 1]));
        assert_eq!(found, Err(format!("no {} commits shoe 42 a second time", sent.len())));

        let (mut again, _) = table(&Plan::abandoned(Stage::Opened, Abandonment::Restored));
        let opened = again.record.iter().find(|it| matches!(it.bulletin.notice, Notice::Opened(_))).unwrap();
        let opened = opened.bulletin.notice.clone();
        again.say(opened);
        let sent = record(&again);
        let found = follows(&sent, seen, head(&sent[sent.len() - 1]));
        assert_eq!(found, Err(format!("no {} opens shoe 41 a second time", sent.len())));
    }
}
