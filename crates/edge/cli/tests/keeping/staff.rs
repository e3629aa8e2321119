//! `punto staff`: the first manager enrols, tokens let programs in, and the file of an earlier version is imported.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use house::SystemClock;
use house::people::totp::TotpBody;
use house::ports::Clock as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::support::{Serving, Talk, audited, done, punto, punto_fed, text};

#[test]
fn a_token_lets_a_program_in_until_its_owner_is_disabled() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path())];
    let staff = |args: &[&str]| done(&[&["staff"], args, &place].concat());
    let added = staff(&["add", "Ann Lee", "--role", "manager", "--role", "supervisor"]);
    assert_eq!((&added["staff_id"], &added["roles"]), (&json!(1), &json!(["supervisor", "manager"])));
    let token = staff(&["token", "ann lee", "--role", "supervisor", "--days", "1"])["token"].clone();
    let header = format!("Authorization: Bearer {}\r\n", token.as_str().unwrap());

    let serving = Serving::start(&place);
    assert!(serving.answer("/api/v1/staff/me", &header).contains("\"Ann Lee\""));
    assert!(serving.answer("/api/v1/tables/1/corrections", &header).contains("200 OK"));
    let managers_only = serving.answer("/api/v1/staff", &header);
    assert!(managers_only.contains("not_allowed"), "a token has its own roles: {managers_only}");
    punto(&[&["staff", "list"], &place[..]].concat()).failed(1, "");
    serving.stop();

    assert_eq!(staff(&["disable", "Ann Lee"])["disabled"], true);
    let serving = Serving::start(&place);
    assert!(serving.answer("/api/v1/staff/me", &header).contains("unauthenticated"));
    serving.stop();
    let (status, audit) = audited(&place);
    assert_eq!((status, &audit["clean"]), (Some(0), &json!(true)), "{audit}");
}

#[test]
fn codes_and_names_are_printed_once_and_errors_say_what_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path())];
    let staff = |args: &[&str]| punto(&[&["staff"], args, &place].concat());
    let (status, shown) = staff(&["add", "Ann", "--role", "manager"]).text();
    let (heading, code) = shown.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(status, Some(0));
    assert!(heading.starts_with("Staff 1, Ann, enrols with this code"), "{shown}");
    assert!(code.len() == 29 && code.split('-').all(|group| group.len() == 4), "{code}");
    let (_, reset) = staff(&["reset", "Ann"]).text();
    assert!(!reset.contains(code), "{reset}");
    for (args, status, expected) in [
        (&["add", "ann", "--role", "manager"][..], 1, "somebody has this name"),
        (&["add", "A\u{202e}", "--role", "manager"], 1, "but not U+202E"),
        (&["add", "Ben", "--role", "owner"], 2, "a role is dealer, supervisor, manager or auditor"),
        (&["add", "Ben"], 2, "--role"),
        (&["token", "Ben", "--role", "manager", "--days", "1"], 1, "no member of staff has this name"),
        (&["token", "Ann", "--role", "auditor", "--days", "1"], 1, "that its owner holds"),
        (&["token", "Ann", "--role", "manager", "--days", "400"], 1, "lasts 1 to 366 days"),
        (&["disable", "Ben"], 1, "no member of staff has this name"),
    ] {
        staff(args).failed(status, expected);
    }
    let (_, listed) = staff(&["list"]).text();
    assert_eq!(listed, "1 Ann: manager\n");
}

#[test]
fn a_display_name_is_given_changed_and_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path())];
    let staff = |args: &[&str]| punto(&[&["staff"], args, &place].concat());
    let shown = |args: &[&str]| done(&[&["staff", "display-name"], args, &place].concat());
    let added = done(
        &[&["staff", "add", "Dan Fox", "--role", "dealer", "--display-name", "Dan"], &place[..]].concat(),
    );
    assert_eq!((&added["name"], &added["display_name"]), (&json!("Dan Fox"), &json!("Dan")), "{added}");
    staff(&["add", "Eve Lee", "--role", "dealer"]).text();
    let (_, listed) = staff(&["list"]).text();
    assert_eq!(listed, "1 Dan Fox, seen as Dan: dealer\n2 Eve Lee: dealer\n");
    assert_eq!(shown(&["eve lee", "Dan"])["display_name"], "Dan", "two may have the same");
    assert_eq!(shown(&["Dan Fox", "--none"]).get("display_name"), None);
    let (_, said) = staff(&["display-name", "Dan Fox", "--none"]).text();
    assert_eq!(said, "Everybody sees staff 1, Dan Fox, as Dealer 1.\n");
    let (_, said) = staff(&["display-name", "Dan Fox", "Rosa"]).text();
    assert_eq!(said, "Everybody sees staff 1, Dan Fox, as Dealer Rosa.\n");
    for (args, status, expected) in [
        (&["display-name", "Dan Fox"][..], 2, "<DISPLAY_NAME>"),
        (&["display-name", "Dan Fox", "Dan", "--none"], 2, "--none"),
        (&["display-name", "Ann", "Dan"], 1, "no member of staff has this name"),
        (&["display-name", "Dan Fox", "D\u{202e}an"], 1, "the display name is not accepted"),
        (&["add", "Cid", "--role", "dealer", "--display-name", "-"], 1, "the display name is not accepted"),
    ] {
        staff(args).failed(status, expected);
    }
    let (status, audit) = audited(&place);
    assert_eq!((status, &audit["clean"]), (Some(0), &json!(true)), "{audit}");
}

