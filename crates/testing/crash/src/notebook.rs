//! What one patron sent and was told, kept where no kill reaches it. Takes down, and says so when the server
//! contradicts itself; what the file has to say about it is the auditor's business.

use std::collections::{BTreeMap, BTreeSet};

use wire::client::{ClientMessage, SlipWager};
use wire::server::{OwnEnd, PatronInfo, ServerMessage, SettledLine};

use crate::audit::{Line, RoundId, Wager};
use crate::note::{Asked, ClearNote, Corrected, SlipNote};
use crate::translate::{id, minor, round_ref};

/// Problems that come and go. Patrons know the messages and who they are; they cause no others.
const PASSING: [&str; 2] = ["unavailable", "too_many_messages"];

/// The notes of a patron over the whole run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notebook {
    pub(crate) nickname: String,
    pub(crate) token: Option<String>,
    pub(crate) patron: Option<u32>,
    /// The play money the patron began with.
    pub(crate) granted: Option<i64>,
    /// How many top-ups were answered with yes.
    pub(crate) top_ups: usize,
    pub(crate) slips: BTreeMap<String, SlipNote>,
    pub(crate) clears: BTreeMap<String, ClearNote>,
    /// What went back without being asked for, by table: on leaving.
    pub(crate) left_with: BTreeSet<(u32, i64)>,
    pub(crate) settled: BTreeMap<RoundId, Vec<Line>>,
    pub(crate) voided: BTreeMap<RoundId, i64>,
    /// By round and revision.
    pub(crate) corrected: BTreeMap<(RoundId, u16), Corrected>,
    pub(crate) balances: BTreeSet<i64>,
    pub(crate) last_balance: Option<i64>,
    /// The bonus money and the debt, when the patron last asked.
    pub(crate) last_bonus: Option<i64>,
    pub(crate) last_owed: Option<i64>,
    /// The house rules that tables said they run.
    pub(crate) rules: BTreeMap<u32, String>,
    /// How often each refusal and each problem was heard, by code.
    pub(crate) refusals: BTreeMap<String, usize>,
    pub(crate) problems: BTreeMap<String, usize>,
    /// Where the server said two things that cannot both be so.
    pub(crate) contradictions: Vec<String>,
}

impl Notebook {
    pub(crate) fn new(nickname: String) -> Self {
        Self { nickname, ..Self::default() }
    }

    /// The patron by number, or by name before one was told.
    pub(crate) fn who(&self) -> String {
        self.patron.map_or_else(|| self.nickname.clone(), |patron| format!("patron {patron}"))
    }

    /// Notes a message that is about to be sent.
    pub(crate) fn send(&mut self, message: &ClientMessage) {
        match message {
            ClientMessage::PlaceSlip { table_id, round, slip_id, wagers } => {
                let mut wagers: Vec<_> =
                    wagers.iter().map(|w| Wager { spot: w.spot.clone(), stake: w.stake }).collect();
                wagers.sort();
                let new = || SlipNote { round: id(*table_id, *round), wagers, asked: Asked::default() };
                self.slips.entry(slip_id.clone()).or_insert_with(new).asked.sent += 1;
            }
            ClientMessage::ClearWagers { table_id, round, request_id } => {
                let (round, returned, asked) = (id(*table_id, *round), None, Asked::default());
                let new = || ClearNote { round, returned, asked };
                self.clears.entry(request_id.clone()).or_insert_with(new).asked.sent += 1;
            }
            _ => {}
        }
    }

