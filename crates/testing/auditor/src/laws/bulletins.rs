//! Law: what proves shoes is whole, and nothing of it is early. Each committed shoe has its locked secret, each step of
//! a proof its bulletin, the bulletins of a table are one chain, and no secret is public before its shoe is finished.
//! Knows no order of cards.

use std::collections::BTreeMap;

use fair::bulletin::Listed;
use fair::nonces::{ListError, digest_of_nonces, digest_of_pledges};
use fair::{Bulletin, Digest, Notice};

use super::scanned_bulletins;
use crate::event::TableEvent;
use crate::record::{Event, Record};

/// How many hex digits a secret has.
const DIGITS: usize = 64;

pub(super) fn check(record: &Record, before: &Record) -> Vec<String> {
    let mut flaws = gone(record, before);
    for events in record.by_table() {
        flaws.extend(unlocked(record, events));
        let (said, broken) = chain(record, events);
        flaws.extend(broken);
        flaws.extend(unsaid(events, &said));
        flaws.extend(scanned_bulletins::check(events, &said));
        flaws.extend(early(events, &said));
    }
    flaws
}

/// What was read before is there, unchanged.
fn gone(record: &Record, before: &Record) -> Vec<String> {
    let secrets = before.locked.iter().filter(|(shoe, locked)| record.locked.get(shoe) != Some(locked));
    let secrets =
        secrets.map(|((table, shoe), _)| format!("table {table}: the secret of shoe {shoe} is gone"));
    let texts = before.bulletins.iter().filter(|(event, text)| record.bulletins.get(event) != Some(text));
    let texts = texts.map(|((table, seq), _)| format!("table {table}: the bulletin of event {seq} is gone"));
    secrets.chain(texts).collect()
}

/// The commitments whose secrets are not stored.
fn unlocked(record: &Record, events: &[Event]) -> Vec<String> {
    let lost = events.iter().filter_map(|event| {
        let TableEvent::ShoeCommitted { shoe_no, commitment, .. } = &event.what else { return None };
        let stored = record.locked.get(&(event.id.table, *shoe_no));
        (stored != Some(commitment))
            .then(|| format!("{}: the secret of shoe {shoe_no} is not stored", event.id))
    });
    lost.collect()
}

/// The bulletins of a table by their event, and where they are no chain.
fn chain(record: &Record, events: &[Event]) -> (BTreeMap<u64, Bulletin>, Vec<String>) {
    let (mut said, mut flaws) = (BTreeMap::new(), Vec::new());
    let Some(table) = events.first().map(|event| event.id.table) else { return (said, flaws) };
    let mut before: Option<Bulletin> = None;
    for ((_, seq), text) in record.bulletins.range((table, 0)..=(table, u64::MAX)) {
        let bulletin: Bulletin = match text.parse() {
            Ok(bulletin) => bulletin,
            Err(error) => {
                flaws.push(format!("table {table}: the bulletin of event {seq}: {error}"));
                continue;
            }
        };
        let follows = before.as_ref().map_or_else(|| bulletin.is_first(), |last| bulletin.follows(last));
        if let Err(error) = follows {
            flaws.push(format!("table {table}: bulletin {} does not follow: {error}", bulletin.no));
        }
        before = Some(bulletin.clone());
        said.insert(*seq, bulletin);
    }
    (said, flaws)
}

/// The steps of proofs of which no bulletin says the same.
fn unsaid(events: &[Event], said: &BTreeMap<u64, Bulletin>) -> Vec<String> {
    let silent = events.iter().filter_map(|event| {
        let notice = said.get(&event.id.seq).map(|bulletin| &bulletin.notice);
        (!is_said(&event.what, notice)).then(|| format!("{}: its bulletin says {notice:?}", event.id))
    });
    silent.collect()
}

/// Whether a bulletin says of an event what it has to; of other events, what it likes.
fn is_said(event: &TableEvent, notice: Option<&Notice>) -> bool {
    match (event, notice) {
        (TableEvent::ShoeCommitted { shoe_no, commitment, beacon }, Some(Notice::Committed(it))) => {
            let chain = it.beacon.map(|chain| chain.to_string());
            (it.shoe_no, it.commitment.to_string(), &chain) == (*shoe_no, commitment.clone(), beacon)
        }
        (TableEvent::ShoeOpened { shoe_no, proof: Some(proof), .. }, Some(Notice::Opened(it))) => {
            let named = proof.beacon.as_ref().map(|beacon| (beacon.chain.clone(), beacon.round));
            let said = it.beacon.map(|(chain, round)| (chain.to_string(), round));
            (it.shoe_no, it.commitment.to_string(), said) == (*shoe_no, proof.commitment.clone(), named)
        }
        (TableEvent::ShoeSealed { beacon, root }, Some(Notice::Sealed(it))) => {
            (it.root.to_string(), it.beacon.map(|value| value.to_string())) == (root.clone(), beacon.clone())
        }
        (TableEvent::ShoeFinished { shoe_no, secret, .. }, Some(Notice::Finished(it))) => {
            (it.shoe_no, it.secret.map(|secret| secret.to_string())) == (*shoe_no, secret.clone())
        }
        (TableEvent::NoncesPledged { pledges }, Some(Notice::Pledged(it))) => {
            let pledges = pledges.iter().map(|own| own.pledge.parse()).collect::<Result<Vec<_>, _>>();
            is_list(*it, pledges.ok().as_deref(), digest_of_pledges)
        }
        (TableEvent::NoncesRevealed { nonces, .. }, Some(Notice::Revealed(it))) => {
            let nonces = nonces.iter().map(|own| own.nonce.parse()).collect::<Result<Vec<_>, _>>();
            is_list(*it, nonces.ok().as_deref(), digest_of_nonces)
        }
        (TableEvent::RoundDrawn { beacon }, Some(Notice::Drawn(it))) => it.value.to_string() == *beacon,
        (
            TableEvent::RoundDrawn { .. }
            | TableEvent::ShoeCommitted { .. }
            | TableEvent::ShoeOpened { proof: Some(_), .. }
            | TableEvent::ShoeSealed { .. }
            | TableEvent::ShoeFinished { .. }
            | TableEvent::NoncesPledged { .. }
            | TableEvent::NoncesRevealed { .. },
            _,
        ) => false,
        _ => true,
    }
}

