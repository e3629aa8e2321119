//! What a live table waits for next, and when the clock does something. Decides nothing.

use crate::ids::Timestamp;
use crate::live::dealer::{ScannerSettings, Start};
use crate::live::findings::{FindingCode, RESCANS_BEFORE_VOID};
use crate::live::waits::LiveWait;
use crate::next_step::{NextStep, Wants};
use crate::phase::Phase;
use crate::proof::ProofStep;
use crate::state::Table;

/// A card that a live table waits for, and when that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardDue {
    /// Since when.
    pub since: Timestamp,
    /// When the dealer is reminded.
    pub reminds_at: Timestamp,
    /// When a supervisor is called.
    pub calls_at: Timestamp,
}

impl Table {
    /// What this table waits for; none when the clock deals its shoe.
    pub(crate) fn next_live_step(&self) -> Option<NextStep> {
        let scanner = self.live_settings()?;
        let open = self.phase.round_under_way() || !self.shoe_is_over();
        if !self.live.scanned && self.shoe_no > 0 && open {
            return None;
        }
        if self.due_reaction().is_some() {
            return Some(NextStep { at: Some(self.since), wants: Wants::GoOn });
        }
        if self.record_to_finish().is_some() {
            return Some(NextStep { at: Some(self.since), wants: Wants::Prove(ProofStep::Finish) });
        }
        let by_dealer = |wants| NextStep { at: None, wants };
        Some(match &self.phase {
            Phase::Betting { closes_at } => {
                let at = closes_at.plus_ms(self.settings.timings.drain_ms);
                NextStep { at: Some(at), wants: Wants::CloseBetting }
            }
            _ if self.waits_for_reveal() => self.next_reveal()?,
            phase if phase.is_dealt() => self.void_unfinished(&scanner),
            _ if !self.live.scanned || self.shoe_is_over() => by_dealer(Wants::OpenShoe),
            Phase::Shuffling { burned: false } => {
                by_dealer(Wants::BurnCards { first: self.settings.rules.burn.shows_first_card() })
            }
            _ => {
                let auto = scanner.start == Start::Auto && self.live_wait().is_none();
                let at = self.since.plus_ms(self.settings.timings.result_ms);
                NextStep { at: auto.then_some(at), wants: Wants::OpenBetting }
            }
        })
    }

    /// When the clock ends a round that nobody finishes: without a card for too long, or without an answer to a card
    /// that cannot be read.
    fn void_unfinished(&self, scanner: &ScannerSettings) -> NextStep {
        let abandoned = self.since.plus_ms(scanner.abandon_ms);
        match self.unanswered_from() {
            Some(from) if from.plus_ms(scanner.unanswered_ms()) <= abandoned => {
                NextStep { at: Some(from.plus_ms(scanner.unanswered_ms())), wants: Wants::VoidUnanswered }
            }
            _ => NextStep { at: Some(abandoned), wants: Wants::VoidAbandoned },
        }
    }

    /// Since when a card that the device cannot read waits for a supervisor, after its rescans.
    pub(crate) fn unanswered_from(&self) -> Option<Timestamp> {
        let finding = self.live.finding.as_ref()?;
        let waits = finding.code == FindingCode::Unreadable && !finding.answered;
        (waits && self.live.rescans >= RESCANS_BEFORE_VOID).then_some(finding.at)
    }

    /// The card that this table waits for, with or without its device and a dealer; none while it waits for none, or
    /// while people look at a finding.
    pub fn card_due(&self) -> Option<CardDue> {
        let scanner = self.live_settings()?;
        let waits = matches!(self.live_wait(), Some(LiveWait::Card | LiveWait::Device | LiveWait::Dealer));
        let is_due = waits && self.card_is_due() && self.live.finding.is_none();
        let since = self.since.max(self.live.resolved_at);
        is_due.then(|| CardDue {
            since,
            reminds_at: since.plus_ms(scanner.dealer_ms),
            calls_at: since.plus_ms(scanner.supervisor_ms),
        })
    }
}
