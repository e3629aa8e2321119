//! Markup that is well-formed by construction: elements that close, and text that is escaped. Knows no page.

use core::fmt::{Display, Write as _};

/// A piece of a page, as it will be written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup(String);

impl Markup {
    /// The piece as text of a page.
    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// This piece, then another.
    pub(crate) fn then(mut self, other: impl Into<Self>) -> Self {
        self.0.push_str(&other.into().0);
        self
    }
}

impl From<&str> for Markup {
    fn from(text: &str) -> Self {
        Self(escaped(text))
    }
}

impl From<String> for Markup {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&String> for Markup {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl FromIterator<Self> for Markup {
    fn from_iter<T: IntoIterator<Item = Self>>(pieces: T) -> Self {
        pieces.into_iter().fold(Self::default(), Self::then)
    }
}

impl<const N: usize> From<[Self; N]> for Markup {
    fn from(pieces: [Self; N]) -> Self {
        pieces.into_iter().collect()
    }
}

/// An element before it is closed.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    attributes: String,
}

/// An element without attributes yet.
pub(crate) const fn element(name: &'static str) -> Element {
    Element { name, attributes: String::new() }
}

impl Element {
    /// With an attribute more.
    pub(crate) fn with(mut self, name: &'static str, value: impl Display) -> Self {
        let value = escaped(&value.to_string());
        // Writing to memory cannot fail.
        let _ = write!(self.attributes, " {name}=\"{value}\"");
        self
    }

    /// With a class.
    pub(crate) fn class(self, class: &str) -> Self {
        self.with("class", class)
    }

    /// Closed around what it holds.
    pub(crate) fn holding(self, inner: impl Into<Markup>) -> Markup {
        let Self { name, attributes } = self;
        Markup(format!("<{name}{attributes}>{}</{name}>", inner.into().0))
    }

    /// Closed around a style sheet, in which nothing is escaped.
    pub(crate) fn holding_style(self, sheet: &str) -> Markup {
        let Self { name, attributes } = self;
        Markup(format!("<{name}{attributes}>{}</{name}>", sheet.replace('<', "")))
    }

    /// Closed at once.
    pub(crate) fn empty(self) -> Markup {
        let Self { name, attributes } = self;
        Markup(format!("<{name}{attributes}/>"))
    }
}

/// Escapes text for a page and for an attribute.
///
/// Characters that are invisible, reverse the order of others, or are not allowed in a page are shown by their number,
/// so that no document can look like another.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(letter),
            unseen if is_unseen(unseen) => {
                let _ = write!(safe, "\u{27e8}U+{:04X}\u{27e9}", u32::from(unseen));
            }
            _ => safe.push(letter),
        }
    }
    safe
}

fn is_unseen(letter: char) -> bool {
    let invisible = matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
        | '\u{e0000}'..='\u{e007f}');
    letter.is_control() || invisible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped() {
        let piece = element("p").with("title", "\"><script>").holding("<b>&'");
        assert_eq!(piece.into_string(), "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;&#39;</p>");
    }

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(escaped("a\u{202e}b\u{0}c\r\n"), "a⟨U+202E⟩b⟨U+0000⟩c⟨U+000D⟩\n");
        assert_eq!(escaped("百家樂 é 👑\t"), "百家樂 é 👑\t");
    }

    #[test]
    fn pieces_follow_each_other() {
        let list: Markup = ["a", "b"].map(|item| element("li").holding(item)).into();
        assert_eq!(element("ul").holding(list).then("!").into_string(), "<ul><li>a</li><li>b</li></ul>!");
        assert_eq!(element("br").empty().into_string(), "<br/>");
    }
}
