//! Runs every check over a file. Each check is a function that reads the file and finds one thing.

mod cards;
mod case;
mod commitment;
mod compare;
mod course;
mod entropy;
mod form;
mod outcomes;
mod play;
mod scanned;
mod signatures;
mod wagers;
mod words;

use crate::file::ProofFile;
use crate::known::Known;
use crate::report::{Check, Choices, LIMIT, Outcome, Report, Verdict};
use case::Case;

pub(crate) use compare::compare;
pub(crate) use scanned::{compare as compare_scanned, run as run_scanned};

pub(crate) fn run(file: &ProofFile, text: &str, known: &Known<'_>) -> Report {
    let case = Case::new(file, text, known);
    let shoe = Some((file.table, file.shoe_no));
    let mut report = Report { shoe, findings: Vec::new(), choices: None, limit: LIMIT };
    for check in Check::of_sealed() {
        let found = match check {
            Check::Form => form::form(&case),
            Check::Key => signatures::key(&case.chained(), known.key),
            Check::Signature => signatures::signature(&case.chained()),
            Check::Chain => signatures::chain(&case.chained()),
            Check::Shoes | Check::Fork => Err(Outcome::NotChecked("this is a single file".to_owned())),
            Check::Committed => commitment::committed(&case),
            Check::Commitment => commitment::commitment(&case),
            Check::Secret => commitment::secret(&case),
            Check::Nonces => entropy::nonces(&case),
            Check::Beacon => entropy::beacon(&case),
            Check::Root => cards::root(&case),
            Check::Order => cards::order(&case),
            Check::Cards => cards::cards(&case),
            Check::Burn => play::burn(&case),
            Check::End => play::end(&case),
            Check::Rounds => play::rounds(&case),
            Check::Outcomes => outcomes::outcomes(&case),
            Check::Voids => outcomes::voids(&case),
            Check::Corrections => outcomes::corrections(&case),
            Check::Wagers => wagers::wagers(&case.rounds()),
            Check::Payouts => wagers::payouts(&case.rounds()),
            // No device reads the cards of a sealed order.
            Check::Device | Check::Records | Check::Use | Check::Findings | Check::Count => continue,
        };
        report.set(check, found.map_or_else(|outcome| outcome, Outcome::Ok));
    }
    let by_beacon = report.finding(Check::Beacon).is_some_and(|finding| finding.verdict == Verdict::Ok);
    let choices =
        if report.limits_nothing() { Choices::Unlimited } else { entropy::choices(&case, by_beacon) };
    report.choices = Some(choices);
    report
}
