//! Tries every rule on a small project in which exactly one thing is wrong: a rule that cannot fail is a bug.

mod circles;

use std::fs;
use std::path::Path;

use super::*;

const ARCHITECTURE: &str = "# Shape\n\n| crate | concern | may depend on | must not know |\n|---|---|---|---|\n\
    | `money` | amounts | - | accounts, `serde` |\n| `store` | rows | `money` | `axum` |\n";
const GROUPS: &str = "\n| group | concern | may use |\n|---|---|---|\n\
    | `kernel` | rules | - |\n| `record` | what is durable | `kernel` |\n";
const WORKSPACE: &str = "[workspace.dependencies]\nmoney = { package = \"punto-money\", path = \"crates/kernel/money\" }\n\
    store = { package = \"punto-store\", path = \"crates/record/store\" }\n";

/// A crate table with the group table below it.
fn architecture(crates: &str) -> String {
    format!("{crates}{GROUPS}")
}

/// A project without a flaw.
fn sound() -> Vec<(&'static str, String)> {
    let manifest =
        |name: &str, rest: &str| format!("[package]\nname = \"punto-{name}\"\n\n[dependencies]\n{rest}");
    vec![
        ("ARCHITECTURE.md", architecture(ARCHITECTURE)),
        ("Cargo.toml", WORKSPACE.to_owned()),
        ("crates/kernel/money/Cargo.toml", manifest("money", "")),
        ("crates/kernel/money/src/lib.rs", "//! Amounts, never `f64`.\n".to_owned()),
        ("crates/record/store/Cargo.toml", manifest("store", "money.workspace = true\n")),
        ("corpora/README.md", "| file | source |\n|---|---|\n| `coups.txt` | dealt by hand |\n".to_owned()),
        ("corpora/coups.txt", "9h Kd 4s 3c 5h\n".to_owned()),
        ("README.md", "See [the shape](ARCHITECTURE.md).\n".to_owned()),
    ]
}

/// The violations of a project on disk made of these files, as a person reads them.
fn violations_of(files: &[(&str, String)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
        fs::write(path, text).unwrap();
    }
    let tree = Tree::read(folder.path(), files.iter().map(|(name, _)| (*name).to_owned()));
    violations(&tree).iter().map(ToString::to_string).collect()
}

/// Plants one file in the sound project, or replaces one, and expects exactly one violation that begins and ends like
/// this.
#[track_caller]
fn plant(name: &'static str, text: impl Into<String>, begins: &str, ends: &str) {
    let mut files = sound();
    files.retain(|(other, _)| *other != name);
    files.push((name, text.into()));
    let found = violations_of(&files);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with(begins), "{} should begin with {begins}", found[0]);
    assert!(found[0].ends_with(ends), "{} should end with {ends}", found[0]);
}

/// Plants one line of code in a file of the sound project.
#[track_caller]
fn plant_line(name: &'static str, line: &str, says: &str) {
    let text = if name.rsplit('.').next() == Some("rs") {
        format!("//! A file.\n\n{line}\n")
    } else {
        format!("\n\n{line}\n")
    };
    plant(name, text, &format!("{name}:3: {says}"), "");
}

#[test]
fn a_sound_project_has_no_violation() {
    assert_eq!(violations_of(&sound()), Vec::<String>::new());
}

#[test]
fn boundaries_hold() {
    let store = |line: &str| format!("[package]\nname = \"punto-store\"\n\n[dependencies]\n{line}\n");
    let forbidden = "crates/record/store/Cargo.toml:5: `store` must not know `axum`";
    plant("crates/record/store/Cargo.toml", store("axum = \"1\""), forbidden, "ARCHITECTURE.md");
    plant("crates/record/store/Cargo.toml", store("web = { package = \"axum\" }"), forbidden, "");
    let money = "[package]\nname = \"punto-money\"\n\n[dependencies]\nstore.workspace = true\n";
    plant(
        "crates/kernel/money/Cargo.toml",
        money,
        "crates/kernel/money/Cargo.toml:5: `money` depends on `store`",
        "allows nothing",
    );
    let serde =
        "[package]\nname = \"punto-money\"\n\n[target.'cfg(unix)'.dependencies]\nserde.workspace = true\n";
    plant(
        "crates/kernel/money/Cargo.toml",
        serde,
        "crates/kernel/money/Cargo.toml:5: `money` must not know `serde`",
        "",
    );
    plant(
        "crates/record/store/Cargo.toml",
        store("[["),
        "crates/record/store/Cargo.toml:1: ",
        "cargo can read it",
    );
}

