//! `cargo xtask play`: from a fresh clone to a table one can sit at. It builds what is missing, makes staff to try the
//! console with when it makes the store, then becomes the server. It listens on this machine only.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::{project, web};

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
    let live = live(args.no_live, args.no_dealer);
    let serve = cmd!(sh, "{punto} serve --listen 127.0.0.1:{port} --data {data} --client {client} {live...}");
    // The server takes this program's place, so that Ctrl-C reaches it alone and it can finish its round.
    Err(Command::from(serve).exec()).context("cannot start the server")
}

/// What the server is told of the live table, which it plays itself: shoe, dealer and test picture.
fn live(no_live: bool, no_dealer: bool) -> Vec<&'static str> {
    let dealer = no_dealer.then_some("--no-dealer");
    if no_live { Vec::new() } else { ["--demonstration"].into_iter().chain(dealer).collect() }
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
    fn the_server_plays_the_live_table_unless_it_is_not_wanted() {
        assert_eq!(live(false, false), ["--demonstration"]);
        assert_eq!(live(false, true), ["--demonstration", "--no-dealer"]);
        assert_eq!(live(true, false), [""; 0]);
    }

    #[test]
    fn the_address_is_shown() {
        let shown = welcome(7778, Path::new("data"));
        for address in ["http://127.0.0.1:7778/\n", "http://127.0.0.1:7778/console.html", "/dealer.html"] {
            assert!(shown.contains(address), "{shown}");
        }
    }
}
