//! Tries every rule on a small project in which exactly one thing is wrong: a rule that cannot fail is a bug.

mod circles;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::*;
use crate::mutations::LIST;

const ARCHITECTURE: &str = "# Shape\n\n| crate | concern | may depend on | must not know |\n|---|---|---|---|\n\
    | `money` | amounts | - | accounts, `serde` |\n| `store` | rows | `money` | `axum` |\n\
    \n| group | concern | may use |\n|---|---|---|\n\
    | `kernel` | rules | - |\n| `record` | what is durable | `kernel` |\n";
const MONEY: &str = "crates/kernel/money/Cargo.toml";
const STORE: &str = "crates/record/store/Cargo.toml";
const LIB: &str = "crates/kernel/money/src/lib.rs";

/// A project without a flaw.
const SOUND: &[(&str, &str)] = &[
    ("ARCHITECTURE.md", ARCHITECTURE),
    (
        "Cargo.toml",
        "[workspace.dependencies]\nmoney = { package = \"punto-money\", path = \"crates/kernel/money\" }\n\
         store = { package = \"punto-store\", path = \"crates/record/store\" }\n",
    ),
    (MONEY, "[package]\nname = \"punto-money\"\n\n[dependencies]\n"),
    (LIB, "//! Amounts, never `f64`.\n"),
    (STORE, "[package]\nname = \"punto-store\"\n\n[dependencies]\nmoney.workspace = true\n"),
    ("corpora/README.md", "| file | source | content |\n|---|---|---|\n| `coups.txt` | dealt by hand | |\n"),
    ("corpora/coups.txt", "9h Kd 4s 3c 5h\n"),
    ("README.md", "See [the shape](ARCHITECTURE.md#shape).\n"),
];

/// The violations of the sound project with these files planted or replaced, as a person reads them.
fn violations_with(planted: &[(&str, &str)]) -> Vec<String> {
    let files: BTreeMap<&str, &str> = SOUND.iter().chain(planted).copied().collect();
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in &files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
        fs::write(path, text).unwrap();
    }
    let tree = Tree::read(folder.path(), files.keys().map(|name| (*name).to_owned()));
    violations(&tree).iter().map(ToString::to_string).collect()
}

/// Expects exactly one violation. Three dots in `expected` may be any text.
fn is_refused(planted: &[(&str, &str)], expected: &str) {
    let violations = violations_with(planted);
    let is_expected = violations.len() == 1 && fits(&violations[0], expected);
    assert!(is_expected, "should be only {expected}: {violations:#?}");
}

fn fits(text: &str, expected: &str) -> bool {
    let Some((begins, expected)) = expected.split_once("...") else { return text == expected };
    let rest = text.strip_prefix(begins);
    rest.is_some_and(|rest| {
        rest.char_indices().any(|(at, _)| fits(&rest[at..], expected)) || expected.is_empty()
    })
}

/// Plants one file in the sound project at a time, and expects a violation in it.
fn are_refused(cases: &[(&str, &str, &str)]) {
    for (path, text, expected) in cases {
        is_refused(&[(path, text)], &format!("{path}:{expected}"));
    }
}

/// Plants one line at a time in a file, and expects a violation on it.
fn lines_are_refused(path: &str, cases: &[(&str, &str)]) {
    let header = if path.rsplit('.').next() == Some("rs") { "//! A file." } else { "" };
    for (line, expected) in cases {
        let text = format!("{header}\n\n{line}\n");
        is_refused(&[(path, &text)], &format!("{path}:3: {expected}"));
    }
}

/// Plants one file in the sound project at a time, and expects no violation.
fn are_sound(cases: &[(&str, &str)]) {
    for case in cases {
        assert_eq!(violations_with(&[*case]), Vec::<String>::new(), "{case:?}");
    }
}

/// A file in Rust with so many lines.
fn long(lines: usize) -> String {
    format!("//! Long.\n{}", "//\n".repeat(lines - 1))
}

#[test]
fn a_sound_project_has_no_violation() {
    assert_eq!(violations_with(&[]), Vec::<String>::new());
}

