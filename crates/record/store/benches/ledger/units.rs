//! Slips and settlements as the house commits them: the same events, the same postings, ids of the same shape, so that
//! the rows and indexes of a store are those of a real house. Judges nothing and waits for nothing.

use std::collections::BTreeMap;

use baccarat::Spot;
use house::SystemClock;
use house::ports::{Clock as _, Unit};
use ledger::{Account, Action, TransferId, TransferRequest};
use money::{Amount, Currency, Stake};
use table::event::{PatronSettlement, PlacedWager, ResolutionKind, SettledSpot};
use table::{Event, PatronId, RequestId, RoundRef, TableId, Timestamp};

const PLAY: Currency = Currency::PLAY;
const AT: Timestamp = Timestamp(1_700_000_000_000);

/// What every wager stakes.
const STAKE: u64 = 100;

/// Player wins with 9 to 0.
const CARDS: [&str; 4] = ["9h", "Kd", "Qc", "Ts"];

/// A wager alone on its slip.
#[derive(Clone, Copy)]
pub(crate) struct Wager {
    pub(crate) patron: PatronId,
    /// The slip's place among the patron's of the round.
    pub(crate) place: u32,
}

impl Wager {
    /// Every second one wins.
    const fn spot(self) -> Spot {
        if self.place.is_multiple_of(2) { Spot::Player } else { Spot::Banker }
    }

    fn cash(self) -> Account {
        Account::patron_cash(self.patron.0, PLAY)
    }
}

/// The kinds of transfers, by the codes in their ids.
const HOLD: u128 = 1;
const RELEASE: u128 = 2;
const CAPTURE: u128 = 3;
const PROFIT: u128 = 4;
/// Of what the patron owes, which is nothing here, as nearly always.
const REPAY: u128 = 7;

/// A round of a table.
#[derive(Clone, Copy)]
pub(crate) struct Round {
    pub(crate) table: TableId,
    pub(crate) round: RoundRef,
}

impl Round {
    fn id(self, wager: Wager, kind: u128) -> TransferId {
        let spot = u128::try_from(wager.spot().index()).expect("few spots");
        let parts = [
            (u128::from(self.table.0), 20),
            (u128::from(self.round.shoe_no), 28),
            (u128::from(self.round.round_no), 16),
            (u128::from(wager.patron.0), 32),
            (u128::from(wager.place), 10),
            (spot, 5),
            (kind, 3),
            (0, 14),
        ];
        TransferId(parts.into_iter().fold(0, |bits, (part, width)| bits << width | part))
    }

    fn house(self) -> Account {
        Account::house_table(self.table.0, PLAY)
    }

    fn hold(self, wager: Wager) -> TransferRequest {
        let (from, held) = (wager.cash(), Account::stakes_held(self.table.0, PLAY));
        TransferRequest {
            id: self.id(wager, HOLD),
            action: Action::Hold { from, held, amount: amount(STAKE) },
        }
    }

    /// The beginning of the round.
    pub(crate) fn open(self) -> Unit {
        unit(vec![Event::BettingOpened { round_no: self.round.round_no, closes_at: AT }], Vec::new())
    }

    /// A slip of one wager.
    pub(crate) fn slip(self, wager: Wager, slip_id: RequestId) -> Unit {
        let wagers = vec![PlacedWager::in_cash(wager.spot(), stake(STAKE))];
        let accepted = Event::SlipAccepted { patron: wager.patron, slip_id, wagers, replaced: None };
        unit(vec![accepted], vec![self.hold(wager)])
    }

