//! `punto staff demonstrate` and `punto staff codes`: staff to try the console with, in a new store on this machine.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;

use house::log::Actor;
use house::people::totp::TotpBody;
use house::people::{
    Enrolment, NewNames, Origin, People, PeopleRefusal, Proof, Role, Roles, StaffMember, TOKEN_DAYS,
};
use house::ports::{Clock as _, Store};
use house::{HouseRefusal, OsEntropy, Rejection, SystemClock};
use serde_json::{Value, json};
use table::Timestamp;
use tokio::runtime::Runtime;

use super::common::Common;
use super::refused::refused;
use crate::data_folder;
use crate::demonstration::{DEALER, DEALER_SEEN, Demonstration, MEMBERS, SIMULATED, SIMULATION};
use crate::lines::{Problem, print};
use crate::serve::{FILE, OpenStore, StoreLocation};
use crate::wrap::wrapped;

/// How long a code lasts, in milliseconds.
const STEP_MS: i64 = 30_000;
/// How often the first code of a second factor is sent; a step may end between its making and its check.
const TRIES: u8 = 3;

/// How long the tokens of those whom a program plays last at least when a server starts.
const LEFT_DAYS: i64 = 183;
const DAY_MS: i64 = 86_400_000;

/// Makes the demonstration staff with a new store, or says again who they are.
pub(super) fn demonstrate(common: &Common) -> Result<bool, Problem> {
    let folder = folder(&common.store)?;
    let mut staff = marked(folder)?.ok_or_else(|| made_without(folder))?;
    if !staff.is_complete() {
        let open = OpenStore::open_or_create(&common.store)?;
        let runtime = Runtime::new()?;
        let made = runtime.block_on(complete(&mut staff, folder, &people(open.store())));
        // It holds the store, and must end before that is closed.
        drop(runtime);
        let closed = open.close();
        made.and(closed)?;
    }
    show(&staff, folder, common.json)
}

/// Makes the demonstration staff of a server that is about to start, with those whom a program plays.
pub(crate) fn for_server(
    staff: &mut Demonstration,
    folder: &Path,
    store: Arc<dyn Store>,
    runtime: &Runtime,
) -> Result<(), Problem> {
    let people = people(store);
    runtime.block_on(async {
        if !staff.is_complete() {
            complete(staff, folder, &people).await?;
        }
        add_simulated(staff, folder, &people).await?;
        show_simulation(&people).await
    })
}

/// Says who they are, with the present codes. Opens no store, so a server may run on it.
pub(super) fn codes(common: &Common) -> Result<bool, Problem> {
    let folder = folder(&common.store)?;
    let none = || Problem::Input(format!("the store in {} has no demonstration staff", folder.display()));
    let staff = Demonstration::read(folder)?.ok_or_else(none)?;
    show(&staff, folder, common.json)
}

fn folder(store: &StoreLocation) -> Result<&Path, Problem> {
    let why = "demonstration staff are for a data folder on this machine, not for a database";
    store.folder().ok_or_else(|| Problem::Usage(why.to_owned()))
}

/// The demonstration staff of a folder, which is marked before it gets a store; none where a store was made without
/// them, because that is of somebody who did not ask for such staff.
pub(crate) fn marked(folder: &Path) -> Result<Option<Demonstration>, Problem> {
    let has_store = folder.join(FILE).try_exists()?;
    match Demonstration::read(folder)? {
        None if has_store => Ok(None),
        None => {
            data_folder::create(folder)?;
            let staff = Demonstration::new()?;
            staff.write(folder)?;
            Ok(Some(staff))
        }
        Some(mut staff) => {
            if !has_store {
                // Somebody removed the store to begin again.
                staff.begin_again(folder)?;
            }
            Ok(Some(staff))
        }
    }
}

/// Why the store in a folder gets no demonstration staff.
pub(crate) fn made_without(folder: &Path) -> Problem {
    Problem::Input(format!(
        "the store in {} was made without demonstration staff and gets none: they are made only with a new store, in \
         another folder",
        folder.display()
    ))
}

fn people(store: Arc<dyn Store>) -> People {
    People::new(store, Arc::new(SystemClock), Arc::new(OsEntropy), Arc::default())
}

/// Adds those who are missing and enrols them. Whom an earlier run added and did not enrol is enrolled again.
async fn complete(staff: &mut Demonstration, folder: &Path, people: &People) -> Result<(), Problem> {
    for (name, role) in MEMBERS {
        if staff.secrets.contains_key(name) {
            continue;
        }
        let enrolled = enrolled(people, name, role, &staff.password).await;
        let (secret, recovery_codes) = enrolled.map_err(refused)?;
        staff.secrets.insert(name.to_owned(), secret);
        staff.recovery_codes.insert(name.to_owned(), recovery_codes);
        staff.write(folder)?;
    }
    Ok(())
}

