//! The house from outside: real tables, real timers on a clock that tests set, a store in memory.

mod test_house;
mod test_people;

mod batches;
mod bonus;
mod by_hand;
mod correction_laws;
mod corrections;
mod failures;
mod guests;
mod other_rules;
mod people;
mod replacing;
mod restarts;
mod risk;
mod rounds;
mod second_factor;
mod sessions;
mod staffing;
mod streams;