    /// The last card and the settlement of these wagers, all there are: the profit of a spot moves at once.
    pub(crate) fn settle(self, wagers: &[Wager]) -> Unit {
        let mut patrons = BTreeMap::<PatronId, [u64; 2]>::new();
        let mut postings = Vec::with_capacity(2 * wagers.len());
        for wager in wagers {
            let [won, lost] = patrons.entry(wager.patron).or_default();
            let (hold, amount) = (self.id(*wager, HOLD), amount(STAKE));
            let (sum, kind, action) = if wager.spot() == Spot::Player {
                (won, RELEASE, Action::Release { hold, amount })
            } else {
                (lost, CAPTURE, Action::Capture { hold, to: self.house(), amount })
            };
            *sum += STAKE;
            postings.push(TransferRequest { id: self.id(*wager, kind), action });
        }
        let mut settled = Vec::with_capacity(patrons.len());
        for (patron, [won, lost]) in patrons {
            let lines =
                [(Spot::Player, won, ResolutionKind::Win, 2), (Spot::Banker, lost, ResolutionKind::Lose, 0)];
            let lines = lines.into_iter().filter(|(_, staked, ..)| *staked > 0);
            let line = |(spot, staked, resolution, times)| SettledSpot {
                spot,
                stake: stake(staked),
                resolution,
                payout: amount(times * staked),
            };
            settled.push(PatronSettlement { patron, wagers: lines.map(line).collect() });
            if won > 0 {
                let first = Wager { patron, place: 0 };
                let (cash, owed) = (first.cash(), Account::receivable(patron.0, PLAY));
                let profit = Action::Move { from: self.house(), to: cash, amount: amount(won) };
                postings.push(TransferRequest { id: self.id(first, PROFIT), action: profit });
                let repay = Action::Repay { cash, owed, amount: amount(STAKE) };
                postings.push(TransferRequest { id: self.id(first, REPAY), action: repay });
            }
        }
        let card = Event::CardDrawn {
            card: CARDS[3].parse().expect("a card"),
            from: table::Origin::Shoe,
            face_down: false,
        };
        unit(vec![card, Event::RoundSettled { revision: 1, patrons: settled }], postings)
    }
}

/// The close, the cards but for the last.
pub(crate) fn deal() -> Unit {
    let cards = CARDS.iter().take(3).map(|card| Event::CardDrawn {
        card: card.parse().expect("a card"),
        from: table::Origin::Shoe,
        face_down: false,
    });
    unit(
        std::iter::once(Event::BettingClosed { wagers: None, draw: None, squeeze: None })
            .chain(cards)
            .collect(),
        Vec::new(),
    )
}

/// The beginning of a shoe.
pub(crate) fn shoe(shoe_no: u32) -> Unit {
    let algorithm = fair::ALGORITHM.to_owned();
    unit(
        vec![
            Event::ShoeOpened {
                shoe_no,
                algorithm,
                rules: None,
                seats: None,
                public_seq: None,
                proof: None,
                withheld: vec![],
                live: None,
            },
            Event::CardsBurned { first: None, face_down: 8, records: Vec::new() },
        ],
        Vec::new(),
    )
}

fn unit(events: Vec<Event>, postings: Vec<TransferRequest>) -> Unit {
    Unit::new(events.into_iter().map(|event| (AT, event)).collect(), postings)
}

/// Ids as the client makes them: the milliseconds of the clock in 48 bits, and 80 that nobody can tell.
#[derive(Clone)]
pub(crate) struct Ids(u64);

impl Ids {
    /// Ids of their own for each table.
    pub(crate) fn of(table: TableId) -> Self {
        Self(u64::from(table.0) << 32)
    }

    pub(crate) fn next(&mut self) -> RequestId {
        let now = u128::try_from(SystemClock.now().0).expect("the clock is right");
        self.0 += 1;
        let scattered = [1_u64, 2].map(|half| {
            let bits = (self.0.wrapping_mul(2).wrapping_add(half)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            bits ^ (bits >> 31)
        });
        let rest = u128::from(scattered[0]) << 64 | u128::from(scattered[1]);
        RequestId(now << 80 | rest >> 48)
    }
}

fn stake(minor: u64) -> Stake {
    Stake::new(minor).expect("a stake")
}

pub(crate) fn amount(minor: u64) -> Amount {
    Amount::new(minor).expect("an amount")
}
