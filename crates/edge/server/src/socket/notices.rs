//! Turns the notices of a socket's patron into messages. A message follows the frame of its event, a result is sent
//! once, and a wallet or wagers that a waiting notice makes outdated are not sent.

use house::{MISSED_RESULTS, Notice, NumberedNotice};
use table::TableId;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use wire::server::ServerMessage;

use super::session::Session;

/// How many waiting notices are handled before their messages are sent.
const NOTICES_AT_ONCE: usize = 32;

impl Session {
    /// Handles the notices that are here already, so that their messages are sent with the answer.
    pub(super) async fn handle_waiting_notices(&mut self) {
        let mut row: Vec<NumberedNotice> = Vec::new();
        for _ in 0..NOTICES_AT_ONCE {
            let Some(notices) = &mut self.notices else { break };
            let notice = match notices.try_recv() {
                Ok(notice) if matches!(notice.notice, Notice::Wallet(_) | Notice::SlipAccepted { .. }) => {
                    row.push(notice);
                    continue;
                }
                Ok(notice) => Ok(notice),
                Err(TryRecvError::Lagged(missed)) => Err(RecvError::Lagged(missed)),
                Err(TryRecvError::Closed) => Err(RecvError::Closed),
                Err(TryRecvError::Empty) => break,
            };
            self.send_latest(std::mem::take(&mut row)).await;
            self.handle_notice(notice).await;
        }
        self.send_latest(row).await;
    }

    /// Sends the messages of these notices, and skips each notice that a later one makes outdated.
    async fn send_latest(&mut self, row: Vec<NumberedNotice>) {
        let mut left = row.into_iter();
        while let Some(notice) = left.next() {
            if left.as_slice().iter().any(|later| outdates(&later.notice, &notice.notice)) {
                self.patron_tables.note(notice);
            } else {
                self.send_notice(notice).await;
            }
        }
    }

    pub(super) async fn handle_notice(&mut self, notice: Result<NumberedNotice, RecvError>) {
        match notice {
            Ok(notice) => self.send_notice(notice).await,
            Err(RecvError::Lagged(_)) => Box::pin(self.send_all()).await,
            Err(RecvError::Closed) => self.notices = None,
        }
    }

    /// Sends all that notices could have said.
    async fn send_all(&mut self) {
        self.send_wallet().await;
        self.send_due_check().await;
        self.send_all_yours().await;
    }

    /// Sends the messages that a notice causes, after the frame of the event that caused it. A result is sent once.
    pub(super) async fn send_notice(&mut self, notice: NumberedNotice) {
        let seq = notice.seq;
        if let Some(table) = notice.notice.table() {
            self.reach(table, seq).await;
            if notice.notice.is_result() && !self.is_news(table, seq) {
                return;
            }
            if !self.keep_proof_first(table, &notice).await {
                return;
            }
        }
        for message in self.patron_tables.messages(notice, self.answered_clear) {
            self.send(&message);
        }
    }

    /// Whether the result of this event of a table was not sent yet. Notes that it is. As many are kept as the house
    /// gives of missed ones, the latest.
    fn is_news(&mut self, table: TableId, seq: u64) -> bool {
        let sent = self.sent_results.entry(table.0).or_default();
        let is_news = sent.insert(seq);
        if sent.len() > MISSED_RESULTS {
            sent.pop_first();
        }
        is_news
    }

    /// Sends the patron's results of rounds that ended after that event of a table, those that were not sent yet.
    pub(super) async fn send_missed(&mut self, table: TableId, after: u64) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.missed_results(patron, table, after).await {
            Ok(missed) => {
                for notice in missed {
                    self.send_notice(notice).await;
                }
            }
            Err(rejection) => self.send_rejection(&rejection, |error| ServerMessage::Problem { error }),
        }
    }
}

