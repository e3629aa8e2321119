//! Passkeys with an authenticator in software: added, used to log in, and refused.

use punto_house::Rejection;
use punto_house::people::passkey::{
    ALGORITHMS, AddedPasskey, KnownPasskey, NewPasskey, NewPasskeyOptions, PasskeyLogIn, PasskeyOptions,
    Site, UsedPasskey,
};
use punto_house::people::{NewSession, Proof, Role};
use serde_json::{Value, json};

use crate::device::Device;
use crate::people::LinesOfThisTest;
use crate::test_people::{MINUTE, PASSWORD, TestPeople, from, refused};

/// What makes an answer wrong.
type Spoil = fn(&mut UsedPasskey);

pub(crate) const ORIGIN: &str = "https://punto.example";

pub(crate) fn site() -> Site {
    ORIGIN.parse().expect("an address")
}

/// What a page passes to `navigator.credentials.create`.
pub(crate) fn creation(options: &NewPasskeyOptions) -> Value {
    let algorithms = ALGORITHMS.map(|alg| json!({"type": "public-key", "alg": alg}));
    json!({
        "rp": {"id": site().id(), "name": "Punto"},
        "user": {"id": options.user, "name": options.name, "displayName": options.name},
        "challenge": options.challenge,
        "pubKeyCredParams": algorithms,
        "excludeCredentials": descriptors(&options.known),
        "authenticatorSelection": {"residentKey": "preferred", "userVerification": "required"},
        "attestation": "none",
    })
}

/// What a page passes to `navigator.credentials.get`.
pub(crate) fn request(options: &PasskeyOptions) -> Value {
    let known = (!options.known.is_empty()).then(|| descriptors(&options.known));
    json!({
        "rpId": site().id(),
        "challenge": options.challenge,
        "allowCredentials": known,
        "userVerification": "required",
    })
}

