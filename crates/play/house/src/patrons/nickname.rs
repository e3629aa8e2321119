//! Names of people: which ones are accepted, and which ones look alike. Knows no people.
//!
//! The checks are those of Unicode Technical Standard 39: characters of the General Security Profile (section 3.1), at
//! most the restriction level Highly Restrictive (section 5.2), and confusable skeletons (section 4).

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _};

/// How many visible characters a nickname may have. A letter and the marks on it are one.
pub const NICKNAME: RangeInclusive<usize> = 2..=20;
/// How many visible characters the name of a member of staff may have.
pub const STAFF_NAME: RangeInclusive<usize> = 1..=40;
/// How many marks one letter may have.
const MARKS: usize = 3;
/// The separators that a name may have inside, one at a time. All of them are part of the General Security Profile,
/// except the space.
const SEPARATORS: [char; 5] = [' ', '.', '-', '_', '\''];

/// Why a name is refused, in the order of the checks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum NameRefusal {
    /// It has too few or too many visible characters.
    #[error("a name has {min} to {max} visible characters, not {shown}")]
    Length {
        /// How many it has.
        shown: usize,
        /// How many it must have.
        min: usize,
        /// How many it may have.
        max: usize,
    },
    /// It has a character that no name may have.
    #[error("a name has letters and digits, and one of . - _ ' or a space between them, but not U+{:04X}", u32::from(*.0))]
    Character(char),
    /// It begins or ends with a separator, or has two of them side by side that are not a full stop and a space.
    #[error(
        "a name begins and ends with a letter or a digit, and has one separator at a time, or a space after a full stop"
    )]
    Separator,
    /// It is a display name of digits alone, which would be read as the number of a dealer.
    #[error("a display name has a letter; one of digits alone would be read as the number of a dealer")]
    NoLetter,
    /// A letter has too many marks.
    #[error("a letter of a name has at most {MARKS} marks")]
    Marks,
    /// Its letters are of writing systems that are not written together.
    #[error(
        "the letters of a name are of one writing system; Japanese, Chinese and Korean may have Latin letters, too"
    )]
    MixedScripts,
}

/// The nickname of this text: without the white space around it, and in Unicode normalization form C.
///
/// # Errors
/// [`NameRefusal`].
pub fn nickname(text: &str) -> Result<String, NameRefusal> {
    name(text, &NICKNAME)
}

/// The name of a member of staff, checked like a [`nickname`], but it may be longer.
///
/// # Errors
/// [`NameRefusal`].
pub fn staff_name(text: &str) -> Result<String, NameRefusal> {
    name(text, &STAFF_NAME)
}

fn name(text: &str, length: &RangeInclusive<usize>) -> Result<String, NameRefusal> {
    // The characters of a text longer than this are not looked at.
    let most = length.end().saturating_mul(MARKS.saturating_add(1));
    let name: String = text.trim().nfc().take(most.saturating_add(1)).collect();
    let shown = name.chars().filter(|c| !is_combining_mark(*c)).count();
    if !length.contains(&shown) {
        return Err(NameRefusal::Length { shown, min: *length.start(), max: *length.end() });
    }
    if let Some(c) = name.chars().find(|c| !is_accepted(*c)) {
        return Err(NameRefusal::Character(c));
    }
    check_separators(&name)?;
    check_marks(&name)?;
    let letters: String = name.chars().filter(|c| !SEPARATORS.contains(c)).collect();
    if !letters.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(NameRefusal::MixedScripts);
    }
    Ok(name)
}

/// Whether a name may have this character.
///
/// The joiners U+200C and U+200D are part of the profile, but they do not show.
fn is_accepted(c: char) -> bool {
    let letter = c.is_alphanumeric() || is_combining_mark(c);
    SEPARATORS.contains(&c) || (letter && c.identifier_allowed())
}

fn check_separators(name: &str) -> Result<(), NameRefusal> {
    let mut before = ' ';
    for c in name.chars() {
        let after_separator = SEPARATORS.contains(&before) && (before, c) != ('.', ' ');
        if after_separator && (SEPARATORS.contains(&c) || is_combining_mark(c)) {
            return Err(NameRefusal::Separator);
        }
        before = c;
    }
    if SEPARATORS.contains(&before) { Err(NameRefusal::Separator) } else { Ok(()) }
}

