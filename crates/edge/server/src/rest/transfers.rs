//! `GET /api/v1/transfers`: the search of the double-entry ledger.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::ports::transfer_search::{AccountSearch, FoundTransfer, TransferCause, TransferSearch};
use ledger::{Account, AccountKind, ActionKind, TransferId};
use money::Amount;
use schemars::JsonSchema;
use serde::Deserialize;
use table::{RequestId, Timestamp};
use wire::ledger::{self as bodies, AccountName, FoundTransfers};
use wire::tables::CurrencyName;

use super::asked::{Asked, limit, named, unacceptable};
use super::page::check_place;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/transfers", SUPERVISORS_MANAGERS_AND_AUDITORS, transfers)
            .about_patrons()
            .says("Searches the transfers of the ledger")
            .asks::<TransfersAsked>()
            .answers::<FoundTransfers>(200),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct TransfersAsked {
    /// The id of a transfer.
    id: Option<String>,
    /// `move`, `hold`, `capture`, `release`, `cover`, `repay` or `reverse`.
    kind: Option<String>,
    /// An account that gave or got: its kind, or kind and owner, such as `issue` or `patron_cash:7`.
    account: Option<String>,
    /// The first moment, in milliseconds since 1970.
    from: Option<i64>,
    /// The moment after the last.
    until: Option<i64>,
    /// The cursor: `next_before` of the page before.
    before: Option<u64>,
    /// How many entries a page has, 20 if it is left out.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u16>,
}

async fn transfers(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<TransfersAsked>,
) -> Result<Json<FoundTransfers>, Problem> {
    let kinds = "move, hold, capture, release, cover, repay or reverse";
    let id = named::<RequestId>("id", asked.id.as_deref(), "the id of a transfer: 32 hex digits")?;
    let search = TransferSearch {
        id: id.map(|id| TransferId(id.0)),
        kind: named::<ActionKind>("kind", asked.kind.as_deref(), kinds)?,
        account: asked.account.as_deref().map(account).transpose()?,
        from: asked.from.map(Timestamp),
        until: asked.until.map(Timestamp),
    };
    check_place(asked.before)?;
    let page = app.house.search_transfers(search, asked.before, limit(asked.limit)?).await?;
    let transfers = page.found.iter().map(found_transfer).collect();
    Ok(Json(FoundTransfers { transfers, next_before: page.next }))
}

/// Accounts as `issue` or `patron_cash:7`.
fn account(text: &str) -> Result<AccountSearch, Problem> {
    let parse = || {
        let (kind, owner) = text.split_once(':').map_or((text, None), |(kind, owner)| (kind, Some(owner)));
        let owner = owner.map(str::parse).transpose().ok()?;
        Some(AccountSearch { kind: AccountKind::from_id(kind)?, owner })
    };
    let wrong = || {
        let message = format!("account is {text:.40}; send a kind, or kind and owner, such as patron_cash:7");
        unacceptable(message)
    };
    parse().ok_or_else(wrong)
}

fn found_transfer(found: &FoundTransfer) -> bodies::FoundTransfer {
    let FoundTransfer { place, at, transfer, cause } = found;
    let currency = transfer.from.currency;
    let (table, round, seq) = match *cause {
        TransferCause::Event { table, round, seq } => (Some(table.0), Some(round.into()), seq),
        TransferCause::Entry { seq } => (None, None, seq),
    };
    bodies::FoundTransfer {
        transfer_id: transfer.id.to_string(),
        place: *place,
        at: at.0,
        kind: transfer.action.kind().id().to_owned(),
        from: account_name(transfer.from),
        to: account_name(transfer.to),
        amount: transfer.amount.minor(),
        currency: CurrencyName { code: currency.code().to_owned(), decimals: currency.decimals() },
        asked: transfer.action.asked().map(Amount::minor),
        about: transfer.action.about().map(|id| id.to_string()),
        table_id: table,
        round,
        seq,
    }
}

fn account_name(account: Account) -> AccountName {
    AccountName { kind: account.kind.id().to_owned(), owner: account.owner }
}
