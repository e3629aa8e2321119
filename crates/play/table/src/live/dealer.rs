//! Where the cards of a table come from, as it is set up. Data, and which settings do not go together.

use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;

/// The algorithm of shoes whose cards a device reads.
pub const SCANNER_ALGORITHM: &str = "punto-scanner-1";

/// Where the cards of a table come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Dealer {
    /// Shuffled shoes, and the clock.
    #[default]
    Shuffle,
    /// A dealer with a shoe that reads its cards.
    Scanner(ScannerSettings),
}

/// The word for a [`Dealer`] in settings.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::AsRefStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DealerKind {
    /// See [`Dealer::Shuffle`].
    #[default]
    Shuffle,
    /// See [`Dealer::Scanner`].
    Scanner,
}

/// How a table with a card-reading shoe is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScannerSettings {
    /// Who begins a round.
    pub start: Start,
    /// Which shoes may be loaded.
    pub shoes: Shoes,
    /// Whether all cards that are left pass the sensor after the last round, to be counted.
    pub count_out: bool,
    /// Whether a card is burned face up when one dealer hands over to another.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub burn_on_handover: bool,
    /// How sure a device has to be of a card, up to 1000.
    pub conf_min: u16,
    /// How long the table waits for a card before its dealer is reminded, in milliseconds.
    pub dealer_ms: u32,
    /// How long it waits before a supervisor is called, in milliseconds.
    pub supervisor_ms: u32,
    /// How long a round stays without a card before it is voided, in milliseconds.
    pub abandon_ms: u32,
}

impl Default for ScannerSettings {
    fn default() -> Self {
        Self {
            start: Start::Dealer,
            shoes: Shoes::Any,
            count_out: false,
            burn_on_handover: false,
            conf_min: 950,
            dealer_ms: 20_000,
            supervisor_ms: 60_000,
            abandon_ms: 900_000,
        }
    }
}

/// Who begins a round.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::AsRefStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Start {
    /// The dealer.
    #[default]
    Dealer,
    /// The clock.
    Auto,
}

/// Which shoes may be loaded.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::AsRefStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Shoes {
    /// Any with the decks of the house rules.
    #[default]
    Any,
    /// Those that a supervisor assigned.
    Assigned,
}

/// Why settings of a dealer do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealerProblem {
    /// Settings of a scanner at a table without one.
    #[error(
        "`scanner` is set, but `dealer` is \"shuffle\"; set `dealer = \"scanner\"` or leave `scanner` out"
    )]
    NoScanner,
    /// A beacon cannot draw cards that a dealer draws.
    #[error("a dealer draws the cards, so no beacon can; leave `draw` out")]
    DrawnByBeacon,
    /// The confidence is no part of 1000.
    #[error("`conf_min` is {0}; it is 0 to 1000")]
    Confidence(u16),
    /// A wait is no wait.
    #[error("`dealer_ms`, `supervisor_ms` and `abandon_ms` are at least 1000")]
    NoWait,
    /// A supervisor would be called before the dealer was reminded.
    #[error(
        "`supervisor_ms` is shorter than `dealer_ms`; a supervisor is called after the dealer was reminded"
    )]
    CalledFirst,
    /// A round would be voided before a supervisor had time to answer.
    #[error(
        "`abandon_ms` is shorter than three times `supervisor_ms`, the time in which a supervisor answers"
    )]
    AbandonedFirst,
}

/// The least of each wait, in milliseconds.
const LEAST_WAIT_MS: u32 = 1_000;

impl Dealer {
    /// The dealer that settings name.
    ///
    /// # Errors
    /// [`DealerProblem`], the first that holds.
    pub fn of(
        kind: DealerKind,
        scanner: Option<ScannerSettings>,
        draw: Drawing,
    ) -> Result<Self, DealerProblem> {
        let dealer = match (kind, scanner) {
            (DealerKind::Shuffle, None) => Self::Shuffle,
            (DealerKind::Shuffle, Some(_)) => return Err(DealerProblem::NoScanner),
            (DealerKind::Scanner, scanner) => Self::Scanner(scanner.unwrap_or_default()),
        };
        dealer.check(draw).map(|()| dealer)
    }

