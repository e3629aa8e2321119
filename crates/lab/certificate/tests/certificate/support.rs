//! What the tests beside this file need: documents and their certificates, made once.

use std::sync::LazyLock;

use baccarat::HouseRules;
use punto_certificate::Certificate;
use serde_json::Value;

static BUILTIN: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let texts = HouseRules::BUILTIN.iter().filter_map(|id| HouseRules::builtin_text(id));
    texts.map(|text| Certificate::of(text).unwrap()).collect()
});

/// The certificates of the built-in rules.
pub(crate) fn builtin() -> &'static [Certificate] {
    &BUILTIN
}

/// The text of built-in rules with something in place of something else.
pub(crate) fn changed(id: &str, from: &str, to: &str) -> String {
    let text = HouseRules::builtin_text(id).unwrap();
    assert!(text.contains(from), "{id} holds no {from}");
    text.replace(from, to)
}

pub(crate) fn certificate(text: &str) -> Certificate {
    Certificate::of(text).unwrap_or_else(|errors| panic!("{errors}"))
}

pub(crate) fn json(certificate: &Certificate) -> Value {
    serde_json::from_str(&certificate.to_json()).unwrap()
}
