//! `punto serve`: runs the tables of a house over HTTP.

mod notary;
mod store_location;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use baccarat::HouseRules;
use clap::builder::RangedU64ValueParser;
use house::floor::{FloorPlan, GivenTable, GivenTimings};
use house::people::passkey::Site;
use house::ports::Store;
use house::{House, OsEntropy, SystemClock, default_tables};
use ipnet::IpNet;
use journal::{Digest, Notary};
use serde_json::json;
use server::{ClientFiles, Config, Limits, PageOrigin, Rate, Server};
use table::Settings;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::prelude::*;
use tracing_subscriber::{EnvFilter, fmt};

use crate::certificate_check::CertificateCheck;
use crate::lines::Problem;
use crate::table::file::{FileTable, load};
pub(crate) use store_location::{FILE, OpenStore, StoreLocation};

const HELP: &str = "\
A new store gets six tables, one for each built-in house rules; every guest gets
play money. The server writes to disk before it answers: if it is killed, a
restart on the same folder continues the round. Ctrl-C stops it cleanly.

The log goes to standard error; RUST_LOG sets its level (error, warn, info,
debug).

The tables are kept in the store. --tables adds those of a file that the store
lacks; punto table changes the others. A file has one [[table]] section for each,
with amounts in major units:
  [[table]]
  id = 1
  name = \"Salon One\"
  rules = \"live-commission\"          # built in, or a file beside this one
  exposure = 25000                   # largest Banker/Player differential
  limits = { player = [1, 5000], tie = [1, 500] }
  timings = { betting_ms = 15000, card_ms = 1000, result_ms = 5000 }
Only id, name and rules are required; punto init writes a whole file.

Rules from a file need a certificate on record. When it is agreed, punto
certificate --record adds it to certificates.txt beside the rules, or to the
file named with --certificates.

--database stores everything in PostgreSQL 15 or later instead of a file. A
password missing from the URL is taken from PGPASSWORD. The connection is not
encrypted: use a Unix socket (postgres://USER@%2Frun%2Fpostgresql/DATABASE), a
private network or a tunnel. If two servers share a database, each table is run
by the one that started last.

A checkpoint of all logs is signed at midnight UTC and at shutdown, with a key
made at the first start. Store the public key, which the server prints at start,
where nobody can change it, and pass it to punto audit --key. With --database,
--audit-key names the file of the secret key; servers that share a database
share the key.

Behind a proxy, --trusted-proxy names its network, such as 127.0.0.1/32, so that
its Forwarded or X-Forwarded-For header says where a client is.

Passkeys are bound to the name in --public-url, so keep it: with another name,
nobody's passkey fits. It is https, or http for localhost, which needs no
certificate.

punto staff adds the first manager and makes tokens for programs.

Examples:
  punto serve
  punto serve --listen 127.0.0.1:0 --data /var/lib/punto --json
  punto serve --database postgres://punto@db.example/house";

/// The arguments of `serve`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The address to listen on; port 0 picks a free port.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7777")]
    listen: SocketAddr,
    #[command(flatten)]
    store: StoreLocation,
    /// The folder of the built client, instead of the embedded one.
    #[arg(long, value_name = "DIR")]
    client: Option<PathBuf>,
    /// A TOML file with tables; those that the store lacks are added.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// The record of agreed certificates, instead of certificates.txt beside each rules file.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// The file with the secret key that signs checkpoints, instead of audit.key in the data folder; created if
    /// missing.
    #[arg(long, value_name = "FILE")]
    audit_key: Option<PathBuf>,
    /// The network of a proxy whose Forwarded and X-Forwarded-For headers count; may be repeated.
    #[arg(long, value_name = "CIDR")]
    trusted_proxy: Vec<IpNet>,
    /// How to reach you about limits, exclusion and problem gambling; patrons read it beside their limits.
    #[arg(long, value_name = "TEXT")]
    contact: Option<String>,
    /// The address under which browsers reach this server, such as `https://punto.example`; passkeys need it.
    #[arg(long, value_name = "URL")]
    public_url: Option<Site>,
    /// An origin, besides this server's own, whose pages may open a socket, such as `https://app.example`; may be
    /// repeated.
    #[arg(long, value_name = "URL")]
    origin: Vec<PageOrigin>,
    #[command(flatten)]
    timings: TimingArgs,
    /// How many guests and accounts one address may add in a minute, from 1; of IPv6, one /64. Without a proxy, this
    /// machine may add 6000.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = rate())]
    guests_per_minute: u32,
    /// How many messages a socket may send in a second, from 1; twice as many at once.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = rate())]
    messages_per_second: u32,
    /// Print the address and the public key as a line of JSON: {"event":"listening","url":...}.
    #[arg(long)]
    json: bool,
}

