//! The tokens of a Rust file, without its comments and literals. Reads no syntax: the bodies of macros count too.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The same text, of the same length and with the same lines, where comments, strings and characters are spaces.
///
/// Text that the compiler could not split into tokens stays as it is.
pub(super) fn code(text: &str) -> String {
    let Ok(tokens) = text.parse() else { return text.to_owned() };
    let blank = |byte| if byte == b'\n' { b'\n' } else { b' ' };
    let mut code: Vec<u8> = text.bytes().map(blank).collect();
    copy(tokens, text, &mut code);
    String::from_utf8(code).unwrap_or_else(|_| text.to_owned())
}

fn copy(tokens: TokenStream, text: &str, code: &mut [u8]) {
    for tree in tokens {
        match tree {
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                copy_one(group.span_open(), open, text, code);
                copy(group.stream(), text, code);
                copy_one(group.span_close(), close, text, code);
            }
            tree => copy_one(tree.span(), &tree.to_string(), text, code),
        }
    }
}

/// Copies a token, unless it is made from a comment of the documentation: its text is then another.
fn copy_one(span: Span, token: &str, text: &str, code: &mut [u8]) {
    let place = span.byte_range();
    if text.get(place.clone()) == Some(token) {
        code[place].copy_from_slice(token.as_bytes());
    }
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    /// From 1.
    pub(super) line: usize,
    /// From its name to its closing brace.
    pub(super) lines: usize,
}

/// Every function with a body, those inside others included.
pub(super) fn functions(tokens: TokenStream) -> Vec<Function> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut functions = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => functions.extend(self::functions(group.stream())),
            TokenTree::Ident(word) if word == "fn" => {
                functions.extend(function(word.span(), &trees[at + 1..]));
            }
            _ => {}
        }
    }
    functions
}

fn function(start: Span, rest: &[TokenTree]) -> Option<Function> {
    let (TokenTree::Ident(name), rest) = rest.split_first()? else { return None };
    let body = rest.iter().take_while(|tree| !is_sign(tree, ';')).find(|tree| is_block(tree))?;
    let (line, last) = (start.start().line, body.span().end().line);
    Some(Function { name: name.to_string(), line, lines: last + 1 - line })
}

pub(super) fn is_sign(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign)
}

pub(super) fn is_block(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_left() {
        for (text, expected) in [
            ("let a = 1; // todo!()\nlet b = c;", "let a = ; let b = c;"),
            ("a /* one /* two */ still */ b", "a b"),
            ("//! é{\n/// é }\nfn f() {}", "fn f() {}"),
            ("/** doc */ #[doc = \"x\"] a / b * c", "#[doc = ] a / b * c"),
            (r#"f("}", "\"{", '{', '\'', '\u{7b}', 'é')"#, "f( , , , , , )"),
            ("f(r\"\\\", r#\"a \" {\"#, br##\"\"#\"##, b\"{\") end", "f( , , , ) end"),
            ("fn f<'a>(x: &'a str) -> &'a str { x }", "fn f<'a>(x: &'a str) -> &'a str { x }"),
            ("r#type + bright + &'static é", "r#type + bright + &'static é"),
            ("never closed: \"", "never closed: \""),
        ] {
            let code = code(text);
            assert_eq!((code.len(), code.lines().count()), (text.len(), text.lines().count()), "{text}");
            assert_eq!(code.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }

    #[test]
    fn functions_are_measured_from_name_to_brace() {
        for (text, expected) in [
            ("//! fn no() {}\npub fn one() -> [u8; 2] {\n    \"}\";\n    [0, 1]\n}", &[("one", 2, 4)][..]),
            ("\nconst fn two() {}", &[("two", 2, 1)]),
            ("fn out() {\n    fn inner() {\n    }\n}", &[("out", 1, 4), ("inner", 2, 2)]),
            ("cases! {\n    fn f(a in 0..2) {\n    }\n}", &[("f", 2, 2)]),
            ("trait T { fn f(&self, a: [u8; 2]); }\ntype F = fn (u8) -> u8;", &[]),
        ] {
            let functions = functions(text.parse().unwrap());
            let brief: Vec<_> = functions.iter().map(|it| (it.name.as_str(), it.line, it.lines)).collect();
            assert_eq!(brief, expected, "{text}");
        }
    }
}
