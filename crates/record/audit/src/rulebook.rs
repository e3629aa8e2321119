//! The house rules on record: the documents of the house's own log, by digest.

use std::collections::BTreeMap;
use std::sync::Arc;

use baccarat::HouseRules;
use house::rulebook::read_named;
use table::{RulesDigest, RulesRef};

use crate::deviation::{Deviation, Place};

/// The house rules of the entries so far.
#[derive(Debug, Default)]
pub(crate) struct Rulebook(BTreeMap<RulesDigest, Arc<HouseRules>>);

impl Rulebook {
    /// Adds a document, whose text must have the digest of its entry.
    pub(crate) fn take(&mut self, place: Place, name: &RulesRef, document: &str) -> Result<(), Deviation> {
        let expected = || format!("house rules {} whose text has digest {}", name.id, name.digest);
        let rules = read_named(name, document).map_err(|why| Deviation::new(place, expected(), why))?;
        self.0.entry(name.digest).or_insert_with(|| Arc::new(rules));
        Ok(())
    }

    /// Any rules on record.
    pub(crate) fn any(&self) -> Option<&Arc<HouseRules>> {
        self.0.values().next()
    }

    /// The rules of this name, or what should have been on record.
    pub(crate) fn find(&self, name: &RulesRef) -> Result<&Arc<HouseRules>, String> {
        let rules = self.0.get(&name.digest).filter(|rules| rules.id == name.id);
        rules
            .ok_or_else(|| format!("house rules {} with digest {} on record before it", name.id, name.digest))
    }
}
