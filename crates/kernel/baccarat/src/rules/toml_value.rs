//! What a TOML document holds: values with their places, and tables that grow as the document goes on.
//!
//! House rules have texts, whole numbers, lists and tables. Other values are known to be there, and no more.

use core::ops::Range;

/// Something, and where it stands in the document, in bytes.
#[derive(Debug)]
pub(super) struct Spanned<T> {
    value: T,
    span: Range<usize>,
}

impl<T> Spanned<T> {
    pub(super) const fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }

    pub(super) const fn get_ref(&self) -> &T {
        &self.value
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

#[derive(Debug)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    /// A date, a fraction, true or false, or a number that does not fit.
    Other,
    List(Vec<Spanned<Value>>),
    /// Tables that were written under `[[a header]]`.
    Tables(Vec<Spanned<Value>>),
    Table(Table),
}

impl Value {
    pub(super) fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn as_integer(&self) -> Option<i64> {
        if let Self::Integer(number) = self { Some(*number) } else { None }
    }

    pub(super) fn as_list(&self) -> Option<&[Spanned<Self>]> {
        if let Self::List(values) | Self::Tables(values) = self { Some(values) } else { None }
    }

    pub(super) fn as_table(&self) -> Option<&Table> {
        if let Self::Table(table) = self { Some(table) } else { None }
    }
}

/// How a table came to be, which says what may be added to it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// By its own header, or it is the whole document.
    Header,
    /// By the header of a table inside it.
    Inner,
    /// By a key such as `a.b`.
    Dotted,
    /// In braces.
    Inline,
}

/// A table: its fields in the order of the document.
#[derive(Debug)]
pub(super) struct Table {
    fields: Vec<(Spanned<String>, Spanned<Value>)>,
    origin: Origin,
}

/// So many fields may be in a table. House rules have fewer, and a field is looked for from the first one on.
const FIELDS: usize = 256;

/// A part of a key with its place.
pub(super) type Key = Spanned<String>;

/// Why a key cannot be added, and where it stands.
pub(super) type Refused = (usize, &'static str);

impl Table {
    pub(super) const fn document() -> Self {
        Self { fields: Vec::new(), origin: Origin::Header }
    }

    pub(super) const fn inline() -> Self {
        Self { fields: Vec::new(), origin: Origin::Inline }
    }

    /// The fields in the order of the document.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(Spanned<String>, Spanned<Value>)> {
        self.fields.iter()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Spanned<Value>> {
        self.fields.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
    }

    fn find(&mut self, name: &str) -> Option<&mut Spanned<Value>> {
        self.fields.iter_mut().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
    }

    /// Adds a field that is not there yet.
    fn push(&mut self, key: &Key, value: Spanned<Value>) -> Result<(), Refused> {
        if self.fields.len() >= FIELDS {
            return Err((key.span.start, "is one field too many for a table"));
        }
        self.fields.push((Spanned::new(key.get_ref().clone(), key.span()), value));
        Ok(())
    }

    /// The value of a key, which is made if it is not there.
    fn enter(&mut self, key: &Key, made: impl FnOnce() -> Value) -> Option<&mut Value> {
        if self.get(key.get_ref()).is_none() {
            self.push(key, Spanned::new(made(), key.span())).ok()?;
        }
        self.find(key.get_ref()).map(|found| &mut found.value)
    }

    /// Adds `a.b = value`.
    pub(super) fn insert(&mut self, keys: &[Key], value: Spanned<Value>) -> Result<(), Refused> {
        let Some((last, path)) = keys.split_last() else { return Ok(()) };
        let mut table = self;
        for key in path {
            table = match table.enter(key, || Value::Table(Self::of(Origin::Dotted))) {
                Some(Value::Table(inner)) if inner.origin == Origin::Dotted => inner,
                _ => return Err((key.span.start, "is no table that can be added to")),
            };
        }
        if table.get(last.get_ref()).is_some() {
            return Err((last.span.start, "is there already"));
        }
        table.push(last, value)
    }

    /// Begins the table of a header: `[a.b]`, or `[[a.b]]` if it is one of several.
    pub(super) fn open(
        &mut self,
        keys: &[Key],
        is_one_of_many: bool,
        at: Range<usize>,
    ) -> Result<(), Refused> {
        let Some((last, path)) = keys.split_last() else { return Ok(()) };
        let mut table = self;
        for key in path {
            let inner = table.enter(key, || Value::Table(Self::of(Origin::Inner)));
            table = inner.and_then(Value::last_table).ok_or((key.span.start, "is no table"))?;
        }
        let taken = Err((last.span.start, "is there already"));
        let mut begun = Self::of(Origin::Header);
        if is_one_of_many {
            let Some(Value::Tables(tables)) = table.enter(last, || Value::Tables(Vec::new())) else {
                return taken;
            };
            tables.push(Spanned::new(Value::Table(begun), at));
            return Ok(());
        }
        match table.find(last.get_ref()).map(|found| &mut found.value) {
            None => {}
            // Only the headers of tables inside it came before. It stands where its own header is.
            Some(Value::Table(inner)) if inner.origin == Origin::Inner => {
                begun.fields.append(&mut inner.fields);
                table.fields.retain(|(key, _)| key.get_ref() != last.get_ref());
            }
            Some(_) => return taken,
        }
        table.push(last, Spanned::new(Value::Table(begun), at))
    }

    /// The table that the header of these keys began.
    pub(super) fn at(&mut self, keys: &[Key]) -> Option<&mut Self> {
        let mut table = self;
        for key in keys {
            table = table.find(key.get_ref())?.value.last_table()?;
        }
        Some(table)
    }

    const fn of(origin: Origin) -> Self {
        Self { fields: Vec::new(), origin }
    }
}

impl Value {
    /// The table that a header inside this value belongs to.
    fn last_table(&mut self) -> Option<&mut Table> {
        match self {
            Self::Table(table) if table.origin != Origin::Inline => Some(table),
            Self::Tables(tables) => match tables.last_mut().map(|last| &mut last.value) {
                Some(Self::Table(table)) => Some(table),
                _ => None,
            },
            _ => None,
        }
    }
}
