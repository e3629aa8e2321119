//! Reports as people and programs read them, alike from every place that runs the checks: lines of text, and JSON.

use json::{Fields, Place};

use crate::report::{Finding, LIMIT, Report, SCANNED_LIMIT, Verdict};

/// The lines of these reports, each with the name of its file, and at the end what no file can show.
pub fn to_text(reports: &[(String, &Report)]) -> String {
    let mut lines = Vec::new();
    for (name, report) in reports {
        lines.push(match report.shoe {
            Some((table, shoe_no)) => format!("{name}: table {table}, shoe {shoe_no}"),
            None => name.clone(),
        });
        lines.extend(report.findings.iter().map(|finding| format!("  {finding}")));
        lines.extend(report.choices.map(|choices| format!("  {choices}")));
    }
    let has = |limit: &str| reports.iter().any(|(_, report)| report.limit == limit);
    let limits = [(LIMIT, has(LIMIT) || reports.is_empty()), (SCANNED_LIMIT, has(SCANNED_LIMIT))];
    lines.extend(limits.into_iter().filter(|(_, has)| *has).map(|(limit, _)| limit.to_owned()));
    lines.join("\n") + "\n"
}

/// Writes these reports, each with the name of its file, as a list of JSON.
pub fn to_json(reports: &[(String, &Report)], to: Place<'_>) {
    to.list(reports, |to, (name, report)| to.record(|it| write_report(name, report, it)));
}

fn write_report(name: &str, report: &Report, it: &mut Fields<'_>) {
    it.field("file").text(&name);
    it.field("table").optional(report.shoe, |to, (table, _)| to.number(table));
    it.field("shoe").optional(report.shoe, |to, (_, shoe_no)| to.number(shoe_no));
    it.field("failed").flag(report.has_failed());
    it.field("findings").list(&report.findings, |to, finding| to.record(|it| write_finding(finding, it)));
    it.field("choices").optional(report.choices, |to, choices| to.text(&choices));
}

fn write_finding(finding: &Finding, it: &mut Fields<'_>) {
    let verdict = match finding.verdict {
        Verdict::Ok => "ok",
        Verdict::Failed => "failed",
        Verdict::NotChecked => "not_checked",
    };
    it.field("check").text(&finding.check.id());
    it.field("verdict").text(&verdict);
    it.field("place").optional(finding.place.as_ref(), |to, place| to.text(place));
    it.field("reason").text(&finding.reason);
}
