//! Connects to a database: URLs, sessions and their settings.

use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod};
use house::ports::StoreFailure;
use tokio_postgres::config::{Host, TargetSessionAttrs};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;
use tracing::debug;

use super::url::Url;
use crate::trouble::Result;

/// How long a connection may take to open, and how long a silent one counts as alive.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many connections read at the same time, at most.
const READERS: usize = 4;

/// The settings of every session that writes.
///
/// A commit is on the disk when it is answered, also where the server's default is less. A server that stops in the
/// middle of a transaction must not keep its locks. Each statement is planned once, for a few rows found by an index:
/// with other numbers of rows, or with tables that were empty when it was planned, PostgreSQL would choose to
/// read whole tables.
const WRITER: &str = "
    SET synchronous_commit = on;
    SET default_transaction_isolation = 'read committed';
    SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '10s';
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off";

/// The settings of every session that reads.
///
/// A page is read in the order of its index. For a table of which PostgreSQL has no statistics yet it expects a few
/// rows, and would collect all that fit in a bitmap and sort them.
const READER: &str = "SET enable_bitmapscan = off";

/// Where the database is, and how connections to it are encrypted.
#[derive(Clone)]
pub(super) struct Address {
    config: Config,
    tls: MakeRustlsConnect,
}

/// The address of a URL, completed with defaults.
pub(super) fn address(url: &str) -> Result<Address, StoreFailure> {
    let Url { mut config, tls } = Url::read(url)?;
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        return Err(StoreFailure::Storage("the URL of the database names no host".to_owned()));
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    if config.get_application_name().is_none() {
        config.application_name("punto");
    }
    if let (None, Ok(password)) = (config.get_password(), std::env::var("PGPASSWORD")) {
        config.password(password);
    }
    config.tcp_user_timeout(PATIENCE).keepalives_idle(PATIENCE);
    // Of several hosts, the one that accepts writes.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    Ok(Address { config, tls: tls.connector()? })
}

/// The host and the name of the database, for messages. Never the password.
pub(super) fn name(Address { config, .. }: &Address) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => folder.display().to_string(),
    });
    let hosts: Vec<String> = hosts.chain(config.get_hostaddrs().iter().map(ToString::to_string)).collect();
    let database = config.get_dbname().or(config.get_user()).unwrap_or("postgres");
    format!("database {database} at {}", hosts.join(","))
}

/// A session that writes.
pub(super) async fn writer(address: &Address) -> Result<Client> {
    let client = auditor(address).await?;
    client.batch_execute(WRITER).await?;
    Ok(client)
}

/// A session that reads everything there is.
pub(super) async fn auditor(address: &Address) -> Result<Client> {
    let (client, connection) = address.config.connect(address.tls.clone()).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            debug!(error = super::failure::message(&error), "a connection to the database ended");
        }
    });
    Ok(client)
}

/// Sessions that read.
pub(super) fn readers(address: &Address) -> Result<Pool, StoreFailure> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(address.config.clone(), address.tls.clone(), recycling);
    let set_up = Hook::async_fn(|client, _| {
        Box::pin(async move { client.batch_execute(READER).await.map_err(HookError::Backend) })
    });
    let pool = Pool::builder(manager).max_size(READERS).post_create(set_up).build();
    pool.map_err(|error| StoreFailure::Storage(error.to_string()))
}

#[cfg(test)]
mod tests {
    use ::postgres::Cluster;

    use super::super::url::with_password;
    use super::*;
    use crate::queries::entries::ENTITIES;

    #[test]
    fn a_page_of_entities_is_read_in_order_before_there_are_statistics() {
        let cluster = Cluster::shared();
        let url = cluster.create_database().unwrap();
        crate::PostgresStore::connect(&url).unwrap().close().unwrap();
        let explain = format!(
            "INSERT INTO house_event
             SELECT n, 0, '{{}}', decode(repeat('00', 32), 'hex') FROM generate_series(1, 20000) AS n;
             INSERT INTO entity SELECT 'account', n, 'name ' || n, n FROM generate_series(1, 20000) AS n;
             {READER}; SET plan_cache_mode = force_custom_plan;
             PREPARE page AS {ENTITIES}; EXPLAIN EXECUTE page ('account', 1, 100)"
        );
        let plan = cluster.run(url.rsplit('/').next().unwrap(), &explain).unwrap();
        assert!(plan.contains("entity_pkey") && !plan.contains("Sort"), "{plan}");
    }

    #[test]
    fn a_database_is_named_without_its_password() {
        for (url, named) in [
            ("postgres://ann:secret@db.example:5433/house", "database house at db.example"),
            ("postgres://ann:secret@%2Frun%2Fpg/house", "database house at /run/pg"),
            ("host=one,two user=ann password=secret", "database ann at one,two"),
        ] {
            let address = address(url).unwrap();
            assert_eq!(name(&address), named);
            assert!(!format!("{:?}", address.config).contains("secret"), "{:?}", address.config);
        }
    }

    #[test]
    fn a_password_is_put_into_every_form_of_url() {
        for url in [
            "postgres://ann@db.example/house",
            "postgresql://ann@db.example/house?connect_timeout=3",
            "host=db.example user=ann dbname=house",
        ] {
            for password in ["simple", "a b'c\\d%&?#/\u{e9}\u{20ac}"] {
                let complete = address(&with_password(url, password).unwrap()).unwrap();
                assert_eq!(complete.config.get_password(), Some(password.as_bytes()), "{url}");
                assert_eq!(name(&complete), "database house at db.example");
            }
        }
        let refused =
            [("postgres://ann:secret@db/house", "other", "leave one"), ("postgres://db", "", "empty")];
        for (url, password, expected) in refused {
            let error = with_password(url, password).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_url_that_cannot_be_used_says_why_and_nothing_secret() {
        for (url, expected) in [
            ("postgres://ann:secret@db:port/house", "invalid"),
            ("postgres://ann:secret@db/house?sslmode=verify-ca", "sslmode is one of disable"),
            ("postgres://ann:secret@db/house?sslmode=verify-full&sslrootcert=no/such/file", "no/such/file"),
            ("postgres://", "names no host"),
            ("postgres://ann:secret@db/house?colour=red", "unknown option"),
        ] {
            let error = address(url).err().unwrap().to_string();
            assert!(error.contains(expected) && !error.contains("secret"), "{url}: {error}");
        }
    }
}
