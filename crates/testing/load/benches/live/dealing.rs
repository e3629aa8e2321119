//! The measurements at the tables: cards that are dealt, a device that falls silent, and one that is revoked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use shift::line::{Over, work};
use shift::{Mark, Shoe};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

use crate::floor::{deal as press, watch};
use crate::report::Report;
use crate::studio::{Studio, micros};

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Deals at all tables for a while, and notes how long each card took.
pub(crate) fn deal(
    runtime: &Runtime,
    studio: &Studio,
    shoes: &mut [Shoe],
    span: Duration,
    report: &mut Report,
) -> Result<(), String> {
    let (over, server) = (AtomicBool::new(false), studio.address);
    let mut seen = vec![Vec::new(); shoes.len()];
    let pressed = thread::scope(|scope| {
        let dealers: Vec<_> = (1..)
            .zip(&studio.dealers)
            .zip(shoes.iter().map(Shoe::wishes))
            .map(|((table, dealer), wishes)| {
                let over = &over;
                scope.spawn(move || press(&studio.http(), (table, dealer), &wishes, over))
            })
            .collect();
        runtime.block_on(async {
            let lines = join_all(shoes.iter_mut().map(|shoe| work(shoe, server)));
            let patrons = join_all((1..).zip(&mut seen).map(|(table, seen)| watch(server, table, seen)));
            tokio::select! {
                _ = lines => {}
                _ = patrons => {}
                () = sleep(span) => {}
            }
        });
        over.store(true, Ordering::Relaxed);
        dealers.into_iter().try_for_each(|dealer| dealer.join().map_err(|_| "a dealer stopped".to_owned())?)
    });
    let pressed: Result<(), String> = pressed;
    pressed?;
    for (shoe, seen) in shoes.iter().zip(&seen) {
        note(shoe.marks(), seen, report);
    }
    if report.durable.is_empty() { Err("no card was dealt".to_owned()) } else { Ok(()) }
}

/// Notes how long each dealt card of a table took to its ack and to its frame. One card is under way at a time, so a
/// frame is of the last card that was sent before it.
fn note(marks: &[Mark], seen: &[Instant], report: &mut Report) {
    let mut frames = seen.iter().peekable();
    for (place, mark) in marks.iter().enumerate().filter(|(_, mark)| mark.is_dealt) {
        let next = marks.get(place + 1).map(|next| next.sent);
        while frames.next_if(|at| **at < mark.sent).is_some() {}
        let shown = frames.next_if(|at| next.is_none_or(|next| **at < next));
        report.durable.extend(mark.acked.map(|at| micros(at - mark.sent)));
        report.shown.extend(shown.map(|at| micros(*at - mark.sent)));
    }
}

/// The first device falls silent, with its line open: when its table says so.
pub(crate) fn fall_silent(
    runtime: &Runtime,
    studio: &Studio,
    shoes: &mut [Shoe],
    report: &mut Report,
) -> Result<(), String> {
    let shoe = shoes.first_mut().ok_or("no shoe")?;
    let http = studio.http();
    runtime.block_on(async {
        let mut line = Box::pin(work(shoe, studio.address));
        let (device, dealer) = (studio.devices.first().copied(), &studio.dealers[0]);
        let joined = async {
            while http.live(1, dealer, None)?.device_id != device {
                sleep(Duration::from_millis(20)).await;
            }
            // At least one beat, so that the silence begins within a beat of it.
            sleep(Duration::from_millis(1_500)).await;
            Ok::<(), String>(())
        };
        tokio::select! {
            _ = &mut line => return Err("the line ended".to_owned()),
            joined = joined => joined?,
        }
        // The line stays open, and nobody carries it on.
        let (start, mut version) = (Instant::now(), None);
        while start.elapsed() < PATIENCE {
            let status = http.live(1, dealer, version.as_deref())?;
            if status.device_id.is_none() {
                report.lost = micros(start.elapsed());
                return Ok(());
            }
            version = Some(status.version);
        }
        Err("the silent device is not lost".to_owned())
    })
}

/// The last device is revoked: when its session has ended.
pub(crate) fn revoke(
    runtime: &Runtime,
    studio: &mut Studio,
    shoes: &mut [Shoe],
    report: &mut Report,
) -> Result<(), String> {
    let (device, address) = (studio.devices.last().copied().ok_or("no device")?, studio.address);
    let (table, http, dealer) =
        (studio.tables, studio.http(), studio.dealers.last().cloned().unwrap_or_default());
    let shoe = shoes.last_mut().ok_or("no shoe")?;
    thread::scope(|scope| {
        let joined = scope.spawn(move || -> Result<Instant, String> {
            let start = Instant::now();
            let mut version = None;
            while start.elapsed() < PATIENCE {
                let status = http.live(table, &dealer, version.as_deref())?;
                if status.device_id == Some(device) {
                    let at = Instant::now();
                    studio.ask(0, &format!("/devices/{device}/revoke"), json!({"why": "measured"}))?;
                    return Ok(at);
                }
                version = Some(status.version);
            }
            Err("the device does not join".to_owned())
        });
        let ended = runtime.block_on(async {
            let over = timeout(PATIENCE, work(shoe, address)).await;
            over.map(|over| (over, Instant::now()))
                .map_err(|_| "the session of the revoked device goes on".to_owned())
        });
        let asked = joined.join().map_err(|_| "the supervisor stopped".to_owned())??;
        match ended? {
            (Over::Broken(_), at) => report.revoked = micros(at - asked),
            (Over::Gone, _) => return Err("the server is gone".to_owned()),
        }
        Ok(())
    })
}
