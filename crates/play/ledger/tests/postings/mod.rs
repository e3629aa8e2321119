//! Chains of random transfer requests that refer to each other: some hold, use and reverse what earlier ones made, some
//! repeat an earlier one or take its id. Does not judge the answers.

use money::{Amount, Currency};
use proptest::prelude::*;
use proptest::sample::Index;
use punto_ledger::{Account, Action, TransferId, TransferRequest};

/// How many owners there are of each kind of account.
const OWNERS: u32 = 3;

/// How many of the latest requests of a life a new one can refer to, at least: all of a life of [`any_slices`].
const LATEST: usize = 400;

fn sum(minor: u64) -> Amount {
    Amount::new(minor).expect("within 63 bits")
}

/// Mostly a patron's cash, sometimes any account.
fn any_account() -> impl Strategy<Value = Account> {
    let currency = prop_oneof![19 => Just("PLAY"), 1 => Just("EUR")];
    let currency = currency.prop_map(|code| Currency::new(code, 2).expect("a code"));
    (0..20_u8, 1..=OWNERS, currency).prop_map(|(kind, owner, currency)| match kind {
        0 => Account::stakes_held(owner, currency),
        1..3 => Account::issue(currency),
        3..6 => Account::house_table(owner, currency),
        6 => Account::receivable(owner, currency),
        7 => Account::adjustments(currency),
        8..10 => Account::patron_bonus(owner, currency),
        _ => Account::patron_cash(owner, currency),
    })
}

/// What the owner of an account owes.
const fn owed(account: Account) -> Account {
    Account::receivable(account.owner, account.currency)
}

/// A posting before it is known which others came before it.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// Takes the id of an earlier posting.
    steals: Option<Index>,
    /// Is an earlier posting to the letter.
    repeats: Option<Index>,
    /// Uses an earlier posting, a hold if there is one.
    uses: Index,
    kind: u8,
    from: Account,
    to: Account,
    amount: Amount,
}

fn any_wish() -> impl Strategy<Value = Wish> {
    let sometimes = || prop::option::weighted(0.05, any::<Index>());
    let amount = prop_oneof![30 => 0..60_u64, 1 => Just(Amount::MAX.minor())].prop_map(sum);
    (sometimes(), sometimes(), any::<Index>(), 0..20_u8, any_account(), any_account(), amount).prop_map(
        |(steals, repeats, uses, kind, from, to, amount)| Wish {
            steals,
            repeats,
            uses,
            kind,
            from,
            to,
            amount,
        },
    )
}

impl Wish {
    fn posting(self, new: TransferId, earlier: &[TransferRequest]) -> TransferRequest {
        let Self { steals, repeats, uses, kind, from, to, amount } = self;
        if let Some(repeated) = repeats {
            return *repeated.get(earlier);
        }
        let holds = earlier.iter().filter(|posting| matches!(posting.action, Action::Hold { .. }));
        let holds: Vec<_> = holds.map(|posting| posting.id).collect();
        let hold = if holds.is_empty() { TransferId(0) } else { *uses.get(&holds) };
        let part = sum(amount.minor() % 16);
        let action = match kind {
            0..4 => Action::Move { from, to, amount },
            4..8 => {
                Action::Hold { from, held: Account::stakes_held(1 + to.owner % 2, from.currency), amount }
            }
            8..11 => Action::Capture { hold, to, amount: part },
            11..13 => Action::Release { hold, amount: part },
            13 => Action::Reverse { transfer: hold },
            14 => Action::Cover { owed: owed(to), purse: to, amount },
            15 => Action::Cover { owed: from, purse: to, amount },
            16..18 => Action::Repay { cash: from, owed: owed(from), amount },
            _ => Action::Reverse { transfer: uses.get(earlier).id },
        };
        TransferRequest { id: steals.map_or(new, |stolen| stolen.get(earlier).id), action }
    }
}

/// What links the requests of a chain; most chains are short.
pub(crate) fn any_chain() -> impl Strategy<Value = Vec<Wish>> {
    prop_oneof![3 => prop::collection::vec(any_wish(), 1..2),
                1 => prop::collection::vec(any_wish(), 0..5)]
}

/// The requests of one ledger so far.
pub(crate) struct Life {
    count: u128,
    latest: Vec<TransferRequest>,
}

impl Life {
    /// Begins with a chain that gives some money to every owner.
    pub(crate) fn begin() -> (Self, Vec<TransferRequest>) {
        let gift = |owner: u32| TransferRequest {
            id: TransferId(u128::from(owner)),
            action: Action::Move {
                from: Account::issue(Currency::PLAY),
                to: Account::patron_cash(owner, Currency::PLAY),
                amount: sum(500),
            },
        };
        let gifts: Vec<_> = (1..=OWNERS).map(gift).collect();
        (Self { count: u128::from(OWNERS), latest: gifts.clone() }, gifts)
    }

    /// The next chain.
    pub(crate) fn chain(&mut self, wishes: Vec<Wish>) -> Vec<TransferRequest> {
        let first = self.latest.len();
        for wish in wishes {
            self.count += 1;
            self.latest.push(wish.posting(TransferId(self.count), &self.latest));
        }
        let chain = self.latest[first..].to_vec();
        if self.latest.len() > 2 * LATEST {
            self.latest.drain(..LATEST);
        }
        chain
    }
}

/// The chains of a short life.
pub(crate) fn any_slices() -> impl Strategy<Value = Vec<Vec<TransferRequest>>> {
    prop::collection::vec(any_chain(), 0..80).prop_map(|chains| {
        let (mut life, gifts) = Life::begin();
        let mut linked = vec![gifts];
        linked.extend(chains.into_iter().map(|wishes| life.chain(wishes)));
        linked
    })
}
