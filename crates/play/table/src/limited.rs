//! The limits of a stake: those of the house rules, the table and the patron's own range, and which of them refuses it.

use baccarat::{Limit, SlipRefusal, Spot};

use crate::refusal::Refusal;
use crate::settings::SpotLimits;
use crate::state::Table;

/// What a patron with this range of their own may stake on a spot.
pub(crate) fn allowed(table: &Table, own: Option<&SpotLimits>, spot: Spot) -> Limit {
    let limit = table.settings.limit(spot);
    own.map_or(limit, |own| limit.intersection(own.on(spot)))
}

/// The refusal of wagers, with what limits the stake if they are refused for a limit. `own`: the patron's range.
pub(crate) fn limited(table: &Table, own: Option<&SpotLimits>, refusal: SlipRefusal) -> Refusal {
    let sources = |spot| table.settings.limits(spot, own);
    let source = match refusal {
        SlipRefusal::BelowMinimum { spot, minimum, .. } => {
            sources(spot).into_iter().find(|(_, limit)| limit.minimum == minimum)
        }
        SlipRefusal::AboveMaximum { spot, maximum, .. } => {
            sources(spot).into_iter().find(|(_, limit)| limit.maximum == Some(maximum))
        }
        _ => None,
    };
    match source {
        Some((by, _)) => Refusal::Limit { refusal, by },
        None => Refusal::Slip(refusal),
    }
}
