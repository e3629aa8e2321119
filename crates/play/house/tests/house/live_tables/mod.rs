//! Live tables: a device that speaks the protocol, a dealer, supervisors and a patron, on a store that outlives the house.

mod audited;
mod faults;
mod line;
mod orders;
mod restarts;
mod rounds;
mod shift;
