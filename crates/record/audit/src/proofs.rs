//! The proof of shoes: each bulletin follows from its event and from the one before it, and each shoe from its secret.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::Card;
use fair::locked::{Place as Locker, ShoeKey};
use fair::shoe::BeaconValue;
use fair::{Bulletin, Bytes, Digest, Inputs, Notice, ProvableShoe, PublicKey, Secret};
use house::ports::{LockedSecret, StoredBulletin};
use house::proofs::DealtRow;
use house::proofs::notices::{millis, nonces_of, notices};
use table::drawing::DRAW_AHEAD_MS;
use table::{BeaconRound, Bytes32, Event, ProofStage, RecordedEvent, RevealedNonce, Table, TableId};

use crate::deviation::{Deviation, Place, refuse, same};

/// The bulletins and the locked secrets of a table as they are stored.
#[derive(Debug, Default)]
pub(crate) struct StoredProofs {
    /// The number of its event, the digest and the key of each bulletin.
    bulletins: Vec<(u64, Digest, PublicKey)>,
    /// The key of the next bulletin, if the last one said that it changes.
    rekeyed: Option<PublicKey>,
    secrets: BTreeMap<u32, LockedSecret>,
    /// The secrets that the given key does not open, and why.
    locked: BTreeMap<u32, String>,
}

impl StoredProofs {
    /// Verifies the next bulletin as far as it speaks for itself: its number, its text, its signature.
    pub(crate) fn bulletin(&mut self, table: TableId, stored: &StoredBulletin) -> Result<(), Deviation> {
        let next = u64::try_from(self.bulletins.len()).unwrap_or(u64::MAX).saturating_add(1);
        let place = Place::Bulletin(table, next);
        same(place, &next, &stored.no)?;
        let wrong = |why: String| Deviation::new(place, "a signed bulletin of this table", why);
        let said = stored.text.parse::<Bulletin>().map_err(|error| wrong(error.to_string()))?;
        fair::verify(&stored.key, &stored.text, &stored.signature)
            .map_err(|error| wrong(error.to_string()))?;
        let named = (said.table, said.no, said.house, said.notice.shoe_no().unwrap_or_default());
        same(place, &named, &(table.0, stored.no, stored.key, stored.shoe_no))?;
        if let Some(key) = self.rekeyed.take() {
            same(place, &key, &stored.key)?;
        }
        if let Notice::Rekeyed(key) = said.notice {
            self.rekeyed = Some(key);
        }
        self.bulletins.push((stored.seq, said.digest(), stored.key));
        Ok(())
    }

    /// Takes in a locked secret, and opens it where the key is given.
    pub(crate) fn secret(&mut self, table: TableId, stored: LockedSecret, key: Option<&ShoeKey>) {
        let LockedSecret { shoe_no, commitment, locked } = stored;
        let opened = key.map(|key| key.unlock(&locked, &Locker { table: table.0, shoe_no, commitment }));
        if let Some(Err(error)) = opened {
            self.locked.insert(shoe_no, error.to_string());
        }
        self.secrets.insert(shoe_no, stored);
    }

    /// The secret of a shoe, where the key is given.
    fn opened(&self, table: TableId, shoe_no: u32, key: Option<&ShoeKey>) -> Option<Secret> {
        let LockedSecret { commitment, locked, .. } = *self.secrets.get(&shoe_no)?;
        key?.unlock(&locked, &Locker { table: table.0, shoe_no, commitment }).ok()
    }

    /// Refuses bulletins and secrets of a table that has no event.
    pub(crate) fn finish(&self, table: TableId) -> Result<(), Deviation> {
        Proofs::default().finish(table, self)
    }
}

/// The proof of a table's shoes after the events so far.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    /// The first shoe of which a bulletin was published.
    first_shoe: Option<u32>,
    committed: BTreeSet<u32>,
    /// The last shoe whose key is lost; 0 for none. The key may also have locked those before it.
    lost_no: u32,
    /// How many bulletins there were.
    count: usize,
    /// The time and the digest of the last one.
    last: Option<(u64, Digest)>,
    /// The digest of the bulletin `pledged` of the open shoe.
    pledged: Option<Digest>,
    /// The value of the beacon in the open shoe.
    beacon: Option<BeaconValue>,
    /// The cards that were seen of the open shoe, each with its index.
    seen: Vec<(u16, Card)>,
    /// The row of the open shoe, if its cards are drawn after the bets.
    row: Option<DealtRow>,
    /// The shoe on the table, where the key is given.
    shoe: Option<ProvableShoe>,
}

