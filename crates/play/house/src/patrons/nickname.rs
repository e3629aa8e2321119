//! The name that others see of a patron. Knows no patrons.

use std::ops::RangeInclusive;

/// How many characters a nickname may have.
pub const NICKNAME: RangeInclusive<usize> = 2..=20;

/// The nickname of this text without the white space around it; none when it is too short, too long or hidden.
pub(crate) fn nickname(text: &str) -> Option<String> {
    Some(text.trim()).filter(|text| is_nickname(text)).map(str::to_owned)
}

/// Whether others can read it as it is: long enough without what joins letters, and nothing in it that does not
/// show or turns the text around.
fn is_nickname(text: &str) -> bool {
    let shown = text.chars().filter(|c| !matches!(c, '\u{200c}' | '\u{200d}')).count();
    text.chars().all(|c| !c.is_control() && !is_hidden(c))
        && shown >= *NICKNAME.start()
        && text.chars().count() <= *NICKNAME.end()
}

/// Characters without a shape of their own: format characters and fillers of Unicode, joiners apart.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
