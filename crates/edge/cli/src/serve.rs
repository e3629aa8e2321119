//! `punto serve`: runs the tables of a house over HTTP.

mod check;
mod heads_file;
mod inputs;
mod log;
mod notary;
mod open_files;
mod recordings;
mod relay;
mod simulated;
mod stop;
mod store_location;

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use house::floor::FloorPlan;
use house::ports::Store;
use house::proofs::{Recovery, ShoeKeys};
use house::{House, OsEntropy, SteadyClock, SystemClock};
use journal::{Digest, Notary};
use serde_json::json;
use server::{Config, MeteredStore, Server};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::config::{self, Flags, Settings};
use crate::lines::Problem;
use crate::{audit_key, data_folder, demonstration};
pub(crate) use inputs::table_settings;
use inputs::{client_files, plan};
use relay::Relays;
use simulated::{Played, Simulated};
use stop::StopSignals;
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

Log and metrics
  The log goes to standard error; RUST_LOG sets its level (error, warn, info,
  debug). --security-log sends security events to a file instead: log-ins,
  refusals, floods and changes of credentials. --metrics-listen serves /metrics
  for Prometheus on an address of its own, which should not be public.

Stopping
  At SIGTERM or Ctrl-C the server is no longer ready and begins no round. Rounds
  that are being dealt come to their end within --stop-within seconds; those
  whose betting is open keep their stakes and go on at the next start. A second
  signal stops it at once, and loses nothing either.

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
  taken from PGPASSWORD. sslmode in the URL is disable, prefer (the default),
  require or verify-full, which also verifies that the server is the one that
  the URL names, by the certificates of the system or of sslrootcert=FILE. A
  Unix socket needs none: postgres://USER@%2Frun%2Fpostgresql/DATABASE.
  If two servers share a database, each table is run by the one that started
  last.

Checkpoints
  A checkpoint of all logs is signed at midnight UTC and at shutdown, with a key
  made at the first start. Store the public key, which the server prints at
  start, where nobody can change it, and pass it to punto audit --key. With
  --database, --audit-key names the file of the secret key; servers that share a
  database share the key. To sign with another key, name the new file with
  --audit-key, and once the old one with --old-audit-key: at each table a bulletin
  that the old key signs then says which key follows.

Recordings
  --recordings names a file with a camera for each table that is recorded:
    folder = \"/srv/recordings\"       # on another disk than the store
    [[table]]
    id = 9
    source_file = \"salon.url\"        # mode 0600: rtsp://USER:PASSWORD@HOST/PATH
    keep_days = 30
  The package ffmpeg must be installed. source = \"test:\" records a test picture.
  A live table begins no round without its recording, unless the file says
  required = false and why = \"a rehearsal\", with a camera or without one.

Demonstration
  --demonstration, which the sample of punto init has, shows a whole live table on
  this machine: a program is its shoe, its dealer and its supervisors, and
  ffmpeg's test picture its camera, if ffmpeg is installed. It makes staff to try
  the console with, whom punto staff codes shows. It needs a new data folder, and
  is refused in a database, on an address that other machines reach, and beside
  tables that take other money than play money. With --no-dealer you deal at
  /dealer.html as Dealer One.

Proofs of shoes
  The order of every shoe is fixed before its first bet, and its bulletins are
  signed with the key of the checkpoints. The secrets of shoes are stored
  encrypted; their key is in shoe.key, which is made at the first start. Keep a
  copy of it apart from the store and its back-ups: without it, the server does
  not start. If it is lost for good, start once with --shoe-key-lost: it voids
  the rounds under way, gives up the shoes whose secrets do not open, so that
  nobody can ever verify them, and commits new ones. --shoe-key names another
  file; with --database it is beside that of --audit-key, and servers that share
  a database share it. Without --audit-key, --database deals shoes that have no
  proof. bulletins.head beside it notes how far the public record of each table
  has come. A store that is behind was restored from a back-up, and secrets of
  its shoes may be public: the server refuses it until it is started once with
  --restored, which voids the rounds under way, gives up every shoe that is open
  or committed, shows their secrets, and commits new ones.

Network
  Behind a proxy, --trusted-proxy names its network, such as 127.0.0.1/32, so
  that its Forwarded or X-Forwarded-For header says where a client is.

  Passkeys are bound to the name in --public-url, so keep it: with another name,
  nobody's passkey fits. It is https, or http for localhost, which needs no
  certificate.

