//! A private PostgreSQL for tests and benchmarks: a cluster in a temporary folder, reached by a Unix socket in
//! it, with PostgreSQL's own settings. It syncs as any server would, and it can be killed and started again.
//!
//! Nothing of it outlives the program that started it, not even when that is killed: a shell script runs
//! between the two, and cleans up when its standard input ends. Run by root, the cluster runs as the user
//! `postgres`, because it refuses to run as root. Knows nothing of what is stored.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The oldest PostgreSQL that is supported.
pub const OLDEST: u32 = 15;

/// Where Debian keeps PostgreSQL, one folder a version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// What to do when it is not there.
const REMEDY: &str = "install it with: apt-get install postgresql";

/// The script that runs between this program and the server.
const GUARD: &str = include_str!("guard.sh");

/// A running cluster, stopped and removed when dropped.
#[derive(Debug)]
pub struct Cluster {
    guard: Mutex<Guard>,
    folder: PathBuf,
    databases: AtomicU32,
}

#[derive(Debug)]
struct Guard {
    child: Child,
    /// Taken when the cluster is dropped: its end is the order to stop.
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Cluster {
    /// Makes a cluster and starts it.
    ///
    /// # Errors
    /// In words: PostgreSQL is not installed, or what it says when it does not start.
    pub fn start() -> Result<Self, String> {
        Self::guarded(Guard::start(&programs()?, None)?, 0)
    }

    /// Copies this cluster while it runs, with `pg_basebackup`, and starts the copy, which has the same databases.
    ///
    /// # Errors
    /// In words: what PostgreSQL says when it cannot be copied, or when the copy is not whole or does not start.
    pub fn copy(&self) -> Result<Self, String> {
        let guard = Guard::start(&programs()?, Some(&self.folder))?;
        Self::guarded(guard, self.databases.load(Ordering::Relaxed))
    }

    fn guarded(mut guard: Guard, databases: u32) -> Result<Self, String> {
        let answer = guard.answer()?;
        let folder = answer.strip_prefix("ready ").ok_or(&answer)?;
        let folder = PathBuf::from(folder);
        Ok(Self { guard: Mutex::new(guard), folder, databases: AtomicU32::new(databases) })
    }

    /// The one cluster that all tests of this program share; it ends with the program.
    ///
    /// # Panics
    /// When it does not start: then no test of PostgreSQL can pass.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(|| Self::start().expect("the tests need PostgreSQL"))
    }

    /// Creates an empty database and gives back its URL.
    ///
    /// # Errors
    /// In words: what PostgreSQL says.
    pub fn create_database(&self) -> Result<String, String> {
        let name = format!("punto_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(&name))
    }

    /// The URL of a database of this cluster.
    pub fn url(&self, database: &str) -> String {
        // The folder of the socket takes the place of a host, with its slashes encoded.
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://punto@{host}/{database}")
    }

    /// The folder of the socket, for programs that take it as a host. Its user is `punto`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs SQL with `psql` and gives back what it answers, unaligned and without headings.
    ///
    /// # Errors
    /// In words: what PostgreSQL says.
    pub fn run(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut psql = Command::new(program("psql")?);
        psql.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]);
        psql.arg("--host").arg(&self.folder).args([
            "--username=punto",
            "--dbname",
            database,
            "--command",
            sql,
        ]);
        let output = psql.stdin(Stdio::null()).output().map_err(|error| format!("psql: {error}"))?;
        let Output { status, stdout, stderr } = output;
        if status.success() {
            Ok(String::from_utf8_lossy(&stdout).trim_end().to_owned())
        } else {
            Err(String::from_utf8_lossy(&stderr).into_owned())
        }
    }

    /// Lets the server speak TLS with this certificate and its key, both in PEM.
    ///
    /// # Errors
    /// In words: what PostgreSQL says.
    pub fn speak_tls(&self, certificate: &str, key: &str) -> Result<(), String> {
        for (file, pem) in [("server.crt", certificate), ("server.key", key)] {
            // The server writes them itself: it takes a key only from a file of its own user, closed to others.
            let write = format!(
                "COPY (SELECT unnest(string_to_array($pem${pem}$pem$, chr(10)))) \
                 TO PROGRAM 'umask 077; cat > {file}'"
            );
            self.run("postgres", &write)?;
        }
        self.run("postgres", "ALTER SYSTEM SET ssl = on").map(drop)
    }

    /// Kills every process of the server with SIGKILL.
    ///
    /// # Errors
    /// When the guard is gone.
    pub fn kill(&self) -> Result<(), String> {
        self.order("kill", "killed")
    }

    /// Starts a killed server again, and waits until it has recovered.
    ///
    /// # Errors
    /// In words: what PostgreSQL says.
    pub fn restart(&self) -> Result<(), String> {
        self.order("start", "started")
    }

    /// Lets the server listen on port 5432 of an address of this machine too, from its next start on.
    ///
    /// # Errors
    /// When the guard is gone.
    pub fn listen_on(&self, address: &str) -> Result<(), String> {
        self.order(&format!("listen {address}"), "listening")
    }

    fn order(&self, order: &str, expected: &str) -> Result<(), String> {
        let mut guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        let pipe = guard.orders.as_mut().ok_or("the cluster is stopped")?;
        writeln!(pipe, "{order}").map_err(|error| format!("the guard of PostgreSQL: {error}"))?;
        let answer = guard.answer()?;
        if answer == expected { Ok(()) } else { Err(answer) }
    }
}

impl Guard {
    fn start(programs: &Path, original: Option<&Path>) -> Result<Self, String> {
        let mut command = if run_by_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        command.args(["-c", GUARD, "guard"]).arg(programs).args(original);
        // What is meant for the whole group of this program, such as Ctrl-C, must not end the guard before it has
        // cleaned up. And a folder that the user `postgres` may be in.
        command.process_group(0).current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("the guard of PostgreSQL: {error}"))?;
        let (orders, answers) = (child.stdin.take(), child.stdout.take());
        let answers = BufReader::new(answers.ok_or("the guard of PostgreSQL has no output")?);
        Ok(Self { child, orders, answers })
    }

    fn answer(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) => Err("the guard of PostgreSQL ended".to_owned()),
            Ok(_) => Ok(line.trim_end().to_owned()),
            Err(error) => Err(format!("the guard of PostgreSQL: {error}")),
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.orders = None;
        // It ends when the server has stopped and the folder is gone.
        let _ = self.child.wait();
    }
}

/// One of PostgreSQL's programs, such as `pgbench`.
///
/// # Errors
/// In words: PostgreSQL is not installed.
pub fn program(name: &str) -> Result<PathBuf, String> {
    Ok(programs()?.join(name))
}

/// The folder of the newest server's programs.
fn programs() -> Result<PathBuf, String> {
    let versions =
        std::fs::read_dir(DEBIAN).map_err(|_| format!("there is no PostgreSQL in {DEBIAN}; {REMEDY}"))?;
    let version = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let newest = versions
        .flatten()
        .filter_map(version)
        .filter(|version| Path::new(DEBIAN).join(version.to_string()).join("bin/postgres").is_file());
    match newest.max() {
        Some(version) if version >= OLDEST => Ok(Path::new(DEBIAN).join(version.to_string()).join("bin")),
        Some(version) => {
            Err(format!("PostgreSQL {OLDEST} or later is needed and this is {version}; {REMEDY}"))
        }
        None => Err(format!("there is no PostgreSQL server in {DEBIAN}; {REMEDY}")),
    }
}

fn run_by_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
