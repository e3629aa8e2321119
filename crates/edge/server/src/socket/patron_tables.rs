//! The patron's wagers and Auto at the tables that a socket watches, as last sent, and the messages that notices cause.

use std::collections::BTreeMap;

use baccarat::Side;
use house::ports::{NumberedWallet, Wallet};
use house::{Notice, NumberedNotice};
use money::Amount;
use table::event::{PlacedWager, SettledSpot};
use table::{AutoEnd, PatronView, RequestId, StopAt, TableId};
use verify::WagerFile;
use verify::wager_file::Standing;
use wire::auto::RunningStop;
use wire::client::RoundRef;
use wire::proofs::StandingWager;
use wire::server::{EndedAuto, OwnEnd, RunningAuto, ServerMessage, SettledLine, SpotStake};

use crate::rest::reality_check;

/// A patron's wagers at the tables that a socket watches, by table id.
#[derive(Debug, Default)]
pub(super) struct PatronTables(BTreeMap<u32, PatronTable>);

#[derive(Clone, Debug, Default)]
struct PatronTable {
    /// The last public event when it was sent.
    seq: u64,
    round: Option<table::RoundRef>,
    wagers: Vec<SpotStake>,
    staked: u64,
    last_wagers: Vec<SpotStake>,
    seated: bool,
    auto: Option<RunningAuto>,
    ended_auto: Option<EndedAuto>,
}

/// What a patron has and owes, as a message.
pub(super) fn wallet_message(NumberedWallet { wallet, number }: NumberedWallet) -> ServerMessage {
    let Wallet { cash, bonus, owed } = wallet;
    ServerMessage::Wallet { balance: cash.minor(), bonus: bonus.minor(), owed: owed.minor(), number }
}

impl PatronTables {
    /// Replaces the wagers at a table by those of the house. Gives the message to send.
    pub(super) fn replace(&mut self, table: TableId, view: &PatronView) -> ServerMessage {
        let state = PatronTable {
            seq: view.seq,
            round: view.round,
            wagers: view.wagers.iter().map(SpotStake::from).collect(),
            staked: view.staked.minor(),
            last_wagers: view.last_wagers.iter().map(SpotStake::from).collect(),
            seated: view.seat.is_some(),
            auto: view.seat.as_ref().and_then(|seat| seat.auto.as_ref()).map(RunningAuto::from),
            ended_auto: view.ended_auto.clone().map(|ended| EndedAuto::new(ended.end, ended.rounds_left)),
        };
        let last = view.last.as_ref().map(OwnEnd::from);
        let message = state.message(table, last);
        self.0.insert(table.0, state);
        message
    }

    /// Forgets a table that is no longer watched.
    pub(super) fn remove(&mut self, table: u32) {
        self.0.remove(&table);
    }

    /// Forgets all tables, when the patron changes.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes in a notice that a later one makes outdated. It causes no message.
    pub(super) fn note(&mut self, NumberedNotice { seq, round, notice }: NumberedNotice) {
        self.come_to(&notice, seq, round);
        if let Notice::SlipAccepted { table, round, wagers, staked, auto_rounds_left, .. } = notice {
            self.update_round(table, round, |own| own.accept(&wagers, staked.minor(), auto_rounds_left));
        }
    }

    /// The table of a notice has come so far.
    fn come_to(&mut self, notice: &Notice, seq: u64, round: Option<table::RoundRef>) {
        if let Some(own) = notice.table().and_then(|table| self.0.get_mut(&table.0)) {
            own.seq = own.seq.max(seq);
            // Rounds without a wager of the patron cause no notice.
            own.round = own.round.max(round);
        }
    }

