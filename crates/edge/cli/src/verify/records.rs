//! The checks of the records of a live shoe alone as `punto verify` prints them: what a device signed, in which order.
//! The checks of its proof file, in the crate `verify`, hold them against what the house signed.

use fair::PublicKey;
use json::Fields;
use scanner::published::{KeyLife, RecordFault, Remark};
use scanner::{RecordsReport, check_records};
use table::Timestamp;
use verify::Verdict;

use crate::figures::moment;

/// What the checks of one file of records found.
pub(super) struct RecordsFound {
    name: String,
    findings: Vec<Found>,
}

struct Found {
    check: &'static str,
    verdict: Verdict,
    /// The line of the first fault, from 1.
    line: Option<usize>,
    reason: String,
}

/// Checks the records of a shoe. `devices` are the keys that are known from elsewhere.
pub(super) fn check(name: String, text: &str, devices: &[PublicKey]) -> RecordsFound {
    let report = check_records(text);
    let (lines, cards) = (report.lines, report.cards.len());
    let mut findings = vec![
        of_faults("form", &report, is_form, format!("{lines} records")),
        of_faults("signatures", &report, is_signature, "each record is signed by its device".to_owned()),
        of_faults(
            "chain",
            &report,
            is_chain,
            "no record is missing between the first and the last".to_owned(),
        ),
        of_faults("times", &report, is_time, "in the order in which they were received".to_owned()),
        of_faults("passes", &report, is_pass, passes(&report)),
        device(&report, devices),
        Found {
            check: "cards",
            verdict: Verdict::Ok,
            line: None,
            reason: format!("{cards} cards were read"),
        },
        Found {
            check: "use",
            verdict: Verdict::NotChecked,
            line: None,
            reason: "the proof file of the shoe says which card used each record".to_owned(),
        },
    ];
    findings.extend(life(&report));
    RecordsFound { name, findings }
}

/// From when to when the house let each key speak; nothing where the file does not say it.
fn life(report: &RecordsReport) -> Option<Found> {
    let mut said = report.lives.iter().map(|(key, life)| lived(key, life)).collect::<Vec<_>>();
    if said.is_empty() {
        return None;
    }
    let late = report.remarks.iter().filter(|(_, remark)| *remark == Remark::KeyOver);
    match late.count() {
        0 => {}
        late => said.push(format!("{late} records came after their key ended")),
    }
    Some(Found { check: "life", verdict: Verdict::Ok, line: None, reason: said.join("; ") })
}

/// A key and its life; times are UTC.
fn lived(key: &PublicKey, life: &KeyLife) -> String {
    let utc = |at: u64| moment(Timestamp(i64::try_from(at).unwrap_or(i64::MAX)));
    let ends = [("suspended", life.suspended_at), ("revoked", life.revoked_at)];
    let ends = ends.into_iter().filter_map(|(what, at)| at.map(|at| format!(", {what} {}", utc(at))));
    format!("{key} enrolled {}{}", utc(life.enrolled_at), ends.collect::<String>())
}

const fn is_form(fault: &RecordFault) -> bool {
    matches!(fault, RecordFault::Line(_))
}

const fn is_signature(fault: &RecordFault) -> bool {
    matches!(fault, RecordFault::Record(_))
}

const fn is_chain(fault: &RecordFault) -> bool {
    matches!(fault, RecordFault::Chain(_))
}

const fn is_time(fault: &RecordFault) -> bool {
    matches!(fault, RecordFault::Time { .. })
}

/// Whether it is about what passed the sensor. A fault that no other check names is in this one, so that none is lost.
const fn is_pass(fault: &RecordFault) -> bool {
    !(is_form(fault) || is_signature(fault) || is_chain(fault) || is_time(fault))
}

fn of_faults(
    check: &'static str,
    report: &RecordsReport,
    is_own: impl Fn(&RecordFault) -> bool,
    holds: String,
) -> Found {
    let mut own = report.faults.iter().filter(|(_, fault)| is_own(fault));
    let Some((line, fault)) = own.next() else {
        return Found { check, verdict: Verdict::Ok, line: None, reason: holds };
    };
    let reason = match own.count() {
        0 => fault.to_string(),
        more => format!("{fault}; {more} more"),
    };
    Found { check, verdict: Verdict::Failed, line: Some(*line), reason }
}

/// What passed the sensor and is in no record is no fault: the device says so itself.
fn passes(report: &RecordsReport) -> String {
    let unread = |remark: &Remark| match remark {
        Remark::Missed { passes } => *passes,
        Remark::OtherDevice | Remark::KeyOver => 0,
    };
    match report.remarks.iter().map(|(_, remark)| unread(remark)).sum::<u64>() {
        0 => "each thing that passed the sensor has its record".to_owned(),
        missed => format!("{missed} things passed the sensor without a record"),
    }
}

fn device(report: &RecordsReport, devices: &[PublicKey]) -> Found {
    let keys: Vec<String> = report.stretches.iter().map(|stretch| stretch.key.to_string()).collect();
    let stray = report.stretches.iter().find(|stretch| !devices.contains(&stretch.key));
    let (verdict, reason) = match stray {
        _ if devices.is_empty() => {
            (Verdict::NotChecked, format!("give --device to compare with {}", keys.join(", ")))
        }
        Some(stray) => (Verdict::Failed, format!("{} is none of the devices that were given", stray.key)),
        None => (Verdict::Ok, format!("signed by {}", keys.join(", "))),
    };
    Found { check: "device", verdict, line: None, reason }
}

impl RecordsFound {
    pub(super) fn has(&self, verdict: Verdict) -> bool {
        self.findings.iter().any(|found| found.verdict == verdict)
    }

    /// Its lines, in the form of those of proof files.
    pub(super) fn to_text(&self) -> String {
        let line_of = |Found { check, verdict, line, reason }: &Found| {
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            format!("  {check}: {verdict}: {place}{reason}\n")
        };
        let lines: String = self.findings.iter().map(line_of).collect();
        format!("{}: records of a shoe\n{lines}", self.name)
    }

    /// Writes what it found.
    pub(super) fn write(&self, it: &mut Fields<'_>) {
        it.field("file").text(&self.name);
        it.field("failed").flag(self.has(Verdict::Failed));
        it.field("findings").list(&self.findings, |to, found| {
            to.record(|it| {
                let verdict = match found.verdict {
                    Verdict::Ok => "ok",
                    Verdict::Failed => "failed",
                    Verdict::NotChecked => "not_checked",
                };
                it.field("check").text(&found.check);
                it.field("verdict").text(&verdict);
                let number = |line| u64::try_from(line).unwrap_or(u64::MAX);
                it.field("line").optional(found.line, |to, line| to.number(number(line)));
                it.field("reason").text(&found.reason);
            });
        });
    }
}
