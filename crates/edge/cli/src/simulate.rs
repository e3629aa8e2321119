//! `punto simulate`: coups and shoes dealt by chance, held against the exact law, and betting schemes played on them.
//! Asks for a run and shows what came of it; deals and counts nothing itself.

mod args;
mod betting_data;
mod betting_words;
mod data;
mod numbers;
mod report;
mod svg;
mod words;

use std::fs::File;
use std::io::Write as _;

pub(crate) use args::Args;

use crate::lines::{Problem, print};
use crate::rules_arg;
use report::Report;

/// Runs the simulation and shows its report.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let rules = rules_arg::load(&args.rules)?;
    let order = args.order(&rules)?;
    // Before the run: nobody wants to hear afterwards that there is no such folder.
    let mut drawing = args.svg.as_ref().map(|path| (path, File::create(path))).map(opened).transpose()?;
    let report = Report::of(&order)?;
    if let Some((path, file)) = &mut drawing {
        let written = file.write_all(svg::Drawing(&report).to_string().as_bytes());
        written.map_err(|error| Problem::Failure(format!("cannot write {}: {error}", path.display())))?;
    }
    print(&if args.json { data::in_json(&report) } else { words::InWords(&report).to_string() })?;
    Ok(true)
}

fn opened<T>(
    (path, file): (&std::path::PathBuf, std::io::Result<T>),
) -> Result<(&std::path::PathBuf, T), Problem> {
    let file = file.map_err(|error| Problem::Usage(format!("cannot write {}: {error}", path.display())))?;
    Ok((path, file))
}
