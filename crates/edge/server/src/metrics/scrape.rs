//! One scrape: all counts of a server and its house in the text format of Prometheus.

use std::fmt;
use std::sync::Arc;

use house::{House, Snapshot, Tally};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, text};
use prometheus_client::registry::Registry;

use super::counts::Metrics;
use super::encode::{Encoder, Labels};
use super::process;

/// Microseconds in a second.
const MICROSECONDS: f64 = 1_000_000.0;
/// Milliseconds in a second.
const MILLISECONDS: f64 = 1_000.0;

/// The scrape as text.
pub(super) fn text(metrics: &Arc<Metrics>, house: &Arc<House>) -> String {
    let mut registry = Registry::with_prefix("punto");
    let collector = Scrape { metrics: Arc::clone(metrics), house: Some(Arc::clone(house)) };
    registry.register_collector(Box::new(collector));
    let mut of_process = Registry::with_prefix("process");
    of_process.register_collector(Box::new(Scrape { metrics: Arc::clone(metrics), house: None }));
    let mut scrape = String::new();
    // Writing into a string does not fail.
    let _ = text::encode_registry(&mut scrape, &registry);
    let _ = text::encode_registry(&mut scrape, &of_process);
    let _ = text::encode_eof(&mut scrape);
    scrape
}

/// The counts of a server with its house, or those of the process alone.
struct Scrape {
    metrics: Arc<Metrics>,
    house: Option<Arc<House>>,
}

impl fmt::Debug for Scrape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scrape").finish_non_exhaustive()
    }
}

impl Collector for Scrape {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut encoder = Encoder(encoder);
        let Some(house) = &self.house else { return process(&mut encoder, &self.metrics) };
        tables(&mut encoder, &house.tallies())?;
        floor(&mut encoder, house)?;
        store(&mut encoder, &self.metrics)?;
        sockets(&mut encoder, &self.metrics)?;
        recordings(&mut encoder, &self.metrics)?;
        http(&mut encoder, &self.metrics)
    }
}

/// A sum of a table's tally.
type Sum = fn(&Tally) -> u64;

fn one(value: u64) -> [(Labels, u64); 1] {
    [(Labels::new(), value)]
}

fn table_label(snapshot: &Snapshot) -> (&'static str, String) {
    ("table", snapshot.view.table.0.to_string())
}

fn tables(encoder: &mut Encoder<'_>, tallies: &[(Snapshot, Arc<Tally>)]) -> fmt::Result {
    let by_table = |count: fn(&Snapshot, &Tally) -> u64| {
        tallies.iter().map(move |(snapshot, tally)| (vec![table_label(snapshot)], count(snapshot, tally)))
    };
    encoder.counters("slips_accepted", "Slips that were accepted", by_table(|_, tally| tally.slips.get()))?;
    let refused = tallies.iter().flat_map(|(snapshot, tally)| {
        let line = |(code, count): (&'static str, u64)| {
            (vec![table_label(snapshot), ("code", code.to_owned())], count)
        };
        tally.refused.all().into_iter().map(line).collect::<Vec<_>>()
    });
    encoder.counters("slips_refused", "Slips that were refused, by code", refused)?;
    encoder.counters(
        "rounds_settled",
        "Rounds that were settled",
        by_table(|_, tally| tally.rounds.get()),
    )?;
    encoder.counters("rounds_voided", "Rounds that were voided", by_table(|_, tally| tally.voided.get()))?;
    let sums: [(&str, &str, Sum); 2] = [
        ("staked_minor_units", "Stakes of settled rounds, in minor units", |tally| tally.staked.get()),
        ("paid_minor_units", "Paid by settled rounds with the stakes, in minor units", |tally| {
            tally.paid.get()
        }),
    ];
    for (name, help, count) in sums {
        let lines = tallies.iter().map(|(snapshot, tally)| {
            let currency = ("currency", snapshot.view.currency.code().to_owned());
            (vec![table_label(snapshot), currency], count(tally))
        });
        encoder.counters(name, help, lines)?;
    }
    encoder.counters(
        "steps_failed",
        "Steps that the store failed, which are tried again",
        by_table(|_, tally| tally.failures.get()),
    )?;
    encoder.gauges(
        "seats_taken",
        "Seats that are taken",
        by_table(|snapshot, _| snapshot.view.seats.into()),
    )?;
    let late = tallies.iter().flat_map(|(snapshot, tally)| {
        tally
            .lateness()
            .map(|(step, histogram)| (vec![table_label(snapshot), ("step", step.to_owned())], histogram))
    });
    encoder.histograms(
        "step_lateness_seconds",
        "How late a step of the round clock was durable after it was due",
        MILLISECONDS,
        late,
    )
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn floor(encoder: &mut Encoder<'_>, house: &House) -> fmt::Result {
    encoder.gauges("tables_running", "Tables that run and are not closed", one(count(house.running())))?;
    encoder.gauges(
        "tables_stopped",
        "Tables that should go on and do not",
        one(count(house.stopped_tables().len())),
    )
}

fn store(encoder: &mut Encoder<'_>, metrics: &Metrics) -> fmt::Result {
    let store = &metrics.store;
    encoder.histograms(
        "commit_seconds",
        "How long a commit of a table took",
        MICROSECONDS,
        [(Labels::new(), &store.time_us)],
    )?;
    encoder.histograms(
        "commit_units",
        "How many decisions a table committed together",
        1.0,
        [(Labels::new(), &store.units)],
    )?;
    encoder.counters("commits_failed", "Commits that failed", one(store.failed.get()))
}

fn sockets(encoder: &mut Encoder<'_>, metrics: &Metrics) -> fmt::Result {
    let (sockets, by_code) = (&metrics.sockets, |label: &'static str, all: Vec<(&'static str, u64)>| {
        all.into_iter().map(move |(code, count)| (vec![(label, code.to_owned())], count))
    });
    let ended: u64 = sockets.ended.all().iter().fold(0, |sum, (_, count)| sum.saturating_add(*count));
    encoder.gauges(
        "sockets_open",
        "Sockets that are open",
        one(sockets.opened.get().saturating_sub(ended)),
    )?;
    encoder.gauges(
        "sockets_waiting_bytes",
        "Bytes that wait for open sockets to take them",
        one(count(sockets.waiting.get())),
    )?;
    encoder.counters("sockets_opened", "Sockets that were opened", one(sockets.opened.get()))?;
    encoder.counters(
        "sockets_joined",
        "Sockets whose client said who it is",
        by_code("audience", sockets.joined.all()),
    )?;
    encoder.counters(
        "sockets_ended",
        "Sockets that ended, by reason",
        by_code("reason", sockets.ended.all()),
    )?;
    encoder.counters(
        "frames_published",
        "Frames of tables that were published",
        one(sockets.frames.get()),
    )?;
    encoder.counters(
        "frames_delivered",
        "Published frames, once for each socket",
        one(sockets.deliveries.get()),
    )?;
    encoder.counters("messages_received", "Messages of clients", one(sockets.received.get()))?;
    encoder.counters("log_ins", "Log-ins by result", by_code("result", metrics.log_ins.all()))
}

