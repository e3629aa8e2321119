//! How fields of frames are read: numbers that every reader of JSON holds, cards in their one spelling.

use core::fmt::Display;
use core::str::FromStr;

use baccarat::Card;
use fair::Bytes;
use json::{Fields, Node, Record, Wrong};
use strum::VariantNames;

/// The random name of a session, which the server chooses.
pub type SessionId = Bytes<16>;

/// The largest number in a frame: 2^53 - 1. Every reader of JSON holds it exactly.
pub const MOST: u64 = (1 << 53) - 1;

/// The version of this protocol.
pub(super) const VERSION: u64 = 1;

/// A whole number up to [`MOST`].
pub(super) fn whole(node: Node<'_>) -> Result<u64, Wrong> {
    bounded(node, 0, MOST)
}

/// A whole number from 1 up to [`MOST`].
pub(super) fn counted(node: Node<'_>) -> Result<u64, Wrong> {
    bounded(node, 1, MOST)
}

/// A whole number in a range.
pub(super) fn bounded<T: TryFrom<u64>>(node: Node<'_>, least: u64, most: u64) -> Result<T, Wrong> {
    let range = node.wrong(&format_args!("a whole number from {least} to {most} was expected"));
    let number = node.number::<u64>().ok().filter(|number| (least..=most).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or(range)
}

/// One of the words of a field.
pub(super) fn word<T: FromStr + VariantNames>(node: Node<'_>) -> Result<T, Wrong> {
    let wrong = node.wrong(&format_args!("one of {} was expected", T::VARIANTS.join(", ")));
    node.string()?.parse().map_err(|_| wrong)
}

/// A card as it is written, such as `9h`; `10h` is none.
pub(super) fn card(node: Node<'_>) -> Result<Card, Wrong> {
    let wrong = node.wrong(&"a card such as 9h or Td was expected");
    let text = node.string()?;
    text.parse().ok().filter(|card: &Card| card.text() == text).ok_or(wrong)
}

/// Reads past the object `x`, which is the maker's own.
pub(super) fn skip_x(it: &Record<'_>) -> Result<(), Wrong> {
    it.optional("x", |node| node.fields(|_| Ok(()))).map(drop)
}

/// Writes a text that may be left out.
pub(super) fn text_if(it: &mut Fields<'_>, name: &str, text: Option<impl Display>) {
    if let Some(text) = text {
        it.field(name).text(&text);
    }
}

/// Writes a number that may be left out.
pub(super) fn number_if(it: &mut Fields<'_>, name: &str, number: Option<impl Into<u64>>) {
    if let Some(number) = number {
        it.field(name).number(number);
    }
}
