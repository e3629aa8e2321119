//! The REST API under `/api/v1`, one file a resource. Bodies are in [`wire::rest`], [`wire::people`],
//! [`wire::passkeys`], [`wire::supervisor`], [`wire::devices`], [`wire::live`], [`wire::consoles`],
//! [`wire::recordings`] and [`wire::tables`].
//!
//! Each resource lists its routes with the roles that may call them; the server, the test of the role matrix and
//! `docs/ROLES.md` are made from these lists.

mod accounts;
mod adjustments;
mod asked;
mod authorize;
mod base;
mod card_pictures;
mod consoles;
mod contract;
mod corrections;
mod dealers;
mod devices;
mod evidence;
mod extract;
mod finding_facts;
mod findings;
mod floor;
mod guests;
mod health;
mod history;
mod house_rules;
mod live;
mod live_words;
mod log;
mod me;
mod odds;
pub(crate) mod operation;
mod page;
mod passkeys;
mod path;
mod patron_reads;
mod proof;
mod proofs;
mod proposals;
mod protection;
pub(crate) mod query;
mod ranges;
mod recorded;
mod recording_states;
mod recordings;
mod reports;
mod risk;
mod rounds;
mod route;
mod search;
mod security;
mod sender;
mod staff;
mod tables;
mod transfers;
mod video;
mod wallets;

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::role_lists::EVERYBODY;
use crate::{devices as device_line, socket};
pub(crate) use me::patron_info;
pub(crate) use protection::reality_check;
pub(crate) use route::Route;
pub(crate) use video::is_of_picture;

/// The routes of all resources.
pub(crate) fn routes() -> Vec<Route> {
    let socket = vec![
        Route::get("/socket", EVERYBODY, socket::open)
            .says("Opens the WebSocket")
            .asks::<socket::TicketQuery>()
            .answers_nothing(101)
            .refuses(&["not_a_websocket", "foreign_origin", "unauthenticated", "too_many_attempts"])
            .refuses(&["csrf", "too_many_sockets", "stopping"]),
        Route::get("/devices/socket", EVERYBODY, device_line::open)
            .says("Opens the WebSocket of a device, which docs/SCANNER.md describes")
            .answers_nothing(101)
            .refuses(&["not_a_websocket", "foreign_origin", "too_many_sockets", "stopping"]),
    ];
    [
        guests::routes(),
        accounts::routes(),
        security::routes(),
        passkeys::routes(),
        me::routes(),
        tables::routes(),
        floor::routes(),
        house_rules::routes(),
        odds::routes(),
        proofs::routes(),
        protection::routes(),
        rounds::routes(),
        corrections::routes(),
        wallets::routes(),
        adjustments::routes(),
        proposals::routes(),
        ranges::routes(),
        search::routes(),
        transfers::routes(),
        patron_reads::routes(),
        risk::routes(),
        reports::routes(),
        log::routes(),
        staff::routes(),
        devices::routes(),
        card_pictures::routes(),
        dealers::routes(),
        consoles::routes(),
        live::routes(),
        findings::routes(),
        recordings::routes(),
        recording_states::routes(),
        video::routes(),
        evidence::routes(),
        health::routes(),
        contract::routes(),
        socket,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A router of all routes, each behind the check of its roles.
pub(crate) fn router(app: &Arc<App>) -> Router<Arc<App>> {
    routes().into_iter().fold(Router::new(), |router, route| route.add_to(router, app))
}
