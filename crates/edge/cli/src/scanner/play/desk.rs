//! What the simulated shoe and the dealer by script tell each other: how the table stands, and what the shoe wishes.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::expected::Answer;

/// Between the shoe and the dealer by script.
#[derive(Debug, Default)]
pub(super) struct Desk {
    view: watch::Sender<View>,
    wishes: Mutex<Wishes>,
}

/// How the table stands, as the dealer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// The findings that were seen, by number.
    pub(super) findings: BTreeMap<u64, SeenFinding>,
    /// The number of the finding that is open.
    pub(super) open: Option<u64>,
    /// Whether the table has a device.
    pub(super) has_device: bool,
    /// The label of the last shoe that was seen before it was over.
    pub(super) in_play: Option<String>,
    /// The label of the shoe that the table is done with.
    pub(super) over: Option<String>,
    /// What was answered to the orders that the shoe wished for.
    pub(super) orders: Vec<Answer>,
}

/// A finding that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenFinding {
    /// What is wrong.
    pub(super) code: String,
    /// The numbers of the records that it is about.
    pub(super) records: Vec<u64>,
}

/// What the shoe wishes the dealer to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wishes {
    /// The label of the only shoe that is to be opened.
    pub(super) label: String,
    /// What else.
    pub(super) wish: Wish,
}

/// What the shoe wishes the dealer to do otherwise than the table asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing.
    #[default]
    None,
    /// To begin a round though the cards are not burned.
    StartTooSoon,
    /// To take out the shoe that the table does not want: another one comes.
    LoadAnother,
    /// To say that all cards that were left have passed.
    CountOut,
    /// To begin no round now.
    Hold,
}

impl Desk {
    /// How the table stands, from now on.
    pub(super) fn watch(&self) -> watch::Receiver<View> {
        self.view.subscribe()
    }

    /// Shows how the table stands. Only a change wakes who watches.
    pub(super) fn show(&self, change: impl FnOnce(&mut View)) {
        self.view.send_if_modified(|view| {
            let before = view.clone();
            change(view);
            *view != before
        });
    }

    /// What the shoe wishes now.
    pub(super) fn wishes(&self) -> Wishes {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the shoe wishes, from now on.
    pub(super) fn wish(&self, wishes: Wishes) {
        *self.wishes.lock().unwrap_or_else(PoisonError::into_inner) = wishes;
    }
}
