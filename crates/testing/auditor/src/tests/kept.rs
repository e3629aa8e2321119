//! What the house keeps, and its managers: mistakes about entities and passwords, and the laws that find them.

use super::*;
use crate::attempts::Attempts;

/// Two managers of staff: the first was renamed and replaced the password once more.
const KEPT: &str = r#"
    INSERT INTO house_event VALUES
        (5, 0, '{"type":"changed","by":"staff:1","why":"a","entity":{"kind":"staff","id":1,"name":"Ann"}}', zeroblob(32)),
        (6, 0, '{"type":"changed","by":"staff:2","why":"b","entity":{"kind":"staff","id":2,"name":"Bob"}}', zeroblob(32)),
        (7, 0, '{"type":"changed","by":"staff:1","why":"c","entity":{"kind":"staff","id":1,"name":"Carl"}}', zeroblob(32));
    INSERT INTO entity VALUES ('staff', 1, 'carl', 7), ('staff', 2, 'bob', 6);
    INSERT INTO entity_entry VALUES ('staff', 1, 5), ('staff', 2, 6), ('staff', 1, 7);
    INSERT INTO credential VALUES ('password', 'staff:1', 'staff', 1, 'd', NULL);"#;

fn change(number: u32, name: &str, expected: u64, entry: u64, password: Password) -> ChangeRequest {
    let entry = Some(entry);
    let (by, name, roles) = (format!("staff:{number}"), name.to_owned(), Vec::new());
    ChangeRequest { number, by, name, roles, expected, password, attempts: done(), entry }
}

fn replaces(before: &str) -> Password {
    Password::Replaces(before.to_owned())
}

fn sent(sent: usize, acknowledged: bool) -> Attempts {
    let mut attempts = Attempts::default();
    (0..sent).for_each(|_| attempts.send());
    if acknowledged {
        attempts.acknowledge();
    } else {
        attempts.refuse_without_settling();
    }
    attempts
}

/// What the managers of [`KEPT`] observed: each change, a replacement, and another that was refused.
fn managers() -> ManagerObservations {
    let changes = [
        ("a", change(1, "Ann", 0, 5, Password::First)),
        ("b", change(2, "Bob", 0, 6, Password::Stays)),
        ("c", change(1, "Carl", 5, 7, replaces("a"))),
    ];
    let replace =
        |acknowledged| ReplaceRequest { number: 1, before: "c".to_owned(), attempts: sent(1, acknowledged) };
    ManagerObservations {
        changes: changes.map(|(id, change)| (id.to_owned(), change)).into(),
        replacements: [("d", replace(true)), ("e", replace(false))]
            .map(|(id, request)| (id.to_owned(), request))
            .into(),
        floor: FloorObservations::default(),
    }
}

/// The deviations after this SQL was run on the file of the house, with these observations.
fn deviations_of(sql: &str, managers: ManagerObservations) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = fixture::write(folder.path());
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(OPENED).unwrap();
    conn.execute_batch(KEPT).unwrap();
    conn.execute_batch(sql).unwrap();
    drop(conn);
    let sound = Sound { managers, ..Sound::observed(sqlite(&path).unwrap()) };
    sound.deviations(&Record::default(), Moment::Midway)
}

#[test]
fn a_house_with_managers_passes() {
    assert_eq!(deviations_of("", managers()), [""; 0]);
}

const PLANTED: &str = r#"
an entity whose row is not its latest entry
    UPDATE entity SET seq = 5 WHERE number = 1
    > entities: the latest entries are

an entity whose row has no name
    UPDATE entity SET name = NULL WHERE number = 1
    > entities: staff 1 has the name None

an entity without a row
    DELETE FROM entity WHERE number = 2
    > entities: the latest entries are

an entity without its entry
    INSERT INTO entity VALUES ('staff', 3, 'eve', 9); INSERT INTO entity_entry VALUES ('staff', 3, 9)
    > entities: the latest entries are
    > entities: ("staff", 3, 9) is an entry of an entity, and no log has it

two with one name
    UPDATE house_event SET body = replace(body, 'Carl', 'BOB') WHERE seq = 7
    > entities: entry 7 gives Some("bob")
    > managers: change c was

a change that is lost
    DELETE FROM house_event WHERE seq = 7
    > managers: change c was acknowledged and is lost
    > managers: staff 1 was given the password a, and has Some("d")

a change that nobody sent
    INSERT INTO house_event SELECT 8, 0, replace(body, '"b"', '"x"'), hash FROM house_event WHERE seq = 6
    > managers: change x was never sent

a change in the name of an enrolment
    INSERT INTO house_event SELECT 8, 0, replace(replace(body, '"b"', '"enrolled"'), 'Bob', 'Zoe'), hash
    FROM house_event WHERE seq = 6
    > managers: change enrolled was never sent

a change that happened twice
    INSERT INTO house_event SELECT 8, 0, body, hash FROM house_event WHERE seq = 6
    > managers: change b is there 2 times

a password that is lost
    DELETE FROM credential
    > managers: staff 1 was given the password d, and has None

a password of before
    UPDATE credential SET body = 'c'
    > managers: staff 1 was given the password d, and has Some("c")

a password that was refused
    UPDATE credential SET body = 'e'
    > managers: staff 1 has the password e, which was refused or never sent
"#;

#[test]
fn mistakes_about_what_the_house_keeps_are_found() {
    for (name, sql, laws) in planted(PLANTED) {
        let deviations = deviations_of(&sql, managers());
        for (law, what) in laws {
            assert_found(name, &deviations, law, what);
        }
    }
}

#[test]
fn mistakes_in_answers_to_managers_are_found() {
    let mut outdated = managers();
    outdated.changes.get_mut("c").unwrap().expected = 4;
    let mut refused = managers();
    refused.changes.get_mut("b").unwrap().attempts = sent(1, false);
    let mut twice = managers();
    twice.replacements.get_mut("e").unwrap().attempts = done();
    let mut elsewhere = managers();
    elsewhere.changes.get_mut("b").unwrap().entry = Some(5);
    for (name, managers, what) in [
        ("a change of another state", outdated, "change c was"),
        ("a refused change", refused, "change b was refused, and yet there is"),
        ("a password replaced twice", twice, "c was replaced by d and by e"),
        ("an entry of another number", elsewhere, "change b was"),
    ] {
        assert_found(name, &deviations_of("", managers), "managers", what);
    }
    // What got no answer may be there or not.
    let mut unknown = managers();
    let request = unknown.replacements.get_mut("e").unwrap();
    (request.attempts, request.before) = (Attempts::default(), "d".to_owned());
    request.attempts.send();
    for password in ["d", "e"] {
        let sql = format!("UPDATE credential SET body = '{password}'");
        assert_eq!(deviations_of(&sql, unknown.clone()), [""; 0], "{password}");
    }
}
