//! Reads the text of a TOML 1.1 document, up to its first mistake. Knows nothing of baccarat.
//!
//! A date, a fraction, `true` and `false` are told apart from texts and whole numbers, but not read: no house rule has
//! one, so a document with one is refused anyway. So this is a tenth of a whole reader, which the page would load.

use super::toml_cursor::{Cursor, Parsed};
use super::toml_value::{Key, Spanned, Table, Value};

/// A document cannot be read from this byte on.
#[derive(Debug)]
pub(super) struct SyntaxError {
    pub(super) at: usize,
    pub(super) message: String,
}

/// So many lists and tables may be inside each other.
const DEPTH: u8 = 16;

#[cfg(test)]
mod tests;

/// Reads a document.
pub(super) fn parse(text: &str) -> Result<Table, SyntaxError> {
    let mut parser = Cursor { text, at: 0 };
    let parsed = parser.document();
    parsed.map_err(|message| SyntaxError { at: parser.at, message: message.to_owned() })
}

impl Cursor<'_> {
    fn document(&mut self) -> Parsed<Table> {
        let mut root = Table::document();
        let mut open = Vec::new();
        loop {
            self.space()?;
            let Some(next) = self.peek() else { return Ok(root) };
            if next == '[' {
                open = self.header(&mut root)?;
            } else {
                let table = root.at(&open).ok_or("a table was expected")?;
                self.entry(table, false, DEPTH)?;
            }
            self.blanks();
            if !matches!(self.peek(), None | Some('#' | '\r' | '\n')) {
                return Err("expected the end of the line");
            }
        }
    }

    fn header(&mut self, root: &mut Table) -> Parsed<Vec<Key>> {
        let start = self.at;
        self.skip(1);
        let is_one_of_many = self.accept("[");
        let keys = self.keys()?;
        let close = if is_one_of_many { "]]" } else { "]" };
        self.expect(close, "expected the end of the header, `]`")?;
        self.refuse(root.open(&keys, is_one_of_many, start..self.at))?;
        Ok(keys)
    }

    /// `a.b = value`, into a table. In braces, lines may end around the `=`.
    fn entry(&mut self, table: &mut Table, is_inline: bool, depth: u8) -> Parsed<()> {
        let keys = self.keys()?;
        if is_inline {
            self.space()?;
        }
        self.expect("=", "expected `=`")?;
        if is_inline {
            self.space()?;
        }
        self.blanks();
        let value = self.value(depth)?;
        self.refuse(table.insert(&keys, value))
    }

    /// Turns a refused key into an error at its place.
    fn refuse(&mut self, added: Result<(), (usize, &'static str)>) -> Parsed<()> {
        added.map_err(|(at, message)| {
            self.at = at;
            message
        })
    }

    fn keys(&mut self) -> Parsed<Vec<Key>> {
        let mut keys = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            let key = match self.peek() {
                Some('"') if !self.rest().starts_with("\"\"\"") => self.text('"')?,
                Some('\'') if !self.rest().starts_with("'''") => self.text('\'')?,
                _ => self.take(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-')).to_owned(),
            };
            if start == self.at {
                return Err("expected a key");
            }
            keys.push(Spanned::new(key, start..self.at));
            self.blanks();
            if !self.accept(".") {
                return Ok(keys);
            }
        }
    }

    fn value(&mut self, depth: u8) -> Parsed<Spanned<Value>> {
        let start = self.at;
        let deeper = depth.checked_sub(1).ok_or("so many lists and tables are not inside each other");
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => Value::Text(self.text(quote)?),
            Some('[') => Value::List(self.list(deeper?)?),
            Some('{') => Value::Table(self.table(deeper?)?),
            _ => self.word()?,
        };
        Ok(Spanned::new(value, start..self.at))
    }

    fn list(&mut self, depth: u8) -> Parsed<Vec<Spanned<Value>>> {
        self.skip(1);
        let mut values = Vec::new();
        loop {
            self.space()?;
            if self.accept("]") {
                return Ok(values);
            }
            values.push(self.value(depth)?);
            self.space()?;
            if !self.accept(",") {
                self.expect("]", "expected `,` or `]`")?;
                return Ok(values);
            }
        }
    }

    fn table(&mut self, depth: u8) -> Parsed<Table> {
        self.skip(1);
        let mut table = Table::inline();
        loop {
            self.space()?;
            if self.accept("}") {
                return Ok(table);
            }
            self.entry(&mut table, true, depth)?;
            self.space()?;
            if !self.accept(",") {
                self.expect("}", "expected `,` or `}`")?;
                return Ok(table);
            }
        }
    }
}
