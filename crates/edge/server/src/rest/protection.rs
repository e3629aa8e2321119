//! What protects patrons: their own limits, pauses and exclusions, and their turnover. Enforced by the house.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::log::{Actor, Entity, HouseEvent};
use house::notice::RealityCheck;
use house::ports::RecordedEntry;
use house::protection::{LimitKind, ProtectionView, Wanted, state};
use wire::protection as body;

use super::extract::{Authenticated, Authorized, Body};
use super::page::Page;
use super::path::Path;
use super::route::Route;
use super::wallets::patron_of;
use crate::app::App;
use crate::problem::Problem;
use crate::refusal;
use crate::role_lists::{MANAGERS, PLAYERS, SUPERVISORS_MANAGERS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/me/limits", PLAYERS, show)
            .says("Shows the patron's protection")
            .answers::<body::Protection>(200),
        Route::put("/me/limits", PLAYERS, set)
            .says("Sets the patron's own limits")
            .takes::<body::SetLimits>()
            .answers::<body::Protection>(200)
            .refuses(&["bad_limit"]),
        Route::post("/me/limits/confirm", PLAYERS, confirm)
            .says("Confirms looser limits")
            .answers::<body::Protection>(200)
            .refuses(&["nothing_to_confirm"]),
        Route::get("/me/limits/history", PLAYERS, history)
            .says("Lists the changes of the patron's protection")
            .asks::<Page>()
            .answers::<body::ProtectionHistory>(200),
        Route::post("/me/pause", PLAYERS, pause)
            .says("Pauses the patron")
            .takes::<body::Pause>()
            .answers::<body::Protection>(200)
            .refuses(&["bad_duration", "not_shortened"]),
        Route::post("/me/exclusion", PLAYERS, exclude)
            .says("Excludes the patron")
            .takes::<body::Exclude>()
            .answers::<body::Protection>(200)
            .refuses(&["bad_duration", "not_shortened"]),
        Route::post("/me/reality-check", PLAYERS, acknowledge)
            .says("Acknowledges the reality check")
            .answers::<body::Protection>(200),
        Route::get("/me/turnover", PLAYERS, turnover)
            .says("Shows the patron's turnover by month")
            .answers::<body::OwnTurnover>(200),
        Route::get("/patrons/{patron}/limits", SUPERVISORS_MANAGERS_AND_AUDITORS, show_to_staff)
            .says("Shows the protection of a patron")
            .answers::<body::Protection>(200),
        Route::get("/patrons/{patron}/limits/history", SUPERVISORS_MANAGERS_AND_AUDITORS, history_to_staff)
            .says("Lists the changes of the protection of a patron")
            .asks::<Page>()
            .answers::<body::ProtectionHistory>(200),
        Route::post("/patrons/{patron}/exclusion", MANAGERS, exclude_by_house)
            .says("Excludes a patron")
            .takes::<body::ExcludePatron>()
            .answers::<body::Protection>(200)
            .refuses(&["no_reason", "bad_duration", "not_shortened"]),
    ]
}

type Answer = Result<Json<body::Protection>, Problem>;

async fn show(State(app): State<Arc<App>>, Authenticated(patron): Authenticated) -> Answer {
    Ok(answer(&app, &app.house.protection(patron.id).await?))
}

async fn set(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    Body(body): Body<body::SetLimits>,
) -> Answer {
    let view = app.house.set_limits(patron.id, &wanted(body.limits)?).await?;
    Ok(answer(&app, &view))
}

async fn confirm(State(app): State<Arc<App>>, Authenticated(patron): Authenticated) -> Answer {
    Ok(answer(&app, &app.house.confirm_limits(patron.id).await?))
}

async fn pause(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    Body(body): Body<body::Pause>,
) -> Answer {
    Ok(answer(&app, &app.house.pause(patron.id, body.hours).await?))
}

async fn acknowledge(State(app): State<Arc<App>>, Authenticated(patron): Authenticated) -> Answer {
    Ok(answer(&app, &app.house.acknowledge_reality_check(patron.id).await?))
}

async fn exclude(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    Body(body): Body<body::Exclude>,
) -> Answer {
    let days = duration(body.days, body.for_good)?;
    Ok(answer(&app, &app.house.exclude(patron.id, days).await?))
}

async fn exclude_by_house(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(patron): Path<String>,
    Body(body): Body<body::ExcludePatron>,
) -> Answer {
    let patron = patron_of(&app, &patron).await?;
    let days = duration(body.days, body.for_good)?;
    let view = app.house.exclude_by_house(patron.id, days, by.id, &body.why).await?;
    tracing::info!(manager = by.id.0, patron = patron.id.0, ?days, "a manager excluded a patron");
    Ok(answer(&app, &view))
}

async fn show_to_staff(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path(patron): Path<String>,
) -> Answer {
    let patron = patron_of(&app, &patron).await?;
    Ok(answer(&app, &app.house.protection(patron.id).await?))
}