fn recordings(encoder: &mut Encoder<'_>, metrics: &Metrics) -> fmt::Result {
    let statuses = metrics.recordings.statuses();
    let by_table = |count: fn(&video::Status) -> u64| {
        statuses.iter().map(move |(table, status)| (vec![("table", table.to_string())], count(status)))
    };
    let records = by_table(|status| u64::from(status.records()));
    encoder.gauges("recording_live", "Whether a table is recorded at the moment", records)?;
    let short = by_table(|status| u64::from(status.room != video::Room::Plenty));
    encoder.gauges("recording_room_short", "Whether the disk of a recording has little room left", short)?;
    encoder.counters("recording_runs", "How often ffmpeg was started", by_table(|status| status.runs))?;
    encoder.counters(
        "recording_segments",
        "Segments that were recorded",
        by_table(|status| status.segments),
    )?;
    encoder.counters("recording_bytes", "Bytes that were recorded", by_table(|status| status.bytes))
}

fn http(encoder: &mut Encoder<'_>, metrics: &Metrics) -> fmt::Result {
    let routes = metrics.http.all();
    let labels = |method: &str, route: &str| -> Labels {
        vec![("method", method.to_owned()), ("route", route.to_owned())]
    };
    let requests = routes.iter().flat_map(|(method, route, counts)| {
        counts.statuses().map(|(status, count)| {
            let mut labels = labels(method, route);
            labels.push(("status", status));
            (labels, count)
        })
    });
    encoder.counters("http_requests", "Requests by route and status", requests)?;
    let times = routes.iter().map(|(method, route, counts)| (labels(method, route), counts.time_us()));
    encoder.histograms("http_request_seconds", "How long an answer took", MICROSECONDS, times)
}

fn process(encoder: &mut Encoder<'_>, metrics: &Metrics) -> fmt::Result {
    encoder.gauges(
        "uptime_seconds",
        "How long the server has run",
        one(metrics.started.elapsed().as_secs()),
    )?;
    for (name, help, value) in [
        ("open_fds", "Files that the process has open", process::open_files()),
        ("max_fds", "Files that the process may have open", process::most_files()),
        ("resident_memory_bytes", "Memory in use", process::resident_memory()),
        ("threads", "Threads of the process", process::threads()),
    ] {
        encoder.gauges(name, help, value.map(|value| (Labels::new(), value)))?;
    }
    Ok(())
}