    /// Notes what the server said.
    pub(crate) fn hear(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { patron: Some(patron), .. } => self.meet(patron),
            ServerMessage::Snapshot { table, .. } => {
                self.rules.insert(table.table_id, table.rules.id.clone());
            }
            ServerMessage::Balance { balance } => self.hear_balance(*balance),
            ServerMessage::SlipAccepted { slip_id, .. } => match self.slips.get_mut(slip_id) {
                Some(note) => note.asked.accepted = true,
                None => self.contradictions.push(format!("slip {slip_id} was accepted and never sent")),
            },
            ServerMessage::SlipRefused { slip_id, refusal, .. } => {
                count(&mut self.refusals, &refusal.code);
                match self.slips.get_mut(slip_id) {
                    Some(note) => note.asked.refused += 1,
                    None => self.contradictions.push(format!("slip {slip_id} was refused and never sent")),
                }
                if self.slips.get(slip_id).is_some_and(|note| note.asked.accepted) {
                    let code = &refusal.code;
                    self.contradictions.push(format!("slip {slip_id} was accepted and then refused: {code}"));
                }
            }
            ServerMessage::WagersCleared { table_id, request_id, returned } => {
                self.hear_cleared(*table_id, request_id.as_deref(), minor(*returned));
            }
            ServerMessage::ClearRefused { request_id, refusal, .. } => {
                count(&mut self.refusals, &refusal.code);
                if let Some(note) = self.clears.get_mut(request_id) {
                    note.asked.refused += 1;
                }
            }
            ServerMessage::YouSettled { table_id, round, wagers, staked, paid } => {
                self.hear_settled(id(*table_id, *round), wagers, minor(*staked), minor(*paid));
            }
            ServerMessage::YouVoided { table_id, round, returned } => {
                let (round, returned) = (id(*table_id, *round), minor(*returned));
                let before = self.voided.insert(round, returned);
                if before.is_some_and(|before| before != returned) || self.settled.contains_key(&round) {
                    self.contradictions.push(format!("{round} was told to end in two ways"));
                }
            }
            ServerMessage::YouCorrected { table_id, end, difference } => {
                self.hear_corrected(*table_id, end, *difference);
            }
            ServerMessage::Problem { error } => {
                count(&mut self.problems, &error.code);
                if !PASSING.contains(&error.code.as_str()) {
                    self.contradictions.push(format!("what is right was answered with {error:?}"));
                }
            }
            _ => {}
        }
    }

    /// Notes who the patron is.
    pub(crate) fn meet(&mut self, patron: &PatronInfo) {
        let before = self.patron.replace(patron.patron_id);
        if before.is_some_and(|before| before != patron.patron_id) {
            self.contradictions.push(format!("patron {before:?} is now {}", patron.patron_id));
        }
        self.hear_balance(patron.balance);
        (self.last_bonus, self.last_owed) = (Some(minor(patron.bonus)), Some(minor(patron.owed)));
        self.granted.get_or_insert(minor(patron.balance));
    }

    pub(crate) fn hear_balance(&mut self, balance: u64) {
        self.balances.insert(minor(balance));
        self.last_balance = Some(minor(balance));
    }

    fn hear_cleared(&mut self, table: u32, request_id: Option<&str>, returned: i64) {
        let Some(request_id) = request_id else {
            self.left_with.insert((table, returned));
            return;
        };
        let Some(note) = self.clears.get_mut(request_id) else {
            self.contradictions.push(format!("{request_id} cleared wagers and was never sent"));
            return;
        };
        note.asked.accepted = true;
        if returned > 0 && note.returned.replace(returned).is_some_and(|before| before != returned) {
            self.contradictions.push(format!("{request_id} was told to return two different amounts"));
        }
    }

    fn hear_settled(&mut self, round: RoundId, wagers: &[SettledLine], staked: i64, paid: i64) {
        let mut lines: Vec<Line> = wagers.iter().map(Line::from).collect();
        lines.sort();
        let sums = (lines.iter().map(|line| line.stake).sum(), lines.iter().map(|line| line.payout).sum());
        if sums != (staked, paid) {
            self.contradictions.push(format!("{round}: {lines:?} is said to stake {staked} and pay {paid}"));
        }
        let before = self.settled.insert(round, lines.clone());
        if before.is_some_and(|before| before != lines) || self.voided.contains_key(&round) {
            self.contradictions.push(format!("{round} was told to end in two ways"));
        }
    }

    fn hear_corrected(&mut self, table: u32, end: &OwnEnd, difference: i64) {
        let round = id(table, end.round);
        let mut lines: Vec<Line> = end.wagers.iter().map(Line::from).collect();
        lines.sort();
        let lines = end.voided.is_none().then_some(lines);
        let told = Corrected { lines, paid: minor(end.paid), difference };
        let before = self.corrected.insert((round, end.revision), told.clone());
        if before.is_some_and(|before| before != told) {
            self.contradictions.push(format!("{round} was told to be corrected in two ways"));
        }
    }

    /// The slip as it was sent, to send it again.
    pub(crate) fn again(&self, slip_id: &str) -> Option<ClientMessage> {
        let SlipNote { round, wagers, .. } = self.slips.get(slip_id)?;
        Some(ClientMessage::PlaceSlip {
            table_id: round.table,
            round: round_ref(*round),
            slip_id: slip_id.to_owned(),
            wagers: wagers.iter().map(|w| SlipWager { spot: w.spot.clone(), stake: w.stake }).collect(),
        })
    }

    /// The request as it was sent, to send it again.
    pub(crate) fn clear_again(&self, request_id: &str) -> Option<ClientMessage> {
        let ClearNote { round, .. } = self.clears.get(request_id)?;
        let (table_id, round) = (round.table, round_ref(*round));
        Some(ClientMessage::ClearWagers { table_id, round, request_id: request_id.to_owned() })
    }

    /// What was asked for and never answered.
    pub(crate) fn unanswered(&self) -> Vec<ClientMessage> {
        let slips = self.slips.iter().filter(|(_, note)| !note.asked.is_answered());
        let clears = self.clears.iter().filter(|(_, note)| !note.asked.is_answered());
        let slips = slips.filter_map(|(slip_id, _)| self.again(slip_id));
        slips.chain(clears.filter_map(|(request_id, _)| self.clear_again(request_id))).collect()
    }

    /// How many slips were sent again.
    pub(crate) fn duplicates(&self) -> usize {
        self.slips.values().map(|note| note.asked.sent.saturating_sub(1)).sum()
    }

    pub(crate) fn accepted(&self) -> usize {
        self.slips.values().filter(|note| note.asked.accepted).count()
    }
}

