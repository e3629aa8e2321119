//! Digests: frozen for what is built in, reproducible, and changed by every change.

use punto_certificate::{Certificate, Digest, Record};
use serde_json::Value;

use crate::support::{builtin, certificate, changed, json};

#[test]
fn the_built_in_rules_are_on_record() {
    let lines =
        builtin().iter().map(|certificate| format!("{}  {}\n", certificate.digest(), certificate.rules.id));
    let lines: String = lines.collect();
    for certificate in builtin() {
        let checked = Record::builtin().check(certificate);
        assert_eq!(checked, Ok(()), "if that was meant, record/builtin.txt holds from now on:\n{lines}");
    }
}

#[test]
fn the_same_document_has_the_same_bytes() {
    for made in builtin() {
        let again = certificate(&made.rules.text);
        assert_eq!(again.digest(), made.digest());
        assert_eq!(again.to_json(), made.to_json());
        assert_eq!(again.to_html(), made.to_html());
    }
}

/// The canonical form, written apart from the one under test.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            let members = names.iter().map(|name| format!("{:?}:{}", name, sorted(&members[*name])));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(sorted).collect::<Vec<_>>().join(",")),
        other => serde_json::to_string(other).unwrap(),
    }
}

#[test]
fn a_digest_can_be_checked_from_the_json_alone() {
    for certificate in builtin() {
        let document = json(certificate);
        let again = Digest::of(sorted(&document["certificate"]).as_bytes()).to_string();
        assert_eq!(document["digest"], again);
        assert_eq!(again, certificate.digest().to_string());
        let text = document["certificate"]["rules"]["text"].as_str().unwrap();
        assert_eq!(document["certificate"]["rules"]["sha256"], Digest::of(text.as_bytes()).to_string());
    }
}

#[test]
fn every_change_of_the_document_changes_the_digest() {
    let mut digests: Vec<Digest> = builtin().iter().map(Certificate::digest).collect();
    for (from, to) in [
        ("odds = \"0.95\"", "odds = \"0.96\""),
        ("more_rounds = 1", "more_rounds = 2"),
        ("zero_card = 10", "zero_card = 9"),
        ("closed_from_round = 32", "closed_from_round = 31"),
        ("\"wagers_stand\"", "\"wagers_released\""),
        ("rounding = \"down\"", "rounding = \"up\""),
        ("window = \"scroll\"", "window = \"clear\""),
        ("version = 2", "version = 3"),
        ("count = 8", "count = 6"),
        ("\"Live baccarat\"", "\"Live Baccarat\""),
        // Even where it means nothing: the certificate is of the text.
        ("[decks]", "# A remark.\n[decks]"),
        ("[decks]", " [decks]"),
    ] {
        digests.push(certificate(&changed("live-commission", from, to)).digest());
    }
    for (idx, digest) in digests.iter().enumerate() {
        assert!(!digests[..idx].contains(digest), "two documents share {digest}");
    }
}

#[test]
fn the_command_names_what_is_built_in_and_calls_the_rest_by_its_id() {
    let built_in = &builtin()[0];
    assert_eq!(built_in.command(), "punto certificate --rules live-commission");
    let own = certificate(&changed("live-commission", "zero_card = 10", "zero_card = 9"));
    assert_eq!(own.command(), "punto certificate --rules live-commission.toml", "it is not the built-in one");
}

#[test]
fn a_faulty_document_has_no_certificate() {
    let errors = Certificate::of("id = \"a\"").unwrap_err();
    assert!(errors.to_string().contains("title"), "{errors}");
}
