//! A provable shoe at a table: its secret is committed one shoe ahead, its order sealed before the first bet, and the
//! secret shown when it is over.

use std::collections::BTreeMap;
use std::sync::Arc;

use fair::HouseKey;
use table::{
    BeaconValue, Bytes32, Command, Decision, Drawing, Event, ProofStage, ProofStep, RecordedEvent, Settings,
    ShoeEnding, ShoeProof, WagerKey, decide,
};
use tracing::warn;

use crate::ports::{LockedSecret, StoreFailure, StoredBulletin};
use crate::proofs::beacon::{CHAIN, round_for};
use crate::proofs::bulletins::BulletinHead;
use crate::proofs::{DealtRow, MOST_BULLETINS, ShoeKeys, order};
use crate::tables::not_done::NotDone;
use crate::tables::runner::Runner;
use crate::tables::shuffled_shoe::ShuffledShoe;
use crate::tables::source::Source;

impl Runner {
    /// Takes the proof of the shoe a step on.
    pub(crate) async fn prove(&mut self, step: ProofStep, keys: &ShoeKeys) -> Result<(), NotDone> {
        let (now, shoe_no) = (self.context.clock.now(), self.table.shoe_no());
        match step {
            ProofStep::Commit => {
                let secret = self.new_secret(keys, self.table.next_shoe_no())?;
                self.carry_out_with(&[self.commit_to(&secret)], secret).await
            }
            ProofStep::FixPledges | ProofStep::FixNonces | ProofStep::Seal if self.lost_beacon() => {
                self.leave_beacon().await
            }
            ProofStep::FixPledges if self.is_late() => self.give_up_unsealed(ShoeEnding::Late, None).await,
            ProofStep::FixPledges => {
                let pledges = self.arrived.pledges(&self.table);
                self.carry_out(&Command::FixPledges { now, pledges }, None).await
            }
            ProofStep::FixNonces => {
                let (nonces, excused) = (self.arrived.nonces(&self.table), self.lost_nonces());
                if !self.is_late() {
                    self.carry_out(&Command::FixNonces { now, nonces, excused }, None).await?;
                }
                // They must be on record before the value exists; the house knows no earlier than now that they are.
                if self.is_late() { self.give_up_unsealed(ShoeEnding::Late, None).await } else { Ok(()) }
            }
            ProofStep::Seal => {
                let decks = self.table.proof().map_or(0, |open| open.proof.decks);
                let (store, table) = (&*self.context.store, self.table.settings().id);
                let value = self.beacon_value();
                let shoe = order::sealed_with(store, keys, table, (shoe_no, decks), value).await?;
                let root = Bytes32(shoe.root().0);
                let beacon = value.map(|value| BeaconValue(value.0));
                self.carry_out(&Command::SealShoe { beacon, root }, None).await?;
                self.source = Source::Shuffled(ShuffledShoe::proved(shoe_no, shoe));
                Ok(())
            }
            ProofStep::DrawRound => {
                let Some(value) = self.beacon_value() else {
                    self.ask_beacon();
                    return Ok(());
                };
                self.carry_out(&Command::DrawRound { beacon: BeaconValue(value.0) }, None).await
            }
            ProofStep::Finish if let Some(last) = self.table.record_to_finish() => {
                self.finish_record(last).await
            }
            ProofStep::Finish => {
                let secret =
                    order::secret(&*self.context.store, keys, self.table.settings().id, shoe_no).await?;
                let secret = Some(Bytes32(secret.reveal().0));
                let finish = Command::FinishShoe { shoe_no, ending: ShoeEnding::Played, secret, by: None };
                self.carry_out(&finish, None).await
            }
        }
    }

    /// Opens the committed shoe, and commits the one after it. The first one is committed before.
    pub(crate) async fn open_provable_shoe(&mut self, keys: &ShoeKeys) -> Result<(), NotDone> {
        let Some(next) = self.table.committed().copied() else {
            return self.prove(ProofStep::Commit, keys).await;
        };
        if next.beacon.is_some() && self.context.beacon.is_none() {
            return self.leave_beacon().await;
        }
        let (now, entropy) = (self.context.clock.now(), &self.context.entropy);
        let timings = self.setup.settings.timings;
        // A number needs a seat, so that nobody is asked where nobody sits.
        let (pledge_ms, reveal_ms) = match self.table.seats_taken() {
            0 => (0, 0),
            _ => (timings.pledge_ms, timings.reveal_ms),
        };
        let pledges_until = now.plus_ms(pledge_ms);
        let nonces_until = pledges_until.plus_ms(reveal_ms);
        let proof = ShoeProof {
            commitment: next.commitment,
            decks: self.setup.settings.rules.decks,
            pledges_until,
            nonces_until,
            beacon: next.beacon.and_then(|_| round_for(self.public_now(), nonces_until)),
            wager_key: WagerKey(Bytes32(entropy.seed()?)),
        };
        // A shoe that was committed without a beacon cannot draw by one; the shoe after it does.
        let algorithm = match self.setup.settings.draw {
            Drawing::AfterBets if next.beacon.is_some() => fair::draw::ALGORITHM,
            Drawing::AfterBets | Drawing::Sealed => fair::shoe::ALGORITHM,
        };
        let (algorithm, rules) = (algorithm.to_owned(), Some(self.setup.rules.clone()));
        let secret = self.new_secret(keys, next.shoe_no.saturating_add(1))?;
        let open = Command::OpenShoe { algorithm, rules, proof: Some(proof) };
        let commit = self.commit_to(&secret);
        self.carry_out_with(&[open, commit], secret).await?;
        self.source = Source::None;
        Ok(())
    }