#[test]
fn boundaries_hold() {
    let new = "[package]\nname = \"punto-odds\"\n";
    are_refused(&[
        (STORE, "[dependencies]\naxum = \"1\"\n", "2: `store` must not know `axum`;...ARCHITECTURE.md"),
        (STORE, "[dependencies]\nweb = { package = \"axum\" }\n", "2: `store` must not know `axum`;..."),
        (
            MONEY,
            "[dependencies]\nstore.workspace = true\n",
            "2: `money` depends on `store`;...allows nothing",
        ),
        (MONEY, "[target.x.dependencies]\nserde.workspace = true\n", "2: `money` must not know `serde`;..."),
        (STORE, "[[\n", "1: ...cargo can read it"),
        ("crates/kernel/odds/Cargo.toml", new, "1: crate `odds` is not in the table..."),
        ("xtask/Cargo.toml", new, "1: crate `xtask` is not in the table..."),
    ]);
}

#[test]
fn both_tables_name_what_is_there_and_groups_hold() {
    for (from, to, expected) in [
        ("\n\n| group", "\n| `sim` | x | - | - |\n\n| group", "ARCHITECTURE.md:7: `sim` is no crate..."),
        ("| `money` | `axum`", "| `money`, `monney` | `axum`", "ARCHITECTURE.md:6: `monney` is no crate..."),
        ("| - | acc", "| `store` | `store`, acc", "ARCHITECTURE.md:5: `money` both may depend on `store`..."),
        ("| crate", "| box", "ARCHITECTURE.md:1: the crate table is missing;...on | must not know |"),
        ("| group", "| box", "ARCHITECTURE.md:1: the group table is missing;...| may use |"),
        ("| `record`", "| `lab` | x | - |\n| `record`", "ARCHITECTURE.md:11: `lab` is no folder...the row"),
        ("rules | -", "rules | `record`", "ARCHITECTURE.md:10: `kernel` may use `record`...of a row above"),
        ("durable | ", "durable | `x`, ", "ARCHITECTURE.md:11: `record` may use `x`,...of a row above"),
        (
            "durable | `kernel`",
            "durable | -",
            "crates/record/store/Cargo.toml:5: `store` depends on `money`, and group `record` uses `kernel`;\
             ...allows no other",
        ),
    ] {
        is_refused(&[("ARCHITECTURE.md", &ARCHITECTURE.replacen(from, to, 1))], expected);
    }
    let cards = ARCHITECTURE.replace("\n\n| group", "\n| `cards` | cards | `money` | - |\n\n| group");
    let of_cards = "[package]\nname = \"punto-cards\"\n\n[build-dependencies]\npunto-money = \"0\"\n";
    let in_group = [("ARCHITECTURE.md", cards.as_str()), ("crates/kernel/cards/Cargo.toml", of_cards)];
    assert_eq!(violations_with(&in_group), Vec::<String>::new(), "a group uses itself");
    let in_another = [("ARCHITECTURE.md", cards.as_str()), ("crates/testing/cards/Cargo.toml", of_cards)];
    is_refused(
        &in_another,
        "ARCHITECTURE.md:1: `testing` is not in the group table; give it a row, with the ...",
    );
}

#[test]
fn sizes_hold() {
    let function = format!("//! Long.\n\nfn settle() {{\n{}}}\n", "    f();\n".repeat(69));
    are_refused(&[
        (LIB, &long(501), "1: the file has 501 lines...by concern"),
        ("web/src/Table.svelte", &"<p>\n".repeat(501), "1: the file has 501 lines..."),
        (LIB, &function, "3: function `settle` has 71 lines, 70..."),
    ]);
    are_sound(&[(LIB, &long(500)), ("web/src/lib/wire/messages.ts", &long(501))]);
}

#[test]
fn the_ratchet_turns_one_way() {
    let list = |path: &str, rest: &str| format!("[[allowed]]\npath = \"{path}\"\n{rest}\n");
    let exception = list(LIB, "ceiling = 600\nreason = \"a table\"");
    let ratchet = ratchet::PATH;
    for (lines, exception, expected) in [
        (601, &exception, format!("{LIB}:1: {LIB} grew to 601...")),
        (599, &exception, format!("{ratchet}:1: ...lower its ceiling from 600 to 599")),
        (500, &exception, format!("{ratchet}:1: ...remove the exception")),
        (600, &list(LIB, "ceiling = 600\nreason = \" \""), format!("{ratchet}:1: ...has no reason;...")),
        (9, &list(LIB, "ceiling = 600"), format!("{ratchet}:1: missing field `reason`...")),
        (
            9,
            &list("gone.rs", "function = \"f\"\nceiling = 80\nreason = \"none\""),
            format!("{ratchet}:1: `f` in gone.rs is not there;...remove the exception"),
        ),
    ] {
        is_refused(&[(LIB, &long(lines)), (ratchet, exception)], &expected);
    }
    let covered = violations_with(&[(LIB, &long(600)), (ratchet, &exception)]);
    assert_eq!(covered, Vec::<String>::new());
}

