//! Law: the cards of a shoe come out in the order of its seed, from the burn to the last round, through all
//! failures; those of a provable shoe in the order of its secret, which is the committed one and comes out when the
//! shoe is over. A correction cannot change that order: it names the cards that came out, or voids the round. Knows no
//! money.

use std::collections::{BTreeMap, BTreeSet};

use fair::nonces::{Nonce, pledge};
use fair::shoe::BeaconValue;
use fair::{Bytes, Digest, Inputs, ProvableShoe, Secret};

use super::draws::Drawn;
use crate::event::{ProofOfShoe, TableEvent};
use crate::record::{Event, Record};
use crate::round_history::RoundHistory;

/// How a shoe ends: by the house rules, or because its table was closed.
const PLAYED: &str = "played";
const CLOSED: &str = "table_closed";
/// How one ends that waits for a beacon, if its nonces are not fixed in time.
const LATE: &str = "late";

/// All house rules play eight decks.
const DECKS: u8 = 8;

/// A shuffled shoe and how many of its cards are out.
#[derive(Default)]
struct Shoe {
    no: u32,
    order: Vec<String>,
    out: usize,
    /// What proves it; none of a shoe that has a seed.
    proof: Option<ShownProof>,
    /// What draws its cards after the bets; none of a shoe whose cards come in order.
    drawn: Option<Drawn>,
    /// Whether a device reads its cards, so that nothing fixes their order.
    read: bool,
}

/// What is known of a provable shoe.
struct ShownProof {
    proof: ProofOfShoe,
    /// The digest of the bulletin `pledged`.
    pledged: Option<Digest>,
    /// The pledge of each patron.
    pledges: BTreeMap<u32, String>,
    /// The revealed nonces, in order.
    nonces: Vec<Nonce>,
    /// The value of the beacon.
    beacon: Option<BeaconValue>,
    /// The sealed root.
    root: Option<String>,
    /// The cards that were seen, each with its index.
    seen: Vec<(usize, String)>,
    finished: bool,
}

/// The shoes whose cards a device read, by table: nothing fixed their order before.
fn read_shoes(record: &Record) -> BTreeSet<(u32, u32)> {
    let read = record.events.iter().filter_map(|event| match &event.what {
        TableEvent::ShoeOpened { shoe_no, live: Some(_), .. } => Some((event.id.table, *shoe_no)),
        _ => None,
    });
    read.collect()
}

