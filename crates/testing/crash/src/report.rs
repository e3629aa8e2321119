//! The result of a run, for people and as JSON. Counts and divides; judges nothing.

use std::fmt::Write as _;
use std::time::Duration;

use auditor::{
    Attempts, Counts, Entry, Phase, ProtectionAnswer, ProtectionRequest, Record, RoundHistory,
    SupervisorObservations,
};
use serde::Serialize;

use crate::live::LiveTally;
use crate::options::Options;
use crate::patron_observer::PatronObserver;
use crate::place::Store;

/// The result of a run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(crate) options: Options,
    pub(crate) seconds: u64,
    /// What each table was doing when its server was killed.
    pub(crate) kills: Counts,
    /// How many of the kills came before the server listened.
    pub(crate) kills_starting_up: usize,
    /// How often PostgreSQL was killed together with the server, and how often it was killed alone.
    pub(crate) killed_both: usize,
    pub(crate) killed_database: usize,
    pub(crate) slips_acknowledged: usize,
    pub(crate) slips_sent: usize,
    pub(crate) duplicates_sent: usize,
    pub(crate) slips_refused: usize,
    pub(crate) clears: usize,
    pub(crate) top_ups: usize,
    pub(crate) rounds_settled: usize,
    pub(crate) rounds_voided: usize,
    pub(crate) shoes: usize,
    /// On record in the end, acknowledged or not.
    pub(crate) corrections: usize,
    pub(crate) adjustments: usize,
    pub(crate) supervisors: Supervised,
    /// The changes of protection and the accounts that were acknowledged, and how often people logged in.
    pub(crate) protections: usize,
    pub(crate) accounts: usize,
    pub(crate) log_ins: usize,
    /// By code.
    pub(crate) refusals: Counts,
    pub(crate) problems: Counts,
    /// What happened at the live tables, if the run has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) live: Option<LiveTally>,
    /// With no failure in so many cycles, the chance of one is below this with 95 % confidence.
    pub(crate) bound_percent: String,
}

/// The actions of supervisors that were acknowledged.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Supervised {
    pub(crate) proposals: usize,
    pub(crate) approvals: usize,
    pub(crate) withdrawals: usize,
    pub(crate) voids: usize,
    pub(crate) adjustments: usize,
    /// How often an action was sent again.
    pub(crate) sent_again: usize,
}

impl Report {
    /// Notes a kill.
    pub(crate) fn killed(&mut self, phases: impl IntoIterator<Item = Phase>, starting_up: bool) {
        self.kills_starting_up += usize::from(starting_up);
        phases.into_iter().for_each(|phase| self.kills.count(phase.word()));
    }

    /// Adds up what the store holds at the end. Rounds count by how they ended at first.
    pub(crate) fn stored(&mut self, record: &Record, history: &RoundHistory) {
        for round in history.rounds.values() {
            self.clears += round.clears.len();
            self.corrections += round.ends.len().saturating_sub(1);
            match round.ends.first().map(|end| end.outcome.is_void()) {
                Some(false) => self.rounds_settled += 1,
                Some(true) => self.rounds_voided += 1,
                None => {}
            }
        }
        let adjusted = |entry: &&Entry| matches!(entry, Entry::MoneyAdjusted { .. });
        self.adjustments = record.house.values().filter(adjusted).count();
        self.shoes = record.seeds.len();
    }

    /// Adds up what patrons observed.
    pub(crate) fn finish(&mut self, patrons: &[PatronObserver], took: Duration) {
        self.seconds = took.as_secs();
        self.bound_percent = rule_of_three(self.options.cycles);
        for patron in patrons {
            for slip in patron.observed.slips.values().map(|slip| slip.attempts) {
                self.slips_sent += usize::from(slip.sent > 0);
                self.duplicates_sent += slip.sent.saturating_sub(1);
                self.slips_acknowledged += usize::from(slip.acknowledged > 0);
                self.slips_refused += usize::from(slip.refused > 0);
            }
            self.top_ups += patron.observed.gifts.saturating_sub(1);
            let done = |own: &&ProtectionRequest| matches!(own.answer, ProtectionAnswer::Done(_));
            self.protections += patron.observed.protection.iter().filter(done).count();
            self.accounts += usize::from(patron.account.attempts.acknowledged > 0);
            self.log_ins += patron.account.log_ins;
            self.refusals.add_all(&patron.refusals);
            self.problems.add_all(&patron.problems);
        }
    }