/// Whether a bulletin fixes this list.
fn is_list(
    said: Listed,
    list: Option<&[Digest]>,
    digest: impl Fn(&[Digest]) -> Result<Digest, ListError>,
) -> bool {
    let fixed = list.and_then(|list| Some((u16::try_from(list.len()).ok()?, digest(list).ok()?)));
    fixed == Some((said.count, said.digest))
}

/// The secrets that a bulletin shows before the one that finishes their shoe.
fn early(events: &[Event], said: &BTreeMap<u64, Bulletin>) -> Vec<String> {
    let mut first = BTreeMap::<String, u64>::new();
    for (seq, bulletin) in said {
        let text = bulletin.to_string();
        for word in text.split_whitespace().filter(|word| word.len() == DIGITS) {
            first.entry(word.to_owned()).or_insert(*seq);
        }
    }
    let early = events.iter().filter_map(|event| {
        let TableEvent::ShoeFinished { shoe_no, secret: Some(secret), .. } = &event.what else { return None };
        let shown = first.get(secret).filter(|seq| **seq < event.id.seq)?;
        Some(format!("{}: the secret of shoe {shoe_no} was public from event {shown} on", event.id))
    });
    early.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;
    use fair::Bytes;
    use fair::bulletin::{Committed, Finished};

    const ONES: &str = "0101010101010101010101010101010101010101010101010101010101010101";

    /// A table that commits a shoe, and finishes it at once as given up.
    fn record() -> Record {
        let (commitment, secret): (Digest, Digest) = (Bytes([1; 32]), Bytes([2; 32]));
        let bodies = [
            format!(r#"{{"type":"shoe_committed","shoe_no":1,"commitment":"{commitment}"}}"#),
            format!(r#"{{"type":"shoe_finished","shoe_no":1,"ending":"restored","secret":"{secret}"}}"#),
        ];
        let notices = [
            Notice::Committed(Committed { shoe_no: 1, commitment, beacon: None }),
            Notice::Finished(Finished { shoe_no: 1, abandoned: None, secret: Some(secret) }),
        ];
        let mut record = Record::default();
        let mut previous = Digest::ZERO;
        for ((seq, body), notice) in (1..).zip(bodies).zip(notices) {
            let id = EventId { table: 7, seq };
            record.events.push(Event::read(id, 0, None, body).unwrap());
            let bulletin = Bulletin { house: Bytes([3; 32]), table: 7, no: seq, at: 0, previous, notice };
            previous = bulletin.digest();
            record.bulletins.insert((7, seq), bulletin.to_string());
        }
        record.locked.insert((7, 1), commitment.to_string());
        record
    }

    #[test]
    fn a_whole_record_has_no_flaw_and_each_mistake_is_named() {
        let whole = record();
        assert_eq!(check(&whole, &whole), Vec::<String>::new());
        let changed = |change: &dyn Fn(&mut Record)| {
            let mut changed = whole.clone();
            change(&mut changed);
            check(&changed, &whole).join("; ")
        };
        let of = |from: &'static str, to: String| {
            let text = whole.bulletins[&(7, 1)].replace(from, &to);
            changed(&|record| _ = record.bulletins.insert((7, 1), text.clone()))
        };
        let secret = Bytes([2; 32]).to_string();
        for (found, expected) in [
            (changed(&|record| record.locked.clear()), "the secret of shoe 1 is not stored"),
            (changed(&|record| record.locked.clear()), "the secret of shoe 1 is gone"),
            (changed(&|record| _ = record.bulletins.remove(&(7, 2))), "its bulletin says None"),
            (changed(&|record| _ = record.bulletins.remove(&(7, 1))), "bulletin 2 does not follow"),
            (of("committed 1", "committed 2".to_owned()), "its bulletin says Some(Committed"),
            (of(ONES, secret.clone()), "was public from event 1 on"),
            (of("no 1", "no x".to_owned()), "the bulletin of event 1:"),
        ] {
            assert!(found.contains(expected), "{expected}: {found}");
        }
    }
}
