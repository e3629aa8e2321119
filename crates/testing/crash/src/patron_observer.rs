//! What one patron sends and receives, kept where no kill reaches it. Turns messages into observations, and notes where
//! the server contradicts itself; what the store has to say about it is the auditor's business.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use auditor::{
    Attempts, Counts, FrameId, OnlookerObservations, PatronEnding, PatronObservations, PatronRequest,
    SlipKind, Wager, Wallet,
};
use wire::client::{ClientMessage, SlipWager};
use wire::server::{PatronInfo, ServerMessage};

use crate::connection::take_seat;
use crate::own_account::OwnAccount;
use crate::supervisor::lock;
use crate::translate::{minor, round_id, round_ref, shown_event, spot_results};

/// Problems that come and go. Patrons know the messages and who they are; they cause no others.
const PASSING: [&str; 2] = ["unavailable", "too_many_messages"];

/// What all patrons together saw at the tables.
pub(crate) type Onlookers = Arc<Mutex<OnlookerObservations>>;

/// A patron over the whole run.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatronObserver {
    pub(crate) observed: PatronObservations,
    pub(crate) token: Option<String>,
    /// Whether the patron opens an account and limits their play.
    pub(crate) is_careful: bool,
    pub(crate) account: OwnAccount,
    /// The house rules that each table named.
    pub(crate) rules: BTreeMap<u32, String>,
    /// What everybody saw at the tables.
    pub(crate) onlookers: Onlookers,
    /// The codes of refusals and of problems.
    pub(crate) refusals: Counts,
    pub(crate) problems: Counts,
}

impl PatronObserver {
    pub(crate) fn new(nickname: String) -> Self {
        let observed = PatronObservations { nickname, ..PatronObservations::default() };
        Self { observed, ..Self::default() }
    }

    /// Notes a message of the server.
    pub(crate) fn receive(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { patron: Some(patron), .. } => self.meet(patron),
            ServerMessage::Snapshot { table, .. } => {
                self.rules.insert(table.table_id, table.rules.id.clone());
            }
            ServerMessage::Frame { table_id, seq, at, event, .. } => {
                let id = FrameId { table: *table_id, seq: *seq };
                lock(&self.onlookers).observe(id, shown_event(*table_id, *at, event));
            }
            ServerMessage::Wallet { balance, bonus, owed, number } => {
                let (cash, bonus, owed) = (minor(*balance), minor(*bonus), minor(*owed));
                self.observed.observe_state(*number, Wallet { cash, bonus, owed });
            }
            ServerMessage::SlipAccepted { slip_id, .. } => {
                self.observed.slip_accepted(slip_id, Attempts::acknowledge);
            }
            ServerMessage::SlipRefused { slip_id, refusal, .. } => {
                self.refusals.count(&refusal.code);
                self.observed.slip_refused(slip_id, &refusal.code);
            }
            ServerMessage::WagersCleared { table_id, request_id, returned, .. } => {
                let returned = minor(*returned);
                // The message does not say whether it answers a repeat, which returns nothing.
                let known = (returned != 0).then_some(returned);
                match request_id {
                    Some(id) => self.observed.cleared(id, known, Attempts::acknowledge),
                    None => self.observed.left(*table_id, returned),
                }
            }
            ServerMessage::ClearRefused { request_id, refusal, .. } => {
                self.refusals.count(&refusal.code);
                self.observed.clear_refused(request_id);
            }
            ServerMessage::YouSettled { table_id, round, wagers, staked, paid, .. } => {
                let (round, results) = (round_id(*table_id, *round), spot_results(wagers));
                let sum: i64 = results.iter().map(|result| result.stake).sum();
                if sum != minor(*staked) {
                    self.contradict(format!("{round}: {results:?} was shown to stake {staked}"));
                }
                self.observed.observe_ending(round, 1, PatronEnding::settled(results), minor(*paid));
            }
            ServerMessage::YouVoided { table_id, round, returned, .. } => {
                let (round, returned) = (round_id(*table_id, *round), minor(*returned));
                self.observed.observe_ending(round, 1, PatronEnding::Voided(returned), returned);
            }
            ServerMessage::YouCorrected { table_id, end, difference, .. } => {
                let results = end.voided.is_none().then(|| spot_results(&end.wagers));
                let round = (round_id(*table_id, end.round), end.revision);
                self.observed.observe_correction(round, results, minor(end.paid), *difference);
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
        let (cash, bonus, owed) = (minor(patron.balance), minor(patron.bonus), minor(patron.owed));
        observed.observe_state(patron.number, Wallet { cash, bonus, owed });
        if observed.granted.is_none() {
            observed.granted = Some(cash);
            observed.gifts += 1;
        }
    }

    /// A request as messages. One who leaves a table goes on watching it, and sits down again.
    pub(crate) fn messages(&self, request: &PatronRequest) -> Vec<ClientMessage> {
        let message = match request {
            PatronRequest::Slip(id) => self.observed.slips.get(id).map(|slip| {
                let wager = |wager: &Wager| SlipWager { spot: wager.spot.clone(), stake: wager.stake };
                let mut wagers: Vec<SlipWager> = slip.wagers.iter().map(wager).collect();
                // Their order means nothing, so it may be another one each time.
                let turn = slip.attempts.sent.checked_rem(wagers.len()).unwrap_or_default();
                wagers.rotate_left(turn);
                let (table_id, round) = (slip.round.table, round_ref(slip.round));
                let slip_id = id.clone();
                match slip.kind {
                    SlipKind::Undoes => ClientMessage::UndoLast { table_id, round, request_id: slip_id },
                    kind => {
                        let replaces = kind == SlipKind::Replaces;
                        ClientMessage::PlaceSlip { table_id, round, slip_id, wagers, replaces }
                    }
                }
            }),
            PatronRequest::Clear(id) => self.observed.clears.get(id).map(|clear| {
                let (table_id, round) = (clear.round.table, round_ref(clear.round));
                ClientMessage::ClearWagers { table_id, round, request_id: id.clone() }
            }),
            PatronRequest::Leave(table_id) => {
                let watch = ClientMessage::Watch { table_id: *table_id, after: None, bulletins: false };
                return vec![ClientMessage::Leave { table_id: *table_id }, watch, take_seat(*table_id)];
            }
        };
        message.into_iter().collect()
    }

    /// Whether an answer may still come.
    pub(crate) fn is_waiting(&self) -> bool {
        self.observed.requests().any(|(_, attempts)| attempts.is_in_flight())
    }
}

#[cfg(test)]
mod tests {
    use auditor::SlipRequest;
    use wire::client::RoundRef;
    use wire::error::ErrorBody;
    use wire::server::SettledLine;

