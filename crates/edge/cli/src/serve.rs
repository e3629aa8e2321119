//! `punto serve`: runs the tables of a house over HTTP.

mod check;
mod inputs;
mod notary;
mod open_files;
mod store_location;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;

use house::floor::FloorPlan;
use house::ports::Store;
use house::{House, OsEntropy, SteadyClock, SystemClock};
use journal::{Digest, Notary};
use serde_json::json;
use server::{Config, Server};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::prelude::*;
use tracing_subscriber::{EnvFilter, fmt};

use crate::config::{self, Flags};
use crate::data_folder;
use crate::lines::Problem;
pub(crate) use inputs::table_settings;
use inputs::{client_files, plan};
pub(crate) use store_location::{FILE, OpenStore, StoreLocation};

const HELP: &str = "\
A new store gets six tables, one for each built-in house rules; every guest gets
play money. The server writes to disk before it answers: if it is killed, a
restart on the same folder continues the round. Ctrl-C stops it cleanly.

Configuration
  A flag overrides a variable of the environment, which overrides the file of
  --config. --public-url is PUNTO_PUBLIC_URL in the environment and public_url
  in the file. punto init writes a file with all settings, most limits among
  them; limits.sockets is PUNTO_LIMITS_SOCKETS. Variables part lists by commas.
  --check says everything that is wrong with all this and with the files that
  it names, and ends with status 1 if there is anything.

Log
  It goes to standard error; RUST_LOG sets its level (error, warn, info, debug).

Tables
  The tables are kept in the store. --tables adds those of a file that the store
  lacks; punto table changes the others. A file has one [[table]] section for
  each, with amounts in major units:
    [[table]]
    id = 1
    name = \"Salon One\"
    rules = \"live-commission\"        # built in, or a file beside this one
    exposure = 25000                 # largest Banker/Player differential
    limits = { player = [1, 5000], tie = [1, 500] }
    timings = { betting_ms = 15000, card_ms = 1000, result_ms = 5000 }
  Only id, name and rules are required; punto init writes a whole file.

  Rules from a file need a certificate on record. When it is agreed, punto
  certificate --record adds it to certificates.txt beside the rules, or to the
  file named with --certificates.

Database
  --database stores everything in PostgreSQL 15 or later instead of a file. A
  password missing from the URL is read from --database-password-file, or else
  taken from PGPASSWORD. The connection is not encrypted: use a Unix socket
  (postgres://USER@%2Frun%2Fpostgresql/DATABASE), a private network or a tunnel.
  If two servers share a database, each table is run by the one that started
  last.

Checkpoints
  A checkpoint of all logs is signed at midnight UTC and at shutdown, with a key
  made at the first start. Store the public key, which the server prints at
  start, where nobody can change it, and pass it to punto audit --key. With
  --database, --audit-key names the file of the secret key; servers that share a
  database share the key.

Network
  Behind a proxy, --trusted-proxy names its network, such as 127.0.0.1/32, so
  that its Forwarded or X-Forwarded-For header says where a client is.

  Passkeys are bound to the name in --public-url, so keep it: with another name,
  nobody's passkey fits. It is https, or http for localhost, which needs no
  certificate.

punto staff adds the first manager and makes tokens for programs.

Examples:
  punto serve
  punto serve --config /etc/punto/punto.toml --check
  punto serve --listen 127.0.0.1:0 --data /var/lib/punto --json
  punto serve --database postgres://punto@db.example/house";

/// The arguments of `serve`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    flags: Flags,
    /// Check the configuration with all that it names, print what is wrong, and end.
    #[arg(long)]
    check: bool,
    /// Print the address and the public key as a line of JSON: {"event":"listening","url":...}.
    #[arg(long)]
    json: bool,
}

