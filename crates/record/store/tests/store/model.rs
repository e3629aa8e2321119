//! A store and a model of it side by side: every answer and everything that can be read must be the same, also
//! after the store was opened again. The model keeps its money in the ledger crate's model, and the rest in plain maps.

use std::collections::{BTreeMap, HashMap};

use baccarat::Spot;
use house::ports::{
    AcceptedSlip, NumberedWallet, Store, StoreFailure, TrialBalance, Unit, UnitOutcome, Wallet,
};
use house::turnover::{Turnover, counted, day_of};
use ledger::{Account, Action, Ledger, Posted, TransferRequest};
use proptest::sample::Index;
use table::event::SettledSpot;
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, SlipKind, TableId, Timestamp};

use crate::history::{Draft, Happening, Money, PATRONS, Step};
use crate::statements::states_what_the_ledger_has;
use crate::support::*;

/// What a patron's history should hold of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Round {
    table: TableId,
    place: RoundRef,
    cards: Vec<String>,
    wagers: Vec<SettledSpot>,
    voided: Option<u64>,
}

#[derive(Clone, Default)]
struct TableModel {
    events: Vec<RecordedEvent>,
    shoe_no: u32,
    round_no: u16,
    cards: Vec<String>,
}

#[derive(Clone, Default)]
struct Model {
    ledger: Ledger,
    tables: BTreeMap<TableId, TableModel>,
    slips: HashMap<(PatronId, RequestId), (TableId, RoundRef)>,
    rounds: HashMap<PatronId, Vec<Round>>,
}

impl Model {
    fn unit(&mut self, table: TableId, unit: &Unit) -> UnitOutcome {
        let mut after = self.clone();
        for (_, event) in &unit.events {
            if !after.event(table, event) {
                return UnitOutcome::Repeated;
            }
        }
        match after.ledger.post(&unit.postings) {
            Err((_, refusal)) => {
                let Ok(refused) = UnitOutcome::refused(&self.ledger, refusal);
                refused
            }
            Ok(posted) if posted.contains(&Posted::Exists) => UnitOutcome::Repeated,
            Ok(_) => {
                let first_seq = self.seq(table) + 1;
                *self = after;
                UnitOutcome::Committed { first_seq, wallets: Vec::new() }
            }
        }
    }

    fn seq(&self, table: TableId) -> u64 {
        self.tables.get(&table).map_or(0, |table| u64::try_from(table.events.len()).unwrap())
    }

    /// Takes in an event; says no to a slip that was there.
    fn event(&mut self, table: TableId, event: &Event) -> bool {
        let seq = self.seq(table) + 1;
        let at = self.tables.entry(table).or_default();
        at.events.push(RecordedEvent { seq, at: AT, event: event.clone() });
        let round = RoundRef { shoe_no: at.shoe_no, round_no: at.round_no };
        let cards = at.cards.clone();
        let ended = |wagers, voided| Round { table, place: round, cards: cards.clone(), wagers, voided };
        match event {
            Event::ShoeOpened { shoe_no, .. } => {
                (at.shoe_no, at.round_no, at.cards) = (*shoe_no, 0, Vec::new());
            }
            Event::BettingOpened { round_no, .. } => (at.round_no, at.cards) = (*round_no, Vec::new()),
            Event::CardDrawn { card, .. } => at.cards.push(card.to_string()),
            Event::SlipAccepted { patron, slip_id, .. } => {
                return self.slips.insert((*patron, *slip_id), (table, round)).is_none();
            }
            Event::RoundSettled { patrons, .. } => {
                for own in patrons {
                    self.ended(own.patron, ended(own.wagers.clone(), None));
                }
            }
            Event::RoundVoided { returned, .. } => {
                for back in returned {
                    self.ended(back.patron, ended(Vec::new(), Some(back.amount.minor())));
                }
            }
            Event::RoundCorrected { agreed, .. } => {
                let cards: Vec<_> = agreed.cards_after().iter().map(ToString::to_string).collect();
                for own in &agreed.patrons {
                    let (wagers, voided) = (own.after.clone(), agreed.voided().map(|_| own.staked.minor()));
                    let (place, cards) = (agreed.round, cards.clone());
                    self.ended(own.patron, Round { table, place, cards, wagers, voided });
                }
            }
            _ => {}
        }
        true
    }

