//! The certificate as one JSON object, for machines. Adds only the digest and the program that made it.

use baccarat::HouseRules;
use serde::Serialize;

use crate::certificate::Certificate;

/// The version of the program that makes certificates.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
struct Document<'a> {
    certificate: &'a Certificate,
    digest: String,
    program: Program,
}

/// The program that made the certificate. The digest does not cover it: another version with the same content has the
/// same digest.
#[derive(Serialize)]
struct Program {
    name: &'static str,
    version: &'static str,
    command: String,
}

impl Certificate {
    /// The certificate, its digest and the program that made it, as one line of JSON; see the crate's page.
    pub fn to_json(&self) -> String {
        let program = Program { name: "punto", version: VERSION, command: self.command() };
        let document = Document { certificate: self, digest: self.digest().to_string(), program };
        serde_json::to_string(&document).expect("plain structures are written to memory without fail") + "\n"
    }

    /// The command that makes the certificate again. It names a document that is not built in by its id, because a
    /// certificate does not depend on the place of the file.
    pub fn command(&self) -> String {
        let file = if self.is_built_in() { "" } else { ".toml" };
        format!("punto certificate --rules {}{file}", self.rules.id)
    }

    /// Whether the document is built into this program, byte for byte.
    pub(crate) fn is_built_in(&self) -> bool {
        HouseRules::builtin_text(&self.rules.id) == Some(self.rules.text.as_str())
    }
}
