//! Words that are banned, each with what to write instead. A new ban is one line.

use std::cell::LazyCell;

use super::rust;
use super::tree::{File, Tree};
use super::violation::Violation;

/// Where a ban looks.
enum In {
    /// Rust, outside comments and literals.
    Rust,
    /// The web client's own text, comments included.
    Web,
    /// The comments of both.
    Code,
}

struct Ban {
    words: &'static [&'static str],
    within: In,
    /// The folders it holds for; none means everywhere.
    folders: &'static [&'static str],
    instead: &'static str,
}

/// Folders in which a fraction of a cent would be money.
const MONEY: &[&str] = &[
    "crates/kernel/money/",
    "crates/kernel/baccarat/",
    "crates/play/ledger/",
    "crates/play/table/",
    "crates/play/house/",
    "crates/record/store/",
];

const WEB: &[&str] = &["ts", "js", "mjs", "cjs", "svelte"];

const BANS: &[Ban] = &[
    ban(In::Rust, &["todo!", "unimplemented!"], "write it, or leave out what needs it"),
    ban(In::Rust, &["dbg!"], "remove it, or log what explains with `tracing`"),
    ban(In::Rust, &["thread::sleep"], "wait for the thing itself: a channel, a notification, paused time"),
    ban(In::Rust, &["#[ignore"], "make the test quick and sure, or delete it"),
    ban(
        In::Rust,
        &["allow(dead_code", "allow(unused_imports", "allow(unused_variables"],
        "delete what nobody calls",
    ),
    Ban { folders: MONEY, ..ban(In::Rust, &["f32", "f64"], "money is integers: `Amount` and `Odds`") },
    Ban {
        folders: &["crates/kernel/money/", "crates/play/ledger/"],
        ..ban(In::Rust, CASTS, "`from` or `try_from`: `as` truncates in silence")
    },
    ban(In::Web, &["waitForTimeout"], "wait for what the patron would see: a locator or `expect`"),
    ban(In::Web, &[".only(", ".skip("], "run every test, or delete it"),
    ban(In::Web, &["@ts-ignore", "@ts-nocheck"], "give it its type"),
    ban(In::Web, &["debugger", "console.log"], "remove it"),
    ban(
        In::Code,
        &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")],
        "do it, or leave it unsaid",
    ),
];

const CASTS: &[&str] = &[
    "as u8", "as u16", "as u32", "as u64", "as u128", "as usize", "as i8", "as i16", "as i32", "as i64",
    "as i128", "as isize",
];

const fn ban(within: In, words: &'static [&'static str], instead: &'static str) -> Ban {
    Ban { words, within, folders: &[], instead }
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files().iter().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let text = file.text.as_deref().unwrap_or_default();
    let (is_rust, is_web) = (file.extension() == "rs", WEB.contains(&file.extension()));
    if !is_rust && !is_web {
        return Vec::new();
    }
    // Most files have no banned word, not even in a comment.
    let code = LazyCell::new(|| rust::code(text));
    let here =
        |ban: &&Ban| ban.folders.is_empty() || ban.folders.iter().any(|folder| file.path.starts_with(folder));
    let mut violations = Vec::new();
    for ban in BANS.iter().filter(here) {
        let searched = match ban.within {
            In::Rust if is_rust && ban.words.iter().any(|word| text.contains(word)) => &code,
            In::Web if is_web => text,
            In::Code => text,
            _ => continue,
        };
        for (line, word) in uses(searched, ban.words) {
            violations.push(Violation::new(&file.path, line, format!("`{word}` is banned"), ban.instead));
        }
    }
    violations
}

/// The lines, from 1, with the word on them.
fn uses<'a>(text: &'a str, words: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a str)> {
    let lines = (1..).zip(text.lines());
    lines.flat_map(move |(number, line)| {
        words.iter().filter(move |word| has_word(line, word)).map(move |word| (number, *word))
    })
}

/// Whether the line has the word by itself, not as a part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let joined_before = word.starts_with(is_word) && line[..at].ends_with(is_word);
        let joined_after = word.ends_with(is_word) && line[at + word.len()..].starts_with(is_word);
        !joined_before && !joined_after
    })
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