    fn ended(&mut self, patron: PatronId, ended: Round) {
        let rounds = self.rounds.entry(patron).or_default();
        match rounds.iter_mut().find(|known| (known.table, known.place) == (ended.table, ended.place)) {
            Some(known) => *known = ended,
            None => rounds.push(ended),
        }
    }

    /// The postings with the holds and transfers there are.
    fn postings(&self, money: &[Money]) -> Vec<TransferRequest> {
        let holds: Vec<_> = self.ledger.open_holds().keys().copied().collect();
        let transfers = self.ledger.transfers();
        let hold = |nth: &Index| nth.get(&holds);
        let posting = |money: &Money| match money {
            Money::TransferRequest(posting) => *posting,
            Money::Capture(id, ..) | Money::Release(id, ..) if holds.is_empty() => {
                TransferRequest { id: *id, action: Action::Release { hold: *id, amount: amount(1) } }
            }
            Money::Capture(id, nth, to, sum) => TransferRequest {
                id: *id,
                action: Action::Capture { hold: *hold(nth), to: *to, amount: *sum },
            },
            Money::Release(id, nth, sum) => {
                TransferRequest { id: *id, action: Action::Release { hold: *hold(nth), amount: *sum } }
            }
            Money::Reverse(id, nth) => {
                TransferRequest { id: *id, action: Action::Reverse { transfer: nth.get(transfers).id } }
            }
            Money::Again(nth) => nth.get(transfers).posting(),
        };
        money.iter().map(posting).collect()
    }

    /// The unit with its shoes and rounds numbered as this table goes on.
    fn number(&self, table: TableId, draft: &Draft) -> Unit {
        let at = self.tables.get(&table).cloned().unwrap_or_default();
        let (mut shoe_no, mut round_no) = (at.shoe_no, at.round_no);
        let events = draft.happenings.iter().map(|happening| match happening {
            Happening::NewShoe => {
                (shoe_no, round_no) = (shoe_no + 1, 0);
                shoe_opened(shoe_no)
            }
            Happening::NewRound => {
                round_no += 1;
                betting_opened(round_no)
            }
            Happening::Card => card_drawn("7d"),
            Happening::Slip(patron, slip) => slip_accepted(*patron, *slip, 5),
            Happening::Settled(revision, patrons) => {
                let patrons: Vec<_> = patrons.iter().map(|patron| (*patron, won(3))).collect();
                round_settled(*revision, &patrons)
            }
            Happening::Corrected(nth, void, patrons) => {
                let places: Vec<_> = at.events.iter().filter(|e| e.event.corrects().is_none()).collect();
                let round = if places.is_empty() { 1 } else { 1 + nth.index(usize::from(round_no) + 1) };
                let round = RoundRef { shoe_no, round_no: u16::try_from(round).unwrap() };
                round_corrected(1, agreed(round, 2, *void, patrons))
            }
            Happening::Voided(patrons) => {
                round_voided(&patrons.iter().map(|patron| (*patron, 4)).collect::<Vec<_>>())
            }
        });
        unit(events.collect::<Vec<_>>(), self.postings(&draft.money))
    }
}

async fn take(store: &impl Store, model: &mut Model, step: Step) {
    match step {
        Step::Reopen => {}
        Step::Post(money) => {
            let postings = model.postings(&money);
            let expected = model.ledger.post(&postings).map(|_| ()).map_err(|(_, refusal)| refusal);
            assert_eq!(store.post(AT, postings).await, Ok(expected));
        }
        Step::Commit { table, stale, units } => {
            let seq = model.seq(table);
            let expected_seq = seq + u64::from(stale);
            // Numbered one after the other, as a table would that sees none of them refused.
            let mut ahead = model.clone();
            let units: Vec<Unit> = units
                .iter()
                .map(|draft| {
                    let unit = ahead.number(table, draft);
                    unit.events.iter().for_each(|(_, event)| {
                        ahead.event(table, event);
                    });
                    unit
                })
                .collect();
            let expected = if stale {
                Err(StoreFailure::Stale { table, expected: expected_seq, found: seq })
            } else {
                Ok(units.iter().map(|unit| model.unit(table, unit)).collect())
            };
            assert_eq!(store.outcomes(table, expected_seq, units).await, expected);
        }
    }
}