#[test]
fn the_table_names_every_crate_and_nothing_else() {
    let new = "[package]\nname = \"punto-odds\"\n";
    plant(
        "crates/kernel/odds/Cargo.toml",
        new,
        "crates/kernel/odds/Cargo.toml:1: crate `odds` is not in the table",
        "",
    );
    plant("xtask/Cargo.toml", new, "xtask/Cargo.toml:1: crate `xtask` is not in the table", "");
    let with = |row: &str| architecture(&format!("{ARCHITECTURE}{row}\n"));
    plant("ARCHITECTURE.md", with("| `sim` | x | - | - |"), "ARCHITECTURE.md:7: `sim` is no crate", "");
    let typo = ARCHITECTURE.replace("| `money` | `axum`", "| `money`, `monney` | `axum`");
    plant("ARCHITECTURE.md", architecture(&typo), "ARCHITECTURE.md:6: `monney` is no crate", "");
    let torn = ARCHITECTURE.replace("`axum`", "`axum`, `money`");
    let mut files = sound();
    files.retain(|(name, _)| *name != "ARCHITECTURE.md");
    assert_eq!(
        violations_of(&files)[0],
        "ARCHITECTURE.md:1: the crate table is missing; head it | crate | concern | may depend on | must not know |"
    );
    files.push(("ARCHITECTURE.md", architecture(&torn)));
    assert!(violations_of(&files)[0].starts_with("ARCHITECTURE.md:6: `store` both may depend on `money`"));
}

#[test]
fn groups_hold() {
    let with = |from: &str, to: &str| architecture(ARCHITECTURE).replace(from, to);
    // `store` may depend on `money`, and its group may not use the group of that.
    let narrow = with("| what is durable | `kernel` |", "| what is durable | - |");
    let both =
        "crates/record/store/Cargo.toml:5: `store` depends on `money`, and group `record` uses `kernel`";
    plant("ARCHITECTURE.md", narrow, both, "allows no other");
    let mut files = sound();
    let kernel = "[package]\nname = \"punto-cards\"\n\n[build-dependencies]\npunto-money = \"0\"\n";
    let row = with("\n\n| group", "\n| `cards` | cards | `money` | - |\n\n| group");
    files.retain(|(name, _)| *name != "ARCHITECTURE.md");
    files.extend([("ARCHITECTURE.md", row), ("crates/kernel/cards/Cargo.toml", kernel.to_owned())]);
    assert_eq!(violations_of(&files), Vec::<String>::new(), "a group uses itself");
    files.retain(|(name, _)| *name != "crates/kernel/cards/Cargo.toml");
    files.push(("crates/testing/cards/Cargo.toml", kernel.to_owned()));
    let found = violations_of(&files);
    assert_eq!(
        found,
        ["ARCHITECTURE.md:1: `testing` is not in the group table; give it a row, with the groups it may use"]
    );
}

#[test]
fn the_group_table_is_of_folders_and_points_upwards() {
    let with = |from: &str, to: &str| architecture(ARCHITECTURE).replace(from, to);
    plant("ARCHITECTURE.md", ARCHITECTURE, "ARCHITECTURE.md:1: the group table is missing", "| may use |");
    let gone = with("| `record` |", "| `lab` | figures | `kernel` |\n| `record` |");
    plant("ARCHITECTURE.md", gone, "ARCHITECTURE.md:11: `lab` is no folder of crates/", "remove the row");
    for (from, to, line) in [
        ("| rules | - |", "| rules | `record` |", 10),
        ("| what is durable | `kernel` |", "| what is durable | `kernel`, `kernels` |", 11),
    ] {
        let begins = format!("ARCHITECTURE.md:{line}: `");
        plant("ARCHITECTURE.md", with(from, to), &begins, "name a group of a row above");
    }
}

#[test]
fn sizes_hold() {
    let file = |lines: usize| format!("//! Long.\n{}", "//\n".repeat(lines - 1));
    plant(
        "crates/kernel/money/src/long.rs",
        file(501),
        "crates/kernel/money/src/long.rs:1: the file has 501 lines",
        "by concern",
    );
    plant("web/src/Table.svelte", "<p>\n".repeat(501), "web/src/Table.svelte:1: the file has 501 lines", "");
    let function = format!("//! Long.\n\nfn settle() {{\n{}}}\n", "    f();\n".repeat(69));
    plant(
        "crates/kernel/money/src/f.rs",
        function,
        "crates/kernel/money/src/f.rs:3: function `settle` has 71 lines, 70",
        "",
    );
    let mut files = sound();
    files.push(("crates/kernel/money/src/full.rs", file(500)));
    files.push(("web/src/lib/wire/messages.ts", file(501)));
    assert_eq!(violations_of(&files), Vec::<String>::new());
}

