//! What a command to a live table leads to, but for those about a reading or a finding. Pure; nothing happens here.

use crate::event::Event;
use crate::ids::{DeviceId, StaffId, Timestamp};
use crate::live::dealer::Start;
use crate::live::event::{BurnWhy, LiveEvent, SeenBy};
use crate::live::findings::FindingCode;
use crate::live::origin::RecordRef;
use crate::live::people::Person;
use crate::live::place::Place;
use crate::live::reading::{Read, ShoeChange, Slot};
use crate::live::refusal::LiveRefusal;
use crate::live::state::RecordingState;
use crate::live::waits::LiveWait;
use crate::phase::Phase;
use crate::proof::Bytes32;
use crate::refusal::Refusal;
use crate::state::Table;

/// A dealer sits down. Where another one deals they offer to take over, unless a supervisor seats them.
pub(crate) fn seat(table: &Table, dealer: StaffId, by: Option<StaffId>) -> Result<Vec<Event>, Refusal> {
    let known = table.live.dealer;
    if known == Some(dealer) {
        return Ok(Vec::new());
    }
    if known.is_some() && by.is_none() {
        let offered = (table.live.relief != Some(dealer)).then_some(LiveEvent::ReliefOffered { dealer });
        return Ok(offered.map(Event::Live).into_iter().collect());
    }
    check_change(table, dealer, by)?;
    let left = known.map(|dealer| LiveEvent::DealerLeft { dealer, by });
    Ok(left.into_iter().chain([LiveEvent::DealerSeated { dealer, by }]).map(Event::Live).collect())
}

/// The dealer goes, or the one who waits to take over does.
pub(crate) fn unseat(table: &Table, dealer: StaffId, by: Option<StaffId>) -> Result<Vec<Event>, Refusal> {
    if table.live.dealer == Some(dealer) {
        check_change(table, dealer, by)?;
        Ok(vec![Event::Live(LiveEvent::DealerLeft { dealer, by })])
    } else if table.live.relief == Some(dealer) {
        Ok(vec![Event::Live(LiveEvent::ReliefWithdrawn { dealer, by })])
    } else {
        Err(LiveRefusal::NotDealer.into())
    }
}

/// Refuses a change of dealers in a round, unless a supervisor allows it who is neither of them.
fn check_change(table: &Table, dealer: StaffId, by: Option<StaffId>) -> Result<(), Refusal> {
    let alone = by.is_none_or(|by| by == dealer || table.live.dealer == Some(by));
    if table.phase.round_under_way() && alone {
        return Err(LiveRefusal::InRound.into());
    }
    Ok(())
}

/// The dealer hands the table over to the one who waits for that, between rounds.
pub(crate) fn hand_over(table: &Table, dealer: StaffId, to: StaffId) -> Result<Vec<Event>, Refusal> {
    is_here(table, Person::Dealer(dealer))?;
    if table.live.relief != Some(to) {
        return Err(LiveRefusal::NoRelief.into());
    }
    if table.phase.round_under_way() {
        return Err(LiveRefusal::InRound.into());
    }
    if table.burns_at_hand_over() {
        let agreed = (table.live.handing_to != Some(to)).then_some(LiveEvent::HandOverAgreed { dealer, to });
        return Ok(agreed.map(Event::Live).into_iter().collect());
    }
    Ok(handed_over(dealer, to).into())
}

fn handed_over(dealer: StaffId, to: StaffId) -> [Event; 2] {
    [LiveEvent::DealerLeft { dealer, by: None }, LiveEvent::DealerSeated { dealer: to, by: None }]
        .map(Event::Live)
}

/// The card of this record is burned, and the dealer hands over.
pub(crate) fn burn_at_hand_over(table: &Table, record: RecordRef) -> Vec<Event> {
    let card = table.live.find(record).and_then(|waiting| waiting.value(table.conf_min()));
    let burned = Event::Live(LiveEvent::CardBurned { card, record: Some(record), why: BurnWhy::HandOver });
    let change = table.live.dealer.zip(table.live.handing_to).map(|(dealer, to)| handed_over(dealer, to));
    [burned].into_iter().chain(change.into_iter().flatten()).collect()
}

/// The dealer calls a supervisor. One call is enough.
pub(crate) fn call(table: &Table, dealer: StaffId) -> Result<Vec<Event>, Refusal> {
    is_here(table, Person::Dealer(dealer))?;
    let called = table.live.asked.call.is_none().then_some(LiveEvent::SupervisorCalled { dealer });
    Ok(called.map(Event::Live).into_iter().collect())
}

/// A supervisor answers the call, or the dealer takes it back.
pub(crate) fn answer_call(table: &Table, by: Person) -> Result<Vec<Event>, Refusal> {
    is_here(table, by)?;
    let answered = table.live.asked.call.map(|_| LiveEvent::CallAnswered { by });
    Ok(answered.map(Event::Live).into_iter().collect())
}

