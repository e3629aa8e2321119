//! What a provable shoe costs: making it, signing a bulletin, and verifying a finished shoe by the program and by the
//! WebAssembly modules in Node and in Chromium. The control of the same run is SHA-256 over 64 KiB;
//! that of a process is its empty run.
#![allow(clippy::print_stdout, reason = "a bench says what it measured")]

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use fair::{Inputs, ProvableShoe, Secret, lab};
use serde_json::Value;
use sha2::Digest as _;
use verify::testing::{Plan, TestTable, house_key};

/// What each step may take.
const SHOE: Duration = Duration::from_millis(5);
const SIGNATURE: Duration = Duration::from_micros(100);
const PROGRAM: Duration = Duration::from_millis(20);
const BROWSER: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("shoe-41.json");
    let mut table = TestTable::new(7, 41, true);
    let played = table.play(&Plan::default());
    std::fs::write(&path, table.file(&played).write()).expect("room for a file");

    let bytes = vec![7; 1 << 16];
    let control = fastest(200, || {
        black_box(sha2::Sha256::digest(black_box(&bytes)));
    });
    println!("SHA-256 over 64 KiB        {control:>12.1?}  (control)");
    let shoe = fastest(200, || {
        black_box(make_shoe());
    });
    let key = house_key(1);
    let text = table.record.last().expect("a bulletin").bulletin.to_string();
    let signature = fastest(500, || {
        black_box(key.sign(black_box(&text)));
    });
    let start = fastest(20, || run(&["--version"]));
    println!("a process that does nothing {start:>11.1?}  (control)");
    let file = path.display().to_string();
    let program = fastest(20, || run(&["verify", &file]));
    let mut good = said("a shoe: keys, order, tree", shoe, SHOE)
        & said("a signature", signature, SIGNATURE)
        & said("punto verify", program, PROGRAM);
    for (place, options) in [("Node", &[][..]), ("Chromium", &["--chromium"])] {
        if let Some([checked, empty]) = web_assembly(options, &path) {
            println!("{:<26} {empty:>12.1?}  (control)", format!("nothing, in {place}"));
            good &= said(&format!("with beacon, in {place}"), checked, BROWSER);
        } else {
            println!("{place} was not measured: it takes Node, {place} and in web/ `npm ci && npm run wasm`");
            good = false;
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn make_shoe() -> ProvableShoe {
    let secret = Secret::new(lab::secret(1).reveal().0);
    let shoe =
        ProvableShoe::derive(&secret, &Inputs { pledged: &fair::Digest::ZERO, nonces: &[], beacon: None }, 8);
    black_box(shoe.root());
    shoe
}

/// Prints a time beside what it may be; false if it is longer.
fn said(what: &str, took: Duration, limit: Duration) -> bool {
    let good = took <= limit;
    let verdict = if good { "ok" } else { "TOO LONG" };
    println!("{what:<26} {took:>12.1?}  at most {limit:?}: {verdict}");
    good
}

fn fastest(runs: usize, mut work: impl FnMut()) -> Duration {
    let time = |()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    std::iter::repeat_n((), runs).map(time).min().unwrap_or_default()
}

fn run(args: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    let status = command.args(args).stdout(Stdio::null()).status().expect("the program runs");
    assert!(status.success(), "{args:?}");
}

/// The times of a check and of an empty request in WebAssembly; none if the modules or a program are missing.
fn web_assembly(options: &[&str], file: &Path) -> Option<[Duration; 2]> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/verify/wasm.mjs");
    let output =
        Command::new("node").arg(script).args(["--runs", "30"]).args(options).arg(file).output().ok()?;
    let times: Value = serde_json::from_slice(&output.stdout).ok()?;
    let time = |name: &str| Some(Duration::from_secs_f64(times.get(name)?.as_f64()? / 1_000.0));
    Some([time("checked")?, time("control")?])
}
