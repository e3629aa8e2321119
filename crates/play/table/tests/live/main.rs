//! A live table from outside: what readings lead to, how findings are resolved, and laws under anything in any order.
#![allow(clippy::panic, reason = "a script that cannot go on is a failed test")]

mod attacks;
mod bare_table;
mod bytes;
mod counted;
mod facts;
mod findings;
mod gates;
mod key_in;
mod laws;
mod live_table;
mod moves;
mod notes;
mod notices;
mod pictures;
mod reactions;
mod recording;
mod rescans;
mod rounds;
mod rulings;
mod shifts;
mod shoes;
mod squeezed;
mod voids;
