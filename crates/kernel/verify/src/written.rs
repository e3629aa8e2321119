//! Reports as people and programs read them, alike from every place that runs the checks: lines of text, and JSON.

use serde::Serialize;

use crate::report::{Finding, LIMIT, Report, Verdict};

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
    lines.push(LIMIT.to_owned());
    lines.join("\n") + "\n"
}

/// A report as a value of JSON.
#[derive(Debug, Serialize)]
pub struct JsonReport<'a> {
    file: &'a str,
    table: Option<u32>,
    shoe: Option<u32>,
    failed: bool,
    findings: Vec<JsonFinding<'a>>,
    choices: Option<String>,
}

#[derive(Debug, Serialize)]
struct JsonFinding<'a> {
    check: &'static str,
    verdict: &'static str,
    place: Option<String>,
    reason: &'a str,
}

impl<'a> JsonReport<'a> {
    /// The report over the file of this name.
    pub fn of(file: &'a str, report: &'a Report) -> Self {
        Self {
            file,
            table: report.shoe.map(|(table, _)| table),
            shoe: report.shoe.map(|(_, shoe_no)| shoe_no),
            failed: report.has_failed(),
            findings: report.findings.iter().map(JsonFinding::of).collect(),
            choices: report.choices.map(|choices| choices.to_string()),
        }
    }
}

impl<'a> JsonFinding<'a> {
    fn of(finding: &'a Finding) -> Self {
        let verdict = match finding.verdict {
            Verdict::Ok => "ok",
            Verdict::Failed => "failed",
            Verdict::NotChecked => "not_checked",
        };
        let place = finding.place.as_ref().map(ToString::to_string);
        Self { check: finding.check.id(), verdict, place, reason: &finding.reason }
    }
}
