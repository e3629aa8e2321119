//! Which house rules a shoe runs under. Those of today are put on record before any shoe names them; those of a shoe
//! that was opened under others are read back from there. Knows documents by their digest.

use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use money::Currency;
use sha2::{Digest as _, Sha256};
use table::{
    Drawing, EntryTerms, Event, RecordedEvent, RulesDigest, RulesRef, Seating, Settings, SpotLimits, TableId,
    Timings,
};

use crate::context::Context;
use crate::ports::{Store, StoreFailure};

/// How a table is set up today, and the name of its house rules.
#[derive(Clone, Debug)]
pub(crate) struct TableSetup {
    pub(crate) settings: Arc<Settings>,
    pub(crate) rules: RulesRef,
}

/// The name of house rules: their id, and the digest of their document.
pub fn name_of(rules: &HouseRules) -> RulesRef {
    RulesRef { id: rules.id.clone(), digest: RulesDigest(Sha256::digest(&rules.text).into()) }
}

/// The house rules of that name that this document says.
///
/// # Errors
/// What is wrong with it: another digest, another id, or no house rules at all.
pub fn read_named(name: &RulesRef, document: &str) -> Result<HouseRules, String> {
    let RulesRef { id, digest } = name;
    let computed = RulesDigest(Sha256::digest(document).into());
    if computed != *digest {
        return Err(format!("the text of the house rules {id} has digest {computed} and not {digest}"));
    }
    let wrong = |errors| format!("the text of the house rules {id} cannot be read: {errors}");
    let rules: HouseRules = document.parse().map_err(wrong)?;
    if rules.id == *id {
        return Ok(rules);
    }
    Err(format!("the house rules with digest {digest} are {} and not {id}", rules.id))
}

impl TableSetup {
    /// Puts the house rules of a table on record, unless they are.
    pub(crate) async fn on_record(context: &Context, settings: Settings) -> Result<Self, StoreFailure> {
        let rules = name_of(&settings.rules);
        if context.store.house_rules(rules.digest).await?.is_none() {
            let text = settings.rules.text.clone();
            context.store.record_house_rules(context.clock.now(), rules.clone(), text).await?;
        }
        Ok(Self { settings: Arc::new(settings), rules })
    }

    /// The setup of a table that has no record and is not opened any more, which can only end its round: a shoe that
    /// names its house rules runs under those, and any other one fits a shoe of all the cards there can be.
    pub(crate) fn of_lost_table(id: TableId) -> Self {
        let rules = HouseRules::builtin("live-commission").expect("these house rules are built in");
        let rules = HouseRules { decks: u8::MAX, ..rules.clone() };
        let name = name_of(&rules);
        let settings = Settings {
            id,
            name: String::new(),
            rules: Arc::new(rules),
            currency: Currency::PLAY,
            limits: SpotLimits::none(),
            timings: Timings::default(),
            exposure: None,
            entry: EntryTerms::default(),
            seating: Seating::default(),
            draw: Drawing::Sealed,
            dealer: table::Dealer::Shuffle,
            squeeze: None,
        };
        Self { settings: Arc::new(settings), rules: name }
    }

    /// How the table is set up for a shoe under rules of this name; one that has none runs under those of today.
    pub(crate) async fn for_shoe(
        &self,
        store: &dyn Store,
        name: Option<&RulesRef>,
    ) -> Result<Arc<Settings>, StoreFailure> {
        match name {
            Some(name) if *name != self.rules => Ok(self.under(Arc::new(recorded(store, name).await?))),
            _ => Ok(Arc::clone(&self.settings)),
        }
    }

    /// How the table is set up for a shoe under these house rules. A spot that today's rules do not offer takes no more
    /// wagers.
    pub(crate) fn under(&self, rules: Arc<HouseRules>) -> Arc<Settings> {
        if rules == self.settings.rules {
            return Arc::clone(&self.settings);
        }
        let is_gone = |spot: &Spot| self.settings.rules.spot(*spot).is_none();
        let gone: Vec<_> = rules.spots.iter().map(|it| it.spot).filter(is_gone).collect();
        let limits = self.settings.limits.clone().without(&gone);
        Arc::new(Settings { rules, limits, ..(*self.settings).clone() })
    }
}

/// The house rules of that name, read from the house's own log.
pub(crate) async fn recorded(store: &dyn Store, name: &RulesRef) -> Result<HouseRules, StoreFailure> {
    let missing = || StoreFailure::Corrupt(format!("the house rules {} are not on record", name.digest));
    let document = store.house_rules(name.digest).await?.ok_or_else(missing)?;
    read_named(name, &document).map_err(StoreFailure::Corrupt)
}

/// The house rules that the opening of a shoe names, if these events hold it and it does.
pub(crate) fn named_by(events: &[RecordedEvent]) -> Option<&RulesRef> {
    events.iter().find_map(|recorded| match &recorded.event {
        Event::ShoeOpened { rules, .. } => rules.as_ref(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_taken_for_what_its_digest_says() {
        let rules = HouseRules::builtin("three-bet").unwrap();
        let name = name_of(rules);
        assert_eq!(read_named(&name, &rules.text).as_ref(), Ok(rules));
        let changed = rules.text.replace("three-bet", "four-bet");
        assert!(read_named(&name, &changed).unwrap_err().contains("and not"));
        let (broken, digest) = ("id = 1", |text: &str| RulesDigest(Sha256::digest(text).into()));
        for (text, expected) in
            [(broken, "cannot be read"), (changed.as_str(), "are four-bet and not three-bet")]
        {
            let name = RulesRef { digest: digest(text), ..name.clone() };
            let wrong = read_named(&name, text).unwrap_err();
            assert!(wrong.contains(expected), "{wrong}");
        }
    }
}
