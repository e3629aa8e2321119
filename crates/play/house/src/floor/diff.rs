//! What differs between two records of a table, in words. The one place for previews and for the list of changes.

use std::collections::BTreeSet;

use money::{Amount, Currency};
use table::Timings;
use table::live::{DealerKind, ScannerSettings, Shoes, Start};

use super::record::{SpotRange, TableRecord};

/// A field whose value differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field, such as `limits.tie`.
    pub field: String,
    /// Its value before; none where there was none.
    pub before: Option<String>,
    /// Its value after; none where there is none.
    pub after: Option<String>,
}

/// A setting of a scanner: its name, and its value.
type OfScanner = (&'static str, fn(&ScannerSettings) -> String);

/// The settings of a scanner.
const SCANNER: [OfScanner; 8] = [
    ("start", |scanner| word(scanner.start == Start::Auto, ["dealer", "auto"])),
    ("shoes", |scanner| word(scanner.shoes == Shoes::Assigned, ["any", "assigned"])),
    ("count_out", |scanner| scanner.count_out.to_string()),
    ("burn_on_handover", |scanner| scanner.burn_on_handover.to_string()),
    ("conf_min", |scanner| scanner.conf_min.to_string()),
    ("dealer_ms", |scanner| scanner.dealer_ms.to_string()),
    ("supervisor_ms", |scanner| scanner.supervisor_ms.to_string()),
    ("abandon_ms", |scanner| scanner.abandon_ms.to_string()),
];

/// How long things take: the name, and the value in milliseconds.
type OfTimings = (&'static str, fn(&Timings) -> u32);

const TIMINGS: [OfTimings; 7] = [
    ("betting_ms", |timings| timings.betting_ms),
    ("drain_ms", |timings| timings.drain_ms),
    ("card_ms", |timings| timings.card_ms),
    ("result_ms", |timings| timings.result_ms),
    ("shuffle_ms", |timings| timings.shuffle_ms),
    ("pledge_ms", |timings| timings.pledge_ms),
    ("reveal_ms", |timings| timings.reveal_ms),
];

/// The second of these words if something holds, else the first.
fn word(holds: bool, [first, second]: [&str; 2]) -> String {
    if holds { second } else { first }.to_owned()
}

/// What `after` has otherwise than `before`; all of it where there was nothing before. Amounts are in major units.
pub fn differences(before: Option<&TableRecord>, after: &TableRecord) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut compare = |field: String, before: Option<String>, after: Option<String>| {
        if before != after {
            found.push(Difference { field, before, after });
        }
    };
    let mut field = |name: &str, value: &dyn Fn(&TableRecord) -> Option<String>| {
        compare(name.to_owned(), before.and_then(value), value(after));
    };
    field("status", &|it| Some(it.status.as_ref().to_owned()));
    field("name", &|it| Some(it.name.clone()));
    // Documents of one id may differ: their digests tell them apart.
    let same_id = before.is_some_and(|before| before.rules.id == after.rules.id);
    field("rules", &|it| {
        let digest = it.rules.digest.to_string();
        let digest = digest.get(..12).unwrap_or_default();
        Some(if same_id { format!("{} ({digest})", it.rules.id) } else { it.rules.id.clone() })
    });
    field("currency", &|it| Some(it.currency.to_string()));
    let spots: BTreeSet<_> = before.into_iter().chain([after]).flat_map(|it| it.limits.keys()).collect();
    for spot in spots {
        field(&format!("limits.{}", spot.id()), &|it| {
            it.limits.get(spot).map(|range| range_text(it.currency, *range))
        });
    }
    field("exposure", &|it| it.exposure.map(|amount| text(it.currency, amount)));
    for (name, value) in TIMINGS {
        field(&format!("timings.{name}"), &|it| Some(value(&it.timings).to_string()));
    }
    field("draw", &|it| Some(it.draw.as_ref().to_owned()));
    field("dealer", &|it| it.scanner.as_ref().map(|_| DealerKind::Scanner.as_ref().to_owned()));
    for (name, value) in SCANNER {
        field(&format!("scanner.{name}"), &|it| it.scanner.as_ref().map(value));
    }
    field("squeeze.from", &|it| it.squeeze.map(|squeeze| text(it.currency, squeeze.from)));
    field("squeeze.ms", &|it| it.squeeze.map(|squeeze| squeeze.ms.to_string()));
    field("squeeze.third_ms", &|it| it.squeeze.map(|squeeze| squeeze.third_ms.to_string()));
    field("ante", &|it| {
        let ante = it.entry.least_balance();
        (!ante.is_zero()).then(|| text(it.currency, ante))
    });
    field("capacity", &|it| it.entry.capacity.map(|seats| seats.to_string()));
    field("invitation", &|it| {
        it.entry.invitation.as_ref().map(|invitation| {
            let invited = format!("{} invited", invitation.patrons.len());
            match invitation.code_hashes.len() {
                0 => invited,
                codes => format!("{invited}, codes: {codes}"),
            }
        })
    });
    // A hash says nothing to a person, so only that it is another one.
    let is_other = before.is_some_and(|before| {
        let (old, new) = (&before.entry.password_hash, &after.entry.password_hash);
        old.is_some() && new.is_some() && old != new
    });
    field("password", &|it| {
        let word = if is_other && std::ptr::eq(it, after) { "as given" } else { "set" };
        it.entry.password_hash.as_ref().map(|_| word.to_owned())
    });
    field("seating.grace_ms", &|it| Some(it.seating.grace_ms.to_string()));
    field("seating.idle_warning", &|it| Some(it.seating.idle_warning.to_string()));
    field("seating.idle_limit", &|it| Some(it.seating.idle_limit.to_string()));
    field("seating.auto_rounds", &|it| Some(it.seating.auto_rounds.to_string()));
    field("place", &|it| Some(it.place.to_string()));
    found
}

fn range_text(currency: Currency, SpotRange { minimum, maximum }: SpotRange) -> String {
    format!("{} to {}", text(currency, minimum), text(currency, maximum))
}

fn text(currency: Currency, amount: Amount) -> String {
    currency.format(amount)
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;

    use super::*;
    use crate::default_tables;
    use crate::floor::record::TableStatus;
    use crate::rulebook::name_of;

    #[test]
    fn differences_are_named_in_words_and_sameness_is_none() {
        let settings = default_tables().remove(0);
        let before = TableRecord::of(&settings, name_of(&settings.rules));
        assert_eq!(differences(Some(&before), &before), []);
        let mut after = TableRecord { name: "Un".to_owned(), exposure: None, ..before.clone() };
        after.limits.remove(&Spot::Tie);
        after.timings.betting_ms = 9_000;
        after.status = TableStatus::Halted;
        let found = differences(Some(&before), &after);
        let told: Vec<_> =
            found.iter().map(|it| (it.field.as_str(), it.before.as_deref(), it.after.as_deref())).collect();
        assert_eq!(
            told,
            [
                ("status", Some("open"), Some("halted")),
                ("name", Some("Salon One"), Some("Un")),
                ("limits.tie", Some("1.00 to 500.00"), None),
                ("exposure", Some("25,000.00"), None),
                ("timings.betting_ms", Some("15000"), Some("9000")),
            ]
        );
        assert!(differences(None, &before).iter().all(|it| it.before.is_none()));
    }

    #[test]
    fn a_password_is_never_in_words_and_another_one_is_a_difference() {
        let settings = default_tables().remove(0);
        let none = TableRecord::of(&settings, name_of(&settings.rules));
        let with = |hash: &str| {
            let mut record = none.clone();
            record.entry.password_hash = Some(hash.to_owned());
            record
        };
        let set = || Some("set".to_owned());
        for (before, after, expected) in [
            (&none, &with("a"), Some((None, set()))),
            (&with("a"), &none, Some((set(), None))),
            (&with("a"), &with("b"), Some((set(), Some("as given".to_owned())))),
            (&with("a"), &with("a"), None),
        ] {
            let found = differences(Some(before), after);
            let found: Vec<_> = found.into_iter().map(|it| (it.field, it.before, it.after)).collect();
            let expected = expected.map(|(before, after)| ("password".to_owned(), before, after));
            assert_eq!(found, Vec::from_iter(expected));
        }
    }

    #[test]
    fn documents_of_one_id_are_told_apart() {
        let settings = default_tables().remove(0);
        let before = TableRecord::of(&settings, name_of(&settings.rules));
        let mut after = before.clone();
        after.rules.digest.0[0] ^= 1;
        let found = differences(Some(&before), &after);
        assert_eq!(found.len(), 1);
        assert_ne!(found[0].before, found[0].after);
    }
}
