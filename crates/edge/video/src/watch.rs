//! Whether a run still records, and when the next one begins. Takes times as values and knows no process.

/// How long the first frame of a run may take.
const START_MS: u64 = 10_000;
/// How long the frames of a run may stand still.
const FRAMES_MS: u64 = 3_000;
/// Within how many lengths of a segment the next one must be finished.
const SEGMENTS: u64 = 3;
/// How far the times of segments may drift from the clock since the run began.
const DRIFT_MS: i64 = 500;
/// How many segments in a row must have drifted.
const DRIFTED: u32 = 3;
/// The first pause between two runs, and the longest.
const PAUSE_MS: (u64, u64) = (500, 30_000);

/// Why a run is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stale {
    /// No frame came for too long.
    #[error("no frame came for {0} ms")]
    NoFrames(u64),
    /// Frames come, and no segment is finished.
    #[error("no segment was finished for {0} ms")]
    NoSegments(u64),
    /// The times of its segments are not those of the clock any more.
    #[error("the times of the recording are {0} ms off the clock")]
    Drift(i64),
}

/// Watches one run. `now` is a clock that never jumps, in milliseconds.
#[derive(Clone, Debug)]
pub struct Watch {
    segment_ms: u64,
    frames: Option<u64>,
    moved_at: u64,
    finished_at: u64,
    drift: Drift,
}

impl Watch {
    /// Watches a run that begins now.
    pub fn new(segment_ms: u32, now: u64) -> Self {
        Self {
            segment_ms: segment_ms.into(),
            frames: None,
            moved_at: now,
            finished_at: now,
            drift: Drift::default(),
        }
    }

    /// That many frames have been recorded so far.
    pub fn frames(&mut self, count: u64, now: u64) {
        if count > self.frames.unwrap_or_default() {
            if self.frames.is_none() {
                self.finished_at = now;
            }
            self.frames = Some(count);
            self.moved_at = now;
        }
    }

    /// A segment that ends at `to` was finished when the clock said `appeared`.
    pub fn segment(&mut self, to: i64, appeared: i64, now: u64) {
        self.finished_at = now;
        self.drift.note(appeared.saturating_sub(to));
    }

    /// Why the run must end now, if it must.
    pub fn stale(&self, now: u64) -> Option<Stale> {
        if let Some(off) = self.drift.off() {
            return Some(Stale::Drift(off));
        }
        let still = now.saturating_sub(self.moved_at);
        if still > if self.frames.is_some() { FRAMES_MS } else { START_MS } {
            return Some(Stale::NoFrames(still));
        }
        // A segment is finished with the first frame of the next one.
        let without = now.saturating_sub(self.finished_at);
        let allowed = self.segment_ms.saturating_mul(SEGMENTS).max(FRAMES_MS);
        (self.frames.is_some() && without > allowed).then_some(Stale::NoSegments(without))
    }
}

/// How far the times of a run's segments are off the clock. A file appears a little after its segment ends; what counts
/// is how that grew or shrank since the first one.
#[derive(Clone, Debug, Default)]
struct Drift {
    first: Option<i64>,
    drifted: u32,
    last: i64,
}

impl Drift {
    fn note(&mut self, late: i64) {
        self.last = late.saturating_sub(*self.first.get_or_insert(late));
        self.drifted = if self.last.abs() > DRIFT_MS { self.drifted.saturating_add(1) } else { 0 };
    }

    fn off(&self) -> Option<i64> {
        (self.drifted >= DRIFTED).then_some(self.last)
    }
}

/// The pauses between runs: half a second, then twice the pause before, up to half a minute. After a run that lasted
/// longer than half a minute, the pause is half a second again.
#[derive(Clone, Copy, Debug)]
pub struct Backoff(u64);

impl Default for Backoff {
    fn default() -> Self {
        Self(PAUSE_MS.0)
    }
}

impl Backoff {
    /// How long to wait after a run that lasted so long, in milliseconds.
    pub fn after(&mut self, lasted_ms: u64) -> u64 {
        if lasted_ms > PAUSE_MS.1 {
            self.0 = PAUSE_MS.0;
        }
        let pause = self.0;
        self.0 = pause.saturating_mul(2).min(PAUSE_MS.1);
        pause
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_frame_may_take_its_time_and_the_next_ones_may_not() {
        let mut watch = Watch::new(1_000, 0);
        assert_eq!(watch.stale(10_000), None);
        assert_eq!(watch.stale(10_001), Some(Stale::NoFrames(10_001)));
        watch.frames(1, 9_000);
        assert_eq!(watch.stale(12_000), None);
        assert_eq!(watch.stale(12_001), Some(Stale::NoFrames(3_001)));
        watch.frames(1, 11_000);
        assert_eq!(watch.stale(12_001), Some(Stale::NoFrames(3_001)), "the same count is no new frame");
    }

    #[test]
    fn frames_without_segments_end_a_run() {
        let mut watch = Watch::new(2_000, 0);
        watch.frames(1, 1_000);
        watch.frames(90, 6_900);
        assert_eq!(watch.stale(7_000), None);
        assert_eq!(watch.stale(7_001), Some(Stale::NoSegments(6_001)));
        watch.segment(1, 1, 7_000);
        assert_eq!(watch.stale(7_001), None);
    }

    #[test]
    fn three_segments_in_a_row_must_drift() {
        let mut watch = Watch::new(1_000, 0);
        watch.frames(1, 0);
        // What is late from the first on is the time that encoding takes, and no drift.
        for (late, expected) in [
            (700, None),
            (1_201, None),
            (1_201, None),
            (1_200, None),
            (1_201, None),
            (199, None),
            (1_300, Some(600)),
        ] {
            watch.segment(0, late, 0);
            assert_eq!(watch.stale(0), expected.map(Stale::Drift), "{late}");
        }
    }

    #[test]
    fn a_step_of_the_clock_is_a_drift() {
        let mut watch = Watch::new(1_000, 0);
        watch.segment(1_000, 1_050, 0);
        for no in 2..=4 {
            watch.segment(no * 1_000, no * 1_000 + 50 - 3_600_000, 0);
        }
        assert_eq!(watch.stale(0), Some(Stale::Drift(-3_600_000)));
    }

    #[test]
    fn pauses_double_up_to_half_a_minute() {
        let mut backoff = Backoff::default();
        let pauses: Vec<u64> = (0..8).map(|_| backoff.after(0)).collect();
        assert_eq!(pauses, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
        assert_eq!(backoff.after(30_000), 30_000, "a run must last longer than the longest pause");
        assert_eq!((backoff.after(30_001), backoff.after(0)), (500, 1_000));
    }

    proptest! {
        /// A run whose frames and segments come in time and keep time is never ended.
        #[test]
        fn a_run_that_works_is_left_alone(lates in proptest::collection::vec(-250_i64..=250, 1..200)) {
            let mut watch = Watch::new(1_000, 0);
            for (no, late) in (1_u32..).zip(lates) {
                let (now, to) = (u64::from(no) * 1_000, i64::from(no) * 1_000);
                watch.frames(u64::from(no) * 25, now);
                watch.segment(to, to + late, now);
                prop_assert_eq!(watch.stale(now + 999), None);
            }
        }
    }
}
