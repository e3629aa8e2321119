//! Whether the bulletins of a table go on from where a witness saw them.

use fair::{Bulletin, PublicKey};

use super::heads::Head;

/// The bulletins of a table from the one that the witness saw to the one that the house names now.
pub(super) struct Record<'a> {
    pub(super) table: u32,
    pub(super) seen: Head,
    pub(super) now: Head,
    pub(super) bulletins: &'a [Bulletin],
}

impl Record<'_> {
    /// Checks that each bulletin follows the one before, and that the ends are those of both heads. Gives the key that
    /// signs after the last one.
    pub(super) fn follows(&self) -> Result<PublicKey, String> {
        let (Some(first), Some(last)) = (self.bulletins.first(), self.bulletins.last()) else {
            return Err(format!("the house has no bulletin no {}", self.seen.no));
        };
        is_at(first, self.table, self.seen, "was")?;
        for pair in self.bulletins.windows(2) {
            if let [before, after] = pair {
                let does_not = |error| format!("no {} does not follow no {}: {error}", after.no, before.no);
                after.follows(before).map_err(does_not)?;
            }
        }
        is_at(last, self.table, self.now, "is signed as")?;
        Ok(last.next_house())
    }
}

/// Checks that a bulletin is the one of that head.
fn is_at(bulletin: &Bulletin, table: u32, head: Head, verb: &str) -> Result<(), String> {
    if (bulletin.table, bulletin.no) != (table, head.no) {
        return Err(format!("the house has no bulletin no {}", head.no));
    }
    let digest = bulletin.digest();
    if digest == head.digest {
        return Ok(());
    }
    Err(format!("no {} {verb} {}, and the house now sends {digest}", head.no, head.digest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verify::testing::{Plan, TestTable};

    fn head(bulletin: &Bulletin) -> Head {
        Head { no: bulletin.no, digest: bulletin.digest() }
    }

    fn follows(bulletins: &[Bulletin], seen: Head, now: Head) -> Result<PublicKey, String> {
        Record { table: 7, seen, now, bulletins }.follows()
    }

    #[test]
    fn a_record_goes_on_from_what_was_seen_or_the_reason_is_named() {
        let mut table = TestTable::new(7, 41, false);
        let played = table.play(&Plan { beacon: false, rekeyed_after: Some(2), ..Plan::default() });
        let bulletins = table.file(&played).bulletins;
        let (first, last) = (&bulletins[0], &bulletins[bulletins.len() - 1]);
        let (seen, now) = (head(first), head(last));
        assert_eq!(follows(&bulletins, seen, now), Ok(last.house), "through a change of the key");
        assert_ne!(last.house, first.house);
        assert_eq!(follows(&bulletins[..1], seen, seen), Ok(first.house), "nothing is new");

        let other = Head { digest: last.digest(), ..seen };
        let expected =
            format!("no {} was {}, and the house now sends {}", seen.no, other.digest, seen.digest);
        assert_eq!(follows(&bulletins, other, now), Err(expected));
        let unsigned = Head { digest: first.digest(), ..now };
        assert!(follows(&bulletins, seen, unsigned).unwrap_err().contains("is signed as"));
        let mut gap = bulletins.clone();
        gap.remove(3);
        assert!(follows(&gap, seen, now).unwrap_err().contains("does not follow"));
        assert!(follows(&[], seen, now).unwrap_err().contains("has no bulletin"));
        assert!(follows(&bulletins[..4], seen, now).unwrap_err().contains("has no bulletin"));
    }
}
