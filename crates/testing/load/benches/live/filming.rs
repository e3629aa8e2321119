//! What the server itself uses of a processor while all its tables are recorded as their cameras send the film. The
//! programs that write the film are processes of their own, and are not counted.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::report::Report;
use crate::studio::{FILM, Studio, micros, new_folder};

/// How long all cameras may take to begin, and the server to list a segment of each.
const PATIENCE: Duration = Duration::from_mins(2);
/// How often it is looked whether they have.
const BREATH: Duration = Duration::from_millis(100);

/// Records all tables for a while.
pub(crate) fn film(punto: &Path, tables: u32, span: Duration, report: &mut Report) -> Result<(), String> {
    let folder = new_folder()?;
    make_film(&folder.path().join(FILM))?;
    let studio = Studio::recorded(folder, punto, tables)?;
    let begun = Instant::now();
    while segments(&studio).iter().filter(|count| **count > 0).count() < of(tables) {
        if begun.elapsed() > PATIENCE {
            return Err(format!("segments of the tables: {:?}", segments(&studio)));
        }
        thread::park_timeout(BREATH);
    }
    let (before, used, begun) = (segments(&studio), studio.cpu()?, Instant::now());
    while begun.elapsed() < span {
        thread::park_timeout(span.saturating_sub(begun.elapsed()));
    }
    let (used, took) = (studio.cpu()?.saturating_sub(used), begun.elapsed());
    let after = segments(&studio);
    if before.iter().zip(&after).any(|(before, after)| before >= after) {
        return Err(format!("not all tables were recorded: {before:?} segments, then {after:?}"));
    }
    report.recording = micros(used).saturating_mul(1_000_000) / micros(took).max(1);
    Ok(())
}

fn of(tables: u32) -> usize {
    usize::try_from(tables).unwrap_or(usize::MAX)
}

/// A film of ten seconds as a camera sends it: H.264 with a key frame each second.
fn make_film(file: &Path) -> Result<(), String> {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-t", "10"];
    let coding =
        ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-b:v", "2500k"];
    let mut ffmpeg = Command::new("ffmpeg");
    let made = ffmpeg.args(["-nostdin", "-loglevel", "error"]).args(source).args(coding).arg(file).output();
    let made = made.map_err(|error| format!("ffmpeg: {error}"))?;
    if made.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&made.stderr).into_owned()) }
}

/// How many segments of each table the server has listed.
fn segments(studio: &Studio) -> Vec<usize> {
    let film = studio.folder.path().join("film");
    let lines = |hour: fs::DirEntry| {
        fs::read_to_string(hour.path().join("index.jsonl")).map_or(0, |index| index.lines().count())
    };
    let of_table = |table: u32| {
        let hours = fs::read_dir(film.join(table.to_string())).into_iter().flatten().map_while(Result::ok);
        hours.map(lines).sum()
    };
    (1..=studio.tables).map(of_table).collect()
}
