//! Tests the program as a process: its arguments, its three streams and its status.

mod certificate;
mod manual;
mod odds;
mod replay;
mod rng;
mod roads;
mod rules;
mod scanner;
mod settle;
mod simulate;
mod streams;
mod support;
mod verify;
