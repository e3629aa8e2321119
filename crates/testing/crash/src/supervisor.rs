//! Supervisors at their door: they propose, approve and withdraw corrections, void rounds and adjust wallets, until
//! nobody answers any more. They send what the agenda chooses and note what comes back.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::{sleep, timeout};
use wire::supervisor::{
    CorrectionDecided, CorrectionProposed, PatronWallet, RoundVoided, ShoeRounds, WalletAdjusted,
};
use wire::table_view::{PhaseView, TableView};

use crate::agenda::{Agenda, Rounds};
use crate::audit::{Purse, RoundId, Wallet};
use crate::http::{Answer, call};
use crate::line::TABLES;
use crate::minutes::{Matter, Minutes, Told, WHY};
use crate::translate::{id, minor, round_ref};

/// Two who agree, and a third who comes too late or in between.
const NAMES: [&str; 3] = ["Ann", "Ben", "Cid"];
/// How often a supervisor comes back within one cycle, and after how long.
const VISITS: usize = 60;
const BREATH: Duration = Duration::from_millis(100);
/// How long all answers may take while nobody kills anything.
const ANSWERS: Duration = Duration::from_secs(10);

/// The minutes that all supervisors keep together.
pub(crate) type Shared = Arc<Mutex<Minutes>>;

/// The minutes, to read or to write. Never held while waiting for an answer.
pub(crate) fn read(minutes: &Shared) -> MutexGuard<'_, Minutes> {
    minutes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody who may void and correct, as the program itself made them.
#[derive(Clone, Deserialize)]
pub(crate) struct Supervisor {
    #[serde(rename = "supervisor_id")]
    pub(crate) number: u32,
    secret: String,
}

/// Makes the file of supervisors with the program.
pub(crate) async fn appoint(punto: &Path, file: &Path) -> Result<Vec<Supervisor>, String> {
    let mut appointed = Vec::new();
    for name in NAMES {
        let mut command = Command::new(punto);
        command.args(["supervisor", "add", name, "--json", "--file"]).arg(file);
        let said = command.output().await.map_err(|error| format!("{}: {error}", punto.display()))?;
        let complaint = String::from_utf8_lossy(&said.stderr);
        let supervisor = serde_json::from_slice(&said.stdout);
        appointed.push(supervisor.map_err(|error| format!("punto supervisor add: {error} {complaint}"))?);
    }
    Ok(appointed)
}

/// A supervisor with a server, and the minutes.
pub(crate) struct Desk {
    pub(crate) server: SocketAddr,
    pub(crate) supervisor: Supervisor,
    pub(crate) minutes: Shared,
}

impl Desk {
    /// Works until the server is gone.
    pub(crate) async fn work(self, mut agenda: Agenda) {
        for _ in 0..VISITS {
            if TcpStream::connect(self.server).await.is_err() {
                break;
            }
            // A lost line is what this program is about; what it costs is the auditor's question.
            if self.visit(&mut agenda).await.is_err() {
                sleep(BREATH).await;
            }
        }
    }

    /// Asks once more for all that was never answered, and waits for the answers.
    ///
    /// # Errors
    /// What is missing, when the server does not answer though nobody killed it.
    pub(crate) async fn settle_up(&self) -> Result<(), String> {
        let by = self.supervisor.number;
        let settled = timeout(ANSWERS, async {
            loop {
                self.ask_again().await?;
                if read(&self.minutes).unanswered(by).is_empty() {
                    return Ok(());
                }
                sleep(BREATH).await;
            }
        });
        match settled.await {
            Ok(settled) => settled.map_err(|error: io::Error| format!("supervisor {by}: {error}")),
            Err(_) => {
                Err(format!("supervisor {by}: never answered: {:?}", read(&self.minutes).unanswered(by)))
            }
        }
    }

    async fn visit(&self, agenda: &mut Agenda) -> io::Result<()> {
        loop {
            self.ask_again().await?;
            sleep(Duration::from_millis(agenda.dice.within(40..=250))).await;
            let table = self.look(agenda.dice.pick(&TABLES).copied().unwrap_or(1)).await?;
            let matter = agenda.next(&table, &read(&self.minutes));
            let Some(matter) = matter else { continue };
            self.ask(&matter).await?;
            // Somebody clicks twice.
            if agenda.dice.chance(15) {
                self.ask(&matter).await?;
            }
        }
    }

    async fn ask_again(&self) -> io::Result<()> {
        let open = read(&self.minutes).unanswered(self.supervisor.number);
        for matter in open {
            self.ask(&matter).await?;
        }
        Ok(())
    }

