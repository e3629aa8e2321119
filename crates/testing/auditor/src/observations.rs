//! What patrons, supervisors and onlookers sent and received, kept outside the system where no crash reaches it.
//! Notes contradictions; the laws compare the rest with the record.

use std::collections::{BTreeMap, BTreeSet};

use crate::attempts::Attempts;
use crate::counts::Counts;
use crate::event::{Change, Proposal, RulesUsed, Ruling, SpotResult, Wager};
use crate::ids::{EventId, RoundId};
use crate::live_observations::LiveObservations;
use crate::manager::ManagerObservations;
use crate::onlooker::OnlookerObservations;
use crate::people::PeopleObservations;
use crate::protection::ProtectionRequest;
use crate::record::{Purse, Wallet};

/// Everything that was observed.
#[derive(Clone, Copy, Debug)]
pub struct Observations<'a> {
    /// What each patron observed.
    pub patrons: &'a [&'a PatronObservations],
    /// What all supervisors observed.
    pub supervisors: &'a SupervisorObservations,
    /// What all managers observed.
    pub managers: &'a ManagerObservations,
    /// What was observed of accounts and sessions.
    pub people: &'a PeopleObservations,
    /// What onlookers observed.
    pub onlookers: &'a OnlookerObservations,
    /// What was observed at live tables.
    pub live: &'a LiveObservations,
}

/// What the edge of a card showed to the patron who lifted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownEdge {
    /// The round of the card.
    pub round: RoundId,
    /// Where it lies.
    pub slot: String,
    /// What its edge showed.
    pub shows: String,
}

/// What one patron sent and received.
#[derive(Clone, Debug, Default)]
pub struct PatronObservations {
    /// The patron's nickname.
    pub nickname: String,
    /// The patron's number, once it is known.
    pub patron: Option<u32>,
    /// The slips by id.
    pub slips: BTreeMap<String, SlipRequest>,
    /// The requests to take wagers back, by id.
    pub clears: BTreeMap<String, ClearRequest>,
    /// What went back without a request, by table: on leaving.
    pub left_with: BTreeSet<(u32, i64)>,
    /// How rounds ended, by round and revision.
    pub endings: BTreeMap<(RoundId, u16), PatronEnding>,
    /// How much more each correction paid than the end before it, by round and revision.
    pub differences: BTreeMap<(RoundId, u16), i64>,
    /// What the edges of cards showed that the patron lifted.
    pub edges: Vec<ShownEdge>,
    /// What was asked for about protection, in order; each was answered or lost before the next was sent.
    pub protection: Vec<ProtectionRequest>,
    /// The acknowledgements of reality checks, in order.
    pub checks: Vec<CheckAnswered>,
    /// The first amount of cash that the patron was sent.
    pub granted: Option<i64>,
    /// How many gifts of play money were acknowledged. Requests that were sent at once may have one gift together.
    pub gifts: usize,
    /// How many requests for play money got no answer that says whether it was given.
    pub gifts_in_doubt: usize,
    /// Every amount of cash that was sent.
    pub cash: BTreeSet<i64>,
    /// Every amount of bonus money that was sent.
    pub bonus: BTreeSet<i64>,
    /// Every debt that was sent.
    pub owed: BTreeSet<i64>,
    /// The latest amount of each that was sent.
    pub latest: LatestWallet,
    /// The states of the wallet that were sent, by their numbers.
    pub states: BTreeMap<u64, Wallet>,
    /// Two messages that cannot both be true.
    pub contradictions: Vec<String>,
}

/// An acknowledgement of a reality check, in milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckAnswered {
    /// When it was sent.
    pub sent_at: i64,
    /// When the house answered, also with a failure; none if it never did.
    pub done_at: Option<i64>,
}

/// The latest amounts that a patron was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LatestWallet {
    /// The cash.
    pub cash: Option<i64>,
    /// The bonus money.
    pub bonus: Option<i64>,
    /// The debt.
    pub owed: Option<i64>,
}

