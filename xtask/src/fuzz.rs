//! `cargo xtask fuzz [TARGET]`: runs the fuzzer for a while on one target of `fuzz/`, or on each of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::project::Project;
use crate::shell::{self, Failure, Result};

/// Fuzz one target, or all of them in turn.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A target in `fuzz/fuzz_targets`, without `.rs` [default: all]
    target: Option<String>,
    /// How long each target runs
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

pub(crate) fn run(project: &Project, args: &Args) -> Result {
    let known = targets(&project.path("fuzz/fuzz_targets"))?;
    let chosen = choose(known, args.target.as_deref())?;
    debian::need_nightly("the fuzzer")?;
    debian::need_cargo("fuzz")?;
    let time = format!("-max_total_time={}", args.seconds);
    for target in &chosen {
        let mut command = project.command("cargo", ["+nightly", "fuzz", "run", target]);
        // The first folder is where the fuzzer keeps what it finds; the others it only reads.
        let corpus = project.path("fuzz/corpus").join(target);
        let made = fs::create_dir_all(&corpus);
        made.map_err(|error| Failure::new(format!("{}: {error}", corpus.display())))?;
        command.arg(corpus).args(seeds(project, target)).args(["--", &time]);
        shell::run(&mut command)?;
    }
    println!("{} targets, {} s each, no finding", chosen.len(), args.seconds);
    Ok(())
}

/// Good inputs to start from: those of the target, or the built-in documents.
fn seeds(project: &Project, target: &str) -> Option<PathBuf> {
    let folder = match target {
        "house_rules" => project.path("crates/kernel/baccarat/rules"),
        _ => project.path("fuzz/seeds").join(target),
    };
    folder.is_dir().then_some(folder)
}

/// The names of all targets, sorted.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder);
    let entries = entries.map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let names = sources.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

fn choose(known: Vec<String>, wanted: Option<&str>) -> Result<Vec<String>> {
    match wanted {
        None => Ok(known),
        Some(name) if known.iter().any(|target| target == name) => Ok(vec![name.to_owned()]),
        Some(name) => {
            Err(Failure::new(format!("there is no fuzz target {name}; there are: {}", known.join(", "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_the_rust_files_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["settle_line.rs", "coup.rs", "notes.md"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(targets(folder.path()).unwrap(), ["coup", "settle_line"]);
    }

    #[test]
    fn an_unknown_target_is_answered_with_the_known_ones() {
        let known = || vec!["coup".to_owned(), "rules".to_owned()];
        assert_eq!(choose(known(), None).unwrap(), known());
        assert_eq!(choose(known(), Some("rules")).unwrap(), ["rules"]);
        let refused = choose(known(), Some("cards")).unwrap_err().to_string();
        assert_eq!(refused, "there is no fuzz target cards; there are: coup, rules");
    }
}