    /// The rounds of a table's shoe. Notes what was dealt in those that nobody corrected yet.
    async fn look(&self, table: u32) -> io::Result<Rounds> {
        let Answer::Done(view) = self.call::<TableView>(&format!("GET /api/tables/{table}"), None).await?
        else {
            return Ok(Rounds::default());
        };
        let shoe = view.shoe.shoe_no;
        let shoe = format!("GET /api/supervisor/tables/{table}/shoes/{shoe}");
        let Answer::Done(shoe) = self.call::<ShoeRounds>(&shoe, None).await? else {
            return Ok(Rounds::default());
        };
        let mut rounds = Rounds::default();
        if matches!(view.phase, PhaseView::Betting { .. } | PhaseView::Closed | PhaseView::Dealing) {
            let (shoe_no, round_no) = (view.shoe.shoe_no, view.shoe.round_no);
            rounds.open = Some(RoundId { table, shoe_no, round_no });
        }
        let mut minutes = read(&self.minutes);
        for line in shoe.rounds.into_iter().filter(|line| line.revision > 0 && !line.cards.is_empty()) {
            let (round, voided) = (id(table, line.round), line.outcome.as_deref() == Some("voided"));
            if line.revision == 1 && !voided {
                minutes.dealt.entry(round).or_insert_with(|| line.cards.clone());
            }
            rounds.over.push((round, line.cards));
        }
        Ok(rounds)
    }

    /// Sends a matter, and notes it before and its answer after.
    async fn ask(&self, matter: &Matter) -> io::Result<()> {
        let by = self.supervisor.number;
        read(&self.minutes).send(by, matter);
        let told = self.send(matter).await?;
        read(&self.minutes).hear(by, matter, told);
        Ok(())
    }

    async fn send(&self, matter: &Matter) -> io::Result<Told> {
        const DOOR: &str = "POST /api/supervisor";
        match matter {
            Matter::Misuse(other) => Box::pin(self.send(other)).await,
            Matter::Propose { request_id, round, ruling } => {
                let ruling = match ruling {
                    Some(cards) => json!({ "kind": "cards", "cards": cards }),
                    None => json!({ "kind": "void" }),
                };
                let (to, round) = (format!("{DOOR}/tables/{}/corrections", round.table), round_ref(*round));
                let body = json!({ "request_id": request_id, "round": round, "ruling": ruling, "why": WHY });
                self.post(&to, Some(body), |told| Told::Proposed(Box::<CorrectionProposed>::new(told))).await
            }
            Matter::Approve((table, no)) => {
                let to = format!("{DOOR}/tables/{table}/corrections/{no}/approve");
                self.post(&to, None, |told| Told::Decided(Box::<CorrectionDecided>::new(told))).await
            }
            Matter::Withdraw((table, no)) => {
                let to = format!("{DOOR}/tables/{table}/corrections/{no}/withdraw");
                self.post(&to, None, |told| Told::Decided(Box::<CorrectionDecided>::new(told))).await
            }
            Matter::Void(round) => {
                let to = format!("{DOOR}/tables/{}/void", round.table);
                let body = json!({ "round": round_ref(*round) });
                self.post(&to, Some(body), |_: RoundVoided| Told::Voided).await
            }
            Matter::Adjust { request_id, patron, purse, change } => {
                let purse = match purse {
                    Purse::Cash => "cash",
                    Purse::Bonus => "bonus",
                };
                let to = format!("{DOOR}/patrons/{patron}/adjustments");
                let body = json!({ "request_id": request_id, "purse": purse, "change": change, "why": WHY });
                self.post(&to, Some(body), |told| adjusted(&told)).await
            }
        }
    }

    async fn post<T: DeserializeOwned>(
        &self,
        to: &str,
        body: Option<Value>,
        told: impl FnOnce(T) -> Told,
    ) -> io::Result<Told> {
        Ok(match self.call::<T>(to, body.as_ref()).await? {
            Answer::Done(answer) => told(answer),
            Answer::Refused(status, code) => Told::Refused(status, code),
        })
    }

    async fn call<T: DeserializeOwned>(&self, request: &str, body: Option<&Value>) -> io::Result<Answer<T>> {
        call(self.server, request, Some(&self.supervisor.secret), body).await
    }
}

/// An adjustment in the words of the notes.
fn adjusted(told: &WalletAdjusted) -> Told {
    let PatronWallet { patron_id: patron, cash, bonus, owed, .. } = &told.wallet;
    let wallet = Wallet { cash: minor(*cash), bonus: minor(*bonus), owed: minor(*owed) };
    Told::Adjusted { repeated: told.repeated, patron: *patron, wallet }
}
