//! The help with its examples, the completions and the manual pages.

use crate::support::{assert_narrow, assert_refused, output};

/// Every command, in alphabetical order.
const COMMANDS: [&str; 24] = [
    "audit",
    "backup",
    "certificate",
    "completions",
    "export",
    "import",
    "init",
    "man",
    "odds",
    "rebuild",
    "replay",
    "report",
    "rng",
    "roads",
    "rules",
    "scanner",
    "serve",
    "settle",
    "simulate",
    "staff",
    "statement",
    "table",
    "verify",
    "witness",
];

#[test]
fn every_command_is_listed() {
    let main = output(["--help"], "");
    let (_, listed) = main.split_once("Commands:\n").unwrap();
    let (listed, _) = listed.split_once("\n\n").unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut names: Vec<&str> = names.filter(|name| !["", "help"].contains(name)).collect();
    names.sort_unstable();
    assert_eq!(names, COMMANDS);
    assert!(output(["--version"], "").starts_with("punto "));
}

#[test]
fn the_help_fits_80_columns() {
    let parts = [
        "",
        "rules list",
        "rules show",
        "rules check",
        "scanner dialect",
        "scanner enrol",
        "scanner keygen",
        "scanner serial",
        "scanner vectors",
        "staff add",
        "staff codes",
        "staff demonstrate",
        "staff token",
        "table set",
        "table apply",
    ];
    for command in parts.into_iter().chain(COMMANDS) {
        for help in ["--help", "-h"] {
            assert_narrow(&output(command.split_whitespace().chain([help]), ""));
        }
    }
}

/// Examples are to be copied: the program would break long ones between any two words.
#[test]
fn every_command_has_examples_that_are_broken_where_a_shell_takes_it() {
    for command in COMMANDS {
        let help = output([command, "--help"], "");
        let (_, examples) = help.rsplit_once("Examples:\n").unwrap();
        assert!(examples.starts_with("  "), "{command}: {help}");
        let mut goes_on = false;
        for line in examples.trim_end().lines() {
            let begins =
                ["  punto ", "  echo ", "  head ", "  zcat "].iter().any(|word| line.starts_with(word));
            assert!(goes_on || begins, "{command}: {line}");
            goes_on = line.ends_with('\\');
        }
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let help = output(["roads", "--help"], "");
    let line = help.lines().find_map(|line| line.trim().strip_prefix("echo '")).unwrap();
    let (input, command) = line.split_once("' | punto ").unwrap();
    assert!(output(command.split(' '), input).starts_with("Shoe 1\n5 rounds"));
}

#[test]
fn every_shell_is_completed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(["completions", shell], "");
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = output(["man"], "");
    assert!(page.contains(".TH punto 1") && page.contains("Examples:"));

    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new/man1");
    assert_eq!(output(["man", "--dir", dir.to_str().unwrap()], ""), "");
    let file = dir.join("punto.1");
    assert!(std::fs::read_to_string(&file).unwrap().contains(".TH punto 1"));
    for command in COMMANDS {
        assert!(dir.join(format!("punto-{command}.1")).exists(), "{command}");
    }
    assert_refused(["man", "--dir", file.to_str().unwrap()], "", 1, "cannot write the manual");
}
