//! The crate `verify` as a WebAssembly module for the page: checks proof files, offline. It fetches nothing.
//!
//! The page asks [`request`] for room, writes a request there, calls [`check`], and reads the answer from [`answer`].
//! Both are JSON in UTF-8; [`answer_to`] describes them. The value of a beacon takes elliptic curves, which are a
//! module of their own: the first answer names the values that the checks ask for, and a second request says which of
//! them hold.
#![allow(
    unsafe_code,
    reason = "the page finds a function by its unmangled name, and naming one so is unsafe in Rust"
)]

mod exchange;

use std::cell::Cell;

pub use exchange::answer_to;

/// The request and the answer.
#[derive(Default)]
struct Room {
    request: Vec<u8>,
    answer: Vec<u8>,
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

/// Makes room for a request of this number of bytes, all zero. Returns where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: u32) -> *mut u8 {
    with(|room| {
        room.request = vec![0; usize::try_from(length).unwrap_or_default()];
        room.request.as_mut_ptr()
    })
}

/// Answers the request, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    with(|room| {
        room.answer = answer_to(&room.request);
        room.request = Vec::new();
        u32::try_from(room.answer.len()).unwrap_or_default()
    })
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    with(|room| room.answer.as_ptr())
}
