//! The odds of a shoe in play, card by card. Knows what was seen, and nothing of when or by whom.

use baccarat::deal::Step;
use baccarat::{Card, Deal, HouseRules};

use crate::composition::{Composition, CompositionError, NoneLeft, TooFewCards};
use crate::plan::Plan;
use crate::spot_law::SpotLaw;

/// The value of the spots of a layout now: on the next coup, or on this one while it is dealt.
///
/// Seeing a card costs a few additions: cards are kept counted by points and by rank. The laws are computed on request,
/// once for each card. Between coups that takes a few microseconds, less than it would take to carry 210 counts along.
#[derive(Clone, Debug)]
pub struct LiveOdds {
    plan: Plan,
    shoe: Composition,
    deal: Deal,
    laws: Option<Vec<SpotLaw>>,
}

impl LiveOdds {
    /// A full shoe under these house rules, and their spots in layout order.
    ///
    /// # Errors
    /// As [`Composition::of_decks`].
    pub fn of_rules(rules: &HouseRules) -> Result<Self, CompositionError> {
        Composition::of_rules(rules).map(|shoe| Self::new(Plan::of_rules(rules), shoe))
    }

    /// Any shoe between two coups.
    pub fn new(plan: Plan, shoe: Composition) -> Self {
        Self { plan, shoe, deal: Deal::new(), laws: None }
    }

    /// A card came out face up and belongs to no coup: a burned one, say.
    ///
    /// # Errors
    /// [`NoneLeft`]; nothing has changed then.
    pub fn see(&mut self, card: Card) -> Result<(), NoneLeft> {
        self.shoe.remove(card)?;
        self.laws = None;
        Ok(())
    }

    /// The next card of the coup under way, or the first of a new one.
    ///
    /// # Errors
    /// [`NoneLeft`]; nothing has changed then.
    pub fn draw(&mut self, card: Card) -> Result<(), NoneLeft> {
        self.see(card)?;
        self.deal = match core::mem::take(&mut self.deal).draw(card) {
            Step::More(deal) => deal,
            Step::Done(_) => Deal::new(),
        };
        Ok(())
    }

    /// Abandons the coup under way: from now on the laws are those of the next one.
    pub fn abandon(&mut self) {
        self.deal = Deal::new();
        self.laws = None;
    }

    /// What is left in the shoe, as far as is known.
    pub const fn shoe(&self) -> &Composition {
        &self.shoe
    }

    /// The cards on the table.
    pub fn table(&self) -> &[Card] {
        self.deal.cards()
    }

    /// What the spots are worth now.
    ///
    /// # Errors
    /// [`TooFewCards`] when the coup might not be finished.
    pub fn laws(&mut self) -> Result<&[SpotLaw], TooFewCards> {
        if self.laws.is_none() {
            self.laws = Some(self.plan.laws_given(&self.deal, &self.shoe)?);
        }
        Ok(self.laws.as_deref().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_follow_the_cards_and_start_again_with_the_next_coup() {
        let rules = HouseRules::builtin("live-commission").unwrap();
        let mut live = LiveOdds::of_rules(rules).unwrap();
        let fresh = live.laws().unwrap().to_vec();
        for text in ["9h", "Kd", "Ks"] {
            live.draw(text.parse().unwrap()).unwrap();
        }
        let player = live.laws().unwrap()[0].clone();
        // Only a Banker nine ties, on the three cards left to come: nothing beats Player's nine.
        assert_eq!(player.lose, 0);
        assert_eq!((player.push, player.draws()), (31 * 412 * 411, 413 * 412 * 411));

        live.draw("3c".parse().unwrap()).unwrap();
        assert!(live.table().is_empty(), "the coup is over");
        let mut left = Composition::of_rules(rules).unwrap();
        left.remove_all(["9h", "Kd", "Ks", "3c"].map(|text| text.parse().unwrap())).unwrap();
        assert_eq!(live.shoe(), &left);
        assert_eq!(live.laws().unwrap(), Plan::of_rules(rules).laws(&left).unwrap());
        assert_ne!(live.laws().unwrap(), fresh);
    }

    #[test]
    fn a_card_that_is_not_there_changes_nothing() {
        let mut live = LiveOdds::new(Plan::of([]), Composition::of_decks(1).unwrap());
        live.draw("9h".parse().unwrap()).unwrap();
        assert!(live.draw("9h".parse().unwrap()).is_err());
        assert_eq!(live.table().len(), 1);
        live.abandon();
        assert!(live.table().is_empty());
        assert_eq!(live.shoe().cards(), 51);
    }
}
