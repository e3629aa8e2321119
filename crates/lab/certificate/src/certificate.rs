//! The certificate as a whole: all figures of one document, and their digest.

use baccarat::HouseRules;
use baccarat::rules::RulesErrors;
use odds::Composition;
use serde::Serialize;

use crate::bonus::BonusFacts;
use crate::conduct::{ConductFacts, ShoeFacts, Source};
use crate::coup::CoupFacts;
use crate::digest::Digest;
use crate::notes::notes;
use crate::slip::SlipFacts;
use crate::spot::SpotFacts;

/// The version of the certificate format. It goes up with every change of content or form, and all digests change with
/// it.
pub const FORMAT: u32 = 1;

/// The exact figures of a house-rules document; see the crate's page for its JSON.
///
/// It follows from the document alone. Two programs that certify the same document get the same digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: u32,
    /// The document.
    pub rules: RulesFacts,
    /// The shoe that the figures are of.
    pub shoe: ShoeFacts,
    /// How often a coup ends in each way.
    pub coup: CoupFacts,
    /// What each spot is worth, in layout order.
    pub spots: Vec<SpotFacts>,
    /// The most one slip can be paid.
    pub slip: SlipFacts,
    /// What the bonus-money rule forbids, where there is one.
    pub bonus_money: Option<BonusFacts>,
    /// What may happen at the table.
    pub conduct: ConductFacts,
    /// The sources of facts in the document.
    pub sources: Vec<Source>,
    /// What the certificate does not cover.
    pub notes: Vec<String>,
}

/// The document itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesFacts {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its version.
    pub version: u32,
    /// The vendor document it implements, if any.
    pub document: Option<String>,
    /// The whole text, comments and all.
    pub text: String,
    /// The SHA-256 digest of the text, as UTF-8.
    pub sha256: String,
}

impl Certificate {
    /// The certificate of the document with this text.
    ///
    /// # Errors
    /// Everything that is wrong with the document.
    pub fn of(text: &str) -> Result<Self, RulesErrors> {
        let rules: HouseRules = text.parse()?;
        let shoe = Composition::of_rules(&rules).expect("a document has 1 to 32 decks");
        Ok(Self {
            format: FORMAT,
            shoe: ShoeFacts::of(&rules, &shoe),
            coup: CoupFacts::of(&shoe),
            spots: SpotFacts::of_rules(&rules, &shoe),
            slip: SlipFacts::of(&rules, &shoe),
            bonus_money: BonusFacts::of(&rules),
            conduct: ConductFacts::of(&rules),
            sources: Source::of_rules(&rules),
            notes: notes(&rules),
            rules: RulesFacts {
                text: text.to_owned(),
                sha256: Digest::of(text.as_bytes()).to_string(),
                id: rules.id,
                title: rules.title,
                version: rules.version,
                document: rules.document,
            },
        })
    }

    /// The SHA-256 digest of this certificate in canonical JSON: on one line without blanks, members in the order of
    /// their names.
    pub fn digest(&self) -> Digest {
        Digest::of_json(serde_json::to_value(self).expect("plain structures become JSON without fail"))
    }
}