    /// Adds up what supervisors observed.
    pub(crate) fn supervised(&mut self, observed: &SupervisorObservations) {
        let proposals: Vec<&Attempts> = observed.proposals.values().map(|it| &it.attempts).collect();
        let adjustments: Vec<&Attempts> = observed.adjustments.values().map(|it| &it.attempts).collect();
        let (approvals, withdrawals) = (&observed.approvals, &observed.withdrawals);
        let (approvals, withdrawals) = (approvals.values().collect(), withdrawals.values().collect());
        let all = [proposals, approvals, withdrawals, observed.voids.values().collect(), adjustments];
        let again = |attempts: &&Attempts| attempts.sent.saturating_sub(1);
        let sent_again = all.iter().flatten().map(again).sum();
        let [proposals, approvals, withdrawals, voids, adjustments] =
            all.map(|sent| sent.iter().filter(|attempts| attempts.acknowledged > 0).count());
        self.supervisors = Supervised { proposals, approvals, withdrawals, voids, adjustments, sent_again };
        self.refusals.add_all(&observed.refusals);
        self.problems.add_all(&observed.problems);
    }

    /// What the run did too little of to show anything, if so.
    pub(crate) fn idle(&self) -> Option<String> {
        /// So many rounds take longer than supervisors need for a first adjustment.
        const SOME: usize = 5;
        /// So many take longer than they need to propose a correction, and to agree about one.
        const MANY: usize = 20;
        /// In so many, some patron surely asks for what patrons seldom ask for.
        const PLENTY: usize = 100;
        let Supervised { proposals, approvals, adjustments, .. } = self.supervisors;
        let demanded = [
            (0, self.slips_acknowledged, "slip"),
            (SOME, adjustments, "adjustment"),
            (MANY, proposals, "proposal"),
            (MANY, approvals, "approval"),
            (PLENTY, self.protections, "change of protection"),
            (PLENTY, self.accounts, "account"),
        ];
        let rounds = self.rounds_settled;
        let demanded =
            demanded.into_iter().chain(self.live.as_ref().map(|live| (MANY, live.cards, "card of a device")));
        let missing = demanded.filter(|(beyond, done, _)| rounds > *beyond && *done == 0);
        let missing: Vec<&str> = missing.map(|(_, _, what)| what).collect();
        (!missing.is_empty()).then(|| {
            format!(
                "{rounds} rounds were settled, and nobody ever got an acknowledgement of any {}",
                missing.join(", ")
            )
        })
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let kills = Phase::ALL.map(Phase::word);
        let kills = kills.map(|word| format!("{word} {}", self.kills.0.get(word).unwrap_or(&0))).join(", ");
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:<22} {value}");
        };
        let Options { store, seed, cycles, .. } = self.options;
        line("cycles", &format!("{cycles} on {} in {} s, seed {seed}", store.word(), self.seconds));
        line("kills, table by table", &format!("{kills}; {} while starting up", self.kills_starting_up));
        if self.options.store == Store::Postgres {
            let (database, both) = (self.killed_database, self.killed_both);
            line("PostgreSQL killed", &format!("{database} times alone, {both} times with the server"));
        }
        line(
            "slips",
            &format!(
                "{} acknowledged, {} refused, of {} sent; {} sent again",
                self.slips_acknowledged, self.slips_refused, self.slips_sent, self.duplicates_sent
            ),
        );
        line(
            "money back and forth",
            &format!("{} clears, {} top-ups, {} patrons", self.clears, self.top_ups, self.options.patrons),
        );
        line(
            "rounds",
            &format!("{} settled, {} voided, {} shoes", self.rounds_settled, self.rounds_voided, self.shoes),
        );
        let Supervised { proposals, approvals, withdrawals, voids, adjustments, sent_again } =
            self.supervisors;
        line(
            "corrections",
            &format!("{approvals} approved, {withdrawals} withdrawn, of {proposals} proposed; {voids} voids"),
        );
        line("by hand", &format!("{adjustments} adjustments; supervisors sent {sent_again} again"));
        line(
            "people",
            &format!(
                "{} accounts, {} log-ins, {} changes of protection",
                self.accounts, self.log_ins, self.protections
            ),
        );
        if let Some(LiveTally { records, cards, shoes, restarts, findings }) = &self.live {
            line(
                "live tables",
                &format!(
                    "{records} records made, acknowledged and used once; {cards} cards dealt, {shoes} shoes; devices \
                     switched off and on {restarts} times"
                ),
            );
            line("findings", &listed(findings));
        }
        line("refusals", &listed(&self.refusals));
        if !self.problems.0.is_empty() {
            line("problems", &listed(&self.problems));
        }
        line(
            "deviations",
            &format!("none; a kill does harm in at most {} % (95 % bound)", self.bound_percent),
        );
        text
    }
}

