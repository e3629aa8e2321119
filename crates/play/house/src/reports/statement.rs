//! A patron's statement: what each movement of their money was for, and what it came to. Pure; knows no store.
//!
//! A wallet is a patron's cash and bonus money in one currency, and what is held of it as stakes. So a slip changes
//! nothing; the round's end does, in one line. One line a patron and cause: a round that ended, a correction, or an
//! entry of the house's own log.

use std::collections::BTreeMap;

use ledger::{Account, AccountKind, Action, Transfer, TransferId};
use money::Currency;
use table::{Event, PatronId, RoundRef, TableId, Timestamp};

/// What moved the money, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// When.
    pub at: Timestamp,
    /// What.
    pub kind: CauseKind,
    /// The round it is about, and its table; none for what is about no round.
    pub round: Option<(TableId, RoundRef)>,
    /// Which settlement of the round it is; 0 for what is about no round.
    pub revision: u16,
}

/// Why money moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CauseKind {
    /// Something outside any round: a gift of play money, or what a supervisor granted or adjusted by hand.
    Posted,
    /// A round was settled.
    Settled,
    /// A round was voided before it was settled.
    Voided,
    /// A round was settled again, or voided later.
    Corrected,
}

impl CauseKind {
    /// The name it is stored under: `posted`, `settled`, `voided` or `corrected`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Posted => "posted",
            Self::Settled => "settled",
            Self::Voided => "voided",
            Self::Corrected => "corrected",
        }
    }

    /// The kind of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Posted, Self::Settled, Self::Voided, Self::Corrected].into_iter().find(|kind| kind.id() == id)
    }
}

impl Cause {
    /// Something outside any round.
    pub const fn posted(at: Timestamp) -> Self {
        Self { at, kind: CauseKind::Posted, round: None, revision: 0 }
    }

    /// The event that transfers refer to, which is the first of its unit, and the round it fell in. For a card that
    /// completes a coup it is the settlement. Slips, and wagers taken back, end no round.
    pub fn of(at: Timestamp, event: &Event, table: TableId, round: RoundRef) -> Self {
        let (kind, round, revision) = match event {
            Event::SlipAccepted { .. } | Event::WagersCleared { .. } => return Self::posted(at),
            Event::RoundVoided { .. } => (CauseKind::Voided, round, 1),
            Event::RoundSettled { revision, .. } => (CauseKind::Settled, round, *revision),
            Event::RoundCorrected { agreed, .. } => (CauseKind::Corrected, agreed.round, agreed.revision),
            _ => (CauseKind::Settled, round, 1),
        };
        Self { at, kind, round: Some((table, round)), revision }
    }
}

/// What one cause came to for one wallet, in minor units. Of a correction, the differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The stakes that were at risk.
    pub staked: i64,
    /// What came of them, the stakes that came back included.
    pub paid: i64,
    /// What was lent because it was already spent.
    pub lent: i64,
    /// What was repaid of debts.
    pub repaid: i64,
    /// What the wallet has more, or less: all of the above, and what came from elsewhere.
    pub change: i64,
}

impl Sums {
    /// What is owed more, or less.
    pub const fn owed(&self) -> i64 {
        self.lent.saturating_sub(self.repaid)
    }
}

/// A line of a statement, without the lines before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalletLine {
    /// Whose wallet.
    pub patron: PatronId,
    /// Its currency.
    pub currency: Currency,
    /// What it came to.
    pub sums: Sums,
}

/// The lines that transfers of one cause make, by patron. `find` gives a transfer that one of them uses or reverses.
///
/// # Errors
/// Those of `find`.
pub fn lines<E>(
    cause: &Cause,
    transfers: &[Transfer],
    mut find: impl FnMut(TransferId) -> Result<Option<Transfer>, E>,
) -> Result<Vec<WalletLine>, E> {
    let mut wallets = Wallets::default();
    for transfer in transfers {
        wallets.follow(transfer, &mut find)?;
    }
    let ends = cause.kind != CauseKind::Posted;
    let worth = |sums: &Sums| {
        (sums.change, sums.lent, sums.repaid) != (0, 0, 0) || ends && (sums.staked, sums.paid) != (0, 0)
    };
    let lines = wallets.0.into_iter().filter(|(_, sums)| worth(sums));
    Ok(lines.map(|((patron, currency), sums)| WalletLine { patron, currency, sums }).collect())
}