    /// The command that commits to a secret, and to the beacon of the house.
    fn commit_to(&self, secret: &LockedSecret) -> Command {
        let beacon = self.context.beacon.as_ref().map(|_| CHAIN);
        Command::CommitShoe { commitment: Bytes32(secret.commitment.0), beacon }
    }

    fn new_secret(&self, keys: &ShoeKeys, shoe_no: u32) -> Result<LockedSecret, StoreFailure> {
        keys.new_secret(self.table.settings().id, shoe_no, &*self.context.entropy)
    }

    /// Carries out commands in one unit, which commits this secret.
    async fn carry_out_with(&mut self, commands: &[Command], secret: LockedSecret) -> Result<(), NotDone> {
        let (mut table, mut events) = (self.table.clone(), Vec::new());
        let does_not_fit = |why: &dyn std::fmt::Display| {
            StoreFailure::Corrupt(format!("the shoe does not fit the table: {why}"))
        };
        for command in commands {
            let decided = decide(&table, command).map_err(|refusal| does_not_fit(&refusal))?;
            let Decision::Accepted(decided) = decided else { continue };
            for event in decided {
                if matches!(event, Event::ShoeOpened { .. }) {
                    table.set_up(Arc::clone(&self.setup.settings));
                }
                let (seq, at) = (table.seq().saturating_add(1), self.context.clock.now());
                let recorded = RecordedEvent { seq, at, event };
                table.try_apply(&recorded).map_err(|misfit| does_not_fit(&misfit))?;
                events.push(recorded.event);
            }
        }
        let mut unit = self.unit(events, None);
        unit.secret = Some(secret);
        self.commit_alone(unit).await
    }

    /// The bulletins so far.
    pub(crate) async fn stored_head(&self) -> Result<BulletinHead, StoreFailure> {
        let (id, store) = (self.table.settings().id, &*self.context.store);
        let first = store.bulletins(id, 1, 1).await?;
        BulletinHead::of(first.first(), store.last_bulletin(id).await?.as_ref())
    }

    /// The stored bulletins after the last one that this runner knows.
    pub(crate) async fn bulletins_after_head(&self) -> Result<Vec<StoredBulletin>, StoreFailure> {
        let from = self.bulletins.noted().map_or(0, |head| head.no).saturating_add(1);
        self.context.store.bulletins(self.table.settings().id, from, MOST_BULLETINS).await
    }

    /// Says in a bulletin of the old key that another one signs from now on, where that old key is known.
    pub(crate) async fn announce_key(&mut self) -> Result<(), StoreFailure> {
        let (id, store) = (self.table.settings().id, &*self.context.store);
        let (Some(keys), Some(last)) = (self.context.keys.clone(), store.last_bulletin(id).await?) else {
            return Ok(());
        };
        let (present, new) = (last.read()?.next_house(), keys.house.public());
        if present == new {
            return Ok(());
        }
        if keys.before.as_ref().map(HouseKey::public) != Some(present) {
            warn!(table = id.0, before = %present, now = %new, "bulletins go on under a key that no bulletin announced");
            return Ok(());
        }
        let change = Command::ChangeKey { key: Bytes32(new.0) };
        self.carry_out(&change, None).await.map_err(NotDone::into_failure)
    }

    /// The order of the provable shoe of these events; none unless it is sealed and not finished.
    pub(crate) async fn stored_order(
        &self,
        events: &[RecordedEvent],
        settings: &Settings,
        (shoe_no, decks): (u32, u8),
    ) -> Result<Option<ShuffledShoe>, StoreFailure> {
        let sealed = events.iter().find_map(|recorded| match recorded.event {
            Event::ShoeSealed { root, .. } => Some(root),
            _ => None,
        });
        let is_finished = events.iter().any(|recorded| matches!(recorded.event, Event::ShoeFinished { .. }));
        let is_over = is_finished || self.locked_out.contains(&shoe_no);
        let (Some(root), Some(keys), false) = (sealed, &self.context.keys, is_over) else {
            return Ok(None);
        };
        let shoe = order::derived(&*self.context.store, keys, settings.id, (shoe_no, decks)).await?;
        if shoe.root().0 != root.0 {
            let message = format!("shoe {shoe_no} of table {} was sealed with another order", settings.id.0);
            return Err(StoreFailure::Corrupt(message));
        }
        Ok(Some(ShuffledShoe::proved(shoe_no, shoe)))
    }

    /// The row of the shoe of these events, with what came out of it; none unless its cards are drawn after the bets.
    pub(crate) async fn stored_row(
        &self,
        events: &[RecordedEvent],
    ) -> Result<Option<DealtRow>, StoreFailure> {
        let Some(first) = events.first() else { return Ok(None) };
        let (Some(mut row), Event::ShoeOpened { shoe_no, .. }) =
            (DealtRow::opened(&first.event), &first.event)
        else {
            return Ok(None);
        };
        let mut digests = BTreeMap::new();
        for stored in self.context.store.shoe_bulletins(self.table.settings().id, *shoe_no).await? {
            digests.insert(stored.seq, stored.read()?.digest());
        }
        for recorded in events {
            row.follow(&recorded.event, digests.get(&recorded.seq).copied());
        }
        Ok(Some(row))
    }

    /// Whether the next shoe has to be committed now, so that the table can go on to it with a proof.
    pub(crate) fn needs_commitment(&self) -> bool {
        let table = &self.table;
        let has_shoe =
            table.shoe_no() > 0 && table.proof().is_none_or(|open| open.stage == ProofStage::Finished);
        self.context.keys.is_some() && !self.is_live() && has_shoe && table.committed().is_none()
    }
}
