//! What follows from house rules alone, computed once for each document.

use std::sync::{Arc, Mutex, PoisonError};

use baccarat::{HouseRules, Resolution, Spot};
use odds::{Composition, Plan, SpotLaw};
use table::RulesRef;
use tokio::task::spawn_blocking;

use crate::answer::Failure;
use crate::ports::StoreFailure;
use crate::rulebook;

/// How many documents are remembered; more are computed again.
const DOCUMENTS: usize = 64;

/// The figures of one document of house rules.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) odds: Arc<RulesOdds>,
    /// Its paytables, prepared for counting.
    pub(crate) plan: Plan,
    /// Every combination of resolutions that a coup can lead to, in layout order.
    pub(crate) resolutions: Vec<Vec<Resolution>>,
}

/// The exact odds of a full shoe under house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesOdds {
    /// The name of the rules.
    pub name: RulesRef,
    /// The rules.
    pub rules: HouseRules,
    /// The spots in layout order, each with its law on the first coup.
    pub spots: Vec<(Spot, SpotLaw)>,
}

impl RulesOdds {
    fn of(rules: &HouseRules, plan: &Plan) -> Self {
        let shoe = Composition::of_rules(rules).expect("house rules have 1 to 32 decks");
        let laws = plan.laws(&shoe).expect("a deck has 52 cards");
        let spots = rules.spots.iter().map(|spot| spot.spot).zip(laws).collect();
        Self { name: rulebook::name_of(rules), rules: rules.clone(), spots }
    }
}

impl Figures {
    fn of(rules: &HouseRules) -> Self {
        let plan = Plan::of_rules(rules);
        let resolutions = odds::resolutions(rules).expect("house rules have 1 to 32 decks");
        Self { odds: Arc::new(RulesOdds::of(rules, &plan)), plan, resolutions }
    }
}

/// The figures of the documents that were asked for lately.
#[derive(Debug, Default)]
pub(crate) struct FiguresBook(Mutex<Vec<Arc<Figures>>>);

impl FiguresBook {
    /// The figures of these rules. They are computed on a thread of their own the first time.
    pub(crate) async fn of(&self, rules: &Arc<HouseRules>) -> Result<Arc<Figures>, Failure> {
        if let Some(known) = self.known(rules) {
            return Ok(known);
        }
        let document = Arc::clone(rules);
        let figures = Arc::new(blocking(move || Figures::of(&document)).await?);
        let mut book = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if book.len() >= DOCUMENTS {
            book.remove(0);
        }
        book.push(Arc::clone(&figures));
        Ok(figures)
    }

    fn known(&self, rules: &HouseRules) -> Option<Arc<Figures>> {
        let book = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        book.iter().find(|figures| figures.odds.rules == *rules).cloned()
    }
}

/// Computes something on a thread that no table runs on.
///
/// # Errors
/// [`Failure`] when the program stops before it is done.
pub(crate) async fn blocking<T: Send + 'static>(
    compute: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let stopped = |error| StoreFailure::Storage(format!("figures were not computed: {error}"));
    Ok(spawn_blocking(compute).await.map_err(stopped)?)
}
