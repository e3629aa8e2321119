//! The queries of a store: the text of each and the reader of its rows, once for both databases.
//!
//! The queries are asynchronous because PostgreSQL answers over a network. SQLite answers at once, so its futures
//! never wait.

mod columns;
pub(crate) mod devices;
pub(crate) mod entries;
pub(crate) mod notary;
pub(crate) mod patrons;
#[cfg(test)]
mod plans;
pub(crate) mod proofs;
pub(crate) mod records;
pub(crate) mod reports;
pub(crate) mod search;
pub(crate) mod slips;
pub(crate) mod tables;
pub(crate) mod transfer_search;
pub(crate) mod transfers;

use house::ports::StoreFailure;

use crate::trouble::Result;
pub(crate) use columns::{Columns, Value};

/// The text of a query, in the words of each database.
///
/// Parameters are `$1`, `$2` and so on, and their first uses must come in this order: PostgreSQL binds them by number,
/// SQLite, to which they are names, in the order of first use.
#[derive(Clone, Copy)]
pub(crate) struct Sql<'a> {
    pub(crate) sqlite: &'a str,
    pub(crate) postgres: &'a str,
}

impl<'a> Sql<'a> {
    /// A text that both databases read alike.
    pub(crate) const fn both(text: &'a str) -> Self {
        Self { sqlite: text, postgres: text }
    }
}

impl<'a> From<&'a str> for Sql<'a> {
    fn from(text: &'a str) -> Self {
        Self::both(text)
    }
}

/// A session that answers queries.
pub(crate) trait Reads {
    /// The rows of a query as `read` reads them, up to the first for which it returns none.
    async fn rows_while<T>(
        &self,
        sql: Sql<'_>,
        values: &[Value<'_>],
        read: impl FnMut(&dyn Columns) -> Result<Option<T>, StoreFailure>,
    ) -> Result<Vec<T>>;
}

/// A session that sees the store as of one moment, and gives rows one by one, however many there are.
pub(crate) trait Snapshot: Reads {
    type Statement<'a>: Statement
    where
        Self: 'a;

    async fn select(&self, sql: Sql<'_>) -> Result<Self::Statement<'_>>;
}

/// A query without parameters.
pub(crate) trait Statement {
    type Rows<'a>: Rows
    where
        Self: 'a;

    fn rows(&mut self) -> Result<Self::Rows<'_>>;
}

/// The rows of a query, one after the other.
pub(crate) trait Rows {
    /// The next row as `read` reads it; none after the last.
    async fn next<T>(
        &mut self,
        read: impl FnOnce(&dyn Columns) -> Result<T, StoreFailure>,
    ) -> Result<Option<T>>;
}

/// All rows of a query.
pub(crate) async fn all<'a, T>(
    session: &impl Reads,
    sql: impl Into<Sql<'a>>,
    values: &[Value<'_>],
    mut read: impl FnMut(&dyn Columns) -> Result<T, StoreFailure>,
) -> Result<Vec<T>> {
    session.rows_while(sql.into(), values, move |row| read(row).map(Some)).await
}

/// The first row of a query, if it has any.
pub(crate) async fn first<'a, T>(
    session: &impl Reads,
    sql: impl Into<Sql<'a>>,
    values: &[Value<'_>],
    read: impl FnMut(&dyn Columns) -> Result<T, StoreFailure>,
) -> Result<Option<T>> {
    Ok(all(session, sql, values, read).await?.into_iter().next())
}

/// The parameter of a page that ends before this place: everything, when there is none.
fn before(place: Option<u64>) -> Value<'static> {
    Value::Number(place.and_then(|place| i64::try_from(place).ok()).unwrap_or(i64::MAX))
}
