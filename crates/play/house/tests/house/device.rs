//! A browser with an authenticator in software, after WebAuthn level 2. It shares no code with the house.

use std::sync::atomic::{AtomicU64, Ordering};

use ciborium::Value as Cbor;
use data_encoding::BASE64URL_NOPAD;
use p256::FieldBytes;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const ES256: i64 = -7;
const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

/// An authenticator that holds one passkey, in a browser on a page of some origin. Its user agrees to everything. It
/// uses the passkey for any site, which a real one does not: the house must see that by itself.
#[derive(Clone, Default)]
pub(crate) struct Device {
    held: Option<Held>,
}

#[derive(Clone)]
struct Held {
    key: SigningKey,
    id: Vec<u8>,
    user: Vec<u8>,
    /// How often the key was used, its making included.
    counter: u32,
}

/// Why a browser gives no passkey.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BrowserError {
    /// The page is not of the site that the passkey is for, or it is not secure.
    Security,
    /// The authenticator has none of the algorithms.
    NotSupported,
    /// The authenticator holds a passkey of this user already.
    InvalidState,
    /// The authenticator holds none of the passkeys.
    NotAllowed,
}

impl Device {
    /// Makes a passkey on a page of this origin, as `navigator.credentials.create` does with these options. Gives what
    /// `toJSON()` of its result is.
    #[expect(clippy::unused_async, reason = "a page awaits its browser")]
    pub(crate) async fn make(&mut self, origin: &str, options: &Value) -> Result<Value, BrowserError> {
        let site = site(origin, &options["rp"]["id"])?;
        let algorithms = options["pubKeyCredParams"].as_array().expect("a list");
        if !algorithms.iter().any(|it| it["alg"] == ES256) {
            return Err(BrowserError::NotSupported);
        }
        let excluded = ids(&options["excludeCredentials"]);
        if self.held.as_ref().is_some_and(|held| excluded.contains(&held.id)) {
            return Err(BrowserError::InvalidState);
        }
        let held = Held::new(&options["challenge"], &options["user"]["id"]);
        let flags = flags(&options["authenticatorSelection"]) | ATTESTED;
        let mut data = held.authenticator_data(site, flags);
        data.extend([0; 16]);
        data.extend(u16::try_from(held.id.len()).expect("it is short").to_be_bytes());
        data.extend(&held.id);
        data.extend(held.public_key());
        let attestation = Cbor::Map(vec![
            ("fmt".into(), "none".into()),
            ("attStmt".into(), Cbor::Map(Vec::new())),
            ("authData".into(), Cbor::Bytes(data.clone())),
        ]);
        let made = credential(
            &held.id,
            &json!({
                "clientDataJSON": text(client_data("webauthn.create", origin, options).as_bytes()),
                "authenticatorData": text(&data),
                "attestationObject": text(&encoded(&attestation)),
                "publicKeyAlgorithm": ES256,
                "transports": ["internal", "hybrid", "of-tomorrow"],
            }),
        );
        self.held = Some(held);
        Ok(made)
    }

    /// Uses the passkey on a page of this origin, as `navigator.credentials.get` does with these options.
    #[expect(clippy::unused_async, reason = "a page awaits its browser")]
    pub(crate) async fn answer(&mut self, origin: &str, options: &Value) -> Result<Value, BrowserError> {
        let site = site(origin, &options["rpId"])?;
        let allowed = ids(&options["allowCredentials"]);
        let held = self.held.as_mut().filter(|held| allowed.is_empty() || allowed.contains(&held.id));
        let held = held.ok_or(BrowserError::NotAllowed)?;
        held.counter += 1;
        let data = held.authenticator_data(site, flags(options));
        let client_data = client_data("webauthn.get", origin, options);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: DerSignature = held.key.sign(&signed);
        Ok(credential(
            &held.id,
            &json!({
                "clientDataJSON": text(client_data.as_bytes()),
                "authenticatorData": text(&data),
                "signature": text(signature.as_bytes()),
                "userHandle": text(&held.user),
            }),
        ))
    }
}

impl Held {
    /// A passkey that no other is like, because challenges are random and those of one program are counted too.
    fn new(challenge: &Value, user: &Value) -> Self {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let count = MADE.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let seed = |of: &str| Sha256::digest([of.as_bytes(), &count, &bytes(challenge)].concat());
        Self {
            key: SigningKey::from_slice(&seed("key")).expect("nearly every number is a key"),
            id: seed("id").get(..16).expect("a hash is longer").to_vec(),
            user: bytes(user),
            counter: 1,
        }
    }

    fn authenticator_data(&self, site: &str, flags: u8) -> Vec<u8> {
        [Sha256::digest(site).as_slice(), &[flags], &self.counter.to_be_bytes()].concat()
    }

    /// The public key as a `COSE_Key`: the type, the algorithm, the curve and a point on it.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let coordinate = |it: Option<&FieldBytes>| Cbor::Bytes(it.expect("it is not compressed").to_vec());
        encoded(&Cbor::Map(vec![
            (1.into(), 2.into()),
            (3.into(), ES256.into()),
            ((-1).into(), 1.into()),
            ((-2).into(), coordinate(point.x())),
            ((-3).into(), coordinate(point.y())),
        ]))
    }
}

/// The site that a page of this origin asks for: its own host, or a domain above it.
fn site<'a>(origin: &'a str, asked: &'a Value) -> Result<&'a str, BrowserError> {
    let (scheme, host) = origin.split_once("://").expect("an origin");
    let host = host.split_once(':').map_or(host, |(host, _port)| host);
    let site = asked.as_str().unwrap_or(host);
    let above = host.strip_suffix(site).is_some_and(|below| below.ends_with('.') && site.contains('.'));
    let secure = scheme == "https" || host == "localhost";
    if secure && (host == site || above) { Ok(site) } else { Err(BrowserError::Security) }
}

/// The user is verified unless the page would rather not.
fn flags(asked: &Value) -> u8 {
    if asked["userVerification"] == "discouraged" { USER_PRESENT } else { USER_PRESENT | USER_VERIFIED }
}

/// What is signed of the page, in the order of the standard.
fn client_data(kind: &str, origin: &str, options: &Value) -> String {
    let challenge = text(&bytes(&options["challenge"]));
    format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#)
}

fn credential(id: &[u8], response: &Value) -> Value {
    json!({
        "id": text(id),
        "rawId": text(id),
        "type": "public-key",
        "authenticatorAttachment": "platform",
        "clientExtensionResults": {},
        "response": response,
    })
}

/// The ids of passkeys in a list, which a page may leave out.
fn ids(list: &Value) -> Vec<Vec<u8>> {
    list.as_array().into_iter().flatten().map(|it| bytes(&it["id"])).collect()
}

fn encoded(value: &Cbor) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("memory takes it");
    bytes
}

fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("a text");
    BASE64URL_NOPAD.decode(text.as_bytes()).expect("a browser reads it")
}

fn text(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
