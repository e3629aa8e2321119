//! What supervisors ask a running house about its risk: exposure, edges and alerts; and the odds that patrons ask for.

use std::sync::Arc;

use baccarat::HouseRules;
use table::{Phase, PublicEvent, TableId, TableView, Timestamp};
use tokio::sync::broadcast::error::RecvError;
use tracing::error;

use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::risk::alerts::Alert;
use crate::risk::edges::Edges;
use crate::risk::exposure::{RoundTotals, TableExposure};
use crate::risk::figures::RulesOdds;
use crate::tables::request::{Request, Unbatched};

impl House {
    /// The exposure of a table in its present round. The table's task only adds up; the rest is computed apart from it.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownTable`], or a [`Failure`].
    pub async fn exposure(&self, table: TableId) -> Result<TableExposure, Rejection> {
        let totals = self.round_totals(table).await?;
        let figures = self.risk.figures.of(&totals.settings.rules).await?;
        Ok(TableExposure::of(totals, &figures.resolutions))
    }

    /// What is staked at a table in its present round, spot by spot.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownTable`], or a [`Failure`].
    pub async fn round_totals(&self, table: TableId) -> Result<RoundTotals, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::Totals { reply })).await
    }

    /// The exact edges of a table now; none when its shoe has too few cards for a coup.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownTable`], or a [`Failure`].
    pub async fn edges(&self, table: TableId) -> Result<Option<Arc<Edges>>, Rejection> {
        let snapshot = self.snapshot(table).ok_or(HouseRefusal::UnknownTable { table })?;
        Ok(self.edges_of(snapshot.view).await?)
    }

    /// The exact odds of these house rules from a full shoe, computed once for each document.
    ///
    /// # Errors
    /// [`Failure`] when the program stops meanwhile.
    pub async fn rules_odds(&self, rules: &Arc<HouseRules>) -> Result<Arc<RulesOdds>, Failure> {
        Ok(Arc::clone(&self.risk.figures.of(rules).await?.odds))
    }

    async fn edges_of(&self, view: Arc<TableView>) -> Result<Option<Arc<Edges>>, Failure> {
        let figures = self.risk.figures.of(&view.rules).await?;
        self.risk.edges.of(view, figures).await
    }

    /// The latest alerts, newest first, at most [`ALERTS`](crate::risk::alerts::ALERTS).
    pub fn alerts(&self) -> Vec<Alert> {
        self.risk.alerts.newest_first()
    }

    /// Follows the edges of a table until the house closes, and raises alerts. Does nothing for an unknown table.
    pub async fn watch_edges(&self, table: TableId) {
        let mut stop = self.stopping();
        let Some(mut frames) = self.subscribe(table) else { return };
        self.judge_now(table).await;
        while !*stop.borrow_and_update() {
            let frame = tokio::select! {
                biased;
                _ = stop.changed() => continue,
                frame = frames.recv() => frame,
            };
            match frame {
                Ok(frame) => match frame.public.event {
                    PublicEvent::ShoeOpened => self.risk.alerts.end_all(table, frame.public.at),
                    PublicEvent::BettingOpened | PublicEvent::RoundCorrected { .. } => {
                        self.judge(&frame.view, frame.public.at).await;
                    }
                    _ => {}
                },
                Err(RecvError::Lagged(_)) => self.judge_now(table).await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    async fn judge_now(&self, table: TableId) {
        if let Some(snapshot) = self.snapshot(table) {
            self.judge(&snapshot.view, self.now()).await;
        }
    }

    /// Judges the edges of a table that takes wagers.
    async fn judge(&self, view: &Arc<TableView>, at: Timestamp) {
        if !matches!(view.phase, Phase::Betting { .. }) {
            return;
        }
        match self.edges_of(Arc::clone(view)).await {
            Ok(edges) => self.risk.alerts.judge(view, edges.as_deref(), at),
            Err(failure) => {
                error!(target: "alarm", table = view.table.0, %failure, "edges were not judged");
            }
        }
    }
}
