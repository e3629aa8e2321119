//! A browser with an authenticator in software, made of 1Password's crates, which know nothing of this project.

use data_encoding::BASE64URL_NOPAD;
use passkey::authenticator::{Authenticator, UiHint, UserCheck, UserValidationMethod};
use passkey::client::{Client, DefaultClientData, WebauthnError};
use passkey::crypto::rust_crypto::RustCryptoBackend;
use passkey::types::Passkey;
use passkey::types::ctap2::{Aaguid, Ctap2Error};
use passkey::types::webauthn::{CredentialCreationOptions, CredentialRequestOptions};
use serde_json::{Value, json};
use url::Url;

/// An authenticator that holds one passkey, in a browser on a page of some origin.
#[derive(Clone, Default)]
pub(crate) struct Device {
    held: Option<Passkey>,
}

/// The user, who always agrees, and proves who they are if they are asked to.
struct Agrees;

#[async_trait::async_trait]
impl UserValidationMethod for Agrees {
    type PasskeyItem = Passkey;

    async fn check_user<'a>(
        &self,
        _: UiHint<'a, Passkey>,
        presence: bool,
        verification: bool,
    ) -> Result<UserCheck, Ctap2Error> {
        Ok(UserCheck { presence, verification })
    }

    fn is_presence_enabled(&self) -> bool {
        true
    }

    fn is_verification_enabled(&self) -> Option<bool> {
        Some(true)
    }
}

impl Device {
    /// Makes a passkey on a page of this origin, as `navigator.credentials.create` does with these options. Gives what
    /// `toJSON()` of its result is.
    pub(crate) async fn make(&mut self, origin: &str, options: &Value) -> Result<Value, WebauthnError> {
        let asked: CredentialCreationOptions =
            serde_json::from_value(json!({ "publicKey": options })).expect("a browser reads it");
        let mut browser = Client::new(self.authenticator()).allows_insecure_localhost(true);
        let made = browser.register(&page(origin), asked, DefaultClientData).await?;
        self.held.clone_from(browser.authenticator().store());
        Ok(json!({
            "id": made.id,
            "rawId": text(&made.raw_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(&made.response.client_data_json),
                "authenticatorData": text(&made.response.authenticator_data),
                "attestationObject": text(&made.response.attestation_object),
                "publicKeyAlgorithm": made.response.public_key_algorithm,
                "transports": ["internal", "hybrid", "of-tomorrow"],
            },
        }))
    }

    /// Uses the passkey on a page of this origin, as `navigator.credentials.get` does with these options.
    pub(crate) async fn answer(&mut self, origin: &str, options: &Value) -> Result<Value, WebauthnError> {
        let asked: CredentialRequestOptions =
            serde_json::from_value(json!({ "publicKey": options })).expect("a browser reads it");
        let mut browser = Client::new(self.authenticator()).allows_insecure_localhost(true);
        let used = browser.authenticate(&page(origin), asked, DefaultClientData).await?;
        self.held.clone_from(browser.authenticator().store());
        Ok(json!({
            "id": used.id,
            "rawId": text(&used.raw_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(&used.response.client_data_json),
                "authenticatorData": text(&used.response.authenticator_data),
                "signature": text(&used.response.signature),
                "userHandle": used.response.user_handle.as_ref().map(|handle| text(handle)),
            },
        }))
    }

    /// The authenticator, which counts how often the passkey is used.
    fn authenticator(&self) -> Authenticator<Option<Passkey>, Agrees, RustCryptoBackend> {
        let aaguid = Aaguid::new_empty();
        let mut authenticator = Authenticator::new(aaguid, self.held.clone(), Agrees, RustCryptoBackend);
        authenticator.set_make_credentials_with_signature_counter(true);
        authenticator
    }
}

fn page(origin: &str) -> Url {
    origin.parse().expect("an origin")
}

fn text(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
