//! `punto scanner`: keys that only their owner reads and nobody overwrites, and the frozen vectors.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use scanner::{DeviceKey, Fingerprint};
use serde_json::Value;

use crate::support::{assert_refused, corpus_text, json_lines, output};

/// The public key and the fingerprint of the secret in a file.
fn public_parts(file: &Path) -> (String, String) {
    let secret = fs::read_to_string(file).expect("a file of text");
    let secret = secret.strip_suffix('\n').expect("one line");
    let secret: fair::Bytes<32> = secret.parse().expect("64 hex digits");
    let key = DeviceKey::new(secret.0).public();
    (key.to_string(), Fingerprint::of(&key).to_string())
}

#[test]
fn a_key_is_readable_by_its_owner_only_and_what_is_printed_is_public() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one.key", "other.key"].map(|name| folder.path().join(name));
    let text = output(["scanner", "keygen", "--out", one.to_str().unwrap()], "");
    let (key, fingerprint) = public_parts(&one);
    assert_eq!(text, format!("public key   {key}\nfingerprint  {fingerprint}\n"));
    let json = output(["scanner", "keygen", "--out", other.to_str().unwrap(), "--json"], "");
    let json: Value = serde_json::from_str(&json).unwrap();
    let (other_key, fingerprint) = public_parts(&other);
    assert_eq!((&json["key"], &json["fingerprint"]), (&other_key.clone().into(), &fingerprint.into()));
    assert_eq!(json["file"], other.to_str().unwrap());
    assert_ne!(key, other_key);
    for file in [&one, &other] {
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the keys alone");
}

#[test]
fn no_file_is_overwritten_by_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link] = ["device.key", "link.key"].map(|name| folder.path().join(name));
    fs::write(&file, "precious").unwrap();
    std::os::unix::fs::symlink(folder.path().join("nothing"), &link).unwrap();
    for taken in [&file, &link] {
        let args = ["scanner", "keygen", "--out", taken.to_str().unwrap()];
        assert_refused(args, "", 2, "already exists; it is not overwritten");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no part of a key is left");
    let nowhere = folder.path().join("no/device.key");
    assert_refused(["scanner", "keygen", "--out", nowhere.to_str().unwrap()], "", 1, "cannot write");
}

#[test]
fn the_vectors_are_made_from_the_seed_and_are_the_frozen_ones() {
    let text = output(["scanner", "vectors"], "");
    assert!(text.contains(&corpus_text("scanner/session.txt")), "{text}");
    assert!(text.contains("fingerprint  5647 5aa7 5463 474c\n"), "{text}");
    assert!(text.ends_with("All 16 frames, 5 digests and 2 signatures are the frozen ones.\n"), "{text}");
    let json = json_lines(&output(["scanner", "vectors", "--json"], "")).remove(0);
    let frozen: Value = serde_json::from_str(&corpus_text("scanner/vectors.json")).unwrap();
    for same in ["seed", "key", "session_digests"] {
        assert_eq!(json[same], frozen[same], "{same}");
    }
    for statement in ["enrolment", "picture"] {
        assert_eq!(json[statement]["sig"], frozen[statement]["sig"], "{statement}");
    }
    assert_eq!(json["differences"], serde_json::json!([]));
}
