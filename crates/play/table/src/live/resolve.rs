//! How people resolve a finding, and what follows. Pure; nothing happens here.

use crate::correct::reason;
use crate::dealing;
use crate::event::{Event, VoidReason};
use crate::ids::StaffId;
use crate::live::decide::{free_round_opened, is_here};
use crate::live::event::{BurnWhy, LiveEvent, SeenBy};
use crate::live::findings::{FindingCode, How, Needs};
use crate::live::open_finding::OpenFinding;
use crate::live::people::Person;
use crate::live::reading::Read;
use crate::live::refusal::LiveRefusal;
use crate::live::state::Waiting;
use crate::refusal::Refusal;
use crate::squeeze::RevealedBy;
use crate::squeeze::decide as squeeze;
use crate::state::Table;

/// Somebody wants a finding to be resolved, or agrees to it.
pub(crate) fn resolve(
    table: &Table,
    finding_no: u64,
    how: How,
    by: Person,
    why: Option<&str>,
) -> Result<Vec<Event>, Refusal> {
    let finding = open_finding(table, finding_no)?;
    let not_this_way = LiveRefusal::NotThisWay { code: finding.code, how };
    let needs = table.way(how).filter(|_| how != How::KeyIn).ok_or(not_this_way)?;
    is_here(table, by)?;
    if !is_theirs(needs, by) {
        return Err(LiveRefusal::NotTheirs.into());
    }
    // Whoever deals has no say over it in another role.
    if matches!(by, Person::Supervisor(_)) && table.live.dealer == Some(by.id()) {
        return Err(LiveRefusal::SamePerson.into());
    }
    let why = why.filter(|_| how == How::Note).map(str::trim);
    let first = finding.proposed.as_ref().filter(|proposed| proposed.how == how);
    // A note with another text takes the place of the one before: nobody agrees to a text that they have not read.
    let first = first.filter(|first| why.is_none() || why == first.why.as_deref());
    match first {
        _ if !needs.two() => Ok(resolved(table, finding, how, (by, None), text_of(how, why)?)),
        None => {
            let why = text_of(how, why)?;
            Ok(vec![Event::Live(LiveEvent::ResolutionProposed { finding_no, how, by, why })])
        }
        Some(first) if first.by.id() == by.id() => Err(LiveRefusal::SamePerson.into()),
        Some(first) if needs == Needs::DealerAndSupervisor && same_role(first.by, by) => {
            Err(LiveRefusal::NotTheirs.into())
        }
        Some(first) => Ok(resolved(table, finding, how, (first.by, Some(by)), first.why.clone())),
    }
}

/// The text of a note, from who takes that way first; no other way has one.
fn text_of(how: How, why: Option<&str>) -> Result<Option<String>, LiveRefusal> {
    if how != How::Note {
        return Ok(None);
    }
    let text = reason(why.unwrap_or_default()).map_err(|_| LiveRefusal::NoReason)?;
    Ok(Some(text.to_owned()))
}

/// The open finding, if it has this number.
pub(crate) fn open_finding(table: &Table, finding_no: u64) -> Result<&OpenFinding, LiveRefusal> {
    let open = table.live.finding.as_ref().filter(|finding| finding.no == finding_no);
    open.ok_or(LiveRefusal::NoSuchFinding { finding_no })
}

const fn is_theirs(needs: Needs, by: Person) -> bool {
    match needs {
        Needs::Dealer => matches!(by, Person::Dealer(_)),
        Needs::Supervisor | Needs::TwoSupervisors => matches!(by, Person::Supervisor(_)),
        Needs::DealerAndSupervisor => true,
    }
}

const fn same_role(one: Person, other: Person) -> bool {
    matches!(
        (one, other),
        (Person::Dealer(_), Person::Dealer(_)) | (Person::Supervisor(_), Person::Supervisor(_))
    )
}

/// The event of a finding that is resolved. Its readings count nothing then, unless another event names them.
pub(crate) fn close(
    table: &Table,
    finding: &OpenFinding,
    how: How,
    (by, confirmed_by): (Option<Person>, Option<Person>),
    why: Option<String>,
) -> Event {
    let counts_nothing = match how {
        How::Rescan | How::Drop | How::LoadRight | How::EndShoe | How::LastRound | How::Note => true,
        How::KeyIn => !matches!(finding.code, FindingCode::MissedCard) && table.card_is_due(),
        How::VoidAndEndShoe => finding.code == FindingCode::ForeignCard,
        How::Seen => !table.wants_cut_card(),
        _ => false,
    };
    let consumes = if counts_nothing { finding.records.clone() } else { Vec::new() };
    let attempts = if how == How::KeyIn { finding.tries } else { table.live.rescans };
    let finding_no = finding.no;
    Event::Live(LiveEvent::FindingResolved { finding_no, how, by, confirmed_by, consumes, attempts, why })
}

