//! A server for the tests of this folder, in their own process.

use std::net::SocketAddr;
use std::sync::Arc;

use house::{House, OsEntropy, SystemClock};
use server::{Config, Server};
use store::SqliteStore;
use table::Timings;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A server with so many tables and these timings, on a new SQLite file; it ends with its runtime.
pub(crate) fn serve(count: usize, timings: Timings) -> (SocketAddr, Runtime, TempDir) {
    let data = tempfile::tempdir().expect("a folder");
    let runtime = Runtime::new().expect("a runtime");
    let address = runtime.block_on(async {
        let store =
            Arc::new(SqliteStore::open(&data.path().join("punto.sqlite")).expect("a new store opens"));
        let mut tables = house::default_tables();
        tables.truncate(count);
        for table in &mut tables {
            table.timings = timings;
        }
        let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables);
        let server = Server::new(Arc::new(house.await.expect("the house opens")), Config::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens");
        tokio::spawn(server.run(listener, std::future::pending(), std::future::pending()));
        address
    });
    (address, runtime, data)
}
