//! What the patron of a socket has at the tables it watches, as the socket was told, and how notices change it.

use std::collections::BTreeMap;

use house::Notice;
use table::{PatronView, RequestId, TableId};
use wire::client::RoundRef;
use wire::server::{ServerMessage, SettledLine, SpotStake};

/// A patron's own side of the tables a socket watches, by table.
#[derive(Debug, Default)]
pub(super) struct OwnSides(BTreeMap<u32, OwnSide>);

#[derive(Clone, Debug, Default)]
struct OwnSide {
    round: Option<table::RoundRef>,
    wagers: Vec<SpotStake>,
    staked: u64,
    last_wagers: Vec<SpotStake>,
}

impl OwnSides {
    /// Takes up what the house says of a table, and says it.
    pub(super) fn replace(&mut self, table: TableId, view: &PatronView) -> ServerMessage {
        let own = OwnSide {
            round: view.round,
            wagers: view.wagers.iter().map(SpotStake::from).collect(),
            staked: view.staked.minor(),
            last_wagers: view.last.iter().flat_map(|last| &last.placed).map(SpotStake::from).collect(),
        };
        let message = own.message(table);
        self.0.insert(table.0, own);
        message
    }

    /// The table is no longer watched.
    pub(super) fn forget(&mut self, table: u32) {
        self.0.remove(&table);
    }

    /// Nobody's any more.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What a notice makes the socket say. `answered` is the latest request to take wagers back that it has
    /// answered itself.
    pub(super) fn messages(&mut self, notice: Notice, answered: Option<RequestId>) -> Vec<ServerMessage> {
        match notice {
            Notice::Balance(balance) => vec![ServerMessage::Balance { balance: balance.minor() }],
            Notice::SlipAccepted { table, round, standing, staked, .. } => {
                let own = OwnSide {
                    wagers: standing.iter().map(SpotStake::from).collect(),
                    staked: staked.minor(),
                    ..OwnSide::default()
                };
                self.yours(table, round, own).into_iter().collect()
            }
            Notice::WagersCleared { table, round, request_id, returned, .. } => {
                let is_answered = request_id.is_some() && request_id == answered;
                let cleared = ServerMessage::WagersCleared {
                    table_id: table.0,
                    request_id: request_id.map(|id| id.to_string()),
                    returned: returned.minor(),
                };
                let yours = self.yours(table, round, OwnSide::default());
                (!is_answered).then_some(cleared).into_iter().chain(yours).collect()
            }
            Notice::RoundSettled { table, round, wagers, staked, paid, .. } => {
                let settled = ServerMessage::YouSettled {
                    table_id: table.0,
                    round: round.into(),
                    wagers: wagers.iter().map(SettledLine::from).collect(),
                    staked: staked.minor(),
                    paid: paid.minor(),
                };
                let last = wagers.iter().map(SpotStake::from).collect();
                vec![settled].into_iter().chain(self.over(table, round, Some(last))).collect()
            }
            Notice::RoundVoided { table, round, returned, .. } => {
                let (table_id, returned) = (table.0, returned.minor());
                let voided = ServerMessage::YouVoided { table_id, round: round.into(), returned };
                vec![voided].into_iter().chain(self.over(table, round, None)).collect()
            }
        }
    }

    /// The wagers of a round as they stand now.
    fn yours(&mut self, table: TableId, round: table::RoundRef, now: OwnSide) -> Option<ServerMessage> {
        let own = self.0.get_mut(&table.0).filter(|own| own.round <= Some(round))?;
        let last_wagers = std::mem::take(&mut own.last_wagers);
        *own = OwnSide { round: Some(round), last_wagers, ..now };
        Some(own.message(table))
    }

    /// The wagers of a round are resolved: they are the last ones now.
    fn over(
        &mut self,
        table: TableId,
        round: table::RoundRef,
        settled: Option<Vec<SpotStake>>,
    ) -> Option<ServerMessage> {
        let own = self.0.get_mut(&table.0).filter(|own| own.round <= Some(round))?;
        let last_wagers = settled.unwrap_or_else(|| std::mem::take(&mut own.wagers));
        *own = OwnSide { round: Some(round), last_wagers, ..OwnSide::default() };
        Some(own.message(table))
    }
}

impl OwnSide {
    fn message(&self, table: TableId) -> ServerMessage {
        ServerMessage::Yours {
            table_id: table.0,
            round: self.round.map_or(RoundRef::NONE, RoundRef::from),
            wagers: self.wagers.clone(),
            staked: self.staked,
            last_wagers: self.last_wagers.clone(),
        }
    }
}
