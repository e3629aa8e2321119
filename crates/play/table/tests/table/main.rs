//! A table from outside: scripts, refusals in their order, laws under commands in any order.

mod auto;
mod corrections;
mod draws;
mod history;
mod laws;
mod nonces;
mod refusals;
mod replacing;
mod rounds;
mod seats;
mod squeezed;
mod squeezed_laws;
mod test_table;
