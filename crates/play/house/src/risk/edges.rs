//! The exact edges of a shoe in play, given the cards that everybody has seen. Knows the public view of a table, and
//! nothing of the order of the cards to come.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use baccarat::{Card, Deal, Shoe, Spot};
use odds::{Composition, Plan, Ratio};
use table::{Phase, RoundRef, TableId, TableView};

use crate::answer::Failure;
use crate::risk::figures::{Figures, blocking};

/// The edges of the spots of a table: on the coup under way, or else on the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    /// The table.
    pub table: TableId,
    /// The id of the house rules of its shoe.
    pub rules: String,
    /// The shoe.
    pub shoe_no: u32,
    /// The present or the latest round of the shoe.
    pub round: Option<RoundRef>,
    /// The cards of the coup under way that were dealt; none between coups.
    pub dealt: Vec<Card>,
    /// How many cards nobody has seen. Cards that were burned face down are among them.
    pub unseen: u16,
    /// The spots in layout order. A negative edge is one for the patron.
    pub spots: Vec<(Spot, Ratio)>,
}

impl Edges {
    /// The edges of a table that everybody sees like this; none when the shoe has too few cards for a coup, and while
    /// cards lie face down.
    pub fn of(view: &TableView, plan: &Plan) -> Option<Self> {
        let deal = match &view.phase {
            Phase::Dealing { deal } => deal.clone(),
            Phase::Squeezing { .. } => return None,
            _ => Deal::new(),
        };
        let left = Composition::of_shoe(&view.shoe).ok()?;
        let laws = plan.laws_given(&deal, &left).ok()?;
        let spots = view.rules.spots.iter().map(|spot| spot.spot).zip(laws);
        Some(Self {
            table: view.table,
            rules: view.rules.id.clone(),
            shoe_no: view.shoe_no,
            round: view.round,
            dealt: deal.cards().to_vec(),
            unseen: left.cards(),
            spots: spots.map(|(spot, law)| (spot, law.house_edge())).collect(),
        })
    }
}

/// The latest edges of each table.
#[derive(Debug, Default)]
pub(crate) struct EdgesBook(Mutex<HashMap<TableId, Slot>>);

/// What is known of one table. The first caller holds it while it computes; the others wait for its result.
type Slot = Arc<tokio::sync::Mutex<Option<(Key, Option<Arc<Edges>>)>>>;

/// What edges follow from, beside the house rules, which are those of the shoe.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    shoe_no: u32,
    round: Option<RoundRef>,
    shoe: Shoe,
    dealing: bool,
    hidden: bool,
}

impl Key {
    fn of(view: &TableView) -> Self {
        let dealing = matches!(view.phase, Phase::Dealing { .. });
        let hidden = matches!(view.phase, Phase::Squeezing { .. });
        Self { shoe_no: view.shoe_no, round: view.round, shoe: view.shoe.clone(), dealing, hidden }
    }
}

impl EdgesBook {
    /// The edges of a table that everybody sees like this. They are computed once for each card, on a thread of their
    /// own, so that no table waits.
    pub(crate) async fn of(
        &self,
        view: Arc<TableView>,
        figures: Arc<Figures>,
    ) -> Result<Option<Arc<Edges>>, Failure> {
        let (slot, key) = (self.slot(view.table), Key::of(&view));
        let mut latest = slot.lock().await;
        if let Some((_, edges)) = latest.as_ref().filter(|(known, _)| *known == key) {
            return Ok(edges.clone());
        }
        let edges = blocking(move || Edges::of(&view, &figures.plan).map(Arc::new)).await?;
        *latest = Some((key, edges.clone()));
        Ok(edges)
    }

    fn slot(&self, table: TableId) -> Slot {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(table).or_default())
    }
}
