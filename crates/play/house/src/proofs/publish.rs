//! What a house publishes of its shoes: its key, where the bulletins of all tables stand, and the proof file of a shoe,
//! played or in play. No card leaves the house here that was not shown before.

use std::ops::RangeInclusive;
use std::sync::Arc;

use fair::bulletin::{Algorithm, Ended, Opened, Places};
use fair::{Bulletin, Bytes, Digest, Notice, ProvableShoe, PublicKey, Signature};
use table::{RulesDigest, TableId};
use tokio::sync::watch;
use verify::ScannedFile;
use verify::file::{ProofFile, Rules, Shown, Signed};

use crate::house::House;
use crate::ports::{StoreFailure, StoredBulletin, StoredRound};
use crate::proofs::heads::NotedHeads;
use crate::proofs::notices::millis;
use crate::proofs::order::{self, Outside};
use crate::proofs::row::DealtRow;
use crate::tables::rulebook::name_of;

/// How many bulletins are read at a time, and at most asked for.
pub const MOST_BULLETINS: u16 = 1_000;

/// A text that the house signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedText {
    /// The text.
    pub text: String,
    /// The key that signed it.
    pub key: PublicKey,
    /// The signature.
    pub signature: Signature,
}

/// What there is of a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShoeFile {
    /// Its proof file.
    File(String),
    /// It was opened before there were proofs.
    NoProof,
    /// It was never opened.
    Unknown,
}

impl House {
    /// The key that signs bulletins; none for a house whose new shoes have no proof.
    pub fn proof_key(&self) -> Option<PublicKey> {
        self.context.keys.as_ref().map(|keys| keys.house.public())
    }

    /// Where the bulletins of all tables stand, and where they come to: what is kept outside of the store, so that one
    /// that is restored from a back-up is noticed.
    pub fn noted_heads(&self) -> watch::Receiver<NotedHeads> {
        self.context.heads.follow()
    }

