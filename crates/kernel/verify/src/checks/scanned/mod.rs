//! The checks of a shoe whose cards a device reads: the bulletins of the house against each other, and against the
//! records that the device signed.

mod case;
mod compare;
mod count;
mod once;
mod out;
mod pieces;
mod play;
mod readings;
mod records;
mod results;
mod uses;

pub(crate) use compare::compare;

use case::ScannedCase;

use super::{form, signatures, wagers};
use crate::known::Known;
use crate::report::{Check, Outcome, Place, Report, SCANNED_LIMIT, Step, failed};
use crate::scanned_file::ScannedFile;

pub(crate) fn run(file: &ScannedFile, text: &str, known: &Known<'_>) -> Report {
    let case = ScannedCase::new(file, text, known);
    let shoe = Some((file.table, file.shoe_no));
    let mut report = Report { shoe, findings: Vec::new(), choices: None, limit: SCANNED_LIMIT };
    for check in Check::of_scanned() {
        let found = match check {
            Check::Form => form(&case),
            Check::Key => signatures::key(&case.chained(), known.key),
            Check::Signature => signatures::signature(&case.chained()),
            Check::Chain => signatures::chain(&case.chained()),
            Check::Shoes | Check::Fork => Err(Outcome::NotChecked("this is a single file".to_owned())),
            Check::Device => records::device(&case),
            Check::Records => records::records(&case),
            Check::Use => uses::used_once(&case),
            Check::Cards => uses::cards(&case),
            Check::Findings => count::findings(&case),
            Check::Burn => play::burn(&case),
            Check::Count => count::counted(&case),
            Check::End => play::end(&case),
            Check::Rounds => play::rounds(&case),
            Check::Outcomes => results::outcomes(&case),
            Check::Voids => Ok(results::voids(&case)),
            Check::Corrections => results::corrections(&case),
            Check::Wagers => wagers::wagers(&case.rounds()),
            Check::Payouts => wagers::payouts(&case.rounds()),
            // Only a sealed order has these.
            Check::Committed
            | Check::Commitment
            | Check::Secret
            | Check::Nonces
            | Check::Beacon
            | Check::Root
            | Check::Order => continue,
        };
        report.set(check, found.map_or_else(|outcome| outcome, Outcome::Ok));
    }
    report
}

fn form(case: &ScannedCase<'_>) -> Step<String> {
    form::one_spelling(&case.file.write(), case.text)?;
    let opened = case.opened.map(|said| (said.by.no, said.it));
    let named = opened.map(|(no, it)| (no, it.rules_id.as_str(), it.rules_digest, it.decks));
    form::rules(&case.file.rules, named)?;
    match &case.fault {
        Some((no, why)) => failed(Place::No(*no), why),
        None => Ok("version 1, canonical".to_owned()),
    }
}
