//! Reads the words, numbers and texts of a TOML document. Knows nothing of its lists and tables.

use super::toml_value::Value;

/// What was expected where the cursor stands.
pub(super) type Parsed<T> = Result<T, &'static str>;

/// A place in a document.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn accept(&mut self, word: &str) -> bool {
        let is_there = self.rest().starts_with(word);
        self.skip(if is_there { word.len() } else { 0 });
        is_there
    }

    pub(super) fn expect(&mut self, word: &str, message: &'static str) -> Parsed<()> {
        if self.accept(word) { Ok(()) } else { Err(message) }
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// The longest text of such characters from here on.
    pub(super) fn take(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|character| !fits(character)).unwrap_or(rest.len());
        self.skip(end);
        rest.get(..end).unwrap_or_default()
    }

    pub(super) fn blanks(&mut self) {
        self.take(|character| matches!(character, ' ' | '\t'));
    }

    fn newline(&mut self) -> bool {
        self.accept("\n") || self.accept("\r\n")
    }

    /// Skips blanks, lines and comments.
    pub(super) fn space(&mut self) -> Parsed<()> {
        loop {
            self.blanks();
            if self.accept("#") {
                self.take(|character| character == '\t' || !character.is_ascii_control());
                if self.peek().is_some() && !self.newline() {
                    return Err("a comment has no control characters");
                }
            } else if !self.newline() {
                return Ok(());
            }
        }
    }

    /// A number, a date, `true` or `false`.
    pub(super) fn word(&mut self) -> Parsed<Value> {
        let start = self.at;
        let word = self.take(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '+' | '.' | ':'));
        if let Some(value) = integer(word) {
            return Ok(value);
        }
        let unsigned = word.trim_start_matches(['+', '-']);
        if matches!(word, "true" | "false") || matches!(unsigned, "inf" | "nan") {
            return Ok(Value::Other);
        }
        if unsigned.starts_with(|first: char| first.is_ascii_digit())
            && unsigned.contains(['.', ':', 'e', '-'])
        {
            return Ok(Value::Other);
        }
        self.at = start;
        Err("expected a text, a number, a list or a table")
    }

    pub(super) fn text(&mut self, quote: char) -> Parsed<String> {
        let marks = if quote == '"' { "\"\"\"" } else { "'''" };
        let has_lines = self.accept(marks);
        if has_lines {
            self.newline();
        } else {
            self.skip(1);
        }
        let mut text = String::new();
        loop {
            let plain = |it: char| it == '\t' || !(it.is_ascii_control() || it == quote || it == '\\');
            text.push_str(self.take(plain));
            match self.peek() {
                Some('\\') if quote == '"' => self.escaped(has_lines, &mut text)?,
                Some('\\') => {
                    self.skip(1);
                    text.push('\\');
                }
                Some(mark) if mark == quote => {
                    if !has_lines || self.rest().starts_with(marks) {
                        return Ok(self.close(quote, has_lines, text));
                    }
                    self.skip(1);
                    text.push(quote);
                }
                Some('\r' | '\n') if has_lines => {
                    let start = self.at;
                    if !self.newline() {
                        return Err("expected the end of the line");
                    }
                    text.push_str(self.text.get(start..self.at).unwrap_or_default());
                }
                _ => return Err("expected the end of a text, or a character that may stand in it"),
            }
        }
    }

    /// Ends a text; one of several lines may have up to two quotation marks before its last three.
    fn close(&mut self, quote: char, has_lines: bool, mut text: String) -> String {
        self.skip(if has_lines { 3 } else { 1 });
        for _ in 0..2 {
            if has_lines && self.peek() == Some(quote) {
                self.skip(1);
                text.push(quote);
            }
        }
        text
    }

    fn escaped(&mut self, has_lines: bool, text: &mut String) -> Parsed<()> {
        self.skip(1);
        let Some(escaped) = self.peek() else { return Err("expected an escaped character") };
        if has_lines && matches!(escaped, ' ' | '\t' | '\r' | '\n') {
            self.blanks();
            if !self.newline() {
                return Err("expected the end of the line");
            }
            self.blanks();
            while self.newline() {
                self.blanks();
            }
            return Ok(());
        }
        self.skip(escaped.len_utf8());
        text.push(match escaped {
            'b' => '\u{8}',
            't' => '\t',
            'n' => '\n',
            'f' => '\u{c}',
            'r' => '\r',
            'e' => '\u{1b}',
            '"' | '\\' => escaped,
            'x' => self.code_point(2)?,
            'u' => self.code_point(4)?,
            'U' => self.code_point(8)?,
            _ => return Err("this character cannot be escaped"),
        });
        Ok(())
    }

    fn code_point(&mut self, length: usize) -> Parsed<char> {
        let digits = self.rest().get(..length).unwrap_or_default();
        let is_hex = digits.len() == length && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        self.skip(if is_hex { length } else { 0 });
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        number.and_then(char::from_u32).ok_or("expected the hex digits of a character")
    }
}
/// A whole number in any of TOML's notations; [`Value::Other`] if it is too large.
fn integer(word: &str) -> Option<Value> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find(|(prefix, _)| word.starts_with(prefix));
    let (digits, radix) =
        radix.map_or((unsigned, 10), |(prefix, radix)| (unsigned.trim_start_matches(prefix), radix));
    let has_digits =
        digits.split('_').all(|part| !part.is_empty() && part.chars().all(|it| it.is_digit(radix)));
    let leads_with_zero = radix == 10 && digits.len() > 1 && digits.starts_with('0');
    if !has_digits || leads_with_zero {
        return None;
    }
    let sign = if word.starts_with('-') { "-" } else { "" };
    let number = i64::from_str_radix(&(sign.to_owned() + &digits.replace('_', "")), radix);
    Some(number.map_or(Value::Other, Value::Integer))
}
