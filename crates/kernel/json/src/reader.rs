//! Reads a text of JSON (RFC 8259) into a value, and says where it is none. Knows no shape that a value should have.

use crate::value::Value;
use crate::wrong::Wrong;

/// So many lists and objects may be inside each other.
const DEPTH: u8 = 32;

/// What was expected where the reader stands.
type Read<T> = Result<T, &'static str>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

pub(crate) fn read(text: &str) -> Result<Value, Wrong> {
    let mut reader = Reader { text, at: 0 };
    let whole = reader.value(DEPTH).and_then(|value| reader.end().map(|()| value));
    whole.map_err(|expected| {
        let before = text.as_bytes().get(..reader.at).unwrap_or_default();
        let last = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let (line, column) = (before.split(|byte| *byte == b'\n').count(), last.len().saturating_add(1));
        Wrong::new(&format_args!("{expected} was expected at line {line}, column {column}"))
    })
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn accept(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        if is_there {
            self.step();
        }
        is_there
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.step();
        }
    }

    /// Whether this byte is the next one after blanks.
    fn follows(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        self.accept(byte)
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Read<()> {
        if self.follows(byte) { Ok(()) } else { Err(what) }
    }

    fn end(&mut self) -> Read<()> {
        self.skip_blanks();
        if self.peek().is_none() { Ok(()) } else { Err("the end") }
    }

    fn value(&mut self, depth: u8) -> Read<Value> {
        self.skip_blanks();
        match self.peek() {
            Some(b'{') => self.record(deeper(depth)?),
            Some(b'[') => self.list(deeper(depth)?),
            Some(b'"') => self.text().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn list(&mut self, depth: u8) -> Read<Value> {
        self.step();
        let mut values = Vec::new();
        if self.follows(b']') {
            return Ok(Value::List(values));
        }
        loop {
            values.push(self.value(depth)?);
            if self.follows(b']') {
                return Ok(Value::List(values));
            }
            self.expect(b',', "`,` or `]`")?;
        }
    }

    fn record(&mut self, depth: u8) -> Read<Value> {
        self.step();
        let mut fields = Vec::new();
        if self.follows(b'}') {
            return Ok(Value::Record(fields));
        }
        loop {
            self.skip_blanks();
            let name = self.text()?;
            self.expect(b':', "`:`")?;
            fields.push((name, self.value(depth)?));
            if self.follows(b'}') {
                return Ok(Value::Record(fields));
            }
            self.expect(b',', "`,` or `}`")?;
        }
    }

    fn word(&mut self) -> Read<Value> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, value) in
            [("null", Value::Null), ("true", Value::Flag(true)), ("false", Value::Flag(false))]
        {
            if rest.starts_with(word) {
                self.at = self.at.saturating_add(word.len());
                return Ok(value);
            }
        }
        Err("a value")
    }

    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        let is_negative = self.accept(b'-');
        if !self.accept(b'0') {
            self.digits()?;
        }
        let whole = self.at;
        if self.accept(b'.') {
            self.digits()?;
        }
        if self.accept(b'e') || self.accept(b'E') {
            let _sign = self.accept(b'+') || self.accept(b'-');
            self.digits()?;
        }
        let number = self.text.get(start..self.at).and_then(|text| text.parse().ok());
        Ok(match number {
            Some(number) if !is_negative && whole == self.at => Value::Number(number),
            _ => Value::OtherNumber,
        })
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.step();
        }
        if self.at == start { Err("a digit") } else { Ok(()) }
    }

    fn text(&mut self) -> Read<String> {
        if !self.accept(b'"') {
            return Err("a text");
        }
        let mut text = String::new();
        loop {
            text.push_str(self.plain());
            if self.accept(b'"') {
                return Ok(text);
            }
            if !self.accept(b'\\') {
                return Err("a character of a text, or its end,");
            }
            text.push(self.escaped()?);
        }
    }

    /// The characters up to the next that cannot stand for itself.
    fn plain(&mut self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        let plain = rest.bytes().position(is_special).unwrap_or(rest.len());
        self.at = self.at.saturating_add(plain);
        rest.get(..plain).unwrap_or_default()
    }

    fn escaped(&mut self) -> Read<char> {
        let escaped = self.peek().ok_or("an escaped character")?;
        self.step();
        Ok(match escaped {
            b'"' | b'\\' | b'/' => char::from(escaped),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.code_point(),
            _ => return Err("an escaped character"),
        })
    }

    /// The character of one `\uXXXX`, or of two that are a surrogate pair.
    fn code_point(&mut self) -> Read<char> {
        let first = self.code_unit()?;
        if char::from_u32(first.into()).is_some() || !self.accept(b'\\') || !self.accept(b'u') {
            return char::from_u32(first.into()).ok_or("a whole character");
        }
        let second = self.code_unit()?;
        let mut decoded = char::decode_utf16([first, second]);
        decoded.next().and_then(Result::ok).ok_or("a whole character")
    }

    fn code_unit(&mut self) -> Read<u16> {
        let digits = self.text.get(self.at..self.at.saturating_add(4)).unwrap_or_default();
        let is_hex = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.at = self.at.saturating_add(if is_hex { 4 } else { 0 });
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex).ok_or("four hex digits")
    }
}

fn deeper(depth: u8) -> Read<u8> {
    depth.checked_sub(1).ok_or("a value that is not so deep")
}
