//! Judges whether a table may be set up as its record says. The one place for files, commands and requests.

use std::ops::RangeInclusive;

use baccarat::{HouseRules, Limit, Spot};
use money::{Amount, bounds};
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile as _;

use super::record::{SpotRange, TableRecord};

/// How many characters the name of a table has.
pub const NAME: RangeInclusive<usize> = 1..=40;
/// How long wagers may be taken, in milliseconds: from a second to an hour.
pub const BETTING_MS: RangeInclusive<u32> = 1_000..=3_600_000;
/// How long the table may wait for slips on their way, in milliseconds.
pub const DRAIN_MS: RangeInclusive<u32> = 0..=10_000;
/// How long each other part of a round may take, in milliseconds.
pub const STEP_MS: RangeInclusive<u32> = 0..=3_600_000;
/// How long each of the two steps of patrons' numbers may take, in milliseconds: up to a minute.
pub const NONCES_MS: RangeInclusive<u32> = 0..=60_000;

/// How long a seat may be kept without a connection, in milliseconds: up to an hour.
pub const GRACE_MS: RangeInclusive<u32> = 0..=3_600_000;

/// How many patrons may be invited to a table, and how many codes of invitations it may have.
pub const INVITED: usize = 1_000;

/// What is wrong with one field of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct FieldProblem {
    /// The field, such as `limits.tie`.
    pub field: String,
    /// What is wrong, and what is accepted.
    pub message: String,
}

/// Everything that is wrong with a record under these house rules, which are those of its name; nothing for a good one.
pub fn check(record: &TableRecord, rules: &HouseRules) -> Vec<FieldProblem> {
    let mut problems = Problems(Vec::new());
    if !(1..=TableRecord::ID_MAX).contains(&record.id.0) {
        problems.add("id", format!("{} is not in 1 to {}", record.id.0, TableRecord::ID_MAX));
    }
    problems.name(&record.name);
    for (spot, range) in &record.limits {
        problems.limit(record, rules, *spot, *range);
    }
    problems.exposure(record, rules);
    problems.timings(record);
    problems.ante(record, rules);
    problems.seats(record);
    if let Err(problem) = record.dealer().check(record.draw) {
        problems.add("scanner", problem.to_string());
    }
    if let Some(problem) = record.squeeze.and_then(|squeeze| squeeze.check().err()) {
        problems.add("squeeze", problem.to_string());
    }
    problems.0
}

struct Problems(Vec<FieldProblem>);

impl Problems {
    fn add(&mut self, field: impl Into<String>, message: String) {
        self.0.push(FieldProblem { field: field.into(), message });
    }

    fn name(&mut self, name: &str) {
        let plain = name.trim() == name && name.chars().all(is_visible);
        if !plain || !NAME.contains(&name.chars().count()) {
            let (least, most) = (NAME.start(), NAME.end());
            let message =
                format!("{name:?} is not {least} to {most} visible characters without space at the ends");
            self.add("name", message);
        }
    }

    fn limit(&mut self, record: &TableRecord, rules: &HouseRules, spot: Spot, range: SpotRange) {
        let field = || format!("limits.{}", spot.id());
        let text = |amount| record.currency.format(amount);
        let SpotRange { minimum, maximum } = range;
        let Some(offered) = rules.spot(spot) else {
            let known: Vec<_> = rules.spots.iter().map(|rules| rules.spot.id()).collect();
            let message = format!("{} does not offer this spot; it offers {}", rules.id, known.join(", "));
            return self.add(field(), message);
        };
        if minimum.is_zero() || minimum > maximum {
            let message = format!(
                "{} to {} allows no stake; a minimum is above zero and at most the maximum",
                text(minimum),
                text(maximum)
            );
            return self.add(field(), message);
        }
        if maximum > bounds::STAKE {
            let most = text(bounds::STAKE);
            return self.add(field(), format!("the maximum {} is above {most}", text(maximum)));
        }
        let both: Limit =
            offered.limit(record.currency.decimals()).intersection(Limit { minimum, maximum: Some(maximum) });
        if both.maximum.is_some_and(|maximum| both.minimum > maximum) {
            let message =
                format!("{} to {} lies outside of what the house rules allow", text(minimum), text(maximum));
            self.add(field(), message);
        }
    }

