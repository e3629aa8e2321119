//! `punto serve`: the tables of a house, over HTTP.

mod certified;
mod kept;
mod notary;
mod tables;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{self, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::RangedU64ValueParser;
use house::ports::Store;
use house::{House, OsEntropy, SystemClock};
use journal::{Digest, Notary};
use serde_json::json;
use server::{ClientFiles, Config, Limits, Rate, Server};
use table::{Settings, Timings};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::prelude::*;
use tracing_subscriber::{EnvFilter, fmt};

use crate::lines::Problem;
use crate::supervisor;
use certified::Certified;
use kept::Kept;
pub(crate) use kept::{FILE, Where};
use tables::Tables;

const HELP: &str = "\
Two tables run by themselves, with play money for every guest. What was accepted
is on the disk before it is answered: kill the program at any moment, start it
again on the same folder, and the round goes on. Ctrl-C stops it in order.

The log goes to standard error; RUST_LOG sets how much (error, warn, info,
debug).

A file of tables has one [[table]] each, with amounts in major units:
  [[table]]
  id = 1
  name = \"Salon One\"
  rules = \"live-commission\"          # built in, or a file beside this one
  exposure = 25000                   # most that Banker and Player may differ
  limits = { player = [1, 5000], tie = [1, 500] }
  timings = { betting_ms = 15000, card_ms = 1000, result_ms = 5000 }
Only id, name and rules must be there.

Rules from a file run only if their certificate is on record: punto certificate
--record puts it there, once it is agreed on. The record is certificates.txt
beside the rules, or what --certificates names.

With --database, everything is kept in PostgreSQL 15 or later instead of a file.
A password that the URL leaves out is taken from PGPASSWORD; the connection is
not encrypted, so use a Unix socket
(postgres://USER@%2Frun%2Fpostgresql/DATABASE), a private network or a tunnel.
Of two servers on one database, each table is run by the one that started last.

Where all logs stand is signed at every midnight (UTC) and when the program is
stopped, with a key that is made at the first start. Note the public key that is
said there where nobody can change it, and give it to punto audit --key. On a
database, --audit-key says where the secret key lies; servers that share the
database share the key.

With --supervisors, those in the file may void and correct rounds over HTTP, two
for each correction: GET and POST under /api/supervisor. Without it, there is no
such door.

Examples:
  punto serve
  punto serve --listen 127.0.0.1:0 --data /var/lib/punto --json
  punto serve --database postgres://punto@db.example/house";

/// What `serve` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7777")]
    listen: SocketAddr,
    #[command(flatten)]
    place: Where,
    /// The folder of the built client, instead of what is built into the program.
    #[arg(long, value_name = "DIR")]
    client: Option<PathBuf>,
    /// A TOML file with the tables to run, instead of the two built-in ones.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// The record of certificates that were agreed on, instead of certificates.txt beside each rules file.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// The file of the secret key that signs checkpoints, made if there is none; instead of audit.key in the folder.
    #[arg(long, value_name = "FILE")]
    audit_key: Option<PathBuf>,
    /// The file of those who may void and correct rounds, as punto supervisor writes it; without it nobody may.
    #[arg(long, value_name = "FILE")]
    supervisors: Option<PathBuf>,
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
    /// How many guests one address may create a minute, this machine's own apart.
    #[arg(long, value_name = "N", default_value_t = 10)]
    guests_per_minute: u32,
    /// How many messages one socket may send a second.
    #[arg(long, value_name = "N", default_value_t = 50)]
    messages_per_second: u32,
    /// Say it as a line of JSON where it listens: {"event":"listening","url":...}, and the public key beside that.
    #[arg(long)]
    json: bool,
}

/// From nothing to an hour: zero is for tests and simulations.
fn timing() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(0..=3_600_000)
}

