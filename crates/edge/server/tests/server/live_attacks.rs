//! Attacks on a live table by those who work there or have stolen its device, each written as the attack.

use serde_json::{Value, json};

use crate::device_tables::refused;
use crate::http::{self, Answer};
use crate::leaks::{self, Caller, Printed, Said, says};
use crate::live_studio::{Studio, live_table};
use crate::socket_client::{SocketClient, round_of};
use crate::test_server::SLOW;

/// A studio where everybody listens.
struct Watched {
    studio: Studio,
    spectator: SocketClient,
    callers: Vec<Caller>,
    printed: Printed,
    /// The answers to orders since everybody was asked.
    answers: Said,
}

impl Watched {
    /// A round at whose second card a finding is open.
    async fn begin(printed: Printed) -> Self {
        // Alone, since another table may deal the card that is typed.
        let mut studio = Studio::open_with(vec![live_table()]).await;
        let mut spectator = studio.server.spectator().await;
        spectator.watch(SLOW).await;
        let callers = leaks::callers(&studio).await;
        studio.begin().await;
        studio.bet(&[("player", 10_000)]).await;
        studio.cards("9h x").await;
        Self { studio, spectator, callers, printed, answers: Said::new() }
    }

    fn answered(&mut self, who: &str, answer: &Answer) {
        assert_eq!(answer.status, 200, "{answer:?}");
        self.answers.push((format!("answer to the {who}"), answer.text().to_owned()));
    }

    /// The dealer types a card.
    async fn dealer_types(&mut self, card: &str) {
        let typed = self.studio.deal(self.key_in(card).await).await;
        self.answered("dealer", &typed);
    }

    /// The first supervisor types a card.
    async fn supervisor_types(&mut self, card: &str) {
        let typed = self.studio.supervise(&self.studio.one, self.key_in(card).await).await;
        self.answered("supervisor", &typed);
    }

    async fn key_in(&self, card: &str) -> Value {
        let finding_no = self.studio.status().await["finding"]["finding_no"].clone();
        json!({"type": "key_in", "finding_no": finding_no, "card": card})
    }

    /// Everything that anybody learned since this was asked, and all of the log.
    async fn learned(&mut self) -> Said {
        let mut learned = std::mem::take(&mut self.answers);
        learned.extend(leaks::read(&self.studio, SLOW, &self.callers).await);
        for (name, socket) in [("Ana", &mut self.studio.socket), ("a spectator", &mut self.spectator)] {
            let heard = Value::from(leaks::heard(socket).await).to_string();
            learned.push((format!("socket of {name}"), heard));
        }
        learned.push(("log".to_owned(), self.printed.text()));
        learned
    }
}

/// The places that say this card. The document of the interface has cards as examples.
fn tell<'a>(learned: &'a Said, card: &str) -> Vec<&'a str> {
    let tells = |(place, said): &&(String, String)| !place.ends_with("/openapi.json") && says(said, card);
    learned.iter().filter(tells).map(|(place, _)| place.as_str()).collect()
}

/// A supervisor who types what the dealer typed looks at nothing: any other way to learn it is worth as much.
#[tokio::test]
async fn nothing_tells_a_supervisor_what_the_dealer_typed() {
    let (printed, _log) = Printed::begin();
    let mut watched = Box::pin(Watched::begin(printed)).await;
    watched.dealer_types("Kd").await;
    let learned = watched.learned().await;
    assert_eq!(tell(&learned, "Kd"), [""; 0]);
    assert!(tell(&learned, "9h").len() > watched.callers.len(), "the first card is public: {learned:?}");

    watched.supervisor_types("Kc").await;
    let learned = watched.learned().await;
    assert_eq!(
        (tell(&learned, "Kd"), tell(&learned, "Kc")),
        (vec![], vec![]),
        "both hear only that they differ"
    );
    assert_eq!(watched.studio.status().await["finding"]["tries"], 1);

    watched.dealer_types("Kd").await;
    watched.supervisor_types("Kd").await;
    let learned = watched.learned().await;
    let told = tell(&learned, "Kd");
    for place in ["socket of Ana", "socket of a spectator", "log"] {
        assert!(told.contains(&place), "now {place} has it: {told:?}");
    }
    for Caller { name, .. } in &watched.callers {
        let table = format!("{name}: GET /api/v1/tables/{SLOW}");
        assert!(told.contains(&table.as_str()), "now {name} reads it: {told:?}");
    }
    assert_eq!(tell(&learned, "Kc"), [""; 0], "a wrong try stays hidden");
    watched.studio.server.stop().await;
}

/// What everybody sees of the round.
async fn shown(studio: &Studio) -> [Value; 3] {
    let snapshot = studio.server.spectator().await.watch(SLOW).await;
    ["cards", "shoe", "phase"].map(|part| snapshot["table"][part].clone())
}

#[tokio::test]
async fn a_key_that_is_revoked_in_the_middle_of_a_round_deals_no_card_more() {
    let mut studio = Studio::open().await;
    let address = studio.server.address;
    studio.begin().await;
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("9h Kd").await;
    let revoked = studio.ann.act(&studio.server, "/1/revoke", json!({"why": "stolen"})).await;
    assert_eq!(revoked.status, 200, "{revoked:?}");
    let (mut said, code) = studio.shoe.rest().await;
    said.retain(|word| word != "gate");
    assert_eq!((said, code), (vec!["revoked".to_owned()], Some(1008)));
    studio.socket.receive_until(|message| message["event"]["what"] == "device_lost").await;
    let lost = studio.status().await;
    assert_eq!((&lost["device_id"], &lost["waits_for"]), (&Value::Null, &json!("device")), "{lost}");
    assert_eq!(lost["gate"], json!({"open": false, "slot": null, "why": "deal"}));
    let before = shown(&studio).await;
    let two = json!({"player": {"cards": ["9h"], "total": 9}, "banker": {"cards": ["Kd"], "total": 0}});
    assert_eq!(before[0], two);

    // The thief lets a card pass without a line, and comes with it.
    studio.shoe.hang_up();
    studio.shoe.card(3, "Ks").await;
    assert_eq!(studio.shoe.hello(address).await, refused("revoked"));
    assert_eq!(studio.shoe.rest().await, (vec![], Some(1008)));
    assert_eq!(shown(&studio).await, before, "no third card");

    let body = json!({"round": round_of(&before[1])});
    let path = format!("/api/v1/tables/{SLOW}/void");
    let voided = http::post(address, &path, Some(&studio.one), &body).await;
    assert_eq!(voided.status, 200, "{voided:?}");
    let told = studio.socket.receive_type("you_voided").await;
    assert_eq!((&told["round"], &told["returned"]), (&body["round"], &json!(10_000)), "{told}");
    assert_eq!(studio.server.balance(&studio.ana).await, 1_000_000);
    studio.server.stop().await;
}
