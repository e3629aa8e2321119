//! The log of a server: what goes to standard error, and security events as a stream of their own.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;

use tracing::{Level, Metadata};
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

use crate::config::{LogFormat, Settings};
use crate::lines::Problem;

/// The target of security events.
const SECURITY: &str = "security";
/// The target of alarms.
const ALARM: &str = "alarm";

/// A part of the log.
type Part = Box<dyn Layer<Registry> + Send + Sync>;

/// Starts the log at the level of `RUST_LOG`. Security events go to their own file, if one is named, at every level of
/// the log; otherwise they are lines of the log.
pub(super) fn start(settings: &Settings) -> Result<(), Problem> {
    let level = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let security = settings.security_log.as_deref().map(open).transpose()?;
    let apart = security.is_some();
    // Each filter says the finest level that it can let through, so that finer lines cost nothing at all.
    let finest = level.max_level_hint().unwrap_or(LevelFilter::TRACE);
    let chosen = filter_fn(move |event| is_ours(event) && !(apart && event.target() == SECURITY))
        .with_max_level_hint(finest);
    let to_terminal = lines(settings.log_format, io::stderr, io::stderr().is_terminal());
    let mut parts: Vec<Part> = vec![to_terminal.with_filter(level).with_filter(chosen).boxed()];
    parts.extend(security.map(|file| {
        // The spans of requests, too: an event names its request.
        let events = filter_fn(|it| {
            it.is_span() && is_ours(it) || it.target() == SECURITY && *it.level() <= Level::INFO
        })
        .with_max_level_hint(LevelFilter::INFO);
        lines(settings.log_format, Arc::new(file), false).with_filter(events).boxed()
    }));
    tracing_subscriber::registry().with(parts).init();
    Ok(())
}

/// Whether a line may be written. Libraries write whole messages and parameters, tokens and secrets included, in their
/// finer levels, so of these only what they warn of is taken.
fn is_ours(event: &Metadata<'_>) -> bool {
    let target = event.target();
    target.starts_with("punto") || [SECURITY, ALARM].contains(&target) || *event.level() <= Level::INFO
}

/// A part of the log that writes lines of this form.
fn lines<W>(format: LogFormat, writer: W, colours: bool) -> Part
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = fmt::layer().with_writer(writer);
    match format {
        LogFormat::Text => lines.with_ansi(colours).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    }
}

/// Opens a file to add lines to. Only its owner may read a new one.
fn open(path: &Path) -> Result<File, Problem> {
    let file = OpenOptions::new().create(true).append(true).mode(0o600).open(path);
    file.map_err(|error| {
        Problem::Failure(format!("cannot write security events to {}: {error}", path.display()))
    })
}