/// Serves until it is told to stop.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    start_log();
    let Tables { settings, documents } = tables(args)?;
    let config = Config {
        client: client_files(args)?,
        origins: args.origin.clone(),
        documents,
        supervisors: args.supervisors.as_deref().map(supervisor::load).transpose()?,
        limits: Limits {
            guests: Rate::per_minute(args.guests_per_minute),
            messages: Rate::per_second(args.messages_per_second),
            ..Limits::default()
        },
    };
    let listener = listen(args.listen)?;
    let kept = Kept::open(&args.place)?;
    let runtime = Runtime::new()?;
    let notary = notary::open(&args.place, args.audit_key.as_deref(), kept.checkpoints(), &runtime)?;
    let served = runtime.block_on(serve(args, listener, (kept.store(), notary), settings, config));
    // Nothing may hold the store when it is closed.
    drop(runtime);
    let closed = kept.close();
    served?;
    closed?;
    Ok(true)
}

async fn serve(
    args: &Args,
    listener: net::TcpListener,
    (store, notary): (Arc<dyn Store>, Option<Arc<Notary>>),
    tables: Vec<Settings>,
    config: Config,
) -> Result<(), Problem> {
    let listener = TcpListener::from_std(listener)?;
    let stop = stop_signal()?;
    let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables).await;
    let server = Server::new(Arc::new(house.map_err(Problem::failure)?), config);
    say_where(listener.local_addr()?, notary.as_ref().map(|notary| Digest(notary.key())), args.json)?;
    let Some(notary) = notary else { return Ok(server.run(listener, stop).await?) };
    let days = tokio::spawn(notary::close_days(Arc::clone(&notary), Arc::new(SystemClock)));
    let served = server.run(listener, stop).await;
    days.abort();
    // It ends by being stopped, which is what it says.
    let _ = days.await;
    notary::close(&notary, &SystemClock).await;
    Ok(served?)
}

/// The log, as `RUST_LOG` has it. What the socket library traces is left out at any level: it writes whole
/// messages, and the first of a patron holds their token.
fn start_log() {
    let level = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let nothing_secret = filter_fn(|event| !event.target().starts_with("tungstenite"));
    let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    tracing_subscriber::registry().with(level).with(lines.with_filter(nothing_secret)).init();
}

fn client_files(args: &Args) -> Result<ClientFiles, Problem> {
    let Some(folder) = &args.client else { return Ok(ClientFiles::default()) };
    ClientFiles::from_folder(folder)
        .map_err(|error| Problem::Usage(format!("no client in {}: {error}", folder.display())))
}

/// The tables of a file, or the built-in ones, on rules that are on record.
pub(crate) fn settings(file: Option<&Path>, certificates: Option<&Path>) -> Result<Vec<Settings>, Problem> {
    Ok(on_record(file, certificates)?.settings)
}

fn on_record(file: Option<&Path>, certificates: Option<&Path>) -> Result<Tables, Problem> {
    let mut certified = Certified::by(certificates);
    match file {
        Some(file) => tables::load(file, &mut certified),
        None => tables::usual(&mut certified),
    }
}

/// The tables to run, on rules that are on record. What the arguments say of timings goes for all of them.
fn tables(args: &Args) -> Result<Tables, Problem> {
    let mut tables = on_record(args.tables.as_deref(), args.certificates.as_deref())?;
    for table in &mut tables.settings {
        let Timings { betting_ms, card_ms, result_ms, shuffle_ms, .. } = &mut table.timings;
        let given = [args.betting_ms, args.card_ms, args.result_ms, args.shuffle_ms];
        for (timing, given) in [betting_ms, card_ms, result_ms, shuffle_ms].into_iter().zip(given) {
            *timing = given.unwrap_or(*timing);
        }
    }
    Ok(tables)
}

/// Takes the port before anything is written, so that a start in vain leaves nothing behind.
fn listen(address: SocketAddr) -> Result<net::TcpListener, Problem> {
    let listener = net::TcpListener::bind(address).map_err(|error| cannot_listen(address, &error))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
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

/// Where it listens, and the public key of its checkpoints.
fn say_where(address: SocketAddr, key: Option<Digest>, json: bool) -> io::Result<()> {
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