    /// The last bulletin of each table, signed: lines `punto heads 1`, `house KEY`, `at TIME`, and for each table that
    /// has bulletins `table ID NO DIGEST`. None for a house whose new shoes have no proof.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn proof_heads(&self) -> Result<Option<SignedText>, StoreFailure> {
        let Some(keys) = &self.context.keys else { return Ok(None) };
        let key = keys.house.public();
        let mut lines =
            vec!["punto heads 1".to_owned(), format!("house {key}"), format!("at {}", millis(self.now()))];
        for table in self.all_tables() {
            let table = table.record.id;
            if let Some(last) = self.context.store.last_bulletin(table).await? {
                lines.push(format!("table {} {} {}", table.0, last.no, last.read()?.digest()));
            }
        }
        let text = lines.join("\n") + "\n";
        let signature = keys.house.sign(&text);
        Ok(Some(SignedText { text, key, signature }))
    }

    /// The bulletins of a table from a number on, at most `limit`, itself at most [`MOST_BULLETINS`].
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn bulletins(
        &self,
        table: TableId,
        from: u64,
        limit: u16,
    ) -> Result<Vec<StoredBulletin>, StoreFailure> {
        self.context.store.bulletins(table, from, limit.min(MOST_BULLETINS)).await
    }

    /// The proof file of a shoe.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn shoe_file(&self, table: TableId, shoe_no: u32) -> Result<ShoeFile, StoreFailure> {
        let store = &*self.context.store;
        // Rounds are read before bulletins, so that no round is newer than these.
        let rounds = store.shoe_rounds(table, shoe_no).await?;
        let own = store.shoe_bulletins(table, shoe_no).await?;
        let own = own.iter().map(|stored| Ok((stored, stored.read()?))).collect::<Result<Vec<_>, _>>()?;
        if let Some((_, opened)) =
            own.iter().find(|(_, said)| matches!(said.notice, Notice::OpenedScanned(_)))
        {
            return self.scanned_file(table, (shoe_no, opened), &own).await;
        }
        let find = |is: fn(&Notice) -> bool| own.iter().find(|(_, said)| is(&said.notice));
        let opened = find(|notice| matches!(notice, Notice::Opened(_)));
        // One that was given up before it was opened has nothing but its end.
        let begun = opened.or_else(|| find(|notice| matches!(notice, Notice::Finished(_))));
        let (Some(committed), Some(begun)) = (own.first(), begun) else {
            return Ok(if rounds.is_empty() { ShoeFile::Unknown } else { ShoeFile::NoProof });
        };
        let terms = opened.and_then(|(_, said)| match &said.notice {
            Notice::Opened(terms) => Some(terms),
            _ => None,
        });
        let Some(rules) = self.rules_of(table, terms).await? else { return Ok(ShoeFile::Unknown) };
        let decks = terms.map_or(0, |terms| terms.decks);
        let (chain, last) = self.chain_of(table, shoe_no, begun.1.no).await?;
        let last_no = last.no;
        let after = own.iter().filter(|(_, said)| said.no > last_no);
        let until = own.last().map_or(last_no, |(_, said)| said.no.max(last_no));
        let rekeyed = self.rekeyed(table, committed.1.no..=until).await?;
        let said = |kind: &str| chain.iter().any(|said| said.notice.kind() == kind);
        let secret = chain.iter().find_map(|said| match &said.notice {
            Notice::Finished(it) if it.shoe_no == shoe_no => it.secret,
            _ => None,
        });
        let in_play = if said("sealed") && !said("finished") {
            Some(self.in_play(table, (shoe_no, decks), &chain, &rounds).await?)
        } else {
            None
        };
        let (leaves, shown) = in_play.unzip();
        let given = Outside::of(&order::opening(store, table, shoe_no).await?);
        let file = ProofFile {
            table: table.0,
            shoe_no,
            rules,
            committed: signed(committed),
            rekeyed,
            key: last.key,
            signature: last.signature,
            after: after.map(signed).collect(),
            pledges: said("pledged").then_some(given.pledges),
            nonces: said("revealed").then_some(given.nonces),
            beacon: given
                .beacon
                .zip(terms.and_then(|terms| terms.beacon))
                .map(|(value, (chain, round))| verify::file::Beacon { chain, round, value }),
            secret,
            leaves,
            shown,
            bulletins: chain,
        };
        Ok(ShoeFile::File(file.write()))
    }

    /// The proof file of a shoe whose cards a device reads.
    async fn scanned_file(
        &self,
        table: TableId,
        (shoe_no, opened): (u32, &Bulletin),
        own: &[(&StoredBulletin, Bulletin)],
    ) -> Result<ShoeFile, StoreFailure> {
        let Notice::OpenedScanned(terms) = &opened.notice else { return Ok(ShoeFile::Unknown) };
        let rules = self.stored_rules(&terms.rules_id, terms.rules_digest).await?;
        let (bulletins, last) = self.chain_of(table, shoe_no, opened.no).await?;
        let after: Vec<_> = own.iter().filter(|(_, said)| said.no > last.no).map(signed).collect();
        let until = own.last().map_or(last.no, |(_, said)| said.no.max(last.no));
        let rekeyed = self.rekeyed(table, opened.no..=until).await?;
        let (key, signature) = (last.key, last.signature);
        let file = ScannedFile { table: table.0, shoe_no, rules, rekeyed, bulletins, key, signature, after };
        Ok(ShoeFile::File(file.write()))
    }

    /// The changes of the key among the bulletins of these numbers.
    async fn rekeyed(
        &self,
        table: TableId,
        numbers: RangeInclusive<u64>,
    ) -> Result<Vec<Signed>, StoreFailure> {
        let about_none = self.context.store.shoe_bulletins(table, 0).await?;
        let changes = about_none.iter().filter(|stored| numbers.contains(&stored.no));
        changes.map(|stored| Ok(signed(&(stored, stored.read()?)))).collect()
    }

    /// The house rules that a shoe was opened under; of one that was never opened, those of its table today. None when
    /// there is no such table.
    async fn rules_of(&self, table: TableId, terms: Option<&Opened>) -> Result<Option<Rules>, StoreFailure> {
        let Some(terms) = terms else {
            let today = self.setup(table).map(|setup| setup.settings.rules.clone());
            let name = today.as_deref().map(name_of);
            return Ok(today.zip(name).map(|(rules, name)| Rules {
                id: name.id,
                digest: Bytes(name.digest.0),
                text: rules.text.clone(),
            }));
        };
        Ok(Some(self.stored_rules(&terms.rules_id, terms.rules_digest).await?))
    }

    /// The house rules with this digest.
    async fn stored_rules(&self, id: &str, digest: Digest) -> Result<Rules, StoreFailure> {
        let stored = RulesDigest(digest.0);
        let missing = || StoreFailure::Corrupt(format!("the house rules {stored} are not on record"));
        let text = self.context.store.house_rules(stored).await?.ok_or_else(missing)?;
        Ok(Rules { id: id.to_owned(), digest, text })
    }

    /// The bulletins from that number on to the end of the shoe, or to the latest, and the last one as it is stored.
    async fn chain_of(
        &self,
        table: TableId,
        shoe_no: u32,
        mut from: u64,
    ) -> Result<(Vec<Bulletin>, StoredBulletin), StoreFailure> {
        let (mut chain, mut last) = (Vec::new(), None);
        loop {
            let page = self.context.store.bulletins(table, from, MOST_BULLETINS).await?;
            let is_last_page = page.len() < usize::from(MOST_BULLETINS);
            let mut ended = false;
            for stored in page {
                let said = stored.read()?;
                let finishes = matches!(said.notice, Notice::Finished(_) | Notice::FinishedScanned(_));
                ended = finishes && said.notice.shoe_no() == Some(shoe_no);
                from = stored.no.saturating_add(1);
                chain.push(said);
                last = Some(stored);
                if ended {
                    break;
                }
            }
            if is_last_page || ended {
                let lost = || StoreFailure::Corrupt(format!("table {} has no bulletin {from}", table.0));
                return Ok((chain, last.ok_or_else(lost)?));
            }
        }
    }

    /// The leaves of a shoe, joined: 32 bytes each. None unless it is sealed. They are made once and kept until the
    /// leaves of another shoe of the table are asked for.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn shoe_leaves(&self, table: TableId, shoe_no: u32) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        let kept = self.floor.with(table, |running| running.feed.leaves(shoe_no)).flatten();
        if kept.is_some() {
            return Ok(kept);
        }
        let (store, keys) = (&*self.context.store, self.context.keys.as_ref());
        let own = store.shoe_bulletins(table, shoe_no).await?;
        let own = own.iter().map(StoredBulletin::read).collect::<Result<Vec<_>, _>>()?;
        let decks = own.iter().find_map(|said| match &said.notice {
            Notice::Opened(terms) => Some(terms.decks),
            _ => None,
        });
        let is_sealed = own.iter().any(|said| matches!(said.notice, Notice::Sealed(_)));
        let (Some(decks), Some(keys), true) = (decks, keys, is_sealed) else { return Ok(None) };
        let shoe = order::derived(store, keys, table, (shoe_no, decks)).await?;
        let leaves: Arc<[u8]> = shoe.leaves().iter().flat_map(|leaf| leaf.0).collect();
        let _ = self.floor.with(table, |running| running.feed.keep_leaves(shoe_no, &leaves));
        Ok(Some(leaves))
    }

    /// The leaves of a sealed shoe, and the cards of it that everybody saw.
    async fn in_play(
        &self,
        table: TableId,
        (shoe_no, decks): (u32, u8),
        chain: &[Bulletin],
        rounds: &[StoredRound],
    ) -> Result<(Vec<fair::Digest>, Vec<Shown>), StoreFailure> {
        let no_key = || StoreFailure::Storage("this server has no key for provable shoes".to_owned());
        let keys = self.context.keys.as_ref().ok_or_else(no_key)?;
        let shoe = order::derived(&*self.context.store, keys, table, (shoe_no, decks)).await?;
        let shown = shown(&shoe, chain, rounds);
        Ok((shoe.leaves().to_vec(), shown))
    }
}

