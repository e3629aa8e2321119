//! The figures of a run, each with its range and the limit it is held to: as a table, and as JSON. Measures nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use load::series::Series;
use serde::Serialize;

use crate::contender::Kind;
use crate::run::Figures;

/// A figure: how it is taken from a measurement, and what it is called.
type Column = (&'static str, fn(&Figures) -> u64);

const COLUMNS: [Column; 11] = [
    ("CPU of a delivery, ns", |it| it.delivery_cpu),
    ("bytes of a delivery", |it| it.bytes),
    ("deliveries/s, as fast as it can", |it| it.saturated),
    ("CPU of a delivery then, ns", |it| it.saturated_cpu),
    ("client's CPU of a delivery then, ns", |it| it.client_cpu),
    ("idle socket, RSS bytes", |it| it.idle.rss),
    ("idle socket, PSS bytes", |it| it.idle.pss),
    ("CPU of a join, ns", |it| it.join_cpu),
    ("time of a join, p99, us", |it| it.join_p99),
    ("time of the slowest join, us", |it| it.slowest_join),
    ("all joined after, us", |it| it.all_joined),
];

/// From how many sockets on a server is held to the control.
const MANY: u32 = 5_000;
/// The most processor time of a delivery, in thousandths of the control's.
const DELIVERY: u64 = 650;
/// The least deliveries in a second, in thousandths of the control's.
const SATURATED: u64 = 1_400;
/// The most memory of an idle socket, in bytes.
const IDLE: u64 = 8 << 10;
/// The longest frame of a settled round, in bytes.
const ROUND_END: u64 = 400;
/// The most processor time of a join, in thousandths of that with the fewest sockets.
const LINEAR: u64 = 1_500;
/// The longest time of a join, in microseconds: a connection that found the listener full would take a second.
const NO_STALL: u64 = 1_000_000;

/// All measurements.
pub(crate) struct Report {
    sockets: Vec<u32>,
    measured: BTreeMap<(u32, &'static str), Vec<Figures>>,
}

/// A figure that is held to a limit.
#[derive(Serialize)]
struct Verdict {
    what: String,
    value: u64,
    limit: u64,
    held: bool,
}

#[derive(Serialize)]
struct Row {
    sockets: u32,
    server: &'static str,
    figure: &'static str,
    least: u64,
    median: u64,
    most: u64,
}

#[derive(Serialize)]
struct Document {
    rows: Vec<Row>,
    verdicts: Vec<Verdict>,
}

impl Report {
    pub(crate) fn new(sockets: &[u32]) -> Self {
        Self { sockets: sockets.to_vec(), measured: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, sockets: u32, server: &'static str, figures: Figures) {
        self.measured.entry((sockets, server)).or_default().push(figures);
    }

    /// Whether every limit is held.
    pub(crate) fn held(&self) -> bool {
        self.verdicts().iter().all(|verdict| verdict.held)
    }

    pub(crate) fn json(&self) -> String {
        let document = Document { rows: self.rows(), verdicts: self.verdicts() };
        serde_json::to_string(&document).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut heading = None;
        for Row { sockets, server, figure, least, median, most } in self.rows() {
            if heading != Some((sockets, figure)) {
                let _ = writeln!(text, "{sockets:>6} sockets: {figure}");
                heading = Some((sockets, figure));
            }
            let _ = writeln!(text, "    {server:<8} {median:>10}  ({least} to {most})");
        }
        for Verdict { what, value, limit, held } in self.verdicts() {
            let held = if held { "held" } else { "MISSED" };
            let _ = writeln!(text, "{what:<62}{value:>9}  limit {limit:>8}  {held}");
        }
        text
    }

    fn series(&self, sockets: u32, server: &'static str, value: fn(&Figures) -> u64) -> Option<Series> {
        let measured = self.measured.get(&(sockets, server))?;
        Some(measured.iter().map(value).collect())
    }

    fn median(&self, sockets: u32, server: &'static str, value: fn(&Figures) -> u64) -> Option<u64> {
        self.series(sockets, server, value).map(|series| series.median())
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for sockets in &self.sockets {
            for (figure, value) in COLUMNS {
                for server in [Kind::PUNTO, Kind::BEFORE, Kind::CONTROL] {
                    let Some(series) = self.series(*sockets, server, value) else { continue };
                    let (least, median, most) = (series.least(), series.median(), series.most());
                    rows.push(Row { sockets: *sockets, server, figure, least, median, most });
                }
            }
        }
        rows
    }

    /// The figures of our server, held to the limits and to the control.
    fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for sockets in &self.sockets {
            let ours = |value| self.median(*sockets, Kind::PUNTO, value).unwrap_or_default();
            if *sockets >= MANY {
                let delivery = self.thousandths(*sockets, Kind::CONTROL, |it| it.delivery_cpu);
                verdicts.extend(
                    delivery.map(|it| {
                        most(*sockets, "CPU of a delivery, thousandths of the control", it, DELIVERY)
                    }),
                );
                let saturated = self.thousandths(*sockets, Kind::CONTROL, |it| it.saturated);
                verdicts.extend(saturated.map(|it| Verdict {
                    held: it >= SATURATED,
                    ..most(*sockets, "deliveries/s, thousandths of the control", it, SATURATED)
                }));
                verdicts.push(most(*sockets, "idle socket, RSS bytes", ours(|it| it.idle.rss), IDLE));
                verdicts.push(most(
                    *sockets,
                    "frame of a settled round, bytes",
                    ours(|it| it.round_end),
                    ROUND_END,
                ));
            }
            verdicts.push(most(*sockets, "slowest join, us", ours(|it| it.slowest_join), NO_STALL));
        }
        if let (Some(few), Some(many)) = (self.sockets.iter().min(), self.sockets.iter().max()) {
            let cpu = |sockets| self.median(sockets, Kind::PUNTO, |it| it.join_cpu).unwrap_or_default();
            let ratio = cpu(*many).saturating_mul(1_000) / cpu(*few).max(1);
            let what = format!("CPU of a join, thousandths of that with {few} sockets");
            verdicts.push(most(*many, &what, ratio, LINEAR));
        }
        verdicts
    }

    /// Our median in thousandths of that of another server.
    fn thousandths(&self, sockets: u32, server: &'static str, value: fn(&Figures) -> u64) -> Option<u64> {
        let ours = self.median(sockets, Kind::PUNTO, value)?;
        let theirs = self.median(sockets, server, value)?;
        Some(ours.saturating_mul(1_000) / theirs.max(1))
    }
}

fn most(sockets: u32, what: &str, value: u64, limit: u64) -> Verdict {
    Verdict { what: format!("{sockets:>6} sockets: {what}"), value, limit, held: value <= limit }
}