/// A slip that was sent.
#[derive(Clone, Debug)]
pub struct SlipRequest {
    /// The round it was meant for.
    pub round: RoundId,
    /// What it is to do about the wagers before it.
    pub kind: SlipKind,
    /// By spot; none for an undo.
    pub wagers: Vec<Wager>,
    /// The earliest moment that the house received it, if that is known.
    pub received_at: Option<i64>,
    /// How often it was sent.
    pub attempts: Attempts,
}

impl SlipRequest {
    /// A slip that was not sent yet.
    pub fn new(round: RoundId, mut wagers: Vec<Wager>) -> Self {
        wagers.sort();
        let kind = SlipKind::Adds;
        Self { round, kind, wagers, received_at: None, attempts: Attempts::default() }
    }
}

/// What a slip does about the wagers that its patron has in the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlipKind {
    /// It adds to them.
    #[default]
    Adds,
    /// It replaces all of them.
    Replaces,
    /// It restores those before the last slip.
    Undoes,
}

/// A request to take wagers back.
#[derive(Clone, Debug)]
pub struct ClearRequest {
    /// The round it was meant for.
    pub round: RoundId,
    /// What went back, once it is known.
    pub returned: Option<i64>,
    /// How often it was sent.
    pub attempts: Attempts,
}

impl ClearRequest {
    /// A request that was not sent yet.
    pub fn new(round: RoundId) -> Self {
        Self { round, returned: None, attempts: Attempts::default() }
    }
}

/// How a round ended for one patron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronEnding {
    /// The results by spot.
    Settled(Vec<SpotResult>),
    /// The stakes that went back.
    Voided(i64),
}

impl PatronEnding {
    /// The end of a settled round.
    pub fn settled(results: impl IntoIterator<Item = SpotResult>) -> Self {
        let mut results: Vec<SpotResult> = results.into_iter().collect();
        results.sort();
        Self::Settled(results)
    }

    /// What the round paid or gave back.
    pub fn paid(&self) -> i64 {
        match self {
            Self::Settled(results) => results.iter().map(|result| result.payout).sum(),
            Self::Voided(returned) => *returned,
        }
    }
}

impl PatronObservations {
    /// The patron by number, or by name before the number is known.
    pub fn who(&self) -> String {
        self.patron.map_or_else(|| self.nickname.clone(), |patron| format!("patron {patron}"))
    }

    /// Notes how a round, as that revision has it, ended for the patron, and the payout that the patron was sent.
    pub fn observe_ending(&mut self, round: RoundId, revision: u16, ending: PatronEnding, paid: i64) {
        if ending.paid() != paid {
            self.contradictions.push(format!("{round}: {ending:?} was shown to pay {paid}"));
        }
        let known = self.endings.get(&(round, revision)).filter(|before| **before != ending);
        if let Some(before) = known {
            let both = format!("{before:?}, then {ending:?}");
            self.contradictions
                .push(format!("{round} was shown to end in two ways as revision {revision}: {both}"));
        }
        self.endings.insert((round, revision), ending);
    }

    /// Notes the difference of a correction that the patron was sent.
    pub fn observe_difference(&mut self, round: RoundId, revision: u16, difference: i64) {
        let before = self.differences.insert((round, revision), difference);
        if before.is_some_and(|before| before != difference) {
            self.contradictions
                .push(format!("{round} was shown with two differences as revision {revision}"));
        }
    }

    /// Notes an amount of cash that the patron was sent.
    pub fn observe_cash(&mut self, amount: i64) {
        self.cash.insert(amount);
        self.latest.cash = Some(amount);
    }

    /// Notes an amount of bonus money that the patron was sent.
    pub fn observe_bonus(&mut self, amount: i64) {
        self.bonus.insert(amount);
        self.latest.bonus = Some(amount);
    }