/// Serves until a signal stops the program.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let settings = args.flags.layers().settings();
    if args.check {
        return check::run(settings);
    }
    let settings = settings.map_err(config::problem)?;
    start_log();
    let plan = plan(&settings)?;
    let mut config = Config {
        client: client_files(&settings)?,
        public_url: settings.public_url.clone(),
        origins: settings.origins.clone(),
        trusted_proxies: settings.trusted_proxies.clone(),
        contact: settings.contact.clone(),
        limits: settings.limits.clone(),
    };
    open_files::fit(&mut config.limits);
    let place = StoreLocation::of(&settings)?;
    let runtime = Runtime::new()?;
    let listener = listen(settings.listen, &runtime)?;
    let open_store = OpenStore::open_or_create(&place)?;
    warn_of_readers(&place);
    let notary = notary::open(&place, settings.audit_key.as_deref(), open_store.checkpoints(), &runtime)?;
    let served = runtime.block_on(serve(args, listener, (open_store.store(), notary), plan, config));
    // The runtime's tasks hold the store; they must end before it is closed.
    drop(runtime);
    let closed = open_store.close();
    served?;
    closed?;
    Ok(true)
}

async fn serve(
    args: &Args,
    listener: TcpListener,
    (store, notary): (Arc<dyn Store>, Option<Arc<Notary>>),
    plan: FloorPlan,
    config: Config,
) -> Result<(), Problem> {
    let stop = stop_signal()?;
    let clock = Arc::new(SteadyClock::over(Arc::new(SystemClock)));
    let house = House::open(store, clock, Arc::new(OsEntropy), plan).await;
    let server = Server::new(Arc::new(house.map_err(Problem::failure)?), config);
    print_address(listener.local_addr()?, notary.as_ref().map(|notary| Digest(notary.key())), args.json)?;
    let Some(notary) = notary else {
        server.run(listener, stop).await;
        return Ok(());
    };
    let days = tokio::spawn(notary::close_days(Arc::clone(&notary), Arc::new(SystemClock)));
    server.run(listener, stop).await;
    days.abort();
    // The task was aborted, so its result is that it was cancelled.
    let _ = days.await;
    notary::close(&notary, &SystemClock).await;
    Ok(())
}

/// Warns of a data folder that others than its owner may read.
fn warn_of_readers(place: &StoreLocation) {
    for (path, command) in place.folder().map(data_folder::open_to_others).unwrap_or_default() {
        tracing::warn!(path = %path.display(), "others than the owner may use this, which has secrets: run {command}");
    }
}

/// Starts the log at the level of `RUST_LOG`.
///
/// It leaves out the traces of the socket library, which contain whole messages, tokens included.
fn start_log() {
    let level = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let nothing_secret = filter_fn(|event| !event.target().starts_with("tungstenite"));
    let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    tracing_subscriber::registry().with(level).with(lines.with_filter(nothing_secret)).init();
}

/// Binds the port before anything is written, so that a failed start leaves no files.
fn listen(address: SocketAddr, runtime: &Runtime) -> Result<TcpListener, Problem> {
    let _inside = runtime.enter();
    server::listen(address).map_err(|error| cannot_listen(address, &error))
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Problem {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "; another program uses that port: stop it, or choose another with --listen"
        }
        io::ErrorKind::PermissionDenied => "; ports below 1024 need privileges: choose another with --listen",
        _ => "",
    };
    Problem::Failure(format!("cannot listen on {address}: {error}{hint}"))
}

/// Completes when the program receives SIGINT (Ctrl-C) or SIGTERM.
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

/// Prints the address of the server and the public key of its checkpoints.
fn print_address(address: SocketAddr, key: Option<Digest>, json: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let key = key.map(|key| key.to_string());
    if json {
        let url = format!("http://{address}");
        writeln!(output, "{}", json!({"event": "listening", "url": url, "audit_key": key}))?;
    } else {
        writeln!(output, "Listening on http://{address}")?;
        key.map_or(Ok(()), |key| writeln!(output, "Public key {key}"))?;
    }
    output.flush()
}
