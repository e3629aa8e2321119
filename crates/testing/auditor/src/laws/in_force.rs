//! Which setup of a table, and which range of a patron, may be in force at a moment: the entries of the house's own log
//! and the answers to managers leave some of them open. Judges nothing.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::floor::{FloorObservations, FloorSubject, Terms};
use crate::record::{Entry, Record};

/// How long a request may be on its way to its table: it is judged by what was before, in milliseconds.
pub(super) const ON_ITS_WAY_MS: i64 = 30_000;

/// A setup after one entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version<'a> {
    /// The number of the entry.
    pub(super) seq: i64,
    /// Its date: it is in force at no earlier moment.
    pub(super) at: i64,
    /// After which moment nothing before it is in force, if that is known: it was acknowledged, or the house was opened
    /// since.
    binds: Option<i64>,
    /// Who made it.
    pub(super) by: &'a str,
    /// Their reason.
    pub(super) why: &'a str,
    pub(super) fields: &'a Map<String, Value>,
    pub(super) terms: &'a Terms,
}

/// Every setup of each table and of each range, in order.
pub(super) struct InForce<'a>(BTreeMap<FloorSubject, Vec<Version<'a>>>);

impl<'a> InForce<'a> {
    pub(super) fn of(record: &'a Record, observed: &FloorObservations) -> Self {
        let mut all = BTreeMap::<FloorSubject, Vec<Version<'a>>>::new();
        for (seq, entry) in &record.house {
            let Entry::Changed { by, why, entity } = entry else { continue };
            let Some(setup) = &entity.setup else { continue };
            let subject = match entity.kind.as_str() {
                "table" => FloorSubject::Table(entity.id),
                _ => FloorSubject::Range(entity.id),
            };
            let at = record.house_times.get(seq).copied().unwrap_or_default();
            let done = observed.requests.get(why).and_then(|request| request.done_at);
            let opened = observed.lives.iter().map(|life| life.from).find(|from| at <= *from);
            let binds = done.into_iter().chain(opened).min();
            let (fields, terms) = (&setup.fields, &setup.terms);
            all.entry(subject).or_default().push(Version { seq: *seq, at, binds, by, why, fields, terms });
        }
        Self(all)
    }

    /// Everything that was ever set up.
    pub(super) fn all(&self) -> impl Iterator<Item = (FloorSubject, &[Version<'a>])> {
        self.0.iter().map(|(subject, versions)| (*subject, versions.as_slice()))
    }

    /// The setups of which each may be in force at some moment from `from` to `to`. None are known of what was never
    /// recorded up to then.
    pub(super) fn within(&self, subject: FloorSubject, from: i64, to: i64) -> &[Version<'a>] {
        let versions = self.0.get(&subject).map(Vec::as_slice).unwrap_or_default();
        let end = versions.iter().take_while(|own| own.at <= to).count();
        let bound = versions.iter().rposition(|own| own.binds.is_some_and(|binds| binds < from));
        versions.get(bound.unwrap_or_default()..end).unwrap_or_default()
    }

    /// The setups of a table of which each may be in force at a moment.
    pub(super) fn at(&self, table: u32, at: i64) -> &[Version<'a>] {
        self.within(FloorSubject::Table(table), at, at)
    }

    /// The ranges of a patron of which each may be in force for a slip of that date, among them none at all.
    pub(super) fn ranges(&self, patron: u32, at: i64) -> Vec<Option<&Terms>> {
        let from = at.saturating_sub(ON_ITS_WAY_MS);
        let subject = FloorSubject::Range(patron);
        let known = self.within(subject, from, at);
        let is_bound = known.first().is_some_and(|own| own.binds.is_some_and(|binds| binds < from));
        let none = (!is_bound).then_some(None);
        none.into_iter().chain(known.iter().map(|own| Some(own.terms))).collect()
    }
}
