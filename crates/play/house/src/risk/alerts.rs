//! Alerts: the times when a spot that takes wagers is worth more to the patron than it costs.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use baccarat::Spot;
use odds::Ratio;
use table::{RoundRef, TableId, TableView, Timestamp};
use tracing::{info, warn};

use crate::risk::edges::Edges;

/// How many alerts are remembered; the oldest are forgotten first.
pub const ALERTS: usize = 512;

/// An edge for the patron, from the opening of a betting on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alert {
    /// Counts the alerts of this run of the server, from 1.
    pub no: u64,
    /// The table.
    pub table: TableId,
    /// The spot.
    pub spot: Spot,
    /// The round in which it was found.
    pub round: Option<RoundRef>,
    /// The edge of the house in the latest round of the alert: below zero.
    pub edge: Ratio,
    /// When the betting had opened.
    pub since: Timestamp,
    /// When a betting opened without it, or the shoe ended; none while it stands.
    pub until: Option<Timestamp>,
}

/// The latest alerts.
#[derive(Debug, Default)]
pub(crate) struct AlertBook(Mutex<Alerts>);

#[derive(Debug, Default)]
struct Alerts {
    latest: VecDeque<Alert>,
    count: u64,
}

impl AlertBook {
    /// The alerts, newest first.
    pub(crate) fn newest_first(&self) -> Vec<Alert> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).latest.iter().rev().cloned().collect()
    }

    /// Takes note of what the spots of a table that take wagers are worth now, at `at`.
    pub(crate) fn judge(&self, view: &TableView, edges: Option<&Edges>, at: Timestamp) {
        let mut alerts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = |spot: Spot| view.spots.iter().any(|it| it.spot == spot && it.open);
        let found = edges.into_iter().flat_map(|edges| &edges.spots);
        let found: Vec<_> = found.filter(|(spot, edge)| edge.is_negative() && open(*spot)).collect();
        alerts.end(view.table, at, |spot| found.iter().any(|(known, _)| *known == spot));
        for (spot, edge) in found {
            alerts.stands(view, *spot, edge);
        }
    }

    /// Ends all alerts of a table.
    pub(crate) fn end_all(&self, table: TableId, at: Timestamp) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).end(table, at, |_| false);
    }
}

impl Alerts {
    fn end(&mut self, table: TableId, at: Timestamp, stands: impl Fn(Spot) -> bool) {
        let open = self.latest.iter_mut().filter(|alert| alert.table == table && alert.until.is_none());
        for alert in open.filter(|alert| !stands(alert.spot)) {
            alert.until = Some(at);
            info!(target: "alarm", table = table.0, spot = alert.spot.id(), "the edge for the patron is over");
        }
    }

    fn stands(&mut self, view: &TableView, spot: Spot, edge: &Ratio) {
        let is_it = |alert: &&mut Alert| (alert.table, alert.spot, alert.until) == (view.table, spot, None);
        if let Some(alert) = self.latest.iter_mut().find(is_it) {
            alert.edge.clone_from(edge);
            return;
        }
        let (percent, round) = (edge.percent(5), view.round.map(|round| round.to_string()));
        warn!(
            target: "alarm",
            table = view.table.0,
            spot = spot.id(),
            round,
            edge_percent = percent,
            "a spot that takes wagers has an edge for the patron"
        );
        if self.latest.len() >= ALERTS {
            self.latest.pop_front();
        }
        self.count = self.count.saturating_add(1);
        self.latest.push_back(Alert {
            no: self.count,
            table: view.table,
            spot,
            round: view.round,
            edge: edge.clone(),
            since: view.since,
            until: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use baccarat::{HouseRules, Shoe, ShoeEnd};
    use money::Currency;
    use odds::Plan;
    use table::{Phase, Settings, SpotLimits, Table, Timings};

    use super::*;

    /// A table in its betting, from a shoe of which only these cards are left.
    fn betting(left: &str) -> TableView {
        let rules = HouseRules::builtin("live-commission").unwrap();
        let settings = Settings {
            id: TableId(1),
            name: "Salon".to_owned(),
            rules: Arc::new(rules.clone()),
            currency: Currency::PLAY,
            limits: SpotLimits::none(),
            timings: Timings::default(),
            exposure: None,
            entry: table::EntryTerms::default(),
            seating: table::Seating::default(),
            draw: table::Drawing::Sealed,
            dealer: table::Dealer::Shuffle,
            squeeze: None,
        };
        let mut shoe = Shoe::new(1, ShoeEnd::Rounds(100));
        let left: BTreeSet<&str> = left.split(' ').collect();
        for card in baccarat::Card::deck().filter(|card| !left.contains(card.text())) {
            shoe.see(card).unwrap();
        }
        let phase = Phase::Betting { closes_at: Timestamp(9) };
        TableView { shoe, phase, ..Table::new(Arc::new(settings)).view() }
    }

    fn judge(book: &AlertBook, view: &TableView, at: i64) -> Vec<(&'static str, Option<i64>)> {
        let edges = Edges::of(view, &Plan::of_rules(&view.rules));
        book.judge(view, edges.as_ref(), Timestamp(at));
        let alerts = book.newest_first();
        alerts.iter().rev().map(|alert| (alert.spot.id(), alert.until.map(|until| until.0))).collect()
    }

    /// Of tens alone every coup is a tie of six cards. The spots that win are worth more than they cost.
    const TENS: &str = "Ts Th Td Tc Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc";

    #[test]
    fn an_alert_stands_as_long_as_bettings_open_with_the_edge() {
        let (book, rich) = (AlertBook::default(), betting(TENS));
        let found = [("tie", None), ("player_pair", None), ("banker_pair", None), ("big", None)];
        assert_eq!(judge(&book, &rich, 5), found);
        assert!(book.newest_first().iter().all(|alert| alert.edge.is_negative()));
        assert_eq!(judge(&book, &rich, 6), found, "the same alerts stand");
        let plain = betting(&format!("{TENS} As 2s 3s 4s 5s 6s 7s 8s 9s"));
        let ended = judge(&book, &plain, 7);
        assert!(ended.contains(&("tie", Some(7))) && ended.len() == found.len(), "{ended:?}");
        judge(&book, &rich, 8);
        assert_eq!(
            book.newest_first().first().map(|alert| (alert.since, alert.until)),
            Some((rich.since, None))
        );
        book.end_all(TableId(1), Timestamp(9));
        assert!(book.newest_first().iter().all(|alert| alert.until.is_some()), "the shoe ended");
    }

    #[test]
    fn a_closed_spot_raises_no_alert_and_neither_do_too_few_cards() {
        let mut closed = betting(TENS);
        for spot in closed.spots.iter_mut().filter(|spot| spot.spot != Spot::Tie) {
            spot.open = false;
        }
        assert_eq!(judge(&AlertBook::default(), &closed, 5), [("tie", None)]);
        assert_eq!(judge(&AlertBook::default(), &betting("Ts Th Td Tc Js"), 5), []);
    }

    #[test]
    fn old_alerts_are_forgotten() {
        let (book, rich) = (AlertBook::default(), betting(TENS));
        for at in (0..).take(ALERTS) {
            judge(&book, &rich, at);
            book.end_all(TableId(1), Timestamp(at));
        }
        let alerts = book.newest_first();
        assert_eq!(alerts.len(), ALERTS);
        assert_eq!(alerts.first().map(|alert| alert.no), Some(4 * u64::try_from(ALERTS).unwrap()));
    }
}
