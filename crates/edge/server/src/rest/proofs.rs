//! `GET /api/v1/proofs`: the key of the house, where the bulletins of all tables stand, the bulletins of a table, and
//! the proof file and the leaves of a shoe. Everybody may read them. `GET /api/v1/me/proofs`: the wager file of a
//! round, for its patron.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use house::live::ShoeRecords;
use house::ports::StoredBulletin;
use house::proofs::{MOST_BULLETINS, OwnFile, ShoeFile};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use table::RoundRef;
use wire::proofs::{Bulletins, ProofKey, SignedText};

use super::asked::{Asked, unacceptable};
use super::extract::Authenticated;
use super::path::{Path, table, unknown};
use super::patron_reads::JSON;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::{EVERYBODY, PLAYERS};

/// The media type of records.
const LINES: &str = "application/x-ndjson";

/// The media type of leaves.
const BYTES: &str = "application/octet-stream";

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/proofs/key", EVERYBODY, key)
            .says("Shows the key that signs bulletins")
            .answers::<ProofKey>(200)
            .refuses(&["no_proof"]),
        Route::get("/proofs/heads", EVERYBODY, heads)
            .says("Shows the last bulletin of each table, signed")
            .answers::<SignedText>(200)
            .refuses(&["no_proof"]),
        Route::get("/proofs/tables/{table}/bulletins", EVERYBODY, bulletins)
            .says("Lists the bulletins of a table")
            .asks::<BulletinsAsked>()
            .answers::<Bulletins>(200),
        Route::get("/proofs/tables/{table}/shoes/{shoe}", EVERYBODY, shoe)
            .says("Shows the proof file of a shoe, for a verifier")
            .answers::<Value>(200)
            .refuses(&["no_proof"]),
        Route::get("/proofs/tables/{table}/shoes/{shoe}/leaves", EVERYBODY, leaves)
            .says("Shows the leaves of a sealed shoe: 32 bytes for each card")
            .answers_as::<String>(200, BYTES)
            .refuses(&["not_sealed"]),
        Route::get("/tables/{table}/shoes/{shoe}/records", EVERYBODY, records)
            .says("Shows what the device of a live table signed of a shoe that is over: a record a line")
            .answers_as::<String>(200, LINES)
            .refuses(&["no_proof", "shoe_in_play"]),
        Route::get("/me/proofs/{table}/{shoe}/{round}", PLAYERS, own)
            .says("Shows the patron's wager file of a round, for a verifier")
            .answers::<Value>(200)
            .refuses(&["no_proof"]),
    ]
}

/// The problem of a shoe or a house that deals without a proof.
fn no_proof(message: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_proof", message)
}

async fn key(State(app): State<Arc<App>>) -> Result<Json<ProofKey>, Problem> {
    let key = app.house.proof_key().ok_or_else(|| no_proof("the shoes of this house have no proof"))?;
    Ok(Json(ProofKey { key: key.to_string() }))
}

async fn heads(State(app): State<Arc<App>>) -> Result<Json<SignedText>, Problem> {
    let heads = app.house.proof_heads().await?;
    let heads = heads.ok_or_else(|| no_proof("the shoes of this house have no proof"))?;
    Ok(Json(SignedText {
        text: heads.text,
        key: heads.key.to_string(),
        signature: heads.signature.to_string(),
    }))
}

#[derive(Deserialize, JsonSchema)]
struct BulletinsAsked {
    /// The number of the first one; 1 when it is left out.
    from: Option<u64>,
    /// How many, 1 to 1000; 100 when it is left out.
    limit: Option<u16>,
}

async fn bulletins(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
    Asked(asked): Asked<BulletinsAsked>,
) -> Result<Json<Bulletins>, Problem> {
    let table = table(&app, &table_id)?;
    let (from, limit) = (asked.from.unwrap_or(1), asked.limit.unwrap_or(100));
    if !(1..=MOST_BULLETINS).contains(&limit) || i64::try_from(from).is_err() {
        return Err(unacceptable(format!(
            "`limit` is 1 to {MOST_BULLETINS}, and `from` the number of a bulletin"
        )));
    }
    let found = app.house.bulletins(table, from, limit).await?;
    let is_full = found.len() == usize::from(limit);
    let next_from = found.last().filter(|_| is_full).map(|last| last.no.saturating_add(1));
    Ok(Json(Bulletins { bulletins: found.into_iter().map(signed).collect(), next_from }))
}

fn signed(stored: StoredBulletin) -> SignedText {
    let (key, signature) = (stored.key.to_string(), stored.signature.to_string());
    SignedText { text: stored.text, key, signature }
}

async fn shoe(
    State(app): State<Arc<App>>,
    Path((table_id, shoe)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (table, unknown) = (table(&app, &table_id)?, || unknown("shoe", &shoe));
    let shoe_no = shoe.parse().map_err(|_| unknown())?;
    match app.house.shoe_file(table, shoe_no).await? {
        ShoeFile::File(text) => Ok((JSON, text).into_response()),
        ShoeFile::NoProof => Err(no_proof("this shoe was opened before shoes had a proof")),
        ShoeFile::Unknown => Err(unknown()),
    }
}

async fn leaves(
    State(app): State<Arc<App>>,
    Path((table_id, shoe)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let table = table(&app, &table_id)?;
    let shoe_no = shoe.parse().map_err(|_| unknown("shoe", &shoe))?;
    let leaves = app.house.shoe_leaves(table, shoe_no).await?;
    let not_sealed =
        || Problem::new(StatusCode::NOT_FOUND, "not_sealed", "the order of this shoe is not sealed");
    let leaves = leaves.ok_or_else(not_sealed)?;
    Ok(([(CONTENT_TYPE, BYTES)], leaves.to_vec()).into_response())
}

async fn records(
    State(app): State<Arc<App>>,
    Path((table_id, shoe)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (table, unknown) = (table(&app, &table_id)?, || unknown("shoe", &shoe));
    let shoe_no = shoe.parse().map_err(|_| unknown())?;
    match app.house.shoe_records(table, shoe_no).await? {
        ShoeRecords::Records(records) => {
            let lines: String = records.iter().map(|record| record.write() + "\n").collect();
            Ok(([(CONTENT_TYPE, LINES)], lines).into_response())
        }
        ShoeRecords::InPlay => {
            let message = "the records of a shoe are published when it is over";
            Err(Problem::new(StatusCode::CONFLICT, "shoe_in_play", message))
        }
        ShoeRecords::NotRead => Err(no_proof("no device read the cards of this shoe")),
        ShoeRecords::Unknown => Err(unknown()),
    }
}

async fn own(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    Path((table_id, shoe, round)): Path<(String, String, String)>,
) -> Result<Response, Problem> {
    let table = table(&app, &table_id)?;
    let shoe_no = shoe.parse().map_err(|_| unknown("shoe", &shoe))?;
    let round_no = round.parse().map_err(|_| unknown("round", &round))?;
    match app.house.wager_file(patron.id, table, RoundRef { shoe_no, round_no }).await? {
        OwnFile::File(file) => Ok((JSON, file.write()).into_response()),
        OwnFile::NoProof => Err(no_proof("this shoe was opened before shoes had a proof")),
        OwnFile::Unknown => Err(unknown("round", &round)),
    }
}