#[derive(Default)]
struct Wallets(BTreeMap<(PatronId, Currency), Sums>);

impl Wallets {
    fn follow<E>(
        &mut self,
        transfer: &Transfer,
        find: &mut impl FnMut(TransferId) -> Result<Option<Transfer>, E>,
    ) -> Result<(), E> {
        let Action::Reverse { transfer: undone } = transfer.action else {
            return self.add(transfer, 1, find);
        };
        match find(undone)? {
            Some(undone) => self.add(&undone, -1, find),
            None => Ok(()),
        }
    }

    /// What a transfer does to the wallets it touches, or with `sign` -1, what undoing it does.
    fn add<E>(
        &mut self,
        transfer: &Transfer,
        sign: i64,
        find: &mut impl FnMut(TransferId) -> Result<Option<Transfer>, E>,
    ) -> Result<(), E> {
        let Transfer { from, to, .. } = *transfer;
        let amount = transfer.amount.signed().saturating_mul(sign);
        let (minus, by_table) =
            (amount.saturating_neg(), |account: Account| account.kind == AccountKind::HouseTable);
        match transfer.action {
            Action::Move { .. } => {
                let (won, lost) = (by_table(from), by_table(to));
                self.wallet(from, |sums| sums.book(minus, if lost { minus } else { 0 }));
                self.wallet(to, |sums| sums.book(amount, if won { amount } else { 0 }));
            }
            Action::Release { .. } => self.wallet(to, |sums| {
                sums.staked = sums.staked.saturating_add(amount);
                sums.book(0, amount);
            }),
            Action::Capture { hold, .. } => {
                if let Some(hold) = find(hold)? {
                    self.wallet(hold.from, |sums| {
                        sums.staked = sums.staked.saturating_add(amount);
                        sums.book(minus, 0);
                    });
                }
                self.wallet(to, |sums| sums.book(amount, 0));
            }
            Action::Cover { .. } => self.wallet(to, |sums| sums.book(amount, 0)),
            Action::Repay { .. } => self.wallet(from, |sums| sums.book(minus, 0)),
            Action::Hold { .. } | Action::Reverse { .. } => {}
        }
        self.debt(from, |sums| sums.lent = sums.lent.saturating_add(amount));
        self.debt(to, |sums| sums.repaid = sums.repaid.saturating_add(amount));
        Ok(())
    }

    /// Books to the wallet of the patron who owes, if the account is a receivable.
    fn debt(&mut self, account: Account, book: impl FnOnce(&mut Sums)) {
        if account.kind == AccountKind::Receivable {
            book(self.0.entry((PatronId(account.owner), account.currency)).or_default());
        }
    }

    /// Books to the wallet that the account belongs to, if it belongs to one.
    fn wallet(&mut self, account: Account, book: impl FnOnce(&mut Sums)) {
        if matches!(account.kind, AccountKind::PatronCash | AccountKind::PatronBonus) {
            book(self.0.entry((PatronId(account.owner), account.currency)).or_default());
        }
    }
}

