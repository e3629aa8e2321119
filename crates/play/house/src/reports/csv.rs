//! Comma-separated values (RFC 4180) that a spreadsheet takes for text and numbers, and never for formulas.

use std::borrow::Cow;

/// The first letters by which spreadsheets recognise a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A text as a field. One that a spreadsheet would take for a formula gets an apostrophe; one with a comma, a quotation
/// mark or a line break is quoted. Numbers are no texts: write them as they are.
pub fn text(text: &str) -> Cow<'_, str> {
    let escaped =
        if text.starts_with(FORMULA) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) };
    if escaped.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", escaped.replace('"', "\"\"")))
    } else {
        escaped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_no_formula_and_no_two_fields() {
        for (written, field) in [
            ("Ann", "Ann"),
            ("", ""),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@sum", "'@sum"),
            ("\tx", "'\tx"),
            ("\rx", "\"'\rx\""),
            ("a=b", "a=b"),
            ("a,b", "\"a,b\""),
            ("=a,\"b\"", "\"'=a,\"\"b\"\"\""),
            ("two\nlines", "\"two\nlines\""),
        ] {
            assert_eq!(text(written), field, "{written:?}");
        }
    }
}
