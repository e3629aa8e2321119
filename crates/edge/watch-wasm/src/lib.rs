//! The crate `watch` as a WebAssembly module for the page: checks a table while it plays. It fetches nothing.
//!
//! An instance of the module watches one table. The page asks [`request`] for room, writes a message there, calls
//! [`tell`], and reads the answer from [`answer`]. Both are JSON in UTF-8; [`answer_to`] describes them. The module has
//! 84 kB compressed with gzip, and a test of the page holds it at 90 kB at most.
#![allow(
    unsafe_code,
    reason = "the page finds a function by its unmangled name, and naming one so is unsafe in Rust"
)]

mod answer;
mod file;
mod message;

use std::cell::Cell;

pub use message::{Watched, answer_to};

/// The message, the answer, and the table that is watched.
#[derive(Default)]
struct Room {
    request: Vec<u8>,
    answer: Vec<u8>,
    watched: Watched,
}

thread_local! {
    static ROOM: Cell<Option<Room>> = const { Cell::new(None) };
}

fn with<T>(run: impl FnOnce(&mut Room) -> T) -> T {
    let mut room = ROOM.take().unwrap_or_default();
    let given = run(&mut room);
    ROOM.set(Some(room));
    given
}

/// Makes room for a message of this number of bytes, all zero. Returns where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: u32) -> *mut u8 {
    with(|room| {
        room.request = vec![0; usize::try_from(length).unwrap_or_default()];
        room.request.as_mut_ptr()
    })
}

/// Takes the message, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn tell() -> u32 {
    with(|room| {
        room.answer = answer_to(&mut room.watched, &room.request);
        room.request = Vec::new();
        u32::try_from(room.answer.len()).unwrap_or_default()
    })
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    with(|room| room.answer.as_ptr())
}