#[test]
fn banned_rust_is_found() {
    for path in [LIB, "crates/edge/server/src/x.rs"] {
        let todo = concat!("// TO", "DO: more");
        lines_are_refused(
            path,
            &[
                ("fn f() { todo!(); }", "`todo!` is banned;..."),
                ("fn f() { unimplemented!(\"x\"); }", "`unimplemented!` is banned;..."),
                ("fn f() { dbg!(x); }", "`dbg!` is banned;..."),
                ("fn f() { std::thread::sleep(x); }", "`thread::sleep` is banned;..."),
                ("#[ignore]", "`#[ignore` is banned;..."),
                ("#[ignore = \"slow\"]", "`#[ignore` is banned;..."),
                ("#[allow(dead_code)]", "`allow(dead_code` is banned;..."),
                ("#[allow(unused_imports)]", "`allow(unused_imports` is banned;..."),
                (todo, "`TO..."),
            ],
        );
    }
    for folder in
        ["kernel/money", "kernel/baccarat", "play/ledger", "play/table", "play/house", "record/store"]
    {
        let floats = [
            ("type Share = f64;", "`f64` is banned; money is integers..."),
            ("type Share = f32;", "`f32` is banned;..."),
        ];
        lines_are_refused(&format!("crates/{folder}/src/x.rs"), &floats);
    }
    let cast = [("fn f(x: u8) -> u64 { x as u64 }", "`as u64` is banned; `from`...")];
    lines_are_refused("crates/play/ledger/src/x.rs", &cast);
    are_sound(&[
        ("crates/play/ledger/src/x.rs", "//! f64.\n\n/// Not `todo!`.\nconst A: &str = \"dbg!\";\n"),
        ("crates/play/ledger/src/x.rs", "//! Words.\n\nfn f(a: f64x4, buf64: B) { has u64 }\n"),
        ("crates/edge/server/src/x.rs", "//! Ratios.\n\nfn f(a: f64) {}\n"),
    ]);
}

#[test]
fn banned_web_code_is_found() {
    lines_are_refused(
        "web/src/x.ts",
        &[
            ("await page.waitForTimeout(100);", "`waitForTimeout`..."),
            ("test.only('one', () => {});", "`.only(`..."),
            ("it.skip('two', () => {});", "`.skip(`..."),
            ("// @ts-ignore", "`@ts-ignore`..."),
            ("debugger;", "`debugger`..."),
            ("console.log(round);", "`console.log`..."),
            (concat!("// FIX", "ME: later"), "`FIX..."),
        ],
    );
    lines_are_refused("web/src/X.svelte", &[(concat!("<!-- TO", "DO -->"), "`TO...")]);
}

#[test]
fn places_outside_the_project_are_found() {
    for folder in [["wo", "rk"], ["ro", "ot"], ["tm", "p"], ["ho", "me"]].map(|halves| halves.concat()) {
        let expected = format!("`/{folder}/` is a folder of one machine;...");
        lines_are_refused("docs/x.md", &[(&format!("Look in /{folder}/here."), &expected)]);
        lines_are_refused(LIB, &[(&format!("// see \"/{folder}/x\""), &expected)]);
        are_sound(&[("docs/x.md", &format!("cp x target/{folder}/y\n"))]);
    }
    for host in [["registry.", "npmjs.org"], ["index.", "crates.io"], ["static.", "crates.io"]] {
        lines_are_refused("docs/x.md", &[(&format!("From https://{}/x", host.concat()), "`...host;...")]);
    }
    let origin = concat!("registry+https://github.com/rust-lang/crates.io", "-index");
    are_sound(&[("Cargo.lock", &format!("source = \"{origin}\"\nchecksum = \"00\"\n"))]);
    let another = "2: a package comes from another origin...";
    are_refused(&[
        ("web/package-lock.json", "{\n\"resolved\": \"https://mirror.example/svelte.tgz\"\n}\n", another),
        ("Cargo.lock", "[[package]]\nsource = \"registry+https://mirror.example/index\"\n", another),
    ]);
}

