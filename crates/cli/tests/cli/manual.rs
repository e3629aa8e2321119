//! What the program says of itself: help with examples, completions, manual pages.

use crate::support::{punto, said, status, text};

const COMMANDS: [&str; 14] = [
    "audit",
    "backup",
    "certificate",
    "export",
    "import",
    "rules",
    "odds",
    "settle",
    "roads",
    "replay",
    "simulate",
    "supervisor",
    "completions",
    "man",
];

#[test]
fn every_command_helps_with_examples() {
    let main = punto(["--help"], "");
    assert_eq!(status(&main), 0);
    for command in COMMANDS {
        assert!(text(&main).contains(&format!("\n  {command} ")), "{command}");
        let help = punto([command, "--help"], "");
        assert_eq!(status(&help), 0, "{command}");
        assert!(text(&help).contains("Examples:\n  "), "{command}: {}", text(&help));
    }
    assert!(text(&punto(["--version"], "")).starts_with("punto "));
}

#[test]
fn what_is_said_below_the_options_fits_80_columns() {
    for args in
        [&[][..], &["rules"], &["odds"], &["settle"], &["roads"], &["replay"], &["completions"], &["man"]]
    {
        let help = punto(args.iter().chain(&["--help"]), "");
        let (_, below) = text(&help).split_once("Print version\n").unwrap_or((text(&help), ""));
        let widest = below.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
        assert!((1..=80).contains(&widest.chars().count()), "{args:?}: {widest}");
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let help = punto(["roads", "--help"], "");
    let line = text(&help).lines().find_map(|line| line.trim().strip_prefix("echo '")).unwrap();
    let (input, command) = line.split_once("' | punto ").unwrap();
    let output = punto(command.split(' '), input);
    assert_eq!((status(&output), said(&output)), (0, ""));
    assert!(text(&output).starts_with("Shoe 1\n5 rounds"));
}

#[test]
fn every_shell_is_completed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = punto(["completions", shell], "");
        assert_eq!(status(&output), 0, "{shell}");
        for command in COMMANDS {
            assert!(text(&output).contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = punto(["man"], "");
    assert!(text(&page).contains(".TH punto 1") && text(&page).contains("Examples:"));

    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new/man1");
    let output = punto(["man".as_ref(), "--dir".as_ref(), dir.as_os_str()], "");
    assert_eq!((status(&output), text(&output)), (0, ""));
    assert!(std::fs::read_to_string(dir.join("punto.1")).unwrap().contains(".TH punto 1"));
    for command in COMMANDS {
        assert!(dir.join(format!("punto-{command}.1")).exists(), "{command}");
    }
    let file = dir.join("punto.1");
    let nowhere = punto(["man".as_ref(), "--dir".as_ref(), file.as_os_str()], "");
    assert_eq!(status(&nowhere), 1);
    assert!(said(&nowhere).contains("cannot write the manual"), "{}", said(&nowhere));
}