/// The rulings that name other cards than their shuffled shoe dealt.
fn off_order(record: &Record, history: &RoundHistory) -> Vec<String> {
    let read = read_shoes(record);
    let off_order = history.proposals.iter().filter_map(|(event, proposal)| {
        let (round, ruled) = (proposal.round.at(event.table), proposal.ruling.cards()?);
        if read.contains(&(round.table, round.shoe_no)) {
            return None;
        }
        let dealt = &history.rounds.get(&round)?.cards;
        (ruled != dealt)
            .then(|| format!("{event} rules that {round} had {ruled:?}, its shoe dealt {dealt:?}"))
    });
    off_order.collect()
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let mut flaws = off_order(record, history);
    for events in record.by_table() {
        let (mut shoe, mut committed, mut given_up) = (Shoe::default(), None::<(u32, String)>, 0);
        for event in events {
            let flaw = match &event.what {
                TableEvent::ShoeCommitted { shoe_no, commitment, .. } => {
                    let flaw = committed.is_some() || *shoe_no != shoe.no.max(given_up) + 1;
                    committed = Some((*shoe_no, commitment.clone()));
                    flaw.then(|| format!("shoe {shoe_no} is committed out of turn"))
                }
                TableEvent::ShoeOpened { shoe_no, algorithm, proof: Some(proof), .. } => {
                    let flaw = (committed.take() != Some((*shoe_no, proof.commitment.clone())))
                        .then(|| format!("shoe {shoe_no} opens with another commitment"))
                        .or_else(|| shoe.unfinished());
                    shoe = Shoe::hidden(*shoe_no, proof.clone());
                    shoe.drawn = Drawn::of(algorithm);
                    flaw
                }
                TableEvent::ShoeOpened { shoe_no, live: Some(_), .. } => {
                    let flaw = shoe.unfinished();
                    shoe = Shoe { no: *shoe_no, read: true, ..Shoe::default() };
                    flaw
                }
                TableEvent::CardsBurned { .. } | TableEvent::CardDrawn { .. } if shoe.read => None,
                TableEvent::ShoeOpened { shoe_no, .. } => {
                    let flaw = shoe.unfinished();
                    let seed = record.seeds.get(&(event.id.table, *shoe_no));
                    shoe = seed.map(Shoe::shuffled).unwrap_or_default();
                    shoe.no = *shoe_no;
                    flaw.or_else(|| seed.is_none().then(|| format!("the seed of shoe {shoe_no} is lost")))
                }
                TableEvent::ShoeFinished { shoe_no, ending, secret, .. }
                    if committed.as_ref().is_some_and(|(no, _)| no == shoe_no) =>
                {
                    given_up = *shoe_no;
                    let commitment = committed.take().map(|(_, commitment)| commitment);
                    let shown = secret.as_deref().and_then(|secret| secret.parse::<Bytes<32>>().ok());
                    let shown =
                        shown.map(|secret| Secret::new(secret.0).commitment(event.id.table, *shoe_no));
                    let fits = shown.map(|shown| shown.to_string()) == commitment && ending == CLOSED;
                    let flaw =
                        (!fits).then(|| format!("shoe {shoe_no} is finished as {ending} and was not open"));
                    flaw.or_else(|| shoe.unfinished())
                }
                TableEvent::CardsBurned { first, face_down, .. } => shoe.burn(first.as_deref(), *face_down),
                TableEvent::CardDrawn { card, .. } => shoe.draw(card),
                TableEvent::BettingOpened { .. } => {
                    let flaw = shoe.drawn.as_mut().and_then(|drawn| drawn.follow(event, record));
                    flaw.or_else(|| shoe.unsealed())
                }
                TableEvent::BettingClosed { .. }
                | TableEvent::RoundDrawn { .. }
                | TableEvent::RoundVoided { .. }
                | TableEvent::RoundSettled { .. } => shoe.follow_draw(event, record),
                _ => shoe.prove(event, record),
            };
            flaws.extend(flaw.map(|flaw| format!("{}: {flaw}", event.id)));
        }
    }
    flaws
}

impl Shoe {
    fn shuffled(seed: &[u8; 32]) -> Self {
        let order = fair::shuffle(seed, DECKS).iter().map(ToString::to_string).collect();
        Self { order, ..Self::default() }
    }

    fn hidden(shoe_no: u32, proof: ProofOfShoe) -> Self {
        let proof = ShownProof {
            proof,
            pledged: None,
            pledges: BTreeMap::new(),
            nonces: Vec::new(),
            beacon: None,
            root: None,
            seen: Vec::new(),
            finished: false,
        };
        Self { no: shoe_no, proof: Some(proof), ..Self::default() }
    }

    /// Burns cards, of which the first may be turned over.
    fn burn(&mut self, first: Option<&str>, face_down: u8) -> Option<String> {
        let face_up = u16::from(first.is_some());
        let place = match &mut self.drawn {
            Some(drawn) => drawn.burn(face_up + u16::from(face_down)),
            None => Some(self.out),
        };
        let flaw = first.and_then(|card| self.take(card, place));
        self.out += usize::from(face_down);
        flaw
    }

    /// Deals a card.
    fn draw(&mut self, card: &str) -> Option<String> {
        let place = self.drawn.as_mut().map_or(Some(self.out), Drawn::next);
        self.take(card, place)
    }

    /// Follows what draws the cards after the bets; no other shoe may have it.
    fn follow_draw(&mut self, event: &Event, record: &Record) -> Option<String> {
        if let Some(drawn) = &mut self.drawn {
            return drawn.follow(event, record);
        }
        let names_none = match &event.what {
            TableEvent::BettingClosed { draw, .. } => draw.is_none(),
            what => !matches!(what, TableEvent::RoundDrawn { .. }),
        };
        (!names_none).then(|| format!("the cards of shoe {} come in order, and none is drawn", self.no))
    }

    /// Takes the card at this place out; answers with what is wrong with it. Of a provable shoe that is known when it
    /// is over.
    fn take(&mut self, card: &str, place: Option<usize>) -> Option<String> {
        self.out += 1;
        let Some(index) = place else {
            return Some(format!("{card} came out before the value that draws it"));
        };
        if let Some(proof) = &mut self.proof {
            proof.seen.push((index, card.to_owned()));
            return (proof.root.is_none() || proof.finished)
                .then(|| format!("{card} came out of a shoe that is not sealed, or is over"));
        }
        let next = self.order.get(index);
        (next.map(String::as_str) != Some(card))
            .then(|| format!("{card} came out, the seed wants {next:?} as card {}", self.out))
    }