fn check_marks(name: &str) -> Result<(), NameRefusal> {
    let mut marks: usize = 0;
    for c in name.chars() {
        marks = if is_combining_mark(c) { marks.saturating_add(1) } else { 0 };
        if marks > MARKS {
            return Err(NameRefusal::Marks);
        }
    }
    Ok(())
}

/// The form in which names are compared: names that look alike, or differ in case alone, have the same form.
///
/// It is the confusable skeleton, folded to small letters. A capital I looks like a small L and is the capital of a
/// small I, so all three are one letter here; the same follows for the digit 1.
pub fn alike(name: &str) -> String {
    let fold = |text: &str| -> String { skeleton(text).flat_map(char::to_lowercase).collect() };
    fold(&fold(name)).replace('i', "l")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be_read_are_accepted_in_their_normal_form() {
        for (text, expected) in [
            ("ab", "ab"),
            ("  Mara 金 ", "Mara 金"),
            ("12345678901234567890", "12345678901234567890"),
            ("贵宾", "贵宾"),
            ("علیرضا", "علیرضا"),
            ("Anne-Marie O'Neil", "Anne-Marie O'Neil"),
            ("J.R. Smith", "J.R. Smith"),
            ("Zoe\u{308}", "Zoë"),
            ("สมชาย", "สมชาย"),
            ("Дмитрий", "Дмитрий"),
            ("Κώστας", "Κώστας"),
            ("김 Kim", "김 Kim"),
            ("さくらABC", "さくらABC"),
        ] {
            assert_eq!(nickname(text).as_deref(), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn names_that_do_not_show_or_deceive_are_refused() {
        let long = "x".repeat(21);
        for (text, expected) in [
            ("", "length"),
            (" a ", "length"),
            (long.as_str(), "length"),
            // Two variation selectors.
            ("\u{fe0f}\u{fe0f}", "length"),
            ("ab\u{fe0f}", "character"),
            ("\u{200b}\u{200b}", "character"),
            ("ab\u{200d}", "character"),
            ("علی\u{200c}رضا", "character"),
            ("\u{202e}live", "character"),
            ("ab\u{2066}", "character"),
            ("a\u{3164}b", "character"),
            ("a\tb", "character"),
            ("a\u{7}b", "character"),
            ("a\u{a0}b", "character"),
            ("<b>", "character"),
            ("a@b", "character"),
            // Full-width letters.
            ("ａｂ", "character"),
            ("ab 👩\u{200d}🚀", "character"),
            ("=1+1", "character"),
            ("--", "separator"),
            ("-ab", "separator"),
            ("ab.", "separator"),
            ("a  b", "separator"),
            ("a .b", "separator"),
            ("a.  b", "separator"),
            ("a \u{301}b", "separator"),
            ("q\u{323}\u{307}\u{302}\u{303}z", "marks"),
            // A Cyrillic a among Latin letters.
            ("P\u{430}yPal", "mixed_scripts"),
            ("Αdmin", "mixed_scripts"),
        ] {
            let code: &str = nickname(text).map_or_else(Into::into, |name| panic!("{name:?}"));
            assert_eq!(code, expected, "{text:?}");
        }
        assert!(staff_name(&"x".repeat(40)).is_ok() && staff_name("A").is_ok());
        let accepted = nickname("\u{0}").unwrap_err().to_string();
        assert_eq!(accepted, "a name has 2 to 20 visible characters, not 1");
        assert!(nickname("a<b").unwrap_err().to_string().ends_with("but not U+003C"));
    }

    #[test]
    fn names_that_look_alike_are_compared_as_one() {
        for (one, two, expected) in [
            ("Mara", "mara", true),
            ("Alex", "AIex", true),
            ("Alex", "A1ex", true),
            ("AIEX", "aiex", true),
            ("Corner", "Comer", true),
            ("Bob", "B0b", true),
            ("Cop", "Сор", true),
            ("Zoë", "Zoe\u{308}", true),
            ("Mara", "Marah", false),
            ("Ann", "Ana", false),
            ("金", "銀", false),
        ] {
            assert_eq!(alike(one) == alike(two), expected, "{one} {two}");
        }
    }
}