fn signed((stored, said): &(&StoredBulletin, Bulletin)) -> Signed {
    Signed { bulletin: said.clone(), key: stored.key, signature: stored.signature }
}

/// The cards that everybody saw: the burned one, those of the rounds that ended, those of the round under way.
fn shown(shoe: &ProvableShoe, chain: &[Bulletin], rounds: &[StoredRound]) -> Vec<Shown> {
    let (mut seen, mut out, mut open, mut row) = (Vec::new(), 0, None, None);
    for bulletin in chain {
        if let Some(row) = &mut row {
            DealtRow::hear(row, bulletin);
        }
        match &bulletin.notice {
            Notice::Opened(it) if it.algorithm == Algorithm::Proof2 => row = Some(DealtRow::new(it.decks)),
            Notice::Burned(it) => {
                seen.extend(it.first.map(|card| (it.from, card)));
                out =
                    it.from.saturating_add(u16::from(it.first.is_some())).saturating_add(it.face_down.into());
            }
            Notice::Closed(it) => open = Some(it.round_no),
            Notice::Ended(it) => {
                open = None;
                let places = places(it);
                out = places.last().map_or(out, |last| last.saturating_add(1));
                seen.extend(places.into_iter().zip(it.cards.iter().copied()));
            }
            _ => {}
        }
    }
    let under_way = rounds.iter().find(|stored| Some(stored.round.round_no) == open);
    let cards = under_way.map(|stored| stored.cards.as_slice()).unwrap_or_default();
    let places = match row {
        Some(row) => row.places_after(cards.len()),
        None => (out..).take(cards.len()).collect(),
    };
    seen.extend(places.into_iter().zip(cards.iter().copied()));
    let opened = |(index, card)| Some(Shown { index, card, salt: shoe.salt(index)? });
    seen.into_iter().filter_map(opened).collect()
}

/// Where the cards of a round that ended lay in the order.
fn places(ended: &Ended) -> Vec<u16> {
    match &ended.at {
        Places::From(from) => (*from..).take(ended.cards.len()).collect(),
        Places::At(indices) => indices.clone(),
        Places::Read(_) => Vec::new(),
    }
}
