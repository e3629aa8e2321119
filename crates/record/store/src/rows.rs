//! Values as columns hold them, the same in both databases: kinds as words, amounts as numbers, events as JSON.

use house::log::EntityKind;
use house::people::{CredentialKind, Person};
use house::ports::{RecordedEntry, StoreFailure};
use journal::from_json;
use ledger::{Account, AccountKind, Action, ActionKind, Transfer, TransferId};
use money::{Amount, Currency};
use table::{PatronId, RecordedEvent, StaffId, TableId, Timestamp};

/// A transfer's columns: its kind, the transfer it uses or reverses, and the amount requested where it may be less.
pub(crate) fn kind_of(action: &Action) -> (&'static str, Option<TransferId>, Option<Amount>) {
    (action.kind().id(), action.about(), action.asked())
}

/// A transfer from its columns: those of [`kind_of`], its two accounts, its amount.
pub(crate) fn transfer(
    id: TransferId,
    (kind, about, asked): (&str, Option<TransferId>, Option<i64>),
    (from, to): (Account, Account),
    amount: i64,
) -> Result<Transfer, StoreFailure> {
    let (amount, asked) = (self::amount(amount)?, asked.map(self::amount).transpose()?);
    let action = match (kind.parse(), about, asked) {
        (Ok(ActionKind::Move), None, None) => Action::Move { from, to, amount },
        (Ok(ActionKind::Hold), None, None) => Action::Hold { from, held: to, amount },
        (Ok(ActionKind::Capture), Some(hold), None) => Action::Capture { hold, to, amount },
        (Ok(ActionKind::Release), Some(hold), None) => Action::Release { hold, amount },
        (Ok(ActionKind::Reverse), Some(transfer), None) => Action::Reverse { transfer },
        (Ok(ActionKind::Cover), None, Some(amount)) => Action::Cover { owed: from, purse: to, amount },
        (Ok(ActionKind::Repay), None, Some(amount)) => Action::Repay { cash: from, owed: to, amount },
        _ => return Err(StoreFailure::Corrupt(format!("transfer {id} is of the unknown kind {kind}"))),
    };
    Ok(Transfer { id, action, from, to, amount })
}

/// An account from its four columns.
pub(crate) fn account(kind: &str, owner: u32, code: &str, decimals: u8) -> Result<Account, StoreFailure> {
    let kind = AccountKind::from_id(kind)
        .ok_or_else(|| StoreFailure::Corrupt(format!("an account of the unknown kind {kind}")))?;
    Ok(Account { kind, owner, currency: currency(code, decimals)? })
}

/// A currency from its two columns.
pub(crate) fn currency(code: &str, decimals: u8) -> Result<Currency, StoreFailure> {
    Currency::new(code, decimals)
        .map_err(|error| StoreFailure::Corrupt(format!("{code:?} with {decimals} decimals: {error}")))
}

/// An amount from its column.
pub(crate) fn amount(column: i64) -> Result<Amount, StoreFailure> {
    Amount::try_from(column).map_err(|error| StoreFailure::Corrupt(format!("{column}: {error}")))
}

/// A number as a column holds it.
pub(crate) fn column(number: u64) -> Result<i64, StoreFailure> {
    i64::try_from(number).map_err(|_| StoreFailure::Storage(format!("{number} is too large to be stored")))
}

/// A number that is never negative, from its column.
pub(crate) fn number(column: i64) -> Result<u64, StoreFailure> {
    u64::try_from(column).map_err(|_| StoreFailure::Corrupt(format!("{column} should not be negative")))
}

/// An event from its columns.
pub(crate) fn event(
    table: TableId,
    seq: i64,
    at: Timestamp,
    body: &str,
) -> Result<RecordedEvent, StoreFailure> {
    let seq = number(seq)?;
    let event = from_json(body);
    let event = event.map_err(|failure| about(format!("event {seq} of table {}", table.0), failure))?;
    Ok(RecordedEvent { seq, at, event })
}

/// A person's columns: the kind and the number.
pub(crate) const fn person_columns(person: Person) -> (&'static str, u32) {
    match person {
        Person::Patron(PatronId(number)) => ("patron", number),
        Person::Staff(StaffId(number)) => ("staff", number),
    }
}

/// A person from two columns: the kind and the number.
pub(crate) fn person(kind: &str, number: u32) -> Result<Person, StoreFailure> {
    match kind {
        "patron" => Ok(Person::Patron(PatronId(number))),
        "staff" => Ok(Person::Staff(StaffId(number))),
        _ => Err(StoreFailure::Corrupt(format!("{kind} is no kind of person"))),
    }
}

/// A kind of entity from its column.
pub(crate) fn entity_kind(id: &str) -> Result<EntityKind, StoreFailure> {
    id.parse().map_err(|_| StoreFailure::Corrupt(format!("{id} is no kind of entity")))
}

/// A kind of credential from its column.
pub(crate) fn credential_kind(id: &str) -> Result<CredentialKind, StoreFailure> {
    id.parse().map_err(|_| StoreFailure::Corrupt(format!("{id} is no kind of credential")))
}

/// An entry of the house's own log from its columns.
pub(crate) fn house_entry(seq: u64, at: Timestamp, body: &str) -> Result<RecordedEntry, StoreFailure> {
    let event = from_json(body).map_err(|failure| about(format!("house event {seq}"), failure))?;
    Ok(RecordedEntry { seq, at, event })
}

/// The failure, with the file or row that it is about.
pub(crate) fn about(what: impl std::fmt::Display, failure: StoreFailure) -> StoreFailure {
    match failure {
        StoreFailure::Storage(message) => StoreFailure::Storage(format!("{what}: {message}")),
        StoreFailure::Corrupt(message) => StoreFailure::Corrupt(format!("{what}: {message}")),
        other => other,
    }
}
