//! The columns of a row and the parameters of a query, as both databases have them.

use house::ports::StoreFailure;
use journal::{Digest, from_json};
use ledger::Account;
use money::{Amount, Currency};
use serde::de::DeserializeOwned;
use table::{RecordedEvent, RoundRef, TableId, Timestamp};

use crate::rows;

/// A row, by the places of its columns. Each column may be null.
pub(crate) trait Columns {
    /// A whole number of any width; a boolean is 0 or 1.
    fn whole(&self, column: usize) -> Result<Option<i64>, StoreFailure>;

    /// A text.
    fn string(&self, column: usize) -> Result<Option<&str>, StoreFailure>;

    /// Bytes.
    fn blob(&self, column: usize) -> Result<Option<&[u8]>, StoreFailure>;

    /// An id of 128 bits.
    fn uuid(&self, column: usize) -> Result<Option<u128>, StoreFailure>;
}

impl dyn Columns + '_ {
    /// A number that fits its type.
    pub(crate) fn number<T: TryFrom<i64>>(&self, column: usize) -> Result<T, StoreFailure> {
        not_null(column, self.optional_number(column)?)
    }

    /// A number that fits its type, or null.
    pub(crate) fn optional_number<T: TryFrom<i64>>(&self, column: usize) -> Result<Option<T>, StoreFailure> {
        let fitting = |number: i64| {
            T::try_from(number).map_err(|_| StoreFailure::Corrupt(format!("{number} is out of range")))
        };
        self.whole(column)?.map(fitting).transpose()
    }

    /// A boolean.
    pub(crate) fn flag(&self, column: usize) -> Result<bool, StoreFailure> {
        Ok(self.number::<i64>(column)? != 0)
    }

    /// An amount of money.
    pub(crate) fn amount(&self, column: usize) -> Result<Amount, StoreFailure> {
        rows::amount(self.number(column)?)
    }

    /// A time.
    pub(crate) fn time(&self, column: usize) -> Result<Timestamp, StoreFailure> {
        Ok(Timestamp(self.number(column)?))
    }

    /// A text.
    pub(crate) fn text(&self, column: usize) -> Result<&str, StoreFailure> {
        not_null(column, self.string(column)?)
    }

    /// What is known by an id.
    pub(crate) fn known<T>(
        &self,
        column: usize,
        what: &str,
        from_id: impl Fn(&str) -> Option<T>,
    ) -> Result<T, StoreFailure> {
        let id = self.text(column)?;
        from_id(id).ok_or_else(|| StoreFailure::Corrupt(format!("{id} is no {what}")))
    }

    /// What a text of JSON means.
    pub(crate) fn json<T: DeserializeOwned>(&self, column: usize) -> Result<T, StoreFailure> {
        from_json(self.text(column)?)
    }

    /// Exactly so many bytes.
    pub(crate) fn bytes<const N: usize>(&self, column: usize) -> Result<[u8; N], StoreFailure> {
        let bytes = not_null(column, self.blob(column)?)?;
        bytes.try_into().map_err(|_| StoreFailure::Corrupt(format!("{} bytes instead of {N}", bytes.len())))
    }

    /// The digest of an entry, which has one.
    pub(crate) fn digest(&self, column: usize) -> Result<Digest, StoreFailure> {
        journal::digest(self.blob(column)?)
    }

    /// An id of 128 bits.
    pub(crate) fn id(&self, column: usize) -> Result<u128, StoreFailure> {
        not_null(column, self.uuid(column)?)
    }

    /// A round from two columns: its shoe and its number.
    pub(crate) fn round(&self, first: usize) -> Result<RoundRef, StoreFailure> {
        Ok(RoundRef { shoe_no: self.number(first)?, round_no: self.number(first.saturating_add(1))? })
    }

    /// A currency from two columns: its code and its decimals.
    pub(crate) fn currency(&self, first: usize) -> Result<Currency, StoreFailure> {
        rows::currency(self.text(first)?, self.number(first.saturating_add(1))?)
    }

    /// An account from four columns: kind, owner, currency, decimals.
    pub(crate) fn account(&self, first: usize) -> Result<Account, StoreFailure> {
        let at = |offset: usize| first.saturating_add(offset);
        rows::account(self.text(at(0))?, self.number(at(1))?, self.text(at(2))?, self.number(at(3))?)
    }

    /// An event of a table from the first three columns: its number, its time, its body.
    pub(crate) fn event(&self, table: TableId) -> Result<RecordedEvent, StoreFailure> {
        rows::event(table, self.number(0)?, self.time(1)?, self.text(2)?)
    }
}

fn not_null<T>(column: usize, value: Option<T>) -> Result<T, StoreFailure> {
    value.ok_or_else(|| StoreFailure::Corrupt(format!("column {column} is null")))
}

/// A parameter of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Null,
    Number(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
    /// An id of 128 bits, the most significant byte first.
    Id([u8; 16]),
}

impl<T: Into<i64>> From<T> for Value<'_> {
    fn from(number: T) -> Self {
        Self::Number(number.into())
    }
}

impl Value<'_> {
    /// An id of 128 bits.
    pub(crate) const fn id(id: u128) -> Self {
        Self::Id(id.to_be_bytes())
    }
}
