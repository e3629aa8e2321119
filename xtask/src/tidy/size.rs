//! How long files and functions may be. The linter of the web client checks its functions.

use super::manifest::line_at;
use super::mask;
use super::ratchet::{Long, Ratchet};
use super::tree::Tree;
use super::violation::Violation;

/// Lines a file of code may have.
const FILE: usize = 500;
/// Lines a function may have, from its name to its closing brace.
const FUNCTION: usize = 70;
/// What counts as code.
const CODE: &[&str] = &["rs", "ts", "js", "mjs", "cjs", "svelte", "css", "html", "sh", "sql"];
/// Written by `cargo xtask types`, and not meant to be read.
const GENERATED: &str = "web/src/lib/wire/";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let masked: Vec<(&str, String)> = tree
        .with_extension(&["rs"])
        .filter_map(|file| Some((file.path.as_str(), mask::code(file.text.as_deref()?))))
        .collect();
    let mut measured: Vec<Long<'_>> = tree
        .with_extension(CODE)
        .filter(|file| !file.path.starts_with(GENERATED))
        .map(|file| Long {
            path: &file.path,
            function: None,
            line: 1,
            lines: file.lines().count(),
            limit: FILE,
        })
        .collect();
    for (path, code) in &masked {
        measured.extend(functions(code).into_iter().map(|function| Long {
            path,
            function: Some(function.name),
            line: function.line,
            lines: function.lines,
            limit: FUNCTION,
        }));
    }
    Ratchet::of(tree).judge(&measured)
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
struct Function<'a> {
    name: &'a str,
    line: usize,
    lines: usize,
}

/// Every function with a body in masked Rust text, those inside others included.
fn functions(code: &str) -> Vec<Function<'_>> {
    let starts = code.match_indices("fn ").map(|(at, _)| at);
    let words = starts.filter(|at| !code[..*at].ends_with(mask::is_word));
    words.filter_map(|at| function(code, at)).collect()
}

fn function(code: &str, start: usize) -> Option<Function<'_>> {
    let after = code[start..].strip_prefix("fn ")?.trim_start();
    let name = &after[..after.find(|letter| !mask::is_word(letter)).unwrap_or(after.len())];
    if name.is_empty() {
        return None;
    }
    let end = start + body_end(&code[start..])?;
    let lines = code[start..end].lines().count();
    Some(Function { name, line: line_at(code, start), lines })
}

/// The byte after the brace that closes the function's body; none if it has no body.
fn body_end(code: &str) -> Option<usize> {
    let (mut braces, mut others) = (0_usize, 0_usize);
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' => others += 1,
            ')' | ']' => others = others.saturating_sub(1),
            ';' if braces == 0 && others == 0 => return None,
            '{' => braces += 1,
            '}' => {
                braces = braces.saturating_sub(1);
                if braces == 0 && others == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(text: &str) -> Vec<(String, usize, usize)> {
        let code = mask::code(text);
        let found = functions(&code);
        found.into_iter().map(|found| (found.name.to_owned(), found.line, found.lines)).collect()
    }

    #[test]
    fn functions_are_measured_from_name_to_brace() {
        let text =
            "//! fn no() {}\npub fn one() -> [u8; 2] {\n    \"}\";\n    [0, 1]\n}\n\nconst fn two() {}\n";
        assert_eq!(measured(text), [("one".to_owned(), 2, 4), ("two".to_owned(), 7, 1)]);
    }

    #[test]
    fn those_inside_others_count_in_both() {
        let text = "fn out() {\n    fn inner() {\n    }\n}\n";
        assert_eq!(measured(text), [("out".to_owned(), 1, 4), ("inner".to_owned(), 2, 2)]);
    }

    #[test]
    fn what_has_no_body_is_no_function() {
        assert_eq!(measured("trait T { fn f(&self, a: [u8; 2]); }\ntype F = fn (u8) -> u8;\n"), []);
    }
}
