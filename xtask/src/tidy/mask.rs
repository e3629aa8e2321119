//! Blanks out comments and literals of Rust text. What remains is code, and every byte keeps its place. Reads tokens,
//! not syntax.

/// The same text, of the same length and with the same lines, where comments, strings and character literals
/// are spaces.
pub(super) fn code(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let token = next(rest);
        let (this, after) = rest.split_at(token.length);
        if token.is_code {
            masked.push_str(this);
        } else {
            masked.extend(this.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
        rest = after;
    }
    masked
}

/// The token at the start of the text. Its length is in bytes, and at least one.
struct Token {
    length: usize,
    is_code: bool,
}

fn next(rest: &str) -> Token {
    let blank = |length| Token { length, is_code: false };
    let plain = |length| Token { length, is_code: true };
    match rest.chars().next() {
        Some('/') if rest.starts_with("//") => blank(rest.find('\n').unwrap_or(rest.len())),
        Some('/') if rest.starts_with("/*") => blank(block_comment(rest)),
        Some('"') => blank(quoted(rest, '"')),
        Some('\'') => character(rest).map_or_else(|| plain(1), blank),
        Some(first) if is_word(first) => match raw_string(rest) {
            Some(length) => blank(length),
            None => plain(word(rest)),
        },
        first => plain(first.map_or(1, char::len_utf8)),
    }
}

pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn word(rest: &str) -> usize {
    rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(step) = rest[at..].find(['/', '*']) {
        at += step;
        let here = &rest[at..];
        if here.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if here.starts_with("*/") {
            (depth, at) = (depth.saturating_sub(1), at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// Up to and with the closing quote that no backslash escapes.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// A character literal, as opposed to a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut letters = rest.chars().skip(1);
    match (letters.next()?, letters.next()) {
        ('\\', _) | (_, Some('\'')) => Some(quoted(rest, '\'')),
        _ => None,
    }
}

/// `r"..."`, `br##"..."##` and the like, as opposed to a word that begins with r.
fn raw_string(rest: &str) -> Option<usize> {
    let after_prefix = ["r", "br", "cr"].iter().find_map(|prefix| {
        let after = rest.strip_prefix(prefix)?;
        after.starts_with(['#', '"']).then_some(after)
    })?;
    let hashes = after_prefix.len() - after_prefix.trim_start_matches('#').len();
    let body = after_prefix.trim_start_matches('#').strip_prefix('"')?;
    let closing = format!("\"{}", "#".repeat(hashes));
    let end = body.find(&closing).map_or(body.len(), |at| at + closing.len());
    Some(rest.len() - body.len() + end)
}

#[cfg(test)]
mod tests {
    use super::code;

    /// What is left when runs of blanks are one space.
    fn left(text: &str) -> String {
        let masked = code(text);
        assert_eq!((masked.len(), masked.lines().count()), (text.len(), text.lines().count()));
        masked.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_are_blank() {
        assert_eq!(left("let a = 1; // todo!()\nlet b = 2;"), "let a = 1; let b = 2;");
        assert_eq!(left("a /* one /* two */ still */ b"), "a b");
        assert_eq!(left("//! é{\nfn f() {}"), "fn f() {}");
        assert_eq!(left("a / b * c"), "a / b * c");
    }

    #[test]
    fn strings_and_characters_are_blank() {
        assert_eq!(left(r#"f("}", "\"{", '{', '\'', '\u{7b}', 'é')"#), "f( , , , , , )");
        assert_eq!(left("f(r\"\\\", r#\"a \" {\"#, br##\"\"#\"##, b\"{\") end"), "f( , , , b ) end");
    }

    #[test]
    fn lifetimes_and_words_are_code() {
        assert_eq!(left("fn f<'a>(x: &'a str) -> &'a str { x }"), "fn f<'a>(x: &'a str) -> &'a str { x }");
        assert_eq!(left("r#type + bright + 'static"), "r#type + bright + 'static");
    }

    #[test]
    fn what_never_closes_ends_with_the_text() {
        assert_eq!(left("a \"open"), "a");
        assert_eq!(left("a /* open"), "a");
        assert_eq!(left("a r#\"open"), "a");
    }
}
