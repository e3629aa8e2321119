//! What the tests of files share.

use punto_verify::testing::{Plan, Played, TestTable, house_key, test_pairing};
use punto_verify::{Check, Known, ProofFile, Report, Verdict, check};

/// What a verifier knows who has the house's key and believes the test beacon.
pub(crate) fn known() -> Known<'static> {
    Known { key: Some(house_key(1).public()), pairing: Some(&test_pairing), ..Known::default() }
}

/// A table that has played this plan as its shoe 41.
pub(crate) fn played(plan: &Plan) -> (TestTable, Played) {
    let mut table = TestTable::new(7, 41, plan.beacon);
    let played = table.play(plan);
    (table, played)
}

/// The file of a shoe of this plan.
pub(crate) fn file_of(plan: &Plan) -> ProofFile {
    let (table, played) = played(plan);
    table.file(&played)
}

pub(crate) fn report(file: &ProofFile) -> Report {
    check(&file.write(), &known())
}

/// The ids of the checks that ended so.
pub(crate) fn with(report: &Report, verdict: Verdict) -> Vec<&'static str> {
    report.findings.iter().filter(|it| it.verdict == verdict).map(|it| it.check.id()).collect()
}

/// The line of one check.
pub(crate) fn line(report: &Report, check: Check) -> String {
    report.finding(check).expect("a finding for each check").to_string()
}
