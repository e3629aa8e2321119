//! What a table asks of a patron who sits down: an invitation, a password, an ante, a free seat, in this order.

use money::Currency;
use punto_house::people::codes::hash;
use punto_house::people::password::Passwords;
use punto_house::{HouseRefusal, Pass, Purse, Rejection, default_tables};
use table::{Invitation, PatronId, Settings, TableId};

use crate::corrections::ONE;
use crate::test_house::{GIFT, GOLD, SALON, TestHouse, amount, code};

/// The salon with these changes, and the gold table as it is.
fn tables(change: impl FnOnce(&mut Settings)) -> Vec<Settings> {
    let mut tables = default_tables();
    change(&mut tables[0]);
    tables
}

fn invitation(patrons: &[PatronId], codes: &[&str]) -> Invitation {
    let hashes = codes.iter().map(|code| hash(code));
    Invitation { patrons: patrons.iter().copied().collect(), code_hashes: hashes.collect() }
}

fn pass(password: &str, invitation: &str) -> Pass {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Pass { password: some(password), invitation: some(invitation) }
}

/// Takes from a patron's cash, or adds to it.
async fn adjust(test: &TestHouse, patron: PatronId, purse: Purse, change: i64, id: u128) {
    let request_id = table::RequestId(id);
    test.house.adjust(patron, purse, change, ONE, "a test", request_id).await.expect("it is adjusted");
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_refused_for_the_first_reason() {
    let hash = Passwords::default().hash("correct horse", [7; 16]).await;
    let hash = hash.expect("nobody waits").expect("it hashes").hash;
    let test = TestHouse::open(tables(|salon| {
        salon.entry.invitation = Some(invitation(&[PatronId(2)], &["4711-0815"]));
        salon.entry.password_hash = Some(hash);
        salon.entry.ante = Some(amount(GIFT + 1));
        salon.entry.capacity = Some(1);
    }))
    .await;
    let (mara, noor, zoe) =
        (test.stranger("Mara").await, test.stranger("Noor").await, test.stranger("Zoe").await);
    for (patron, presented, expected) in [
        (mara, pass("", ""), "not_invited"),
        (mara, pass("correct horse", "4711"), "not_invited"),
        (mara, pass("", "4711-0815"), "wrong_password"),
        (mara, pass("wrong horse", "4711-0815"), "wrong_password"),
        (mara, pass("correct horse", "4711-0815"), "ante_not_met"),
        (noor, pass("correct horse", ""), "ante_not_met"),
    ] {
        let refused = test.house.take_seat(patron, SALON, presented).await.unwrap_err();
        assert_eq!(code(&refused), expected, "{patron:?}");
    }
    for patron in [mara, zoe] {
        adjust(&test, patron, Purse::Bonus, 1, patron.0.into()).await;
    }
    let right = || pass("correct horse", "4711-0815");
    assert!(!test.house.take_seat(mara, SALON, right()).await.unwrap().repeated, "bonus money counts");
    let full = test.house.take_seat(zoe, SALON, right()).await.unwrap_err();
    assert_eq!(full.to_string(), "all 1 seats at this table are taken");
    // Entry is judged once: a patron who sits is asked for nothing again.
    adjust(&test, mara, Purse::Cash, -1_000, 77).await;
    assert!(test.house.take_seat(mara, SALON, Pass::default()).await.unwrap().repeated);
    let test = test.restart_after(1).await;
    assert!(test.house.take_seat(mara, SALON, Pass::default()).await.unwrap().repeated);
    test.house.leave(mara, SALON, test.house.now()).await.unwrap();
    let again = test.house.take_seat(mara, SALON, right()).await.unwrap_err();
    assert_eq!(code(&again), "ante_not_met");
}

#[tokio::test(start_paused = true)]
async fn an_ante_says_what_is_asked_for_and_what_is_there() {
    let test = TestHouse::open(tables(|salon| salon.entry.ante = Some(amount(GIFT + 500)))).await;
    let patron = test.stranger("Mara").await;
    let refused = test.sit(patron, SALON).await.unwrap_err();
    let (ante, available) = (amount(GIFT + 500), amount(GIFT));
    assert_eq!(refused, Rejection::Refused(HouseRefusal::AnteNotMet { ante, available }));
    assert!(refused.to_string().contains("asks for 1000500"), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_quick_seat_is_at_the_table_with_the_highest_ante_that_is_met() {
    // Antes of tables 1 to 6; table 4 has a password, table 5 one seat, which is taken first.
    let antes = [0, 500, GIFT, GIFT, GIFT, GIFT + 1];
    let mut settings: Vec<Settings> = Vec::new();
    for (id, ante) in (1..).zip(antes) {
        let mut table = Settings { id: TableId(id), ..default_tables().remove(0) };
        table.entry.ante = Some(amount(ante));
        table.entry.capacity = Some(2);
        settings.push(table);
    }
    settings[3].entry.password_hash = Some("$argon2id$".to_owned());
    settings[4].entry.capacity = Some(3);
    let test = TestHouse::open(settings).await;
    let mut seats = Vec::new();
    for name in ["Mara", "Noor", "Zoe", "Ana", "Ben", "Eva"] {
        let patron = test.stranger(name).await;
        seats.push(test.house.quick_seat(patron).await.unwrap().table.0);
        if name == "Mara" {
            let repeated = test.house.quick_seat(patron).await.unwrap();
            assert_eq!((repeated.table.0, repeated.repeated), (5, true), "who sits there stays there");
            assert_eq!(test.house.seats_of(patron), [TableId(5)]);
        }
    }
    // Three seats at table 5 and two at table 3 have the same ante, then comes the next lower one.
    assert_eq!(seats, [5, 3, 5, 3, 5, 2]);
    let others = [test.stranger("Uma").await, test.stranger("Kim").await];
    assert_eq!(test.house.quick_seat(others[0]).await.unwrap().table.0, 2);
    assert_eq!(test.house.quick_seat(others[1]).await.unwrap().table.0, 1);
}

#[tokio::test(start_paused = true)]
async fn without_a_table_to_sit_at_a_quick_seat_says_what_is_missing() {
    let test = TestHouse::open(
        default_tables()
            .into_iter()
            .map(|mut table| {
                table.entry.ante = Some(amount(GIFT + u64::from(table.id.0)));
                table
            })
            .collect(),
    )
    .await;
    let patron = test.stranger("Mara").await;
    let (ante, available) = (Some(amount(GIFT + 1)), amount(GIFT));
    let refused = test.house.quick_seat(patron).await.unwrap_err();
    assert_eq!(refused, Rejection::Refused(HouseRefusal::NoFreeSeat { ante, available }));
    adjust(&test, patron, Purse::Cash, 2, 1).await;
    assert_eq!(test.house.quick_seat(patron).await.unwrap().table, GOLD);
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_at_a_table_in_the_currency_of_the_wallet() {
    let euro = Currency::new("EUR", 2).unwrap();
    let mut tables: Vec<_> = default_tables().into_iter().take(2).collect();
    tables[0].currency = euro;
    tables[0].entry.ante = Some(amount(1_000));
    tables[0].entry.capacity = Some(1);
    let test = TestHouse::open(tables).await;
    let patron = test.stranger("Mara").await;
    let refused = test.sit(patron, SALON).await.unwrap_err();
    let (table, wallet) = (euro, Currency::PLAY);
    assert_eq!(refused, Rejection::Refused(HouseRefusal::OtherCurrency { table, wallet }));
    assert_eq!(test.house.seats_taken(SALON), 0);
    assert_eq!(test.house.quick_seat(patron).await.unwrap().table, GOLD, "its ante is lower");
}
