//! The task that keeps the time of patrons: it sends reality checks, ends the play of those whose time is used up, and
//! puts their time on record. It also reads a protection again whose change was not answered.

use std::sync::Arc;

use tokio::sync::watch;
use tracing::warn;

use super::gate::Gate;
use crate::context::Context;
use crate::patrons::notice::{Notice, RealityCheck};
use crate::ports::StoreFailure;
use crate::wait::sleep;

/// How long it waits before it tries again what could not be done.
const RETRY_MS: u64 = 1_000;

/// Keeps the time of patrons until the house closes, then puts all of it on record.
pub(crate) async fn keep_time(context: Context, mut stop: watch::Receiver<bool>) {
    resume(&context).await;
    let mut retry = false;
    loop {
        let now = context.clock.now();
        let due = context.gates.all_watched().iter().filter_map(|gate| gate.due_in(now)).min();
        let wait = if retry { due.map(|due| due.max(RETRY_MS)) } else { due };
        tokio::select! {
            biased;
            _ = stop.changed() => break,
            () = context.gates.woken() => {}
            () = sleep(wait) => {}
        }
        retry = false;
        for gate in context.gates.all_watched() {
            if let Ok(known) = gate.known.try_read() {
                context.gates.is_free(&gate, known.as_ref(), context.clock.now());
            }
            if gate.due_in(context.clock.now()) == Some(0) {
                retry |= !keep(&context, &gate).await.unwrap_or_else(|failure| {
                    warn!(patron = gate.patron.0, %failure, "the time of a patron was not kept; it is tried again");
                    false
                });
            }
        }
    }
    for gate in context.gates.all_watched() {
        if let Err(failure) = context.record_time(&gate, context.clock.now()).await {
            warn!(patron = gate.patron.0, %failure, "the time of a patron is not on record");
        }
    }
}

/// Takes up the time and the protection of patrons who had a seat when the house was opened.
async fn resume(context: &Context) {
    for patron in context.presence.seated() {
        let gate = context.gates.of(patron);
        let mut known = gate.known.write().await;
        if let Err(failure) = context.protection_of(&gate, &mut known).await {
            warn!(patron = patron.0, %failure, "the protection of a patron was not read; it is tried again");
            context.gates.watch(&gate, true);
            gate.set_unread(true);
        }
    }
}

/// Does what is due for one patron. False while a slip of theirs is under way: what is due waits for it.
async fn keep(context: &Context, gate: &Arc<Gate>) -> Result<bool, StoreFailure> {
    let Ok(mut guard) = gate.known.try_write() else { return Ok(false) };
    let known = context.protection_of(gate, &mut guard).await?;
    let now = context.clock.now();
    context.follow_leaving(gate, &known.protection, now);
    if let Some(clock) = &mut gate.watch().clock {
        clock.follow(now);
    }
    if gate.watch().clock.as_ref().is_some_and(|clock| clock.has_check_to_send(now)) {
        let spent = context.spent(gate, known, now).await?;
        if let Some(check) = gate.reality_check(&spent, now) {
            context.channels.send(gate.patron, Notice::RealityCheck(check));
        }
        if let Some(clock) = &mut gate.watch().clock {
            clock.check_sent();
        }
    }
    context.record_time(gate, now).await?;
    Ok(true)
}

impl Gate {
    /// What a reality check says now; none without a seat.
    pub(crate) fn reality_check(
        &self,
        spent: &super::spent::Spent,
        now: table::Timestamp,
    ) -> Option<RealityCheck> {
        let time = self.watch().clock.as_ref()?.time(now);
        let sitting = time.sitting?;
        let played = spent.since_sitting();
        let minutes = sitting.played_ms.checked_div(60_000).unwrap_or_default();
        Some(RealityCheck { since: sitting.since, minutes, staked: played.staked, lost: played.lost })
    }
}