    /// The messages to send for a notice. `answered_clear` is the clear request that this socket answered last.
    pub(super) fn messages(
        &mut self,
        NumberedNotice { seq, round, notice }: NumberedNotice,
        answered_clear: Option<RequestId>,
    ) -> Vec<ServerMessage> {
        self.come_to(&notice, seq, round);
        match notice {
            Notice::RealityCheck(check) => vec![ServerMessage::RealityCheck { check: reality_check(check) }],
            Notice::Wallet(wallet) => vec![wallet_message(wallet)],
            Notice::Idle { table, rounds, limit } => {
                vec![ServerMessage::Idle { table_id: table.0, seq, rounds, limit }]
            }
            Notice::AutoStarted { table, wagers, rounds, stop_at } => {
                self.auto_started((table, seq), &wagers, rounds, stop_at)
            }
            Notice::AutoEnded { table, end, rounds_left } => self.auto_ended((table, seq), end, rounds_left),
            Notice::SeatTaken { table } => {
                let yours = self.change(table, |own| (own.seated, own.ended_auto) = (true, None));
                yours.into_iter().collect()
            }
            Notice::SeatLeft { table, reason } => self.seat_left((table, seq), reason.id()),
            Notice::SlipAccepted { table, round, wagers, staked, auto_rounds_left, .. } => {
                let accepted = |own: &mut PatronTable| own.accept(&wagers, staked.minor(), auto_rounds_left);
                self.change_round(table, round, accepted).into_iter().collect()
            }
            Notice::WagersCleared { table, round, request_id, returned } => {
                let is_answered = request_id.is_some() && request_id == answered_clear;
                let cleared = (!is_answered).then(|| cleared((table, seq), request_id, returned));
                let yours = self.change_round(table, round, PatronTable::take_back);
                cleared.into_iter().chain(yours).collect()
            }
            Notice::WagersClosed { table, round, file } => vec![wagers_closed((table, seq), round, *file)],
            Notice::Turns { table, round, side } => vec![you_squeeze((table, seq), round, side)],
            Notice::RoundSettled { table, round, wagers, staked, paid, auto_net, .. } => {
                let settled = settled((table, seq), round, &wagers, (staked, paid));
                let last = wagers.iter().map(SpotStake::from).collect();
                let yours = self.change_round(table, round, |own| {
                    own.take_back();
                    own.last_wagers = last;
                    own.count_result(auto_net);
                });
                vec![settled].into_iter().chain(yours).collect()
            }
            Notice::RoundVoided { table, round, returned, .. } => {
                let yours = self.change_round(table, round, PatronTable::end_void_round);
                [voided((table, seq), round, returned)].into_iter().chain(yours).collect()
            }
            Notice::RoundCorrected {
                table,
                round,
                revision,
                voided,
                wagers,
                staked,
                paid,
                difference,
                auto_net,
            } => {
                let end = OwnEnd::new(round, revision, voided, &wagers, (staked, paid));
                let corrected = ServerMessage::YouCorrected { table_id: table.0, seq, end, difference };
                let yours = auto_net.and_then(|_| self.change(table, |own| own.count_result(auto_net)));
                [corrected].into_iter().chain(yours).collect()
            }
        }
    }

    fn seat_left(&mut self, (table, seq): (TableId, u64), reason: &str) -> Vec<ServerMessage> {
        let left = ServerMessage::SeatLeft { table_id: table.0, seq, reason: reason.to_owned() };
        let yours = self.change(table, |own| (own.seated, own.auto) = (false, None));
        [left].into_iter().chain(yours).collect()
    }

    fn auto_started(
        &mut self,
        (table, seq): (TableId, u64),
        wagers: &[PlacedWager],
        rounds: u16,
        stop_at: StopAt,
    ) -> Vec<ServerMessage> {
        let wagers = wagers.iter().map(SpotStake::from).collect();
        let auto = Some(RunningAuto { wagers, rounds_left: rounds, stop: RunningStop::started(stop_at) });
        let yours = self.change(table, |own| (own.auto, own.ended_auto) = (auto, None));
        let started = ServerMessage::AutoStarted { table_id: table.0, seq, rounds };
        [started].into_iter().chain(yours).collect()
    }

    fn auto_ended(
        &mut self,
        (table, seq): (TableId, u64),
        end: AutoEnd,
        rounds_left: u16,
    ) -> Vec<ServerMessage> {
        let ended = EndedAuto::new(end, rounds_left);
        let EndedAuto { reason, refusal, .. } = ended.clone();
        let yours = self.change(table, |own| (own.auto, own.ended_auto) = (None, Some(ended)));
        let message = ServerMessage::AutoEnded { table_id: table.0, seq, reason, refusal, rounds_left };
        [message].into_iter().chain(yours).collect()
    }

    /// Changes what is known of a watched table. Gives the message to send.
    fn change(&mut self, table: TableId, change: impl FnOnce(&mut PatronTable)) -> Option<ServerMessage> {
        let state = self.0.get_mut(&table.0)?;
        change(state);
        Some(state.message(table, None))
    }

    /// Changes what is known of a round at a watched table; nothing when a later round is known already. Gives the
    /// message to send.
    fn change_round(
        &mut self,
        table: TableId,
        round: table::RoundRef,
        change: impl FnOnce(&mut PatronTable),
    ) -> Option<ServerMessage> {
        self.update_round(table, round, change).map(|own| own.message(table, None))
    }

    fn update_round(
        &mut self,
        table: TableId,
        round: table::RoundRef,
        change: impl FnOnce(&mut PatronTable),
    ) -> Option<&PatronTable> {
        let own = self.0.get_mut(&table.0).filter(|own| own.round <= Some(round))?;
        change(own);
        own.round = Some(round);
        Some(own)
    }
}

