//! A simulated shoe is killed at the worst moments, against a server that this test plays.

use std::path::Path;
use std::time::Duration;

use baccarat::Card;
use fair::Digest;
use futures_util::{SinkExt as _, StreamExt as _};
use scanner::frame::{Gate, GateWhy, Slot, Welcome, What};
use scanner::record::Head;
use scanner::{About, DeviceFrame, DeviceKey, Envelope, Record, ServerFrame};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::chance::Faults;
use super::line::{Said, Shoes, Simulator};
use super::pace::Pace;
use super::script::Script;
use crate::scanner::state::State;

const SECRET: [u8; 32] = [7; 32];
const SHOE: &str = "shoe: 1\nrules: three-bet\ndecks: 8\n\n9h Kd Ks 3c\n4h 4d 2s 3c\n";
/// Longer than many pauses between two cards.
const A_WHILE: Duration = Duration::from_millis(300);

const fn lamp(slot: Slot) -> Gate {
    Gate { open: true, slot: Some(slot), why: GateWhy::Deal }
}

/// The shoe, as it is switched on with its state file.
fn shoe(folder: &Path, port: u16) -> Simulator {
    let key = DeviceKey::new(SECRET);
    let state = State::read(&folder.join("state"), &key.public()).unwrap();
    let about = About { model: "m".parse().unwrap(), firmware: "1".parse().unwrap() };
    let chance: Vec<Card> = Card::deck().collect();
    let script = Script::new(&SHOE.parse().unwrap(), "BOX-1".to_owned(), Faults::default(), &chance);
    let url = format!("http://127.0.0.1:{port}");
    let pace = Pace::new(1_000, &chance);
    let said = Said { json: true, silent: false };
    Simulator::new((key, about), Shoes::One(script), state, (&url, pace), (None, said)).unwrap()
}

/// The end of a server, after its welcome.
struct End {
    socket: WebSocketStream<TcpStream>,
    head: Head,
}

impl End {
    /// Welcomes the next device as one whose records up to this one are durable.
    async fn welcome(listener: &TcpListener, head: Head) -> Self {
        let socket = accept_async(listener.accept().await.unwrap().0).await.unwrap();
        let mut end = Self { socket, head };
        end.say(&ServerFrame::Challenge { session: "0".repeat(32).parse().unwrap(), now: 1 }).await;
        assert!(matches!(end.hear().await, DeviceFrame::Hello(_)));
        let welcome =
            Welcome { table: 9, expect: head.next(), head: head.digest, beat_ms: 60_000, lost_ms: 90_000 };
        end.say(&ServerFrame::Welcome(welcome)).await;
        end
    }

    async fn say(&mut self, frame: &ServerFrame) {
        self.socket.send(Message::text(frame.write())).await.unwrap();
    }

    async fn hear(&mut self) -> DeviceFrame {
        let text = self.socket.next().await.unwrap().unwrap().into_text().unwrap();
        let envelope = Envelope::read(&text).unwrap();
        let digest: Digest = envelope.digest();
        let frame = DeviceFrame::read(envelope.body()).unwrap();
        if let DeviceFrame::Record(Record { n, .. }) = &frame {
            self.head = Head { n: *n, digest };
        }
        frame
    }

    /// The next record, which is of a card.
    async fn card(&mut self) -> Card {
        match self.hear().await {
            DeviceFrame::Record(Record { what: What::Card(card), .. }) => card.card,
            other => panic!("{other:?}"),
        }
    }

    async fn acknowledge(&mut self) {
        let n = self.head.n;
        self.say(&ServerFrame::Ack { n }).await;
    }
}

/// Plays a server for the shoe until it is done, and then kills the shoe.
async fn until_killed<T>(shoe: Simulator, server: impl Future<Output = T>) -> T {
    tokio::select! {
        ended = shoe.run() => panic!("the shoe ended by itself: {:?}", ended.err().map(|it| it.text().clone())),
        done = server => done,
    }
}

#[tokio::test]
async fn a_shoe_that_is_killed_before_its_lamp_changes_lets_no_card_pass_at_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let first = shoe(folder.path(), port);
    let (loaded, sent) = until_killed(first, async {
        let mut end = End::welcome(&listener, Head::NONE).await;
        end.hear().await;
        end.acknowledge().await;
        let loaded = end.head;
        end.say(&ServerFrame::Gate(lamp(Slot::P1))).await;
        assert_eq!(end.card().await.text(), "9h");
        (loaded, end.head)
    })
    .await;
    // Killed between the record and its ack. The server does not have it yet, so its first lamp is the old one.
    until_killed(shoe(folder.path(), port), async {
        let mut end = End::welcome(&listener, loaded).await;
        end.say(&ServerFrame::Gate(lamp(Slot::P1))).await;
        assert_eq!((end.card().await.text(), end.head), ("9h", sent));
        end.acknowledge().await;
        assert!(timeout(A_WHILE, end.hear()).await.is_err(), "no card passes before the lamp changes");
    })
    .await;
    // Killed between the ack and the next lamp, which is the first that it sees then.
    let third = until_killed(shoe(folder.path(), port), async {
        let mut end = End::welcome(&listener, sent).await;
        end.say(&ServerFrame::Gate(lamp(Slot::B1))).await;
        assert_eq!(end.card().await.text(), "Kd");
        end.acknowledge().await;
        end.head
    })
    .await;
    // The round was voided while it was away: the lamp of the next one stands at the same place as its last card.
    until_killed(shoe(folder.path(), port), async {
        let mut end = End::welcome(&listener, third).await;
        end.say(&ServerFrame::Gate(lamp(Slot::B1))).await;
        assert_eq!(end.card().await.text(), "Ks");
    })
    .await;
}
