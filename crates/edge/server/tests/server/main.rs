//! A real server on a free port, with its own store, asked by named actors: anybody, and patrons.
//!
//! Nothing here sleeps: each test waits for what it wants to see, and fails when it does not come.

mod hall;
mod http;
mod line;

mod bonus;
mod files;
mod limits;
mod refusals;
mod rest;
mod rounds;
mod socket;
mod stopping;
mod supervisors;
mod trouble;