    /// Notes a debt that the patron was sent.
    pub fn observe_debt(&mut self, amount: i64) {
        self.owed.insert(amount);
        self.latest.owed = Some(amount);
    }

    /// Notes that the server is gone: it answers nothing that is in flight.
    pub fn lose_all(&mut self) {
        self.slips.values_mut().for_each(|slip| slip.attempts.lose_all());
        self.clears.values_mut().for_each(|clear| clear.attempts.lose_all());
    }
}

/// What all supervisors together sent and received.
#[derive(Clone, Debug, Default)]
pub struct SupervisorObservations {
    /// The proposals by the ids of their requests.
    pub proposals: BTreeMap<String, ProposalRequest>,
    /// The approvals by correction and supervisor.
    pub approvals: BTreeMap<(EventId, u32), Attempts>,
    /// The withdrawals by correction and supervisor.
    pub withdrawals: BTreeMap<(EventId, u32), Attempts>,
    /// The voids of rounds under way, by round and supervisor.
    pub voids: BTreeMap<(RoundId, u32), Attempts>,
    /// The adjustments by the ids of their requests.
    pub adjustments: BTreeMap<String, AdjustmentRequest>,
    /// The proposals of adjustments that take two persons, by the ids of their requests.
    pub by_two: BTreeMap<String, ByTwoRequest>,
    /// The approvals of those, by number and supervisor.
    pub by_two_approvals: BTreeMap<(u32, u32), Attempts>,
    /// The withdrawals and refusals of those, by number and supervisor.
    pub by_two_withdrawals: BTreeMap<(u32, u32), Attempts>,
    /// The exclusions of patrons, by the ids that stand in their reasons.
    pub exclusions: BTreeMap<String, ExclusionRequest>,
    /// The cards of rounds as they were dealt.
    pub dealt: BTreeMap<RoundId, Vec<String>>,
    /// The codes of refusals.
    pub refusals: Counts,
    /// The codes of failures, of which nobody knows what they left.
    pub problems: Counts,
    /// Two messages that cannot both be true.
    pub contradictions: Vec<String>,
}

/// A correction that a supervisor proposed.
#[derive(Clone, Debug)]
pub struct ProposalRequest {
    /// The supervisor.
    pub by: u32,
    /// The round to correct.
    pub round: RoundId,
    /// The cards that the round is to have; none to void it.
    pub ruling: Option<Vec<String>>,
    /// The reason.
    pub why: String,
    /// How often it was sent.
    pub attempts: Attempts,
    /// The dry run that was shown.
    pub shown: Option<ShownCorrection>,
}

/// A correction as a supervisor was shown it, with its dry run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCorrection {
    /// The event that proposed it.
    pub id: EventId,
    /// The round.
    pub round: RoundId,
    /// The revision that it makes.
    pub revision: u16,
    /// The supervisor who proposed it.
    pub by: u32,
    /// The reason.
    pub why: String,
    /// Why the round is void with it, if it is.
    pub voided: Option<String>,
    /// The cards as they stood.
    pub cards_before: Vec<String>,
    /// The cards as they stand with it.
    pub cards_after: Vec<String>,
    /// The house rules it was computed by.
    pub rules: Option<RulesUsed>,
    /// What it means for each patron.
    pub patrons: Vec<ShownChange>,
}

impl ShownCorrection {
    /// A correction from the text of its proposal, as it is stored.
    ///
    /// # Errors
    /// When the text is no proposal.
    pub fn read(id: EventId, proposal: &str) -> Result<Self, String> {
        let read = serde_json::from_str(proposal).map(|proposal| Self::of(id, &proposal));
        read.map_err(|error| format!("{error} in {proposal}"))
    }

