//! Corrections: proposed with a dry run, listed, and approved or withdrawn by another supervisor. Decides nothing.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use baccarat::Card;
use house::{CorrectionReceipt, ProposalReceipt};
use table::event::VoidReason;
use table::{Event, ProposalStatus, RecordedEvent};
use wire::supervisor::{
    Correction, CorrectionDecided, CorrectionLine, CorrectionProposed, Corrections, ProposeCorrection,
    ProposedCorrection, Ruling,
};

use super::{Authorized, names, request_id, table, unknown};
use crate::app::App;
use crate::problem::Problem;
use crate::rest::Body;
use crate::rest::page::Page;
use crate::supervisors::Supervisor;

pub(super) async fn propose(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(at): Path<String>,
    Body(asked): Body<ProposeCorrection>,
) -> Result<(StatusCode, Json<CorrectionProposed>), Problem> {
    let (table, round) = (table(&app, &at)?, asked.round.into());
    let (ruling, id) = (ruling(asked.ruling)?, request_id(&asked.request_id)?);
    let receipt = app.house.propose_correction(table, round, ruling, by.id, &asked.why, id).await?;
    let ProposalReceipt { correction_no: no, repeated, proposal, status, .. } = receipt;
    tracing::info!(
        supervisor = by.id.0,
        name = by.name,
        table = table.0,
        %round,
        no,
        request_id = %id,
        repeated,
        "a correction was proposed"
    );
    let correction = Correction::new(table, (no, &proposal, status), &names(&app));
    let status = if repeated { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(CorrectionProposed { repeated, correction })))
}

fn ruling(asked: Ruling) -> Result<table::Ruling, Problem> {
    let Ruling::Cards { cards } = asked else {
        return Ok(table::Ruling::Void { reason: VoidReason::Supervisor });
    };
    let read = |text: &String| {
        let shown: String = text.chars().take(20).collect();
        let wrong = |_| shown.parse::<Card>().err().map_or_else(String::new, |error| error.to_string());
        text.parse::<Card>().map_err(wrong)
    };
    let cards: Result<Vec<Card>, String> = cards.iter().map(read).collect();
    let wrong = |said| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_card", said);
    Ok(table::Ruling::Cards { cards: cards.map_err(wrong)? })
}

pub(super) async fn approve(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path((at, no)): Path<(String, String)>,
) -> Result<Json<CorrectionDecided>, Problem> {
    let (table, no) = (table(&app, &at)?, number(&no)?);
    let receipt = app.house.approve_correction(table, no, by.id).await?;
    Ok(decided(&app, &by, &receipt, ProposalStatus::Approved { by: by.id }))
}

pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path((at, no)): Path<(String, String)>,
) -> Result<Json<CorrectionDecided>, Problem> {
    let (table, no) = (table(&app, &at)?, number(&no)?);
    let receipt = app.house.withdraw_correction(table, no, by.id).await?;
    Ok(decided(&app, &by, &receipt, ProposalStatus::Withdrawn))
}

fn decided(
    app: &App,
    by: &Supervisor,
    receipt: &CorrectionReceipt,
    status: ProposalStatus,
) -> Json<CorrectionDecided> {
    let CorrectionReceipt { table, correction_no, repeated, proposal } = receipt;
    let (no, decided) =
        (correction_no, if status == ProposalStatus::Withdrawn { "withdrawn" } else { "approved" });
    tracing::info!(
        supervisor = by.id.0,
        name = by.name,
        table = table.0,
        no,
        decided,
        repeated,
        "a correction was decided"
    );
    let correction = Correction::new(*table, (*correction_no, proposal, status), &names(app));
    Json(CorrectionDecided { repeated: *repeated, correction })
}

fn number(asked: &str) -> Result<u64, Problem> {
    asked.parse().map_err(|_| unknown("correction", asked))
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path(at): Path<String>,
    page: Page,
) -> Result<Json<Corrections>, Problem> {
    let table = table(&app, &at)?;
    let read = app.house.corrections(table, page.before, page.reads()).await?;
    let (entries, next_before) = page.cut(read, |entry| entry.seq);
    let (statuses, names) = (app.house.statuses(table, &entries).await?, names(&app));
    let proposed = |entry: &RecordedEvent| {
        let Event::CorrectionProposed(proposal) = &entry.event else { return None };
        let status = statuses.get(&entry.seq).copied().unwrap_or(ProposalStatus::Open);
        let correction = CorrectionLine::new(table, (entry.seq, proposal, status), &names);
        Some(ProposedCorrection { at: entry.at.0, correction })
    };
    // Entries that decide about a proposal are none themselves.
    let corrections = entries.iter().filter_map(proposed).collect();
    Ok(Json(Corrections { corrections, next_before }))
}
