//! Draws road maps as text and as SVG. Computes no road.

mod svg;
mod text;

use serde_json::value::RawValue;

pub(crate) use svg::SvgMap;
pub(crate) use text::{TextMap, title as road_title};

/// The number of characters shown of an id.
const ID_SHOWN: usize = 40;

/// The name of a shoe above its drawing.
pub(crate) fn name_of(id: Option<&RawValue>) -> String {
    let Some(id) = id.map(RawValue::get) else { return "Shoe".to_owned() };
    let text: String = serde_json::from_str(id).unwrap_or_else(|_| id.to_owned());
    format!("Shoe {}", printable(&text, ID_SHOWN))
}

/// Makes foreign text safe to print: replaces control characters and cuts it after `most` characters.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).map(plain).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

fn plain(letter: char) -> char {
    let reorders =
        matches!(letter, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let no_character = matches!(letter, '\u{fffe}' | '\u{ffff}');
    if letter.is_control() || reorders || no_character { '\u{fffd}' } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_shown_without_control_characters() {
        for (json, shown) in [
            ("7", "Shoe 7"),
            (r#""a b""#, "Shoe a b"),
            (r#"{"x":1}"#, r#"Shoe {"x":1}"#),
            (r#""\u001b[31m\n""#, "Shoe \u{fffd}[31m\u{fffd}"),
            (r#""\ud800""#, r#"Shoe "\ud800""#),
        ] {
            let id: Box<RawValue> = RawValue::from_string(json.to_owned()).unwrap();
            assert_eq!(name_of(Some(&id)), shown);
        }
        let long = RawValue::from_string(format!("\"{}\"", "x".repeat(99))).unwrap();
        assert_eq!(name_of(Some(&long)).chars().count(), "Shoe ".len() + ID_SHOWN + 1);
        assert_eq!(name_of(None), "Shoe");
    }
}