/// The dealer holds the table after the round under way, or takes that back.
pub(crate) fn hold(table: &Table, dealer: StaffId, holds: bool) -> Result<Vec<Event>, Refusal> {
    is_here(table, Person::Dealer(dealer))?;
    let event = match (table.live.is_held(), holds) {
        (false, true) => Some(LiveEvent::HoldSet { dealer }),
        (true, false) => Some(LiveEvent::HoldEnded { dealer }),
        _ => None,
    };
    Ok(event.map(Event::Live).into_iter().collect())
}

/// A device comes or goes.
pub(crate) fn device(table: &Table, device: DeviceId, why: Option<&str>) -> Vec<Event> {
    let event = match why {
        None if table.live.device == Some(device) => None,
        None => Some(LiveEvent::DeviceJoined { device }),
        Some(_) if table.live.device != Some(device) => None,
        Some(why) => Some(LiveEvent::DeviceLost { device, why: why.to_owned() }),
    };
    event.map(Event::Live).into_iter().collect()
}

/// The recording of the table begins or ends. One that is missing is known until it is back, or until the time is over
/// for which a supervisor allowed that.
pub(crate) fn recording(table: &Table, runs: bool, now: Timestamp) -> Vec<Event> {
    let event = match (table.live.recording, runs) {
        (RecordingState::Lost | RecordingState::Allowed { .. }, true) => Some(LiveEvent::RecordingRuns),
        (RecordingState::Runs, false) => Some(LiveEvent::RecordingLost),
        (RecordingState::Allowed { until }, false) if until <= now => Some(LiveEvent::RecordingLost),
        _ => None,
    };
    event.map(Event::Live).into_iter().collect()
}

/// A supervisor allows rounds without a recording. Where it runs there is nothing to allow.
pub(crate) fn allow_unrecorded(table: &Table, by: StaffId, why: &str, until: Timestamp) -> Vec<Event> {
    let missing = table.live.recording != RecordingState::Runs;
    let event = LiveEvent::UnrecordedAllowed { by, why: why.to_owned(), until };
    missing.then_some(Event::Live(event)).into_iter().collect()
}

/// A supervisor names a shoe that may be loaded, by its label and perhaps its seal.
pub(crate) fn assign(table: &Table, (label, seal): (&str, Option<&str>), by: StaffId) -> Vec<Event> {
    let known = table.live.assigned.get(label);
    let changes = known.is_none_or(|known| known.as_deref() != seal);
    let event = LiveEvent::ShoeAssigned { label: label.to_owned(), seal: seal.map(str::to_owned), by };
    changes.then_some(Event::Live(event)).into_iter().collect()
}

/// A supervisor ends the shoe after the round under way, or after the last one.
pub(crate) fn end_shoe(table: &Table, by: StaffId, why: &str) -> Result<Event, Refusal> {
    if !table.shoe_in_play() {
        return Err(LiveRefusal::Waits(LiveWait::Shoe).into());
    }
    let after_round = table.shoe.rounds();
    Ok(Event::Live(LiveEvent::ShoeEnded { after_round, by, why: why.to_owned() }))
}

/// The cut card, seen by the device or by the dealer.
pub(crate) fn cut_card(table: &Table, by: SeenBy) -> Result<Vec<Event>, Refusal> {
    match by {
        SeenBy::Record(record) => {
            let waits = table.live.find(record).map(|waiting| &waiting.reading.what);
            if !matches!(waits, Some(Read::CutCard { .. })) {
                return Err(LiveRefusal::NoSuchRecord.into());
            }
        }
        SeenBy::Person(person) => is_here(table, person)?,
    }
    let counts = table.wants_cut_card() && !matches!(table.place(), Place::NoShoe | Place::Burn);
    let seen = Event::Live(LiveEvent::CutCardSeen { by });
    match by {
        _ if counts => Ok(vec![seen]),
        SeenBy::Record(_) => Err(LiveRefusal::NoSuchRecord.into()),
        SeenBy::Person(_) => Ok(Vec::new()),
    }
}

/// Whether somebody may act in this role at this table: a dealer has to be the one who is seated.
pub(crate) fn is_here(table: &Table, person: Person) -> Result<(), LiveRefusal> {
    match person {
        Person::Dealer(id) if table.live.dealer != Some(id) => Err(LiveRefusal::NotDealer),
        _ => Ok(()),
    }
}

/// The shoe that the device says was loaded.
pub(crate) fn load_shoe(table: &Table, record: RecordRef) -> Result<Event, Refusal> {
    match table.live.find(record).map(|waiting| &waiting.reading.what) {
        Some(Read::Shoe(shoe)) if shoe.change == ShoeChange::Loaded && !table.shoe_in_play() => {
            let (label, decks) = (shoe.label.clone(), shoe.decks);
            Ok(Event::Live(LiveEvent::ShoeLoaded { record, label, decks }))
        }
        _ => Err(LiveRefusal::NoSuchRecord.into()),
    }
}

