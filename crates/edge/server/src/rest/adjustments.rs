//! Adjustments that take two persons: proposing, listing, approving and withdrawing them; and the limits of those that
//! one supervisor makes alone.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::by_hand::{self, AdjustmentProposal, AdjustmentState, Decided, MoneyStaff};
use house::people::Role;
use house::{ProposalReceipt, Purse};
use table::{PatronId, StaffId};
use wire::by_hand::{
    Adjustment, AdjustmentLimits, AdjustmentResponse, AdjustmentStep, Adjustments, ChangeAdjustmentLimits,
    ProposeAdjustment, WithdrawAdjustment,
};

use super::extract::{Authorized, Body};
use super::page::Page;
use super::path::{Path, names, request_id, unknown};
use super::route::Route;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::role_lists::{MANAGERS, SUPERVISORS_AND_MANAGERS, SUPERVISORS_MANAGERS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/adjustments", SUPERVISORS_MANAGERS_AND_AUDITORS, list)
            .about_patrons()
            .says("Lists adjustments that take two persons")
            .asks::<Page>()
            .answers::<Adjustments>(200),
        Route::post("/adjustments", SUPERVISORS_AND_MANAGERS, propose)
            .says("Proposes an adjustment; 200 for a repeat")
            .takes::<ProposeAdjustment>()
            .answers::<AdjustmentResponse>(201)
            .answers::<AdjustmentResponse>(200)
            .refuses(&[
                "no_reason",
                "bad_amount",
                "unknown_patron",
                "not_so_much",
                "request_id_used",
                "purse_full",
                "house_full",
            ]),
        Route::post("/adjustments/{no}/approve", SUPERVISORS_AND_MANAGERS, approve)
            .says("Approves an adjustment")
            .answers::<AdjustmentResponse>(200)
            .refuses(&[
                "unknown_adjustment",
                "adjustment_decided",
                "same_person",
                "needs_manager",
                "not_independent",
                "not_so_much",
                "purse_full",
                "house_full",
                "not_booked",
            ]),
        Route::post("/adjustments/{no}/withdraw", SUPERVISORS_AND_MANAGERS, withdraw)
            .says("Withdraws or refuses an adjustment")
            .takes::<WithdrawAdjustment>()
            .answers::<AdjustmentResponse>(200)
            .refuses(&["unknown_adjustment", "adjustment_decided", "no_reason"]),
        Route::get("/adjustment-limits", SUPERVISORS_MANAGERS_AND_AUDITORS, limits)
            .says("Shows what one supervisor may adjust alone")
            .answers::<AdjustmentLimits>(200),
        Route::post("/adjustment-limits", MANAGERS, change_limits)
            .says("Changes what one supervisor may adjust alone")
            .takes::<ChangeAdjustmentLimits>()
            .answers::<AdjustmentLimits>(200)
            .refuses(&["bad_limits", "no_reason"]),
    ]
}

async fn propose(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    caller: Caller,
    Body(body): Body<ProposeAdjustment>,
) -> Result<(StatusCode, Json<AdjustmentResponse>), Problem> {
    let (id, staff) = (request_id(&body.request_id)?, money_staff(by.id, &caller));
    let purse = match body.purse {
        wire::supervisor::Purse::Cash => Purse::Cash,
        wire::supervisor::Purse::Bonus => Purse::Bonus,
    };
    let patron = PatronId(body.patron_id);
    let receipt = app.house.propose_adjustment(patron, purse, body.change, staff, &body.why, id).await?;
    let status = if receipt.repeated { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, answer(&app, staff, "proposed", &receipt).await?))
}

async fn approve(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    caller: Caller,
    Path(no): Path<String>,
) -> Result<Json<AdjustmentResponse>, Problem> {
    let staff = money_staff(by.id, &caller);
    let receipt = app.house.approve_adjustment(number(&no)?, staff).await?;
    answer(&app, staff, "approved", &receipt).await
}

async fn withdraw(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    caller: Caller,
    Path(no): Path<String>,
    Body(body): Body<WithdrawAdjustment>,
) -> Result<Json<AdjustmentResponse>, Problem> {
    let staff = money_staff(by.id, &caller);
    let receipt = app.house.withdraw_adjustment(number(&no)?, staff, &body.why).await?;
    answer(&app, staff, "turned down", &receipt).await
}

