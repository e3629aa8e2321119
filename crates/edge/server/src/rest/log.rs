//! `GET /api/v1/log`: the house's own log, without what is secret in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::Failure;
use house::log::{Actor, Entity, EntityKind, EntityRef, EventKind, HouseEvent, LogKind, LogSearch};
use money::Currency;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, to_value};
use table::hex;
use wire::reads::{HouseLog, LogEntry};
use wire::tables::CurrencyName;

use super::asked::{Asked, limit, named, unacceptable};
use super::page::check_place;
use super::route::Route;
use crate::app::App;
use crate::floor::settings_of;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/log", SUPERVISORS_MANAGERS_AND_AUDITORS, list)
            .about_patrons()
            .says("Searches the house's own log")
            .asks::<LogAsked>()
            .answers::<HouseLog>(200),
    ]
}

/// The authors whom a search may name.
const AUTHORS: &str = "staff:NUMBER, patron:NUMBER, device:NUMBER, operator or house";

#[derive(Deserialize, JsonSchema)]
struct LogAsked {
    /// The type of the entries.
    kind: Option<String>,
    /// Their author: `staff:NUMBER`, `patron:NUMBER`, `device:NUMBER`, `operator` or `house`.
    by: Option<String>,
    /// What they are about, such as `staff:3`.
    entity: Option<String>,
    /// The cursor: `next_before` of the page before.
    before: Option<u64>,
    /// How many entries a page has, 20 if it is left out.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u16>,
}

async fn list(State(app): State<Arc<App>>, Asked(asked): Asked<LogAsked>) -> Result<Json<HouseLog>, Problem> {
    let search = LogSearch {
        kind: asked.kind.as_deref().map(kind).transpose()?,
        by: named::<Actor>("by", asked.by.as_deref(), AUTHORS)?,
        entity: asked.entity.as_deref().map(entity).transpose()?,
    };
    check_place(asked.before)?;
    let page = app.house.log_entries(search, asked.before, limit(asked.limit)?).await?;
    let mut entries = Vec::with_capacity(page.found.len());
    for logged in &page.found {
        entries.push(entry(logged, currency_of(&app, &logged.entry.event).await?));
    }
    Ok(Json(HouseLog { entries, next_before: page.next }))
}

fn kind(name: &str) -> Result<LogKind, Problem> {
    let known = || LogKind::names().collect::<Vec<_>>().join(", ");
    let unknown = || unacceptable(format!("kind is {name:.40}; send one of {}", known()));
    LogKind::named(name).ok_or_else(unknown)
}

/// An entity as `staff:3`.
fn entity(text: &str) -> Result<EntityRef, Problem> {
    let parse = |(kind, number): (&str, &str)| {
        Some(EntityRef { kind: kind.parse::<EntityKind>().ok()?, number: number.parse().ok()? })
    };
    let wrong = || unacceptable(format!("entity is {text:.40}; send one such as staff:3"));
    text.split_once(':').and_then(parse).ok_or_else(wrong)
}

/// The currency of the amounts of an entry. A patron has one currency for good.
async fn currency_of(app: &App, event: &HouseEvent) -> Result<Option<CurrencyName>, Failure> {
    let of_patron = match (event, event.entity()) {
        (HouseEvent::MoneyAdjusted { currency, decimals, .. }, _) => {
            return Ok(Some(CurrencyName { code: currency.clone(), decimals: *decimals }));
        }
        (_, Some(Entity::Adjustment(proposal))) => {
            let change = &proposal.change;
            return Ok(Some(CurrencyName { code: change.currency.clone(), decimals: change.decimals }));
        }
        (_, Some(Entity::Table(record))) => return Ok(Some(currency_name(record.currency))),
        (_, Some(Entity::Range(range))) => range.patron,
        (_, Some(Entity::Protection(protection))) => protection.patron,
        _ => return Ok(None),
    };
    Ok(app.house.patron(of_patron).await?.map(|patron| currency_name(patron.currency)))
}

fn currency_name(currency: Currency) -> CurrencyName {
    CurrencyName { code: currency.code().to_owned(), decimals: currency.decimals() }
}

