//! Law: what a patron set for their protection changes as they asked, once for each request, and by nobody else but by
//! staff who exclude them. A limit becomes looser a day after it was asked for and after the second yes; a pause and an
//! exclusion do not end sooner. Knows no slips.

use std::collections::BTreeMap;

use super::requests;
use crate::observations::{Observations, PatronObservations};
use crate::protection::{ProtectionAnswer, ProtectionRequest, ProtectionState};
use crate::record::{Entry, Record};

/// A protection after one entry.
#[derive(Clone, Debug)]
pub(super) struct Kept<'a> {
    /// The number of the entry.
    pub(super) seq: i64,
    /// Its date.
    pub(super) at: i64,
    /// Who changed it.
    pub(super) by: &'a str,
    /// Their reason.
    pub(super) why: &'a str,
    pub(super) state: &'a ProtectionState,
}

/// Every state of each patron's protection, in order.
pub(super) fn kept(record: &Record) -> BTreeMap<u32, Vec<Kept<'_>>> {
    let mut patrons = BTreeMap::<u32, Vec<Kept<'_>>>::new();
    for (seq, entry) in &record.house {
        if let Entry::Changed { by, why, entity } = entry
            && let Some(state) = &entity.protection
        {
            let at = record.house_times.get(seq).copied().unwrap_or_default();
            patrons.entry(entity.id).or_default().push(Kept { seq: *seq, at, by, why, state });
        }
    }
    patrons
}

pub(super) fn check(record: &Record, observed: Observations<'_>) -> Vec<String> {
    let kept = kept(record);
    let mut flaws: Vec<String> =
        kept.iter().flat_map(|(patron, changes)| changes_of(*patron, changes)).collect();
    let mut by_staff = BTreeMap::<&str, Vec<(u32, &Kept<'_>)>>::new();
    for (patron, changes) in &kept {
        for change in changes.iter().filter(|change| change.by.starts_with("staff:")) {
            by_staff.entry(change.why).or_default().push((*patron, change));
        }
    }
    flaws.extend(requests::check(
        "exclusion",
        &observed.supervisors.exclusions,
        &by_staff,
        |sent| &sent.attempts,
        |sent, (patron, change)| sent.patron == *patron && format!("staff:{}", sent.by) == change.by,
    ));
    for patron in observed.patrons {
        let changes = patron.patron.and_then(|number| kept.get(&number)).map(Vec::as_slice);
        flaws.extend(asked(patron, changes.unwrap_or_default()));
    }
    let strangers = kept.keys().filter(|patron| {
        let is_known = observed.patrons.iter().any(|own| own.patron == Some(**patron));
        !is_known
    });
    flaws.extend(strangers.map(|patron| format!("patron {patron} has protection and never came")));
    flaws
}

/// What is wrong with the changes of one patron's protection.
fn changes_of(patron: u32, changes: &[Kept<'_>]) -> Vec<String> {
    let (mut flaws, mut before, mut asked) = (Vec::new(), ProtectionState::default(), BTreeMap::new());
    for change in changes {
        let Kept { seq, at, by, why, state } = change;
        let mut flaw = |what: String| flaws.push(format!("entry {seq} about patron {patron} by {by} {what}"));
        let own = *by == format!("patron:{patron}");
        let rest = ProtectionState { exclusion: before.exclusion, ..(*state).clone() };
        let excludes = rest == before && state.exclusion.is_some_and(|exclusion| exclusion.by_house);
        let by_staff = by.starts_with("staff:") && !why.is_empty() && excludes;
        if !own && !by_staff {
            flaw(format!("is a change that they may not make: {state:?}"));
        }
        if let Some(what) = before.broken_by(state, &asked, *at) {
            flaw(what);
        }
        for (kind, pending) in &state.pending {
            if before.pending.get(kind) != Some(pending) {
                asked.insert(kind.clone(), *at);
            }
        }
        before = (*state).clone();
    }
    flaws
}

/// What the requests of a patron do not explain, or what of them is lost.
fn asked(observed: &PatronObservations, changes: &[Kept<'_>]) -> Option<String> {
    let (sent, nothing) = (&observed.protection, ProtectionState::default());
    let state = |made: usize| made.checked_sub(1).and_then(|last| changes.get(last)).map(|last| last.state);
    // How far the changes are explained by the requests up to one, in any way that fits.
    let mut explained = vec![false; changes.len() + 1];
    if let Some(first) = explained.first_mut() {
        *first = true;
    }
    pass_staff(&mut explained, changes);
    for request in sent {
        let mut next = vec![false; explained.len()];
        for made in (0..explained.len()).filter(|made| explained.get(*made) == Some(&true)) {
            let now = state(made).unwrap_or(&nothing);
            let mut reach = |made: usize| next.get_mut(made).into_iter().for_each(|reached| *reached = true);
            if may_be_nothing(request, now) {
                reach(made);
            }
            if changes.get(made).is_some_and(|change| is_made_by(request, now, change)) {
                reach(made + 1);
            }
        }
        pass_staff(&mut next, changes);
        if !next.contains(&true) {
            return Some(format!("{}: {request:?} is lost or came to something else", observed.who()));
        }
        explained = next;
    }
    let all = explained.last() == Some(&true);
    let most = explained.iter().rposition(|reached| *reached).unwrap_or_default();
    (!all).then(|| format!("{}: nobody asked for {:?}", observed.who(), changes.get(most)))
}

/// Goes on over the changes by staff, which the patron did not ask for.
fn pass_staff(explained: &mut [bool], changes: &[Kept<'_>]) {
    for (made, change) in changes.iter().enumerate() {
        if change.by.starts_with("staff:") && explained.get(made) == Some(&true) {
            explained.get_mut(made + 1).into_iter().for_each(|reached| *reached = true);
        }
    }
}

/// Whether a request may have changed nothing of this state.
fn may_be_nothing(request: &ProtectionRequest, now: &ProtectionState) -> bool {
    match &request.answer {
        ProtectionAnswer::Done(shown) => shown == now,
        ProtectionAnswer::Unknown | ProtectionAnswer::Refused => true,
    }
}

fn is_made_by(request: &ProtectionRequest, before: &ProtectionState, change: &Kept<'_>) -> bool {
    let answered = match &request.answer {
        ProtectionAnswer::Done(shown) => shown == change.state,
        ProtectionAnswer::Unknown => true,
        ProtectionAnswer::Refused => false,
    };
    answered && change.by.starts_with("patron:") && before.becomes(&request.ask, change.state, change.at)
}
