//! What the page is answered, as JSON.

use core::fmt::Display;

use fair::Digest;
use json::{Fields, write};
use watch::{Finding, Give, Report, State, Wanted};

/// How the shoe stands.
pub(crate) fn answered(report: &Report) -> Vec<u8> {
    let (state, cards, check) = match report.state {
        State::NoProof => ("no_proof", None, None),
        State::Waiting => ("waiting", None, None),
        State::Checked { cards } => ("checked", Some(cards), None),
        State::Failed { check } => ("failed", None, Some(check.id())),
    };
    written(|it| {
        it.field("state").text(&state);
        optional_number(it, "cards", cards);
        optional_text(it, "check", check);
        optional_number(it, "shoe", report.shoe_no);
        optional_text(it, "commitment", report.commitment);
        optional_text(it, "root", report.root);
        optional_number(it, "sealed_seen", report.sealed_seen);
        it.field("findings").list(&report.findings, |to, finding| to.record(|it| write_line(it, finding)));
        write_heads(it, report);
        it.field("wanted").optional(report.wanted, |to, wanted| {
            let (what, shoe_no) = match wanted {
                Wanted::File(shoe_no) => ("file", shoe_no),
                Wanted::Leaves(shoe_no) => ("leaves", shoe_no),
            };
            to.record(|it| write_errand(it, what, shoe_no, None));
        });
        it.field("give").optional(report.give, |to, give| {
            let (what, shoe_no, bytes) = match give {
                Give::Number { shoe_no } => ("number", shoe_no, None),
                Give::Pledge { shoe_no, pledge } => ("pledge", shoe_no, Some(pledge)),
                Give::Reveal { shoe_no, nonce } => ("reveal", shoe_no, Some(nonce)),
            };
            to.record(|it| write_errand(it, what, shoe_no, bytes));
        });
    })
}

/// The latest bulletin, and what to keep for the next visit.
fn write_heads(it: &mut Fields<'_>, report: &Report) {
    it.field("head").optional(report.head.as_ref(), |to, head| {
        to.record(|it| {
            it.field("no").number(head.no);
            it.field("digest").text(&head.digest);
            it.field("digits").text(&head.digits());
        });
    });
    it.field("keep").record(|it| {
        optional_text(it, "house", report.keep.house);
        it.field("no").optional(report.keep.head, |to, (no, _)| to.number(no));
        optional_text(it, "digest", report.keep.head.map(|(_, digest)| digest));
    });
}

/// What the page is to do for a shoe.
fn write_errand(it: &mut Fields<'_>, what: &str, shoe_no: u32, hex: Option<Digest>) {
    it.field("what").text(&what);
    it.field("shoe").number(shoe_no);
    optional_text(it, "hex", hex);
}

fn write_line(it: &mut Fields<'_>, finding: &Finding) {
    let verdict: &str = finding.verdict.into();
    it.field("check").text(&finding.check.id());
    it.field("verdict").text(&verdict);
    optional_text(it, "place", finding.place);
    it.field("reason").text(&finding.reason);
}

fn optional_number(it: &mut Fields<'_>, name: &str, number: Option<impl Into<u64>>) {
    match number {
        Some(number) => it.field(name).number(number),
        None => it.field(name).null(),
    }
}

fn optional_text(it: &mut Fields<'_>, name: &str, text: Option<impl Display>) {
    it.field(name).optional(text, |to, text| to.text(&text));
}

/// The message cannot be read.
pub(crate) fn unreadable(why: &impl Display) -> Vec<u8> {
    written(|it| it.field("problem").text(why))
}

fn written(fields: impl FnOnce(&mut Fields<'_>)) -> Vec<u8> {
    write(|to| to.record(fields)).into_bytes()
}
