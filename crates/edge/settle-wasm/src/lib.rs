//! What `punto settle` answers, as a WebAssembly module. Fetches nothing, and reads no files.
//!
//! The caller asks [`request`] for room, writes bytes there, calls a function, and reads so many bytes as that returns
//! from [`answer`]: first [`rules`] with the name or the text of house rules, then [`settle`] with a line of JSON, as
//! often as it likes.
#![allow(
    unsafe_code,
    reason = "the caller finds a function by its unmangled name, and naming one so is unsafe in Rust"
)]

use std::cell::Cell;

use answers::exchange::Exchange;
use answers::settle::Settler;

thread_local! {
    static EXCHANGE: Cell<Option<Exchange<Settler>>> = const { Cell::new(None) };
}

fn with<T>(run: impl FnOnce(&mut Exchange<Settler>) -> T) -> T {
    let mut exchange = EXCHANGE.take().unwrap_or_default();
    let given = run(&mut exchange);
    EXCHANGE.set(Some(exchange));
    given
}

/// Makes room for so many bytes, all zero. Returns where it begins. See [`Exchange::room`] for the most.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: u32) -> *mut u8 {
    with(|exchange| exchange.room(usize::try_from(length).unwrap_or(usize::MAX)).as_mut_ptr())
}

/// Takes the bytes as house rules. Returns how many bytes the answer has: none if the rules are good.
#[unsafe(no_mangle)]
pub extern "C" fn rules() -> u32 {
    with(|exchange| {
        exchange.take_rules(Settler::new);
        length_of(exchange)
    })
}

/// Settles the round of a line, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn settle() -> u32 {
    with(|exchange| {
        exchange.reply(|settler, line, reply| {
            settler.answer(line, reply);
        });
        length_of(exchange)
    })
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    with(|exchange| exchange.answer().as_ptr())
}

fn length_of(exchange: &Exchange<Settler>) -> u32 {
    u32::try_from(exchange.answer().len()).unwrap_or_default()
}
