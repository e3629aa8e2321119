//! What of a span of time is recorded.

use serde::{Deserialize, Serialize};

use crate::segment::Segment;

/// How far two segments of one run may be apart without a gap between them: their times are rounded.
const SEAM_MS: i64 = 100;

/// A span of time, from its first millisecond to the one after its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The first millisecond.
    pub from: i64,
    /// The first one after it.
    pub to: i64,
}

/// How much of a span is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// All of it.
    All,
    /// Some of it.
    Part,
    /// Nothing.
    None,
}

impl Recorded {
    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Part => "part",
            Self::None => "none",
        }
    }
}

impl Span {
    /// Whether both have a moment in common.
    pub const fn meets(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }
}

/// What is recorded of a span, and what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// How much.
    pub recorded: Recorded,
    /// The parts that are missing, in their order.
    pub gaps: Vec<Span>,
}

/// What these segments, in order of time, have of a span.
pub fn coverage(segments: &[Segment], span: Span) -> Coverage {
    let (mut reached, mut gaps, mut any) = (span.from, Vec::new(), false);
    for segment in segments.iter().filter(|segment| span.meets(Span { from: segment.from, to: segment.to() }))
    {
        any = true;
        if segment.from > reached.saturating_add(SEAM_MS) {
            gaps.push(Span { from: reached, to: segment.from });
        }
        reached = reached.max(segment.to());
    }
    if !any {
        return Coverage { recorded: Recorded::None, gaps: vec![span] };
    }
    if span.to > reached.saturating_add(SEAM_MS) {
        gaps.push(Span { from: reached, to: span.to });
    }
    let recorded = if gaps.is_empty() { Recorded::All } else { Recorded::Part };
    Coverage { recorded, gaps }
}

/// Whether one segment follows another without a gap, in the same run.
pub fn joins(before: &Segment, after: &Segment) -> bool {
    before.run == after.run
        && after.no == before.no.saturating_add(1)
        && after.from.saturating_sub(before.to()).abs() <= SEAM_MS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn segment(from: i64, ms: u32) -> Segment {
        Segment { run: 1, no: 0, from, ms, bytes: 1, sha256: [0; 32], head: None }
    }

    #[test]
    fn gaps_are_named_with_their_times() {
        let segments = [segment(1_000, 1_000), segment(2_000, 1_000), segment(5_000, 1_000)];
        let of = |from, to| coverage(&segments, Span { from, to });
        assert_eq!(of(1_000, 3_000), Coverage { recorded: Recorded::All, gaps: vec![] });
        assert_eq!(of(1_500, 2_500), Coverage { recorded: Recorded::All, gaps: vec![] });
        let middle = vec![Span { from: 3_000, to: 5_000 }];
        assert_eq!(of(1_000, 6_000), Coverage { recorded: Recorded::Part, gaps: middle });
        let ends = vec![
            Span { from: 0, to: 1_000 },
            Span { from: 3_000, to: 5_000 },
            Span { from: 6_000, to: 7_000 },
        ];
        assert_eq!(of(0, 7_000), Coverage { recorded: Recorded::Part, gaps: ends });
        let all = vec![Span { from: 3_000, to: 5_000 }];
        assert_eq!(of(3_000, 5_000), Coverage { recorded: Recorded::None, gaps: all });
    }

    #[test]
    fn times_that_are_rounded_make_no_gap() {
        let segments = [segment(1_000, 960), segment(2_000, 1_000)];
        assert_eq!(coverage(&segments, Span { from: 1_000, to: 3_000 }).recorded, Recorded::All);
        let segments = [segment(1_000, 899), segment(2_000, 1_000)];
        assert_eq!(coverage(&segments, Span { from: 1_000, to: 3_000 }).recorded, Recorded::Part);
    }

    proptest! {
        /// A moment of the span is in a segment, in a gap, or in a seam.
        #[test]
        fn no_moment_is_lost(
            lengths in proptest::collection::vec((0_i64..3_000, 1_u32..2_000), 0..20),
            from in 0_i64..10_000,
            length in 1_i64..20_000,
        ) {
            let mut at = 0;
            let mut segments = Vec::new();
            for (pause, ms) in lengths {
                at += pause;
                segments.push(segment(at, ms));
                at += i64::from(ms);
            }
            let span = Span { from, to: from + length };
            let Coverage { recorded, gaps } = coverage(&segments, span);
            for moment in (span.from..span.to).step_by(37) {
                let covered = segments.iter().any(|s| (s.from..s.to()).contains(&moment));
                let missing = gaps.iter().any(|gap| (gap.from..gap.to).contains(&moment));
                prop_assert!(!(covered && missing), "{} is in a segment and in a gap", moment);
                let seam = segments.iter().any(|s| (s.to() - SEAM_MS..=s.to() + SEAM_MS).contains(&moment))
                    || moment < span.from + SEAM_MS;
                prop_assert!(covered || missing || seam, "{} is nowhere", moment);
            }
            prop_assert_eq!(recorded == Recorded::All, gaps.is_empty());
        }
    }
}
