//! How SQLite answers the queries of [`crate::queries`]: at once.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use house::ports::StoreFailure;
use rusqlite::types::{FromSqlError, ToSqlOutput, ValueRef};
use rusqlite::{Connection, Row, ToSql, params_from_iter};

use super::failure::failure;
use crate::queries::{Columns, Reads, Rows, Snapshot, Sql, Statement, Value};
use crate::trouble::{Result, Trouble};

/// The result of a query, whose future waits for nothing.
pub(super) fn now<T>(query: impl Future<Output = Result<T>>) -> Result<T, StoreFailure> {
    match pin!(query).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result.map_err(Trouble::failure),
        Poll::Pending => unreachable!("SQLite answers at once"),
    }
}

impl Reads for Connection {
    async fn rows_while<T>(
        &self,
        sql: Sql<'_>,
        values: &[Value<'_>],
        mut read: impl FnMut(&dyn Columns) -> Result<Option<T>, StoreFailure>,
    ) -> Result<Vec<T>> {
        let mut statement = self.prepare_cached(sql.sqlite)?;
        let mut rows = statement.query(params_from_iter(values))?;
        let mut values = Vec::new();
        while let Some(row) = rows.next()? {
            let Some(value) = read(row)? else { break };
            values.push(value);
        }
        Ok(values)
    }
}

impl Snapshot for Connection {
    type Statement<'a> = rusqlite::Statement<'a>;

    async fn select(&self, sql: Sql<'_>) -> Result<Self::Statement<'_>> {
        Ok(self.prepare(sql.sqlite)?)
    }
}

impl Statement for rusqlite::Statement<'_> {
    type Rows<'a>
        = rusqlite::Rows<'a>
    where
        Self: 'a;

    fn rows(&mut self) -> Result<rusqlite::Rows<'_>> {
        Ok(self.query([])?)
    }
}

impl Rows for rusqlite::Rows<'_> {
    async fn next<T>(
        &mut self,
        read: impl FnOnce(&dyn Columns) -> Result<T, StoreFailure>,
    ) -> Result<Option<T>> {
        Ok(self.next()?.map(|row| read(row)).transpose()?)
    }
}

/// A column as `convert` takes it.
fn column<'row, T>(
    row: &'row Row<'_>,
    column: usize,
    convert: impl FnOnce(ValueRef<'row>) -> Result<T, FromSqlError>,
) -> Result<T, StoreFailure> {
    let value = row.get_ref(column).map_err(failure)?;
    convert(value).map_err(|error| StoreFailure::Corrupt(format!("column {column}: {error}")))
}

impl Columns for Row<'_> {
    fn whole(&self, place: usize) -> Result<Option<i64>, StoreFailure> {
        column(self, place, |value| value.as_i64_or_null())
    }

    fn string(&self, place: usize) -> Result<Option<&str>, StoreFailure> {
        column(self, place, |value| value.as_str_or_null())
    }

    fn blob(&self, place: usize) -> Result<Option<&[u8]>, StoreFailure> {
        column(self, place, |value| value.as_blob_or_null())
    }

    fn uuid(&self, place: usize) -> Result<Option<u128>, StoreFailure> {
        let bytes = self.blob(place)?.map(<[u8; 16]>::try_from).transpose();
        let bytes = bytes.map_err(|_| StoreFailure::Corrupt(format!("column {place} has no 16 bytes")))?;
        Ok(bytes.map(u128::from_be_bytes))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>, rusqlite::Error> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Number(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
            Self::Id(id) => ValueRef::Blob(id),
        }))
    }
}
