//! The same shoes through all verifiers, each in a process of its own: `punto verify`, the WebAssembly modules in Node,
//! and `verify.mjs`.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use verify::testing::house_key;

use crate::progress::progress;
use crate::shoes;

/// How many files a process of Node takes at once.
const BATCH: usize = 50;

/// The lines of a report: the name of the file, then a line for each check, then the choices of the house.
type Lines = Vec<String>;

/// Compares the verifiers over these shoes. Returns the lines that differ.
pub(crate) fn run(numbers: Range<u64>, punto: &Path, scripts: &Path) -> Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let bar = progress("shoes", numbers.end - numbers.start);
    let (numbers, mut differing) = (numbers.collect::<Vec<_>>(), Vec::new());
    for batch in numbers.chunks(BATCH) {
        let paths = batch.iter().map(|number| write(folder.path(), *number)).collect::<Result<Vec<_>>>()?;
        let [wasm, second] = ["wasm.mjs", "verify.mjs"]
            .map(|script| reports(Command::new("node").arg(scripts.join(script)), &paths));
        let (wasm, second) = (wasm?, second?);
        ensure!(wasm.len() == paths.len() && second.len() == paths.len(), "a verifier left out a file");
        for ((path, wasm), second) in paths.iter().zip(wasm).zip(second) {
            let first = reports(Command::new(punto).arg("verify"), std::slice::from_ref(path))?;
            let first = first.into_iter().next().context("punto verify printed no report")?;
            compare(&first, &wasm, "WebAssembly", |_| true, &mut differing);
            // It cannot check the value of a beacon, so it says less of it, and of the choices of the house.
            let has_beacon = !first.iter().any(|line| line.ends_with("no beacon is used"));
            let of_beacon = |line: &str| line.starts_with("  beacon: ") || line.ends_with('.');
            compare(&first, &second, "JavaScript", |line| !(has_beacon && of_beacon(line)), &mut differing);
            fs::remove_file(path)?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(differing)
}

fn write(folder: &Path, number: u64) -> Result<PathBuf> {
    let path = folder.join(format!("shoe-{number}.json"));
    fs::write(&path, shoes::file(number))?;
    Ok(path)
}

/// The reports that a verifier prints over these files.
fn reports(command: &mut Command, paths: &[PathBuf]) -> Result<Vec<Lines>> {
    let key = house_key(1).public().to_string();
    let output = command.args(["--key", &key]).args(paths).output().context("a verifier does not start")?;
    ensure!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let mut reports: Vec<Lines> = Vec::new();
    for line in text.lines() {
        if line.starts_with("  ") {
            reports.last_mut().context("a line comes before the first file")?.push(line.to_owned());
        } else if paths.iter().any(|path| line.starts_with(&*path.to_string_lossy())) {
            reports.push(vec![line.to_owned()]);
        }
    }
    Ok(reports)
}

fn compare(
    first: &Lines,
    other: &Lines,
    name: &str,
    counts: impl Fn(&str) -> bool,
    differing: &mut Vec<String>,
) {
    if first.len() != other.len() {
        differing.push(format!(
            "{}: {name} prints {} lines, not {}",
            first.concat(),
            other.len(),
            first.len()
        ));
    }
    let file = first.first().map_or("", String::as_str);
    for (one, two) in first.iter().zip(other) {
        if one != two && counts(one) {
            differing.push(format!("{file}\n  punto verify: {one}\n  {name}: {two}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_differs_is_reported_unless_it_does_not_count() {
        let lines = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Lines>();
        let (one, two) =
            (lines(&["f", "  a: ok: x", "  beacon: ok: y"]), lines(&["f", "  a: ok: z", "  beacon: -"]));
        let mut differing = Vec::new();
        compare(&one, &one, "other", |_| true, &mut differing);
        assert!(differing.is_empty());
        compare(&one, &two, "other", |line| !line.starts_with("  beacon"), &mut differing);
        assert_eq!(differing, ["f\n  punto verify:   a: ok: x\n  other:   a: ok: z"]);
        compare(&one, &lines(&["f"]), "other", |_| true, &mut differing);
        assert_eq!(differing.len(), 2);
    }
}