punto staff adds the first manager and makes tokens for programs.

Examples:
  punto serve
  punto serve --demonstration --data trial
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
    #[command(flatten)]
    once: Once,
}

/// What an operator says for one start.
#[derive(clap::Args)]
struct Once {
    /// Give up the shoes whose secrets do not open, because shoe.key is lost for good; for one start.
    #[arg(long)]
    shoe_key_lost: bool,
    /// The file of the key that signed before, which vouches for the new one in the public record.
    #[arg(long, value_name = "FILE")]
    old_audit_key: Option<PathBuf>,
    /// Give up every shoe in play, because the store was restored from a back-up; for one start.
    #[arg(long)]
    restored: bool,
    #[command(flatten)]
    played: Played,
}

/// Serves until a signal stops the program.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let settings = args.flags.layers().settings();
    if args.check {
        return check::run(settings);
    }
    let settings = settings.map_err(config::problem)?;
    log::start(&settings)?;
    let mut plan = plan(&settings)?;
    demonstration::refuse_in_earnest(&settings, &plan)?;
    let cameras = recordings::read(settings.recordings.as_deref())?;
    let mut config = Config {
        client: client_files(&settings)?,
        public_url: settings.public_url.clone(),
        origins: settings.origins.clone(),
        trusted_proxies: settings.trusted_proxies.clone(),
        contact: settings.contact.clone(),
        limits: settings.limits.clone(),
        stop_within: settings.stop_within,
        metrics: Arc::default(),
        ..Config::default()
    };
    open_files::fit(&mut config.limits);
    let place = StoreLocation::of(&settings)?;
    place.folder().map_or(Ok(()), |folder| demonstration::refuse_elsewhere(folder, &settings))?;
    let cameras =
        if settings.demonstration { cameras.or_unrecorded(Simulated::unrecorded()) } else { cameras };
    config.recordings = cameras.open(place.folder())?;
    let runtime = Runtime::new()?;
    let doors = Doors {
        public: listen(settings.listen, "--listen", &runtime)?,
        metrics: settings
            .metrics_listen
            .map(|address| listen(address, "--metrics-listen", &runtime))
            .transpose()?,
    };
    let simulated = Simulated::begin(&settings, &place, args.once.played)?;
    let open_store = OpenStore::open_or_create(&place)?;
    warn_of_readers(&place);
    let simulated = simulated.and_then(|it| it.completed(open_store.store(), &runtime));
    if let Some(it) = simulated.as_ref().filter(|_| settings.recordings.is_none()) {
        config.recordings = it.recordings();
    }
    let notary = notary::open(&place, settings.audit_key.as_deref(), open_store.checkpoints(), &runtime)?;
    let keys = KeyFiles::of(&place, &settings);
    let heads = keys.as_ref().map(|keys| heads_file::beside(&keys.shoe));
    let read = |keys: &KeyFiles| keys.read(args.once.old_audit_key.as_deref());
    plan.keys = keys.as_ref().map(read).transpose()?.map(Arc::new);
    if !settings.beacon_relays.is_empty() {
        plan.beacon = Some(Arc::new(Relays::new(&settings.beacon_relays)));
    }
    plan.noted = heads.as_deref().map(heads_file::read).transpose()?.unwrap_or_default();
    plan.recovery = Recovery { key_lost: args.once.shoe_key_lost, restored: args.once.restored };
    let record = Record { notary, heads };
    let served = runtime.block_on(serve(args, doors, (open_store.store(), record), plan, config, simulated));
    // The runtime's tasks hold the store; they must end before it is closed.
    drop(runtime);
    let closed = open_store.close();
    served?;
    closed?;
    Ok(true)
}

/// The files of the keys that provable shoes are dealt with.
struct KeyFiles {
    audit: PathBuf,
    shoe: PathBuf,
}

impl KeyFiles {
    /// The files that are named, or beside the store; none where none is known.
    fn of(place: &StoreLocation, settings: &Settings) -> Option<Self> {
        let audit = settings.audit_key.clone().or_else(|| place.audit_key())?;
        let shoe = settings.shoe_key.clone().unwrap_or_else(|| place.shoe_key(&audit));
        Some(Self { audit, shoe })
    }

    /// The keys, and the one that signed before.
    fn read(&self, old: Option<&Path>) -> Result<ShoeKeys, Problem> {
        let keys = ShoeKeys::new(audit_key::secret(&self.audit)?, audit_key::secret(&self.shoe)?);
        let Some(old) = old else { return Ok(keys) };
        audit_key::check_there(old)?;
        Ok(keys.after(audit_key::secret(old)?))
    }
}

