//! Simulated managers and the operator: they add, rename and reset staff and give them roles through the store of a
//! house, two at once, often twice, some of them on what is outdated, and replace passwords. Two of them decide on what
//! both have read. The supervisors who act meanwhile are among these staff, so not every two of them are independent.

use std::sync::Arc;
use std::time::Duration;

use auditor::{ChangeRequest, Dice, Password, ReplaceRequest, password_key};
use house::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use house::people::{Credential, CredentialChange, CredentialKind, Person, Role, StaffMember};
use house::ports::{Clock as _, CommitStore as _, HouseEntry, HouseOutcome, ReadStore as _, StoreFailure};
use table::{StaffId, Timestamp};
use tokio::time::sleep;

use crate::faults::FaultyStore;
use crate::sim_house::Shared;
use crate::world::SimClock;

/// How many members of staff there are: few, so that changes meet.
const STAFF: u64 = 4;

/// The names that they take from each other. Case makes no difference.
const NAMES: [&str; 7] = ["Ann", "Bob", "Carl", "Dora", "Eve", "ANN", "bob"];

/// The roles that a member has one of.
const ROLES: [Role; 2] = [Role::Manager, Role::Supervisor];

/// Where managers work, and what time it is there.
pub(crate) struct Office {
    pub(crate) store: Arc<FaultyStore>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) clock: SimClock,
}

/// A member of staff as managers have read them.
struct Seen {
    number: u32,
    /// The number of the latest entry, 0 for a new member.
    seq: u64,
    /// The name and the roles, of one who is not new.
    member: Option<(String, Vec<String>)>,
    password: Option<String>,
}

/// Manages for as long as the house runs.
pub(crate) async fn manage(office: Office, mut dice: Dice, pause_ms: u64) {
    let Office { store, shared, .. } = &office;
    loop {
        sleep(Duration::from_millis(dice.within(1..=pause_ms))).await;
        let number = u32::try_from(dice.within(1..=STAFF)).unwrap_or(1);
        let Ok(seen) = look(store, number).await else { continue };
        match &seen.password {
            Some(password) if dice.per_mille(300) => {
                let ids = [dice.id(), dice.id()];
                let [one, two] = ids.each_ref().map(|id| replace(store, shared, number, (password, id)));
                tokio::join!(one, two);
            }
            _ => {
                let mut one = choose(shared, &mut dice, &seen);
                let mut two = choose(shared, &mut dice, &seen);
                if dice.per_mille(150) {
                    two = one.clone();
                }
                if dice.per_mille(100) {
                    one = outdated(shared, &mut dice, &seen);
                }
                tokio::join!(change(&office, &one), change(&office, &two));
            }
        }
    }
}

async fn look(store: &FaultyStore, number: u32) -> Result<Seen, StoreFailure> {
    let latest = store.entity(EntityRef { kind: EntityKind::Staff, number }).await?;
    let password = store.credential(CredentialKind::Password, password_key(number)).await?;
    let seq = latest.as_ref().map_or(0, |latest| latest.seq);
    let member = latest.as_ref().and_then(|latest| match latest.event.entity() {
        Some(Entity::Staff(member)) => {
            let roles = member.roles.iter().map(ToString::to_string);
            Some((member.name.clone(), roles.collect()))
        }
        _ => None,
    });
    Ok(Seen { number, seq, member, password: password.map(|password| password.body) })
}

/// A change that fits what was read; its id. Mostly with a new password.
fn choose(shared: &Shared, dice: &mut Dice, seen: &Seen) -> String {
    let password = match &seen.password {
        _ if seen.seq == 0 => Password::First,
        Some(before) if dice.per_mille(600) => Password::Replaces(before.clone()),
        _ => Password::Stays,
    };
    decide(shared, dice, seen, seen.seq, password)
}

/// A change of a state that is over, or that there never was.
fn outdated(shared: &Shared, dice: &mut Dice, seen: &Seen) -> String {
    let expected = if dice.per_mille(500) { seen.seq.saturating_sub(1) } else { seen.seq + 1 };
    decide(shared, dice, seen, expected, Password::Stays)
}