fn descriptors(known: &[KnownPasskey]) -> Vec<Value> {
    known.iter().map(|it| json!({"type": "public-key", "id": it.id, "transports": it.transports})).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

pub(crate) fn made(answer: &Value) -> NewPasskey {
    let response = &answer["response"];
    NewPasskey {
        id: text(&answer["id"]),
        client_data: text(&response["clientDataJSON"]),
        attestation_object: text(&response["attestationObject"]),
        transports: response["transports"].as_array().expect("a list").iter().map(text).collect(),
    }
}

pub(crate) fn used(options: &PasskeyOptions, answer: &Value) -> UsedPasskey {
    let response = &answer["response"];
    UsedPasskey {
        challenge_id: options.challenge_id.clone(),
        id: text(&answer["id"]),
        client_data: text(&response["clientDataJSON"]),
        authenticator_data: text(&response["authenticatorData"]),
        signature: text(&response["signature"]),
        user_handle: response["userHandle"].as_str().map(str::to_owned),
    }
}

impl TestPeople {
    /// Adds a passkey of somebody with this proof.
    pub(crate) async fn with_passkey(
        &self,
        session: &NewSession,
        proof: &Proof<'_>,
    ) -> (Device, AddedPasskey) {
        let (who, mut device) = (self.logged_in(session).await, Device::default());
        let options = self.people.begin_passkey(&who, proof, from(1)).await.expect("it begins");
        let made = made(&device.make(ORIGIN, &creation(&options)).await.expect("it is made"));
        let added = self.people.add_passkey(&site(), &who, "phone", &made, from(1)).await;
        (device, added.expect("it is added"))
    }

    /// A challenge for any passkey, or for those of a patron with this name.
    pub(crate) async fn challenge(&self, name: Option<&str>) -> PasskeyOptions {
        self.people.begin_passkey_log_in(name, from(1)).await.expect("a challenge")
    }

    /// What this device answers to a new challenge.
    pub(crate) async fn used(&self, device: &mut Device, name: Option<&str>) -> UsedPasskey {
        let options = self.challenge(name).await;
        used(&options, &device.answer(ORIGIN, &request(&options)).await.expect("it is used"))
    }

    pub(crate) async fn let_in(&self, used: &UsedPasskey) -> Result<NewSession, Rejection> {
        let log_in = PasskeyLogIn { site: &site(), used, label: "phone" };
        self.people.log_in_with_passkey(&log_in, from(1)).await
    }

    pub(crate) async fn let_in_staff(&self, used: &UsedPasskey) -> Result<NewSession, Rejection> {
        let log_in = PasskeyLogIn { site: &site(), used, label: "" };
        self.people.log_in_staff_with_passkey(&log_in, from(1)).await
    }
}

#[tokio::test]
async fn a_passkey_lets_its_owner_in_by_itself_or_by_name() {
    let test = TestPeople::new();
    let (patron, session) = test.patron("Mara").await;
    let (mut device, added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    assert!(test.known(&session).await.is_none(), "rights changed, so the id is new");
    let who = test.logged_in(&added.session).await;
    assert_eq!(added.recovery_codes.len(), 10, "a passkey is a second factor");
    assert_eq!((added.passkey.name.as_str(), added.passkey.last_used_at), ("phone", None));

    test.pass(MINUTE);
    for name in [None, Some("mara")] {
        let used = test.used(&mut device, name).await;
        let session = test.let_in(&used).await.unwrap();
        assert_eq!(test.logged_in(&session).await.known.person(), who.known.person(), "{name:?} {patron:?}");
        assert_eq!(refused(test.let_in(&used).await), "wrong_credentials", "an answer counts once");
    }
    let listed = test.people.passkeys_of(who.known.person()).await.unwrap();
    assert_eq!((listed.len(), listed[0].last_used_at), (1, Some(test.now())));
    assert_eq!(listed[0].id, added.passkey.id);
}

#[tokio::test]
async fn a_passkey_satisfies_what_staff_need() {
    let test = TestPeople::new();
    let (_, _, session) = test.staff("Ben", &[Role::Supervisor]).await;
    let enrolled = test.enrolled("Ann", Role::Manager).await;
    assert!(test.logged_in(&enrolled).await.needs_second_factor);
    let (mut device, added) = test.with_passkey(&enrolled, &Proof::password(PASSWORD)).await;
    assert!(!test.logged_in(&added.session).await.needs_second_factor);

    let options = test.people.begin_passkey_log_in_staff(Some("Ann"), from(1)).await.unwrap();
    let answer = used(&options, &device.answer(ORIGIN, &request(&options)).await.unwrap());
    let session_of_ann = test.let_in_staff(&answer).await.unwrap();
    let who = test.logged_in(&session_of_ann).await;
    assert!(who.roles.contains(&Role::Manager) && !who.needs_second_factor);
    assert_ne!(test.logged_in(&session).await.known.person(), who.known.person());
    let used = test.used(&mut device, None).await;
    assert_eq!(refused(test.let_in(&used).await), "wrong_credentials", "staff are not patrons");
}

#[tokio::test]
async fn answers_that_do_not_fit_are_refused_alike() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, _) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let change = |key: &str, value: Value| {
        let key = key.to_owned();
        move |options: &mut Value| options[&key] = value.clone()
    };
    let other = test.challenge(None).await;
    for (what, origin, change) in [
        ("another origin", "https://www.punto.example", change("attestation", json!("none"))),
        ("another port", "https://punto.example:8443", change("attestation", json!("none"))),
        ("another site", "https://evil.example", change("rpId", json!("evil.example"))),
        ("a user who was not verified", ORIGIN, change("userVerification", json!("discouraged"))),
        ("another challenge", ORIGIN, change("challenge", json!(other.challenge))),
    ] {
        let options = test.challenge(None).await;
        let mut asked = request(&options);
        change(&mut asked);
        let answer = used(&options, &device.answer(origin, &asked).await.unwrap());
        assert_eq!(refused(test.let_in(&answer).await), "wrong_credentials", "{what}");
        test.pass(MINUTE);
    }
    let spoils: [(&str, Spoil); 6] = [
        ("no signature", |used| used.signature.clear()),
        ("text that is no Base64", |used| used.authenticator_data = "?".to_owned()),
        ("a signature of something else", |used| used.authenticator_data.replace_range(48..49, "_")),
        ("an unknown passkey", |used| used.id = "AAAA".to_owned()),
        ("another user", |used| used.user_handle = Some("AAAA".to_owned())),
        ("no user, and nobody asked for one", |used| used.user_handle = None),
    ];
    for (what, spoil) in spoils {
        let mut answer = test.used(&mut device, None).await;
        spoil(&mut answer);
        assert_eq!(refused(test.let_in(&answer).await), "wrong_credentials", "{what}");
        test.pass(10 * MINUTE);
    }
    let right = test.used(&mut device, None).await;
    test.let_in(&right).await.unwrap();
}

#[tokio::test]
async fn a_challenge_ends_and_of_two_answers_at_once_one_counts() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, _) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let late = test.used(&mut device, None).await;
    test.pass(5 * MINUTE);
    assert_eq!(refused(test.let_in(&late).await), "wrong_credentials");
    let answer = test.used(&mut device, None).await;
    let (one, two) = tokio::join!(test.let_in(&answer), test.let_in(&answer));
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
}

#[tokio::test]
async fn a_copy_of_a_passkey_is_refused() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, _) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let mut copy = device.clone();
    for _ in 0..2 {
        let answer = test.used(&mut device, None).await;
        test.let_in(&answer).await.unwrap();
    }
    for _ in 0..2 {
        let answer = test.used(&mut copy, None).await;
        assert_eq!(refused(test.let_in(&answer).await), "wrong_credentials", "its counter went back");
    }
    let answer = test.used(&mut device, None).await;
    test.let_in(&answer).await.unwrap();
}

