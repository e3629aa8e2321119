//! Converts rounds and corrections of a table to messages for supervisors. The caller provides the names.

use baccarat::Card;
use table::event::VoidReason;
use table::round_wagers::PatronWagers;
use table::{Known, PatronId, Proposal, ProposalStatus, StaffId, TableId};

use crate::patron_view::{dealt, outcome_id};
use crate::public_view::void_id;
use crate::server::{SettledLine, SpotStake};
use crate::supervisor::{
    Correction, CorrectionLine, Evidence, PatronCorrection, RoundPatron, RoundRecord, Rulable, RulesUsed,
    SupervisorName,
};

/// Gives the name of a supervisor.
pub type Names<'a> = &'a dyn Fn(StaffId) -> Option<String>;

impl SupervisorName {
    /// A supervisor with their name.
    pub fn new(supervisor: StaffId, names: Names<'_>) -> Self {
        Self { supervisor_id: supervisor.0, name: names(supervisor) }
    }
}

impl Correction {
    /// A proposal of a table with its status.
    pub fn new(table: TableId, proposed: (u64, &Proposal, ProposalStatus), names: Names<'_>) -> Self {
        let patrons = proposed.1.patrons.iter().map(PatronCorrection::from).collect();
        Self { line: CorrectionLine::new(table, proposed, names), patrons }
    }
}

impl CorrectionLine {
    /// A proposal of a table with its status.
    pub fn new(
        table: TableId,
        (correction_no, proposal, status): (u64, &Proposal, ProposalStatus),
        names: Names<'_>,
    ) -> Self {
        let (state, approved_by) = match status {
            ProposalStatus::Open => ("open", None),
            ProposalStatus::Approved { by } => ("approved", Some(SupervisorName::new(by, names))),
            ProposalStatus::Withdrawn => ("withdrawn", None),
            ProposalStatus::Outdated => ("outdated", None),
        };
        Self {
            correction_no,
            table_id: table.0,
            round: proposal.round.into(),
            revision: proposal.revision,
            state: state.to_owned(),
            proposed_by: SupervisorName::new(proposal.by, names),
            approved_by,
            why: proposal.why.clone(),
            voided: void(proposal.voided()),
            cards_before: texts(&proposal.cards_before),
            cards_after: texts(proposal.cards_after()),
            surplus_before: texts(&proposal.surplus_before),
            surplus_after: texts(proposal.surplus_after()),
            evidence: proposal.evidence.map(Evidence::from),
            rules: proposal.rules.as_ref().map(RulesUsed::from),
        }
    }
}

impl From<&table::RulesUsed> for RulesUsed {
    fn from(used: &table::RulesUsed) -> Self {
        let table::RulesUsed { rules, assumed } = used;
        Self { id: rules.id.clone(), sha256: rules.digest.to_string(), assumed: *assumed }
    }
}

impl From<&table::PatronCorrection> for PatronCorrection {
    fn from(own: &table::PatronCorrection) -> Self {
        Self {
            patron_id: own.patron.0,
            staked: own.staked.minor(),
            before: own.before.iter().map(SettledLine::from).collect(),
            after: own.after.iter().map(SettledLine::from).collect(),
            paid_before: own.paid_before().minor(),
            paid_after: own.paid_after().minor(),
            difference: own.difference(),
            turnover_difference: own.turnover_difference(),
        }
    }
}

impl RoundRecord {
    /// A round of a table with its latest result.
    pub fn new(table: TableId, record: &table::RoundRecord, names: Names<'_>) -> Self {
        Self {
            table_id: table.0,
            round: record.round().into(),
            revision: record.revision(),
            outcome: outcome(record.cards(), record.revision(), record.voided().is_some()),
            voided: void(record.voided()),
            voided_by: record.voided_by().map(|by| SupervisorName::new(by, names)),
            cards: texts(record.cards()),
            deal: dealt(record.cards()),
            surplus: texts(record.surplus()),
            read: texts(record.read_otherwise()),
            rulable: Rulable::of(record),
            patrons: record.wagers().active().map(|(patron, _)| round_patron(record, patron)).collect(),
            corrections: record.proposals().map(|each| Correction::new(table, each, names)).collect(),
        }
    }
}

impl From<table::Evidence> for Evidence {
    fn from(shown: table::Evidence) -> Self {
        Self { from: shown.from.0, to: shown.to.0, digest: shown.digest.to_string() }
    }
}

impl Rulable {
    /// What a round allows.
    pub fn of(record: &table::RoundRecord) -> Self {
        match record.known() {
            Known::Nothing => Self::Any {},
            Known::Order => Self::Order { cards: texts(record.may_go_back_to().unwrap_or_default()) },
            Known::Readings => {
                let [at_least, at_most] = [*record.out().start(), *record.out().end()];
                let count = |cards: usize| u8::try_from(cards).unwrap_or(u8::MAX);
                Self::Readings { at_least: count(at_least), at_most: count(at_most) }
            }
        }
    }
}

fn round_patron(record: &table::RoundRecord, patron: PatronId) -> RoundPatron {
    let own = record.wagers().of(patron);
    let staked = own.map(PatronWagers::staked).unwrap_or_default();
    let settled = record.settled(patron);
    let paid = table::settle::paid(staked, settled);
    RoundPatron {
        patron_id: patron.0,
        wagers: own.into_iter().flat_map(PatronWagers::placed).map(|wager| SpotStake::from(&wager)).collect(),
        staked: staked.minor(),
        settled: settled.iter().map(SettledLine::from).collect(),
        paid: (record.revision() > 0).then(|| paid.minor()),
    }
}

/// The outcome of a round: `player`, `banker`, `tie` or `voided`; none while it is open.
pub fn outcome(cards: &[Card], revision: u16, voided: bool) -> Option<String> {
    (revision > 0).then(|| outcome_id(cards, voided).to_owned())
}

/// The texts of cards.
pub fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| card.text().to_owned()).collect()
}

fn void(reason: Option<VoidReason>) -> Option<String> {
    reason.map(|reason| void_id(reason).to_owned())
}
