//! What the stores say they did and when, and what a stall fell in. Hears their trace and PostgreSQL's log of its
//! checkpoints; a store that nobody listens to says nothing.

use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use postgres::Cluster;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::load::Answered;
use crate::report::grouped;

/// A listener; its clones share what was heard.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<Mutex<Heard>>);

#[derive(Default)]
struct Heard {
    deeds: Vec<Deed>,
    log: Option<Log>,
}

/// The log of PostgreSQL, and its clock at some moment.
struct Log {
    path: PathBuf,
    epoch: Duration,
    at: Instant,
}

/// Something a store did.
struct Deed {
    ended: Instant,
    /// In microseconds: all of it, and the commit's part.
    took_us: u64,
    commit_us: u64,
    /// Units of a transaction, pages of a checkpoint.
    units: u64,
    pages: u64,
}

impl Deed {
    fn took(&self) -> Duration {
        Duration::from_micros(self.took_us)
    }

    /// For how long it ran between these moments.
    fn within(&self, from: Instant, to: Instant) -> Duration {
        let began = self.ended.checked_sub(self.took()).unwrap_or(self.ended);
        self.ended.min(to).saturating_duration_since(began.max(from))
    }
}

impl Visit for Deed {
    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "took_us" => self.took_us = value,
            "commit_us" => self.commit_us = value,
            "units" => self.units = value,
            "pages" => self.pages = value,
            _ => {}
        }
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.record_u64(field, u64::try_from(value).unwrap_or_default());
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}

impl<S: Subscriber> Layer<S> for Watch {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut deed = Deed { ended: Instant::now(), took_us: 0, commit_us: 0, units: 0, pages: 0 };
        event.record(&mut deed);
        if deed.took_us > 0 {
            self.heard().deeds.push(deed);
        }
    }
}

impl Watch {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Only what stores say.
    pub(crate) fn filtered<S: Subscriber + for<'a> LookupSpan<'a>>(self) -> impl Layer<S> {
        self.with_filter(Targets::new().with_target("punto_store", Level::TRACE))
    }

    /// Has PostgreSQL write the time beside what it logs, its checkpoints among it.
    pub(crate) fn listen_to(&self, cluster: &Cluster) {
        for sql in ["ALTER SYSTEM SET log_line_prefix = '%n '", "SELECT pg_reload_conf()"] {
            cluster.run("postgres", sql).expect("PostgreSQL takes a setting");
        }
        let at = Instant::now();
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let epoch = cluster.run("postgres", now).expect("PostgreSQL tells the time");
        let epoch = Duration::from_millis(epoch.parse().expect("milliseconds"));
        self.heard().log = Some(Log { path: cluster.folder().join("log"), epoch, at });
    }

    /// Forgets what was heard so far.
    pub(crate) fn forget(&self) {
        self.heard().deeds.clear();
    }

    /// What the store did while an answer was waited for.
    pub(crate) fn explain(&self, stall: &Answered) -> String {
        let heard = self.heard();
        let (from, to) = (stall.sent, stall.sent + stall.took);
        let during = heard.deeds.iter().filter(|deed| !deed.within(from, to).is_zero());
        let (copies, transactions): (Vec<&Deed>, Vec<&Deed>) = during.partition(|deed| deed.pages > 0);
        let Some(longest) = transactions.iter().max_by_key(|deed| deed.took_us) else {
            return "no transaction ran meanwhile: the wager did not reach the store".to_owned();
        };
        let mut text = format!(
            "it waited through {} transactions; the longest took {} with {} units, {} of it in COMMIT",
            transactions.len(),
            ms(longest.took_us),
            longest.units,
            ms(longest.commit_us),
        );
        for copy in &copies {
            let (pages, took) = (grouped(copy.pages), ms(copy.took_us));
            let _ = write!(text, "; a checkpoint of {pages} pages ran beside it for {took}");
        }
        if let Some(checkpoint) = heard.log.as_ref().and_then(|log| log.checkpoint(from, to)) {
            let _ = write!(text, "; PostgreSQL logged: {checkpoint}");
        }
        let idle = stall.took.saturating_sub(transactions.iter().map(|deed| deed.within(from, to)).sum());
        if idle > stall.took / 2 {
            text.push_str("; most of the time no transaction ran: the machine was busy with something else");
        }
        text
    }
}

impl Log {
    /// The last that was said of a checkpoint before the end of a stall, if it began before that and was not over at
    /// the beginning.
    fn checkpoint(&self, from: Instant, to: Instant) -> Option<String> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        let mut running = None;
        for line in text.lines() {
            let Some((time, message)) = line.split_once(' ') else { continue };
            let Some(at) = self.moment(time) else { continue };
            if message.contains("checkpoint starting") && at <= to {
                running = Some(message);
            } else if message.contains("checkpoint complete") && at < from {
                running = None;
            }
        }
        Some(running?.trim_start_matches("LOG:").trim().to_owned())
    }

    fn moment(&self, time: &str) -> Option<Instant> {
        let (seconds, millis) = time.split_once('.')?;
        let time = Duration::from_secs(seconds.parse().ok()?) + Duration::from_millis(millis.parse().ok()?);
        self.at.checked_add(time.checked_sub(self.epoch)?)
    }
}

fn ms(micros: u64) -> String {
    format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100)
}