    fn exposure(&mut self, record: &TableRecord, rules: &HouseRules) {
        let Some(exposure) = record.exposure else { return };
        let settings = record.settings(std::sync::Arc::new(rules.clone()));
        let least = [Spot::Player, Spot::Banker].map(|spot| settings.limit(spot).minimum);
        let least = least.into_iter().max().unwrap_or(Amount::ZERO);
        if exposure < least {
            let (exposure, least) = (record.currency.format(exposure), record.currency.format(least));
            let message = format!("{exposure} is below {least}, the minimum on Player or Banker");
            self.add("exposure", message);
        }
    }

    fn timings(&mut self, record: &TableRecord) {
        let timings = &record.timings;
        for (name, ms, range) in [
            ("betting_ms", timings.betting_ms, BETTING_MS),
            ("drain_ms", timings.drain_ms, DRAIN_MS),
            ("card_ms", timings.card_ms, STEP_MS),
            ("result_ms", timings.result_ms, STEP_MS),
            ("shuffle_ms", timings.shuffle_ms, STEP_MS),
            ("pledge_ms", timings.pledge_ms, NONCES_MS),
            ("reveal_ms", timings.reveal_ms, NONCES_MS),
        ] {
            if !range.contains(&ms) {
                let message = format!("{ms} is not in {} to {}", range.start(), range.end());
                self.add(format!("timings.{name}"), message);
            }
        }
    }

    fn ante(&mut self, record: &TableRecord, rules: &HouseRules) {
        match record.entry.ante {
            None if rules.entry_ante => {
                let message = format!(
                    "under {} a patron's balance must reach the ante of the table; set one, or 0 for none",
                    rules.id
                );
                self.add("ante", message);
            }
            Some(ante) if ante > bounds::STAKE => {
                let (ante, most) = (record.currency.format(ante), record.currency.format(bounds::STAKE));
                self.add("ante", format!("{ante} is above {most}"));
            }
            _ => {}
        }
    }

    fn seats(&mut self, record: &TableRecord) {
        let (entry, seating) = (&record.entry, &record.seating);
        let invited = entry.invitation.as_ref().map_or(0, |invitation| invitation.patrons.len());
        if invited > INVITED {
            self.add("invitation", format!("{invited} patrons are more than {INVITED}"));
        }
        let codes = entry.invitation.as_ref().map_or(0, |invitation| invitation.code_hashes.len());
        if codes > INVITED {
            self.add("invitation", format!("{codes} codes are more than {INVITED}"));
        }
        if !GRACE_MS.contains(&seating.grace_ms) {
            let message =
                format!("{} is not in {} to {}", seating.grace_ms, GRACE_MS.start(), GRACE_MS.end());
            self.add("seating.grace_ms", message);
        }
        if seating.idle_limit > 0 && seating.idle_warning >= seating.idle_limit {
            let message = format!(
                "a warning after {} rounds does not come before the loss of the seat after {}",
                seating.idle_warning, seating.idle_limit
            );
            self.add("seating.idle_warning", message);
        }
    }
}

