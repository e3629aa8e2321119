//! What the page is answered, as JSON.

use core::fmt::Display;

use fair::Digest;
use serde::Serialize;
use watch::{Finding, Give, Report, State, Wanted};

#[derive(Serialize)]
struct Answer<'a> {
    state: &'static str,
    cards: Option<u16>,
    check: Option<&'static str>,
    shoe: Option<u32>,
    commitment: Option<String>,
    root: Option<String>,
    sealed_seen: Option<u64>,
    findings: Vec<Line<'a>>,
    head: Option<Head>,
    keep: Keep,
    wanted: Option<Errand>,
    give: Option<Errand>,
}

#[derive(Serialize)]
struct Line<'a> {
    check: &'static str,
    verdict: &'static str,
    place: Option<String>,
    reason: &'a str,
}

#[derive(Serialize)]
struct Head {
    no: u64,
    digest: String,
    digits: String,
}

#[derive(Serialize)]
struct Keep {
    house: Option<String>,
    no: Option<u64>,
    digest: Option<String>,
}

/// What the page is to do for a shoe.
#[derive(Serialize)]
struct Errand {
    what: &'static str,
    shoe: u32,
    hex: Option<String>,
}

#[derive(Serialize)]
struct Problem {
    problem: String,
}

/// How the shoe stands.
pub(crate) fn answered(report: &Report) -> Vec<u8> {
    let (state, cards, check) = match report.state {
        State::NoProof => ("no_proof", None, None),
        State::Waiting => ("waiting", None, None),
        State::Checked { cards } => ("checked", Some(cards), None),
        State::Failed { check } => ("failed", None, Some(check.id())),
    };
    let text = |digest: Digest| digest.to_string();
    written(&Answer {
        state,
        cards,
        check,
        shoe: report.shoe_no,
        commitment: report.commitment.map(text),
        root: report.root.map(text),
        sealed_seen: report.sealed_seen,
        findings: report.findings.iter().map(line).collect(),
        head: report.head.map(|head| Head {
            no: head.no,
            digest: head.digest.to_string(),
            digits: head.digits(),
        }),
        keep: Keep {
            house: report.keep.house.map(text),
            no: report.keep.head.map(|(no, _)| no),
            digest: report.keep.head.map(|(_, digest)| digest.to_string()),
        },
        wanted: report.wanted.map(|wanted| match wanted {
            Wanted::File(shoe) => Errand { what: "file", shoe, hex: None },
            Wanted::Leaves(shoe) => Errand { what: "leaves", shoe, hex: None },
        }),
        give: report.give.map(|give| {
            let (what, shoe, bytes) = match give {
                Give::Number { shoe_no } => ("number", shoe_no, None),
                Give::Pledge { shoe_no, pledge } => ("pledge", shoe_no, Some(pledge)),
                Give::Reveal { shoe_no, nonce } => ("reveal", shoe_no, Some(nonce)),
            };
            Errand { what, shoe, hex: bytes.map(text) }
        }),
    })
}

fn line(finding: &Finding) -> Line<'_> {
    Line {
        check: finding.check.id(),
        verdict: finding.verdict.into(),
        place: finding.place.map(|place| place.to_string()),
        reason: &finding.reason,
    }
}

/// The message cannot be read.
pub(crate) fn unreadable(why: &impl Display) -> Vec<u8> {
    written(&Problem { problem: why.to_string() })
}

fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}
