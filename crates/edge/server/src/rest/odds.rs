//! `GET /api/v1/house-rules/{id}/odds` and `GET /api/v1/tables/{id}/odds`: the exact odds of a full shoe under house
//! rules, for everybody.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use baccarat::HouseRules;
use house::risk;
use money::Odds;
use wire::fact_names;
use wire::reads::{RulesOdds, SpotOdds, WinShare};
use wire::table_view::PayLine;

use super::house_rules::document;
use super::path::{Path, table};
use super::risk::exact;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/house-rules/{id}/odds", EVERYBODY, show)
            .says("Shows the exact odds of a full shoe under house rules")
            .answers::<RulesOdds>(200),
        Route::get("/tables/{table}/odds", EVERYBODY, of_table)
            .says("Shows the exact odds of the house rules of the shoe on a table")
            .answers::<RulesOdds>(200),
    ]
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<RulesOdds>, Problem> {
    let text = document(&app, &id)?;
    let mut running = app.house.tables().into_iter().map(|table| Arc::clone(&table.view.rules));
    let rules = match running.find(|rules| rules.text == text) {
        Some(rules) => rules,
        None => Arc::new(text.parse::<HouseRules>().map_err(|_| unreadable(&id))?),
    };
    Ok(Json(rules_odds(&*app.house.rules_odds(&rules).await?)))
}

/// The odds of the shoe on this table.
async fn of_table(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<RulesOdds>, Problem> {
    let view = app.house.snapshot(table(&app, &id)?).ok_or_else(|| Problem::unknown_table(&id))?.view;
    Ok(Json(rules_odds(&*app.house.rules_odds(&view.rules).await?)))
}

/// A document of the configuration that cannot be read. The configuration is checked at the start, so this is a bug.
fn unreadable(id: &str) -> Problem {
    let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
    Problem::failed(status, "internal", "the house rules cannot be read", format!("house rules {id:.40}"))
}

fn rules_odds(odds: &risk::RulesOdds) -> RulesOdds {
    let rules = &odds.rules;
    let shown: &'static str = rules.odds_shown.into();
    let spots = rules.spots.iter().zip(&odds.spots).map(|(own, (_, law))| SpotOdds {
        spot: own.spot.id().to_owned(),
        title: own.spot.title().to_owned(),
        push: own.paytable.push.iter().map(|facts| fact_names(*facts)).collect(),
        pays: PayLine::of(&own.paytable, rules),
        wins: law
            .wins
            .iter()
            .map(|win| WinShare {
                odds: fraction(win.odds),
                count: win.count.to_string(),
                probability: exact!(law.share(win.count)),
            })
            .collect(),
        win: exact!(law.hit_frequency()),
        push_probability: exact!(law.share(law.push)),
        house_edge: exact!(law.house_edge()),
    });
    RulesOdds {
        id: odds.name.id.clone(),
        digest: odds.name.digest.to_string(),
        decks: rules.decks,
        draws: odds.spots.first().map_or(0, |(_, law)| law.draws()).to_string(),
        odds_shown: shown.to_owned(),
        rounding: <&'static str>::from(rules.rounding).to_owned(),
        spots: spots.collect(),
    }
}

const fn fraction(odds: Odds) -> (u64, u64) {
    (odds.numerator(), odds.denominator())
}
