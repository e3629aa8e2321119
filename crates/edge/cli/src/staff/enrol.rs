//! `punto staff enrol`: a member of staff sets a password and a second factor at the terminal.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use house::people::{LoggedIn, Origin, People, PeopleRefusal, Proof};
use house::{HouseRefusal, OsEntropy, Rejection, SystemClock};
use tokio::runtime::Runtime;
use wire::passkeys::ProveAgain;
use wire::people::{ConfirmSecondFactor, Enrol, SecondFactor, SecondFactorConfirmed, SessionStarted};

use super::refused::refused;
use crate::lines::{Problem, print};
use crate::remote::{self, Remote};
use crate::secret_input::{ask_new, ask_openly};
use crate::serve::{OpenStore, StoreLocation};
use crate::wrap::wrapped;

/// The arguments of `staff enrol`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The name under which they were added.
    #[arg(value_name = "NAME")]
    name: String,
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["data", "database"],
        help = "The running server to enrol at, such as http://127.0.0.1:7777; without it, the store is changed directly"
    )]
    server: Option<String>,
    #[command(flatten)]
    store: StoreLocation,
}

/// Asks for code and password, shows the secret of the second factor, and asks for its first code until one is right.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let mut desk = Desk::open(args)?;
    let enrolled = enrol(&mut desk, &args.name);
    let closed = desk.close();
    enrolled?;
    closed?;
    Ok(true)
}

fn enrol(desk: &mut Desk, name: &str) -> Result<(), Problem> {
    let code = ask_openly("enrolment code")?;
    let password = ask_new("new password")?;
    let SecondFactor { secret, url } = desk.enrol(name, code.trim(), &password)?;
    let add = "Add this secret to an authenticator app, by hand or as a QR code of the address:";
    print(&format!("{}\n{secret}\n{url}\n", wrapped(add, "")))?;
    let recovery_codes = loop {
        match desk.confirm(ask_openly("code that the app shows")?.trim())? {
            Some(codes) => break codes,
            None => print("This code is wrong, or was used before; the next one comes in half a minute.\n")?,
        }
    };
    let keep = "The second factor is in use. Each of these recovery codes counts once in place of a code. \
                They are shown only now; keep them on paper:";
    print(&format!("{}\n{}\n", wrapped(keep, ""), recovery_codes.join("\n")))
}

/// Where somebody enrols: in a store, or at a running server.
enum Desk {
    Store { people: Box<People>, open: OpenStore, runtime: Runtime, session: Option<Arc<LoggedIn>> },
    Server(Remote),
}

impl Desk {
    fn open(args: &Args) -> Result<Self, Problem> {
        if let Some(url) = &args.server {
            return Ok(Self::Server(Remote::new(url)?));
        }
        let open = OpenStore::open(&args.store)?;
        let people = People::new(open.store(), Arc::new(SystemClock), Arc::new(OsEntropy), Arc::default());
        Ok(Self::Store { people: Box::new(people), open, runtime: Runtime::new()?, session: None })
    }

    /// Sets the password, and makes a second factor that waits for its first code.
    fn enrol(&mut self, name: &str, code: &str, password: &str) -> Result<SecondFactor, Problem> {
        match self {
            Self::Store { people, runtime, session, .. } => {
                let enrolled = async {
                    let new = people.enrol(name, code, password, here()).await?;
                    let known = people.authenticate(new.secret.secret()).await?;
                    let known = known.ok_or(PeopleRefusal::WrongCredentials)?;
                    let factor = people.set_second_factor(&known, &Proof::password(password), here()).await?;
                    Ok((known, factor))
                };
                let (known, factor) = runtime.block_on(enrolled).map_err(refused)?;
                *session = Some(known);
                Ok(SecondFactor { secret: factor.secret, url: factor.url })
            }
            Self::Server(server) => {
                let [name, code, password] = [name, code, password].map(str::to_owned);
                let body = Enrol { name, code, password: password.clone(), cookie: false };
                let SessionStarted { token, .. } = server.send("POST", "/staff/enrolment", &body)?;
                server.set_token(token);
                let proof = ProveAgain { password: Some(password), code: None, passkey: None };
                server.send("POST", "/me/second-factor", &proof)
            }
        }
    }

    /// Puts the second factor in use by its first code; none when the code is wrong. The session ends with it.
    fn confirm(&mut self, code: &str) -> Result<Option<Vec<String>>, Problem> {
        match self {
            Self::Store { people, runtime, session, .. } => {
                let Some(known) = session else { return Ok(None) };
                let confirmed = async {
                    let confirmed = people.confirm_second_factor(known, code, here()).await?;
                    people.log_out_everywhere(confirmed.session.owner).await?;
                    Ok(confirmed.recovery_codes)
                };
                match runtime.block_on(confirmed) {
                    Ok(codes) => Ok(Some(codes)),
                    Err(Rejection::Refused(HouseRefusal::People(PeopleRefusal::WrongCode))) => Ok(None),
                    Err(rejection) => Err(refused(rejection)),
                }
            }
            Self::Server(server) => {
                let body = ConfirmSecondFactor { code: code.to_owned() };
                match server.ask::<SecondFactorConfirmed>("POST", "/me/second-factor/confirm", &body)? {
                    Ok(confirmed) => {
                        server.set_token(confirmed.session.token);
                        server.delete("/session")?;
                        Ok(Some(confirmed.recovery_codes))
                    }
                    Err(refusal) if refusal.code == "wrong_code" => Ok(None),
                    Err(refusal) => Err(remote::refused(&refusal)),
                }
            }
        }
    }

    fn close(self) -> Result<(), Problem> {
        let Self::Store { people, open, runtime, session } = self else { return Ok(()) };
        // All of them hold the store; they must end before it is closed.
        drop((people, runtime, session));
        open.close()
    }
}

/// The terminal of this machine.
const fn here() -> Origin {
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    Origin { address, network: address }
}
