//! What the page built so far, and numbers as the module takes and gives them.

use std::cell::Cell;

use roads::{Road, Roads, Shown};

/// What the page built so far.
#[derive(Default)]
pub(crate) struct State {
    /// The road of a window.
    pub(crate) road: Road<u32>,
    /// The cells that the window shows.
    pub(crate) shown: Vec<Shown>,
    /// The shoe.
    pub(crate) roads: Roads,
    /// The letters of its next bead.
    pub(crate) bead: String,
    /// The numbers of its road map.
    pub(crate) numbers: Vec<u32>,
}

thread_local! {
    static STATE: Cell<Option<Box<State>>> = const { Cell::new(None) };
}

/// Uses the state. It is moved out meanwhile, which takes less code than a borrow that is checked.
pub(crate) fn with<T>(run: impl FnOnce(&mut State) -> T) -> T {
    let mut state = STATE.take().unwrap_or_default();
    let answer = run(&mut state);
    STATE.set(Some(state));
    answer
}

pub(crate) fn size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub(crate) fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