/// Whether everybody sees the character as it is: printed ASCII, a space, the marks of titles, and the letters and
/// digits of the General Security Profile (Unicode Technical Standard 39, section 3.1), without its joiners.
fn is_visible(c: char) -> bool {
    let letter = (c.is_alphanumeric() || is_combining_mark(c)) && c.identifier_allowed();
    letter || c == ' ' || c.is_ascii_graphic() || matches!(c, '–' | '—' | '·' | '’' | '№')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::PatronId;
    use table::live::ScannerSettings;

    use super::*;
    use crate::default_tables;
    use crate::rulebook::name_of;

    fn minor(minor: u64) -> Amount {
        Amount::new(minor).unwrap()
    }

    #[test]
    fn the_built_in_tables_are_good() {
        for settings in default_tables() {
            assert_eq!(
                check(&TableRecord::of(&settings, name_of(&settings.rules)), &settings.rules),
                [],
                "{}",
                settings.name
            );
        }
    }

    #[test]
    fn every_problem_is_named_with_its_field_and_what_is_accepted() {
        type Break = fn(&mut TableRecord);
        let cases: [(Break, &str, &str); 18] = [
            (|t| t.id.0 = 0, "id", "0 is not in 1 to 1048575"),
            (|t| t.name = String::new(), "name", "\"\" is not 1 to 40 visible characters"),
            (|t| t.name = " Salon".to_owned(), "name", "without space at the ends"),
            (|t| t.name = "Sa\u{202e}lon".to_owned(), "name", "visible characters"),
            (|t| t.name = "ß".repeat(41), "name", "1 to 40"),
            (|t| set(t, Spot::Lucky6, 1, 5), "limits.lucky_6", "live-commission does not offer this spot"),
            (|t| set(t, Spot::Tie, 0, 5), "limits.tie", "0.00 to 0.05 allows no stake"),
            (|t| set(t, Spot::Tie, 6, 5), "limits.tie", "at most the maximum"),
            (|t| set(t, Spot::Tie, 1, 1_000_000_000_000_001), "limits.tie", "is above 10,000,000,000,000.00"),
            (|t| t.exposure = Some(minor(99)), "exposure", "0.99 is below 1.00"),
            (|t| t.timings.betting_ms = 999, "timings.betting_ms", "999 is not in 1000 to 3600000"),
            (|t| t.timings.drain_ms = 10_001, "timings.drain_ms", "not in 0 to 10000"),
            (|t| t.entry.ante = Some(minor(1_000_000_000_000_001)), "ante", "is above 10,000,000,000,000.00"),
            (
                |t| t.invite(&(0..=1_000).map(PatronId).collect(), &BTreeSet::new()),
                "invitation",
                "1001 patrons",
            ),
            (|t| t.seating.grace_ms = 3_600_001, "seating.grace_ms", "not in 0 to 3600000"),
            (|t| t.seating.idle_warning = 5, "seating.idle_warning", "after 5 rounds does not come before"),
            (|t| t.timings.card_ms = 3_600_001, "timings.card_ms", "not in 0 to 3600000"),
            (|t| t.scanner = Some(unsure()), "scanner", "`conf_min` is 1001; it is 0 to 1000"),
        ];
        let settings = default_tables().remove(0);
        for (breaks, field, message) in cases {
            let mut record = TableRecord::of(&settings, name_of(&settings.rules));
            breaks(&mut record);
            let problems = check(&record, &settings.rules);
            let [problem] = &problems[..] else { panic!("{field}: {problems:?}") };
            assert_eq!(problem.field, field);
            assert!(problem.message.contains(message), "{problem}");
        }
        let mut record = TableRecord::of(&settings, name_of(&settings.rules));
        for (breaks, ..) in &cases {
            breaks(&mut record);
        }
        assert!(check(&record, &settings.rules).len() > 6, "all problems are named at once");
    }

    #[test]
    fn house_rules_with_the_ante_of_the_room_need_one_or_a_stated_zero() {
        for settings in default_tables() {
            for (ante, is_good) in
                [(None, !settings.rules.entry_ante), (Some(Amount::ZERO), true), (Some(minor(5)), true)]
            {
                let mut record = TableRecord::of(&settings, name_of(&settings.rules));
                record.entry.ante = ante;
                let problems = check(&record, &settings.rules);
                assert_eq!(problems.is_empty(), is_good, "{} {ante:?}: {problems:?}", settings.rules.id);
                let says =
                    "ante: under sixty-round a patron's balance must reach the ante of the table; set one";
                assert!(problems.iter().all(|problem| problem.to_string().starts_with(says)), "{problems:?}");
            }
        }
    }

    fn unsure() -> ScannerSettings {
        ScannerSettings { conf_min: 1_001, ..ScannerSettings::default() }
    }

    fn set(record: &mut TableRecord, spot: Spot, minimum: u64, maximum: u64) {
        record.limits.insert(spot, SpotRange { minimum: minor(minimum), maximum: minor(maximum) });
    }
}
