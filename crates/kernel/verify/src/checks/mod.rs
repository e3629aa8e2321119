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
mod signatures;
mod wagers;

use strum::VariantArray as _;

use crate::file::ProofFile;
use crate::known::Known;
use crate::report::{Check, Choices, Outcome, Report, Verdict};
use case::Case;

pub(crate) use compare::compare;

pub(crate) fn run(file: &ProofFile, text: &str, known: &Known<'_>) -> Report {
    let case = Case::new(file, text, known);
    let mut report = Report { shoe: Some((file.table, file.shoe_no)), findings: Vec::new(), choices: None };
    for check in Check::VARIANTS {
        let found = match check {
            Check::Form => form::form(&case),
            Check::Key => signatures::key(&case),
            Check::Signature => signatures::signature(&case),
            Check::Chain => signatures::chain(&case),
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
            Check::Wagers => wagers::wagers(&case),
            Check::Payouts => wagers::payouts(&case),
        };
        report.set(*check, found.map_or_else(|outcome| outcome, Outcome::Ok));
    }
    let by_beacon = report.finding(Check::Beacon).is_some_and(|finding| finding.verdict == Verdict::Ok);
    let choices =
        if report.limits_nothing() { Choices::Unlimited } else { entropy::choices(&case, by_beacon) };
    report.choices = Some(choices);
    report
}
