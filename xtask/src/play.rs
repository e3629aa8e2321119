//! `cargo xtask play`: from a fresh clone to a table one can sit at. It builds what is missing, makes staff to try the
//! console with when it makes the store, then becomes the server. It listens on this machine only.

use std::fs::{self, OpenOptions};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::{project, web};

/// What is recorded at the live table.
const RECORDINGS: &str = include_str!("../../examples/recordings.toml");

/// Build what is missing and open the tables on this machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The local port to serve on
    #[arg(long, default_value_t = 7777)]
    port: u16,
    /// The folder that keeps tables and wallets [default: data/ in the project]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Open no live table with a simulated shoe
    #[arg(long)]
    no_live: bool,
    /// Let nobody press the dealer's keys at the live table: deal yourself at /dealer.html as Dealer One
    #[arg(long, conflicts_with = "no_live")]
    no_dealer: bool,
    /// Only show how the demonstration staff log in, with the present codes
    #[arg(long)]
    codes: bool,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let root = sh.current_dir();
    let data = args.data.clone().unwrap_or_else(|| root.join("data"));
    let punto = project::built("punto")?;
    if args.codes {
        cmd!(sh, "{punto} staff codes --data {data}").quiet().run()?;
        return Ok(());
    }
    need_free(args.port)?;
    web::build_if_stale(sh)?;
    cmd!(sh, "cargo build --package punto").run()?;
    println!("\n{}\n", welcome(args.port, &data));
    // A store that this command did not make has no such staff; the program says so, and the tables open all the same.
    cmd!(sh, "{punto} staff demonstrate --data {data}").quiet().ignore_status().run()?;
    println!();
    let (port, client) = (args.port.to_string(), root.join("web/dist"));
    let mut recordings = None;
    if !args.no_live {
        deal_live(&punto, &data, &port, args.no_dealer)?;
        recordings = record_live(&data, has_ffmpeg())?;
        println!("  recording    {}\n", said(recordings.is_some()));
    }
    let more = recordings.iter().flat_map(|file| [Path::new("--recordings"), file]);
    let serve = cmd!(sh, "{punto} serve --listen 127.0.0.1:{port} --data {data} --client {client} {more...}");
    // The server takes this program's place, so that Ctrl-C reaches it alone and it can finish its round.
    Err(Command::from(serve).exec()).context("cannot start the server")
}

/// Starts the live table beside the server, which it waits for. It is in a group of its own: Ctrl-C reaches the server
/// alone, whose rounds come to their end, and the shoe ends when the server is gone. With `no_dealer` a person deals.
fn deal_live(punto: &Path, data: &Path, port: &str, no_dealer: bool) -> Result<()> {
    let log = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(true)
        .mode(0o600)
        .open(data.join("demonstration-shoe.log"))
        .context("cannot write the log of the shoe")?;
    let mut shoe = Command::new(punto);
    shoe.args(["scanner", "demonstrate", "--server", &format!("http://127.0.0.1:{port}"), "--data"])
        .arg(data)
        .args(no_dealer.then_some("--no-dealer"));
    shoe.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
    shoe.spawn().context("cannot start the simulated shoe")?;
    Ok(())
}

/// The file that names what is recorded at the live table, made if it is not there; none without ffmpeg.
fn record_live(data: &Path, has_ffmpeg: bool) -> Result<Option<PathBuf>> {
    if !has_ffmpeg {
        return Ok(None);
    }
    let file = data.join("demonstration-recordings.toml");
    if !file.try_exists()? {
        fs::write(&file, RECORDINGS).context("cannot name what is recorded")?;
    }
    Ok(Some(file))
}

fn has_ffmpeg() -> bool {
    let quiet = || Stdio::null();
    let asked =
        Command::new("ffmpeg").arg("-version").stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
    asked.is_ok_and(|status| status.success())
}

/// Whether there is a recording to look at.
const fn said(is_recorded: bool) -> &'static str {
    if is_recorded {
        "ffmpeg's test picture at Salon Live: at the console open a round of it and press V"
    } else {
        "none, because ffmpeg is not installed: Salon Live has no picture to review"
    }
}

fn welcome(port: u16, data: &Path) -> String {
    format!(
        "  Punto is at  http://127.0.0.1:{port}/\n  \
           the console  http://127.0.0.1:{port}/console.html, for staff\n  \
           for dealers  http://127.0.0.1:{port}/dealer.html, at the live table\n  \
           it keeps     {}\n  \
           staff codes  cargo xtask play --codes, in another terminal\n  \
           it stops     with Ctrl-C",
        data.display()
    )
}

/// Fails, offering a free port, when something else already listens on this one.
fn need_free(port: u16) -> Result<()> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            let offer =
                another(port).map_or_else(String::new, |free| format!(": cargo xtask play --port {free}"));
            bail!("port {port} is taken by another program; try another{offer}")
        }
        Err(error) => bail!("cannot listen on port {port}: {error}"),
    }
}

/// The next free port after this one.
fn another(port: u16) -> Option<u16> {
    (port..port.saturating_add(100))
        .skip(1)
        .find(|next| TcpListener::bind((Ipv4Addr::LOCALHOST, *next)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_answered_with_a_free_one() {
        let offers_free_port = || {
            let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = taken.local_addr().unwrap().port();
            let refused = need_free(port).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("port {port} is taken")), "{refused}");
            let offered = refused.split_once("--port ");
            offered.is_none_or(|(_, offered)| need_free(offered.parse().unwrap()).is_ok())
        };
        // Another program may take the offered port before it is tried.
        assert!((0..10).any(|_| offers_free_port()));
        assert!(need_free(0).is_ok());
    }

    #[test]
    fn the_live_table_is_recorded_where_ffmpeg_is_and_what_somebody_wrote_stays() {
        let data = tempfile::tempdir().unwrap();
        assert_eq!(record_live(data.path(), false).unwrap(), None);
        assert!(said(false).contains("ffmpeg is not installed"), "{}", said(false));
        let file = record_live(data.path(), true).unwrap().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), RECORDINGS);
        fs::write(&file, "folder = \"elsewhere\"\n").unwrap();
        record_live(data.path(), true).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "folder = \"elsewhere\"\n");
    }

    #[test]
    fn the_address_is_shown() {
        let shown = welcome(7778, Path::new("data"));
        for address in ["http://127.0.0.1:7778/\n", "http://127.0.0.1:7778/console.html", "/dealer.html"] {
            assert!(shown.contains(address), "{shown}");
        }
    }
}
