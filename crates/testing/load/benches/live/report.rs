//! The figures of a run, those of cards as multiples of one fsync, and the limits they are held to. Measures nothing.

use std::fmt::Write as _;

use load::series::Series;
use serde::Serialize;

/// What was measured. All times are microseconds.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) tables: u32,
    /// One fsync of a page.
    pub(crate) control: Vec<u64>,
    /// From a record that was sent to its ack.
    pub(crate) durable: Vec<u64>,
    /// From a record that was sent to the frame with its card on a patron's socket.
    pub(crate) shown: Vec<u64>,
    /// From the last thing that a device did to the status without it.
    pub(crate) lost: u64,
    /// From the request to revoke a device to the end of its session.
    pub(crate) revoked: u64,
    /// The processor time that the server itself uses in a second while all tables are recorded.
    pub(crate) recording: u64,
    /// One record.
    pub(crate) verified: Vec<u64>,
    /// All records of a shoe.
    pub(crate) whole: Vec<u64>,
}

/// A figure that is held to a limit.
#[derive(Serialize)]
struct Verdict {
    what: &'static str,
    us: u64,
    limit_us: u64,
    held: bool,
}

#[derive(Serialize)]
struct Row {
    what: &'static str,
    count: usize,
    p50_us: u64,
    p99_us: u64,
    most_us: u64,
    /// In hundredths of the same quantile of one fsync.
    p50_of_fsync: u64,
    p99_of_fsync: u64,
}

#[derive(Serialize)]
struct Document {
    tables: u32,
    rows: Vec<Row>,
    verdicts: Vec<Verdict>,
}

impl Report {
    /// Whether every limit is held.
    pub(crate) fn held(&self) -> bool {
        self.verdicts().iter().all(|verdict| verdict.held)
    }

    pub(crate) fn json(&self) -> String {
        let document = Document { tables: self.tables, rows: self.rows(), verdicts: self.verdicts() };
        serde_json::to_string(&document).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!("live tables: {}\n", self.tables);
        // Writing into a string does not fail.
        for Row { what, count, p50_us, p99_us, most_us, p50_of_fsync, p99_of_fsync } in self.rows() {
            let of = |hundredths: u64| format!("{}.{:02}", hundredths / 100, hundredths % 100);
            let (p50, p99) = (of(p50_of_fsync), of(p99_of_fsync));
            let _ = writeln!(
                text,
                "{what:<36}{count:>7} times   p50 {p50_us:>7} us, {p50:>6} fsyncs   p99 {p99_us:>7} us, {p99:>6} fsyncs   \
                 most {most_us:>7} us"
            );
        }
        for Verdict { what, us, limit_us, held } in self.verdicts() {
            let held = if held { "held" } else { "MISSED" };
            let _ = writeln!(text, "{what:<44}{us:>9} us   limit {limit_us:>9} us   {held}");
        }
        text.pop();
        text
    }

    fn rows(&self) -> Vec<Row> {
        let series = |times: &[u64]| times.iter().copied().collect::<Series>();
        let control = series(&self.control);
        let row = |(what, times): (&'static str, &Vec<u64>)| {
            let own = series(times);
            let of = |part| own.quantile(part).saturating_mul(100) / control.quantile(part).max(1);
            Row {
                what,
                count: own.len(),
                p50_us: own.median(),
                p99_us: own.quantile(990),
                most_us: own.most(),
                p50_of_fsync: of(500),
                p99_of_fsync: of(990),
            }
        };
        let all = [
            ("one fsync of a page", &self.control),
            ("record sent to card durable", &self.durable),
            ("record sent to a patron's socket", &self.shown),
            ("verify one record", &self.verified),
            ("verify a whole shoe", &self.whole),
        ];
        all.into_iter().map(row).collect()
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let p99 = |times: &[u64]| times.iter().copied().collect::<Series>().quantile(990);
        let median = |times: &[u64]| times.iter().copied().collect::<Series>().median();
        let all = [
            ("record sent to card durable: p99", p99(&self.durable), 20_000),
            ("record sent to a patron's socket: p99", p99(&self.shown), 50_000),
            ("a silent device to the status without it", self.lost, 3_500_000),
            ("a device revoked to its session ended", self.revoked, 1_000_000),
            ("the server, a second of all tables recorded", self.recording, 100_000),
            ("verify one record: p50", median(&self.verified), 100),
            ("verify a whole shoe: p50", median(&self.whole), 100_000),
        ];
        let verdict = |(what, us, limit_us)| Verdict { what, us, limit_us, held: us <= limit_us };
        all.into_iter().map(verdict).collect()
    }
}
