//! The session of a server that writes: its connection, its prepared statements, and the number of the last
//! transaction that is known to be durable. Knows no rows.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use house::ports::StoreFailure;
use tokio::time::Instant;
use tokio_postgres::error::{DbError, Severity};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row, Statement, Transaction};

use super::connect::{self, Address};
use super::failure::Trouble;

/// What the writer wrote last. It waits for a transaction of the same writer that is not over yet.
const DURABLE: &str = "SELECT batch_no FROM writer WHERE writer_id = $1 FOR UPDATE";

/// A parameter of a statement.
pub(super) type Parameter<'a> = &'a (dyn ToSql + Sync);

/// Who writes: a row of its own, in which it counts its transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WriterId(pub(super) i64);

impl WriterId {
    /// Registers a new writer.
    pub(super) async fn register(client: &Client) -> Result<Self, Trouble> {
        let insert = "INSERT INTO writer (batch_no) VALUES (0) RETURNING writer_id";
        Ok(Self(client.query_one(insert, &[]).await?.try_get(0)?))
    }
}

/// A connection that writes.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) writer: WriterId,
    /// The number of the writer's last durable transaction.
    pub(super) durable: i64,
    statements: HashMap<&'static str, Statement>,
}

impl Session {
    /// Connects, and waits until what the writer began on an earlier connection is committed or gone.
    pub(super) async fn open(
        address: &Address,
        writer: WriterId,
        prepared: &[&[&'static str]],
    ) -> Result<Self, Trouble> {
        let client = connect::writer(address).await?;
        let row = client.query_opt(DURABLE, &[&writer.0]).await?.ok_or_else(|| {
            StoreFailure::Storage("another database stands where this server's was".to_owned())
        })?;
        let durable = row.try_get(0)?;
        let mut statements = HashMap::new();
        for sql in prepared.iter().copied().flatten() {
            statements.insert(*sql, client.prepare(sql).await?);
        }
        Ok(Self { client, writer, durable, statements })
    }

    fn statement(&self, sql: &'static str) -> &Statement {
        self.statements.get(sql).expect("every statement is prepared when the session is opened")
    }

    /// Runs a prepared query.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, Trouble> {
        Ok(self.client.query(self.statement(sql), parameters).await?)
    }

    /// Sends the statements and COMMIT in one flight and waits for all answers; returns when the last row was written.
    ///
    /// The first poll of a statement sends it, so they run in this order. PostgreSQL turns the COMMIT into a ROLLBACK
    /// when a statement before it fails.
    pub(super) async fn commit(&self, statements: Vec<ArrayStatement<'_>>) -> Result<Instant, Uncommitted> {
        let mut sent = Vec::new();
        for statement in statements.into_iter().filter(|statement| statement.rows > 0) {
            let prepared = self.statement(statement.sql);
            let mut answer = Box::pin(self.client.execute_raw(prepared, statement.columns));
            match poll_once(&mut answer).await {
                Poll::Ready(Err(error)) => return Err(Uncommitted::RolledBack(error.into())),
                Poll::Ready(Ok(_)) => {}
                Poll::Pending => sent.push(answer),
            }
        }
        let mut commit = Box::pin(self.client.batch_execute("COMMIT"));
        let committed = poll_once(&mut commit).await;
        for answer in sent {
            answer.await?;
        }
        let written = Instant::now();
        match committed {
            Poll::Ready(answered) => answered?,
            Poll::Pending => commit.await?,
        }
        Ok(written)
    }
}

async fn poll_once<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    poll_fn(|context| Poll::Ready(Pin::new(&mut *future).poll(context))).await
}

/// Why a transaction has no answer that says it is durable.
#[derive(Debug)]
pub(super) enum Uncommitted {
    /// It was rolled back.
    RolledBack(Trouble),
    /// Whether it was committed must be looked up.
    Unanswered(String),
}

impl From<Error> for Uncommitted {
    fn from(error: Error) -> Self {
        // After the error of a statement the COMMIT behind it rolls back. COMMIT's own error means the same: once its
        // record is written, PostgreSQL ends the session or itself instead of reporting an error.
        let severity = error.as_db_error().and_then(DbError::parsed_severity);
        if severity == Some(Severity::Error) {
            Self::RolledBack(error.into())
        } else {
            Self::Unanswered(super::failure::message(&error))
        }
    }
}

/// A statement whose parameters are arrays: one element per row, one array per column.
pub(super) struct ArrayStatement<'r> {
    sql: &'static str,
    rows: usize,
    columns: Vec<Box<dyn ToSql + Sync + Send + 'r>>,
}

impl<'r> ArrayStatement<'r> {
    /// Starts the columns of these rows.
    pub(super) fn over<I: Iterator + Clone>(sql: &'static str, rows: I) -> Columns<'r, I> {
        let statement = Self { sql, rows: rows.clone().count(), columns: Vec::new() };
        Columns { statement, rows }
    }

    fn parameters(&self) -> Vec<Parameter<'_>> {
        self.columns.iter().map(|column| -> Parameter<'_> { &**column }).collect()
    }
}

/// The columns of a statement, in the order of its parameters, while they are filled.
pub(super) struct Columns<'r, I> {
    statement: ArrayStatement<'r>,
    rows: I,
}

impl<'r, I: Iterator + Clone> Columns<'r, I> {
    /// The next column.
    pub(super) fn column<T>(mut self, value: impl Fn(I::Item) -> T) -> Self
    where
        T: ToSql + Sync + Send + 'r,
    {
        let values: Vec<T> = self.rows.clone().map(value).collect();
        self.statement.columns.push(Box::new(values));
        self
    }

    /// The next column, unless a value has no place in the database.
    pub(super) fn try_column<T>(
        mut self,
        value: impl Fn(I::Item) -> Result<T, StoreFailure>,
    ) -> Result<Self, StoreFailure>
    where
        T: ToSql + Sync + Send + 'r,
    {
        let values: Vec<T> = self.rows.clone().map(value).collect::<Result<_, _>>()?;
        self.statement.columns.push(Box::new(values));
        Ok(self)
    }

    /// The statement with the columns that it has by now.
    pub(super) fn statement(self) -> ArrayStatement<'r> {
        self.statement
    }
}

/// Where rows can be written.
pub(super) trait Writes {
    /// Runs a statement and returns its rows. Without rows to write, nothing is sent.
    async fn write(&self, statement: ArrayStatement<'_>) -> Result<Vec<Row>, Trouble>;
}

/// Runs statements that are prepared.
impl Writes for Session {
    async fn write(&self, statement: ArrayStatement<'_>) -> Result<Vec<Row>, Trouble> {
        match statement.rows {
            0 => Ok(Vec::new()),
            _ => self.query(statement.sql, &statement.parameters()).await,
        }
    }
}

impl Writes for Transaction<'_> {
    async fn write(&self, statement: ArrayStatement<'_>) -> Result<Vec<Row>, Trouble> {
        match statement.rows {
            0 => Ok(Vec::new()),
            _ => Ok(self.query(statement.sql, &statement.parameters()).await?),
        }
    }
}