/// Everything that can be read is what the model has.
async fn agrees(store: &impl Store, model: &Model) {
    for (table, at) in &model.tables {
        let start = at.events.iter().rposition(|recorded| matches!(recorded.event, Event::ShoeOpened { .. }));
        assert_eq!(store.latest_shoe(*table).await.unwrap(), at.events[start.unwrap_or_default()..]);
    }
    for ((patron, slip), place) in &model.slips {
        let accepted =
            AcceptedSlip { table: place.0, round: place.1, kind: SlipKind::Adds, wagers: wagers(5) };
        assert_eq!(store.accepted_slip(*patron, *slip).await, Ok(Some(accepted)));
    }
    for patron in (1..=PATRONS).map(PatronId) {
        let cash = model.ledger.balance(Account::patron_cash(patron.0, PLAY));
        let NumberedWallet { wallet, number } = store.wallet(patron).await.unwrap();
        assert_eq!((wallet.cash.signed(), number), (cash, moves(&model.ledger, patron)));
        let rounds = store.patron_rounds(patron, None, u16::MAX).await.unwrap();
        assert!(rounds.is_sorted_by(|newer, older| newer.cursor > older.cursor));
        let rounds = rounds.into_iter().rev().map(|round| Round {
            table: round.table,
            place: round.round,
            cards: round.cards.iter().map(ToString::to_string).collect(),
            wagers: round.wagers,
            voided: round.voided.map(money::Amount::minor),
        });
        assert_eq!(rounds.collect::<Vec<_>>(), model.rounds.get(&patron).cloned().unwrap_or_default());
    }
    assert_eq!(store.trial_balance().await, Ok(trial_balance(&model.ledger)));
    for patron in (1..=PATRONS).map(PatronId) {
        states_what_the_ledger_has(store, patron).await;
    }
    assert_eq!(turned_over(store, model).await, expected_turnover(model));
}

/// What was turned over by table and spot, corrections apart.
type TurnedOver = BTreeMap<(TableId, Spot, bool), Turnover>;

async fn turned_over(store: &impl Store, model: &Model) -> TurnedOver {
    let mut sums = TurnedOver::new();
    for table in model.tables.keys() {
        let day = day_of(AT);
        for line in store.turnover(day, day.plus_ms(1), Some(*table)).await.unwrap() {
            assert_eq!((line.day, line.table, line.currency), (day, *table, PLAY));
            assert_eq!(sums.insert((line.table, line.spot, line.corrected), line.sums), None);
        }
        assert_eq!(store.turnover(day.plus_ms(1), Timestamp(i64::MAX), Some(*table)).await, Ok(Vec::new()));
    }
    sums
}

fn expected_turnover(model: &Model) -> TurnedOver {
    let mut expected = TurnedOver::new();
    for (table, at) in &model.tables {
        for counted in at.events.iter().filter_map(|recorded| counted(&recorded.event)) {
            for (spot, sums) in counted.spots {
                let sum = expected.entry((*table, spot, counted.corrected)).or_default();
                *sum = sum.plus(sums);
            }
        }
    }
    expected
}

/// In how many transfers the wallet of a patron gave or got.
fn moves(ledger: &Ledger, patron: PatronId) -> u64 {
    let own = Wallet::accounts(patron, PLAY);
    let sides = ledger.transfers().iter().flat_map(|made| [made.from, made.to]);
    u64::try_from(sides.filter(|side| own.contains(side)).count()).unwrap()
}

fn trial_balance(ledger: &Ledger) -> TrialBalance {
    let sums = ledger.trial_balance().into_iter().map(|(currency, sum)| (currency.code().to_owned(), sum));
    let cash = |patron| ledger.balances().get(&Account::patron_cash(patron, PLAY)).copied();
    let patrons = (1..=PATRONS).filter_map(cash);
    TrialBalance {
        sums: sums.collect(),
        open_holds: u64::try_from(ledger.open_holds().len()).unwrap(),
        lowest_patron_balance: patrons.min().unwrap_or_default(),
    }
}

/// Asks everything of the store that `open` opens, and of the model.
pub(crate) async fn is_its_model<S: Store>(open: impl Fn() -> S, history: Vec<Step>) {
    let mut store = open();
    let mut model = Model::default();
    for _ in 1..=PATRONS {
        let patron = store.create_patron(new_patron("Ann")).await.unwrap().id;
        take(&store, &mut model, Step::Post(vec![Money::TransferRequest(gift(patron, 100))])).await;
    }
    for step in history {
        if matches!(step, Step::Reopen) {
            drop(store);
            store = open();
            agrees(&store, &model).await;
        }
        take(&store, &mut model, step).await;
    }
    agrees(&store, &model).await;
}