/// A record that changes nothing; cards never are one.
pub(crate) fn note_record(table: &Table, record: RecordRef) -> Result<Event, Refusal> {
    match table.live.find(record) {
        Some(waiting) if !waiting.reading.what.is_card() => {
            Ok(Event::Live(LiveEvent::RecordNoted { record }))
        }
        _ => Err(LiveRefusal::NoSuchRecord.into()),
    }
}

/// Whether the shoe that was loaded may be opened, with a dealer and a device.
pub(crate) fn may_open_shoe(table: &Table) -> Result<(), LiveRefusal> {
    let waits = [
        (table.live.device.is_none(), LiveWait::Device),
        (table.live.dealer.is_none(), LiveWait::Dealer),
        (table.live.open_record().is_some(), LiveWait::Shoe),
        (table.shoe_in_play() || table.carried_live(None).is_none(), LiveWait::Shoe),
    ];
    let first = waits.into_iter().find(|(holds, _)| *holds);
    first.map_or(Ok(()), |(_, wait)| Err(LiveRefusal::Waits(wait)))
}

/// Whether a round may begin, by the clock or by this dealer; `free` when a supervisor wants one without wagers.
pub(crate) fn may_begin(table: &Table, dealer: Option<StaffId>, free: bool) -> Result<(), LiveRefusal> {
    let auto = table.live_settings().unwrap_or_default().start == Start::Auto;
    if let Phase::Shuffling { burned: false } = table.phase
        && table.live.scanned
        && table.live.finding.is_none()
    {
        return Err(LiveRefusal::BurnFirst);
    }
    match table.live_wait() {
        // A dealer who begins a round ends the hold.
        Some(LiveWait::Start) | None => {}
        Some(LiveWait::Hold) if dealer.is_some() => {}
        Some(wait) => return Err(LiveRefusal::Waits(wait)),
    }
    if table.due_reaction().is_some() {
        return Err(LiveRefusal::Waits(LiveWait::Supervisor));
    }
    match dealer {
        Some(dealer) => is_here(table, Person::Dealer(dealer)),
        None if free || auto => Ok(()),
        None => Err(LiveRefusal::Waits(LiveWait::Start)),
    }
}

/// How long the result of the last round is still shown.
pub(crate) fn shown_for(table: &Table, now: Timestamp) -> Result<(), LiveRefusal> {
    let until = table.since.plus_ms(table.settings.timings.result_ms);
    match (&table.phase, now.ms_until(until)) {
        (_, 0) => Ok(()),
        (Phase::Settled { .. }, remaining_ms) => Err(LiveRefusal::TooEarly { remaining_ms }),
        _ => Ok(()),
    }
}

/// A round without wagers, whose cards fall at once.
pub(crate) fn free_round(table: &Table, by: StaffId) -> Result<Event, Refusal> {
    let between = table.place() == Place::Between && !table.shoe_is_over();
    may_begin(table, None, true)?;
    if !between {
        return Err(LiveRefusal::Waits(LiveWait::Shoe).into());
    }
    Ok(free_round_opened(table, by))
}

pub(crate) fn free_round_opened(table: &Table, by: StaffId) -> Event {
    let round_no = table.shoe.rounds().saturating_add(1);
    Event::Live(LiveEvent::FreeRoundOpened { round_no, by })
}

/// The shoe is over, and its last record has this digest.
pub(crate) fn finish(table: &Table, digest: Bytes32) -> Vec<Event> {
    let finished = table.record_to_finish().map(|last| LiveEvent::ShoeFinished { last, digest });
    finished.map(Event::Live).into_iter().collect()
}

/// A finding that somebody reports.
pub(crate) fn report(
    table: &Table,
    code: FindingCode,
    slot: Option<Slot>,
    by: Person,
) -> Result<Event, Refusal> {
    is_here(table, by)?;
    if let Some(finding) = &table.live.finding {
        return Err(LiveRefusal::FindingOpen { finding_no: finding.no }.into());
    }
    let there = match slot {
        Some(slot) => table.card_at(slot).is_some(),
        None => table.shoe_in_play() && table.shoe.rounds() > 0,
    };
    if !there {
        return Err(LiveRefusal::NoCardThere.into());
    }
    Ok(Event::Live(LiveEvent::FindingRaised { code, records: Vec::new(), slot, by: Some(by) }))
}

/// A finding that readings show.
pub(crate) fn raise(table: &Table, code: FindingCode, record: Option<RecordRef>) -> Result<Event, Refusal> {
    if let Some(finding) = &table.live.finding {
        return Err(LiveRefusal::FindingOpen { finding_no: finding.no }.into());
    }
    let slot = match table.place() {
        Place::Burn => Some(Slot::Burn),
        Place::Wanted => Some(Slot::next(&table.deal())),
        _ => None,
    };
    let records = record.into_iter().collect();
    Ok(Event::Live(LiveEvent::FindingRaised { code, records, slot, by: None }))
}
