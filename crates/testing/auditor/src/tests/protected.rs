//! Protection of patrons and accounts: mistakes about them, and the laws that find them.

use super::*;
use crate::attempts::Attempts;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Patron 1 limits the stakes of a day before the first slip, asks for more, and confirms it a day later; then the
/// house excludes the patron, who has opened an account.
fn protected() -> String {
    let entry = |seq: u32, at: i64, by: &str, why: &str, rest: &str| {
        format!(
            r#"INSERT INTO house_event VALUES ({seq}, {at},
                '{{"type":"changed","by":"{by}","why":"{why}","entity":{{"kind":"protection","patron":1{rest}}}}}',
                zeroblob(32)); INSERT INTO entity_entry VALUES ('protection', 1, {seq});"#
        )
    };
    let waits = format!(r#","pending":{{"stake_day":{{"value":9000,"from":{}}}}}"#, 50 + DAY_MS);
    let more = r#","limits":{"stake_day":9000}"#;
    [
        "UPDATE event SET at = seq * 10;".to_owned(),
        "UPDATE statement SET at = CASE kind || revision
            WHEN 'settled1' THEN 140 WHEN 'voided1' THEN 180 WHEN 'corrected2' THEN 240 WHEN 'corrected3' THEN 270
            ELSE 0 END;"
            .to_owned(),
        entry(5, 1, "patron:1", "", r#","limits":{"stake_day":1900}"#),
        entry(6, 50, "patron:1", "", &format!(r#","limits":{{"stake_day":1900}}{waits}"#)),
        entry(7, 50 + DAY_MS, "patron:1", "", more),
        entry(8, 60 + DAY_MS, "staff:3", "x", &format!(r#"{more},"exclusion":{{"by_house":true}}"#)),
        "INSERT INTO entity VALUES ('protection', 1, NULL, 8);".to_owned(),
        r#"INSERT INTO house_event VALUES (9, 172800000, '{"type":"changed","by":"patron:1",
            "entity":{"kind":"account","patron":1,"nickname":"Ada"}}', zeroblob(32));
        INSERT INTO entity VALUES ('account', 1, 'ada', 9);
        INSERT INTO entity_entry VALUES ('account', 1, 9);"#
            .to_owned(),
    ]
    .concat()
}

/// What the patron, the member of staff and everybody else observed.
fn observers(sound: &mut Sound) {
    let limits = |value: u64| ProtectionAsk::Limits(BTreeMap::from([("stake_day".to_owned(), Some(value))]));
    let state = |value: u64, pending: &[(&str, PendingLimit)]| ProtectionState {
        limits: BTreeMap::from([("stake_day".to_owned(), value)]),
        pending: pending.iter().map(|(kind, own)| ((*kind).to_owned(), *own)).collect(),
        ..ProtectionState::default()
    };
    let waits = PendingLimit { value: Some(9_000), from: 50 + DAY_MS };
    sound.patrons[0].protection = vec![
        ProtectionRequest { ask: limits(1_900), answer: ProtectionAnswer::Done(state(1_900, &[])) },
        ProtectionRequest { ask: ProtectionAsk::Pause(9), answer: ProtectionAnswer::Refused },
        ProtectionRequest {
            ask: limits(9_000),
            answer: ProtectionAnswer::Done(state(1_900, &[("stake_day", waits)])),
        },
        ProtectionRequest { ask: ProtectionAsk::Pause(9), answer: ProtectionAnswer::Unknown },
        ProtectionRequest { ask: ProtectionAsk::Confirm, answer: ProtectionAnswer::Done(state(9_000, &[])) },
    ];
    let excluded = ExclusionRequest { by: 3, patron: 1, attempts: done() };
    sound.supervisors.exclusions.insert("x".to_owned(), excluded);
    let opened = AccountRequest { patron: 1, attempts: done() };
    sound.people.accounts.insert("Ada".to_owned(), opened);
}

/// The deviations after this SQL was run on the protected house, with these changes of what was observed.
fn deviations_of(sql: &str, change: impl FnOnce(&mut Sound)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = fixture::write(folder.path());
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(OPENED).unwrap();
    conn.execute_batch(&protected()).unwrap();
    conn.execute_batch(sql).unwrap();
    drop(conn);
    let mut sound = Sound::observed(sqlite(&path).unwrap());
    observers(&mut sound);
    change(&mut sound);
    let deviations = sound.deviations(&Record::default(), Moment::Midway);
    // The fixture's rounds close at once, and its events have dates here.
    deviations.into_iter().filter(|deviation| !deviation.starts_with("order")).collect()
}

#[test]
fn a_house_with_protected_patrons_passes() {
    assert_eq!(deviations_of("", |_| ()), [""; 0]);
}

const PLANTED: &str = r#"
a slip over a limit
    UPDATE house_event SET body = replace(body, '1900', '1899') WHERE seq IN (5, 6)
    > limits: table 1 event 17: slip ffffffffffffffffffffffffffffffff of patron 1 was accepted, and 1600 + 300 is over stake_day 1899

a slip during a pause
    UPDATE house_event SET body = replace(body, '1900}', '1900},"paused_until":45') WHERE seq = 5
    > limits: table 1 event 4: slip aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa of patron 1 was accepted, and they may not wager
    > protection: patron 1: ProtectionRequest

a slip during an exclusion
    UPDATE house_event SET at = 2 WHERE seq >= 8
    > limits: table 1 event 4: slip aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa of patron 1 was accepted, and they may not wager

a limit that is loosened too soon
    UPDATE house_event SET at = 60 WHERE seq = 7
    > protection: entry 7 about patron 1 by patron:1 loosens stake_day from 1900 to Some(9000)

a limit that is loosened by the house
    UPDATE house_event SET body = replace(body, 'patron:1', 'house') WHERE seq = 7
    > protection: entry 7 about patron 1 by house is a change that they may not make

a limit that nobody asked for
    UPDATE house_event SET body = replace(body, '1900', '1901') WHERE seq IN (5, 6)
    > protection: patron 1: ProtectionRequest

a limit that is lost
    DELETE FROM house_event WHERE seq IN (7, 8)
    > protection: patron 1: ProtectionRequest { ask: Confirm
    > protection: exclusion x was acknowledged and is lost

an exclusion that ends
    INSERT INTO house_event SELECT 10, at + 1, body, hash FROM house_event WHERE seq = 7
    > protection: entry 10 about patron 1 by patron:1 ends an exclusion before None
    > protection: patron 1: nobody asked for

an exclusion without a reason
    UPDATE house_event SET body = replace(body, '"x"', '""') WHERE seq = 8
    > protection: entry 8 about patron 1 by staff:3 is a change that they may not make

an account of another
    UPDATE house_event SET body = replace(body, 'patron:1', 'patron:2') WHERE seq = 9
    > accounts: account Ada was

an account that is lost
    DELETE FROM house_event WHERE seq = 9
    > accounts: account Ada was acknowledged and is lost
"#;

#[test]
fn mistakes_about_protection_and_accounts_are_found() {
    for (name, sql, laws) in planted(PLANTED) {
        let deviations = deviations_of(&sql, |_| ());
        for (law, what) in laws {
            assert_found(name, &deviations, law, what);
        }
    }
}

#[test]
fn mistakes_in_what_was_observed_of_protection_are_found() {
    type Change = fn(&mut Sound);
    let mistakes: [(&str, Change, &str, &str); 5] = [
        (
            "a request that was refused",
            |sound| sound.patrons[0].protection[0].answer = ProtectionAnswer::Refused,
            "protection",
            "is lost or came to something else",
        ),
        (
            "a request that came to something else",
            |sound| sound.patrons[0].protection[0].ask = ProtectionAsk::Pause(1),
            "protection",
            "is lost or came to something else",
        ),
        (
            "a change that nobody asked for",
            |sound| _ = sound.patrons[0].protection.pop(),
            "protection",
            "nobody asked for",
        ),
        (
            "an exclusion that was refused",
            |sound| {
                let mut attempts = Attempts::default();
                attempts.send();
                attempts.refuse_without_settling();
                sound.supervisors.exclusions.values_mut().for_each(|own| own.attempts = attempts);
            },
            "protection",
            "exclusion x was refused, and yet there is",
        ),
        (
            "a session that counts after its end",
            |sound| sound.people.contradictions.push("a session has ended, and counts".to_owned()),
            "accounts",
            "a session has ended, and counts",
        ),
    ];
    for (name, change, law, what) in mistakes {
        assert_found(name, &deviations_of("", change), law, what);
    }
    // What got no answer may be there or not.
    let unknown = |sound: &mut Sound| {
        sound.patrons[0].protection.iter_mut().for_each(|own| own.answer = ProtectionAnswer::Unknown);
    };
    assert_eq!(deviations_of("", unknown), [""; 0]);
}
