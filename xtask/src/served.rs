//! A server of this build on a free port and in a folder of its own, which ends with its value.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};
use xshell::{Shell, TempDir, cmd};

use crate::project;

/// A running server.
pub(crate) struct Served {
    program: Child,
    url: String,
    _folder: TempDir,
}

impl Served {
    /// Builds the server and starts it with this configuration, after `before` has prepared its data folder.
    pub(crate) fn start(
        sh: &Shell,
        configuration: &str,
        before: impl FnOnce(&Path, &Path) -> Result<()>,
    ) -> Result<Self> {
        project::build(sh, &["punto"])?;
        let (punto, folder) = (project::built("punto")?, sh.create_temp_dir()?);
        let (data, file) = (folder.path().join("data"), folder.path().join("punto.toml"));
        sh.write_file(&file, configuration)?;
        before(&punto, &data)?;
        let serve = cmd!(sh, "{punto} serve --config {file} --data {data} --listen 127.0.0.1:0 --json");
        let mut command = Command::from(serve);
        let mut program = command.env("RUST_LOG", "error").stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = program.stdout.take().context("the server has no output")?;
        BufReader::new(out).read_line(&mut line)?;
        let url = url_of(&line).map(str::to_owned);
        let served = Self { program, url: url.clone().unwrap_or_default(), _folder: folder };
        url.with_context(|| format!("the server did not say where it listens: {line}"))?;
        Ok(served)
    }

    /// Its address.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The address in the line that the server prints at its start.
fn url_of(line: &str) -> Option<&str> {
    line.split_once("\"url\":\"")?.1.split_once('"').map(|(url, _)| url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_where_the_server_listens() {
        let line = r#"{"audit_key":"5275","event":"listening","url":"http://127.0.0.1:17791"}"#;
        assert_eq!(url_of(line), Some("http://127.0.0.1:17791"));
        assert_eq!(url_of("error: the port is taken"), None);
    }
}