impl Sums {
    fn book(&mut self, change: i64, paid: i64) {
        self.change = self.change.saturating_add(change);
        self.paid = self.paid.saturating_add(paid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Book as _, Ledger, TransferRequest};
    use money::Amount;

    const PLAY: Currency = Currency::PLAY;

    fn amount(minor: u64) -> Amount {
        Amount::new(minor).unwrap()
    }

    fn cause(kind: CauseKind) -> Cause {
        Cause { kind, ..Cause::posted(Timestamp(5)) }
    }

    /// Posts to the ledger, and gives the lines of the statement.
    fn post(ledger: &mut Ledger, kind: CauseKind, actions: &[(u128, Action)]) -> Vec<(u32, Sums)> {
        let known = ledger.transfers().len();
        let postings =
            actions.iter().map(|(id, action)| TransferRequest { id: TransferId(*id), action: *action });
        ledger.post(&postings.collect::<Vec<_>>()).unwrap();
        let new = ledger.transfers()[known..].to_vec();
        let Ok(lines) = lines(&cause(kind), &new, |id| ledger.transfer(id));
        lines.into_iter().map(|line| (line.patron.0, line.sums)).collect()
    }

    #[test]
    fn a_round_is_one_line_and_a_slip_is_none() {
        let (cash, held) = (Account::patron_cash(7, PLAY), Account::stakes_held(1, PLAY));
        let (house, owed) = (Account::house_table(1, PLAY), Account::receivable(7, PLAY));
        let mut ledger = Ledger::default();
        let gift = Action::Move { from: Account::issue(PLAY), to: cash, amount: amount(500) };
        let given = post(&mut ledger, CauseKind::Posted, &[(1, gift)]);
        assert_eq!(given, [(7, Sums { change: 500, ..Sums::default() })]);
        let hold = |minor| Action::Hold { from: cash, held, amount: amount(minor) };
        assert_eq!(post(&mut ledger, CauseKind::Posted, &[(2, hold(100)), (3, hold(50))]), []);
        let settled = [
            (4, Action::Release { hold: TransferId(2), amount: amount(100) }),
            (5, Action::Capture { hold: TransferId(3), to: house, amount: amount(50) }),
            (6, Action::Move { from: house, to: cash, amount: amount(95) }),
        ];
        let line = Sums { staked: 150, paid: 195, change: 45, ..Sums::default() };
        assert_eq!(post(&mut ledger, CauseKind::Settled, &settled), [(7, line)]);

        // Everything is taken back and lost, while all of the cash is elsewhere.
        let elsewhere = Action::Hold { from: cash, held, amount: amount(545) };
        assert_eq!(post(&mut ledger, CauseKind::Posted, &[(7, elsewhere)]), []);
        let fund = Account::adjustments(PLAY);
        let corrected = [
            (8, Action::Move { from: fund, to: cash, amount: amount(195) }),
            (9, Action::Reverse { transfer: TransferId(6) }),
            (10, Action::Reverse { transfer: TransferId(5) }),
            (11, Action::Reverse { transfer: TransferId(4) }),
            (12, Action::Capture { hold: TransferId(2), to: house, amount: amount(100) }),
            (13, Action::Capture { hold: TransferId(3), to: house, amount: amount(50) }),
            (14, Action::Cover { owed, purse: cash, amount: amount(195) }),
            (15, Action::Move { from: cash, to: fund, amount: amount(195) }),
        ];
        let line = Sums { staked: 0, paid: -195, lent: 195, repaid: 0, change: 0 };
        assert_eq!(post(&mut ledger, CauseKind::Corrected, &corrected), [(7, line)]);
        assert_eq!(line.owed(), 195);
    }

    #[test]
    fn a_void_has_a_line_and_a_clear_has_none() {
        let (cash, held) = (Account::patron_cash(7, PLAY), Account::stakes_held(1, PLAY));
        let mut ledger = Ledger::default();
        let gift = Action::Move { from: Account::issue(PLAY), to: cash, amount: amount(500) };
        let hold = Action::Hold { from: cash, held, amount: amount(20) };
        post(&mut ledger, CauseKind::Posted, &[(1, gift), (2, hold), (3, hold)]);
        let back = |id| Action::Release { hold: TransferId(id), amount: amount(20) };
        assert_eq!(post(&mut ledger, CauseKind::Posted, &[(4, back(2))]), []);
        let line = Sums { staked: 20, paid: 20, ..Sums::default() };
        assert_eq!(post(&mut ledger, CauseKind::Voided, &[(5, back(3))]), [(7, line)]);
    }

    #[test]
    fn the_first_event_of_a_unit_says_what_it_is_about() {
        let (table, round) = (TableId(3), RoundRef { shoe_no: 1, round_no: 2 });
        let card =
            Event::CardDrawn { card: "9h".parse().unwrap(), from: table::Origin::Shoe, face_down: false };
        let of = |event: &Event| Cause::of(Timestamp(1), event, table, round);
        let settled =
            Cause { at: Timestamp(1), kind: CauseKind::Settled, round: Some((table, round)), revision: 1 };
        assert_eq!(of(&card), settled);
        assert_eq!(of(&Event::RoundSettled { revision: 1, patrons: Vec::new() }), settled);
        let cleared = Event::WagersCleared { patron: PatronId(7), request_id: None, returned: Amount::ZERO };
        assert_eq!(of(&cleared), Cause::posted(Timestamp(1)));
        for kind in [CauseKind::Posted, CauseKind::Settled, CauseKind::Voided, CauseKind::Corrected] {
            assert_eq!(CauseKind::from_id(kind.id()), Some(kind));
        }
    }
}
