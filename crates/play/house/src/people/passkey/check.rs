//! Checks what an authenticator answers, with the crate `passki` (WebAuthn Level 3, sections 7.1 and 7.2). Knows no
//! people.
//!
//! The user must have been verified, by a PIN or a fingerprint, so that a passkey is two factors. Attestation is not
//! asked for and not judged: any authenticator may be used.

use data_encoding::BASE64URL_NOPAD;
use passki::{
    AuthenticationCredential, AuthenticationState, AuthenticatorTransport, Passki, PasskiError,
    RegistrationCredential, RegistrationState, StoredPasskey,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::site::Site;

/// The signature algorithms that a passkey may use, the best known first, as COSE numbers them: ES256, `EdDSA`, RS256.
pub const ALGORITHMS: [i32; 3] = [-7, -8, -257];
/// The longest id of a passkey, in bytes.
const LONGEST_ID: usize = 1_023;

/// What a browser answers when it made a passkey. The texts are Base64url without padding, as `toJSON()` writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    /// The id of the passkey.
    pub id: String,
    /// What the browser saw: the challenge and the origin.
    pub client_data: String,
    /// What the authenticator made: the id, the public key and the flags.
    pub attestation_object: String,
    /// How the authenticator is reached, such as `internal` or `usb`.
    pub transports: Vec<String>,
}

/// What a browser answers when it used a passkey. The texts are Base64url without padding, as `toJSON()` writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedPasskey {
    /// The id of the challenge, which the house gave with it.
    pub challenge_id: String,
    /// The id of the passkey.
    pub id: String,
    /// What the browser saw: the challenge and the origin.
    pub client_data: String,
    /// What the authenticator says: the flags and the counter.
    pub authenticator_data: String,
    /// The signature of both.
    pub signature: String,
    /// Whose passkey it is, as the authenticator knows it; a key that is found by its id may leave it out.
    pub user_handle: Option<String>,
}

/// Why an answer is refused, for the log. The caller does not learn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Fault {
    /// It cannot be read.
    Malformed,
    /// It answers another challenge.
    Challenge,
    /// Its page is at another address, or in a frame of one.
    Origin,
    /// The authenticator made it for another name.
    Site,
    /// The user was not there, or not verified.
    NotVerified,
    /// Nobody asked for such an algorithm or such a key.
    Unsupported,
    /// The signature is not the one of the key.
    Signature,
}

/// A passkey as the house knows it.
#[derive(Clone, Debug)]
pub(super) struct PasskeyKey {
    /// Its id, in Base64url.
    pub(super) id: String,
    /// Its public key in COSE, in Base64url.
    pub(super) public_key: String,
    /// Its algorithm, one of [`ALGORITHMS`].
    pub(super) algorithm: i32,
    /// How often it was used, as the authenticator counts; 0 when it does not count.
    pub(super) counter: u32,
    /// How its authenticator is reached.
    pub(super) transports: Vec<String>,
}

/// Checks a passkey that was made for this challenge.
pub(super) fn made(site: &Site, challenge: [u8; 32], new: &NewPasskey) -> Result<PasskeyKey, Fault> {
    let state = json!({
        "challenge": challenge,
        "user": {"id": "", "name": "", "displayName": ""},
        "user_verification": "required",
    });
    let answer = json!({
        "rawId": new.id,
        "response": {
            "clientDataJSON": new.client_data,
            "attestationObject": new.attestation_object,
            "transports": new.transports,
        },
    });
    let (state, answer) = (read::<RegistrationState>(state)?, read::<RegistrationCredential>(answer)?);
    let made = relying_party(site).finish_passkey_registration(&answer, &state)?;
    let is_fit = made.credential_id.len() <= LONGEST_ID && ALGORITHMS.contains(&made.algorithm);
    if !is_fit {
        return Err(Fault::Unsupported);
    }
    Ok(PasskeyKey {
        id: BASE64URL_NOPAD.encode(&made.credential_id),
        public_key: BASE64URL_NOPAD.encode(&made.public_key),
        algorithm: made.algorithm,
        counter: made.counter,
        transports: made.transports.into_iter().filter_map(text_of).collect(),
    })
}

