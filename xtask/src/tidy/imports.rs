//! The imports and definitions of one Rust file, as paths. Skips test code behind `#[cfg(test)]`. `modules.rs` resolves
//! the paths.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::rust::{is_block, is_sign};

/// Words before the name of an item.
const ITEMS: &[&str] = &["struct", "enum", "union", "trait", "type", "fn", "const", "static"];

/// A path in the text, by its segments.
#[derive(Debug)]
pub(super) struct Path {
    /// The inline modules around it, outermost first.
    pub(super) scope: Vec<String>,
    pub(super) segments: Vec<String>,
    /// From 1.
    pub(super) line: usize,
}

/// One name that a `use` brings in.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) path: Path,
    /// The name it has here; none for a glob.
    pub(super) name: Option<String>,
}

/// The imports and definitions of one file.
#[derive(Debug, Default)]
pub(super) struct Imports {
    pub(super) uses: Vec<Use>,
    /// Paths of two segments or more outside `use`.
    pub(super) paths: Vec<Path>,
    /// The names of the items that the file defines.
    pub(super) items: BTreeSet<String>,
}

/// Reads the text of a file. Text that the compiler could not split into tokens imports nothing.
pub(super) fn of(text: &str) -> Imports {
    let mut imports = Imports::default();
    imports.read(&[], text.parse().unwrap_or_default());
    imports
}

impl Imports {
    fn read(&mut self, scope: &[String], tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            at += 1;
            match tree {
                TokenTree::Ident(word) => at += self.read_word(scope, word, &trees[at..]),
                TokenTree::Group(group) if is_for_tests(&group.stream()) => at += item_length(&trees[at..]),
                TokenTree::Group(group) => self.read(scope, group.stream()),
                _ => {}
            }
        }
    }

    /// Reads what begins with this word; returns how many of the following trees belong to it.
    fn read_word(&mut self, scope: &[String], word: &Ident, rest: &[TokenTree]) -> usize {
        match (word.to_string().as_str(), rest) {
            ("use", _) => {
                let end = rest.iter().position(|tree| is_sign(tree, ';')).unwrap_or(rest.len());
                self.read_uses(scope, &[], &rest[..end]);
                end
            }
            ("mod", [TokenTree::Ident(name), TokenTree::Group(body), ..]) => {
                self.read(&[scope, &[name.to_string()]].concat(), body.stream());
                2
            }
            ("mod", _) => 1,
            ("static", [TokenTree::Ident(word), TokenTree::Ident(name), ..]) if word == "mut" => {
                self.items.insert(name.to_string());
                2
            }
            (item, [TokenTree::Ident(name), ..]) if ITEMS.contains(&item) => {
                self.items.insert(name.to_string());
                // The word behind it may be another such word, as in `const fn`, or begin a path.
                0
            }
            (first, _) => self.read_path(scope, first, word.span().start().line, rest),
        }
    }

    fn read_path(&mut self, scope: &[String], first: &str, line: usize, rest: &[TokenTree]) -> usize {
        let more = rest.chunks(3).map_while(|trees| match trees {
            [one, two, TokenTree::Ident(next)] if is_sign(one, ':') && is_sign(two, ':') => {
                Some(next.to_string())
            }
            _ => None,
        });
        let segments: Vec<String> = std::iter::once(first.to_owned()).chain(more).collect();
        let length = 3 * (segments.len() - 1);
        if length > 0 {
            self.paths.push(Path { scope: scope.to_vec(), segments, line });
        }
        length
    }

    /// Reads the trees of a `use`, separated by commas, after these segments.
    fn read_uses(&mut self, scope: &[String], before: &[String], trees: &[TokenTree]) {
        for tree in trees.split(|tree| is_sign(tree, ',')) {
            let Some(first) = tree.first() else { continue };
            let (path, name) = match tree {
                [path @ .., TokenTree::Group(inner)] => {
                    let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
                    self.read_uses(scope, &segments(before, path), &inner);
                    continue;
                }
                [path @ .., TokenTree::Ident(word), TokenTree::Ident(name)] if word == "as" => {
                    (path, Some(name.to_string()))
                }
                path => (path, segments(before, path).pop().filter(|_| !is_sign(&path[path.len() - 1], '*'))),
            };
            let path = Path {
                scope: scope.to_vec(),
                segments: segments(before, path),
                line: first.span().start().line,
            };
            self.uses.push(Use { path, name });
        }
    }
}

/// The segments of a path in a `use`, after those before it. `::` alone is the root of all crates.
fn segments(before: &[String], path: &[TokenTree]) -> Vec<String> {
    let from_root = before.is_empty() && path.first().is_some_and(|tree| is_sign(tree, ':'));
    let words = path.iter().filter_map(|tree| match tree {
        TokenTree::Ident(word) if before.is_empty() || word != "self" => Some(word.to_string()),
        _ => None,
    });
    before.iter().cloned().chain(from_root.then(|| "::".to_owned())).chain(words).collect()
}

/// Whether an attribute is `cfg(test)`.
fn is_for_tests(attribute: &TokenStream) -> bool {
    attribute.to_string().replace(' ', "") == "cfg(test)"
}

/// How many trees one item has, with its attributes: up to its semicolon, or to the end of its first block.
fn item_length(trees: &[TokenTree]) -> usize {
    let mut is_use = false;
    let end = trees.iter().position(|tree| {
        is_use |= matches!(tree, TokenTree::Ident(word) if word == "use");
        is_sign(tree, ';') || !is_use && is_block(tree)
    });
    end.map_or(trees.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every use as `path name`, with `*` for everything.
    fn uses(text: &str) -> Vec<String> {
        let uses = of(text).uses.into_iter();
        uses.map(|it| format!("{} {}", it.path.segments.join("/"), it.name.as_deref().unwrap_or("*")))
            .collect()
    }

    fn paths(text: &str) -> Vec<String> {
        let paths = of(text).paths.into_iter();
        paths.map(|path| [path.scope, path.segments].concat().join("/")).collect()
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
        let text = "fn f() { crate::a::g(); x.y(); log!(\"{}\", z::w) }\n\
            mod m {\n fn h() { super::b::C::new() }\n}\nfn i() { d::e }";
        assert_eq!(paths(text), ["crate/a/g", "z/w", "m/super/b/C/new", "d/e"]);
        assert_eq!(of(text).items.into_iter().collect::<Vec<_>>(), ["f", "h", "i"]);
    }

    #[test]
    fn every_word_before_an_item_is_passed_over() {
        let text = "pub const fn f() {}\nstatic mut X: u8 = 0;\nconst G: &'static crate::a::B = &crate::c::D;\n\
            fn h(_: *const super::e::F) {}";
        assert_eq!(paths(text), ["crate/a/B", "crate/c/D", "super/e/F"]);
        let items = of(text).items;
        for name in ["f", "X", "G", "h"] {
            assert!(items.contains(name), "{items:?}");
        }
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
