//! The bounds that money keeps to when somebody asks for it to move: a slip, a correction, a gift, an adjustment. What
//! follows from these by itself (a settlement, a void) is never refused, because the bounds leave room for it.
//! docs/DESIGN.md has the argument.

use money::{Amount, bounds};

use crate::{Account, AccountKind, Action, Book, Changes, TransferRefusal};

/// What somebody asks for that moves money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Stakes of a slip are held.
    Stakes,
    /// A round is corrected.
    Correction,
    /// Money moves outside the tables: a gift or an adjustment.
    Outside,
}

impl Asked {
    /// How far from zero an account may come, if this kind of request bounds it.
    const fn bound(self, kind: AccountKind) -> Option<Amount> {
        match (kind, self) {
            (AccountKind::PatronCash | AccountKind::PatronBonus, Self::Outside) => Some(bounds::PURSE),
            (AccountKind::PatronCash | AccountKind::PatronBonus, Self::Correction) => {
                Some(bounds::PURSE_CORRECTED)
            }
            // A slip may take the place of a larger one, whose stakes come back.
            (AccountKind::PatronCash | AccountKind::PatronBonus, Self::Stakes) => None,
            (AccountKind::StakesHeld, _) => Some(bounds::HELD),
            (
                AccountKind::HouseTable
                | AccountKind::Receivable
                | AccountKind::Adjustments
                | AccountKind::Issue,
                _,
            ) => Some(bounds::HOUSE),
        }
    }
}

/// Checks what `judged` postings change in a book against the bounds of what was asked for. A change that brings an
/// account closer to zero is within them: an account may be beyond its bound from before there were bounds.
///
/// # Errors
/// The book's failure, when it could not be read.
pub fn within_bounds<B: Book>(
    book: &B,
    asked: Asked,
    judged: &Changes,
) -> Result<Result<(), TransferRefusal>, B::Failure> {
    for (account, after) in &judged.balances {
        let Some(bound) = asked.bound(account.kind) else { continue };
        let beyond = after.unsigned_abs() > bound.minor();
        if beyond && after.unsigned_abs() > book.balance(*account)?.unsigned_abs() {
            return Ok(Err(TransferRefusal::AboveBound { account: *account, bound }));
        }
    }
    if asked != Asked::Stakes {
        return Ok(Ok(()));
    }
    for transfer in &judged.transfers {
        let Action::Hold { from, held, .. } = transfer.action else { continue };
        let before = book.balance(held)?;
        if judged.balances.get(&held).is_some_and(|after| *after <= before) {
            // It takes the place of as much or more: nobody is kept from taking stakes back.
            continue;
        }
        if let Some(bound) = too_much_to_stake(book, from, held)? {
            return Ok(Err(bound));
        }
    }
    Ok(Ok(()))
}

/// Why no stake is taken from a purse into the held stakes of a table as the book has them, if so.
///
/// What a table has won or lost changes between two rounds, or by a correction, which has a bound of its own. So it is
/// looked at for the first stake of a round alone.
fn too_much_to_stake<B: Book>(
    book: &B,
    from: Account,
    held: Account,
) -> Result<Option<TransferRefusal>, B::Failure> {
    if book.balance(from)? > bounds::PURSE.signed() {
        return Ok(Some(TransferRefusal::AboveBound { account: from, bound: bounds::PURSE }));
    }
    if book.balance(held)? == 0 {
        let account = Account::house_table(held.owner, held.currency);
        if book.balance(account)?.unsigned_abs() > bounds::HOUSE.minor() {
            return Ok(Some(TransferRefusal::AboveBound { account, bound: bounds::HOUSE }));
        }
    }
    Ok(None)
}