async fn history(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    page: Page,
) -> Result<Json<body::ProtectionHistory>, Problem> {
    let entries = app.house.protection_history(patron.id, page.before, page.read_limit()).await?;
    Ok(Json(history_page(&page, entries, false)))
}

async fn history_to_staff(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path(patron): Path<String>,
    page: Page,
) -> Result<Json<body::ProtectionHistory>, Problem> {
    let patron = patron_of(&app, &patron).await?;
    let entries = app.house.protection_history(patron.id, page.before, page.read_limit()).await?;
    Ok(Json(history_page(&page, entries, true)))
}

async fn turnover(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
) -> Result<Json<body::OwnTurnover>, Problem> {
    let months = app.house.monthly_turnover(&patron).await?;
    let months = months.into_iter().map(|(month, sums)| body::MonthTurnover {
        month,
        staked: sums.staked,
        effective: sums.effective,
        paid: sums.paid,
    });
    Ok(Json(body::OwnTurnover { months: months.collect() }))
}

/// The limits that a request names.
fn wanted(limits: BTreeMap<String, Option<u64>>) -> Result<Wanted, Problem> {
    let named = limits.into_iter().map(|(name, value)| {
        if let Ok(kind) = name.parse::<LimitKind>() {
            return Ok((kind, value));
        }
        let known = LimitKind::names().join(", ");
        Err(unacceptable(&format!("{name:.40} is no limit; there are {known}")))
    });
    named.collect()
}

/// How many days an exclusion lasts; none when it is for good. Nobody is excluded for good by leaving something out.
fn duration(days: Option<u32>, for_good: bool) -> Result<Option<u32>, Problem> {
    if days.is_some() == for_good {
        return Err(unacceptable("send either days or \"for_good\": true"));
    }
    Ok(days)
}

fn unacceptable(message: &str) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message)
}

fn answer(app: &App, view: &ProtectionView) -> Json<body::Protection> {
    let ProtectionView { now, protection, played, held, time, check, is_check_due, refusal } = view;
    let periods = played.iter().flatten().map(|(period, played)| body::PlayedPeriod {
        period: period.to_string(),
        until: period.end(*now).0,
        staked: played.staked,
        lost: played.lost,
    });
    Json(body::Protection {
        now: now.0,
        contact: app.config.contact.clone(),
        limits: limits(protection),
        pending: pending(protection),
        paused_until: protection.paused(*now).map(|until| until.0),
        exclusion: protection.excluded(*now).map(exclusion),
        played: periods.collect(),
        at_risk: held.minor(),
        play_time: time.as_ref().map(|time| body::PlayTime {
            day_minutes: minutes(time.day_ms),
            week_minutes: minutes(time.week_ms),
        }),
        reality_check: check.map(reality_check),
        reality_check_due: *is_check_due,
        refusal: refusal.map(|refusal| refusal::body(&refusal.into()).with_now(*now)),
    })
}

const fn minutes(ms: u64) -> u64 {
    ms / 60_000
}

/// A reality check as messages have it.
pub(crate) const fn reality_check(check: RealityCheck) -> body::RealityCheck {
    let RealityCheck { since, minutes, staked, lost } = check;
    body::RealityCheck { since: since.0, minutes, staked, lost }
}

fn history_page(page: &Page, entries: Vec<RecordedEntry>, for_staff: bool) -> body::ProtectionHistory {
    let (entries, next_before) = page.split(entries, |entry| entry.seq);
    let changes = entries.iter().filter_map(|entry| change(entry, for_staff)).collect();
    body::ProtectionHistory { changes, next_before }
}

fn change(entry: &RecordedEntry, for_staff: bool) -> Option<body::ProtectionChange> {
    let HouseEvent::Changed { by, why, entity: Entity::Protection(protection) } = &entry.event else {
        return None;
    };
    let staff = match by {
        Actor::Staff(staff) => Some(staff.0),
        _ => None,
    };
    Some(body::ProtectionChange {
        at: entry.at.0,
        by: if matches!(by, Actor::Patron(_)) { "patron" } else { "house" }.to_owned(),
        staff_id: staff.filter(|_| for_staff),
        why: why.clone(),
        limits: limits(protection),
        pending: pending(protection),
        paused_until: protection.paused_until.map(|until| until.0),
        exclusion: protection.exclusion.map(exclusion),
    })
}

fn limits(protection: &state::Protection) -> BTreeMap<String, u64> {
    protection.limits.iter().map(|(kind, value)| (kind.to_string(), *value)).collect()
}

fn pending(protection: &state::Protection) -> Vec<body::PendingLimit> {
    let pending = protection.pending.iter().map(|(kind, pending)| body::PendingLimit {
        limit: kind.to_string(),
        value: pending.value,
        from: pending.from.0,
        until: pending.lapses().0,
    });
    pending.collect()
}

fn exclusion(exclusion: state::Exclusion) -> body::Exclusion {
    body::Exclusion { until: exclusion.until.map(|until| until.0), by_house: exclusion.by_house }
}