/// Checks that this challenge was answered with the passkey. Gives its counter, which is not judged.
pub(super) fn used(
    site: &Site,
    challenge: [u8; 32],
    key: &PasskeyKey,
    used: &UsedPasskey,
) -> Result<u32, Fault> {
    let mut known = StoredPasskey::default();
    known.credential_id = bytes(&key.id)?;
    known.public_key = bytes(&key.public_key)?;
    known.algorithm = key.algorithm;
    let state = json!({
        "challenge": challenge,
        "allowed_credentials": [known.credential_id],
        "user_verification": "required",
    });
    let answer = json!({
        "rawId": used.id,
        "response": {
            "clientDataJSON": used.client_data,
            "authenticatorData": used.authenticator_data,
            "signature": used.signature,
            "userHandle": used.user_handle,
        },
    });
    let (state, answer) = (read::<AuthenticationState>(state)?, read::<AuthenticationCredential>(answer)?);
    // `known.counter` is 0, so that the signature is judged before the counter: only the holder of the key can let a
    // counter go back.
    Ok(relying_party(site).finish_passkey_authentication(&answer, &state, &known)?.counter)
}

fn text_of(transport: AuthenticatorTransport) -> Option<String> {
    serde_json::to_value(transport).ok()?.as_str().map(str::to_owned)
}

fn relying_party(site: &Site) -> Passki {
    Passki::new(site.id(), &[site.origin()], "")
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, Fault> {
    serde_json::from_value(value).map_err(|_| Fault::Malformed)
}

fn bytes(text: &str) -> Result<Vec<u8>, Fault> {
    BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| Fault::Malformed)
}

