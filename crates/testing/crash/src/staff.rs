//! Staff who log in: two supervisors and a manager, added at the command line, who enrol with a password and a second
//! factor, and log in again now and then. Finds codes that count twice.

use std::ffi::OsString;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use auditor::{Dice, is_manager};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::process::Command;
use wire::people::{SecondFactor, SecondFactorConfirmed, SessionStarted, StaffMember};

use crate::http::{Answer, call};
use crate::totp;

/// Two who agree, and a third, a manager, who comes too late or in between.
const NAMES: [&str; 3] = ["Ann", "Ben", "Cid"];
const PASSWORD: &str = "plum saddle orbit 4417";

/// A member of staff.
pub(crate) struct Staff {
    pub(crate) number: u32,
    name: &'static str,
    /// What codes are computed from.
    secret: String,
    session: Mutex<Session>,
}

/// The session of a member of staff, and the codes that were sent.
#[derive(Clone, Default)]
struct Session {
    token: String,
    /// The step of the latest code that was sent.
    step: u64,
    /// The latest code that opened a session.
    used: Option<String>,
    /// Recovery codes, of which each counts once.
    recovery: Vec<String>,
    log_ins: usize,
}

/// Adds the staff to the store, by the program. No server runs yet. Answers with the codes to enrol with.
pub(crate) async fn add(punto: &Path, place: &[OsString]) -> Result<Vec<String>, String> {
    let mut codes = Vec::new();
    for (name, number) in NAMES.into_iter().zip(1..) {
        let mut command = Command::new(punto);
        command.args(["staff", "add", name, "--role", "supervisor"]);
        if is_manager(number) {
            command.args(["--role", "manager"]);
        }
        let output = command.args(place).arg("--json").output().await;
        let output = output.map_err(|error| format!("{}: {error}", punto.display()))?;
        let added: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let code = added["code"].as_str();
        let why = || format!("punto staff add {name}: {}", String::from_utf8_lossy(&output.stderr));
        codes.push(code.ok_or_else(why)?.to_owned());
    }
    Ok(codes)
}

/// Adds a dealer for each of so many tables, by the program. Answers with their tokens.
pub(crate) async fn add_dealers(
    punto: &Path,
    place: &[OsString],
    count: usize,
) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    for number in 1..=count {
        let name = format!("Dealer {number}");
        let role = ["--role", "dealer"];
        let add = Command::new(punto).args(["staff", "add", &name]).args(role).args(place).output();
        add.await.map_err(|error| error.to_string())?;
        let mut command = Command::new(punto);
        command.args(["staff", "token", &name, "--days", "7", "--json"]).args(role).args(place);
        let output = command.output().await.map_err(|error| error.to_string())?;
        let made: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let why = || format!("punto staff token {name}: {}", String::from_utf8_lossy(&output.stderr));
        tokens.push(made["token"].as_str().ok_or_else(why)?.to_owned());
    }
    Ok(tokens)
}

/// Lets everybody enrol with these codes, at a server that nobody kills.
pub(crate) async fn enrol(server: SocketAddr, codes: &[String]) -> Result<Vec<Staff>, String> {
    let mut staff = Vec::new();
    for (name, code) in NAMES.into_iter().zip(codes) {
        let enrolled = enrol_one(server, name, code).await;
        staff.push(enrolled.map_err(|error| format!("{name} cannot enrol: {error}"))?);
    }
    Ok(staff)
}

async fn enrol_one(server: SocketAddr, name: &'static str, code: &str) -> io::Result<Staff> {
    let body = json!({ "name": name, "code": code, "password": PASSWORD });
    let first: SessionStarted = must(server, "POST /api/v1/staff/enrolment", None, &body).await?;
    let body = json!({ "password": PASSWORD });
    let to = "POST /api/v1/me/second-factor";
    let SecondFactor { secret, .. } = must(server, to, first.token.as_deref(), &body).await?;
    let step = totp::step_now();
    let used = totp::code(&secret, step);
    let body = json!({ "code": used });
    let to = "POST /api/v1/me/second-factor/confirm";
    let confirmed: SecondFactorConfirmed = must(server, to, first.token.as_deref(), &body).await?;
    let token = confirmed.session.token.ok_or_else(|| io::Error::other("no token"))?;
    let recovery = confirmed.recovery_codes;
    let me: StaffMember = must(server, "GET /api/v1/staff/me", Some(&token), &Value::Null).await?;
    let session = Mutex::new(Session { token, step, used, recovery, log_ins: 0 });
    Ok(Staff { number: me.staff_id, name, secret, session })
}

/// The answer to a request that has no reason to be refused.
pub(crate) async fn must<T: DeserializeOwned>(
    server: SocketAddr,
    request: &str,
    token: Option<&str>,
    body: &Value,
) -> io::Result<T> {
    let body = Some(body).filter(|body| !body.is_null());
    match call(server, request, token, body).await? {
        Answer::Done(answer) => Ok(answer),
        Answer::Refused(status, code) => Err(io::Error::other(format!("{request}: {status} {code}"))),
    }
}

impl Staff {
    /// The token of the session.
    pub(crate) fn token(&self) -> String {
        self.session().token.clone()
    }

    /// How often this one logged in.
    pub(crate) fn log_ins(&self) -> usize {
        self.session().log_ins
    }

    /// What proves once more who this is.
    ///
    /// # Errors
    /// When no recovery code is left.
    pub(crate) fn proof(&self) -> io::Result<Value> {
        let code =
            self.session().recovery.pop().ok_or_else(|| io::Error::other("no recovery code is left"))?;
        Ok(json!({"password": PASSWORD, "code": code}))
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Now and then logs in again with the next code, and tries a code that counted before.
    ///
    /// # Errors
    /// When the connection broke. Answers with what contradicts itself.
    pub(crate) async fn come_back(&self, server: SocketAddr, dice: &mut Dice) -> io::Result<Option<String>> {
        let used = self.session().used.clone();
        if dice.per_mille(100)
            && let Some(code) = used
            && let Answer::Done(_) = self.log_in(server, &code).await?
        {
            return Ok(Some(format!("{} logged in twice with one code", self.name)));
        }
        let step = totp::step_now();
        if !dice.per_mille(300) || step <= self.session().step {
            return Ok(None);
        }
        let Some(code) = totp::code(&self.secret, step) else { return Ok(None) };
        // Noted first: it may count although no answer comes.
        self.session().step = step;
        match self.log_in(server, &code).await? {
            Answer::Done(SessionStarted { token: Some(token), .. }) => {
                let mut session = self.session();
                (session.token, session.used) = (token, Some(code));
                session.log_ins += 1;
                Ok(None)
            }
            Answer::Done(_) => Ok(Some(format!("{} logged in and got no token", self.name))),
            Answer::Refused(401, refused) if refused == "wrong_credentials" => {
                Ok(Some(format!("{} could not log in with a new code: {refused}", self.name)))
            }
            Answer::Refused(..) => Ok(None),
        }
    }

    async fn log_in(&self, server: SocketAddr, code: &str) -> io::Result<Answer<SessionStarted>> {
        let body = json!({ "name": self.name, "password": PASSWORD, "code": code });
        call(server, "POST /api/v1/staff/sessions", None, Some(&body)).await
    }
}
