//! A card that two people type without seeing each other's answer, and what follows from it. Pure.

use baccarat::Card;

use crate::dealing;
use crate::event::Event;
use crate::live::decide::is_here;
use crate::live::event::{BurnWhy, LiveEvent};
use crate::live::findings::{FindingCode, How};
use crate::live::open_finding::{Agreed, OpenFinding};
use crate::live::origin::Origin;
use crate::live::people::Person;
use crate::live::reading::Slot;
use crate::live::refusal::LiveRefusal;
use crate::live::resolve::{close, open_finding};
use crate::refusal::Refusal;
use crate::settlement::settled;
use crate::state::Table;

/// Somebody types which card it is. When the second one types the same, it is that card.
pub(crate) fn key_in(table: &Table, finding_no: u64, by: Person, card: Card) -> Result<Vec<Event>, Refusal> {
    let finding = open_finding(table, finding_no)?;
    let how = How::KeyIn;
    if table.way(how).is_none() {
        return Err(LiveRefusal::NotThisWay { code: finding.code, how }.into());
    }
    is_here(table, by)?;
    let other = match by {
        Person::Dealer(_) => finding.by_supervisor,
        Person::Supervisor(_) => finding.by_dealer,
    };
    if other.is_some_and(|(id, _)| id == by.id()) {
        return Err(LiveRefusal::SamePerson.into());
    }
    let keyed = Event::Live(LiveEvent::CardKeyed { finding_no, by, card });
    let mut after = finding.clone();
    after.key(by, card);
    let Some(agreed) = after.agreed() else { return Ok(vec![keyed]) };
    let follows = follows(table, &after, agreed)?;
    let people = (Some(Person::Dealer(agreed.dealer)), Some(Person::Supervisor(agreed.supervisor)));
    let closed = close(table, &after, how, people, None);
    Ok([keyed, closed].into_iter().chain(follows).collect())
}

/// What follows from a card that two people agree on.
fn follows(table: &Table, finding: &OpenFinding, agreed: Agreed) -> Result<Vec<Event>, Refusal> {
    let Agreed { finding_no, card, dealer, supervisor, .. } = agreed;
    match (finding.code, finding.slot) {
        (FindingCode::Misread, Some(slot)) => amended(table, slot, card, finding_no),
        // A card of the burn keeps its place among those that wait.
        _ if !table.card_is_due() => Ok(Vec::new()),
        _ => dealing::card(table, card, Origin::Keyed { finding_no, dealer, supervisor }),
    }
}

/// A card on the table is another one than was read. Cards beyond the coup that it makes are burned.
fn amended(table: &Table, slot: Slot, to: Card, finding_no: u64) -> Result<Vec<Event>, Refusal> {
    let from = table.card_at(slot).ok_or(LiveRefusal::NoCardThere)?;
    let amended = table.amended(slot, to).ok_or(LiveRefusal::NoCardThere)?;
    let shoe = &table.shoe;
    // Once a card was put right, another one may still count as what it is not.
    if from != to && !shoe.is_amended() && shoe.seen()[to.index()] >= shoe.decks() {
        return Err(baccarat::ShoeError::NoCopyLeft { card: to, decks: shoe.decks() }.into());
    }
    let event = Event::Live(LiveEvent::CardAmended { slot, from, to, finding_no });
    let beyond = amended.beyond.iter().map(|card| {
        Event::Live(LiveEvent::CardBurned { card: Some(*card), record: None, why: BurnWhy::Beyond })
    });
    let settlement = amended.coup().map(|coup| settled(table, coup));
    Ok([event].into_iter().chain(beyond).chain(settlement).collect())
}
