//! The server under measurement: the real one, with one table over a store in memory. Each line on standard input
//! permits one commit of the table, which waits for nothing else.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use house::ports::{Call, Layer, PortFuture, Store};
use house::{House, OsEntropy, SystemClock};
use server::{Config, Server};
use store::MemoryStore;
use table::Timings;
use tokio::net::TcpSocket;
use tokio::sync::{Semaphore, oneshot};

/// How many connections wait for the listener.
const BACKLOG: u32 = 4_096;

/// Serves until standard input ends.
pub(crate) fn run() -> ExitCode {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(serve());
    ExitCode::SUCCESS
}

async fn serve() {
    let permits = Arc::new(Semaphore::new(0));
    let store = Arc::new(Permitted { inner: MemoryStore::new(), permits: Arc::clone(&permits) });
    let mut tables = house::default_tables();
    tables.truncate(1);
    for table in &mut tables {
        table.timings = Timings {
            betting_ms: 0,
            drain_ms: 0,
            card_ms: 0,
            result_ms: 0,
            shuffle_ms: 0,
            ..Timings::default()
        };
    }
    let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables);
    let server = Server::new(Arc::new(house.await.expect("the house opens")), Config::default());
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let listener = socket.listen(BACKLOG).expect("it listens");
    println!("{}", listener.local_addr().expect("it has an address").port());
    std::io::stdout().flush().expect("somebody reads the port");
    let (stop, stopped) = oneshot::channel();
    std::thread::spawn(move || {
        permit(&permits);
        // A server that has ended is not waiting.
        let _ = stop.send(());
    });
    let stopped = async {
        let _ = stopped.await;
    };
    // Its end is the end of the measurement, however it comes.
    server.run(listener, stopped, std::future::pending()).await;
}

/// Permits a commit for each line, until standard input ends.
fn permit(permits: &Semaphore) {
    let mut lines = [0; 256];
    while let Ok(length @ 1..) = std::io::stdin().read(&mut lines) {
        let given = lines.iter().take(length).filter(|byte| **byte == b'\n').count();
        permits.add_permits(given);
    }
    // The commits of the shutdown need no permit.
    permits.close();
}

/// A store that commits events of a table only with a permit.
struct Permitted {
    inner: MemoryStore,
    permits: Arc<Semaphore>,
}

impl Layer for Permitted {
    fn inner(&self) -> &dyn Store {
        &self.inner
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        if call != Call::Write("commit") {
            return go();
        }
        Box::pin(async move {
            if let Ok(permit) = self.permits.acquire().await {
                permit.forget();
            }
            go().await
        })
    }
}
