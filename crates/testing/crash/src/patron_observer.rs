//! What one patron sends and receives, kept where no kill reaches it. Turns messages into observations, and notes where
//! the server contradicts itself; what the store has to say about it is the auditor's business.

use std::collections::BTreeMap;

use auditor::{
    ClearRequest, Counts, PatronEnding, PatronObservations, RequestStatus, RoundId, SlipRequest, Wager,
};
use wire::client::{ClientMessage, SlipWager};
use wire::server::{OwnEnd, PatronInfo, ServerMessage};

use crate::translate::{minor, round_id, round_ref, spot_results};

/// Problems that come and go. Patrons know the messages and who they are; they cause no others.
const PASSING: [&str; 2] = ["unavailable", "too_many_messages"];

/// A patron over the whole run.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatronObserver {
    pub(crate) observed: PatronObservations,
    pub(crate) token: Option<String>,
    /// The house rules that each table named.
    pub(crate) rules: BTreeMap<u32, String>,
    /// The codes of refusals and of problems.
    pub(crate) refusals: Counts,
    pub(crate) problems: Counts,
}

impl PatronObserver {
    pub(crate) fn new(nickname: String) -> Self {
        let observed = PatronObservations { nickname, ..PatronObservations::default() };
        Self { observed, ..Self::default() }
    }

    /// Notes a message that is about to be sent.
    pub(crate) fn send(&mut self, message: &ClientMessage) {
        match message {
            ClientMessage::PlaceSlip { table_id, round, slip_id, wagers } => {
                let wager = |it: &SlipWager| Wager { spot: it.spot.clone(), stake: it.stake, bonus: 0 };
                let new =
                    || SlipRequest::new(round_id(*table_id, *round), wagers.iter().map(wager).collect());
                self.observed.slips.entry(slip_id.clone()).or_insert_with(new).attempts.send();
            }
            ClientMessage::ClearWagers { table_id, round, request_id } => {
                let new = || ClearRequest::new(round_id(*table_id, *round));
                self.observed.clears.entry(request_id.clone()).or_insert_with(new).attempts.send();
            }
            _ => {}
        }
    }

