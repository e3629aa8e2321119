//! How PostgreSQL answers the queries of [`crate::queries`].

use std::collections::VecDeque;
use std::error::Error;

use bytes::{BufMut as _, BytesMut};
use house::ports::StoreFailure;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};
use tokio_postgres::{Client, Portal, Row, Transaction};

use super::id::Id;
use crate::queries::{Columns, Reads, Rows, Snapshot, Sql, Statement, Value};
use crate::trouble::{Result, Trouble};

/// How many rows of a snapshot are fetched at a time.
const PAGE: i32 = 4_096;

impl Reads for Client {
    async fn rows_while<T>(
        &self,
        sql: Sql<'_>,
        values: &[Value<'_>],
        mut read: impl FnMut(&dyn Columns) -> Result<Option<T>, StoreFailure>,
    ) -> Result<Vec<T>> {
        let values = values.iter().map(|value| -> &(dyn ToSql + Sync) { value }).collect::<Vec<_>>();
        let rows = self.query(sql.postgres, &values).await?;
        let read = rows.iter().map_while(|row| read(row).transpose());
        Ok(read.collect::<Result<_, _>>()?)
    }
}

impl Reads for Transaction<'_> {
    async fn rows_while<T>(
        &self,
        sql: Sql<'_>,
        values: &[Value<'_>],
        read: impl FnMut(&dyn Columns) -> Result<Option<T>, StoreFailure>,
    ) -> Result<Vec<T>> {
        self.client().rows_while(sql, values, read).await
    }
}

/// A query whose rows are fetched page by page.
pub(crate) struct Pages<'a> {
    transaction: &'a Transaction<'a>,
    portal: Portal,
    page: VecDeque<Row>,
}

impl<'t> Snapshot for Transaction<'t> {
    type Statement<'a>
        = Pages<'a>
    where
        't: 'a;

    async fn select(&self, sql: Sql<'_>) -> Result<Pages<'_>> {
        let portal = self.bind(sql.postgres, &[]).await?;
        Ok(Pages { transaction: self, portal, page: VecDeque::new() })
    }
}

impl<'t> Statement for Pages<'t> {
    type Rows<'a>
        = &'a mut Self
    where
        't: 'a;

    fn rows(&mut self) -> Result<&mut Self> {
        Ok(self)
    }
}

impl Rows for &mut Pages<'_> {
    async fn next<T>(
        &mut self,
        read: impl FnOnce(&dyn Columns) -> Result<T, StoreFailure>,
    ) -> Result<Option<T>> {
        if self.page.is_empty() {
            self.page = self.transaction.query_portal(&self.portal, PAGE).await?.into();
        }
        Ok(self.page.pop_front().map(|row| read(&row)).transpose()?)
    }
}

/// A whole number of any width, or a boolean as 0 or 1.
struct Whole(i64);

impl FromSql<'_> for Whole {
    fn from_sql(_: &Type, raw: &[u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(match raw.len() {
            1 => i8::from_be_bytes(raw.try_into()?).into(),
            2 => i16::from_be_bytes(raw.try_into()?).into(),
            4 => i32::from_be_bytes(raw.try_into()?).into(),
            _ => i64::from_be_bytes(raw.try_into()?),
        }))
    }

    accepts!(BOOL, INT2, INT4, INT8);
}

/// A column of its type, or null.
fn column<'row, T: FromSql<'row>>(row: &'row Row, column: usize) -> Result<Option<T>, StoreFailure> {
    row.try_get(column).map_err(|error| Trouble::from(error).failure())
}

impl Columns for Row {
    fn whole(&self, place: usize) -> Result<Option<i64>, StoreFailure> {
        Ok(column::<Whole>(self, place)?.map(|whole| whole.0))
    }

    fn string(&self, place: usize) -> Result<Option<&str>, StoreFailure> {
        column(self, place)
    }

    fn blob(&self, place: usize) -> Result<Option<&[u8]>, StoreFailure> {
        column(self, place)
    }

    fn uuid(&self, place: usize) -> Result<Option<u128>, StoreFailure> {
        Ok(column::<Id>(self, place)?.map(|id| id.0))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => return Ok(IsNull::Yes),
            Self::Number(number) if *ty == Type::INT2 => out.put_i16(i16::try_from(*number)?),
            Self::Number(number) if *ty == Type::INT4 => out.put_i32(i32::try_from(*number)?),
            Self::Number(number) => out.put_i64(*number),
            Self::Text(text) => out.put_slice(text.as_bytes()),
            Self::Bytes(bytes) => out.put_slice(bytes),
            Self::Id(id) => out.put_slice(id),
        }
        Ok(IsNull::No)
    }

    accepts!(INT2, INT4, INT8, TEXT, BYTEA, UUID);
    to_sql_checked!();
}
