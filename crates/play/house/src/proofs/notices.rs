//! What the public record says of the events of a table. Pure: the same events give the same notices, so an audit makes
//! them again.

use baccarat::Card;
use fair::bulletin::{
    Abandonment, Algorithm, Burned, Closed, Committed, Corrected, Drawn, Ended, Finished, Listed, Opened,
    Places, RoundResult, Sealed,
};
use fair::nonces::{ListError, Nonce, digest_of_nonces, digest_of_pledges};
use fair::{Bytes, Digest, Notice};
use table::{
    Bytes32, Drawing, Event, OpenProof, Phase, RevealedNonce, RoundEnd, RulesRef, ShoeEnding, ShoeProof,
    Table, Timestamp,
};

use crate::proofs::results::{bead, why};
use crate::proofs::row::DealtRow;
use crate::proofs::scanned_notices::ScannedWalk;

/// The notices of these events, which follow `table` in one unit, each with the place of its event. `first_shoe` is the
/// first shoe of the table that was ever committed: what corrects an earlier one has no notice. `row` is the row of a
/// shoe that draws its cards after the bets, before these events.
pub fn notices(
    table: &Table,
    events: &[Event],
    first_shoe: Option<u32>,
    row: Option<&DealtRow>,
) -> Vec<(usize, Notice)> {
    let mut walk = Walk { table, shoe_no: table.shoe_no(), drawn: Vec::new(), first_shoe, row };
    let mut scanned = ScannedWalk::of(table, events);
    let notices = events.iter().enumerate();
    let notice = |(place, event)| {
        let own = scanned.as_mut().and_then(|walk| walk.notice(event));
        Some((place, own.or_else(|| walk.notice(event))?))
    };
    notices.filter_map(notice).collect()
}

/// The events of a unit as they are gone through.
struct Walk<'a> {
    /// The table before all of them.
    table: &'a Table,
    /// The shoe on it now.
    shoe_no: u32,
    /// The cards drawn in this unit.
    drawn: Vec<Card>,
    first_shoe: Option<u32>,
    row: Option<&'a DealtRow>,
}

impl Walk<'_> {
    fn notice(&mut self, event: &Event) -> Option<Notice> {
        let shoe_no = self.shoe_no;
        Some(match event {
            Event::ShoeCommitted { shoe_no, commitment, beacon } => Notice::Committed(Committed {
                shoe_no: *shoe_no,
                commitment: bytes(commitment),
                beacon: beacon.as_ref().map(bytes),
            }),
            Event::ShoeOpened { shoe_no, algorithm, rules, proof, .. } => {
                self.shoe_no = *shoe_no;
                Notice::Opened(opened(*shoe_no, algorithm, rules.as_ref()?, proof.as_ref()?))
            }
            Event::NoncesPledged { pledges } => {
                let pledges: Vec<_> = pledges.iter().map(|own| bytes(&own.pledge)).collect();
                Notice::Pledged(listed(shoe_no, &pledges, digest_of_pledges)?)
            }
            Event::NoncesRevealed { nonces, .. } => {
                Notice::Revealed(listed(shoe_no, &nonces_of(nonces), digest_of_nonces)?)
            }
            Event::ShoeSealed { beacon, root } => {
                let cards = u16::from(self.proof()?.proof.decks).saturating_mul(52);
                let (beacon, root) = (beacon.map(|value| Bytes(value.0)), bytes(root));
                Notice::Sealed(Sealed { shoe_no, beacon, cards, root })
            }
            // A table that has published nothing has no key to change.
            Event::KeyChanged { key } => self.first_shoe.map(|_| Notice::Rekeyed(bytes(key)))?,
            Event::CardsBurned { first, face_down, .. } => {
                self.proof()?;
                let (from, first, face_down) = (self.table.shoe().out(), *first, *face_down);
                Notice::Burned(Burned { shoe_no, from, first, face_down, records: Vec::new() })
            }
            Event::BettingClosed { wagers: Some(wagers), draw, .. } => {
                let (round_no, root) = (self.table.round()?.round_no, bytes(&wagers.root));
                let draw = draw.map(|draw| (bytes(&draw.chain), draw.round));
                Notice::Closed(Closed { shoe_no, round_no, patrons: wagers.count, root, draw })
            }
            Event::RoundDrawn { beacon } => {
                let (round_no, value) = (self.table.round()?.round_no, Bytes(beacon.0));
                Notice::Drawn(Drawn { shoe_no, round_no, value })
            }
            Event::CardDrawn { card, .. } => {
                self.drawn.push(*card);
                return None;
            }
            Event::RoundSettled { .. } => self.ended(|cards| bead(cards).map(RoundResult::Coup))?,
            Event::RoundVoided { reason, .. } => self.ended(|_| Some(RoundResult::Void(why(*reason))))?,
            Event::RoundCorrected { agreed, .. } => {
                let about = agreed.round;
                if self.first_shoe.is_none_or(|first| about.shoe_no < first) {
                    return None;
                }
                let (cards, result) = match agreed.end()? {
                    RoundEnd::Coup(coup) => (coup.cards().to_vec(), RoundResult::Coup(coup.bead())),
                    RoundEnd::Void { reason, cards } => (cards, RoundResult::Void(why(reason))),
                };
                let (shoe_no, round_no, revision) = (about.shoe_no, about.round_no, agreed.revision);
                let surplus = agreed.surplus_after().to_vec();
                Notice::Corrected(Corrected { shoe_no, round_no, revision, cards, surplus, result })
            }
            Event::ShoeFinished { shoe_no, ending, secret, .. } => {
                let (shoe_no, abandoned) = (*shoe_no, given_up(*ending));
                Notice::Finished(Finished { shoe_no, abandoned, secret: secret.as_ref().map(bytes) })
            }
            _ => return None,
        })
    }

    fn proof(&self) -> Option<&OpenProof> {
        self.table.proof()
    }

    /// The end of the round under way.
    fn ended(&self, result: impl FnOnce(&[Card]) -> Option<RoundResult>) -> Option<Notice> {
        self.proof()?;
        let before = match self.table.phase() {
            Phase::Settled { .. } => Vec::new(),
            _ => self.table.true_cards(),
        };
        let out = usize::from(self.table.shoe().out()).saturating_sub(before.len());
        let cards = [before, self.drawn.clone()].concat();
        let (shoe_no, round_no) = (self.shoe_no, self.table.round()?.round_no);
        let at = match self.row {
            Some(row) => Places::At(row.places_after(self.drawn.len())),
            None => Places::From(u16::try_from(out).ok()?),
        };
        let result = result(&cards)?;
        Some(Notice::Ended(Ended { shoe_no, round_no, at, cards, result }))
    }
}