/// The sound project with a file of so many lines and an exception for it.
fn ratcheted(lines: usize, exception: &str) -> Vec<String> {
    let mut files = sound();
    files.push(("crates/kernel/money/src/long.rs", format!("//! Long.\n{}", "//\n".repeat(lines - 1))));
    files.push((
        ratchet::PATH,
        format!("[[allowed]]\npath = \"crates/kernel/money/src/long.rs\"\n{exception}\n"),
    ));
    violations_of(&files)
}

#[test]
fn the_ratchet_turns_one_way() {
    let exception = "ceiling = 600\nreason = \"a table\"";
    assert_eq!(ratcheted(600, exception), Vec::<String>::new());
    let grown = &ratcheted(601, exception)[0];
    assert!(
        grown.starts_with("crates/kernel/money/src/long.rs:1: ") && grown.contains("grew to 601"),
        "{grown}"
    );
    let shrunk = &ratcheted(599, exception)[0];
    assert!(
        shrunk.starts_with(ratchet::PATH) && shrunk.ends_with("lower its ceiling from 600 to 599"),
        "{shrunk}"
    );
    assert!(ratcheted(500, exception)[0].ends_with("remove the exception"));
    assert!(ratcheted(600, "ceiling = 600\nreason = \" \"")[0].contains("the file has 600 lines"));
    assert!(
        ratcheted(600, "ceiling = 600\nreason = \" \"")[1].contains("without its path, ceiling or reason")
    );
    let gone = "[[allowed]]\npath = \"gone.rs\"\nfunction = \"f\"\nceiling = 80\nreason = \"none\"\n";
    plant(
        ratchet::PATH,
        gone,
        "xtask/tidy-ratchet.toml:1: `f` in gone.rs is not there",
        "remove the exception",
    );
}

#[test]
fn every_rust_file_has_a_header() {
    let wide = format!("//! A file.{}\n", " Another word.".repeat(9));
    plant(
        "crates/record/store/src/lib.rs",
        wide,
        "crates/record/store/src/lib.rs:1: the comment is 137 wide",
        "in the next line",
    );
    plant(
        "crates/record/store/build.rs",
        "fn main() {}\n",
        "crates/record/store/build.rs:1: the file does not say",
        "",
    );
}

#[test]
fn banned_rust_is_found() {
    for call in ["todo!()", "unimplemented!(\"x\")", "dbg!(x)", "std::thread::sleep(x)"] {
        plant_line("crates/edge/server/src/x.rs", &format!("fn f() {{ {call}; }}"), "`");
    }
    for attribute in ["#[ignore]", "#[ignore = \"slow\"]", "#[allow(dead_code)]", "#[allow(unused_imports)]"]
    {
        plant_line("crates/edge/server/src/x.rs", attribute, "`");
    }
    for folder in
        ["kernel/money", "kernel/baccarat", "play/ledger", "play/table", "play/house", "record/store"]
    {
        let name: &'static str = Box::leak(format!("crates/{folder}/src/x.rs").into_boxed_str());
        plant_line(name, "type Share = f64;", "`f64` is banned; money is integers");
        plant_line(name, "type Share = f32;", "`f32` is banned");
    }
    plant_line(
        "crates/play/ledger/src/x.rs",
        "fn f(x: u8) -> u64 { x as u64 }",
        "`as u64` is banned; `from`",
    );
    plant_line("crates/edge/server/src/x.rs", concat!("// TO", "DO: more"), "`TO");
}

#[test]
fn banned_web_code_is_found() {
    for line in [
        "await page.waitForTimeout(100);",
        "test.only('one', () => {});",
        "it.skip('two', () => {});",
        "// @ts-ignore",
        "debugger;",
        "console.log(round);",
        concat!("// FIX", "ME: later"),
    ] {
        plant_line("web/src/x.ts", line, "`");
    }
    plant_line("web/src/X.svelte", concat!("<!-- TO", "DO -->"), "`TO");
}

