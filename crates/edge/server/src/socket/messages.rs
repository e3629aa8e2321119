//! The messages of a client, with the roles that may send them.

use house::people::Role;
use wire::client::ClientMessage;

use crate::role_lists::{EVERYBODY, PLAYERS};

/// Each message by its `type`, with the roles that may send it.
pub(crate) const MESSAGES: [(&str, &[Role]); 19] = [
    ("hello", EVERYBODY),
    ("watch", EVERYBODY),
    ("watch_lobby", EVERYBODY),
    ("unwatch_lobby", EVERYBODY),
    ("take_seat", PLAYERS),
    ("quick_seat", PLAYERS),
    ("leave", EVERYBODY),
    ("place_slip", PLAYERS),
    ("undo_last", PLAYERS),
    ("rebet", PLAYERS),
    ("clear_wagers", PLAYERS),
    ("start_auto", PLAYERS),
    ("stop_auto", PLAYERS),
    ("pledge_nonce", PLAYERS),
    ("reveal_nonce", PLAYERS),
    ("squeeze", PLAYERS),
    ("open", PLAYERS),
    ("show_name", PLAYERS),
    ("ping", EVERYBODY),
];

/// The roles that may send this message.
pub(super) fn roles_of(message: &ClientMessage) -> &'static [Role] {
    let [
        hello,
        watch,
        watch_lobby,
        unwatch_lobby,
        take_seat,
        quick_seat,
        leave,
        place_slip,
        undo_last,
        rebet,
        clear_wagers,
        start_auto,
        stop_auto,
        pledge_nonce,
        reveal_nonce,
        squeeze,
        open,
        show_name,
        ping,
    ] = MESSAGES;
    let (_, roles) = match message {
        ClientMessage::Hello { .. } => hello,
        ClientMessage::Watch { .. } => watch,
        ClientMessage::WatchLobby => watch_lobby,
        ClientMessage::UnwatchLobby => unwatch_lobby,
        ClientMessage::TakeSeat { .. } => take_seat,
        ClientMessage::QuickSeat => quick_seat,
        ClientMessage::Leave { .. } => leave,
        ClientMessage::PlaceSlip { .. } => place_slip,
        ClientMessage::UndoLast { .. } => undo_last,
        ClientMessage::Rebet { .. } => rebet,
        ClientMessage::ClearWagers { .. } => clear_wagers,
        ClientMessage::StartAuto { .. } => start_auto,
        ClientMessage::StopAuto { .. } => stop_auto,
        ClientMessage::PledgeNonce { .. } => pledge_nonce,
        ClientMessage::RevealNonce { .. } => reveal_nonce,
        ClientMessage::Squeeze { .. } => squeeze,
        ClientMessage::Open { .. } => open,
        ClientMessage::ShowName { .. } => show_name,
        ClientMessage::Ping { .. } => ping,
    };
    roles
}