    /// Notes a message of the server.
    pub(crate) fn receive(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { patron: Some(patron), .. } => self.meet(patron),
            ServerMessage::Snapshot { table, .. } => {
                self.rules.insert(table.table_id, table.rules.id.clone());
            }
            ServerMessage::Balance { balance } => self.observed.observe_cash(minor(*balance)),
            ServerMessage::SlipAccepted { slip_id, .. } => match self.observed.slips.get_mut(slip_id) {
                Some(slip) => slip.attempts.acknowledge(),
                None => self.contradict(format!("slip {slip_id} was accepted and never sent")),
            },
            ServerMessage::SlipRefused { slip_id, refusal, .. } => {
                self.refusals.count(&refusal.code);
                self.slip_refused(slip_id, &refusal.code);
            }
            ServerMessage::WagersCleared { table_id, request_id, returned } => {
                self.cleared(*table_id, request_id.as_deref(), minor(*returned));
            }
            ServerMessage::ClearRefused { request_id, refusal, .. } => {
                self.refusals.count(&refusal.code);
                if let Some(clear) = self.observed.clears.get_mut(request_id) {
                    // The server knows a request only as long as its round, so it may refuse what it did.
                    clear.attempts.refuse_without_settling();
                }
            }
            ServerMessage::YouSettled { table_id, round, wagers, staked, paid } => {
                let (round, results) = (round_id(*table_id, *round), spot_results(wagers));
                let sum: i64 = results.iter().map(|result| result.stake).sum();
                if sum != minor(*staked) {
                    self.contradict(format!("{round}: {results:?} was shown to stake {staked}"));
                }
                self.observed.observe_ending(round, 1, PatronEnding::settled(results), minor(*paid));
            }
            ServerMessage::YouVoided { table_id, round, returned } => {
                let (round, returned) = (round_id(*table_id, *round), minor(*returned));
                self.observed.observe_ending(round, 1, PatronEnding::Voided(returned), returned);
            }
            ServerMessage::YouCorrected { table_id, end, difference } => {
                self.corrected(round_id(*table_id, end.round), end, *difference);
            }
            ServerMessage::Problem { error } => {
                self.problems.count(&error.code);
                if !PASSING.contains(&error.code.as_str()) {
                    self.contradict(format!("a valid message was answered with {error:?}"));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn contradict(&mut self, what: String) {
        self.observed.contradictions.push(what);
    }

    /// Notes who the patron is.
    pub(crate) fn meet(&mut self, patron: &PatronInfo) {
        let before = self.observed.patron.replace(patron.patron_id);
        if before.is_some_and(|before| before != patron.patron_id) {
            self.contradict(format!("patron {before:?} is now {}", patron.patron_id));
        }
        let observed = &mut self.observed;
        observed.observe_cash(minor(patron.balance));
        observed.observe_bonus(minor(patron.bonus));
        observed.observe_debt(minor(patron.owed));
        if observed.granted.is_none() {
            observed.granted = Some(minor(patron.balance));
            observed.gifts += 1;
        }
    }

    fn slip_refused(&mut self, slip_id: &str, code: &str) {
        match self.observed.slips.get_mut(slip_id).map(|slip| slip.attempts.refuse()) {
            Some(false) => {}
            Some(true) => self.contradict(format!("slip {slip_id} was accepted and then refused: {code}")),
            None => self.contradict(format!("slip {slip_id} was refused and never sent")),
        }
    }

    fn cleared(&mut self, table: u32, request_id: Option<&str>, returned: i64) {
        let Some(request_id) = request_id else {
            self.observed.left_with.insert((table, returned));
            return;
        };
        let Some(clear) = self.observed.clears.get_mut(request_id) else {
            self.contradict(format!("{request_id} cleared wagers and was never sent"));
            return;
        };
        clear.attempts.acknowledge();
        // A repeat is answered with nothing.
        if returned > 0 && clear.returned.replace(returned).is_some_and(|before| before != returned) {
            self.contradict(format!("{request_id} was shown to return two different amounts"));
        }
    }

    fn corrected(&mut self, round: RoundId, end: &OwnEnd, difference: i64) {
        let paid = minor(end.paid);
        let ending = match end.voided {
            Some(_) => PatronEnding::Voided(paid),
            None => PatronEnding::settled(spot_results(&end.wagers)),
        };
        self.observed.observe_ending(round, end.revision, ending, paid);
        self.observed.observe_difference(round, end.revision, difference);
    }

    /// The slip as it was sent, to send it again.
    pub(crate) fn slip_again(&self, slip_id: &str) -> Option<ClientMessage> {
        let SlipRequest { round, wagers, .. } = self.observed.slips.get(slip_id)?;
        Some(ClientMessage::PlaceSlip {
            table_id: round.table,
            round: round_ref(*round),
            slip_id: slip_id.to_owned(),
            wagers: wagers.iter().map(|w| SlipWager { spot: w.spot.clone(), stake: w.stake }).collect(),
        })
    }

    /// The request as it was sent, to send it again.
    pub(crate) fn clear_again(&self, request_id: &str) -> Option<ClientMessage> {
        let ClearRequest { round, .. } = self.observed.clears.get(request_id)?;
        let (table_id, round) = (round.table, round_ref(*round));
        Some(ClientMessage::ClearWagers { table_id, round, request_id: request_id.to_owned() })
    }

    /// The requests that are in doubt: slips that no answer settles, and clears that got none.
    pub(crate) fn unanswered(&self) -> Vec<ClientMessage> {
        let slips = self.observed.slips.iter();
        let slips = slips.filter(|(_, slip)| slip.attempts.status() == RequestStatus::Unknown);
        let clears = self.observed.clears.iter();
        let clears = clears.filter(|(_, clear)| clear.attempts.sent > 0 && clear.attempts.is_unanswered());
        let slips = slips.filter_map(|(slip_id, _)| self.slip_again(slip_id));
        slips.chain(clears.filter_map(|(request_id, _)| self.clear_again(request_id))).collect()
    }

    /// Whether an answer may still come.
    pub(crate) fn is_waiting(&self) -> bool {
        let slips = self.observed.slips.values().map(|slip| slip.attempts);
        let clears = self.observed.clears.values().map(|clear| clear.attempts);
        slips.chain(clears).any(|attempts| attempts.is_in_flight())
    }

    /// How many slips were sent again.
    pub(crate) fn duplicates(&self) -> usize {
        self.observed.slips.values().map(|slip| slip.attempts.sent.saturating_sub(1)).sum()
    }

    /// How many slips were accepted.
    pub(crate) fn accepted(&self) -> usize {
        self.observed.slips.values().filter(|slip| slip.attempts.acknowledged > 0).count()
    }
}

#[cfg(test)]
mod tests {
    use wire::client::RoundRef;
    use wire::error::ErrorBody;
    use wire::server::SettledLine;

    use super::*;

    const ROUND: RoundRef = RoundRef { shoe_no: 1, round_no: 2 };

    fn slip(slip_id: &str) -> ClientMessage {
        let wagers = vec![SlipWager { spot: "tie".to_owned(), stake: 100 }];
        ClientMessage::PlaceSlip { table_id: 1, round: ROUND, slip_id: slip_id.to_owned(), wagers }
    }

    fn accepted(slip_id: &str) -> ServerMessage {
        ServerMessage::SlipAccepted { table_id: 1, slip_id: slip_id.to_owned() }
    }

    fn refused(slip_id: &str) -> ServerMessage {
        let refusal = ErrorBody::new("betting_closed", "");
        ServerMessage::SlipRefused { table_id: 1, slip_id: slip_id.to_owned(), refusal }
    }

    #[test]
    fn a_slip_is_sent_again_as_it_was_until_it_is_answered() {
        let mut observer = PatronObserver::new("Ada".to_owned());
        observer.send(&slip("a"));
        observer.send(&slip("b"));
        assert_eq!(observer.unanswered(), [slip("a"), slip("b")]);
        observer.send(&slip("a"));
        observer.receive(&accepted("a"));
        observer.receive(&refused("b"));
        assert!(observer.unanswered().is_empty());
        assert_eq!((observer.accepted(), observer.duplicates()), (1, 1));
        assert_eq!(observer.observed.contradictions, Vec::<String>::new());
    }

    #[test]
    fn contradictions_are_noted() {
        let mut observer = PatronObserver::new("Ada".to_owned());
        observer.send(&slip("a"));
        observer.receive(&accepted("a"));
        observer.receive(&refused("a"));
        observer.receive(&accepted("z"));
        for returned in [5, 6] {
            observer.receive(&ServerMessage::YouVoided { table_id: 1, round: ROUND, returned });
        }
        for code in ["unavailable", "unauthenticated"] {
            observer.receive(&ServerMessage::Problem { error: ErrorBody::new(code, "") });
        }
        let line =
            |payout| SettledLine { spot: "tie".to_owned(), stake: 100, resolution: "win".to_owned(), payout };
        let (wagers, staked, paid) = (vec![line(900)], 100, 901);
        observer.receive(&ServerMessage::YouSettled { table_id: 2, round: ROUND, wagers, staked, paid });
        let expected = [
            "accepted and then refused",
            "never sent",
            "to end in two ways",
            "unauthenticated",
            "was shown to pay 901",
        ];
        assert_eq!(
            observer.observed.contradictions.len(),
            expected.len(),
            "{:?}",
            observer.observed.contradictions
        );
        for (contradiction, expected) in observer.observed.contradictions.iter().zip(expected) {
            assert!(contradiction.contains(expected), "{contradiction}");
        }
    }
}
