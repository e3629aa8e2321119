//! `punto audit` on a table whose house rules changed between two shoes: each round is held to the rules of its own,
//! which the database alone tells.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use audit::{Trust, Walk};
use baccarat::{Card, CoupRecord, Deal, HouseRules, Outcome, Step};
use house::ports::{Entropy, ReadStore as _, StoreFailure};
use house::rulebook::name_of;
use house::{House, Pass, SystemClock, default_tables};
use journal::{Digest, HouseEvent, Record, StoredEntry};
use money::Stake;
use rusqlite::Connection;
use serde_json::{Value, json};
use store::SqliteStore;
use table::{EntryTerms, Event, PatronId, RawWager, RequestId, RoundRef, Settings, TableId};
use tempfile::TempDir;

use crate::played::{self, close, correct_there_and_back, file, quick, run, stored_round};
use crate::support::{audited, is_clean, text};

/// No number of a built-in table: all that is known of it is in the database.
const TABLE: TableId = TableId(9);
const STAKE: u64 = 10_000;

/// Shoes of four rounds, in which Banker pays these odds.
fn rules(banker: &str) -> Arc<HouseRules> {
    let text = HouseRules::builtin_text("live-commission").unwrap();
    let text =
        text.replace("kind = \"cut_card\"\nfrom_end = 14\nmore_rounds = 1", "kind = \"rounds\"\nrounds = 4");
    Arc::new(text.replace("odds = \"0.95\"", &format!("odds = \"{banker}\"")).parse().unwrap())
}

fn table(banker: &str) -> Settings {
    Settings { id: TABLE, rules: rules(banker), timings: quick(40), ..default_tables().remove(0) }
}

/// Gives the same seed again and again: of a shoe whose first round Banker wins.
struct BankerFirst([u8; 32]);

impl BankerFirst {
    fn new() -> Self {
        let rules = rules("0.95");
        let wins = |seed: &[u8; 32]| {
            let shoe = fair::shuffle(seed, rules.decks);
            let burned = 1 + usize::from(rules.burn.face_down(shoe[0].points()));
            let mut deal = Deal::new();
            for card in &shoe[burned..] {
                match deal.draw(*card) {
                    Step::More(more) => deal = more,
                    Step::Done(coup) => return coup.outcome() == Outcome::Banker,
                }
            }
            false
        };
        Self((0..=u8::MAX).map(|byte| [byte; 32]).find(wins).unwrap())
    }
}

impl Entropy for BankerFirst {
    fn seed(&self) -> Result<[u8; 32], StoreFailure> {
        Ok(self.0)
    }
}

async fn open(store: &Arc<SqliteStore>, banker: &str) -> House {
    let (table, entropy) = (table(banker), Arc::new(BankerFirst::new()));
    House::start(store.clone(), Arc::new(SystemClock), entropy, vec![table]).await.unwrap()
}