impl From<PasskiError> for Fault {
    fn from(error: PasskiError) -> Self {
        use PasskiError as E;
        match error {
            E::ChallengeMismatch | E::ClientDataTypeMismatch { .. } | E::InvalidClientDataType(_) => {
                Self::Challenge
            }
            E::OriginMismatch { .. } | E::CrossOriginNotAllowed | E::TopOriginMismatch { .. } => Self::Origin,
            E::RpIdHashMismatch => Self::Site,
            E::UserNotPresent | E::UserVerificationRequired => Self::NotVerified,
            E::UnsupportedAlgorithm(_) | E::UnsupportedAttestationFormat(_) => Self::Unsupported,
            E::SignatureVerificationFailed => Self::Signature,
            _ => Self::Malformed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTORS: &str = include_str!("../../../../../../corpora/webauthn.json");

    /// The bytes of a field in Base64url.
    fn text(vector: &Value, field: &str) -> String {
        let hex = vector[field].as_str().unwrap();
        BASE64URL_NOPAD.encode(&data_encoding::HEXLOWER.decode(hex.as_bytes()).unwrap())
    }

    fn challenge(vector: &Value) -> [u8; 32] {
        bytes(&text(vector, "challenge")).unwrap().try_into().unwrap()
    }

    /// What the crate makes of a vector without our demand that the user was verified.
    fn unverified(site: &Site, vector: &Value) -> Result<(PasskeyKey, u32), PasskiError> {
        let (made, used) = (&vector["registration"], &vector["authentication"]);
        let state = |vector: &Value| {
            json!({"challenge": challenge(vector), "user": {"id": "", "name": "", "displayName": ""},
                   "allowed_credentials": [], "user_verification": "discouraged"})
        };
        let response = json!({
            "clientDataJSON": text(made, "clientDataJSON"), "attestationObject": text(made, "attestationObject"),
        });
        let answer = json!({"rawId": text(vector, "credential_id"), "response": response});
        let known = relying_party(site).finish_passkey_registration(
            &read::<RegistrationCredential>(answer).unwrap(),
            &read::<RegistrationState>(state(made)).unwrap(),
        )?;
        let response = json!({
            "clientDataJSON": text(used, "clientDataJSON"), "signature": text(used, "signature"),
            "authenticatorData": text(used, "authenticatorData"),
        });
        let answer = json!({"rawId": text(vector, "credential_id"), "response": response});
        let counter = relying_party(site).finish_passkey_authentication(
            &read::<AuthenticationCredential>(answer).unwrap(),
            &read::<AuthenticationState>(state(used)).unwrap(),
            &known,
        )?;
        let key = PasskeyKey {
            id: BASE64URL_NOPAD.encode(&known.credential_id),
            public_key: BASE64URL_NOPAD.encode(&known.public_key),
            algorithm: known.algorithm,
            counter: known.counter,
            transports: vec![],
        };
        Ok((key, counter.counter))
    }

    #[test]
    fn the_vectors_of_the_standard_are_judged_as_it_says() {
        let vectors: Value = serde_json::from_str(VECTORS).unwrap();
        let site: Site = "https://example.org".parse().unwrap();
        let (not_verified, no_use) = (Err(Fault::NotVerified), Err(Fault::NotVerified));
        let expected = [
            ("none-es256", not_verified, no_use),
            ("packed-self-es256", Ok(-7), no_use),
            ("none-es256-crossOrigin", Err(Fault::Origin), Err(Fault::Origin)),
            ("packed-es256", Ok(-7), Ok(0)),
            ("packed-es384", not_verified, Ok(0)),
            ("packed-rs256", Ok(-257), no_use),
            ("packed-eddsa", not_verified, no_use),
            ("tpm-es256", Ok(-7), Ok(0)),
            ("fido-u2f-es256", not_verified, no_use),
        ];
        let vectors = vectors["vectors"].as_array().unwrap();
        assert_eq!(vectors.len(), expected.len());
        for (vector, (name, of_made, of_used)) in vectors.iter().zip(expected) {
            assert_eq!(vector["name"], name);
            let (registration, authentication) = (&vector["registration"], &vector["authentication"]);
            let id = text(vector, "credential_id");
            let new = NewPasskey {
                id: id.clone(),
                client_data: text(registration, "clientDataJSON"),
                attestation_object: text(registration, "attestationObject"),
                transports: vec![],
            };
            let key = made(&site, challenge(registration), &new);
            assert_eq!(key.as_ref().map(|key| key.algorithm).map_err(|fault| *fault), of_made, "{name}");
            let (key, counter) = match unverified(&site, vector) {
                Ok(known) => known,
                Err(error) => {
                    assert!(matches!(error, PasskiError::CrossOriginNotAllowed), "{name}: {error}");
                    continue;
                }
            };
            assert_eq!(counter, 0, "{name}");
            let answer = UsedPasskey {
                challenge_id: String::new(),
                id,
                client_data: text(authentication, "clientDataJSON"),
                authenticator_data: text(authentication, "authenticatorData"),
                signature: text(authentication, "signature"),
                user_handle: None,
            };
            let judge = |challenge, answer: &UsedPasskey| used(&site, challenge, &key, answer);
            assert_eq!(judge(challenge(authentication), &answer), of_used, "{name}");
            assert_eq!(judge(challenge(registration), &answer), Err(Fault::Challenge), "{name}");
            if of_used.is_ok() {
                let spoilt = UsedPasskey { signature: text(registration, "challenge"), ..answer.clone() };
                assert_eq!(judge(challenge(authentication), &spoilt), Err(Fault::Signature), "{name}");
                let elsewhere: Site = "https://example.com".parse().unwrap();
                let judged = used(&elsewhere, challenge(authentication), &key, &answer);
                assert_eq!(judged, Err(Fault::Origin), "{name}");
            }
        }
    }
}