async fn list(State(app): State<Arc<App>>, page: Page) -> Result<Json<Adjustments>, Problem> {
    let before = page.before.map(|before| u32::try_from(before).unwrap_or(u32::MAX));
    let proposals = app.house.proposed_adjustments(before, page.read_limit()).await?;
    let (proposals, next_before) = page.split(proposals, |proposal| proposal.number.into());
    let names = names(&app).await?;
    let adjustments = proposals.iter().map(|proposal| shown(proposal, &names)).collect();
    Ok(Json(Adjustments { adjustments, next_before }))
}

async fn limits(State(app): State<Arc<App>>) -> Result<Json<AdjustmentLimits>, Problem> {
    Ok(Json(shown_limits(app.house.settings().await?.adjustments)))
}

async fn change_limits(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Body(body): Body<ChangeAdjustmentLimits>,
) -> Result<Json<AdjustmentLimits>, Problem> {
    let AdjustmentLimits { cash_each, cash_day, bonus_each, bonus_day } = body.limits;
    let limits = by_hand::AdjustmentLimits { cash_each, cash_day, bonus_each, bonus_day };
    let settings = app.house.change_adjustment_limits(limits, by.id, &body.why).await?;
    tracing::info!(manager = by.id.0, name = by.name, ?limits, "a manager changed the limits of adjustments");
    Ok(Json(shown_limits(settings.adjustments)))
}

fn shown_limits(limits: by_hand::AdjustmentLimits) -> AdjustmentLimits {
    let by_hand::AdjustmentLimits { cash_each, cash_day, bonus_each, bonus_day } = limits;
    AdjustmentLimits { cash_each, cash_day, bonus_each, bonus_day }
}

/// The member of staff who calls, as a manager if they are one.
fn money_staff(id: StaffId, caller: &Caller) -> MoneyStaff {
    let role = if caller.holds_one_of(MANAGERS) { Role::Manager } else { Role::Supervisor };
    MoneyStaff { id, role }
}

fn number(text: &str) -> Result<u32, Problem> {
    text.parse().map_err(|_| unknown("adjustment", text))
}

/// The answer about an adjustment, which is logged as well.
async fn answer(
    app: &App,
    by: MoneyStaff,
    what: &str,
    receipt: &ProposalReceipt,
) -> Result<Json<AdjustmentResponse>, Problem> {
    let ProposalReceipt { repeated, proposal } = receipt;
    tracing::info!(
        staff = by.id.0,
        role = by.role.as_ref(),
        number = proposal.number,
        patron = proposal.change.patron.0,
        change = proposal.change.change,
        what,
        repeated,
        "an adjustment was proposed or decided"
    );
    let adjustment = shown(proposal, names(app).await?);
    Ok(Json(AdjustmentResponse { repeated: *repeated, adjustment }))
}

fn shown(proposal: &AdjustmentProposal, names: impl Fn(StaffId) -> Option<String>) -> Adjustment {
    let step = |by: StaffId, role: Role, at: i64, why: &str| AdjustmentStep {
        staff_id: by.0,
        name: names(by),
        role: role.as_ref().to_owned(),
        at,
        why: why.to_owned(),
    };
    let AdjustmentProposal { number, change, by, role, at, state } = proposal;
    let decided = match state {
        AdjustmentState::Proposed => None,
        AdjustmentState::Approved(by) | AdjustmentState::Withdrawn(by) | AdjustmentState::Refused(by) => {
            Some(by)
        }
    };
    Adjustment {
        number: *number,
        patron_id: change.patron.0,
        purse: match change.purse {
            Purse::Cash => wire::supervisor::Purse::Cash,
            Purse::Bonus => wire::supervisor::Purse::Bonus,
        },
        currency: change.currency.clone(),
        decimals: change.decimals,
        change: change.change,
        proposed: step(*by, *role, at.0, &change.why),
        state: state.id().to_owned(),
        decided: decided.map(|Decided { by, role, at, why }| step(*by, *role, at.0, why)),
    }
}
