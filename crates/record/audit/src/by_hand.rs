//! Money by hand, followed entry by entry: what one supervisor adjusted alone was within the limits of the time, and
//! everything else was proposed by one person and approved by another.

use std::collections::BTreeMap;

use house::by_hand::{Adjuster, AdjustmentProposal, HouseSettings};
use house::log::Entity;
use house::ports::Adjustment;
use money::bounds;
use table::StaffId;

use crate::deviation::{Deviation, Place, refuse, same};

/// What was adjusted by hand so far.
#[derive(Debug, Default)]
pub(crate) struct ByHand {
    settings: HouseSettings,
    adjusters: BTreeMap<StaffId, Adjuster>,
    proposals: BTreeMap<u32, AdjustmentProposal>,
    /// Whether limits are on record: from the first entry that was written under them.
    limited: bool,
}

impl ByHand {
    /// Follows an adjustment by one supervisor alone.
    pub(crate) fn alone(
        &mut self,
        place: Place,
        adjusted: &Adjustment,
        counted: Option<&Entity>,
    ) -> Result<(), Deviation> {
        let Some(counted) = counted else {
            let before = "an adjustment that is counted for its supervisor";
            return if self.limited { refuse(place, before, "one that is not") } else { Ok(()) };
        };
        self.limited = true;
        bounded(place, adjusted.change)?;
        let before = self.adjusters.get(&adjusted.by);
        let Entity::Adjuster(stored) = counted else {
            return refuse(place, "what the supervisor adjusted on that day", format!("{counted:?}"));
        };
        let what = (adjusted.purse, adjusted.currency, adjusted.change);
        // The entry may be later than the decision; the day is that of the decision.
        let after = Adjuster::after(before, adjusted.by, stored.day, what, &self.settings.adjustments);
        let after =
            after.map_err(|why| Deviation::new(place, "an adjustment within the limits", why.to_string()))?;
        same(place, &after, stored)?;
        if stored.day > adjusted.at {
            return refuse(place, "a day that has begun", stored.day.0.to_string());
        }
        self.adjusters.insert(adjusted.by, after);
        Ok(())
    }

    /// Follows an entity about money by hand.
    pub(crate) fn changed(&mut self, place: Place, entity: &Entity) -> Result<(), Deviation> {
        match entity {
            Entity::HouseSettings(settings) => {
                self.limited = true;
                if !settings.adjustments.is_valid() {
                    return refuse(place, "limits that a house may have", format!("{settings:?}"));
                }
                self.settings = *settings;
            }
            Entity::Adjuster(_) => return refuse(place, "an adjustment with it", "none"),
            Entity::Adjustment(proposal) => {
                self.limited = true;
                bounded(place, proposal.change.change)?;
                let before = self.proposals.get(&proposal.number);
                if !proposal.may_follow(before) {
                    let expected = "a step of an adjustment that two persons take";
                    return refuse(place, expected, format!("{proposal:?}"));
                }
                self.proposals.insert(proposal.number, proposal.clone());
            }
            _ => {}
        }
        Ok(())
    }
}

fn bounded(place: Place, change: i64) -> Result<(), Deviation> {
    if change != 0 && change.unsigned_abs() <= bounds::ADJUSTMENT.minor() {
        return Ok(());
    }
    refuse(
        place,
        format!("an adjustment of {} at most, and not of nothing", bounds::ADJUSTMENT),
        change.to_string(),
    )
}