fn listed(counts: &Counts) -> String {
    counts.0.iter().map(|(code, count)| format!("{code} {count}")).collect::<Vec<_>>().join(", ")
}

/// 3/N as a percentage with two decimals, rounded up; at most all.
fn rule_of_three(cycles: u32) -> String {
    let hundredths = 30_000_u32.div_ceil(cycles.max(1)).min(10_000);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use auditor::{Action, ActionAnswer, RoundId, SlipRequest};

    use super::*;

    #[test]
    fn a_run_in_which_nobody_did_anything_has_shown_nothing() {
        let mut report = Report::default();
        for (rounds, [slips, adjustments, proposals, approvals], missing) in [
            (0, [0, 0, 0, 0], None),
            (1, [0, 0, 0, 0], Some("of any slip")),
            (1, [1, 0, 0, 0], None),
            (9, [1, 0, 0, 0], Some("of any adjustment")),
            (9, [1, 1, 0, 0], None),
            (99, [1, 1, 0, 0], Some("of any proposal, approval")),
            (99, [1, 1, 1, 0], Some("of any approval")),
            (99, [1, 1, 1, 1], None),
        ] {
            (report.rounds_settled, report.slips_acknowledged) = (rounds, slips);
            (report.protections, report.accounts) = (1, 1);
            report.supervisors = Supervised { proposals, approvals, adjustments, ..Supervised::default() };
            let idle = report.idle();
            let expected =
                idle.as_deref().zip(missing).is_some_and(|(idle, missing)| idle.ends_with(missing));
            assert!(expected || idle.is_none() && missing.is_none(), "{rounds} rounds: {idle:?}");
        }
    }

    #[test]
    fn the_bound_is_three_over_the_cycles() {
        for (cycles, bound) in
            [(0, "100.00"), (1, "100.00"), (5, "60.00"), (50, "6.00"), (1_000, "0.30"), (7_000, "0.05")]
        {
            assert_eq!(rule_of_three(cycles), bound, "{cycles}");
        }
    }

    #[test]
    fn kills_are_counted_table_by_table() {
        let mut report =
            Report { options: Options { cycles: 50, ..Options::default() }, ..Report::default() };
        report.killed([Phase::Betting, Phase::Dealing], false);
        report.killed([], true);
        let mut patron = PatronObserver::default();
        for id in ["a", "b"] {
            let mut slip = SlipRequest::new(RoundId::default(), Vec::new());
            slip.attempts.send();
            slip.attempts.send();
            slip.attempts.acknowledge();
            patron.observed.slips.insert(id.to_owned(), slip);
        }
        report.finish(&[patron], Duration::from_secs(9));
        let text = report.text();
        assert!(
            text.contains("shuffling 0, betting 1, closed 0, dealing 1, settled 0; 1 while starting up"),
            "{text}"
        );
        assert!(text.contains("2 acknowledged, 0 refused, of 2 sent; 2 sent again"), "{text}");
        assert!(text.contains("50 on sqlite in 9 s") && !text.contains("PostgreSQL"), "{text}");
        assert!(text.contains("at most 6.00 % (95 % bound)"), "{text}");
        let (mut observed, action) = (SupervisorObservations::default(), Action::Void(RoundId::default()));
        for (by, answer) in
            [(1, ActionAnswer::Voided), (2, ActionAnswer::Refused("round_not_open".to_owned()))]
        {
            observed.send(by, &action);
            observed.send(by, &action);
            observed.receive(by, &action, answer);
        }
        report.supervised(&observed);
        let text = report.text();
        assert!(text.contains("0 approved, 0 withdrawn, of 0 proposed; 1 voids"), "{text}");
        assert!(text.contains("0 adjustments; supervisors sent 2 again"), "{text}");
        report.options.store = Store::Postgres;
        (report.killed_database, report.killed_both) = (7, 5);
        let text = report.text();
        assert!(text.contains("7 times alone, 5 times with the server"), "{text}");
    }
}