impl Proofs {
    /// Follows an event, which comes next at this table. `stored` has the table's bulletins and secrets.
    pub(crate) fn follow(
        &mut self,
        table: &Table,
        recorded: &RecordedEvent,
        stored: &StoredProofs,
        key: Option<&ShoeKey>,
    ) -> Result<(), Deviation> {
        let id = table.settings().id;
        let place = Place::Entry(id, recorded.seq);
        let written = self.write(table, recorded, stored)?;
        match &recorded.event {
            Event::ShoeCommitted { shoe_no, commitment, .. } => {
                self.first_shoe = self.first_shoe.or(Some(*shoe_no));
                self.committed.insert(*shoe_no);
                let found = stored.secrets.get(shoe_no).map(|secret| Bytes32(secret.commitment.0));
                same(Place::Secret(id, *shoe_no), &Some(*commitment), &found)?;
            }
            Event::ShoeOpened { shoe_no, proof, live, .. } => {
                if live.as_ref().is_some_and(|live| live.proof.is_some()) {
                    self.first_shoe = self.first_shoe.or(Some(*shoe_no));
                }
                (self.pledged, self.shoe, self.seen, self.beacon) = (None, None, Vec::new(), None);
                self.row = DealtRow::opened(&recorded.event);
                if let Some(proof) = proof {
                    same(place, &table.committed().map(|next| next.commitment), &Some(proof.commitment))?;
                }
            }
            Event::NoncesRevealed { nonces, .. } => {
                nonces.iter().try_for_each(|nonce| is_pledged(table, place, nonce))?;
            }
            Event::ShoeSealed { beacon, root } => {
                let beacon = beacon.map(|value| Bytes(value.0));
                self.beacon = beacon;
                let named = table.proof().and_then(|open| open.proof.beacon);
                is_of_round(place, named, beacon.as_ref())?;
                let secret = stored.opened(id, table.shoe_no(), key);
                let shoe = secret.map(|secret| self.derive(table, place, &secret, root));
                self.shoe = shoe.transpose()?;
            }
            Event::CardsBurned { first: Some(card), .. } | Event::CardDrawn { card, .. } => {
                self.card(table, place, *card)?;
            }
            Event::ShoeFinished { shoe_no, secret: Some(secret), .. } => {
                self.finished(table, place, *shoe_no, secret)?;
            }
            Event::ShoeFinished { shoe_no, secret: None, .. } => self.lost_no = *shoe_no,
            Event::BettingClosed { draw: Some(draw), .. } => {
                let closed = self.last.map_or(0, |(at, _)| at);
                let first = beacon::first_round_at(closed.saturating_add(DRAW_AHEAD_MS.into()));
                same(place, &first, &Some(draw.round))?;
            }
            Event::RoundDrawn { beacon } => {
                is_of_round(place, table.awaited_draw().copied(), Some(&Bytes(beacon.0)))?;
            }
            _ => {}
        }
        if let Some(row) = &mut self.row {
            row.follow(&recorded.event, written);
        }
        Ok(())
    }

    /// Compares the bulletin of an event with the stored one, if it has any, and gives its digest.
    fn write(
        &mut self,
        table: &Table,
        recorded: &RecordedEvent,
        stored: &StoredProofs,
    ) -> Result<Option<Digest>, Deviation> {
        let id = table.settings().id;
        let events = std::slice::from_ref(&recorded.event);
        let notices = notices(table, events, self.first_shoe, self.row.as_ref());
        let mut written = None;
        for (_, notice) in notices {
            let (since, previous) = self.last.unwrap_or((0, Digest::ZERO));
            let found = stored.bulletins.get(self.count).copied();
            self.count = self.count.saturating_add(1);
            let no = u64::try_from(self.count).unwrap_or(u64::MAX);
            let place = Place::Bulletin(id, no);
            let is_pledged = matches!(notice, Notice::Pledged(_));
            let Some((seq, digest, house)) = found else {
                return refuse(place, format!("a bulletin that says {:?}", notice.to_string()), "none");
            };
            let at = millis(recorded.at).max(since);
            let expected = Bulletin { house, table: id.0, no, at, previous, notice };
            if digest != expected.digest() || seq != recorded.seq {
                let expected = format!("{:?} with event {}", expected.to_string(), recorded.seq);
                return refuse(place, expected, format!("one with digest {digest} with event {seq}"));
            }
            self.last = Some((at, digest));
            written = Some(digest);
            if is_pledged {
                self.pledged = Some(digest);
            }
        }
        Ok(written)
    }

