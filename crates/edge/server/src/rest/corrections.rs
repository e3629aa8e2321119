//! Corrections: proposing one with a dry run, listing them, and approving or withdrawing one.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use baccarat::Card;
use house::CorrectionReceipt;
use house::people::StaffMember;
use table::event::VoidReason;
use table::{CorrectionRequest, Event, ProposalStatus, RecordedEvent, RequestId, RoundRef, StaffId, TableId};
use wire::supervisor::{
    Correction, CorrectionLine, CorrectionResponse, Corrections, ProposeCorrection, ProposedCorrection,
    Ruling,
};

use super::evidence::{Named, Proposed};
use super::extract::{Authorized, Body};
use super::page::Page;
use super::path::{Path, names, request_id, table, unknown};
use super::recordings::failed;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::{SUPERVISORS, SUPERVISORS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/corrections", SUPERVISORS_AND_AUDITORS, list)
            .about_patrons()
            .says("Lists the proposed corrections of a table")
            .asks::<Page>()
            .answers::<Corrections>(200),
        Route::post("/tables/{table}/corrections", SUPERVISORS, propose)
            .says("Proposes a correction; 200 for a repeat")
            .takes::<ProposeCorrection>()
            .answers::<CorrectionResponse>(201)
            .answers::<CorrectionResponse>(200)
            .refuses(&[
                "bad_card",
                "no_reason",
                "illegal_coup",
                "unknown_round",
                "round_not_over",
                "nothing_dealt",
                "off_order",
                "not_drawn",
                "surplus",
                "bad_evidence",
                "evidence_needed",
                "not_recorded",
                "still_recording",
                "recording_changed",
                "no_camera",
                "too_many_revisions",
                "nothing_to_correct",
                "request_id_used",
            ]),
        Route::post("/tables/{table}/corrections/{no}/approve", SUPERVISORS, approve)
            .says("Approves a correction")
            .answers::<CorrectionResponse>(200)
            .refuses(&[
                "unknown_correction",
                "correction_withdrawn",
                "correction_outdated",
                "same_supervisor",
                "not_independent",
                "not_booked",
                "purse_full",
                "table_account_full",
                "house_full",
            ]),
        Route::post("/tables/{table}/corrections/{no}/withdraw", SUPERVISORS, withdraw)
            .says("Withdraws a correction")
            .answers::<CorrectionResponse>(200)
            .refuses(&["unknown_correction", "correction_outdated", "correction_withdrawn"]),
    ]
}

async fn propose(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(body): Body<ProposeCorrection>,
) -> Result<(StatusCode, Json<CorrectionResponse>), Problem> {
    let table = table(&app, &table_id)?;
    let (round, id) = (body.round.into(), request_id(&body.request_id)?);
    // On its own, so that neither a client that goes nor a recording that takes long to read leaves a part of it held
    // for nobody.
    let proposing = tokio::spawn(carry_out(Arc::clone(&app), (table, round), (by.id, id), body));
    let answer = proposing.await.map_err(|error| failed(&io::Error::other(error)))?;
    let CorrectionReceipt { correction_no: no, repeated, proposal, status, .. } = answer?;
    tracing::info!(
        supervisor = by.id.0,
        name = by.name,
        table = table.0,
        %round,
        no,
        request_id = %id,
        repeated,
        "a supervisor proposed a correction"
    );
    let correction = Correction::new(table, (no, &proposal, status), &names(&app).await?);
    let status = if repeated { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(CorrectionResponse { repeated, correction })))
}

/// Finds the evidence that is named, and proposes.
async fn carry_out(
    app: Arc<App>,
    (table, round): (TableId, RoundRef),
    (by, id): (StaffId, RequestId),
    body: ProposeCorrection,
) -> Result<CorrectionReceipt, Problem> {
    let ruling = ruling(body.ruling)?;
    let proposed = Proposed { table, round, by, id, why: &body.why, part: body.evidence };
    let named = Named::of(&app, proposed).await?;
    let request = CorrectionRequest::new(ruling, by, &body.why, id);
    let request = CorrectionRequest { evidence: named.evidence, ..request };
    let answer = app.house.propose_correction(table, round, request).await;
    named.settle(&app, (table, round, by), &answer).await?;
    Ok(answer?)
}

fn ruling(ruling: Ruling) -> Result<table::Ruling, Problem> {
    let Ruling::Cards { cards, surplus } = ruling else {
        return Ok(table::Ruling::Void { reason: VoidReason::Supervisor });
    };
    let read = |texts: &[String]| texts.iter().map(|text| card_of(text)).collect::<Result<Vec<Card>, _>>();
    Ok(table::Ruling::Cards { cards: read(&cards)?, surplus: read(&surplus)? })
}

/// The card that a text says.
pub(super) fn card_of(text: &str) -> Result<Card, Problem> {
    let bad_card = |message| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_card", message);
    parse_card(text).map_err(bad_card)
}

/// Parses a card. The error quotes at most 20 characters of the text.
fn parse_card(text: &str) -> Result<Card, String> {
    text.parse().map_err(|_| {
        let shortened: String = text.chars().take(20).collect();
        shortened.parse::<Card>().err().map_or_else(String::new, |error| error.to_string())
    })
}

async fn approve(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path((table_id, no)): Path<(String, String)>,
) -> Result<Json<CorrectionResponse>, Problem> {
    let (table, no) = (table(&app, &table_id)?, number(&no)?);
    let receipt = app.house.approve_correction(table, no, by.id).await?;
    decided(&app, &by, "approved", receipt).await
}

async fn withdraw(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path((table_id, no)): Path<(String, String)>,
) -> Result<Json<CorrectionResponse>, Problem> {
    let (table, no) = (table(&app, &table_id)?, number(&no)?);
    let receipt = app.house.withdraw_correction(table, no, by.id).await?;
    decided(&app, &by, "withdrawn", receipt).await
}

async fn decided(
    app: &App,
    by: &StaffMember,
    decided: &str,
    receipt: CorrectionReceipt,
) -> Result<Json<CorrectionResponse>, Problem> {
    let CorrectionReceipt { table, correction_no: no, repeated, proposal, status } = receipt;
    tracing::info!(
        supervisor = by.id.0,
        name = by.name,
        table = table.0,
        no,
        decided,
        repeated,
        "a supervisor decided a correction"
    );
    let correction = Correction::new(table, (no, &proposal, status), &names(app).await?);
    Ok(Json(CorrectionResponse { repeated, correction }))
}

fn number(text: &str) -> Result<u64, Problem> {
    text.parse().map_err(|_| unknown("correction", text))
}

async fn list(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path(table_id): Path<String>,
    page: Page,
) -> Result<Json<Corrections>, Problem> {
    let table = table(&app, &table_id)?;
    let entries = app.house.corrections(table, page.before, page.read_limit()).await?;
    let (entries, next_before) = page.split(entries, |entry| entry.seq);
    let (statuses, names) = (app.house.statuses(table, &entries).await?, names(&app).await?);
    let proposed = |entry: &RecordedEvent| {
        let Event::CorrectionProposed(proposal) = &entry.event else { return None };
        let status = statuses.get(&entry.seq).copied().unwrap_or(ProposalStatus::Open);
        let correction = CorrectionLine::new(table, (entry.seq, proposal, status), &names);
        Some(ProposedCorrection { at: entry.at.0, correction })
    };
    // Entries that approve or withdraw a proposal are not listed.
    let corrections = entries.iter().filter_map(proposed).collect();
    Ok(Json(Corrections { corrections, next_before }))
}
