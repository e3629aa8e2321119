//! The findings of a live table, shoe by shoe: what was wrong, how it was resolved, by whom, and how long that took.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::live::{FindingEnd, PastFinding, ReviewReceipt, ReviewState, Reviewed};
use table::live::Person;
use table::{RecordRef, StaffId};
use wire::card_copies::{CardCopies, CardCopy, OpenCopies};
use wire::live::DeviceRecordRef;
use wire::past_findings::{
    FindingAnswer, Findings, FindingsAsked, FoundFinding, ReviewShoe, ShoeReviewReceipt, ShoeReviewed,
};

use super::asked::{Asked, named};
use super::card_pictures::told_of_past;
use super::extract::{Authorized, Body};
use super::live_words::said_how;
use super::path::{Path, names, table, unknown};
use super::route::Route;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::role_lists::{SUPERVISORS, SUPERVISORS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/findings", SUPERVISORS_AND_AUDITORS, list)
            .says("Lists the findings of a shoe of a live table, newest first")
            .asks::<FindingsAsked>()
            .answers::<Findings>(200)
            .refuses(&["unknown_shoe", "unacceptable"]),
        Route::get("/tables/{table}/copies", SUPERVISORS, copies)
            .says("Lists the copies of a card that came out of a shoe too often, while that finding is open")
            .answers::<OpenCopies>(200),
        Route::post("/tables/{table}/shoes/{shoe}/review", SUPERVISORS, review)
            .says("Puts on record that a supervisor reviewed the rounds of a shoe whose count ended with a note")
            .takes::<ReviewShoe>()
            .answers::<ShoeReviewReceipt>(200)
            .refuses(&["no_reason", "nothing_to_review", "shoe_reviewed"]),
    ]
}

async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table_id): Path<String>,
    Asked(FindingsAsked { shoe }): Asked<FindingsAsked>,
) -> Result<Json<Findings>, Problem> {
    let table = table(&app, &table_id)?;
    let latest = || app.house.snapshot(table).map_or(0, |snapshot| snapshot.view.shoe_no);
    let asked = named("shoe", shoe.as_deref(), "the number of a shoe of this table")?;
    let shoe_no = asked.unwrap_or_else(latest);
    let found = match app.house.findings(table, shoe_no).await? {
        Some(found) => found,
        // No shoe was opened yet.
        None if asked.is_none() => Vec::new(),
        None => return Err(unknown("shoe", &shoe_no.to_string())),
    };
    let name_of = names(&app).await?;
    let review = app.house.shoe_review(table, shoe_no).await?;
    let to_review = review == Some(ReviewState::Due);
    let reviewer = match &review {
        Some(ReviewState::Done(reviewed)) => Some(reviewed.by),
        Some(ReviewState::Due) | None => None,
    };
    let people = found.iter().flat_map(people_of).chain(reviewer);
    let names: BTreeMap<u32, String> = people.filter_map(|id| name_of(id).map(|name| (id.0, name))).collect();
    let mut findings = Vec::with_capacity(found.len());
    for finding in found {
        let pictures = told_of_past(&app, &caller, (table, &finding)).await?;
        findings.push(FoundFinding { pictures, ..shown(finding) });
    }
    let reviewed = match review {
        Some(ReviewState::Done(reviewed)) => Some(said_review(reviewed)),
        Some(ReviewState::Due) | None => None,
    };
    Ok(Json(Findings { table_id: table.0, shoe_no, findings, to_review, reviewed, names }))
}

async fn review(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path((table_id, shoe)): Path<(String, String)>,
    Body(ReviewShoe { note }): Body<ReviewShoe>,
) -> Result<Json<ShoeReviewReceipt>, Problem> {
    let (table, unknown) = (table(&app, &table_id)?, || unknown("shoe", &shoe));
    let shoe_no = shoe.parse().map_err(|_| unknown())?;
    if app.house.rounds(table, shoe_no).await?.is_empty() {
        return Err(unknown());
    }
    let ReviewReceipt { repeated, reviewed } = app.house.review_shoe((table, shoe_no), by.id, &note).await?;
    if !repeated {
        tracing::info!(supervisor = by.id.0, name = by.name, table = table.0, shoe_no, "a shoe is reviewed");
    }
    let reviewed = said_review(reviewed);
    Ok(Json(ShoeReviewReceipt { table_id: table.0, shoe_no, repeated, reviewed }))
}

fn said_review(Reviewed { by, at, note }: Reviewed) -> ShoeReviewed {
    ShoeReviewed { by: by.0, at: at.0, note }
}

async fn copies(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
) -> Result<Json<OpenCopies>, Problem> {
    let table = table(&app, &table_id)?;
    let found = app.house.card_copies(table).await?;
    let copies = found.map(|house::live::CardCopies { finding_no, card, copies }| CardCopies {
        table_id: table.0,
        finding_no,
        card: card.to_string(),
        copies: copies.into_iter().map(copy).collect(),
    });
    Ok(Json(OpenCopies { copies }))
}

fn copy(house::live::CardCopy { round, slot, record }: house::live::CardCopy) -> CardCopy {
    CardCopy { round: round.into(), slot: slot.into(), record: record.map(said_record) }
}

fn people_of(finding: &PastFinding) -> impl Iterator<Item = StaffId> + use<> {
    let resolved = finding.end.as_ref().map_or([None; 2], |end| [end.by, end.confirmed_by]);
    [finding.seen_by].into_iter().chain(resolved).flatten().map(Person::id)
}

fn shown(finding: PastFinding) -> FoundFinding {
    let PastFinding { no, code, round, records, slot, seen_by, card, at, end } = finding;
    FoundFinding {
        finding_no: no,
        code: code.id().to_owned(),
        round: round.into(),
        records: records.into_iter().map(said_record).collect(),
        slot: slot.map(Into::into),
        seen_by: seen_by.map(|person| person.id().0),
        pictures: Vec::new(),
        card: card.map(|card| card.text().to_owned()),
        at: at.0,
        end: end.map(|FindingEnd { how, by, confirmed_by, at: ended_at, attempts, why }| FindingAnswer {
            how: said_how(how),
            by: by.map(|person| person.id().0),
            confirmed_by: confirmed_by.map(|person| person.id().0),
            at: ended_at.0,
            took_ms: ended_at.0.saturating_sub(at.0).max(0),
            attempts,
            why,
        }),
    }
}

const fn said_record(RecordRef { device, n }: RecordRef) -> DeviceRecordRef {
    DeviceRecordRef { device_id: device.0, n }
}
