//! Writes JSON in one spelling: no blanks, the fields in the order of the calls, and no escape that is not needed.

use core::fmt::{self, Display, Write as _};

/// Writes one value.
pub fn write(value: impl FnOnce(Place<'_>)) -> String {
    let mut text = String::new();
    value(Place(&mut text));
    text
}

/// Where one value belongs.
pub struct Place<'a>(&'a mut String);

/// Where the fields of an object belong.
pub struct Fields<'a> {
    text: &'a mut String,
    is_first: bool,
}

impl Place<'_> {
    /// Writes `null`.
    pub fn null(self) {
        self.0.push_str("null");
    }

    /// Writes `true` or `false`.
    pub fn flag(self, flag: bool) {
        self.0.push_str(if flag { "true" } else { "false" });
    }

    /// Writes a whole number.
    pub fn number(self, number: impl Into<u64>) {
        let number: u64 = number.into();
        self.0.push_str(&number.to_string());
    }

    /// Writes what a value displays.
    pub fn text(self, text: &dyn Display) {
        self.0.push('"');
        write!(Escaped(self.0), "{text}").expect("a `String` takes every text");
        self.0.push('"');
    }

    /// Writes a list.
    pub fn list<T>(self, items: impl IntoIterator<Item = T>, write: impl Fn(Place<'_>, T)) {
        self.0.push('[');
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            write(Place(self.0), item);
        }
        self.0.push(']');
    }

    /// Writes an object.
    pub fn record(self, write: impl FnOnce(&mut Fields<'_>)) {
        self.0.push('{');
        write(&mut Fields { text: self.0, is_first: true });
        self.0.push('}');
    }

    /// Writes a value, or `null`.
    pub fn optional<T>(self, value: Option<T>, write: impl FnOnce(Place<'_>, T)) {
        match value {
            Some(value) => write(self, value),
            None => self.null(),
        }
    }
}

impl Fields<'_> {
    /// The place of the next field. Its name needs no escapes.
    pub fn field(&mut self, name: &str) -> Place<'_> {
        self.text.push_str(if self.is_first { "\"" } else { ",\"" });
        self.is_first = false;
        self.text.push_str(name);
        self.text.push_str("\":");
        Place(self.text)
    }
}

/// Escapes what JSON cannot hold in a text, and nothing else.
struct Escaped<'a>(&'a mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            let (plain, special) = rest.split_at(at);
            self.0.push_str(plain);
            let (special, after) = special.split_at(1);
            match special {
                "\"" => self.0.push_str("\\\""),
                "\\" => self.0.push_str("\\\\"),
                "\u{8}" => self.0.push_str("\\b"),
                "\u{c}" => self.0.push_str("\\f"),
                "\n" => self.0.push_str("\\n"),
                "\r" => self.0.push_str("\\r"),
                "\t" => self.0.push_str("\\t"),
                control => control.bytes().try_for_each(|byte| write!(self.0, "\\u{byte:04x}"))?,
            }
            rest = after;
        }
        self.0.push_str(rest);
        Ok(())
    }
}
