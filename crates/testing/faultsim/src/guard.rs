//! A simulated member of staff who now and then excludes a patron for a day, while that patron plays.

use std::sync::Arc;
use std::time::Duration;

use auditor::{Attempts, Dice, ExclusionRequest};
use house::Rejection;
use table::{PatronId, StaffId};
use tokio::time::sleep;

use crate::patron::code;
use crate::sim_house::SimHouse;

/// The member of staff.
const BY: u32 = 9;

/// Excludes one of the patrons at these places, once, at some time of so many milliseconds.
pub(crate) async fn exclude_one(sim: Arc<SimHouse>, mut dice: Dice, ms: u64, places: Vec<usize>) {
    sleep(Duration::from_millis(dice.within(1..=ms))).await;
    let Some(patron) = dice.pick(&places).and_then(|place| sim.shared.seated(*place)) else { return };
    let (id, mut attempts) = (dice.id(), Attempts::default());
    attempts.send();
    let request = ExclusionRequest { by: BY, patron: patron.id.0, attempts };
    sim.shared.observed().supervisors.exclusions.insert(id.clone(), request);
    let answer = sim.house.exclude_by_house(PatronId(patron.id.0), Some(1), StaffId(BY), &id).await;
    sim.shared.answer("exclude a patron", answer.as_ref().map_or_else(code, |_| "done"));
    let mut observed = sim.shared.observed();
    let Some(request) = observed.supervisors.exclusions.get_mut(&id) else { return };
    match answer {
        Ok(_) => request.attempts.acknowledge(),
        Err(Rejection::Refused(_)) => request.attempts.refuse_without_settling(),
        Err(Rejection::Failed(_)) => request.attempts.lose(),
    }
}
