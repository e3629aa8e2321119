//! Takes a value apart: each part has the form that is asked for, or the error names its field.

use core::cell::Cell;
use core::fmt::Display;
use core::str::FromStr;

use crate::reader;
use crate::value::Value;
use crate::wrong::{Path, Wrong};

/// Reads a text that is one value of JSON, with at most 32 lists and objects inside each other.
///
/// # Errors
/// [`Wrong`]: the text is no JSON, or `take` refuses the value.
pub fn read<T>(text: &str, take: impl FnOnce(Node<'_>) -> Result<T, Wrong>) -> Result<T, Wrong> {
    let value = reader::read(text)?;
    take(Node { value: &value, path: Path::Whole })
}

/// A value, and where it stands.
pub struct Node<'a> {
    value: &'a Value,
    path: Path<'a>,
}

/// The fields of an object.
pub struct Record<'a> {
    fields: &'a [(String, Value)],
    path: &'a Path<'a>,
    /// Which of the first 64 fields were asked for.
    taken: Cell<u64>,
}

impl<'a> Node<'a> {
    /// This value is wrong.
    pub fn wrong(&self, reason: &dyn Display) -> Wrong {
        Wrong::at(&self.path, reason)
    }

    fn expected<T>(&self, what: &str) -> Result<T, Wrong> {
        Err(self.wrong(&format_args!("{what} was expected")))
    }

    /// A whole number that this type holds.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn number<T: TryFrom<u64>>(self) -> Result<T, Wrong> {
        let read = if let Value::Number(number) = self.value { T::try_from(*number).ok() } else { None };
        read.ok_or_else(|| self.no_number(size_of::<T>()))
    }

    #[cold]
    fn no_number(&self, bytes: usize) -> Wrong {
        let unused = u32::try_from(bytes).ok().and_then(|bytes| 64_u32.checked_sub(bytes.saturating_mul(8)));
        let most = u64::MAX >> unused.unwrap_or_default();
        self.wrong(&format_args!("a whole number up to {most} was expected"))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn flag(self) -> Result<bool, Wrong> {
        if let Value::Flag(flag) = self.value { Ok(*flag) } else { self.expected("true or false") }
    }

    fn plain(&self) -> Result<&'a str, Wrong> {
        if let Value::Text(text) = self.value { Ok(text) } else { self.expected("a text") }
    }

    /// A text as it is.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn string(self) -> Result<String, Wrong> {
        self.plain().map(str::to_owned)
    }

    /// What a text says.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn text<T: FromStr<Err: Display>>(self) -> Result<T, Wrong> {
        self.plain()?.parse().map_err(|error: T::Err| self.wrong(&error))
    }

    /// A list, each value taken alike.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn list<T>(self, take: impl Fn(Node<'_>) -> Result<T, Wrong>) -> Result<Vec<T>, Wrong> {
        let Value::List(values) = self.value else { return self.expected("a list") };
        let mut items = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            items.push(take(Node { value, path: Path::Item(&self.path, index) })?);
        }
        Ok(items)
    }

    /// A list of texts, and what each says.
    ///
    /// # Errors
    /// [`Wrong`].
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method of one lifetime is none of every lifetime"
    )]
    pub fn texts<T: FromStr<Err: Display>>(self) -> Result<Vec<T>, Wrong> {
        self.list(|node| node.text())
    }

    fn as_record(&self) -> Result<Record<'_>, Wrong> {
        match self.value {
            Value::Record(fields) => Ok(Record { fields, path: &self.path, taken: Cell::new(0) }),
            _ => self.expected("an object"),
        }
    }

    /// An object, which may have other fields than those that are asked for.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn fields<T>(self, take: impl FnOnce(&Record<'_>) -> Result<T, Wrong>) -> Result<T, Wrong> {
        take(&self.as_record()?)
    }

    /// An object that has no other fields than those that are asked for.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn record<T>(self, take: impl FnOnce(&Record<'_>) -> Result<T, Wrong>) -> Result<T, Wrong> {
        let record = self.as_record()?;
        let value = take(&record)?;
        record.finish()?;
        Ok(value)
    }

    /// A value that is named by a text, or by the one field of an object: its name, and the value.
    ///
    /// # Errors
    /// [`Wrong`].
    pub fn named(&self) -> Result<(&str, Node<'_>), Wrong> {
        match self.value {
            Value::Text(name) => {
                Ok((name, Node { value: &Value::Null, path: Path::Field(&self.path, name) }))
            }
            Value::Record(fields) if let [(name, value)] = fields.as_slice() => {
                Ok((name, Node { value, path: Path::Field(&self.path, name) }))
            }
            _ => self.expected("a text, or an object of one field,"),
        }
    }
}

impl Record<'_> {
    /// The field of this name.
    ///
    /// # Errors
    /// [`Wrong`] when it is missing, and when it is there twice.
    pub fn get<'a>(&'a self, name: &'a str) -> Result<Node<'a>, Wrong> {
        match self.find(name)? {
            Some(node) => Ok(node),
            None => Err(Wrong::at(self.path, &format_args!("missing field `{name}`"))),
        }
    }

    /// The field of this name; none when it is missing or null.
    ///
    /// # Errors
    /// [`Wrong`] also when it is there twice.
    pub fn optional<'a, T>(
        &'a self,
        name: &'a str,
        take: impl FnOnce(Node<'a>) -> Result<T, Wrong>,
    ) -> Result<Option<T>, Wrong> {
        match self.find(name)? {
            Some(node) if *node.value != Value::Null => take(node).map(Some),
            _ => Ok(None),
        }
    }

    fn find<'a>(&'a self, name: &'a str) -> Result<Option<Node<'a>>, Wrong> {
        let mut named = self.fields.iter().enumerate().filter(|(_, (known, _))| known == name);
        let Some((index, (_, value))) = named.next() else { return Ok(None) };
        let node = Node { value, path: Path::Field(self.path, name) };
        if named.next().is_some() {
            return Err(node.wrong(&"this field is there twice"));
        }
        self.taken.set(self.taken.get() | bit(index));
        Ok(Some(node))
    }

    fn finish(&self) -> Result<(), Wrong> {
        let mut others =
            self.fields.iter().enumerate().filter(|(index, _)| self.taken.get() & bit(*index) == 0);
        match others.next() {
            Some((_, (name, _))) => Err(Wrong::at(&Path::Field(self.path, name), &"there is no such field")),
            None => Ok(()),
        }
    }
}

/// No object that is known has more than 64 fields, so those behind them are none that were asked for.
fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or_default()
}