#[tokio::test]
async fn what_happens_to_passkeys_is_a_security_event() {
    LinesOfThisTest::record();
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let mut copy = device.clone();
    let answer = test.used(&mut device, None).await;
    test.let_in(&answer).await.unwrap();
    let of_copy = test.used(&mut copy, None).await;
    test.let_in(&of_copy).await.unwrap_err();
    let options = test.challenge(None).await;
    let elsewhere = device.answer("https://www.punto.example", &request(&options)).await.unwrap();
    test.let_in(&used(&options, &elsewhere)).await.unwrap_err();
    let who = test.logged_in(&added.session).await;
    test.people.remove_passkey(&who, &added.passkey.id, &again_with(&added), from(1)).await.unwrap();
    let log = LinesOfThisTest::text();
    for expected in [
        "a passkey was added owner=patron:1 address=192.0.2.1",
        "somebody logged in with a passkey address=192.0.2.1 person=patron:1",
        "a passkey was refused address=192.0.2.1 known=\"patron:1\" why=\"its counter went back",
        "a passkey was refused address=192.0.2.1 known=\"patron:1\" why=\"origin\"",
        "a passkey was removed owner=patron:1",
    ] {
        let line = log.lines().find(|line| line.contains(expected));
        assert!(line.is_some_and(|line| line.contains(" security: ")), "{expected}: {log}");
    }
    for secret in [&answer.signature, &answer.challenge_id, &added.recovery_codes[0]] {
        assert!(!log.contains(secret.as_str()), "{secret}: {log}");
    }
}

#[tokio::test]
async fn nobody_uses_the_passkey_of_another() {
    let test = TestPeople::new();
    let ((_, mara), (_, ben)) = (test.patron("Mara").await, test.patron("Benjamin").await);
    let (_, added) = test.with_passkey(&mara, &Proof::password(PASSWORD)).await;
    let (mut of_ben, added_ben) = test.with_passkey(&ben, &Proof::password(PASSWORD)).await;
    let options = test.challenge(Some("Mara")).await;
    let mut asked = request(&options);
    asked["allowCredentials"] = Value::Null;
    let answer = used(&options, &of_ben.answer(ORIGIN, &asked).await.unwrap());
    assert_eq!(refused(test.let_in(&answer).await), "wrong_credentials", "Mara was asked");

    let (who, ben) = (test.logged_in(&added.session).await, test.logged_in(&added_ben.session).await);
    let answer = test.used(&mut of_ben, None).await;
    let proof = Proof::Passkey { site: &site(), used: &answer };
    assert_eq!(refused(test.people.begin_passkey(&who, &proof, from(1)).await), "wrong_credentials");
    let rename = test.people.rename_passkey(ben.known.person(), &added.passkey.id, "mine").await;
    assert_eq!(refused(rename), "unknown_passkey");
    let options = test.people.begin_passkey(&who, &again_with(&added), from(1)).await.unwrap();
    let stolen = NewPasskey {
        id: answer.id,
        ..made(&Device::default().make(ORIGIN, &creation(&options)).await.unwrap())
    };
    let added = test.people.add_passkey(&site(), &who, "", &stolen, from(1)).await;
    assert_eq!(refused(added), "bad_passkey", "an id of another is refused");
}

/// The password and a recovery code.
fn again_with(added: &AddedPasskey) -> Proof<'_> {
    Proof::Password { password: PASSWORD, code: added.recovery_codes.first().map(String::as_str) }
}

#[tokio::test]
async fn nobody_sees_by_name_who_has_a_passkey() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    test.patron("Benjamin").await;
    let (_, added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    for name in ["Mara", "Benjamin", "Nobody"] {
        let (one, two) = (test.challenge(Some(name)).await, test.challenge(Some(name)).await);
        assert_eq!((one.known.len(), &one.known), (1, &two.known), "{name}");
        assert_eq!(one.known[0].id.len(), 43 - usize::from(name == "Mara") * 21, "{name}");
        assert_ne!((one.challenge, one.challenge_id), (two.challenge, two.challenge_id));
    }
    assert_eq!(added.passkey.id.len(), 16);
}

#[tokio::test]
async fn failures_with_a_passkey_slow_down() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, _) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let answer = test.used(&mut device, None).await;
    test.let_in(&answer).await.unwrap();
    for _ in 0..6 {
        assert_eq!(refused(test.let_in(&answer).await), "wrong_credentials");
    }
    assert_eq!(refused(test.let_in(&answer).await), "too_many_attempts");
}
