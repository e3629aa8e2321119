//! `punto serve`: the tables of a house, over HTTP, with everything that must last in one SQLite file.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::RangedU64ValueParser;
use house::{House, OsEntropy, SystemClock, default_tables};
use server::{ClientFiles, Config, Server};
use store::SqliteStore;
use table::{Settings, Timings};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

use crate::lines::Problem;

const HELP: &str = "\
Two tables run by themselves, with play money for every guest. What was accepted is on the
disk before it is answered: kill the program at any moment, start it again on the same
folder, and the round goes on. Ctrl-C stops it in order.

The log goes to standard error; RUST_LOG sets how much (error, warn, info, debug).

Examples:
  punto serve
  punto serve --listen 127.0.0.1:0 --data /var/lib/punto --json";

/// What `serve` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7777")]
    listen: SocketAddr,
    /// The folder to keep everything in; it is made if there is none.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The folder of the built client, instead of what is built into the program.
    #[arg(long, value_name = "DIR")]
    client: Option<PathBuf>,
    /// Origins whose pages may open a socket beside this server's own.
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,
    /// How long wagers are taken, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    betting_ms: Option<u32>,
    /// How long from one card to the next, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    card_ms: Option<u32>,
    /// How long a result stands, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    result_ms: Option<u32>,
    /// How long a new shoe takes, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    shuffle_ms: Option<u32>,
    /// Say where it listens as a line of JSON: {"event":"listening","url":...}.
    #[arg(long)]
    json: bool,
}

/// From nothing to an hour: zero is for tests and simulations.
fn timing() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(0..=3_600_000)
}

/// Serves until it is told to stop.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colour = io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colour).with_writer(io::stderr).init();
    let config = Config { client: client_files(args)?, origins: args.origin.clone(), ..Config::default() };
    let store = Arc::new(open_store(&args.data)?);
    let runtime = Runtime::new()?;
    let served = runtime.block_on(serve(args, Arc::clone(&store), config));
    // Nothing may hold the store when it is closed.
    drop(runtime);
    let closed = Arc::into_inner(store).map_or(Ok(()), SqliteStore::close);
    served?;
    closed.map_err(failed)?;
    Ok(true)
}

async fn serve(args: &Args, store: Arc<SqliteStore>, config: Config) -> Result<(), Problem> {
    let listener =
        TcpListener::bind(args.listen).await.map_err(|error| cannot_listen(args.listen, &error))?;
    let stop = stop_signal()?;
    let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables(args)).await;
    let server = Server::new(Arc::new(house.map_err(failed)?), config);
    say_where(listener.local_addr()?, args.json)?;
    server.run(listener, stop).await?;
    Ok(())
}

fn client_files(args: &Args) -> Result<ClientFiles, Problem> {
    let Some(folder) = &args.client else { return Ok(ClientFiles::default()) };
    ClientFiles::from_folder(folder)
        .map_err(|error| Problem::Usage(format!("no client in {}: {error}", folder.display())))
}

fn open_store(folder: &Path) -> Result<SqliteStore, Problem> {
    fs::create_dir_all(folder)
        .map_err(|error| Problem::Failure(format!("cannot make the folder {}: {error}", folder.display())))?;
    SqliteStore::open(&folder.join("punto.sqlite")).map_err(failed)
}

fn tables(args: &Args) -> Vec<Settings> {
    let mut tables = default_tables();
    for table in &mut tables {
        let Timings { betting_ms, card_ms, result_ms, shuffle_ms, .. } = &mut table.timings;
        let given = [args.betting_ms, args.card_ms, args.result_ms, args.shuffle_ms];
        for (timing, given) in [betting_ms, card_ms, result_ms, shuffle_ms].into_iter().zip(given) {
            *timing = given.unwrap_or(*timing);
        }
    }
    tables
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Problem {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => "; another program has that port: stop it, or choose one with --listen",
        io::ErrorKind::PermissionDenied => {
            "; ports below 1024 need more rights: choose another with --listen"
        }
        _ => "",
    };
    Problem::Failure(format!("cannot listen on {address}: {error}{hint}"))
}

/// Done when the program is asked to end, by Ctrl-C or by the system.
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

fn say_where(address: SocketAddr, json: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    if json {
        writeln!(output, "{{\"event\":\"listening\",\"url\":\"http://{address}\"}}")?;
    } else {
        writeln!(output, "Listening on http://{address}")?;
    }
    output.flush()
}

fn failed(failure: impl std::fmt::Display) -> Problem {
    Problem::Failure(failure.to_string())
}
