//! Onlookers who tell the run what happens at the tables.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use wire::server::{PublicEvent, ServerMessage};
use wire::table_view::PhaseView;

use crate::connection::{Connection, Disconnected, TABLES};

/// Watches until betting closes at a table.
///
/// # Errors
/// When the connection breaks.
pub(crate) async fn betting_closes(server: SocketAddr, table: u32) -> Result<(), Disconnected> {
    let mut connection = Connection::open(server).await?;
    connection.greet(None).await?;
    loop {
        if let Ok(ServerMessage::Frame { table_id, event, .. }) = connection.message().await?
            && table_id == table
            && matches!(*event, PublicEvent::BettingClosed { .. })
        {
            return Ok(());
        }
    }
}

/// Watches until every round that is under way now has ended.
///
/// # Errors
/// When the connection breaks.
pub(crate) async fn rounds_end(server: SocketAddr) -> Result<(), Disconnected> {
    let mut connection = Connection::open(server).await?;
    connection.greet(None).await?;
    let mut under_way = BTreeSet::from(TABLES);
    while !under_way.is_empty() {
        match connection.message().await? {
            Ok(ServerMessage::Snapshot { table, .. })
                if matches!(table.phase, PhaseView::Shuffling | PhaseView::Settled { .. }) =>
            {
                under_way.remove(&table.table_id);
            }
            Ok(ServerMessage::Frame { table_id, event, .. })
                if matches!(*event, PublicEvent::RoundEnded { .. }) =>
            {
                under_way.remove(&table_id);
            }
            _ => {}
        }
    }
    Ok(())
}
