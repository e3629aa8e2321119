//! `cargo xtask fuzz [TARGET]`: runs the fuzzer for a while on one target of `fuzz/`, or on each of them.

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::debian;

/// Fuzz one target, or all of them in turn.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A target in `fuzz/fuzz_targets`, without `.rs` [default: all]
    target: Option<String>,
    /// How long each target runs
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// How many inputs each target gets, however long that takes
    #[arg(long, conflicts_with = "seconds")]
    runs: Option<u64>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let chosen = choose(targets(sh)?, args.target.as_deref())?;
    debian::need_nightly(sh, "the fuzzer")?;
    debian::need_cargo(sh, "fuzz")?;
    let Length { flag, in_words } = length(args);
    for target in &chosen {
        // The first folder is where the fuzzer keeps what it finds; the others it only reads.
        let corpus = sh.create_dir(format!("fuzz/corpus/{target}"))?;
        // Good inputs to start from: those of the target, or the built-in documents.
        let seeds = match target.as_str() {
            "house_rules" => "crates/kernel/baccarat/rules".to_owned(),
            _ => format!("fuzz/seeds/{target}"),
        };
        let seeds = sh.path_exists(&seeds).then_some(seeds);
        cmd!(sh, "cargo +nightly fuzz run {target} {corpus} {seeds...} -- {flag}").run()?;
    }
    println!("{} targets, {in_words} each, no finding", chosen.len());
    Ok(())
}

/// How long each target runs.
struct Length {
    /// As the fuzzer takes it.
    flag: String,
    in_words: String,
}

fn length(args: &Args) -> Length {
    match args.runs {
        Some(runs) => Length { flag: format!("-runs={runs}"), in_words: format!("{runs} inputs") },
        None => Length {
            flag: format!("-max_total_time={}", args.seconds),
            in_words: format!("{} s", args.seconds),
        },
    }
}

/// The names of all targets, sorted.
fn targets(sh: &Shell) -> Result<Vec<String>> {
    let sources = sh.read_dir("fuzz/fuzz_targets")?.into_iter();
    let sources = sources.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let names = sources.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    Ok(names.collect())
}

fn choose(known: Vec<String>, wanted: Option<&str>) -> Result<Vec<String>> {
    let Some(name) = wanted else { return Ok(known) };
    let known_names = known.join(", ");
    ensure!(
        known.iter().any(|target| target == name),
        "there is no fuzz target {name}; there are: {known_names}"
    );
    Ok(vec![name.to_owned()])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Parser as _;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Manifest {
        bin: Vec<Program>,
    }

    #[derive(Deserialize)]
    struct Program {
        name: String,
        path: String,
    }

    #[test]
    fn every_target_is_a_program_of_the_manifest() {
        let sh = crate::project::shell().unwrap();
        let Manifest { bin } = toml::from_str(&sh.read_file("fuzz/Cargo.toml").unwrap()).unwrap();
        for Program { name, path } in &bin {
            assert_eq!(*path, format!("fuzz_targets/{name}.rs"));
        }
        let names: BTreeSet<String> = bin.into_iter().map(|program| program.name).collect();
        assert_eq!(names, targets(&sh).unwrap().into_iter().collect());
    }

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// What the fuzzer is told for these words of a command line.
    fn told(words: &str) -> Option<String> {
        let line = Line::try_parse_from(std::iter::once("fuzz").chain(words.split_whitespace())).ok()?;
        let Length { flag, in_words } = length(&line.args);
        Some(format!("{flag}, {in_words}"))
    }

    #[test]
    fn a_target_runs_for_a_while_or_for_so_many_inputs() {
        assert_eq!(told("").unwrap(), "-max_total_time=60, 60 s");
        assert_eq!(told("--seconds 5").unwrap(), "-max_total_time=5, 5 s");
        assert_eq!(told("coup --runs 100000000").unwrap(), "-runs=100000000, 100000000 inputs");
        assert_eq!(told("--runs 1 --seconds 5"), None);
    }

    #[test]
    fn one_or_all_of_the_rust_files_of_the_folder_are_targets() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        sh.change_dir(folder.path());
        for name in ["settle_line.rs", "coup.rs", "notes.md"] {
            sh.write_file(format!("fuzz/fuzz_targets/{name}"), "").unwrap();
        }
        let known = || targets(&sh).unwrap();
        assert_eq!(choose(known(), None).unwrap(), ["coup", "settle_line"]);
        assert_eq!(choose(known(), Some("coup")).unwrap(), ["coup"]);
        let refused = choose(known(), Some("cards")).unwrap_err().to_string();
        assert_eq!(refused, "there is no fuzz target cards; there are: coup, settle_line");
    }
}
