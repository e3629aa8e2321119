//! Somebody who only watches, to tell the run what happens at the tables.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use wire::server::{PublicEvent, ServerMessage};
use wire::table_view::PhaseView;

use crate::line::{Line, Lost, TABLES};

/// Watches until betting closes at a table.
///
/// # Errors
/// When the line breaks.
pub(crate) async fn betting_closes(server: SocketAddr, table: u32) -> Result<(), Lost> {
    let mut line = Line::open(server).await?;
    line.greet(None).await?;
    loop {
        if let Ok(ServerMessage::Frame { table_id, event, .. }) = line.message().await?
            && table_id == table
            && matches!(*event, PublicEvent::BettingClosed { .. })
        {
            return Ok(());
        }
    }
}

/// Watches until no table has a round under way that was so when this began.
///
/// # Errors
/// When the line breaks.
pub(crate) async fn rounds_end(server: SocketAddr) -> Result<(), Lost> {
    let mut line = Line::open(server).await?;
    line.greet(None).await?;
    let mut under_way = BTreeSet::from(TABLES);
    while !under_way.is_empty() {
        match line.message().await? {
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
