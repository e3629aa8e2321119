//! Supervisors: they propose, approve and withdraw corrections, void rounds and adjust wallets until the server is
//! gone. They send what the action generator chooses and note the answers.

use std::io;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use auditor::{
    Action, ActionAnswer, ActionGenerator, Attempts, ByTwoAnswer, EventId, ExclusionRequest, PastRound,
    RoundId, Rounds, SupervisorObservations, WHY, Wallet, is_manager,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use wire::by_hand::{Adjustment, AdjustmentResponse};
use wire::protection::Protection;
use wire::supervisor::{CorrectionResponse, PatronWallet, RoundVoided, ShoeRounds, WalletAdjusted};
use wire::table_view::{PhaseView, TableView};

use crate::connection::{ANSWER, BREATH, TABLES, until_gone};
use crate::http::{Answer, call};
use crate::staff::Staff;
use crate::translate::{correction_answer, minor, round_id, round_ref};

/// The observations that all supervisors share.
pub(crate) type Shared = Mutex<SupervisorObservations>;

/// The observations, to read or to write. Never held while waiting for an answer.
pub(crate) fn lock<T>(observed: &Mutex<T>) -> MutexGuard<'_, T> {
    observed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A supervisor with a server, and the observations.
pub(crate) struct SupervisorClient<'a> {
    pub(crate) server: SocketAddr,
    pub(crate) supervisor: &'a Staff,
    pub(crate) observed: &'a Shared,
}