    /// Whether the settings go together, with what decides the cards of the table.
    ///
    /// # Errors
    /// [`DealerProblem`], the first that holds.
    pub fn check(&self, draw: Drawing) -> Result<(), DealerProblem> {
        let Self::Scanner(scanner) = self else { return Ok(()) };
        let ScannerSettings { conf_min, dealer_ms, supervisor_ms, abandon_ms, .. } = *scanner;
        let problems = [
            (!draw.is_sealed(), DealerProblem::DrawnByBeacon),
            (conf_min > 1000, DealerProblem::Confidence(conf_min)),
            (dealer_ms.min(supervisor_ms).min(abandon_ms) < LEAST_WAIT_MS, DealerProblem::NoWait),
            (supervisor_ms < dealer_ms, DealerProblem::CalledFirst),
            (abandon_ms < scanner.unanswered_ms(), DealerProblem::AbandonedFirst),
        ];
        problems.into_iter().find(|(holds, _)| *holds).map_or(Ok(()), |(_, problem)| Err(problem))
    }

    /// Its word in settings.
    pub const fn kind(&self) -> DealerKind {
        match self {
            Self::Shuffle => DealerKind::Shuffle,
            Self::Scanner(_) => DealerKind::Scanner,
        }
    }

    /// The settings of its scanner, if it has one.
    pub const fn scanner(&self) -> Option<&ScannerSettings> {
        match self {
            Self::Shuffle => None,
            Self::Scanner(scanner) => Some(scanner),
        }
    }
}

impl ScannerSettings {
    /// After how long without an answer of a supervisor a card that cannot be read voids its round, in milliseconds.
    pub const fn unanswered_ms(&self) -> u32 {
        self.supervisor_ms.saturating_mul(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_do_not_go_together_are_refused_with_the_reason() {
        let built_in = ScannerSettings::default();
        assert_eq!(Dealer::of(DealerKind::Shuffle, None, Drawing::AfterBets), Ok(Dealer::Shuffle));
        let scanner = Dealer::of(DealerKind::Scanner, None, Drawing::Sealed).unwrap();
        assert_eq!((scanner.scanner(), scanner.kind()), (Some(&built_in), DealerKind::Scanner));
        for (kind, scanner, draw, problem) in [
            (DealerKind::Shuffle, built_in.clone(), Drawing::Sealed, DealerProblem::NoScanner),
            (DealerKind::Scanner, built_in.clone(), Drawing::AfterBets, DealerProblem::DrawnByBeacon),
            (
                DealerKind::Scanner,
                ScannerSettings { conf_min: 1001, ..built_in.clone() },
                Drawing::Sealed,
                DealerProblem::Confidence(1001),
            ),
            (
                DealerKind::Scanner,
                ScannerSettings { dealer_ms: 999, ..built_in.clone() },
                Drawing::Sealed,
                DealerProblem::NoWait,
            ),
            (
                DealerKind::Scanner,
                ScannerSettings { dealer_ms: 60_001, ..built_in.clone() },
                Drawing::Sealed,
                DealerProblem::CalledFirst,
            ),
            (
                DealerKind::Scanner,
                ScannerSettings { abandon_ms: 179_999, ..built_in.clone() },
                Drawing::Sealed,
                DealerProblem::AbandonedFirst,
            ),
        ] {
            assert_eq!(Dealer::of(kind, Some(scanner), draw), Err(problem));
        }
    }

    #[test]
    fn settings_are_read_strictly_and_what_is_left_out_is_built_in() {
        let read = serde_json::from_str::<ScannerSettings>(
            r#"{"start":"auto","shoes":"assigned","count_out":true}"#,
        );
        let built_in = ScannerSettings::default();
        let expected =
            ScannerSettings { start: Start::Auto, shoes: Shoes::Assigned, count_out: true, ..built_in };
        assert_eq!(read.unwrap(), expected);
        assert!(serde_json::from_str::<ScannerSettings>(r#"{"starts":"auto"}"#).is_err());
    }
}