/// Whether the later notice makes the earlier one outdated.
fn outdates(later: &Notice, earlier: &Notice) -> bool {
    match (later, earlier) {
        (Notice::Wallet(later), Notice::Wallet(earlier)) => later.number >= earlier.number,
        (
            Notice::SlipAccepted { table, round, .. },
            Notice::SlipAccepted { table: of_table, round: of_round, .. },
        ) => (table, round) == (of_table, of_round),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use house::ports::{Clock, NumberedWallet};
    use house::protection::{LimitKind, Wanted};
    use house::{House, OsEntropy, Pass};
    use serde_json::{Value, json};
    use store::SqliteStore;
    use table::{PatronId, RequestId, RoundRef, Timestamp};
    use wire::client::ClientMessage;

    use super::super::session::Opener;
    use super::*;
    use crate::app::App;
    use crate::config::Config;
    use crate::forwarded::ClientAddress;
    use crate::hub::{Outbox, Registration};

    /// A clock that shows what is set, in milliseconds.
    struct SetClock(AtomicI64);

    impl Clock for SetClock {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.load(Ordering::Relaxed))
        }
    }

    /// A session of nobody in a house of one table kept in this folder.
    async fn session_at(data: &Path, clock: Arc<SetClock>) -> (Session, Registration) {
        let store = Arc::new(SqliteStore::open(&data.join("punto.sqlite")).unwrap());
        let tables = house::default_tables();
        let house = House::start(store, clock, Arc::new(OsEntropy), tables).await.unwrap();
        let documents = crate::documents::Documents { openapi: || "", messages: || "" };
        let app = App::new(Arc::new(house), Config::default(), documents);
        let outbox = Arc::new(Outbox::new(64 << 10));
        let registration = app.sockets.register(&outbox).unwrap();
        let address = Ipv4Addr::LOCALHOST.into();
        let place = app.visitors.open_socket(ClientAddress { address, is_local: true }).unwrap();
        let opener = Opener { session: None, address, place };
        (Session::new(app, outbox, registration.id(), opener), registration)
    }

    async fn sent(session: &Session) -> Vec<Value> {
        let texts = session.outbox.take().await.unwrap();
        texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    #[tokio::test]
    async fn a_patron_who_lags_gets_their_whole_wallet_and_the_check_that_is_due() {
        let data = tempfile::tempdir().unwrap();
        let clock = Arc::new(SetClock(AtomicI64::new(1_700_000_000_000)));
        let (mut session, _registration) = session_at(data.path(), Arc::clone(&clock)).await;
        let (app, table) = (Arc::clone(&session.app), house::default_tables()[0].id);
        let (ana, token) = app.house.new_guest("Ana").await.unwrap();
        let hello = ClientMessage::Hello { token: Some(token.secret().to_owned()) };
        session.answer(hello, clock.now(), Vec::new()).await;
        app.house
            .set_limits(ana.id, &Wanted::from([(LimitKind::RealityCheckMinutes, Some(30))]))
            .await
            .unwrap();
        app.house.take_seat(ana.id, table, Pass::default()).await.unwrap();
        session.outbox.take().await.unwrap();

        for (minutes, check) in [(0, None), (30, Some(30))] {
            clock.0.fetch_add(minutes * 60_000, Ordering::Relaxed);
            session.handle_notice(Err(RecvError::Lagged(1))).await;
            let sent = sent(&session).await;
            let wallet = json!({"type": "wallet", "balance": 1_000_000, "bonus": 0, "owed": 0, "number": 1});
            assert_eq!(sent[0], wallet);
            let sent_check = sent.get(1).map(|message| (&message["type"], &message["check"]["minutes"]));
            let expected = check.map(|minutes| (json!("reality_check"), json!(minutes)));
            assert_eq!(sent_check, expected.as_ref().map(|(kind, minutes)| (kind, minutes)), "{sent:?}");
        }
    }

    #[tokio::test]
    async fn of_wallets_in_a_row_the_last_is_sent_and_none_that_is_newer_is_dropped() {
        for (numbers, expected) in [(&[4, 5, 6][..], &[6][..]), (&[4, 6, 5], &[6, 5]), (&[7], &[7])] {
            let data = tempfile::tempdir().unwrap();
            let clock = Arc::new(SetClock(AtomicI64::new(1_700_000_000_000)));
            let (mut session, _registration) = session_at(data.path(), clock).await;
            let (sender, receiver) = tokio::sync::broadcast::channel(16);
            session.notices = Some(receiver);
            for number in numbers {
                let wallet = NumberedWallet { number: *number, ..NumberedWallet::default() };
                sender.send(NumberedNotice { seq: 0, round: None, notice: Notice::Wallet(wallet) }).unwrap();
            }
            session.handle_waiting_notices().await;
            let sent = sent(&session).await;
            let sent: Vec<u64> = sent.iter().filter_map(|message| message["number"].as_u64()).collect();
            assert_eq!(sent, expected);
        }
    }

    #[tokio::test]
    async fn of_slips_in_a_row_the_wagers_after_the_last_are_sent_and_no_other_message_is_dropped() {
        let data = tempfile::tempdir().unwrap();
        let clock = Arc::new(SetClock(AtomicI64::new(1_700_000_000_000)));
        let (mut session, _registration) = session_at(data.path(), clock).await;
        let table = house::default_tables()[0].id;
        let view = session.app.house.patron_view(PatronId(1), table).await.unwrap();
        session.patron_tables.replace(table, &view);
        let (sender, receiver) = tokio::sync::broadcast::channel(16);
        session.notices = Some(receiver);
        let round = |round_no| RoundRef { shoe_no: 1, round_no };
        let accepted = |round_no, staked, auto_rounds_left| Notice::SlipAccepted {
            table,
            round: round(round_no),
            slip_id: RequestId(7),
            wagers: Vec::new(),
            staked: money::Amount::new(staked).unwrap(),
            auto_rounds_left,
        };
        let idle = Notice::Idle { table, rounds: 2, limit: None };
        let row = [
            accepted(1, 100, None),
            accepted(1, 200, None),
            idle,
            accepted(1, 300, None),
            accepted(2, 50, None),
        ];
        for (seq, notice) in (1..).zip(row) {
            sender.send(NumberedNotice { seq, round: None, notice }).unwrap();
        }
        session.handle_waiting_notices().await;
        let sent = sent(&session).await;
        let sent: Vec<_> = sent.iter().map(|it| (it["type"].as_str().unwrap(), it["seq"].as_u64())).collect();
        assert_eq!(sent, [("yours", Some(2)), ("idle", Some(3)), ("yours", Some(4)), ("yours", Some(5))]);
    }
}