/// Where the server listens.
struct Doors {
    public: TcpListener,
    /// For `/metrics`, if it is served.
    metrics: Option<TcpListener>,
}

/// What a server notes of its store.
struct Record {
    /// Who signs checkpoints.
    notary: Option<Arc<Notary>>,
    /// The file of the last bulletins.
    heads: Option<PathBuf>,
}

async fn serve(
    args: &Args,
    doors: Doors,
    (store, Record { notary, heads }): (Arc<dyn Store>, Record),
    plan: FloorPlan,
    config: Config,
    simulated: Option<Simulated>,
) -> Result<(), Problem> {
    let signals = StopSignals::new()?;
    let metrics = Arc::clone(&config.metrics);
    let store = Arc::new(MeteredStore::new(store, Arc::clone(&metrics)));
    let clock = Arc::new(SteadyClock::over(Arc::new(SystemClock)));
    let house = House::open(store, clock, Arc::new(OsEntropy), plan).await;
    let house = Arc::new(house.map_err(Problem::failure)?);
    let server = Server::new(Arc::clone(&house), config);
    let mut tasks = JoinSet::new();
    let noted = house.noted_heads();
    if let Some(path) = &heads {
        heads_file::note(path, &noted);
        tasks.spawn(heads_file::keep(path.clone(), noted.clone()));
    }
    let address = doors.metrics.as_ref().map(TcpListener::local_addr).transpose()?;
    if let Some(listener) = doors.metrics {
        let house = Arc::clone(&house);
        tasks.spawn(async move {
            if let Err(error) = server::metrics::serve(listener, metrics, house).await {
                tracing::error!(%error, "metrics are no longer served");
            }
        });
    }
    if let Some(notary) = &notary {
        tasks.spawn(notary::close_days(Arc::clone(notary), Arc::new(SystemClock)));
    }
    let key = notary.as_ref().map(|notary| Digest(notary.key()));
    print_address(doors.public.local_addr()?, address, key, args.json)?;
    stop::tell_ready();
    if let Some(simulated) = simulated {
        simulated.start(doors.public.local_addr()?, &house, args.once.played);
    }
    let first = signals.nth(1);
    let stop = async move {
        first.await;
        stop::tell_stopping();
    };
    server.run(doors.public, stop, signals.nth(2)).await;
    tasks.shutdown().await;
    if let Some(path) = &heads {
        heads_file::note(path, &noted);
    }
    if let Some(notary) = notary {
        notary::close(&notary, &SystemClock).await;
    }
    Ok(())
}

/// Warns of a data folder that others than its owner may read.
fn warn_of_readers(place: &StoreLocation) {
    for (path, command) in place.folder().map(data_folder::open_to_others).unwrap_or_default() {
        tracing::warn!(path = %path.display(), "others than the owner may use this, which has secrets: run {command}");
    }
}

/// Binds the port before anything is written, so that a failed start leaves no files.
fn listen(address: SocketAddr, flag: &str, runtime: &Runtime) -> Result<TcpListener, Problem> {
    let _inside = runtime.enter();
    server::listen(address).map_err(|error| cannot_listen(address, flag, &error))
}

fn cannot_listen(address: SocketAddr, flag: &str, error: &io::Error) -> Problem {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("; another program uses that port: stop it, or choose another with {flag}")
        }
        io::ErrorKind::PermissionDenied => {
            format!("; ports below 1024 need privileges: choose another with {flag}")
        }
        _ => String::new(),
    };
    Problem::Failure(format!("cannot listen on {address}: {error}{hint}"))
}

/// Prints the address of the server, that of its metrics, and the public key of its checkpoints.
fn print_address(
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    key: Option<Digest>,
    json: bool,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let key = key.map(|key| key.to_string());
    let metrics = metrics.map(|metrics| format!("http://{metrics}/metrics"));
    if json {
        let url = format!("http://{address}");
        let line = json!({"event": "listening", "url": url, "audit_key": key, "metrics": metrics});
        writeln!(output, "{line}")?;
    } else {
        writeln!(output, "Listening on http://{address}")?;
        metrics.map_or(Ok(()), |metrics| writeln!(output, "Metrics at {metrics}"))?;
        key.map_or(Ok(()), |key| writeln!(output, "Public key {key}"))?;
    }
    output.flush()
}
