//! The bots of `examples/` against a server with short timings: they settle every wager themselves and fail on any
//! difference.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::served::Served;
use crate::{project, python, web};

/// A round of this server takes less than half a second.
const CONFIGURATION: &str = "\
[timings]
betting_ms = 100
card_ms = 2
result_ms = 50
shuffle_ms = 10
";

/// Lets the bot in Python play a hundred rounds, and the one in TypeScript ten.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let python = python::need_packages(sh, &["websockets"])?.join("python");
    let script = compiled(sh)?;
    let server = Served::start(sh, CONFIGURATION, |_, _| Ok(()))?;
    let url = server.url();
    cmd!(sh, "{python} examples/bot.py --url {url} --table 1 --rounds 100").run()?;
    Ok(cmd!(sh, "node --experimental-websocket {script} {url} 2 10").run()?)
}

/// The bot in TypeScript as a program for Node.
fn compiled(sh: &Shell) -> Result<std::path::PathBuf> {
    web::need_packages(sh)?;
    let folder = project::target()?.join("examples");
    cmd!(sh, "web/node_modules/.bin/tsc --project examples --outDir {folder}").run()?;
    sh.write_file(folder.join("package.json"), "{\"type\": \"module\"}\n")?;
    Ok(folder.join("examples/bot.js"))
}