impl PatronTable {
    /// These wagers stand in the round, and Auto has so many rounds left.
    fn accept(&mut self, wagers: &[PlacedWager], staked: u64, auto_rounds_left: Option<u16>) {
        (self.wagers, self.staked) = (wagers.iter().map(SpotStake::from).collect(), staked);
        if let (Some(auto), Some(rounds_left)) = (&mut self.auto, auto_rounds_left) {
            auto.rounds_left = rounds_left;
        }
    }

    /// The rounds since Auto was started came to this, if it has a stop condition.
    fn count_result(&mut self, auto_net: Option<i64>) {
        let stop = self.auto.as_mut().and_then(|auto| auto.stop.as_mut());
        if let (Some(stop), Some(net)) = (stop, auto_net) {
            stop.net = net;
        }
    }

    /// The wagers of a void round go back, and are the last ones.
    fn end_void_round(&mut self) {
        self.last_wagers = std::mem::take(&mut self.wagers);
        self.take_back();
    }

    /// No wager stands in the round any more.
    fn take_back(&mut self) {
        self.wagers.clear();
        self.staked = 0;
    }

    fn message(&self, table: TableId, last: Option<OwnEnd>) -> ServerMessage {
        ServerMessage::Yours {
            table_id: table.0,
            seq: self.seq,
            round: self.round.map_or(RoundRef::NONE, RoundRef::from),
            wagers: self.wagers.clone(),
            staked: self.staked,
            last_wagers: self.last_wagers.clone(),
            seated: self.seated,
            auto: self.auto.clone(),
            ended_auto: self.ended_auto.clone(),
            last,
        }
    }
}

fn settled(
    (table, seq): (TableId, u64),
    round: table::RoundRef,
    wagers: &[SettledSpot],
    (staked, paid): (Amount, Amount),
) -> ServerMessage {
    ServerMessage::YouSettled {
        table_id: table.0,
        seq,
        round: round.into(),
        wagers: wagers.iter().map(SettledLine::from).collect(),
        staked: staked.minor(),
        paid: paid.minor(),
    }
}

fn voided((table, seq): (TableId, u64), round: table::RoundRef, returned: Amount) -> ServerMessage {
    ServerMessage::YouVoided { table_id: table.0, seq, round: round.into(), returned: returned.minor() }
}

/// The side whose cards the patron turns.
pub(super) fn you_squeeze((table, seq): (TableId, u64), round: table::RoundRef, side: Side) -> ServerMessage {
    ServerMessage::YouSqueeze { table_id: table.0, seq, round: round.into(), side: side.id().to_owned() }
}

fn wagers_closed((table, seq): (TableId, u64), round: table::RoundRef, file: WagerFile) -> ServerMessage {
    let (path, WagerFile { patron, currency, decimals, wagers, salt, path: place, .. }) =
        (file.path_text(), file);
    let standing = |Standing { spot, stake, bonus }| StandingWager { spot, stake, bonus };
    ServerMessage::WagersClosed {
        table_id: table.0,
        seq,
        round: round.into(),
        patron,
        currency,
        decimals,
        wagers: wagers.into_iter().map(standing).collect(),
        salt: salt.to_string(),
        index: place.index,
        count: place.count,
        path,
    }
}