    fn unsealed(&self) -> Option<String> {
        let proof = self.proof.as_ref()?;
        (proof.root.is_none() || proof.finished)
            .then(|| "betting opens on a shoe that is not sealed".to_owned())
    }

    fn unfinished(&self) -> Option<String> {
        let proof = self.proof.as_ref()?;
        (!proof.finished).then(|| format!("shoe {} was never finished", self.no))
    }

    /// Follows what proves the shoe; answers with what is wrong with it.
    fn prove(&mut self, event: &Event, record: &Record) -> Option<String> {
        let shoe_no = self.no;
        match &event.what {
            TableEvent::NoncesPledged { pledges } => {
                let bulletin = record.bulletins.get(&(event.id.table, event.id.seq));
                let read = bulletin.and_then(|text| text.parse::<fair::Bulletin>().ok());
                let flaw = read.is_none().then(|| "its bulletin is lost".to_owned());
                let proof = self.proof.as_mut()?;
                proof.pledged = read.map(|bulletin| bulletin.digest());
                proof.pledges = pledges.iter().map(|own| (own.patron, own.pledge.clone())).collect();
                flaw
            }
            TableEvent::NoncesRevealed { nonces, .. } => {
                let proof = self.proof.as_mut()?;
                let numbers = nonces.iter().map(|own| own.nonce.parse::<Nonce>());
                let Ok(numbers) = numbers.collect::<Result<Vec<_>, _>>() else {
                    return Some("a nonce is no number".to_owned());
                };
                let stray = nonces.iter().zip(&numbers).find(|(own, number)| {
                    let pledged = pledge(event.id.table, shoe_no, number).to_string();
                    proof.pledges.get(&own.patron) != Some(&pledged)
                });
                let flaw =
                    stray.map(|(own, _)| format!("patron {} revealed what nobody pledged", own.patron));
                proof.nonces = numbers;
                flaw
            }
            TableEvent::ShoeSealed { beacon, root } => {
                let proof = self.proof.as_mut()?;
                proof.beacon = beacon.as_ref().and_then(|value| value.parse().ok());
                let twice = proof.root.replace(root.clone()).is_some();
                twice.then(|| format!("shoe {shoe_no} is sealed twice"))
            }
            TableEvent::ShoeFinished { shoe_no, ending, secret, .. } => {
                let proof = self.proof.as_mut()?;
                let finished = std::mem::replace(&mut proof.finished, true);
                let is_late = ending == LATE && proof.proof.beacon.is_some() && proof.root.is_none();
                let fits = is_late || [PLAYED, CLOSED].contains(&ending.as_str());
                if finished || *shoe_no != self.no || !fits {
                    return Some(format!("shoe {shoe_no} is finished as {ending} while {} is open", self.no));
                }
                self.revealed(event.id.table, secret.as_deref().unwrap_or_default())
            }
            _ => None,
        }
    }

    /// Compares the shoe with the order that its secret gives.
    fn revealed(&self, table: u32, secret: &str) -> Option<String> {
        let ShownProof { proof, pledged, root, seen, nonces, beacon, .. } = self.proof.as_ref()?;
        let Ok(Bytes(secret)) = secret.parse::<Bytes<32>>() else {
            return Some(format!("{secret} is no secret"));
        };
        let secret = Secret::new(secret);
        if secret.commitment(table, self.no).to_string() != proof.commitment {
            return Some(format!("shoe {} has another secret than it was committed to", self.no));
        }
        // One that was given up early has no order yet.
        root.as_ref()?;
        let inputs = Inputs { pledged: pledged.as_ref()?, nonces, beacon: beacon.as_ref() };
        let shoe = ProvableShoe::derive(&secret, &inputs, proof.decks);
        if root.as_ref() != Some(&shoe.root().to_string()) {
            return Some(format!("shoe {} was sealed with another order", self.no));
        }
        let stray = seen
            .iter()
            .find(|(index, card)| shoe.cards().get(*index).map(ToString::to_string).as_ref() != Some(card));
        stray.map(|(index, card)| format!("{card} came out as card {}, the secret wants another", index + 1))
    }
}
