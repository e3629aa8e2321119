//! The totals per spot of a table's round, as the sockets that watch the table received them last.

use house::risk::RoundTotals;
use table::RoundRef;
use wire::server::ServerMessage;
use wire::table_view::SpotTotal;

/// The totals of a round, as they were sent last.
#[derive(Debug, Default)]
pub(super) struct SentTotals {
    round: Option<RoundRef>,
    totals: Vec<SpotTotal>,
    /// Whether they were asked for after betting closed, so that they do not change any more.
    are_final: bool,
}

impl SentTotals {
    /// The totals of this round; none when those of another round were sent last.
    pub(super) fn of(&self, round: Option<RoundRef>) -> Vec<SpotTotal> {
        if self.round == round { self.totals.clone() } else { Vec::new() }
    }

    /// Whether the totals of this round may have changed since they were sent.
    pub(super) fn may_change(&self, round: RoundRef) -> bool {
        self.round != Some(round) || !self.are_final
    }

    /// Takes over the sums of a table. Gives the message with them; none when nothing changed. The final totals of a
    /// round are sent even if they did not change.
    pub(super) fn note(&mut self, table_id: u32, sums: &RoundTotals) -> Option<ServerMessage> {
        // A round that is over holds no stakes any more.
        let round = sums.round.filter(|_| !["settled", "shuffling"].contains(&sums.phase))?;
        let are_final = sums.phase != "betting";
        let totals: Vec<_> = sums.spots.iter().filter_map(total_of).collect();
        let before = self.of(Some(round));
        let is_news = totals != before || (are_final && self.may_change(round) && !totals.is_empty());
        *self = Self { round: Some(round), totals: totals.clone(), are_final };
        is_news.then(|| ServerMessage::SpotTotals { table_id, round: round.into(), totals })
    }
}

/// The total of a spot with a stake.
fn total_of(sums: &house::risk::SpotTotals) -> Option<SpotTotal> {
    let stake = sums.cash.saturating_add(sums.bonus);
    let total = || SpotTotal {
        spot: sums.spot.id().to_owned(),
        stake: u64::try_from(stake).unwrap_or(u64::MAX),
        patrons: sums.patrons,
    };
    (stake > 0).then(total)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use baccarat::{BySide, Spot};
    use house::risk::SpotTotals;
    use serde_json::{Value, json, to_value};
    use table::Table;

    use super::*;

    fn sums(round_no: u16, phase: &'static str, stakes: &[(Spot, u128, u64)]) -> RoundTotals {
        let settings = Arc::clone(Table::new(Arc::new(house::default_tables().remove(0))).settings());
        let spot = |(spot, cash, patrons): &(Spot, u128, u64)| SpotTotals {
            spot: *spot,
            patrons: *patrons,
            cash: *cash,
            bonus: 5,
            pays: vec![],
        };
        let spots: Vec<_> = stakes.iter().map(spot).collect();
        let round = Some(RoundRef { shoe_no: 1, round_no });
        RoundTotals { settings, round, phase, patrons: 2, spots, sides: BySide { player: 0, banker: 0 } }
    }

    fn sent(totals: &mut SentTotals, sums: &RoundTotals) -> Option<Value> {
        totals.note(7, sums).map(|message| to_value(&message).unwrap()["totals"].clone())
    }

    #[test]
    fn totals_are_sent_when_they_changed_and_once_more_when_betting_closes() {
        let mut totals = SentTotals::default();
        let round = RoundRef { shoe_no: 1, round_no: 1 };
        let tie = [(Spot::Tie, 100, 2)];
        assert_eq!(sent(&mut totals, &sums(1, "betting", &[])), None, "nothing was staked");
        let staked = Some(json!([{"spot": "tie", "stake": 105, "patrons": 2}]));
        assert_eq!(sent(&mut totals, &sums(1, "betting", &tie)), staked);
        assert_eq!(sent(&mut totals, &sums(1, "betting", &tie)), None);
        assert!(totals.may_change(round));
        assert_eq!(sent(&mut totals, &sums(1, "closed", &tie)), staked, "the last totals of the round");
        assert_eq!(sent(&mut totals, &sums(1, "dealing", &tie)), None);
        assert_eq!(sent(&mut totals, &sums(1, "settled", &[])), None, "the stakes are paid or kept");
        assert!(!totals.may_change(round) && !totals.of(Some(round)).is_empty());
        assert_eq!(totals.of(None), []);
        assert_eq!(sent(&mut totals, &sums(2, "betting", &[])), None, "the next round begins without any");
        assert_eq!(sent(&mut totals, &sums(2, "betting", &tie)), staked);
        assert_eq!(sent(&mut totals, &sums(2, "betting", &[])), Some(json!([])), "all were taken back");
        assert_eq!(sent(&mut totals, &sums(2, "closed", &[])), None);
    }
}
