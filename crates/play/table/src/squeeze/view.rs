//! What everybody may see of a round whose cards are turned: which cards lie face down, and who turns them until when.

use baccarat::{BySide, Card, Deal, Side, Step};

use crate::ids::PatronId;
use crate::live::reading::Slot;
use crate::squeeze::shown::{ShownCard, SqueezeView};
use crate::squeeze::state::Squeeze;
use crate::state::Table;

impl ShownCard {
    /// The cards of a round that all lie face up, in deal order.
    pub fn face_up(cards: &[Card]) -> Vec<Self> {
        let mut deal = Deal::new();
        let mut shown = Vec::new();
        for card in cards {
            shown.push(Self { slot: Slot::next(&deal), side: deal.next_side(), card: Some(*card) });
            match deal.draw(*card) {
                Step::More(more) => deal = more,
                Step::Done(_) => break,
            }
        }
        shown
    }
}

impl Table {
    /// The cards of the present or the latest round, in deal order, as everybody sees them.
    pub fn shown_cards(&self) -> Vec<ShownCard> {
        let lying = self.squeeze.as_ref();
        lying.map_or_else(|| ShownCard::face_up(&self.phase.cards()), Squeeze::shown)
    }

    /// The side whose cards this patron turns in the round under way; none when they turn none.
    pub fn turns(&self, patron: PatronId) -> Option<Side> {
        let holders = self.squeeze.as_ref()?.holders();
        Side::ALL.into_iter().find(|side| *holders.get(*side) == Some(patron))
    }

    /// Who turns the cards of the round; none when all of them fall face up.
    pub fn squeeze_view(&self) -> Option<SqueezeView> {
        let squeeze = self.squeeze.as_ref()?;
        Some(SqueezeView { holders: squeeze.holders(), names: BySide::default(), ends_at: squeeze.until() })
    }
}
