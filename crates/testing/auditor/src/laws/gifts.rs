//! Law: play money is given again only after less than [`LOW`] was left to play with, and not more often than it was
//! asked for. So requests that came at once bring one gift.

use super::statements::{Line, Lines};
use crate::observations::PatronObservations;
use crate::record::{Entry, Record};

/// Below so much a patron may be given play money again, in minor units: cash, bonus money and stakes that are held.
const LOW: i64 = 10_000;

pub(super) fn check(record: &Record, lines: &Lines, patrons: &[&PatronObservations]) -> Vec<String> {
    let mut flaws = Vec::new();
    for (patron, lines) in lines {
        let mut may_be_given = true;
        let mut gifts = 0_usize;
        for own in lines {
            if is_gift(record, own) {
                gifts += 1;
                if !may_be_given {
                    let (balance, change) = (own.line.balance, own.line.change);
                    flaws.push(format!(
                        "patron {patron} was given {change} and then had {balance}, too early"
                    ));
                }
                may_be_given = false;
            }
            may_be_given |= own.line.balance < LOW;
        }
        let asked = patrons.iter().find(|own| own.patron == Some(*patron));
        flaws.extend(asked.filter(|own| gifts > own.gifts + own.gifts_in_doubt).map(|own| {
            let (yes, doubt) = (own.gifts, own.gifts_in_doubt);
            format!("patron {patron} was given play money {gifts} times, {yes} were acknowledged, {doubt} in doubt")
        }));
    }
    flaws
}

fn is_gift(record: &Record, line: &Line) -> bool {
    let entry = line.entry.and_then(|entry| record.house.get(&entry));
    matches!(entry, Some(Entry::PatronCreated {} | Entry::MoneyPosted))
}