fn opened(shoe_no: u32, algorithm: &str, rules: &RulesRef, proof: &ShoeProof) -> Opened {
    Opened {
        shoe_no,
        commitment: bytes(&proof.commitment),
        algorithm: algorithm_of(algorithm),
        rules_id: rules.id.clone(),
        rules_digest: Bytes(rules.digest.0),
        decks: proof.decks,
        pledges_until: millis(proof.pledges_until),
        nonces_until: millis(proof.nonces_until),
        beacon: proof.beacon.map(|beacon| (bytes(&beacon.chain), beacon.round)),
    }
}

/// How a shoe of this algorithm gets from its sealed order to the cards of a round.
fn algorithm_of(algorithm: &str) -> Algorithm {
    match Drawing::of_algorithm(algorithm) {
        Drawing::Sealed => Algorithm::Proof1,
        Drawing::AfterBets => Algorithm::Proof2,
    }
}

/// Why a shoe was given up; none if it was played to its end.
const fn given_up(ending: ShoeEnding) -> Option<Abandonment> {
    match ending {
        ShoeEnding::Played => None,
        ShoeEnding::Late => Some(Abandonment::Late),
        ShoeEnding::NoBeacon => Some(Abandonment::NoBeacon),
        ShoeEnding::BeaconChanged => Some(Abandonment::BeaconChanged),
        ShoeEnding::Restored => Some(Abandonment::Restored),
        ShoeEnding::TableClosed => Some(Abandonment::TableClosed),
        ShoeEnding::KeyLost => Some(Abandonment::KeyLost),
    }
}

/// These nonces in their order, without their patrons.
pub fn nonces_of(revealed: &[RevealedNonce]) -> Vec<Nonce> {
    revealed.iter().map(|own| bytes(&own.nonce)).collect()
}

/// A list with its digest; none for one that is too long, which a table does not fix.
fn listed(
    shoe_no: u32,
    list: &[Digest],
    digest: impl Fn(&[Digest]) -> Result<Digest, ListError>,
) -> Option<Listed> {
    Some(Listed { shoe_no, count: u16::try_from(list.len()).ok()?, digest: digest(list).ok()? })
}

const fn bytes(bytes: &Bytes32) -> Digest {
    Bytes(bytes.0)
}

/// A time in milliseconds since 1970; 0 for one before.
pub fn millis(at: Timestamp) -> u64 {
    u64::try_from(at.0).unwrap_or_default()
}
