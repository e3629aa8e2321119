//! Dealers and supervisors of live tables. They look at a table and do what `shift` says comes next, until the server
//! is gone. They note each order that the server carried out.

use std::io;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use auditor::{Dice, DoneOrder, LiveObservations};
use serde_json::{Value, json};
use shift::crew::{self, Deed};
use shift::shoe::Wishes;
use tokio::time::sleep;
use wire::live::{DealerAction, FindingResolution, LiveReceipt, LiveStatus, LiveTable, SupervisorAction};
use wire::people::StaffMember;

use super::tables::LIVE_TABLES;
use crate::connection::until_gone;
use crate::http::{Answer, call};
use crate::staff::{Staff, must};
use crate::supervisor::lock;

/// How often a dealer looks at the table. Whoever asks more often than the server allows is refused, and an order comes
/// right after a look: it would be the one that is refused, each time.
const LOOK: Duration = Duration::from_millis(100);

/// A dealer of one live table.
#[derive(Clone, Debug)]
pub(crate) struct LiveDealer {
    table: u32,
    number: u32,
    token: String,
}

impl LiveDealer {
    /// The member of staff who has this token.
    pub(crate) async fn of(server: SocketAddr, table: u32, token: String) -> io::Result<Self> {
        let me: StaffMember = must(server, "GET /api/v1/staff/me", Some(&token), &Value::Null).await?;
        Ok(Self { table, number: me.staff_id, token })
    }

    /// Deals until the server is gone.
    pub(crate) async fn deal(
        &self,
        server: SocketAddr,
        begins: bool,
        wishes: &Wishes,
        observed: &Mutex<LiveObservations>,
    ) {
        until_gone(server, async || {
            loop {
                sleep(LOOK).await;
                let status = self.look(server).await?;
                match status.and_then(|status| crew::dealer(&status, begins)) {
                    Some(Deed::ChangeShoe) => wishes.change_shoe(),
                    Some(Deed::Order(action)) => {
                        let opens = action == DealerAction::OpenShoe;
                        let is_done = self.order(server, action, observed).await?;
                        // The shoe in the device was dealt before.
                        if opens && !is_done {
                            wishes.change_shoe();
                        }
                    }
                    None => {}
                }
            }
            #[expect(unreachable_code, reason = "the closure only ends by an error, whose type this says")]
            Ok::<(), io::Error>(())
        })
        .await;
    }

    /// How the table stands; none while it does not say.
    async fn look(&self, server: SocketAddr) -> io::Result<Option<LiveTable>> {
        look(server, self.table, &self.token).await
    }

    /// Gives an order. Answers whether it was carried out.
    async fn order(
        &self,
        server: SocketAddr,
        action: DealerAction,
        observed: &Mutex<LiveObservations>,
    ) -> io::Result<bool> {
        let to = format!("POST /api/v1/tables/{}/deal", self.table);
        let how = match &action {
            DealerAction::Resolve { finding_no, how } => Some((*finding_no, *how)),
            _ => None,
        };
        let is_done = order(server, &to, &self.token, &json!({"order": action})).await?;
        note(observed, (self.table, self.number), how.filter(|_| is_done));
        Ok(is_done)
    }
}

/// Waits until no reading and no finding waits at any of these tables.
pub(crate) async fn come_to_rest(dealers: &[LiveDealer], server: SocketAddr) -> io::Result<()> {
    for dealer in dealers {
        let rests = |live: LiveTable| live.waiting == 0 && live.finding.is_none();
        while !dealer.look(server).await?.is_some_and(rests) {
            sleep(LOOK).await;
        }
    }
    Ok(())
}

/// Supervises all live tables until the server is gone.
pub(crate) async fn supervise(
    server: SocketAddr,
    staff: &Staff,
    observed: &Mutex<LiveObservations>,
    mut dice: Dice,
) {
    until_gone(server, async || {
        loop {
            sleep(Duration::from_millis(dice.within(50..=300))).await;
            for table in LIVE_TABLES {
                let status = look(server, table, &staff.token()).await?;
                let Some(action) = status.and_then(|status| crew::supervisor(&status, &mut dice)) else {
                    continue;
                };
                let SupervisorAction::Resolve { finding_no, how, .. } = action else { continue };
                let to = format!("POST /api/v1/tables/{table}/supervise");
                let is_done = order(server, &to, &staff.token(), &json!({"order": action})).await?;
                note(observed, (table, staff.number), is_done.then_some((finding_no, how)));
            }
        }
        #[expect(unreachable_code, reason = "the closure only ends by an error, whose type this says")]
        Ok::<(), io::Error>(())
    })
    .await;
}

async fn look(server: SocketAddr, table: u32, token: &str) -> io::Result<Option<LiveTable>> {
    let to = format!("GET /api/v1/tables/{table}/live");
    Ok(match call::<LiveStatus>(server, &to, Some(token), None).await? {
        Answer::Done(status) => status.live,
        Answer::Refused(..) => None,
    })
}

async fn order(server: SocketAddr, to: &str, token: &str, body: &Value) -> io::Result<bool> {
    Ok(matches!(call::<LiveReceipt>(server, to, Some(token), Some(body)).await?, Answer::Done(_)))
}

fn note(observed: &Mutex<LiveObservations>, (table, by): (u32, u32), how: Option<(u64, FindingResolution)>) {
    let Some((finding_no, how)) = how else { return };
    let how =
        serde_json::to_value(how).ok().and_then(|how| how.as_str().map(str::to_owned)).unwrap_or_default();
    lock(observed).done.push(DoneOrder { table, finding_no, by, how });
}
