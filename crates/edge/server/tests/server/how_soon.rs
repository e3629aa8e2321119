//! How soon everybody knows that a live table has lost its device, in real time. What a machine that is busy with other
//! things adds is measured beside it: how late timers are, and how long an order takes that is stored.

use std::time::{Duration, Instant};

use house::people::Role;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::device_admin::{Supervisor, enrolled};
use crate::device_tables::Shoe;
use crate::http;
use crate::live_studio::live_table;
use crate::socket_client::SocketClient;
use crate::test_server::{Parts, SLOW, TestServer};

/// How long a device may be silent before it counts as lost, by default.
const LOST: Duration = Duration::from_secs(3);
/// From the last word of a device to the screens of patrons.
const LOST_TO_SCREENS: Duration = Duration::from_millis(3_500);
/// From the order to revoke a device to the end of its session, and to the screens of patrons.
const REVOKED: Duration = Duration::from_secs(1);

/// A live table with its device, watched by a patron and by somebody without an account.
struct Watched {
    server: TestServer,
    ann: Supervisor,
    dealer: String,
    shoe: Shoe,
    screens: [SocketClient; 2],
    /// Before the device said its last word.
    spoke: Instant,
    busy: Busy,
}

impl Watched {
    async fn begin() -> Self {
        let server = TestServer::of(Parts { tables: vec![live_table()], ..Parts::default() }).await;
        let (mut ann, mut ben) =
            (Supervisor::new(&server, "Ann").await, Supervisor::new(&server, "Ben").await);
        enrolled(&server, 7, (&mut ann, &mut ben)).await;
        let dealer = server.staff("Dan", &[Role::Dealer]).await;
        let ana = server.guest("Ana").await;
        let mut screens = [server.connect_as(&ana).await, server.spectator().await];
        for screen in &mut screens {
            assert_eq!(waits_for(&screen.watch(SLOW).await["table"]), "device");
        }
        let (busy, mut shoe, spoke) = (Busy::begin(), Shoe::new(7), Instant::now());
        shoe.join(server.address).await;
        Self { server, ann, dealer, shoe, screens, spoke, busy }
    }

    /// When both screens have shown that the device joined, and then that the table waits for it.
    async fn shown(&mut self) -> Instant {
        for screen in &mut self.screens {
            for (what, waits) in [("device_joined", "dealer"), ("device_lost", "device")] {
                let frame = screen.receive_until(|message| message["event"]["what"] == what).await;
                assert_eq!(waits_for(&frame), waits, "{frame}");
            }
        }
        Instant::now()
    }

    /// How much longer this may have taken because the machine is busy.
    async fn allowance(&self) -> Duration {
        let begun = Instant::now();
        let path = format!("/api/v1/tables/{SLOW}/deal");
        let order = json!({"order": {"type": "sit_down"}});
        let seated = http::post(self.server.address, &path, Some(&self.dealer), &order).await;
        assert_eq!(seated.status, 200, "{seated:?}");
        self.busy.late().await + begun.elapsed()
    }
}

fn waits_for(table: &Value) -> &str {
    table["live"]["waits_for"].as_str().unwrap_or_default()
}

/// Measures how late timers are.
struct Busy(JoinHandle<()>, watch::Receiver<Duration>);

impl Busy {
    fn begin() -> Self {
        let (worst, read) = watch::channel(Duration::ZERO);
        let measures = tokio::spawn(async move {
            let mut ticks = interval(Duration::from_millis(5));
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                let late = ticks.tick().await.elapsed();
                worst.send_modify(|worst| *worst = late.max(*worst));
            }
        });
        Self(measures, read)
    }

    async fn late(&self) -> Duration {
        // What is late now is late too.
        tokio::task::yield_now().await;
        *self.1.borrow()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[tokio::test]
async fn everybody_sees_within_half_a_second_that_a_silent_device_is_lost() {
    let mut watched = Watched::begin().await;
    // The line stays open, and nothing comes on it.
    let took = watched.shown().await - watched.spoke;
    let allowance = watched.allowance().await;
    assert!(took >= LOST, "{took:?}: it may still speak");
    assert!(took <= LOST_TO_SCREENS + allowance, "{took:?}, of which a busy machine may add {allowance:?}");
    watched.server.stop().await;
}

#[tokio::test]
async fn the_session_of_a_revoked_device_ends_within_a_second_and_everybody_sees_it() {
    let mut watched = Watched::begin().await;
    let begun = Instant::now();
    let revoked = watched.ann.act(&watched.server, "/1/revoke", json!({"why": "stolen"})).await;
    assert_eq!(revoked.status, 200, "{revoked:?}");
    let (said, code) = watched.shoe.rest().await;
    let ended = begun.elapsed();
    assert_eq!((said.last().map(String::as_str), code), (Some("revoked"), Some(1008)));
    let shown = watched.shown().await - begun;
    let allowance = watched.allowance().await;
    assert!(ended <= REVOKED + allowance, "{ended:?}, of which a busy machine may add {allowance:?}");
    assert!(shown <= REVOKED + allowance, "{shown:?}, of which a busy machine may add {allowance:?}");
    watched.server.stop().await;
}
