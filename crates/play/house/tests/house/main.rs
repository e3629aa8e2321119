//! The house from outside: real tables, real timers on a clock that tests set, a store in memory.

mod batches;
mod bonus;
mod bound_laws;
mod bounds;
mod by_hand;
mod correction_laws;
mod corrections;
mod entry;
mod failures;
mod guests;
mod idle;
mod other_rules;
mod presence;
mod protection;
mod protection_laws;
mod ranges;
mod rebet;
mod replacing;
mod restarts;
mod risk;
mod rounds;
mod seats;
mod stopped;
mod streams;
mod test_house;