#[test]
fn planted_bugs_have_their_place() {
    let bug = |find: &str| {
        format!(
            "[[mutation]]\nname = \"bug\"\nstore = \"memory\"\nseeds = 1\n\n[[mutation.edit]]\n\
             file = \"{LIB}\"\nfind = \"{find}\"\nreplace = \"\"\n"
        )
    };
    let times =
        |times| format!("6: bug: {LIB} has this text {times} times; quote text that occurs there once");
    are_sound(&[(LIST, &bug("Amounts"))]);
    are_refused(&[
        (LIST, &bug("Sums"), &times(0)),
        (LIST, &bug("n"), &times(2)),
        (LIST, "[[mutation]]\nname = \"bug\"\n", "1: missing field `store`;..."),
    ]);
}

#[test]
fn layout_holds() {
    let heavy = format!("{}\n", "0".repeat(1024 * 1024));
    let (header, wide) =
        ("1: the file does not say...", format!("//! A file.{}\n", " Another word.".repeat(9)));
    are_sound(&[
        ("corpora/coups.txt", "9h Kd \r\n4s"),
        ("corpora/coups.txt", &heavy),
        (LIB, &format!("//! A file.\n//! | a | row |{0}\n// {0}\n// <https://x/{0} two>\n", "x".repeat(120))),
    ]);
    are_refused(&[
        ("docs/x.md", "one \n", "1: blanks at the end of the line..."),
        ("docs/x.md", "one\r\n", "1: the line ends with a carriage return..."),
        ("docs/x.md", "one", "1: no newline at the end..."),
        ("docs/table.csv", &heavy, "1: the file has 1048577 bytes..."),
        (LIB, &wide, "1: the comment is 137 wide...in the next line"),
        (LIB, "//! A file.\n\n\tfn f() {}\n", "3: a tab..."),
        ("crates/record/store/build.rs", "fn main() {}\n//! Too late.\n", header),
        (LIB, "// Not for the documentation.\n", header),
        (LIB, "//!\n", header),
        (LIB, "", header),
    ]);
    for sign in ["<", ">", "="] {
        let (marker, expected) = (sign.repeat(7), "a merge was not finished...");
        lines_are_refused("docs/x.md", &[(&marker, expected), (&format!("{marker} branch"), expected)]);
    }
}

#[test]
fn every_corpus_has_its_source() {
    let table = |rows: &str| format!("| file | source | content |\n|---|---|---|\n{rows}");
    is_refused(
        &[("corpora/README.md", &table("| `coups.txt` | | |\n"))],
        "corpora/coups.txt:1: nobody says where this comes from;...",
    );
    let gone = table("| `coups.txt` | by hand | |\n| `gone.txt` | by hand | |\n");
    are_refused(&[
        ("corpora/more.txt", "x\n", "1: nobody says where this comes from;..."),
        ("corpora/README.md", &gone, "4: `gone.txt` is not there;..."),
    ]);
}

#[test]
fn links_lead_somewhere() {
    are_refused(&[
        ("docs/x.md", "[a](../README.md) [b](gone.md)\n", "1: the link to gone.md leads nowhere;..."),
        ("docs/x.md", "See [a](gone.md#top \"title\").\n", "1: the link to gone.md#top leads nowhere;..."),
        ("docs/x.md", "![a](../../outside.png)\n", "1: the link to ../../outside.png leads nowhere;..."),
        ("docs/x.md", "One.\n\nTwo <img src=\"c.svg\">.\n", "3: the link to c.svg leads nowhere;..."),
        ("docs/x.md", "<a href=\"c.md\">\n</a>\n", "1: the link to c.md leads nowhere;..."),
        ("docs/x.md", "See [d].\n\n[d]: ../D.md\n", "3: the link to ../D.md leads nowhere;..."),
        ("docs/x.md", "[a](../ARCHITECTURE.md#form)\n", "1: ARCHITECTURE.md has no heading #form;..."),
        ("docs/x.md", "# One `two`, 3\n\n[a](#one-two)\n", "3: docs/x.md has no heading #one-two;..."),
    ]);
    are_sound(&[
        ("docs/x.md", "# One `two`, 3\n\n# One two 3\n\n[a](#one-two-3) [b](x.md#one-two-3-1)\n"),
        ("docs/x.md", "[a](https://example.org#x) <a@example.org> `[c](no.md)`\n```\n[d](no.md)\n```\n"),
    ]);
}
