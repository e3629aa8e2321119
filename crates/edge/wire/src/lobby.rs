//! The lobby: each table in short, and what changes of it. The tables are the body of `GET /api/v1/tables` and the
//! answer to `watch_lobby`; the changes follow on the socket.

use baccarat::Spot;
use baccarat::rules::RoadWindow;
use money::{Currency, Stake};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Phase, RoundEnd};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::table_view::{LiveView, PhaseView};

/// The tables of the lobby in short, in its order. A closed table is not among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Lobby {
    /// The server's clock.
    pub now: i64,
    /// The tables.
    pub tables: Vec<LobbyTable>,
}

/// A table in short. `GET /api/v1/tables/{id}` and a snapshot have all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LobbyTable {
    /// The table.
    pub table_id: u32,
    /// Its name.
    pub name: String,
    /// `open`; `halted` when it finishes its round and waits for a supervisor; `closed` when it is out of the lobby.
    pub status: String,
    /// Its house rules.
    pub rules: LobbyRules,
    /// The currency code of all amounts.
    pub currency: String,
    /// How many decimals the currency has.
    pub decimals: u8,
    /// Whether the currency is play money.
    pub play_money: bool,
    /// The least total stake on Player and Banker, in minor units.
    pub minimum: u64,
    /// The largest total stake on Player or Banker, in minor units.
    pub maximum: u64,
    /// How many patrons have a seat.
    pub patrons: u32,
    /// How many seats there are; without it there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub capacity: Option<u32>,
    /// The phase of the round.
    pub phase: PhaseView,
    /// The result on the table, until the next round begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<LobbyResult>,
    /// The shoe and its round; both 0 before the first.
    pub round: RoundRef,
    /// The beads of this shoe, oldest first, with a space between two of them: `P Bb6 T`.
    pub beads: String,
    /// How it stands as a live table; left out where the clock deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub live: Option<LiveView>,
}

/// The house rules of a table in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LobbyRules {
    /// The id.
    pub id: String,
    /// The name.
    pub title: String,
    /// Whether roads clear when full instead of scrolling.
    pub roads_clear: bool,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LobbyResult {
    /// `player`, `banker`, `tie` or `voided`.
    pub outcome: String,
    /// The total of the Player hand; none when the round was voided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub player_total: Option<u8>,
    /// The total of the Banker hand; none when the round was voided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub banker_total: Option<u8>,
}

/// What changed of a table since the message before. Without a field, its value stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LobbyChange {
    /// The table.
    pub table_id: u32,
    /// The status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<String>,
    /// How many patrons have a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub patrons: Option<u32>,
    /// The phase. With it, `result` is the result on the table, and without `result` there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phase: Option<PhaseView>,
    /// The result on the table; only with `phase`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<LobbyResult>,
    /// The shoe and its round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub round: Option<RoundRef>,
    /// A bead that follows on those of the shoe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bead: Option<String>,
    /// All beads of the shoe, in place of those before: after a correction, and none in a new shoe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub beads: Option<String>,
    /// How the live table stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub live: Option<LiveView>,
}

impl LobbyTable {
    /// A table in short, with this status and so many seats taken.
    pub fn new(view: &table::TableView, status: &str, patrons: u32) -> Self {
        let rules = &view.rules;
        let sides = || view.spots.iter().filter(|it| matches!(it.spot, Spot::Player | Spot::Banker));
        let maximum = |it: &table::SpotView| it.limit.maximum.unwrap_or(Stake::MAX.amount());
        let result = match &view.phase {
            Phase::Settled { end } => Some(LobbyResult::of(end)),
            _ => None,
        };
        let beads: Vec<_> = view.beads.iter().map(ToString::to_string).collect();
        Self {
            table_id: view.table.0,
            name: view.name.clone(),
            status: status.to_owned(),
            rules: LobbyRules {
                id: rules.id.clone(),
                title: rules.title.clone(),
                roads_clear: rules.road_window == RoadWindow::Clear,
            },
            currency: view.currency.code().to_owned(),
            decimals: view.currency.decimals(),
            play_money: view.currency == Currency::PLAY,
            minimum: sides().map(|it| it.limit.minimum).min().unwrap_or_default().minor(),
            maximum: sides().map(maximum).max().unwrap_or_default().minor(),
            patrons,
            capacity: view.capacity,
            phase: PhaseView::of(view),
            result,
            round: RoundRef { shoe_no: view.shoe_no, round_no: view.round.map_or(0, |round| round.round_no) },
            beads: beads.join(" "),
            live: view.live.as_ref().map(LiveView::of),
        }
    }

    /// What changed from this state of a table to the next one. None when nothing did.
    ///
    /// # Errors
    /// [`SetupChanged`] when something changed that a [`LobbyChange`] does not name.
    pub fn change_to(&self, next: &Self) -> Result<Option<LobbyChange>, SetupChanged> {
        let mut change = LobbyChange {
            table_id: next.table_id,
            status: changed(&self.status, &next.status),
            patrons: changed(&self.patrons, &next.patrons),
            round: changed(&self.round, &next.round),
            ..LobbyChange::default()
        };
        if (&self.phase, &self.result) != (&next.phase, &next.result) {
            (change.phase, change.result) = (Some(next.phase.clone()), next.result.clone());
        }
        if self.live != next.live {
            change.live.clone_from(&next.live);
        }
        if self.beads != next.beads {
            let is_same_shoe = self.round.shoe_no == next.round.shoe_no;
            match next.beads.strip_prefix(&self.beads).map(str::trim_start) {
                Some(bead) if is_same_shoe && !bead.contains(' ') => change.bead = Some(bead.to_owned()),
                _ => change.beads = Some(next.beads.clone()),
            }
        }
        let mut after = self.clone();
        after.take(change.clone());
        if after != *next {
            return Err(SetupChanged);
        }
        Ok((*self != *next).then_some(change))
    }

    /// The table after a change, as a client applies it.
    pub fn take(&mut self, change: LobbyChange) {
        let LobbyChange { table_id: _, status, patrons, phase, result, round, bead, beads, live } = change;
        self.status = status.unwrap_or_else(|| std::mem::take(&mut self.status));
        self.patrons = patrons.unwrap_or(self.patrons);
        self.round = round.unwrap_or(self.round);
        self.live = live.or_else(|| self.live.take());
        if let Some(phase) = phase {
            (self.phase, self.result) = (phase, result);
        }
        if let Some(beads) = beads {
            self.beads = beads;
        }
        if let Some(bead) = bead {
            let space = if self.beads.is_empty() { "" } else { " " };
            self.beads.push_str(space);
            self.beads.push_str(&bead);
        }
    }
}

/// A table was set up in another way, so its whole state is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupChanged;

fn changed<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

impl LobbyResult {
    fn of(end: &RoundEnd) -> Self {
        match end {
            RoundEnd::Coup(coup) => {
                let totals = coup.totals();
                Self {
                    outcome: coup.outcome().id().to_owned(),
                    player_total: Some(totals.player.get()),
                    banker_total: Some(totals.banker.get()),
                }
            }
            RoundEnd::Void { .. } => {
                Self { outcome: "voided".to_owned(), player_total: None, banker_total: None }
            }
        }
    }
}