/// Serves until a signal stops the program.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    start_log();
    let plan = plan(args)?;
    let config = Config {
        client: client_files(args)?,
        public_url: args.public_url.clone(),
        origins: args.origin.clone(),
        trusted_proxies: args.trusted_proxy.clone(),
        contact: args.contact.clone(),
        limits: Limits {
            guests: Rate::per_minute(args.guests_per_minute),
            messages: Rate::per_second(args.messages_per_second),
            ..Limits::default()
        },
    };
    let runtime = Runtime::new()?;
    let listener = listen(args.listen, &runtime)?;
    let open_store = OpenStore::open_or_create(&args.store)?;
    let notary = notary::open(&args.store, args.audit_key.as_deref(), open_store.checkpoints(), &runtime)?;
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
    let house = House::open(store, Arc::new(SystemClock), Arc::new(OsEntropy), plan).await;
    let server = Server::new(Arc::new(house.map_err(Problem::failure)?), config);
    print_address(listener.local_addr()?, notary.as_ref().map(|notary| Digest(notary.key())), args.json)?;
    let Some(notary) = notary else { return Ok(server.run(listener, stop).await) };
    let days = tokio::spawn(notary::close_days(Arc::clone(&notary), Arc::new(SystemClock)));
    server.run(listener, stop).await;
    days.abort();
    // The task was aborted, so its result is that it was cancelled.
    let _ = days.await;
    notary::close(&notary, &SystemClock).await;
    Ok(())
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

fn client_files(args: &Args) -> Result<ClientFiles, Problem> {
    let Some(folder) = &args.client else { return Ok(ClientFiles::default()) };
    ClientFiles::from_folder(folder)
        .map_err(|error| Problem::Usage(format!("cannot read a client from {}: {error}", folder.display())))
}

/// The settings of the tables in a file, or of the built-in ones; their rules must be on record.
pub(crate) fn settings(file: Option<&Path>, certificates: Option<&Path>) -> Result<Vec<Settings>, Problem> {
    let Some(tables) = given(file, certificates)? else { return Ok(default_tables()) };
    Ok(tables.into_iter().map(|GivenTable { record, rules, .. }| record.settings(rules)).collect())
}

/// The tables of a file; none without a file. The rules must be on record, the built-in ones too.
fn given(file: Option<&Path>, certificates: Option<&Path>) -> Result<Option<Vec<GivenTable>>, Problem> {
    let mut certified = CertificateCheck::new(certificates);
    let Some(file) = file else {
        HouseRules::BUILTIN.iter().try_for_each(|id| certified.built_in(id))?;
        return Ok(None);
    };
    let tables = load(file, &mut certified)?;
    tables.iter().map(FileTable::given).collect::<Result<_, _>>().map(Some)
}

/// What the server is started with. Timings given as arguments apply to all tables and are not kept.
fn plan(args: &Args) -> Result<FloorPlan, Problem> {
    let tables = given(args.tables.as_deref(), args.certificates.as_deref())?;
    Ok(FloorPlan { tables, timings: args.timings.given() })
}

/// Timings as arguments.
#[derive(clap::Args, Default)]
#[expect(clippy::struct_field_names, reason = "the unit is part of the argument")]
struct TimingArgs {
    /// The length of the betting phase at all tables, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    betting_ms: Option<u32>,
    /// The time between two cards at all tables, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    card_ms: Option<u32>,
    /// The time a result is shown at all tables, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    result_ms: Option<u32>,
    /// The time to shuffle a new shoe at all tables, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    shuffle_ms: Option<u32>,
}

/// From zero to an hour; zero is for tests and simulations.
fn timing() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(0..=3_600_000)
}

/// A rate is at least 1: with 0, nobody could do it at all.
fn rate() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(1..=1_000_000)
}

impl TimingArgs {
    const fn given(&self) -> GivenTimings {
        GivenTimings {
            betting_ms: self.betting_ms,
            drain_ms: None,
            card_ms: self.card_ms,
            result_ms: self.result_ms,
            shuffle_ms: self.shuffle_ms,
        }
    }
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