    /// Notes a card that everybody saw, and compares it with the order where that is known.
    fn card(&mut self, table: &Table, place: Place, card: Card) -> Result<(), Deviation> {
        if table.proof().is_none() {
            return Ok(());
        }
        let out = table.shoe().out();
        let index = self.row.as_ref().map_or(Some(out), |row| row.index_at(out));
        let Some(index) = index else { return refuse(place, "no card before it is drawn", card.to_string()) };
        self.seen.push((index, card));
        self.shoe.as_ref().map_or(Ok(()), |shoe| is_next(shoe, place, index, card))
    }

    /// Verifies that the secret of a finished shoe is the committed one, and gives the sealed order and every card.
    fn finished(&self, table: &Table, place: Place, shoe_no: u32, secret: &Bytes32) -> Result<(), Deviation> {
        let secret = Secret::new(secret.0);
        let commitment = Bytes32(secret.commitment(table.settings().id.0, shoe_no).0);
        if let Some(next) = table.committed().filter(|next| next.shoe_no == shoe_no) {
            return same(place, &next.commitment, &commitment);
        }
        let Some(open) = table.proof() else { return refuse(place, "a shoe with a proof", "none") };
        same(place, &open.proof.commitment, &commitment)?;
        let ProofStage::Sealed { root } = open.stage else { return Ok(()) };
        let shoe = self.derive(table, place, &secret, &root)?;
        self.seen.iter().try_for_each(|(index, card)| is_next(&shoe, place, *index, *card))
    }

    /// Refuses bulletins and secrets that follow from no event.
    pub(crate) fn finish(&self, table: TableId, stored: &StoredProofs) -> Result<(), Deviation> {
        if stored.bulletins.len() > self.count {
            let no = u64::try_from(self.count).unwrap_or(u64::MAX).saturating_add(1);
            return refuse(Place::Bulletin(table, no), "no more bulletins", "one");
        }
        if let Some((shoe_no, why)) = stored.locked.iter().find(|(shoe_no, _)| **shoe_no > self.lost_no) {
            let expected = "a secret that the key of --shoe-key opens";
            return refuse(Place::Secret(table, *shoe_no), expected, why.clone());
        }
        match stored.secrets.keys().find(|shoe_no| !self.committed.contains(shoe_no)) {
            Some(shoe_no) => refuse(Place::Secret(table, *shoe_no), "no such shoe", "a secret"),
            None => Ok(()),
        }
    }

    /// The shoe that this secret makes, which must be the sealed one.
    fn derive(
        &self,
        table: &Table,
        place: Place,
        secret: &Secret,
        root: &Bytes32,
    ) -> Result<ProvableShoe, Deviation> {
        let (Some(open), Some(pledged)) = (table.proof(), &self.pledged) else {
            return refuse(place, "a shoe whose pledges are fixed", "none");
        };
        let commitment = Bytes32(secret.commitment(table.settings().id.0, table.shoe_no()).0);
        same(place, &open.proof.commitment, &commitment)?;
        let nonces = nonces_of(table.nonces());
        let inputs = Inputs { pledged, nonces: &nonces, beacon: self.beacon.as_ref() };
        let shoe = ProvableShoe::derive(secret, &inputs, open.proof.decks);
        same(place, &Bytes32(shoe.root().0), root)?;
        Ok(shoe)
    }
}

/// Refuses a value of the beacon that is not the one of the named round, and a round whose time is another.
fn is_of_round(
    place: Place,
    named: Option<BeaconRound>,
    value: Option<&BeaconValue>,
) -> Result<(), Deviation> {
    let Some((named, value)) = named.zip(value) else { return Ok(()) };
    let time = beacon::time_of(named.round);
    same(place, &time, &Some(millis(named.at)))?;
    same(place, &Bytes32(beacon::CHAIN), &named.chain)?;
    beacon::verify(named.round, &value.0)
        .or_else(|wrong| refuse(place, "the value of the beacon", wrong.to_string()))
}

/// Refuses a nonce that its patron did not pledge.
fn is_pledged(
    table: &Table,
    place: Place,
    RevealedNonce { patron, nonce }: &RevealedNonce,
) -> Result<(), Deviation> {
    let pledged = table.pledges().iter().find(|own| own.patron == *patron).map(|own| own.pledge);
    let own = fair::nonces::pledge(table.settings().id.0, table.shoe_no(), &Bytes(nonce.0));
    same(place, &pledged, &Some(Bytes32(own.0)))
}

/// Refuses a card that the order does not have at this index.
fn is_next(shoe: &ProvableShoe, place: Place, index: u16, card: Card) -> Result<(), Deviation> {
    let next = shoe.cards().get(usize::from(index)).copied();
    if next == Some(card) {
        return Ok(());
    }
    let next = next.map_or_else(|| "no card, for the shoe is empty".to_owned(), |card| card.to_string());
    refuse(place, format!("{next} as card {index} of the shoe"), card.to_string())
}