fn cleared((table, seq): (TableId, u64), request_id: Option<RequestId>, returned: Amount) -> ServerMessage {
    let request_id = request_id.map(|id| id.to_string());
    ServerMessage::WagersCleared { table_id: table.0, seq, request_id, returned: returned.minor() }
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;
    use money::{Amount, Stake};
    use serde_json::{Value, json, to_value};
    use table::event::{PlacedWager, ResolutionKind, SettledSpot, VoidReason};
    use table::{LeaveReason, PatronId, RoundRef};

    use super::*;

    const TABLE: TableId = TableId(1);

    fn round(round_no: u16) -> RoundRef {
        RoundRef { shoe_no: 1, round_no }
    }

    fn minor(minor: u64) -> Amount {
        Amount::new(minor).unwrap()
    }

    fn placed(stake: u64) -> Vec<PlacedWager> {
        vec![PlacedWager::in_cash(Spot::Tie, Stake::new(stake).unwrap())]
    }

    fn stakes(stake: u64) -> Value {
        json!([{"spot": "tie", "stake": stake}])
    }

    /// The messages for a notice in round 5, each with its type.
    fn sent(tables: &mut PatronTables, notice: Notice) -> Vec<(String, Value)> {
        sent_in(tables, 5, notice)
    }

    fn sent_in(tables: &mut PatronTables, round_no: u16, notice: Notice) -> Vec<(String, Value)> {
        let notice = NumberedNotice { seq: 41, round: Some(round(round_no)), notice };
        let message = |message: &ServerMessage| {
            let value = to_value(message).unwrap();
            (value["type"].as_str().unwrap().to_owned(), value)
        };
        tables.messages(notice, Some(RequestId(7))).iter().map(message).collect()
    }

    fn watching() -> PatronTables {
        watching_from(Some(round(5)))
    }

    /// A socket that began to watch when this was the round on the table.
    fn watching_from(round: Option<RoundRef>) -> PatronTables {
        let mut tables = PatronTables::default();
        let view = PatronView {
            patron: PatronId(1),
            seq: 40,
            seat: None,
            ended_auto: None,
            round,
            turns: None,
            wagers: vec![],
            staked: Amount::ZERO,
            last: None,
            last_wagers: vec![],
        };
        tables.replace(TABLE, &view);
        tables
    }

    fn accepted(round_no: u16, stake: u64) -> Notice {
        let (round, wagers) = (round(round_no), placed(stake));
        let (slip_id, staked) = (RequestId(1), minor(stake));
        Notice::SlipAccepted { table: TABLE, round, slip_id, wagers, staked, auto_rounds_left: None }
    }

    #[test]
    fn wagers_of_a_round_become_the_last_ones() {
        let mut tables = watching();
        let [(kind, yours)] = &sent(&mut tables, accepted(5, 300))[..] else { panic!("one message") };
        assert_eq!((kind.as_str(), &yours["wagers"], &yours["staked"]), ("yours", &stakes(300), &json!(300)));
        assert_eq!(yours["seq"], 41);

        let wager = placed(300)[0];
        let settled = SettledSpot {
            spot: wager.spot,
            stake: wager.stake,
            resolution: ResolutionKind::Lose,
            payout: Amount::ZERO,
        };
        let (wagers, staked, paid) = (vec![settled], minor(300), Amount::ZERO);
        let notice = Notice::RoundSettled {
            table: TABLE,
            round: round(5),
            revision: 1,
            wagers,
            staked,
            paid,
            auto_net: None,
        };
        let [(first, _), (second, yours)] = &sent(&mut tables, notice)[..] else { panic!("two messages") };
        assert_eq!((first.as_str(), second.as_str()), ("you_settled", "yours"));
        assert_eq!((&yours["wagers"], &yours["last_wagers"]), (&json!([]), &stakes(300)));

        let yours = &sent(&mut tables, accepted(6, 100))[0].1;
        assert_eq!((&yours["wagers"], &yours["last_wagers"]), (&stakes(100), &stakes(300)));
        let returned = minor(100);
        let reason = VoidReason::Supervisor;
        let notice = Notice::RoundVoided { table: TABLE, round: round(6), reason, returned };
        let [(first, _), (_, yours)] = &sent(&mut tables, notice)[..] else { panic!("two messages") };
        assert_eq!((first.as_str(), &yours["last_wagers"]), ("you_voided", &stakes(100)));
    }

    #[test]
    fn a_seat_that_is_lost_without_a_wager_is_lost_in_the_round_on_the_table() {
        // The socket watches since before the first round of the shoe, or since another round.
        for since in [None, Some(round(5))] {
            let left = Notice::SeatLeft { table: TABLE, reason: LeaveReason::Idle };
            let [(first, _), (_, yours)] = &sent_in(&mut watching_from(since), 9, left)[..] else {
                panic!("two messages")
            };
            assert_eq!(first, "seat_left");
            assert_eq!((&yours["round"], yours.get("seated")), (&json!({"shoe_no": 1, "round_no": 9}), None));
        }
    }

    #[test]
    fn a_clear_that_this_socket_answered_is_not_sent_again() {
        for (request_id, kinds) in [
            (None, vec!["wagers_cleared", "yours"]),
            (Some(RequestId(8)), vec!["wagers_cleared", "yours"]),
            (Some(RequestId(7)), vec!["yours"]),
        ] {
            let (mut tables, returned) = (watching(), minor(5));
            let notice = Notice::WagersCleared { table: TABLE, round: round(5), request_id, returned };
            let sent: Vec<_> = sent(&mut tables, notice).into_iter().map(|(kind, _)| kind).collect();
            assert_eq!(sent, kinds, "{request_id:?}");
        }
    }

    #[test]
    fn a_notice_of_an_earlier_round_or_another_table_changes_nothing() {
        let mut tables = watching();
        assert!(sent(&mut tables, accepted(4, 100)).is_empty());
        tables.remove(TABLE.0);
        assert!(sent(&mut tables, accepted(5, 100)).is_empty());
        let returned = minor(5);
        let notice = Notice::WagersCleared { table: TABLE, round: round(5), request_id: None, returned };
        assert_eq!(sent(&mut tables, notice).len(), 1, "returned money is sent to every socket");
    }
}
