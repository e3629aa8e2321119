//! A client that checks a table while it plays finds nothing wrong with an honest house: whenever it comes, through
//! voids, restarts and the end of a shoe.

use std::sync::Arc;

use fair::{Bulletin, Notice};
use punto_house::floor::{Change, TableStep};
use punto_house::log::Actor;
use punto_house::{Connection, House, Pass, Published};
use store::MemoryStore;
use table::{PatronId, PublicEvent, StaffId};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;
use verify::ProofFile;
use watch::{Arrival, Kept, Opening, Shown, Signed, State, Wanted, Watch};

use crate::live_proofs::open;
use crate::proofs::{KEYS, bulletins, file, until, wager};
use crate::test_house::SALON;

/// A client that follows the salon, and others that come at each moment.
struct Client {
    watch: Watch,
    published: Receiver<Published>,
}

impl Client {
    fn new(house: &House) -> Self {
        let published = house.published(SALON).expect("the salon is there");
        Self { watch: Watch::new(SALON.0, Kept::default()), published }
    }

    /// Takes all that was published so far, and fetches what it asks for.
    async fn follow(&mut self, house: &House) {
        loop {
            match self.published.try_recv() {
                Ok(next) => self.take(house, &next).await,
                Err(TryRecvError::Empty) => return,
                Err(other) => unreachable!("{other}"),
            }
        }
    }

    async fn take(&mut self, house: &House, next: &Published) {
        match next {
            Published::Lift(_) => {}
            Published::Bulletin(it) => self.watch.bulletin(&it.text, it.key, it.signature, 0),
            Published::Frame(frame) => {
                let opening = frame.proof.map(|proof| Opening { index: proof.index, salt: proof.salt });
                let (shoe_no, shown) = (frame.view.shoe_no, |card| Shown { card, opening });
                match &frame.public.event {
                    PublicEvent::CardsBurned { first, face_down } => {
                        self.watch.burned(shoe_no, first.map(shown), *face_down);
                    }
                    PublicEvent::CardDrawn { card, .. } => self.watch.card(shoe_no, shown(*card)),
                    _ => {}
                }
            }
        }
        self.fetch(house).await;
    }

    async fn fetch(&mut self, house: &House) {
        // The same file may be asked for again when it does not reach far enough yet.
        for _ in 0..3 {
            match self.watch.report().wanted {
                Some(Wanted::File(shoe_no)) => self.watch.arrive(arrival(&file(house, shoe_no).await)),
                Some(Wanted::Leaves(shoe_no)) => {
                    let leaves = house
                        .shoe_leaves(SALON, shoe_no)
                        .await
                        .expect("the store answers")
                        .expect("it is sealed");
                    let (leaves, _) = leaves.as_chunks::<32>();
                    self.watch.leaves(shoe_no, leaves.iter().map(|leaf| fair::Bytes(*leaf)).collect());
                }
                None => break,
            }
        }
        self.is_content();
    }

    fn is_content(&self) {
        let report = self.watch.report();
        assert!(!matches!(report.state, State::Failed { .. }), "{report:#?}");
    }

    /// How many cards it has checked.
    fn checked(&self) -> u16 {
        match self.watch.report().state {
            State::Checked { cards } => cards,
            _ => 0,
        }
    }
}

/// What a client takes from a proof file.
fn arrival(text: &str) -> Arrival {
    let file = ProofFile::read(text).expect("a proof file");
    let signed =
        |one: verify::file::Signed| Signed { bulletin: one.bulletin, key: one.key, signature: one.signature };
    let shown = |one: verify::file::Shown| Shown {
        card: one.card,
        opening: Some(Opening { index: one.index, salt: one.salt }),
    };
    Arrival {
        table: file.table,
        shoe_no: file.shoe_no,
        committed: signed(file.committed),
        rekeyed: file.rekeyed.into_iter().map(signed).collect(),
        bulletins: file.bulletins,
        key: file.key,
        signature: file.signature,
        pledges: file.pledges,
        nonces: file.nonces,
        leaves: file.leaves,
        shown: file.shown.map(|all| all.into_iter().map(shown).collect()),
    }
}

/// A client that comes now, and one that comes back with what the other keeps, find the same.
async fn come_now(house: &House, kept: Kept) {
    let shoe_no = house.snapshot(SALON).expect("the salon is there").view.shoe_no;
    for kept in [Kept::default(), kept] {
        let mut late = Watch::new(SALON.0, kept);
        late.arrive(arrival(&file(house, shoe_no).await));
        let report = late.report();
        assert!(matches!(report.state, State::Checked { .. } | State::Waiting), "{report:#?}");
    }
}

async fn sit(house: &House) -> (PatronId, Connection) {
    let patron = house.new_guest("Mara").await.expect("a guest").0.id;
    let line = house.connected(patron);
    house.take_seat(patron, SALON, Pass::default()).await.expect("a seat is free");
    (patron, line)
}

#[tokio::test(start_paused = true)]
async fn a_watching_client_finds_nothing_wrong_with_an_honest_house() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await;
    let mut client = Client::new(&house);
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let (patron, _line) = sit(&house).await;
    let mut id = 0;
    for turn in 0..3 {
        // A round that is played, one that is voided among its cards, and one that is voided before betting closes.
        for step in ["play", "void its cards", "void its bets"] {
            id += 1;
            wager(&house, patron, id).await;
            let round = house.snapshot(SALON).unwrap().view.round.unwrap();
            if step != "void its bets" {
                until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
                client.follow(&house).await;
                come_now(&house, client.watch.report().keep).await;
            }
            if step == "play" {
                until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
            } else {
                house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
            }
            client.follow(&house).await;
            come_now(&house, client.watch.report().keep).await;
            assert!(turn > 0 || client.checked() > 0, "{step}");
        }
    }
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    client.follow(&house).await;
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    client.follow(&house).await;
    come_now(&house, client.watch.report().keep).await;
    let report = client.watch.report();
    assert_eq!(report.shoe_no, Some(2), "{report:#?}");
    assert!(client.checked() > 0, "{report:#?}");
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_in_the_middle_of_a_round_raises_no_alarm() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await;
    let mut client = Client::new(&house);
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    client.follow(&house).await;
    house.shutdown().await;
    drop(house);
    let house = open(&store, KEYS).await;
    client.published = house.published(SALON).expect("the salon is there");
    client.watch.resume();
    for _ in 0..3 {
        client.watch.arrive(arrival(&file(&house, 1).await));
        until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
        client.follow(&house).await;
        come_now(&house, client.watch.report().keep).await;
    }
    assert!(client.checked() > 8);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_closes_and_opens_with_a_new_shoe_raises_no_alarm() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await;
    let mut client = Client::new(&house);
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    client.follow(&house).await;
    let change = Change { by: Actor::Operator, why: "the end of the day" };
    house.step_table(SALON, TableStep::Close, change).await.unwrap();
    let mut heads = house.noted_heads();
    let is_end = |said: &&Bulletin| matches!(said.notice, Notice::Finished(_));
    while bulletins(&house).await.iter().filter(is_end).count() < 2 {
        heads.changed().await.unwrap();
    }
    client.follow(&house).await;
    house.step_table(SALON, TableStep::Open, change).await.unwrap();
    until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    client.follow(&house).await;
    come_now(&house, client.watch.report().keep).await;
    let report = client.watch.report();
    assert_eq!(report.shoe_no, Some(3), "the committed one was given up, too: {report:#?}");
    assert!(client.checked() > 0, "{report:#?}");
    house.shutdown().await;
}
