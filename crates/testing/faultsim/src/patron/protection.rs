//! A simulated patron who protects themselves: sets limits and loosens them, pauses, and acknowledges reality checks.
//! Notes every answer and judges none.

use auditor::{
    CheckAnswered, PatronRequest, ProtectionAnswer, ProtectionAsk, ProtectionState, SeenTable, protect,
};
use futures_util::future::join_all;
use house::Rejection;
use house::protection::{ProtectionView, Wanted};
use tokio::time::Duration;

use super::seat::{Patron, code};

impl Patron {
    /// Now and then does something for their own protection.
    pub(super) async fn protect(&mut self) {
        let dice = &mut self.at.planner.dice;
        if dice.per_mille(120) {
            let ask = protect(dice);
            self.ask(ask).await;
        }
        let chance = if self.is_check_seen { 60 } else { 2 };
        if self.at.planner.dice.per_mille(chance) {
            let sent_at = self.at.sim.house.now().0;
            self.observe(|own| own.checks.push(CheckAnswered { sent_at, done_at: None }));
            let acknowledged = self.at.sim.house.acknowledge_reality_check(self.id).await;
            let done_at = Some(self.at.sim.house.now().0);
            self.observe(|own| own.checks.last_mut().into_iter().for_each(|check| check.done_at = done_at));
            let word = acknowledged.as_ref().map_or_else(code, |_| "done");
            self.at.sim.shared.answer("acknowledge", word);
            self.is_check_seen = acknowledged.is_err();
        }
    }

    /// Sends slips to all tables at once.
    pub(super) async fn wager_everywhere(&mut self) {
        let tables = self.at.sim.tables.clone();
        for settings in &tables {
            self.take_seat(settings.id).await;
        }
        let seen: Vec<SeenTable> = tables.iter().filter_map(|settings| self.see(settings)).collect();
        let requests: Vec<PatronRequest> = {
            let (sim, planner) = (&self.at.sim, &mut self.at.planner);
            let mut observed = sim.shared.observed();
            let own = observed.of(self.id.0);
            seen.iter().map(|table| planner.slip(table, own)).collect()
        };
        join_all(requests.iter().map(|request| self.send(request, 0, Duration::MAX))).await;
    }

    async fn ask(&self, ask: ProtectionAsk) {
        let (house, id) = (&self.at.sim.house, self.id);
        let place = self.observe(|own| own.send_ask(ask.clone()));
        let (what, answer) = match ask {
            ProtectionAsk::Limits(wanted) => {
                let read = |(kind, value): (String, Option<u64>)| Some((kind.parse().ok()?, value));
                let wanted: Wanted = wanted.into_iter().filter_map(read).collect();
                ("limits", house.set_limits(id, &wanted).await)
            }
            ProtectionAsk::Confirm => ("second yes", house.confirm_limits(id).await),
            ProtectionAsk::Pause(hours) => ("pause", house.pause(id, hours).await),
            ProtectionAsk::Exclude(days) => ("exclusion", house.exclude(id, days).await),
        };
        self.at.sim.shared.answer(what, answer.as_ref().map_or_else(code, |_| "done"));
        let answer = match &answer {
            Ok(view) => shown(view),
            Err(Rejection::Refused(_)) => ProtectionAnswer::Refused,
            Err(Rejection::Failed(_)) => ProtectionAnswer::Unknown,
        };
        self.observe(|own| own.answer_ask(place, answer));
    }
}

/// What a patron is shown of their protection, as the auditor reads it.
fn shown(view: &ProtectionView) -> ProtectionAnswer {
    let read = serde_json::to_value(&view.protection).and_then(ProtectionState::read);
    read.map_or(ProtectionAnswer::Refused, ProtectionAnswer::Done)
}
