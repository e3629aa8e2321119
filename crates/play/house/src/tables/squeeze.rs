//! Patrons who turn the cards of a side: how far they lift a card, the edge that shows to them alone, and the card that
//! they show. How far a card is lifted is in no log, and no table waits for it.

use std::collections::{BTreeMap, VecDeque};

use table::live::Slot;
use table::squeeze::{EdgeClass, SqueezeRefusal};
use table::{Command, Decision, PatronId, RoundRef, TableId, Timestamp, decide};

use crate::answer::Rejection;
use crate::house::House;
use crate::tables::request::{Request, Unbatched};
use crate::tables::runner::Runner;

/// How many times in a second a patron may say how far a card is lifted.
pub(crate) const LIFTS_A_SECOND: usize = 10;
/// How far a card is lifted when everybody sees it, in thousandths.
pub(crate) const SHOWN_AT: u16 = 900;
/// Everybody is told how far a card is lifted no sooner than this after the last time, in milliseconds.
const TOLD_EVERY_MS: u32 = 200;
const SECOND_MS: u32 = 1_000;

/// The edge by which a card is lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LiftedEdge {
    /// The long one.
    Long,
    /// The short one.
    Short,
}

impl LiftedEdge {
    /// Its name in data: `long` or `short`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// How far a patron lifts a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift {
    /// In which round.
    pub round: RoundRef,
    /// Where it lies.
    pub slot: Slot,
    /// By which edge.
    pub edge: LiftedEdge,
    /// How far, in thousandths.
    pub permille: u16,
}

/// What became of a lifted card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifted {
    /// It lies face down. Its edge is for the patron alone; none while it does not show.
    Down(Option<EdgeClass>),
    /// Everybody sees it.
    Shown,
}

/// How far a card is lifted, as everybody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiftProgress {
    /// The card, and how far.
    pub lift: Lift,
    /// When the time to turn it is over.
    pub ends_at: Timestamp,
}

/// Who lifted cards lately, and what everybody was told.
#[derive(Debug, Default)]
pub(crate) struct Lifts {
    round: Option<RoundRef>,
    said: BTreeMap<PatronId, VecDeque<Timestamp>>,
    told: BTreeMap<&'static str, Timestamp>,
}

impl Lifts {
    /// Forgets what was in another round.
    fn of(&mut self, round: RoundRef) -> &mut Self {
        if self.round != Some(round) {
            *self = Self { round: Some(round), ..Self::default() };
        }
        self
    }

    /// Whether a patron says something too soon again.
    fn is_too_fast(&mut self, patron: PatronId, now: Timestamp) -> bool {
        let said = self.said.entry(patron).or_default();
        said.retain(|at| at.plus_ms(SECOND_MS) > now);
        let too_fast = said.len() >= LIFTS_A_SECOND;
        if !too_fast {
            said.push_back(now);
        }
        too_fast
    }

    /// Whether everybody is told now how far this card is lifted.
    fn is_told(&mut self, slot: Slot, now: Timestamp) -> bool {
        let told = self.told.get(slot.id()).is_none_or(|at| at.plus_ms(TOLD_EVERY_MS) <= now);
        if told {
            self.told.insert(slot.id(), now);
        }
        told
    }
}

impl House {
    /// A patron who turns the cards of a side lifts one.
    ///
    /// # Errors
    /// [`Rejection`]: as those of [`Table::may_turn`](table::Table::may_turn), and when the patron says it too often.
    pub async fn squeeze(&self, patron: PatronId, table: TableId, lift: Lift) -> Result<Lifted, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::Squeeze { patron, lift, reply })).await
    }

    /// A patron who turns the cards of a side shows one.
    ///
    /// # Errors
    /// [`Rejection`]: as those of [`Table::may_turn`](table::Table::may_turn).
    pub async fn open_card(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slot: Slot,
    ) -> Result<Lifted, Rejection> {
        let lift = Lift { round, slot, edge: LiftedEdge::Long, permille: SHOWN_AT };
        self.squeeze(patron, table, lift).await
    }

    /// Has everybody read this name of a connected patron beside the cards that they turn; none to leave it out.
    pub fn show_name(&self, patron: PatronId, name: Option<String>) {
        self.context.presence.name(patron, name);
    }
}

impl Runner {
    /// Lifts a card, or shows it. Whose it is comes first, so that nobody learns anything by asking for another one.
    pub(crate) async fn squeeze(&mut self, patron: PatronId, lift: Lift) -> Result<Lifted, Rejection> {
        let Lift { round, slot, permille, .. } = lift;
        let edge = self.table.edge_for(patron, round, slot)?;
        if permille >= SHOWN_AT {
            let Decision::Accepted(events) = decide(&self.table, &Command::OpenCard { patron, round, slot })?
            else {
                return Ok(Lifted::Shown);
            };
            self.commit_own(events, None).await?;
            self.log_phase();
            return Ok(Lifted::Shown);
        }
        let now = self.context.clock.now();
        let lifts = self.lifts.of(round);
        if lifts.is_too_fast(patron, now) {
            return Err(table::Refusal::from(SqueezeRefusal::TooFast).into());
        }
        let ends_at = self.table.squeeze_view().and_then(|view| view.ends_at).unwrap_or(now);
        if lifts.is_told(slot, now) {
            self.feed.tell_lift(LiftProgress { lift, ends_at });
        }
        Ok(Lifted::Down((permille >= EdgeClass::SHOWS_AT).then_some(edge)))
    }
}