impl SupervisorClient<'_> {
    /// Works until the server is gone.
    pub(crate) async fn work(self, mut generator: ActionGenerator) {
        until_gone(self.server, async || self.visit(&mut generator).await).await;
    }

    /// Repeats every request that was never answered, and waits for the answers.
    ///
    /// # Errors
    /// What is missing, when the server does not answer though nobody killed it.
    pub(crate) async fn settle_up(&self) -> Result<(), String> {
        let by = self.supervisor.number;
        let settled = timeout(ANSWER, async {
            loop {
                self.ask_again().await?;
                if lock(self.observed).unanswered(by).is_empty() {
                    return Ok(());
                }
                sleep(BREATH).await;
            }
        });
        match settled.await {
            Ok(settled) => settled.map_err(|error: io::Error| format!("supervisor {by}: {error}")),
            Err(_) => {
                Err(format!("supervisor {by}: never answered: {:?}", lock(self.observed).unanswered(by)))
            }
        }
    }

    async fn visit(&self, generator: &mut ActionGenerator) -> io::Result<()> {
        let contradiction = self.supervisor.come_back(self.server, &mut generator.dice).await?;
        lock(self.observed).contradictions.extend(contradiction);
        loop {
            if is_manager(self.supervisor.number) && generator.dice.per_mille(15) {
                self.exclude(generator).await?;
            }
            self.ask_again().await?;
            sleep(Duration::from_millis(generator.dice.within(40..=250))).await;
            let table = self.look(generator.dice.pick(&TABLES).copied().unwrap_or(1)).await?;
            let action = generator.next(&table, &lock(self.observed));
            let Some(action) = action else { continue };
            self.ask(&action).await?;
            // A supervisor clicks twice now and then.
            if generator.dice.per_mille(150) {
                self.ask(&action).await?;
            }
        }
    }

    /// Excludes a patron for a day.
    async fn exclude(&self, generator: &mut ActionGenerator) -> io::Result<()> {
        let Some(patron) = generator.dice.pick(&generator.patrons).copied() else { return Ok(()) };
        let (id, mut attempts) = (generator.dice.id(), Attempts::default());
        attempts.send();
        let request = ExclusionRequest { by: self.supervisor.number, patron, attempts };
        lock(self.observed).exclusions.insert(id.clone(), request);
        let (to, body) =
            (format!("POST /api/v1/patrons/{patron}/exclusion"), json!({ "days": 1, "why": id }));
        let answer = self.call::<Protection>(&to, Some(&body)).await;
        let mut observed = lock(self.observed);
        let Some(request) = observed.exclusions.get_mut(&id) else { return Ok(()) };
        match answer? {
            Answer::Done(_) => request.attempts.acknowledge(),
            // It does not say whether it was done.
            Answer::Refused(429 | 503, _) => request.attempts.lose(),
            Answer::Refused(..) => request.attempts.refuse_without_settling(),
        }
        Ok(())
    }

    async fn ask_again(&self) -> io::Result<()> {
        let open = lock(self.observed).unanswered(self.supervisor.number);
        for action in open {
            self.ask(&action).await?;
        }
        Ok(())
    }

    /// The rounds of a table's shoe. Notes the cards of those that nobody corrected yet.
    async fn look(&self, table: u32) -> io::Result<Rounds> {
        let Answer::Done(view) = self.call::<TableView>(&format!("GET /api/v1/tables/{table}"), None).await?
        else {
            return Ok(Rounds::default());
        };
        let shoe = view.shoe.shoe_no;
        let shoe = format!("GET /api/v1/tables/{table}/shoes/{shoe}");
        let Answer::Done(shoe) = self.call::<ShoeRounds>(&shoe, None).await? else {
            return Ok(Rounds::default());
        };
        let mut rounds = Rounds::default();
        if matches!(view.phase, PhaseView::Betting { .. } | PhaseView::Closed { .. } | PhaseView::Dealing) {
            let (shoe_no, round_no) = (view.shoe.shoe_no, view.shoe.round_no);
            rounds.open = Some(RoundId { table, shoe_no, round_no });
        }
        let mut observed = lock(self.observed);
        for line in shoe.rounds.into_iter().filter(|line| line.revision > 0 && !line.cards.is_empty()) {
            let (round, voided) = (round_id(table, line.round), line.outcome.as_deref() == Some("voided"));
            if line.revision == 1 && !voided {
                observed.dealt.entry(round).or_insert_with(|| line.cards.clone());
            }
            rounds.past.push(PastRound { round, cards: line.cards, voided });
        }
        Ok(rounds)
    }

    /// Sends an action; notes it before, and its answer after.
    async fn ask(&self, action: &Action) -> io::Result<()> {
        let by = self.supervisor.number;
        lock(self.observed).send(by, action);
        match self.send(action).await {
            Ok(answer) => lock(self.observed).receive(by, action, answer),
            Err(error) => {
                lock(self.observed).lose(by, action);
                return Err(error);
            }
        }
        Ok(())
    }

    async fn send(&self, action: &Action) -> io::Result<ActionAnswer> {
        const API: &str = "POST /api/v1";
        match action {
            Action::Misuse(other) => Box::pin(self.send(other)).await,
            Action::Propose { request_id, round, ruling } => {
                let ruling = match ruling {
                    Some(cards) => json!({ "kind": "cards", "cards": cards }),
                    None => json!({ "kind": "void" }),
                };
                let (to, round) = (format!("{API}/tables/{}/corrections", round.table), round_ref(*round));
                let body = json!({ "request_id": request_id, "round": round, "ruling": ruling, "why": WHY });
                let proposed = |answer: CorrectionResponse| {
                    ActionAnswer::Proposed(correction_answer(answer.repeated, &answer.correction))
                };
                self.post(&to, Some(body), proposed).await
            }
            Action::Approve(EventId { table, seq: no }) => {
                let to = format!("{API}/tables/{table}/corrections/{no}/approve");
                self.post(&to, None, |answer| decided(&answer)).await
            }
            Action::Withdraw(EventId { table, seq: no }) => {
                let to = format!("{API}/tables/{table}/corrections/{no}/withdraw");
                self.post(&to, None, |answer| decided(&answer)).await
            }
            Action::Void(round) => {
                let to = format!("{API}/tables/{}/void", round.table);
                let body = json!({ "round": round_ref(*round) });
                self.post(&to, Some(body), |_: RoundVoided| ActionAnswer::Voided).await
            }
            Action::Adjust { request_id, patron, purse, change } => {
                let to = format!("{API}/patrons/{patron}/adjustments");
                let body = json!({ "request_id": request_id, "purse": purse, "change": change, "why": WHY });
                self.post(&to, Some(body), |answer| adjusted(&answer)).await
            }
            Action::ProposeAdjustment { request_id, patron, purse, change } => {
                let body = json!({
                    "request_id": request_id, "patron_id": patron, "purse": purse, "change": change, "why": WHY,
                });
                self.post(&format!("{API}/adjustments"), Some(body), |answer| by_two(&answer)).await
            }
            Action::ApproveAdjustment(no) => {
                self.post(&format!("{API}/adjustments/{no}/approve"), None, |answer| by_two(&answer)).await
            }
            Action::WithdrawAdjustment(no) => {
                let to = format!("{API}/adjustments/{no}/withdraw");
                self.post(&to, Some(json!({ "why": WHY })), |answer| by_two(&answer)).await
            }
        }
    }

    async fn post<T: DeserializeOwned>(
        &self,
        to: &str,
        body: Option<Value>,
        read: impl FnOnce(T) -> ActionAnswer,
    ) -> io::Result<ActionAnswer> {
        Ok(match self.call::<T>(to, body.as_ref()).await? {
            Answer::Done(answer) => read(answer),
            // It does not say whether the action was done.
            Answer::Refused(429 | 503, code) => ActionAnswer::Failed(code),
            Answer::Refused(_, code) => ActionAnswer::Refused(code),
        })
    }

    async fn call<T: DeserializeOwned>(&self, request: &str, body: Option<&Value>) -> io::Result<Answer<T>> {
        call(self.server, request, Some(&self.supervisor.token()), body).await
    }
}

fn decided(answer: &CorrectionResponse) -> ActionAnswer {
    ActionAnswer::Decided(correction_answer(answer.repeated, &answer.correction))
}

fn by_two(answer: &AdjustmentResponse) -> ActionAnswer {
    let Adjustment { number, patron_id, purse, change, proposed, state, decided, .. } = &answer.adjustment;
    let purse = match purse {
        wire::supervisor::Purse::Cash => auditor::Purse::Cash,
        wire::supervisor::Purse::Bonus => auditor::Purse::Bonus,
    };
    ActionAnswer::ByTwo(ByTwoAnswer {
        repeated: answer.repeated,
        number: *number,
        change: (*patron_id, purse, *change),
        by: proposed.staff_id,
        state: state.clone(),
        decided_by: decided.as_ref().map(|step| step.staff_id),
    })
}

fn adjusted(answer: &WalletAdjusted) -> ActionAnswer {
    let PatronWallet { patron_id: patron, cash, bonus, owed, .. } = &answer.wallet;
    let wallet = Wallet { cash: minor(*cash), bonus: minor(*bonus), owed: minor(*owed) };
    ActionAnswer::Adjusted { repeated: answer.repeated, patron: *patron, wallet }
}