/// Wagers on Banker in every round until the first one of this shoe is over, which Banker wins; returns that one.
async fn play(house: &House, patron: PatronId, shoe_no: u32) -> RoundRef {
    let wager = [RawWager { spot: "banker".to_owned(), stake: Some(Stake::new(STAKE).unwrap()) }];
    let mut played: Vec<RoundRef> = Vec::new();
    loop {
        if let Some(first) = played.iter().find(|round| round.shoe_no == shoe_no)
            && stored_round(house, TABLE, *first).await.is_some_and(|stored| stored.revision > 0)
        {
            return *first;
        }
        let round = house.snapshot(TABLE).unwrap().view.round.filter(|round| !played.contains(round));
        if let Some(round) = round {
            let id = RequestId(u128::from(round.shoe_no) << 16 | u128::from(round.round_no));
            house.take_seat(patron, TABLE, Pass::default()).await.unwrap();
            let placed = house.place_slip(patron, TABLE, round, id, wager.to_vec(), house.now()).await;
            played.extend(placed.is_ok().then_some(round));
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

fn outcome(cards: &[Card]) -> Outcome {
    CoupRecord { cards: cards.to_vec() }.into_coup(8).unwrap().outcome()
}

/// What a round adds to the patron's cash.
fn brought(outcome: Outcome, profit: i64) -> i64 {
    match outcome {
        Outcome::Banker => profit,
        Outcome::Player => -i64::try_from(STAKE).unwrap(),
        Outcome::Tie => 0,
    }
}

/// Holds the patron's cash to what every round brought by its cards and the odds of its shoe.
async fn adds_up(store: &SqliteStore, patron: PatronId, profits: [i64; 2]) {
    let won = store.patron_rounds(patron, None, 500).await.unwrap().into_iter().map(|played| {
        let profit = profits[usize::from(played.round.shoe_no > 1)];
        brought(outcome(&played.cards), profit)
    });
    let expected = i64::try_from(house::patrons::GIFT).unwrap() + won.sum::<i64>();
    let (wallet, held) = (store.wallet(patron).await.unwrap().wallet, store.held(patron).await.unwrap());
    assert_eq!(
        i64::try_from(wallet.cash.minor() + held.minor()).unwrap(),
        expected,
        "{wallet:?}, {held:?} held"
    );
}

/// A house that played its first shoe under one odds, and the next under others, and corrected a round of each.
fn played([one, two]: [(&str, i64); 2]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = played::open(folder.path());
    run(async {
        let house = open(&store, one.0).await;
        let patron = house.new_guest("Ann").await.unwrap().0.id;
        let first = play(&house, patron, 1).await;
        house.shutdown().await;
        // The first shoe is not at its end: it goes on under the rules that it began with.
        let house = open(&store, two.0).await;
        let second = play(&house, patron, 2).await;
        for (round, profit) in [(first, one.1), (second, two.1)] {
            let cards = correct_there_and_back(&house, TABLE, round).await;
            let difference = brought(outcome(&cards), profit);
            let record = house.round(TABLE, round).await.unwrap().unwrap();
            let (_, proposal, _) = record.proposals().last().unwrap();
            assert_eq!(proposal.patrons[0].difference(), difference, "{round}");
        }
        house.shutdown().await;
        adds_up(&store, patron, [one.1, two.1]).await;
    });
    close(store);
    folder
}

#[test]
fn each_shoe_is_held_to_its_own_rules_with_nothing_but_the_database() {
    let folder = played([("0.95", 9_500), ("0.5", 5_000)]);
    is_clean(&["--data", text(folder.path())]);

    // Changed odds on record, with every later digest computed again, are a deviation where a shoe names them.
    let deviation = walked(folder.path(), Vec::new(), |entry| {
        if let Ok(HouseEvent::HouseRulesUsed { text, .. }) = serde_json::from_str(&entry.body) {
            let text = text.replace("odds = \"0.95\"", "odds = \"0.9\"");
            let name = name_of(&text.parse().unwrap());
            entry.body = serde_json::to_string(&HouseEvent::rules_used(name, text)).unwrap();
        }
    });
    assert!(deviation.contains("table 9, event 1: house rules live-commission with digest"), "{deviation}");

    // A changed text alone is a deviation there.
    let conn = Connection::open(file(folder.path())).unwrap();
    conn.execute_batch(
        "DROP TRIGGER house_event_is_never_changed;
         UPDATE house_event SET body = replace(body, '0.95', '0.96') WHERE seq = 1",
    )
    .unwrap();
    let (status, report) = audited(&["--data", text(folder.path())]);
    assert_eq!((status, &report["place"]), (Some(1), &json!("house event 1")), "{report}");
    let (expected, there) = (report["expected"].as_str().unwrap(), report["found"].as_str().unwrap());
    assert!(expected.starts_with("house rules live-commission whose text has digest"), "{expected}");
    assert!(there.starts_with("the text of the house rules live-commission has digest"), "{there}");
}

/// A house that played before its shoes named their rules is held to those that are given.
#[test]
fn what_names_no_rules_is_held_to_those_given() {
    let folder = played([("0.95", 9_500), ("0.95", 9_500)]);
    let deviation = |settings: Vec<Settings>| {
        walked(folder.path(), settings, |entry| {
            if entry.log == TABLE {
                let mut body: Value = serde_json::from_str(&entry.body).unwrap();
                body.as_object_mut().unwrap().remove("rules");
                body.get_mut("agreed").and_then(Value::as_object_mut).map(|agreed| agreed.remove("rules"));
                // Written as the program writes it: its members in their own order.
                let event: Event = serde_json::from_value(body).unwrap();
                entry.body = serde_json::to_string(&event).unwrap();
            }
        })
    };
    assert_eq!(deviation(vec![table("0.95")]), "nothing");
    let others = deviation(vec![table("0.5")]);
    assert!(others.starts_with("table 9, event "), "{others}");
    let none = deviation(Vec::new());
    assert!(none.starts_with("table 9, event 1: house rules of the table among those given"), "{none}");
}

#[test]
fn seats_that_a_table_took_are_not_held_against_how_many_it_has_today() {
    let folder = played([("0.95", 9_500), ("0.95", 9_500)]);
    let full = Settings { entry: EntryTerms { capacity: Some(0), ..EntryTerms::default() }, ..table("0.95") };
    assert_eq!(walked(folder.path(), vec![full], |_| {}), "nothing");
}

/// The deviation that the walk finds after `change` on every entry, with all digests computed again.
fn walked(folder: &Path, settings: Vec<Settings>, change: impl Fn(&mut StoredEntry)) -> String {
    let (mut walk, mut deviation, mut last) = (Walk::new(settings, Trust::default()), None, BTreeMap::new());
    let read = SqliteStore::records(&file(folder), &mut |mut record| {
        if let Record::Entry(entry) = &mut record {
            change(entry);
            let last = last.entry(entry.log).or_insert(Digest::start(entry.log));
            *last = entry.digest_after(*last);
            entry.digest = Some(*last);
        }
        deviation = walk.take(record).err();
        deviation.is_none()
    });
    read.unwrap();
    let deviation = deviation.or_else(|| walk.finish().err());
    deviation.map_or_else(|| "nothing".to_owned(), |deviation| deviation.to_string())
}