fn entry(logged: &house::log::LogEntry, currency: Option<CurrencyName>) -> LogEntry {
    let (entry, event) = (&logged.entry, &logged.entry.event);
    let kind: &'static str = EventKind::of(event).into();
    let entity = event.entity().map(|entity| {
        let EntityRef { kind, number } = entity.entity_ref();
        format!("{}:{number}", kind.as_ref())
    });
    LogEntry {
        no: entry.seq,
        at: entry.at.0,
        digest: hex::write(&logged.digest),
        kind: kind.to_owned(),
        by: event.actor().map(|by| by.to_string()),
        entity,
        says: says(event),
        before: logged.before.as_ref().map(state),
        currency,
    }
}

/// What of an entry staff may read, by its type: the names of its parts. What is not listed is left out, so that a part
/// that is added later is secret until it is listed here.
const fn shown(event: &HouseEvent) -> &'static [&'static str] {
    match event {
        HouseEvent::PatronCreated { .. } => &["patron", "nickname", "currency", "decimals"],
        HouseEvent::MoneyPosted => &[],
        HouseEvent::HouseRulesUsed { .. } => &["id", "digest"],
        HouseEvent::MoneyAdjusted { .. } => {
            &["patron", "purse", "currency", "decimals", "change", "why", "request_id"]
        }
        HouseEvent::Changed { .. } => &["why"],
        HouseEvent::PatronRead { .. } => &["patron", "what"],
        HouseEvent::RecordingClosed { .. } => &["table", "hour", "segments", "digest"],
        HouseEvent::RecordingHeld { .. } => &["table", "hold_no", "from", "to", "why"],
        HouseEvent::RecordingReleased { .. } => &["table", "hold_no"],
    }
}

/// The same of the state of an entity.
const fn shown_of(kind: EntityKind) -> &'static [&'static str] {
    match kind {
        EntityKind::Staff => &["id", "name", "display_name", "roles", "disabled"],
        // As managers see a table: of what is asked at the door, that there is something, without any hash.
        EntityKind::Table => &[
            "table_id",
            "name",
            "rules",
            "currency",
            "limits",
            "exposure",
            "timings",
            "ante",
            "capacity",
            "needs_password",
            "needs_invitation",
            "invited",
            "invitation_codes",
            "seating",
            "place",
            "status",
        ],
        EntityKind::Adjuster => &["staff", "day", "adjusted"],
        EntityKind::Adjustment => &[
            "number",
            "patron",
            "purse",
            "currency",
            "decimals",
            "change",
            "request_id",
            "by",
            "role",
            "at",
            "state",
        ],
        EntityKind::HouseSettings => &["adjustments"],
        EntityKind::Account => &["patron", "nickname", "since"],
        EntityKind::PlayTime => &["patron", "as_of", "day_ms", "week_ms", "sitting"],
        EntityKind::Range => &["patron", "spots"],
        // Not the key: who approves a device reads its fingerprint from the device.
        EntityKind::Device => &["number", "table", "simulator", "by", "confirmed_by", "standing"],
        EntityKind::DealerPin => &["dealer", "set_by"],
        EntityKind::ShoeReview => &["number", "table", "shoe_no"],
        EntityKind::DealerConsole => &["number", "table", "opened_by", "ends_at", "closed_by"],
        EntityKind::Protection => &["patron", "limits", "pending", "paused_until", "exclusion"],
    }
}

fn says(event: &HouseEvent) -> BTreeMap<String, Value> {
    let mut says = only(to_value(event), shown(event));
    if let Some(entity) = event.entity() {
        says.extend(state(entity));
    }
    says
}

/// What of the state of an entity staff may read.
fn state(entity: &Entity) -> BTreeMap<String, Value> {
    let object = match entity {
        Entity::Table(record) => to_value(settings_of(record)),
        _ => to_value(entity),
    };
    only(object, shown_of(entity.entity_ref().kind))
}

/// The parts of an object that have these names.
fn only(object: Result<Value, serde_json::Error>, names: &[&str]) -> BTreeMap<String, Value> {
    let Ok(Value::Object(parts)) = object else { return BTreeMap::new() };
    parts.into_iter().filter(|(name, _)| names.contains(&name.as_str())).collect()
}
