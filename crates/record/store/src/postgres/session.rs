//! The session of a server that writes: its connection, its prepared statements, and the number of the last
//! transaction that is known to be durable. Knows no rows.

use std::collections::HashMap;

use house::ports::StoreFailure;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, GenericClient, Row, Statement, Transaction};

use super::connect;
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
        config: &Config,
        writer: WriterId,
        prepared: &[&[&'static str]],
    ) -> Result<Self, Trouble> {
        let client = connect::writer(config).await?;
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
}

/// Where rows can be written.
pub(super) trait Writes {
    /// Runs a statement.
    async fn query(&self, sql: &'static str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, Trouble>;

    /// Runs a statement, and says how many rows it wrote.
    async fn execute(&self, sql: &'static str, parameters: &[Parameter<'_>]) -> Result<u64, Trouble>;

    /// The same, unless there is nothing to write.
    async fn execute_for(
        &self,
        rows: usize,
        sql: &'static str,
        parameters: &[Parameter<'_>],
    ) -> Result<(), Trouble> {
        if rows > 0 {
            self.execute(sql, parameters).await?;
        }
        Ok(())
    }
}

/// Runs statements that are prepared.
impl Writes for Session {
    async fn query(&self, sql: &'static str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, Trouble> {
        Ok(self.client.query(self.statement(sql), parameters).await?)
    }

    async fn execute(&self, sql: &'static str, parameters: &[Parameter<'_>]) -> Result<u64, Trouble> {
        Ok(self.client.execute(self.statement(sql), parameters).await?)
    }
}

impl Writes for Transaction<'_> {
    async fn query(&self, sql: &'static str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, Trouble> {
        Ok(GenericClient::query(self, sql, parameters).await?)
    }

    async fn execute(&self, sql: &'static str, parameters: &[Parameter<'_>]) -> Result<u64, Trouble> {
        Ok(GenericClient::execute(self, sql, parameters).await?)
    }
}