/// Adds those whom a program plays, who get tokens and nothing to log in with, and renews tokens that end soon.
async fn add_simulated(staff: &mut Demonstration, folder: &Path, people: &People) -> Result<(), Problem> {
    let after = |days: i64| SystemClock.now().0.saturating_add(days.saturating_mul(DAY_MS));
    let has_tokens = SIMULATED.iter().all(|(name, _)| staff.simulated.contains_key(*name));
    if has_tokens && staff.simulated_until > after(LEFT_DAYS) {
        return Ok(());
    }
    for (name, role) in SIMULATED {
        let roles: Roles = [role].into();
        if people.staff_named(name).await.map_err(Problem::failure)?.is_none() {
            people.add_staff(Actor::Operator, name, roles.clone()).await.map_err(refused)?;
        }
        let token = people.staff_token(name, &roles, TOKEN_DAYS).await.map_err(refused)?;
        staff.simulated.insert(name.to_owned(), token.secret.secret().to_owned());
    }
    staff.simulated_until = after(TOKEN_DAYS.into());
    staff.write(folder)
}

/// Has everybody see the simulated dealer by name, also where it was added when dealers had no display names.
async fn show_simulation(people: &People) -> Result<(), Problem> {
    let dealer = people.staff_named(SIMULATION).await.map_err(Problem::failure)?;
    if let Some(StaffMember { id, display_name: None, disabled: false, .. }) = dealer {
        people.set_display_name(Actor::Operator, id, Some(SIMULATION)).await.map_err(refused)?;
    }
    Ok(())
}

/// Adds and enrols one of them. Returns the secret of their second factor, and their recovery codes.
async fn enrolled(
    people: &People,
    name: &str,
    role: Role,
    password: &str,
) -> Result<(String, Vec<String>), Rejection> {
    let names = NewNames { name, display_name: (name == DEALER).then_some(DEALER_SEEN) };
    let Enrolment { code, .. } = match people.staff_named(name).await? {
        Some(StaffMember { id, .. }) => people.reset_staff(Actor::Operator, id).await?,
        None => people.add_staff(Actor::Operator, names, [role].into()).await?,
    };
    let session = people.enrol(name, &code, password, here()).await?;
    let known = people.authenticate(session.secret.secret()).await?;
    let known = known.ok_or(PeopleRefusal::WrongCredentials)?;
    let secret = people.set_second_factor(&known, &Proof::password(password), here()).await?.secret;
    let factor = TotpBody { secret: secret.clone(), last_step: 0, confirmed: false };
    let mut tries = TRIES;
    let confirmed = loop {
        // A code counts once: the last one is used here, so that the present one is left for the first log-in.
        let code = factor.code(Timestamp(SystemClock.now().0.saturating_sub(STEP_MS)));
        tries = tries.saturating_sub(1);
        match people.confirm_second_factor(&known, &code.unwrap_or_default(), here()).await {
            Err(Rejection::Refused(HouseRefusal::People(PeopleRefusal::WrongCode))) if tries > 0 => {}
            confirmed => break confirmed?,
        }
    };
    people.log_out_everywhere(confirmed.session.owner).await?;
    Ok((secret, confirmed.recovery_codes))
}

fn show(staff: &Demonstration, folder: &Path, as_json: bool) -> Result<bool, Problem> {
    let now = SystemClock.now();
    let lines: Vec<Line> = MEMBERS.iter().filter_map(|member| Line::of(*member, staff, now)).collect();
    let left = STEP_MS.saturating_sub(now.0.rem_euclid(STEP_MS));
    print(&if as_json {
        let members: Vec<Value> = lines.iter().map(Line::to_json).collect();
        format!("{}\n", json!({"password": staff.password, "staff": members, "codes_end_in_ms": left}))
    } else {
        let who = "Demonstration staff, only while this store is served on this machine.";
        let password = format!("{} {}", "Password of each:", staff.password);
        let columns = format!("  {:<14}  {:<10}  code    secret for an authenticator app", "name", "role");
        let rows: Vec<String> = lines.iter().map(Line::to_text).collect();
        let seconds = left.saturating_add(999).div_euclid(1_000);
        let more = format!(
            "A code counts once. These last for {seconds} s; punto staff codes --data '{}' shows the next ones.",
            folder.display()
        );
        format!("{who}\n{password}\n\n{columns}\n{}\n\n{}\n", rows.join("\n"), wrapped(&more, ""))
    })?;
    Ok(true)
}

/// How one of them logs in.
struct Line {
    name: &'static str,
    role: Role,
    code: String,
    factor: TotpBody,
}

impl Line {
    fn of((name, role): (&'static str, Role), staff: &Demonstration, now: Timestamp) -> Option<Self> {
        let secret = staff.secrets.get(name)?.clone();
        let factor = TotpBody { secret, last_step: 0, confirmed: true };
        Some(Self { name, role, code: factor.code(now)?, factor })
    }

    fn to_text(&self) -> String {
        let Self { name, role, code, factor } = self;
        format!("  {name:<14}  {:<10}  {code}  {}", role.as_ref(), factor.secret)
    }

    fn to_json(&self) -> Value {
        let Self { name, role, code, factor } = self;
        json!({"name": name, "role": role, "code": code, "secret": factor.secret, "url": factor.url(name)})
    }
}

/// The terminal of this machine.
const fn here() -> Origin {
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    Origin { address, network: address }
}
