//! `punto simulate`: simulates coups and shoes, compares them with the exact odds, and plays betting schemes. Starts
//! a run and prints its report; deals and counts nothing itself.

mod args;
mod betting_text;
mod data;
mod report;
mod svg;
mod text;

use std::fs::File;
use std::io::Write as _;

pub(crate) use args::Args;

use crate::lines::{Problem, print};
use crate::new_file::cannot_write;
use crate::rules_arg;
use report::Report;

/// Runs the simulation and prints its report.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let rules = rules_arg::load(&args.rules)?;
    let order = args.order(&rules)?;
    // Opened before the run, so that a wrong path fails at once.
    let drawing = args.svg.as_ref().map(|path| match File::create(path) {
        Ok(file) => Ok((path, file)),
        Err(error) => Err(Problem::Usage(format!("cannot write {}: {error}", path.display()))),
    });
    let drawing = drawing.transpose()?;
    let report = Report::of(&order)?;
    if let Some((path, mut file)) = drawing {
        let written = file.write_all(svg::Drawing(&report).to_string().as_bytes());
        written.map_err(|error| cannot_write(path, &error))?;
    }
    print(&if args.json { data::to_json(&report) } else { text::ReportText(&report).to_string() })?;
    Ok(true)
}
