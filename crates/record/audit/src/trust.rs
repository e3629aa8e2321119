//! What an audit trusts: public keys, and copies of checkpoints kept elsewhere. Logs must agree with all checkpoints.

use std::collections::BTreeMap;

use journal::{Checkpoint, Digest, Head, Signed, Verifier};
use table::{TableId, Timestamp};

use crate::deviation::{Deviation, Place, refuse};

/// The trusted keys, and the checkpoints that logs must agree with.
#[derive(Debug, Default)]
pub struct Trust {
    /// The given keys. Without any, the signer of the first checkpoint is trusted.
    keys: Vec<Verifier>,
    /// The signers of the first copy and of the first stored checkpoint.
    first_copied: Option<Verifier>,
    first_stored: Option<Verifier>,
    /// The key of the first bulletin.
    first_bulletin: Option<[u8; 32]>,
    /// The key that signed the latest stored checkpoint.
    signed_by: Option<[u8; 32]>,
    last: Option<(Digest, Timestamp)>,
    stored: usize,
    /// The digest that an entry must have, and the number of the checkpoint with that digest.
    required: BTreeMap<(TableId, u64), (Digest, usize)>,
}

impl Trust {
    /// Trusts these keys. Without any, trusts the signers of the first copy and of the first stored checkpoint: then
    /// the audit proves only that nobody else signed the others.
    pub fn new(keys: impl IntoIterator<Item = Verifier>) -> Self {
        Self { keys: keys.into_iter().collect(), ..Self::default() }
    }

    /// Adds a copy of a checkpoint that was kept elsewhere.
    ///
    /// # Errors
    /// A [`Deviation`] when no trusted key signed it, or when it contradicts another checkpoint.
    pub fn copy(&mut self, signed: &Signed) -> Result<(), Deviation> {
        let checkpoint = self.verified(0, signed)?;
        self.require(0, &checkpoint)
    }

    /// Verifies the next stored checkpoint.
    pub(crate) fn stored(&mut self, signed: &Signed) -> Result<(), Deviation> {
        self.stored = self.stored.saturating_add(1);
        let number = self.stored;
        let place = Place::Checkpoint(number);
        let checkpoint = self.verified(number, signed)?;
        let (previous, since) = self.last.unwrap_or((Checkpoint::FIRST, Timestamp(i64::MIN)));
        if checkpoint.previous != previous {
            let stored = format!("one that follows {}", checkpoint.previous);
            return refuse(place, format!("a checkpoint that follows {previous}"), stored);
        }
        if checkpoint.at < since {
            return refuse(
                place,
                "a time not before that of the checkpoint before",
                format!("{}", checkpoint.at.0),
            );
        }
        self.last = Some((checkpoint.digest(), checkpoint.at));
        self.signed_by = Some(signed.key);
        self.require(number, &checkpoint)
    }

    /// Verifies that a trusted key signed a bulletin.
    pub(crate) fn bulletin(&mut self, place: Place, key: &[u8; 32]) -> Result<(), Deviation> {
        let first = *self.first_bulletin.get_or_insert(*key);
        let given = self.keys.iter().any(|given| given.key() == *key);
        if given || self.keys.is_empty() && *key == first {
            return Ok(());
        }
        refuse(place, "a bulletin that a trusted key signed", format!("one by {}", Digest(*key)))
    }

    fn verified(&mut self, number: usize, signed: &Signed) -> Result<Checkpoint, Deviation> {
        let wrong =
            |why: String| Deviation::new(Place::Checkpoint(number), "a checkpoint that is signed", why);
        let own = Verifier::new(signed.key).map_err(|error| wrong(error.to_string()))?;
        let first = if number == 0 { &mut self.first_copied } else { &mut self.first_stored };
        let first = first.get_or_insert(own);
        let given = self.keys.iter().find(|key| key.key() == signed.key).or(self.keys.first());
        given.unwrap_or(first).verify(signed).map_err(|error| wrong(error.to_string()))
    }

    fn require(&mut self, number: usize, checkpoint: &Checkpoint) -> Result<(), Deviation> {
        for Head { log, seq, digest } in &checkpoint.heads {
            let (known, by) = *self.required.entry((*log, *seq)).or_insert((*digest, number));
            if known != *digest {
                let expected = format!("digest {known}, as {} has it", Place::Checkpoint(by));
                let stored = format!("digest {digest} in {}", Place::Checkpoint(number));
                return refuse(Place::Entry(*log, *seq), expected, stored);
            }
        }
        Ok(())
    }

    /// Verifies the digest of an entry that a checkpoint names.
    pub(crate) fn entry(&mut self, head: &Head) -> Result<(), Deviation> {
        match self.required.remove(&(head.log, head.seq)) {
            Some((digest, by)) if digest != head.digest => {
                let expected = format!("digest {digest}, as {} has it", Place::Checkpoint(by));
                refuse(Place::Entry(head.log, head.seq), expected, format!("digest {}", head.digest))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a log that ends before an entry of a checkpoint. Returns the number of stored checkpoints, and the key
    /// of the latest.
    pub(crate) fn finish<'a>(
        self,
        heads: impl Iterator<Item = &'a Head>,
    ) -> Result<(u64, Option<[u8; 32]>), Deviation> {
        let ends: BTreeMap<TableId, u64> = heads.map(|head| (head.log, head.seq)).collect();
        for ((log, seq), (_, by)) in self.required {
            if seq > 0 {
                let end = ends.get(&log).copied().unwrap_or_default();
                let place = Place::Entry(log, end.saturating_add(1));
                let expected = format!("entries up to {seq}, as {} has it", Place::Checkpoint(by));
                return refuse(place, expected, "the end of the log");
            }
        }
        Ok((u64::try_from(self.stored).unwrap_or(u64::MAX), self.signed_by))
    }
}