/// Notes a change that is to be sent: of a name and roles, or of neither, which gives a new code to enrol with. Mostly
/// the operator makes it, so that most supervisors are independent.
fn decide(shared: &Shared, dice: &mut Dice, seen: &Seen, expected: u64, password: Password) -> String {
    let (id, number) = (dice.id(), seen.number);
    let by = if dice.per_mille(300) { Some(dice.within(1..=STAFF)) } else { None };
    let by = by.map_or_else(|| "operator".to_owned(), |by| format!("staff:{by}"));
    let anything = |dice: &mut Dice| {
        let role = dice.pick(&ROLES).map(ToString::to_string);
        (dice.pick(&NAMES).copied().unwrap_or_default().to_owned(), role.into_iter().collect())
    };
    let same = seen.member.clone().filter(|_| dice.per_mille(400));
    let (name, roles) = same.unwrap_or_else(|| anything(dice));
    let attempts = auditor::Attempts::default();
    let request = ChangeRequest { number, by, name, roles, expected, password, attempts, entry: None };
    shared.observed().managers.changes.insert(id.clone(), request);
    id
}

/// Sends a change that was decided, and notes and counts the answer.
async fn change(Office { store, shared, clock }: &Office, id: &str) {
    let Some(request) = shared.observed().managers.changes.get_mut(id).map(|request| {
        request.attempts.send();
        request.clone()
    }) else {
        return;
    };
    let answer = store.append_entry(entry(id, &request, clock.now())).await;
    let word = match &answer {
        Ok(HouseOutcome::Appended { .. }) => "done",
        Ok(HouseOutcome::Outdated) => "outdated",
        Ok(HouseOutcome::NameTaken) => "name taken",
        Ok(HouseOutcome::Refused(_)) => "refused",
        Err(_) => "failed",
    };
    shared.answer("change staff", word);
    let mut observed = shared.observed();
    let Some(request) = observed.managers.changes.get_mut(id) else { return };
    match answer {
        Ok(HouseOutcome::Appended { seq }) => {
            request.attempts.acknowledge();
            request.entry = Some(seq);
        }
        // An earlier attempt without an answer may have done it.
        Ok(_) => request.attempts.refuse_without_settling(),
        Err(_) => request.attempts.lose(),
    }
}

/// The entry of a change.
fn entry(id: &str, request: &ChangeRequest, at: Timestamp) -> HouseEntry {
    let ChangeRequest { number, name, roles, expected, password, .. } = request;
    let roles = roles.iter().filter_map(|role| role.parse().ok()).collect();
    let member = StaffMember::new(StaffId(*number), name.clone(), roles);
    let by = request.by.strip_prefix("staff:").and_then(|by| by.parse().ok());
    let by = by.map_or(Actor::Operator, |by| Actor::Staff(StaffId(by)));
    let entity = Entity::Staff(member);
    let credentials = match password {
        Password::Stays => Vec::new(),
        Password::First => vec![CredentialChange::Put(password_of(*number, id))],
        Password::Replaces(before) => vec![replacing(*number, before, id)],
    };
    HouseEntry {
        at,
        event: HouseEvent::Changed { by, why: id.to_owned(), entity },
        expected: *expected,
        postings: Vec::new(),
        credentials,
    }
}

/// Replaces a password, and notes and counts the answer.
async fn replace(store: &FaultyStore, shared: &Shared, number: u32, (before, id): (&str, &str)) {
    let mut request =
        ReplaceRequest { number, before: before.to_owned(), attempts: auditor::Attempts::default() };
    request.attempts.send();
    shared.observed().managers.replacements.insert(id.to_owned(), request);
    let answer = store.change_credentials(vec![replacing(number, before, id)]).await;
    let word = match answer {
        Ok(true) => "done",
        Ok(false) => "outdated",
        Err(_) => "failed",
    };
    shared.answer("replace password", word);
    let mut observed = shared.observed();
    let Some(request) = observed.managers.replacements.get_mut(id) else { return };
    match answer {
        Ok(true) => request.attempts.acknowledge(),
        Ok(false) => request.attempts.refuse_without_settling(),
        Err(_) => request.attempts.lose(),
    }
}

fn replacing(number: u32, before: &str, id: &str) -> CredentialChange {
    CredentialChange::Replace { body: before.to_owned(), by: password_of(number, id) }
}

fn password_of(number: u32, id: &str) -> Credential {
    let (kind, owner) = (CredentialKind::Password, Person::Staff(StaffId(number)));
    Credential { kind, key: password_key(number), owner, body: id.to_owned(), expires_at: None }
}
