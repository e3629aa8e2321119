//! Patrons who give numbers for the shoes of a table: they pledge, reveal most of them, and try what must be refused.
//! A number that was taken in time, by a house that lives on, has to be in the list that the house fixes.

use std::collections::BTreeMap;
use std::sync::Arc;

use auditor::{Dice, pledge_of};
use house::proofs::ShoeFile;
use house::{Published, Rejection};
use serde_json::Value;
use table::{Bytes32, PatronId, TableId};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::sim_house::SimHouse;

/// Out of a thousand: how many patrons pledge, and how many reveal what they pledged.
const PLEDGES: u64 = 800;
const REVEALS: u64 = 800;

/// What was taken for a shoe.
#[derive(Default)]
struct Taken {
    shoe_no: u32,
    /// The nonce of each patron whose pledge was taken.
    pledged: BTreeMap<PatronId, String>,
    /// The nonces that were taken.
    revealed: Vec<String>,
}

/// Gives numbers of the patrons at these places for every shoe of a table that asks for them.
pub(crate) async fn give(sim: Arc<SimHouse>, table: TableId, mut dice: Dice, places: usize) {
    let Some(mut published) = sim.house.published(table) else { return };
    let mut taken = Taken::default();
    loop {
        let Some((kind, shoe_no, lines)) = next(&mut published).await else { return };
        if kind == "opened" {
            taken = Taken { shoe_no, ..Taken::default() };
            if asks(&lines) {
                pledge(&sim, table, &mut taken, (&mut dice, places)).await;
            }
        } else if shoe_no == taken.shoe_no && kind == "pledged" {
            reveal(&sim, table, &mut taken, &mut dice).await;
        } else if shoe_no == taken.shoe_no && kind == "revealed" {
            if let Some(flaw) = missing(&sim, table, &taken).await {
                sim.shared.observed().flaws.push(format!("table {}, shoe {shoe_no}: {flaw}", table.0));
            }
            if let Some((patron, nonce)) = taken.pledged.first_key_value() {
                refused(&sim, table, shoe_no, (*patron, nonce)).await;
            }
        }
    }
}

/// The kind, the shoe and the lines of the next bulletin about a shoe; none when the table has stopped.
async fn next(published: &mut Receiver<Published>) -> Option<(String, u32, Vec<String>)> {
    loop {
        match published.recv().await {
            Ok(Published::Bulletin(bulletin)) => {
                let lines: Vec<String> = bulletin.text.lines().map(str::to_owned).collect();
                let mut words = lines.get(6)?.split(' ');
                let (kind, shoe_no) = (words.next()?.to_owned(), words.next()?);
                if let Ok(shoe_no) = shoe_no.parse() {
                    return Some((kind, shoe_no, lines));
                }
            }
            Ok(Published::Frame(_) | Published::Lift(_)) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return None,
        }
    }
}

/// Whether the shoe of these lines takes pledges for some time.
fn asks(lines: &[String]) -> bool {
    let of = |name: &str| lines.iter().find_map(|line| line.strip_prefix(name)?.parse::<u64>().ok());
    of("at ").zip(of("pledges-until ")).is_some_and(|(at, until)| until > at)
}

async fn pledge(sim: &SimHouse, table: TableId, taken: &mut Taken, (dice, places): (&mut Dice, usize)) {
    for place in 0..places {
        let Some(patron) = sim.shared.seated(place).map(|patron| PatronId(patron.id.0)) else { continue };
        if !sim.house.seats_of(patron).contains(&table) || !dice.per_mille(PLEDGES) {
            continue;
        }
        let nonce = dice.id() + &dice.id();
        refused(sim, table, taken.shoe_no, (patron, &nonce)).await;
        let Some(pledge) = pledge_of(table.0, taken.shoe_no, &nonce).and_then(|own| own.parse().ok()) else {
            continue;
        };
        let answer = sim.house.pledge_nonce(patron, table, (taken.shoe_no, pledge), sim.house.now()).await;
        note(sim, "pledge a number", answer.as_ref().err());
        if answer.is_ok() {
            taken.pledged.insert(patron, nonce);
        }
    }
}

async fn reveal(sim: &SimHouse, table: TableId, taken: &mut Taken, dice: &mut Dice) {
    for (patron, nonce) in &taken.pledged {
        let wrong = dice.id() + &dice.id();
        refused(sim, table, taken.shoe_no, (*patron, &wrong)).await;
        if !dice.per_mille(REVEALS) {
            continue;
        }
        let answer = send(sim, table, taken.shoe_no, (*patron, nonce)).await;
        note(sim, "reveal a number", answer.as_ref().err());
        if answer.is_ok() {
            taken.revealed.push(nonce.clone());
        }
    }
}

async fn send(
    sim: &SimHouse,
    table: TableId,
    shoe_no: u32,
    (patron, nonce): (PatronId, &str),
) -> Result<(), Rejection> {
    let nonce: Bytes32 = nonce.parse().unwrap_or(Bytes32([0; 32]));
    sim.house.reveal_nonce(patron, table, (shoe_no, nonce), sim.house.now()).await.map(|_| ())
}

/// Sends a number that must not be taken: before the pledges are fixed, after the nonces are, or one that nobody
/// pledged.
async fn refused(sim: &SimHouse, table: TableId, shoe_no: u32, own: (PatronId, &str)) {
    if send(sim, table, shoe_no, own).await.is_ok() {
        let flaw = format!("table {}, shoe {shoe_no}: a number of patron {} was taken", table.0, own.0.0);
        sim.shared.observed().flaws.push(flaw + " that is out of its time, or was not pledged");
    }
}

fn note(sim: &SimHouse, what: &str, refusal: Option<&Rejection>) {
    sim.shared.answer(what, refusal.map_or("done", crate::patron::code));
}

/// A number that was taken and is not in the lists of the proof file.
async fn missing(sim: &SimHouse, table: TableId, taken: &Taken) -> Option<String> {
    // The store may fail by our own choice.
    let ShoeFile::File(text) = sim.house.shoe_file(table, taken.shoe_no).await.ok()? else {
        return Some("it has no proof file".to_owned());
    };
    let file: Value = serde_json::from_str(&text).ok()?;
    let has = |list: &str, own: &str| {
        file[list].as_array().is_some_and(|all| all.iter().any(|one| one.as_str() == Some(own)))
    };
    let pledges = taken.pledged.values().filter_map(|nonce| pledge_of(table.0, taken.shoe_no, nonce));
    let pledge = pledges.into_iter().find(|own| !has("pledges", own)).map(|own| format!("the pledge {own}"));
    let nonce = taken.revealed.iter().find(|own| !has("nonces", own)).map(|own| format!("the number {own}"));
    pledge.or(nonce).map(|what| format!("{what} was taken and is not in the list"))
}
