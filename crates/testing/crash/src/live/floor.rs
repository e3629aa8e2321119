//! The live tables of a run: how they are set up, and their shifts while a server runs. Judges nothing.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Mutex;

use auditor::LiveObservations;
use futures_util::future::join_all;
use serde_json::{Value, json};
use shift::{Manner, Shoe, line};
use wire::devices::{Device, DeviceCode, DeviceResponse};

use super::people::{LiveDealer, supervise};
use super::tables::LIVE_TABLES;
use crate::options::Options;
use crate::staff::{Staff, must};
use crate::supervisor::lock;

/// How fast cards pass, and in how many of a thousand readings something goes wrong.
const MANNER: Manner = Manner { pause: (10, 50), faulty: 15, marks: false };
/// In how many of a thousand cycles a device was switched off and on.
const RESTARTED: u64 = 250;

/// The live tables of a run.
pub(crate) struct LiveFloor {
    stations: Vec<Station>,
    observed: Mutex<LiveObservations>,
    /// How often a device was switched off and on.
    pub(crate) restarts: usize,
}

/// A live table with its shoe and its dealer.
struct Station {
    device: u32,
    shoe: Shoe,
    dealer: LiveDealer,
}

impl LiveFloor {
    /// Puts a device on record at each live table, by two supervisors. The state files lie in the folder.
    pub(crate) async fn set_up(
        options: &Options,
        folder: &Path,
        server: SocketAddr,
        staff: &[Staff],
        dealers: Vec<String>,
    ) -> Result<Self, String> {
        let [ann, ben, ..] = staff else { return Err("there are not two supervisors".to_owned()) };
        let mut stations = Vec::new();
        for (table, token) in LIVE_TABLES.into_iter().zip(dealers) {
            let file = folder.join(format!("device-{table}.state"));
            let secret = options.dice("device", 0, table).bytes();
            let shoe = Shoe::open(&file, secret, MANNER, options.dice("shoe", 0, table))?;
            let enrolled = enrol(server, (table, &shoe), [ann, ben]).await;
            let device = enrolled.map_err(|error| format!("the device of table {table}: {error}"))?;
            let dealer = LiveDealer::of(server, table, token).await.map_err(|error| error.to_string())?;
            stations.push(Station { device, shoe, dealer });
        }
        Ok(Self { stations, observed: Mutex::default(), restarts: 0 })
    }

    /// Works all live tables until the server is gone. Without `begins`, no dealer begins a round or a shoe.
    pub(crate) async fn work(
        &mut self,
        (server, staff): (SocketAddr, &[Staff]),
        (options, cycle): (&Options, u32),
        begins: bool,
    ) {
        let mut dice = options.dice("device switched off", cycle, 0);
        for station in &mut self.stations {
            if dice.per_mille(RESTARTED) {
                self.restarts += 1;
                if let Err(why) = station.shoe.restart() {
                    lock(&self.observed).contradictions.push(why);
                }
            }
        }
        let observed = &self.observed;
        let supervisors = staff.iter().take(2).map(|own| {
            let dice = options.dice("live supervisor", cycle, own.number);
            supervise(server, own, observed, dice)
        });
        let shifts = self.stations.iter_mut().map(async |Station { device, shoe, dealer }| {
            let wishes = shoe.wishes();
            let ((), over) =
                tokio::join!(dealer.deal(server, begins, &wishes, observed), line::work(shoe, server));
            if let line::Over::Broken(why) = over {
                lock(observed).contradictions.push(format!("device {device}: {why}"));
            }
        });
        tokio::join!(join_all(shifts), join_all(supervisors));
    }

    /// What was observed so far, with what the devices saw acknowledged.
    pub(crate) fn observed(&self) -> LiveObservations {
        let mut observed = lock(&self.observed);
        for Station { device, shoe, .. } in &self.stations {
            let new = observed
                .acked
                .range((*device, 0)..=(*device, u64::MAX))
                .next_back()
                .map_or(0, |(key, _)| key.1);
            let acked = shoe.acked().range(new.saturating_add(1)..);
            let acked: Vec<_> = acked.map(|(n, body)| ((*device, *n), body.clone())).collect();
            observed.acked.extend(acked);
        }
        observed.clone()
    }

    /// The dealers of all live tables.
    pub(crate) fn dealers(&self) -> Vec<LiveDealer> {
        self.stations.iter().map(|station| station.dealer.clone()).collect()
    }

    /// How many records the devices made, and how many of them they saw acknowledged.
    pub(crate) fn records(&self) -> (u64, usize) {
        let made = self.stations.iter().map(|station| station.shoe.made()).sum();
        (made, self.stations.iter().map(|station| station.shoe.acked().len()).sum())
    }

    /// How many shoes were put in.
    pub(crate) fn loads(&self) -> u32 {
        self.stations.iter().map(|station| station.shoe.loads()).sum()
    }
}

/// Enrols the device with the code of one supervisor, and has another one approve it.
async fn enrol(server: SocketAddr, (table, shoe): (u32, &Shoe), staff: [&Staff; 2]) -> io::Result<u32> {
    let [first, second] = staff;
    let body = json!({"table_id": table, "simulator": true, "proof": first.proof()?});
    let code: DeviceCode = must(server, "POST /api/v1/devices/codes", Some(&first.token()), &body).await?;
    let request = shoe.enrolment(&code.code, table).map_err(io::Error::other)?;
    let request: Value = serde_json::to_value(request)?;
    let device: Device = must(server, "POST /api/v1/devices/enrolment", None, &request).await?;
    let body = json!({"fingerprint": shoe.fingerprint(), "proof": second.proof()?});
    let to = format!("POST /api/v1/devices/{}/approve", device.device_id);
    let _: DeviceResponse = must(server, &to, Some(&second.token()), &body).await?;
    Ok(device.device_id)
}
