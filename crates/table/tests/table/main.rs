//! A table from outside: scripts, refusals in their order, laws under commands in any order.

mod desk;

mod laws;
mod refusals;
mod rounds;
