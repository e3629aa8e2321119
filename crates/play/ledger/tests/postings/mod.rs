//! Chains of random transfer requests that refer to each other: some hold, use and reverse what earlier ones made, some
//! repeat an earlier one or take its id. Knows not how they are answered.

use money::{Amount, Currency};
use proptest::prelude::*;
use proptest::sample::Index;
use punto_ledger::{Account, Action, TransferId, TransferRequest};

fn sum(minor: u64) -> Amount {
    Amount::new(minor).expect("within 63 bits")
}

/// Mostly a patron's cash, sometimes any account.
fn any_account() -> impl Strategy<Value = Account> {
    let currency = prop_oneof![19 => Just("PLAY"), 1 => Just("EUR")];
    let currency = currency.prop_map(|code| Currency::new(code, 2).expect("a code"));
    (0..20_u8, 1..3_u32, currency).prop_map(|(kind, owner, currency)| match kind {
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
struct Wish {
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
    fn posting(self, earlier: &[TransferRequest]) -> TransferRequest {
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
        let new = TransferId(u128::try_from(earlier.len() + 1).unwrap_or_default());
        TransferRequest { id: steals.map_or(new, |stolen| stolen.get(earlier).id), action }
    }
}

/// Linked postings, most of them short, after some money was issued.
pub(crate) fn any_slices() -> impl Strategy<Value = Vec<Vec<TransferRequest>>> {
    let slice = prop_oneof![3 => prop::collection::vec(any_wish(), 1..2),
                            1 => prop::collection::vec(any_wish(), 0..5)];
    prop::collection::vec(slice, 0..80).prop_map(|slices| {
        let gift = |patron: u32| TransferRequest {
            id: TransferId(1_000 + u128::from(patron)),
            action: Action::Move {
                from: Account::issue(Currency::PLAY),
                to: Account::patron_cash(patron, Currency::PLAY),
                amount: sum(500),
            },
        };
        let mut all = vec![gift(1), gift(2)];
        let mut linked = vec![all.clone()];
        for slice in slices {
            let first = all.len();
            for wish in slice {
                all.push(wish.posting(&all));
            }
            linked.push(all[first..].to_vec());
        }
        linked
    })
}
