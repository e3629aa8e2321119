//! The laws that a record must keep, one file a law, each with the flaws that it finds.

mod accounts;
mod acks;
mod alone;
mod bonus;
mod books;
mod bulletins;
mod by_two;
mod cards_out;
mod corrections;
mod counted;
mod debts;
mod derived;
mod devices;
mod draws;
mod due;
mod entities;
mod entry;
mod filmed;
mod floor;
mod gifts;
mod holds;
mod house_log;
mod idle;
mod in_force;
mod independent;
mod leaving;
mod ledger;
mod limits;
mod live_voids;
mod managers;
mod onlookers;
mod order;
mod patrons;
mod payouts;
mod protection;
mod readings;
mod records;
mod replacing;
mod requests;
mod rest;
mod reversals;
mod rulings;
mod scanned_bulletins;
mod seats;
mod shoe_end;
mod shoes;
mod squeezes;
mod standing;
mod statements;
mod supervisors;
mod table_limits;
mod time;
mod wallets;

use std::collections::BTreeMap;

use crate::expectations::{Expectations, Moment};
use crate::observations::Observations;
use crate::record::Record;
use crate::round_history::RoundHistory;
use due::Due;
use in_force::InForce;

pub use order::{Phase, phases};
pub use records::unused_records;

/// What each law finds, by the name of the law.
pub(crate) fn check(
    record: &Record,
    history: &RoundHistory,
    expected: Expectations<'_>,
    observed: Observations<'_>,
) -> Vec<(&'static str, Vec<String>)> {
    let rules = expected.tables.iter().map(|(table, known)| (*table, known.rules)).collect();
    let currencies: BTreeMap<u32, &str> =
        expected.tables.iter().map(|(table, known)| (*table, known.currency.as_str())).collect();
    let (due, units) = (Due::of(history), wallets::units(record));
    let lines = statements::lines(record, &units, history);
    let floor = &observed.managers.floor;
    let in_force = InForce::of(record, floor);
    let derived = record.derived.as_ref().map(|derived| derived::check(derived, history));
    let mut laws = vec![
        ("storage", record.damage.clone()),
        ("order", order::check(record, expected.before, history, &rules)),
        ("derived rows", derived.unwrap_or_default()),
        ("ledger", ledger::check(record)),
        ("house log", house_log::check(record)),
        ("statements", statements::check(record, history, &lines, &currencies)),
        ("gifts", gifts::check(record, &lines, observed.patrons)),
        ("holds", holds::check(record, history)),
        ("replacing", replacing::check(history)),
        ("payouts", payouts::check(record, &units, history, &due, &rules)),
        ("books", books::check(record, history, &due, &currencies)),
        ("corrections", corrections::check(history, &rules)),
        ("reversals", reversals::check(record, history)),
        ("debts", debts::check(&units, history, &due)),
        ("bonus", bonus::check(record, &rules)),
        ("seats", seats::check(record)),
        ("rulings", rulings::check(record, history)),
        ("shoes", shoes::check(record, history)),
        ("squeezes", squeezes::check(record, observed.patrons)),
        ("records", records::check(record)),
        ("readings", readings::check(record)),
        ("counted", counted::check(record)),
        ("filmed", filmed::check(record)),
        ("alone", alone::check(record)),
        ("acks", acks::check(record, observed.live)),
        ("bulletins", bulletins::check(record, expected.before)),
        ("patrons", patrons::check(record, &units, history, observed.patrons)),
        ("supervisors", supervisors::check(record, &units, history, observed.supervisors)),
        ("devices", devices::check(record)),
        ("by two", by_two::check(record, observed.supervisors)),
        ("independent", independent::check(record, history)),
        ("entities", entities::check(record)),
        ("managers", managers::check(record, observed.managers)),
        ("accounts", accounts::check(record, observed.people)),
        ("protection", protection::check(record, observed)),
        ("limits", limits::check(record, history)),
        ("time", time::check(record, history, observed.patrons, floor)),
        ("floor", floor::check(record, &in_force, floor, expected.tables)),
        ("table limits", table_limits::check(record, &in_force)),
        ("entry", entry::check(record, &units, &in_force)),
        ("idle", idle::check(record, &in_force)),
        ("leaving", leaving::check(record, &rules)),
        ("onlookers", onlookers::check(record, history, observed)),
    ];
    if expected.moment == Moment::AtRest {
        laws.push(("rest", rest::check(record, &units, history, observed.patrons)));
    }
    laws
}