/// The events of a finding that is resolved like this, and of what follows.
fn resolved(
    table: &Table,
    finding: &OpenFinding,
    how: How,
    by: (Person, Option<Person>),
    why: Option<String>,
) -> Vec<Event> {
    let closed = close(table, finding, how, (Some(by.0), by.1), why);
    let supervisor = by.1.and_then(Person::supervisor).or(by.0.supervisor());
    let about = table.about(finding);
    let follows = match how {
        How::Void => return voided(table, finding, supervisor, closed),
        How::VoidAndEndShoe => {
            let ended = ends_shoe(table, finding, supervisor, table.shoe.rounds());
            return voided(table, finding, supervisor, closed).into_iter().chain(ended).collect();
        }
        How::EndShoe => ends_shoe(table, finding, supervisor, table.shoe.rounds()).into_iter().collect(),
        How::LastRound => {
            let next = table.shoe.rounds().saturating_add(u16::from(!table.phase.round_under_way()));
            ends_shoe(table, finding, supervisor, next).into_iter().collect()
        }
        How::Burn => about.map(|waiting| burned(table, waiting, why_burned(finding))).into_iter().collect(),
        How::FreeHand => supervisor.map(|by| free_round_opened(table, by)).into_iter().collect(),
        How::Assign => assigned(about, supervisor).into_iter().collect(),
        How::Seen if table.wants_cut_card() => {
            let by = finding.records.first().map_or(SeenBy::Person(by.0), |record| SeenBy::Record(*record));
            vec![Event::Live(LiveEvent::CutCardSeen { by })]
        }
        How::Rescan
        | How::KeyIn
        | How::Drop
        | How::Take
        | How::GoOn
        | How::Accept
        | How::LoadRight
        | How::Seen
        | How::Note => Vec::new(),
    };
    [closed].into_iter().chain(follows).collect()
}

fn why_burned(finding: &OpenFinding) -> BurnWhy {
    if finding.code == FindingCode::EarlyCard { BurnWhy::Early } else { BurnWhy::Spare }
}

fn burned(table: &Table, waiting: &Waiting, why: BurnWhy) -> Event {
    let card = waiting.value(table.conf_min());
    Event::Live(LiveEvent::CardBurned { card, record: Some(waiting.reading.record), why })
}

/// The shoe ends, if one is in play.
fn ends_shoe(table: &Table, finding: &OpenFinding, by: Option<StaffId>, after_round: u16) -> Option<Event> {
    let why = finding.code.id().to_owned();
    let by = by.filter(|_| table.shoe_in_play())?;
    Some(Event::Live(LiveEvent::ShoeEnded { after_round, by, why }))
}

fn assigned(about: Option<&Waiting>, by: Option<StaffId>) -> Option<Event> {
    let Read::Shoe(shoe) = &about?.reading.what else { return None };
    Some(Event::Live(LiveEvent::ShoeAssigned { label: shoe.label.clone(), seal: shoe.seal.clone(), by: by? }))
}

/// The round does not count, if one is under way, and the cards that wait are burned. The money comes first: its
/// transfers refer to the first event.
fn voided(table: &Table, finding: &OpenFinding, by: Option<StaffId>, closed: Event) -> Vec<Event> {
    let reason = match finding.code {
        FindingCode::Unreadable => VoidReason::UnreadableCard,
        _ => VoidReason::Irregular,
    };
    let voided = table.phase.round_under_way().then(|| dealing::void(table, reason, by));
    let shown = squeeze::show_all(table, RevealedBy::Void);
    voided.into_iter().chain(shown).chain([closed]).chain(burn_waiting(table)).collect()
}

/// What follows when somebody else voids a round: its finding is closed, and the cards that wait are burned.
pub(crate) fn after_void(table: &Table, by: Option<StaffId>) -> Vec<Event> {
    let finding = table.live.finding.as_ref();
    let closed =
        finding.map(|finding| close(table, finding, How::Void, (by.map(Person::Supervisor), None), None));
    closed.into_iter().chain(burn_waiting(table)).collect()
}

/// The cards that wait are burned with a round. What is no card of the house waits on, and the shoe with it; so does
/// another reading of a card that is out.
fn burn_waiting(table: &Table) -> impl Iterator<Item = Event> {
    let is_card = |waiting: &&Waiting| match &waiting.reading.what {
        Read::Card(_) => !table.is_twice(waiting),
        Read::Unread(unread) => !unread.foreign && !table.is_twice(waiting),
        _ => false,
    };
    table.live.waiting.iter().filter(is_card).map(|waiting| burned(table, waiting, BurnWhy::Void))
}
