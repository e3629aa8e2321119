//! Tests against a real server on a free port, with its own store. The clients are spectators, patrons and supervisors.
//!
//! No test sleeps: each one waits for a message and fails when it does not arrive in time.

mod http;
mod leaks;
mod raw_socket;
mod socket_client;
mod test_server;

mod accounts;
mod auditors;
mod auto;
mod bonus;
mod card_pictures;
mod clock;
mod contract;
#[path = "../../../../play/house/tests/house/device.rs"]
mod device;
mod device_admin;
mod device_socket;
mod device_tables;
mod door;
mod doors;
mod evidence;
mod files;
mod finding_facts;
mod floods;
mod floor;
mod limits;
mod live_attacks;
mod live_draws;
mod live_proofs;
mod live_tables;
mod lobby;
mod metrics;
mod misfits;
mod nonces;
mod ordering;
mod outdated;
mod passkeys;
mod pictures;
mod pins;
mod probes;
mod protection;
mod proxies;
mod reads;
mod recordings;
mod refusals;
mod rest;
mod rfc6455;
mod roles;
mod rounds;
mod rulings;
mod seated_dealers;
mod seats;
mod sessions;
mod socket;
mod spot_totals;
mod squeeze_privacy;
mod squeezes;
mod staff;
mod stopped_tables;
mod stopping;
mod strict;
mod supervisors;
mod trouble;
mod visitors;