    pub(crate) fn of(id: EventId, proposal: &Proposal) -> Self {
        let voided = match &proposal.ruling {
            Ruling::Void { reason } => Some(reason.clone()),
            Ruling::Cards { .. } => None,
        };
        Self {
            id,
            round: proposal.round.at(id.table),
            revision: proposal.revision,
            by: proposal.by,
            why: proposal.why.clone(),
            voided,
            cards_before: proposal.cards_before.clone(),
            cards_after: proposal.ruling.cards().unwrap_or(&proposal.cards_before).clone(),
            rules: proposal.rules.clone(),
            patrons: proposal.patrons.iter().map(ShownChange::of).collect(),
        }
    }
}

impl ShownChange {
    fn of(change: &Change) -> Self {
        Self {
            paid_before: change.paid(&change.before),
            paid_after: change.paid(&change.after),
            difference: change.difference(),
            turnover_difference: change.turnover_difference(),
            change: change.clone(),
        }
    }
}

/// What a correction means for one patron, as a supervisor was shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownChange {
    /// The results before and after.
    pub change: Change,
    /// What the round paid before.
    pub paid_before: i64,
    /// What it pays after.
    pub paid_after: i64,
    /// How much more that is.
    pub difference: i64,
    /// How much more turnover the round has.
    pub turnover_difference: i64,
}

/// Money that a supervisor gave to a purse, or took when below zero.
#[derive(Clone, Debug)]
pub struct AdjustmentRequest {
    /// The supervisor.
    pub by: u32,
    /// Whose purse.
    pub patron: u32,
    /// Which.
    pub purse: Purse,
    /// How much more is in it then.
    pub change: i64,
    /// The reason.
    pub why: String,
    /// How often it was sent.
    pub attempts: Attempts,
    /// The wallets that the answers showed.
    pub wallets: BTreeSet<Wallet>,
}

/// An adjustment that somebody proposed to a second person.
#[derive(Clone, Debug)]
pub struct ByTwoRequest {
    /// Who proposed it.
    pub by: u32,
    /// Whose purse.
    pub patron: u32,
    /// Which.
    pub purse: Purse,
    /// How much more is to be in it.
    pub change: i64,
    /// The reason.
    pub why: String,
    /// How often it was sent.
    pub attempts: Attempts,
    /// The number that it was answered with.
    pub number: Option<u32>,
}

/// A patron whom a member of staff excluded for a while.
#[derive(Clone, Debug)]
pub struct ExclusionRequest {
    /// The member of staff.
    pub by: u32,
    /// The patron.
    pub patron: u32,
    /// How often it was sent.
    pub attempts: Attempts,
}

impl SupervisorObservations {
    /// Every correction that was shown, with the supervisor who proposed it.
    pub fn corrections(&self) -> impl Iterator<Item = (EventId, u32)> {
        self.proposals.values().filter_map(|request| Some((request.shown.as_ref()?.id, request.by)))
    }

    /// The dry run of a correction, if it was shown.
    pub fn dry_run(&self, id: EventId) -> Option<&ShownCorrection> {
        let mut shown = self.proposals.values().filter_map(|request| request.shown.as_ref());
        shown.find(|shown| shown.id == id)
    }

    /// Notes that the server is gone: it answers nothing that is in flight.
    pub fn lose_all(&mut self) {
        let proposals = self.proposals.values_mut().map(|request| &mut request.attempts);
        let adjustments = self.adjustments.values_mut().map(|request| &mut request.attempts);
        let decisions = self.approvals.values_mut().chain(self.withdrawals.values_mut());
        let by_two = self.by_two.values_mut().map(|request| &mut request.attempts);
        let by_two =
            by_two.chain(self.by_two_approvals.values_mut()).chain(self.by_two_withdrawals.values_mut());
        let exclusions = self.exclusions.values_mut().map(|request| &mut request.attempts);
        let all = proposals
            .chain(adjustments)
            .chain(exclusions)
            .chain(by_two)
            .chain(decisions)
            .chain(self.voids.values_mut());
        all.for_each(Attempts::lose_all);
    }
}
