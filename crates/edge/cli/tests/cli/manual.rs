//! The help with its examples, the completions and the manual pages.

use crate::support::{punto, status, stderr, stdout};

/// Every command, in alphabetical order.
const COMMANDS: [&str; 18] = [
    "audit",
    "backup",
    "certificate",
    "completions",
    "export",
    "import",
    "man",
    "odds",
    "rebuild",
    "replay",
    "report",
    "roads",
    "rules",
    "serve",
    "settle",
    "simulate",
    "statement",
    "supervisor",
];

#[test]
fn every_command_is_listed_and_helps_with_examples() {
    let main = punto(["--help"], "");
    assert_eq!(status(&main), 0);
    let (_, listed) = stdout(&main).split_once("Commands:\n").unwrap();
    let (listed, _) = listed.split_once("\n\n").unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut names: Vec<&str> = names.filter(|name| !["", "help"].contains(name)).collect();
    names.sort_unstable();
    assert_eq!(names, COMMANDS);
    for command in COMMANDS {
        let help = punto([command, "--help"], "");
        assert_eq!(status(&help), 0, "{command}");
        assert!(stdout(&help).contains("Examples:\n  "), "{command}: {}", stdout(&help));
    }
    assert!(stdout(&punto(["--version"], "")).starts_with("punto "));
}

#[test]
fn the_help_fits_80_columns() {
    let parts =
        [&[][..], &["rules", "list"], &["rules", "show"], &["rules", "check"], &["supervisor", "add"]];
    let commands = COMMANDS.iter().map(std::slice::from_ref);
    for args in parts.into_iter().chain(commands) {
        for help in ["--help", "-h"] {
            let message = punto(args.iter().chain(&[help]), "");
            let widest = stdout(&message).lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
            assert!((1..=80).contains(&widest.chars().count()), "{args:?}: {widest}");
        }
    }
}

/// Examples are to be copied: the program would break long ones between any two words.
#[test]
fn examples_are_broken_where_a_shell_takes_it() {
    for command in COMMANDS {
        let help = punto([command, "--help"], "");
        let (_, examples) = stdout(&help).rsplit_once("Examples:\n").unwrap();
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
    let help = punto(["roads", "--help"], "");
    let line = stdout(&help).lines().find_map(|line| line.trim().strip_prefix("echo '")).unwrap();
    let (input, command) = line.split_once("' | punto ").unwrap();
    let output = punto(command.split(' '), input);
    assert_eq!((status(&output), stderr(&output)), (0, ""));
    assert!(stdout(&output).starts_with("Shoe 1\n5 rounds"));
}

#[test]
fn every_shell_is_completed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = punto(["completions", shell], "");
        assert_eq!(status(&output), 0, "{shell}");
        for command in COMMANDS {
            assert!(stdout(&output).contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = punto(["man"], "");
    assert!(stdout(&page).contains(".TH punto 1") && stdout(&page).contains("Examples:"));

    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new/man1");
    let output = punto(["man".as_ref(), "--dir".as_ref(), dir.as_os_str()], "");
    assert_eq!((status(&output), stdout(&output)), (0, ""));
    assert!(std::fs::read_to_string(dir.join("punto.1")).unwrap().contains(".TH punto 1"));
    for command in COMMANDS {
        assert!(dir.join(format!("punto-{command}.1")).exists(), "{command}");
    }
    let file = dir.join("punto.1");
    let nowhere = punto(["man".as_ref(), "--dir".as_ref(), file.as_os_str()], "");
    assert_eq!(status(&nowhere), 1);
    assert!(stderr(&nowhere).contains("cannot write the manual"), "{}", stderr(&nowhere));
}