#[test]
fn supervisors_of_an_earlier_version_are_imported_with_their_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let (place, file) = (["--data", text(folder.path())], folder.path().join("supervisors.txt"));
    let digest = Sha256::digest("old secret");
    let hash = digest.iter().fold(String::new(), |hash, byte| hash + &format!("{byte:02x}"));
    let import = || punto(&[&["staff", "import", text(&file)], &place[..]].concat());
    import().failed(1, "supervisors.txt: ");
    for (stored, mode, expected) in [
        (
            format!("3 {hash} Ann\n"),
            0o640,
            "its mode is 0640: other users can access it; run `chmod 600` on it",
        ),
        ("Ann\n".to_owned(), 0o600, "line 1: a line starts with a number from 1, not \"Ann\""),
    ] {
        fs::write(&file, stored).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        import().failed(1, expected);
    }
    fs::write(&file, format!("# Ours.\n3  {hash}  Ann Lee\n5  -  Ben\n")).unwrap();
    let (status, listed) = import().text();
    assert_eq!((status, listed.as_str()), (Some(0), "3 Ann Lee: supervisor\n5 Ben: supervisor, disabled\n"));
    import().failed(1, "somebody has this name");
    let serving = Serving::start(&place);
    let answer = serving.answer("/api/v1/staff/me", "Authorization: Bearer old secret\r\n");
    assert!(answer.contains("\"staff_id\":3"), "{answer}");
}

/// Feeds `punto staff enrol` like a person does, who reads the secret before they type the first code of it. Returns
/// the password and the recovery codes.
pub(crate) fn enrol(name: &str, place: &[&str], code: &str) -> (&'static str, Vec<String>) {
    let password = "green kettle unrolled";
    let mut talk = Talk::start(&[&["staff", "enrol", name], place].concat());
    talk.say(code);
    talk.say(password);
    let heading = talk.line();
    assert_eq!(heading, "Add this secret to an authenticator app, by hand or as a QR code of the address:");
    let factor = TotpBody { secret: talk.line(), last_step: 0, confirmed: false };
    let shown = name.replace(' ', "%20");
    assert!(talk.line().starts_with(&format!("otpauth://totp/Punto:{shown}?secret=")));
    let right = factor.code(SystemClock.now()).unwrap();
    talk.say(if right == "000000" { "111111" } else { "000000" });
    assert!(talk.line().starts_with("This code is wrong"));
    talk.say(&right);
    let told = talk.end();
    let codes = told.lines().filter(|line| line.contains('-') && !line.contains(' ')).map(str::to_owned);
    (password, codes.collect())
}

#[test]
fn a_member_of_staff_enrols_at_the_terminal_in_a_store_or_at_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let store = ["--data", text(folder.path())];
    let added = done(&[&["staff", "add", "Ann Lee", "--role", "manager"], &store[..]].concat());
    let wrong = |place: &[&str]| {
        let args = [&["staff", "enrol", "Ann Lee"], place].concat();
        punto_fed(&args, "aaaa-aaaa\ngreen kettle unrolled\n")
    };
    wrong(&store).failed(1, "wrong");
    let (_, codes) = enrol("Ann Lee", &store, added["code"].as_str().unwrap());
    assert_eq!(codes.len(), 10);
    let reset = done(&[&["staff", "reset", "Ann Lee"], &store[..]].concat());
    let serving = Serving::start(&store);
    let url = serving.url();
    wrong(&["--server", &url]).failed(1, "wrong_credentials");
    let (password, codes) = enrol("Ann Lee", &["--server", &url], reset["code"].as_str().unwrap());
    let log_in = json!({"name": "Ann Lee", "password": password, "code": codes[0]});
    let answer = serving.post("/api/v1/staff/sessions", &log_in);
    assert!(answer.contains("201 Created") && answer.contains("\"token\""), "{answer}");
}