fn count(counts: &mut BTreeMap<String, usize>, code: &str) {
    *counts.entry(code.to_owned()).or_default() += 1;
}

#[cfg(test)]
mod tests {
    use wire::client::RoundRef;
    use wire::error::ErrorBody;

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
        let mut notes = Notebook::new("Ada".to_owned());
        notes.send(&slip("a"));
        notes.send(&slip("b"));
        assert_eq!(notes.unanswered(), [slip("a"), slip("b")]);
        notes.send(&slip("a"));
        notes.hear(&accepted("a"));
        notes.hear(&refused("b"));
        assert!(notes.unanswered().is_empty());
        assert_eq!((notes.accepted(), notes.duplicates()), (1, 1));
        assert_eq!(notes.contradictions, Vec::<String>::new());
    }

    #[test]
    fn contradictions_are_noted() {
        let mut notes = Notebook::new("Ada".to_owned());
        notes.send(&slip("a"));
        notes.hear(&accepted("a"));
        notes.hear(&refused("a"));
        notes.hear(&accepted("z"));
        for returned in [5, 6] {
            notes.hear(&ServerMessage::YouVoided { table_id: 1, round: ROUND, returned });
        }
        for code in ["unavailable", "unauthenticated"] {
            notes.hear(&ServerMessage::Problem { error: ErrorBody::new(code, "") });
        }
        let line =
            |payout| SettledLine { spot: "tie".to_owned(), stake: 100, resolution: "win".to_owned(), payout };
        let (wagers, staked, paid) = (vec![line(900)], 100, 901);
        notes.hear(&ServerMessage::YouSettled { table_id: 2, round: ROUND, wagers, staked, paid });
        let expected = [
            "accepted and then refused",
            "never sent",
            "to end in two ways",
            "unauthenticated",
            "to stake 100 and pay 901",
        ];
        assert_eq!(notes.contradictions.len(), expected.len(), "{:?}", notes.contradictions);
        for (said, expected) in notes.contradictions.iter().zip(expected) {
            assert!(said.contains(expected), "{said}");
        }
    }
}
