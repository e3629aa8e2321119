//! The imports and definitions of one Rust file, as paths. Skips test code behind `#[cfg(test)]`. `modules.rs` resolves
//! the paths.

use std::collections::BTreeSet;

use super::mask;

/// Names before which an item's own name stands.
const ITEMS: &[&str] = &["struct", "enum", "union", "trait", "type", "fn", "const", "static"];

/// A path in the text, by its segments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// The inline modules around it, outermost first.
    pub(super) scope: Vec<String>,
    pub(super) segments: Vec<String>,
    /// In bytes from the start of the text.
    pub(super) at: usize,
}

/// One name that a `use` brings in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) path: Path,
    /// The name it has here; none for a glob.
    pub(super) name: Option<String>,
}

/// The imports and definitions of one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Imports {
    pub(super) uses: Vec<Use>,
    /// Paths of two segments or more outside `use`.
    pub(super) paths: Vec<Path>,
    /// The names of the items that the file defines.
    pub(super) items: BTreeSet<String>,
}

/// Reads the text of a file.
pub(super) fn of(text: &str) -> Imports {
    let code = mask::code(text);
    let tokens = tokens(&code);
    let mut reader =
        Reader { tokens: &tokens, at: 0, scope: Vec::new(), open: Vec::new(), found: Imports::default() };
    while reader.step() {}
    reader.found
}

/// A word, `::`, or any other sign by itself.
struct Token<'a> {
    text: &'a str,
    at: usize,
}

fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = if mask::is_word(first) {
            rest.find(|letter| !mask::is_word(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(Token { text: &rest[..length], at });
        }
        at += length;
    }
    tokens
}

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// The inline modules that are open.
    scope: Vec<String>,
    /// For each open brace, whether it is an inline module's.
    open: Vec<bool>,
    found: Imports,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn position(&self) -> usize {
        self.tokens.get(self.at).map_or(0, |token| token.at)
    }

    fn take(&mut self) -> &'a str {
        let text = self.peek(0);
        self.at += 1;
        text
    }

    /// Takes what comes next; false at the end.
    fn step(&mut self) -> bool {
        match self.peek(0) {
            "" => return false,
            "#" if (1..7).map(|ahead| self.peek(ahead)).eq(["[", "cfg", "(", "test", ")", "]"]) => {
                self.at += 7;
                self.skip_item();
            }
            "use" => {
                self.at += 1;
                self.tree(&mut Vec::new());
            }
            "mod" if self.peek(2) == "{" => {
                self.scope.push(self.peek(1).to_owned());
                self.open.push(true);
                self.at += 3;
            }
            "mod" => self.at += 2,
            "{" => {
                self.open.push(false);
                self.at += 1;
            }
            "}" => {
                if self.open.pop() == Some(true) {
                    self.scope.pop();
                }
                self.at += 1;
            }
            item if ITEMS.contains(&item) => {
                self.at += 1;
                self.found.items.insert(self.peek(0).to_owned());
            }
            word if word.starts_with(mask::is_word) => self.path(),
            _ => self.at += 1,
        }
        true
    }

    /// Passes over one item with its attributes: up to its semicolon, or to the end of its first block.
    fn skip_item(&mut self) {
        let (mut depth, mut is_use) = (0_usize, false);
        loop {
            match self.take() {
                "" => return,
                "use" => is_use = true,
                ";" if depth == 0 => return,
                "{" | "(" | "[" => depth += 1,
                "}" if depth == 1 && !is_use => return,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// A path that is not in a `use`. After a dot it would be a method or a field.
    fn path(&mut self) {
        let (at, mut segments) = (self.position(), vec![self.take().to_owned()]);
        while self.peek(0) == "::" && self.peek(1).starts_with(mask::is_word) {
            segments.push(self.peek(1).to_owned());
            self.at += 2;
        }
        if segments.len() > 1 {
            self.found.paths.push(Path { scope: self.scope.clone(), segments, at });
        }
    }

    /// One tree of a `use`, after these segments.
    fn tree(&mut self, before: &mut Vec<String>) {
        let (at, length) = (self.position(), before.len());
        loop {
            match self.take() {
                "{" => {
                    while !["}", ""].contains(&self.peek(0)) {
                        self.tree(before);
                        if self.peek(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    break;
                }
                "*" => {
                    self.bring(before.clone(), None, at);
                    break;
                }
                // Of the root of all crates: `use ::name`.
                "::" => before.push("::".to_owned()),
                word => {
                    if word != "self" || before.is_empty() {
                        before.push(word.to_owned());
                    }
                    if self.peek(0) == "::" {
                        self.at += 1;
                        continue;
                    }
                    let renamed = self.peek(0) == "as";
                    self.at += usize::from(renamed);
                    let name = if renamed { Some(self.take().to_owned()) } else { before.last().cloned() };
                    self.bring(before.clone(), name, at);
                    break;
                }
            }
        }
        before.truncate(length);
    }

    fn bring(&mut self, segments: Vec<String>, name: Option<String>, at: usize) {
        let path = Path { scope: self.scope.clone(), segments, at };
        self.found.uses.push(Use { path, name });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every use as `path name`, with `*` for everything.
    fn uses(text: &str) -> Vec<String> {
        let found = of(text).uses;
        found
            .iter()
            .map(|it| format!("{} {}", it.path.segments.join("/"), it.name.as_deref().unwrap_or("*")))
            .collect()
    }

    fn paths(text: &str) -> Vec<String> {
        of(text).paths.iter().map(|path| [&path.scope[..], &path.segments[..]].concat().join("/")).collect()
    }

    #[test]
    fn a_tree_of_uses_is_taken_apart() {
        let text =
            "pub(crate) use crate::a::{self, b::C, d::{E as F, g::*}};\nuse super::H;\nuse i;\nuse ::j::k;";
        assert_eq!(
            uses(text),
            ["crate/a a", "crate/a/b/C C", "crate/a/d/E F", "crate/a/d/g *", "super/H H", "i i", "::/j/k k"]
        );
    }

    #[test]
    fn paths_in_code_know_their_inline_module() {
        let text =
            "fn f() { crate::a::g(); x.y(); }\nmod m {\n fn h() { super::b::C::new() }\n}\nfn i() { d::e }";
        assert_eq!(paths(text), ["crate/a/g", "m/super/b/C/new", "d/e"]);
        assert_eq!(of(text).items.into_iter().collect::<Vec<_>>(), ["f", "h", "i"]);
    }

    #[test]
    fn comments_literals_declarations_and_tests_import_nothing() {
        let text = "//! See crate::a::B.\nmod child;\nconst S: &str = \"crate::b::C\";\n\
            #[cfg(test)]\nuse crate::{c, d};\n#[cfg(test)]\nmod tests {\n use super::*;\n fn f() { crate::e::g() }\n}\n\
            #[cfg(test)]\nmod more;\nuse crate::h;\n";
        assert_eq!(uses(text), ["crate/h h"]);
        assert_eq!(paths(text), Vec::<String>::new());
    }
}