#[test]
fn what_is_banned_may_be_spoken_of() {
    let mut files = sound();
    files.push((
        "crates/play/ledger/src/x.rs",
        "//! Never f64.\n\n/// Not `todo!`.\nconst A: &str = \"dbg!\";\n".to_owned(),
    ));
    files.push(("crates/edge/server/src/x.rs", "//! Ratios.\n\nfn f(a: f64) {}\n".to_owned()));
    assert_eq!(violations_of(&files), Vec::<String>::new());
}

#[test]
fn places_outside_the_project_are_found() {
    for folder in ["wo/rk", "ro/ot", "tm/p", "ho/me"] {
        let folder = folder.replace('/', "");
        plant_line("docs/x.md", &format!("Look in /{folder}/here."), "`/");
        plant_line("crates/record/store/src/x.rs", &format!("// see \"/{folder}/x\""), "`/");
    }
    for host in ["registry.", "index.", "static."] {
        let name = if host == "registry." { "npmjs.org" } else { "crates.io" };
        plant_line("docs/x.md", &format!("From https://{host}{name}/x"), "`");
    }
    let lock = "{\n\"resolved\": \"https://mirror.example/svelte.tgz\"\n}\n";
    plant("web/package-lock.json", lock, "web/package-lock.json:2: a package comes from another origin", "");
    let lock = "[[package]]\nsource = \"registry+https://mirror.example/index\"\n";
    plant("Cargo.lock", lock, "Cargo.lock:2: a package comes from another origin", "");
}

#[test]
fn planted_bugs_have_their_place() {
    let bug = |find: &str| {
        format!(
            "[[mutation]]\nname = \"bug\"\nstore = \"memory\"\nseeds = 1\n\n[[mutation.edit]]\n\
             file = \"crates/kernel/money/src/lib.rs\"\nfind = \"{find}\"\nreplace = \"\"\n"
        )
    };
    let mut files = sound();
    files.push((crate::mutations::LIST, bug("Amounts")));
    assert_eq!(violations_of(&files), Vec::<String>::new());
    let list = crate::mutations::LIST;
    let begins = format!("{list}:6: bug: crates/kernel/money/src/lib.rs has this text");
    plant(list, bug("Sums"), &format!("{begins} 0 times"), "quote text that stands there once");
    plant(list, bug("n"), &format!("{begins} 2 times"), "");
    plant(list, "[[mutation]]\nname = \"bug\"\n", &format!("{list}:1: a bug wants name"), "");
}

#[test]
fn layout_holds() {
    let mut golden = sound();
    golden.retain(|(name, _)| *name != "corpora/coups.txt");
    golden.push(("corpora/coups.txt", "9h Kd \r\n4s".to_owned()));
    assert_eq!(violations_of(&golden), Vec::<String>::new());
    plant("docs/x.md", "one \n", "docs/x.md:1: blanks at the end of the line", "");
    plant("docs/x.md", "one\r\n", "docs/x.md:1: the line ends with a carriage return", "");
    plant("docs/x.md", "one", "docs/x.md:1: no newline at the end", "");
    plant_line("crates/kernel/money/src/x.rs", "\tfn f() {}", "a tab");
    for sign in ["<", ">", "="] {
        plant_line("docs/x.md", &sign.repeat(7), "a merge was not finished");
        plant_line("docs/x.md", &format!("{} branch", sign.repeat(7)), "a merge was not finished");
    }
}

#[test]
fn heavy_files_are_found_and_corpora_are_not() {
    let heavy = format!("{}\n", "0".repeat(1024 * 1024));
    plant("docs/table.csv", heavy.clone(), "docs/table.csv:1: the file has 1048577 bytes", "");
    let mut files = sound();
    files.retain(|(name, _)| *name != "corpora/coups.txt");
    files.push(("corpora/coups.txt", heavy));
    assert_eq!(violations_of(&files), Vec::<String>::new());
}

#[test]
fn every_corpus_has_its_source() {
    plant("corpora/more.txt", "x\n", "corpora/more.txt:1: nobody says where this comes from", "");
    plant("corpora/README.md", "| `coups.txt` | |\n", "corpora/coups.txt:1: nobody says", "");
    let gone = "| `coups.txt` | by hand |\n| `gone.txt` | by hand |\n";
    plant("corpora/README.md", gone, "corpora/README.md:2: `gone.txt` is not there", "");
}

#[test]
fn links_lead_somewhere() {
    plant(
        "docs/x.md",
        "[a](../README.md) [b](gone.md)\n",
        "docs/x.md:1: the link to gone.md leads nowhere",
        "",
    );
    plant("docs/x.md", "![a](../../outside.png)\n", "docs/x.md:1: the link to ../../outside.png", "");
}
