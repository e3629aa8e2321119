//! Supervisors: they propose, approve and withdraw corrections, void rounds and adjust wallets until the server is
//! gone. They send what the action generator chooses and note the answers.

use std::ffi::OsString;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use auditor::{
    Action, ActionAnswer, ActionGenerator, EventId, PastRound, RoundId, Rounds, SupervisorObservations, WHY,
    Wallet,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::{sleep, timeout};
use wire::supervisor::{CorrectionResponse, PatronWallet, RoundVoided, ShoeRounds, WalletAdjusted};
use wire::table_view::{PhaseView, TableView};

use crate::connection::{ANSWER, BREATH, TABLES, until_gone};
use crate::http::{Answer, call};
use crate::translate::{correction_answer, minor, round_id, round_ref};

/// Two who agree, and a third who comes too late or in between.
const NAMES: [&str; 3] = ["Ann", "Ben", "Cid"];
/// The observations that all supervisors share.
pub(crate) type Shared = Mutex<SupervisorObservations>;

/// The observations, to read or to write. Never held while waiting for an answer.
pub(crate) fn lock(observed: &Shared) -> MutexGuard<'_, SupervisorObservations> {
    observed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A supervisor whom the program itself added.
#[derive(Deserialize)]
pub(crate) struct Supervisor {
    #[serde(rename = "staff_id")]
    pub(crate) number: u32,
    token: String,
}

/// Adds the supervisors to the store, by the program. No server runs yet.
pub(crate) async fn appoint(punto: &Path, place: &[OsString]) -> Result<Vec<Supervisor>, String> {
    let mut appointed = Vec::new();
    for name in NAMES {
        staff(punto, &["add", name, "--role", "supervisor"], place).await?;
        let token = staff(punto, &["token", name, "--role", "supervisor", "--days", "7"], place).await?;
        let supervisor = serde_json::from_slice(&token);
        appointed.push(supervisor.map_err(|error| format!("punto staff token: {error}"))?);
    }
    Ok(appointed)
}

/// Runs `punto staff` and returns what it printed.
async fn staff(punto: &Path, args: &[&str], place: &[OsString]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(punto);
    command.arg("staff").args(args).args(place).arg("--json");
    let output = command.output().await.map_err(|error| format!("{}: {error}", punto.display()))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("punto staff {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr)))
}

/// A supervisor with a server, and the observations.
pub(crate) struct SupervisorClient<'a> {
    pub(crate) server: SocketAddr,
    pub(crate) supervisor: &'a Supervisor,
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
        loop {
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
        if matches!(view.phase, PhaseView::Betting { .. } | PhaseView::Closed | PhaseView::Dealing) {
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
        call(self.server, request, Some(&self.supervisor.token), body).await
    }
}

fn decided(answer: &CorrectionResponse) -> ActionAnswer {
    ActionAnswer::Decided(correction_answer(answer.repeated, &answer.correction))
}

fn adjusted(answer: &WalletAdjusted) -> ActionAnswer {
    let PatronWallet { patron_id: patron, cash, bonus, owed, .. } = &answer.wallet;
    let wallet = Wallet { cash: minor(*cash), bonus: minor(*bonus), owed: minor(*owed) };
    ActionAnswer::Adjusted { repeated: answer.repeated, patron: *patron, wallet }
}
