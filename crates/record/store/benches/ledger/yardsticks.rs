//! What a store is measured against: transactions of `pgbench` on the same PostgreSQL, and one fsync of the same disk.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use postgres::Cluster;

/// How many fsyncs are timed at once.
const FSYNCS: usize = 200;

/// Transactions a second of pgbench's own TPC-B, with 8 clients.
pub(crate) fn pgbench(cluster: &Cluster, seconds: u64) -> u64 {
    let durable = cluster.run("postgres", "SHOW synchronous_commit").expect("PostgreSQL answers");
    assert_eq!(durable, "on", "pgbench is to be as durable as a store");
    cluster.run("postgres", "CREATE DATABASE pgbench").expect("a database");
    run(cluster, &["--initialize", "--quiet", "--scale=10"]);
    let output = run(cluster, &["--client=8", "--jobs=2", &format!("--time={seconds}")]);
    let tps = output.lines().find_map(|line| line.strip_prefix("tps = "));
    let whole = tps.and_then(|tps| tps.split_once('.')?.0.parse().ok());
    whole.unwrap_or_else(|| unreachable!("pgbench tells its tps: {output}"))
}

fn run(cluster: &Cluster, arguments: &[&str]) -> String {
    let program = postgres::program("pgbench").expect("pgbench is installed");
    let mut pgbench = Command::new(program);
    pgbench.args(arguments).arg("--host").arg(cluster.folder()).args(["--username=punto", "pgbench"]);
    let output = pgbench.stdin(Stdio::null()).output().expect("pgbench runs");
    assert!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// How long it takes to append 4 KiB to a file and have them on the disk, many times.
pub(crate) fn fsyncs(folder: &Path) -> Vec<Duration> {
    let path = folder.join("fsync");
    let mut file = File::create(&path).expect("a file");
    let times = (0..FSYNCS).map(|_| {
        let start = Instant::now();
        file.write_all(&[7; 4096]).expect("room on the disk");
        file.sync_data().expect("the disk works");
        start.elapsed()
    });
    times.collect()
}
