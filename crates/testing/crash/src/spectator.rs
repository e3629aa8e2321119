//! Onlookers who tell the run what happens at the tables.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use wire::public_event::PublicEvent;
use wire::server::ServerMessage;
use wire::table_view::PhaseView;

use crate::connection::{Connection, Disconnected, TABLES};

/// Watches until betting closes at a table.
///
/// # Errors
/// When the connection breaks.
pub(crate) async fn betting_closes(server: SocketAddr, table: u32) -> Result<(), Disconnected> {
    watch_until(server, |message| {
        matches!(message, ServerMessage::Frame { table_id, event, .. }
            if table_id == table && matches!(*event, PublicEvent::BettingClosed { .. }))
    })
    .await
}

/// Watches until every round that is under way now has ended.
///
/// # Errors
/// When the connection breaks.
pub(crate) async fn rounds_end(server: SocketAddr) -> Result<(), Disconnected> {
    let mut under_way = BTreeSet::from(TABLES);
    watch_until(server, |message| {
        let over = match message {
            ServerMessage::Snapshot { table, .. } => {
                let over = matches!(table.phase, PhaseView::Shuffling | PhaseView::Settled { .. });
                over.then_some(table.table_id)
            }
            ServerMessage::Frame { table_id, event, .. } => {
                matches!(*event, PublicEvent::RoundEnded { .. }).then_some(table_id)
            }
            _ => None,
        };
        over.is_some_and(|table| under_way.remove(&table)) && under_way.is_empty()
    })
    .await
}

/// Watches all tables until a message is the one that is waited for.
async fn watch_until(
    server: SocketAddr,
    mut is_it: impl FnMut(ServerMessage) -> bool,
) -> Result<(), Disconnected> {
    let mut connection = Connection::open(server, None).await?;
    while !connection.message().await?.is_ok_and(&mut is_it) {}
    Ok(())
}