    use super::*;

    const ROUND: RoundRef = RoundRef { shoe_no: 1, round_no: 2 };

    /// A patron who has sent these slips.
    fn observer(slips: &[&str]) -> PatronObserver {
        let mut observer = PatronObserver::new("Ada".to_owned());
        for id in slips {
            let wagers = ["player", "tie"].map(|spot| Wager { spot: spot.to_owned(), stake: 100, bonus: 0 });
            let slip = SlipRequest::new(round_id(1, ROUND), wagers.to_vec());
            observer.observed.slips.insert((*id).to_owned(), slip);
            observer.observed.send(&PatronRequest::Slip((*id).to_owned()));
        }
        observer
    }

    fn accepted(slip_id: &str) -> ServerMessage {
        let slip_id = slip_id.to_owned();
        ServerMessage::SlipAccepted { table_id: 1, seq: 3, slip_id, round: ROUND, wagers: None, staked: None }
    }

    fn refused(slip_id: &str) -> ServerMessage {
        let refusal = ErrorBody::new("betting_closed", "");
        ServerMessage::SlipRefused { table_id: 1, slip_id: slip_id.to_owned(), refusal }
    }

    #[test]
    fn a_slip_is_sent_again_with_the_same_wagers_in_any_order() {
        let mut observer = observer(&["a"]);
        let request = PatronRequest::Slip("a".to_owned());
        for spots in [["tie", "player"], ["player", "tie"]] {
            let wagers = spots.map(|spot| SlipWager { spot: spot.to_owned(), stake: 100 }).to_vec();
            let slip = ClientMessage::PlaceSlip {
                table_id: 1,
                round: ROUND,
                slip_id: "a".to_owned(),
                wagers,
                replaces: false,
            };
            assert_eq!(observer.messages(&request), [slip]);
            observer.observed.send(&request);
        }
    }

    #[test]
    fn answers_settle_what_is_in_doubt() {
        let mut observer = observer(&["a", "b"]);
        assert_eq!(observer.observed.unanswered().len(), 2);
        observer.receive(&accepted("a"));
        observer.receive(&refused("b"));
        assert!(observer.observed.unanswered().is_empty() && !observer.is_waiting());
        assert_eq!(observer.observed.contradictions, Vec::<String>::new());
    }

    #[test]
    fn contradictions_are_noted() {
        let mut observer = observer(&["a"]);
        observer.receive(&accepted("a"));
        observer.receive(&refused("a"));
        observer.receive(&accepted("z"));
        for returned in [5, 6] {
            observer.receive(&ServerMessage::YouVoided { table_id: 1, seq: 9, round: ROUND, returned });
        }
        for code in ["unavailable", "unauthenticated"] {
            observer.receive(&ServerMessage::Problem { error: ErrorBody::new(code, "") });
        }
        let line =
            |payout| SettledLine { spot: "tie".to_owned(), stake: 100, resolution: "win".to_owned(), payout };
        let (wagers, staked, paid) = (vec![line(900)], 100, 901);
        observer.receive(&ServerMessage::YouSettled {
            table_id: 2,
            seq: 9,
            round: ROUND,
            wagers,
            staked,
            paid,
        });
        for (number, balance) in [(4, 10), (5, 12), (4, 10), (5, 11)] {
            observer.receive(&ServerMessage::Wallet { balance, bonus: 0, owed: 0, number });
        }
        assert_eq!(observer.observed.latest.cash, Some(11), "an older number is not the latest");
        let expected = [
            "accepted and then refused",
            "never sent",
            "to end in two ways",
            "unauthenticated",
            "was shown to pay 901",
            "state 5 of the wallet was shown as",
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
