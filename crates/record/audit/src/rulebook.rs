//! The house rules on record: documents by their digest, as the house's own log has them. Knows no tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use baccarat::HouseRules;
use house::rulebook::read_named;
use table::{RulesDigest, RulesRef};

use crate::deviation::{Deviation, Place};

/// Everything that was put on record so far.
#[derive(Debug, Default)]
pub(crate) struct Rulebook(BTreeMap<RulesDigest, Arc<HouseRules>>);

impl Rulebook {
    /// Takes a document in. Its text must have the digest that stands beside it.
    pub(crate) fn take(&mut self, place: Place, name: &RulesRef, document: &str) -> Result<(), Deviation> {
        let expected = || format!("house rules {} whose text has digest {}", name.id, name.digest);
        let rules = read_named(name, document).map_err(|why| Deviation::new(place, expected(), why))?;
        self.0.entry(name.digest).or_insert_with(|| Arc::new(rules));
        Ok(())
    }

    /// The rules of that name; or what is missing.
    pub(crate) fn find(&self, name: &RulesRef) -> Result<&Arc<HouseRules>, String> {
        let found = self.0.get(&name.digest).filter(|rules| rules.id == name.id);
        found
            .ok_or_else(|| format!("house rules {} with digest {} on record before it", name.id, name.digest))
    }
}
