//! Tests of the files of a camera, without ffmpeg.

use super::*;
use crate::segment::{digest_of, hex};
use crate::time::{DAY_MS, HOUR_MS};

const NINE: i64 = 1_772_355_600_000;
const HEAD: &[u8] = b"init";

/// An archive with a run of ffmpeg's files, numbered from 0.
fn archive(segments: u32) -> (tempfile::TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open(&folder.path().join("9")).unwrap();
    make_folder(&archive.run(7)).unwrap();
    fs::write(archive.run(7).join(INIT), HEAD).unwrap();
    for no in 0..segments {
        fs::write(archive.run(7).join(format!("{no:08}.m4s")), format!("segment {no}")).unwrap();
    }
    (folder, archive)
}

fn finished(no: u32) -> Finished {
    Finished { no, from: NINE + i64::from(no) * 1_000, ms: 1_000 }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_segment_that_was_taken_is_found_by_its_time_and_is_for_its_owner_alone() {
    let (_kept, archive) = archive(3);
    let taken: Vec<Segment> = (0..3).map(|no| archive.take((7, HEAD), &finished(no), 0).unwrap().0).collect();
    assert_eq!(archive.segments(Span { from: NINE, to: NINE + 3_000 }).unwrap(), taken);
    assert_eq!(archive.segments(Span { from: NINE + 1_500, to: NINE + 1_600 }).unwrap(), taken[1..2]);
    assert_eq!(archive.segments(Span { from: NINE - 5_000, to: NINE }).unwrap(), []);
    assert_eq!(archive.read(taken[1].file()).unwrap(), b"segment 1");
    assert_eq!(archive.read(taken[1].init()).unwrap(), HEAD);
    let hour = archive.folder().join("2026-03-01T09");
    assert_eq!(mode(archive.folder()), 0o700);
    assert_eq!(mode(&hour), 0o700);
    for name in names(&hour).unwrap() {
        assert_eq!(mode(&hour.join(&name)), 0o600, "{name}");
    }
}

#[test]
fn a_folder_that_others_may_open_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o750)).unwrap();
    let refused = Archive::open(folder.path()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::PermissionDenied);
}

#[test]
fn the_lag_of_a_camera_moves_its_segments_back() {
    let (_kept, archive) = archive(1);
    let taken = archive.take((7, HEAD), &finished(0), 250).unwrap().0;
    assert_eq!(taken.from, NINE - 250);
    assert_eq!(taken.hour(), Hour::of(NINE).before());
}

#[test]
fn only_what_the_index_names_is_read() {
    let (_kept, archive) = archive(2);
    let taken = archive.take((7, HEAD), &finished(0), 0).unwrap().0;
    let hour = archive.folder().join(taken.hour().to_string());
    fs::write(hour.join("7-00000009.m4s"), "laid there").unwrap();
    for other in [
        FileName { part: Part::Segment(9), ..taken.file() },
        FileName { run: 8, ..taken.file() },
        FileName { run: 8, ..taken.init() },
        FileName { hour: taken.hour().before(), ..taken.file() },
    ] {
        assert_eq!(archive.read(other).unwrap_err().kind(), ErrorKind::NotFound, "{other}");
    }
}

#[test]
fn a_segment_that_was_changed_or_removed_is_noticed() {
    let (_kept, archive) = archive(2);
    let taken: Vec<Segment> = (0..2).map(|no| archive.take((7, HEAD), &finished(no), 0).unwrap().0).collect();
    let hour = taken[0].hour();
    let before = archive.digest(hour).unwrap();
    assert_eq!(archive.changed(hour).unwrap(), []);
    fs::write(archive.path(taken[0].file()), "segment X").unwrap();
    fs::remove_file(archive.path(taken[1].file())).unwrap();
    assert_eq!(archive.read(taken[0].file()).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(archive.read(taken[1].file()).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(archive.changed(hour).unwrap(), [taken[0].file(), taken[1].file()]);
    // Who changes the index as well does not get the digest that is on record.
    let index = archive.folder().join(hour.to_string()).join(INDEX);
    fs::remove_file(&index).unwrap();
    append(&index, &Segment { sha256: Sha256::digest("segment X").into(), ..taken[0] }).unwrap();
    assert_eq!(archive.read(taken[0].file()).unwrap(), b"segment X");
    assert_ne!(archive.digest(hour).unwrap(), before);
}

/// Writes the index of an hour as if it had these segments.
fn rewrite(archive: &Archive, segments: &[Segment]) {
    let index = archive.folder().join(segments[0].hour().to_string()).join(INDEX);
    fs::remove_file(&index).unwrap();
    for segment in segments {
        append(&index, segment).unwrap();
    }
}

#[test]
fn the_head_of_a_run_that_was_changed_or_removed_is_noticed() {
    let (_kept, archive) = archive(3);
    let taken: Vec<Segment> = (0..2).map(|no| archive.take((7, HEAD), &finished(no), 0).unwrap().0).collect();
    let (hour, head) = (taken[0].hour(), taken[0].init());
    let (before, span) = (archive.digest(hour).unwrap(), Span { from: NINE + 1_000, to: NINE + 2_000 });
    assert_eq!((archive.changed(hour).unwrap(), archive.check(span).unwrap().changed), (vec![], vec![]));
    // The file in the folder of the run is the same one. What comes of the run later does not note another head.
    fs::write(archive.path(head), "flip").unwrap();
    let later = archive.take((7, HEAD), &finished(2), 0).unwrap().0;
    assert_eq!(later.head, taken[0].head);
    assert_eq!(archive.read(head).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(
        (archive.changed(hour).unwrap(), archive.check(span).unwrap().changed),
        (vec![head], vec![head])
    );
    fs::remove_file(archive.path(head)).unwrap();
    assert_eq!(archive.read(head).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(
        (archive.changed(hour).unwrap(), archive.check(span).unwrap().changed),
        (vec![head], vec![head])
    );
    // An index that fits another head has not the digest that is on record, and neither has one that notes none.
    fs::write(archive.path(head), "flip").unwrap();
    for noted in [Some(Sha256::digest("flip").into()), None] {
        rewrite(&archive, &[taken[0], taken[1]].map(|segment| Segment { head: noted, ..segment }));
        assert_eq!(archive.read(head).unwrap(), b"flip");
        assert_ne!(archive.digest(hour).unwrap().digest, before.digest);
    }
    // One line that notes another head is enough.
    rewrite(&archive, &[taken[0], Segment { head: Some(Sha256::digest("flip").into()), ..taken[1] }]);
    assert_eq!(archive.read(head).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(archive.changed(hour).unwrap(), [head]);
}

#[test]
fn an_hour_that_was_written_before_heads_were_noted_is_read_and_keeps_its_digest() {
    let (_kept, archive) = archive(3);
    let taken: Vec<Segment> = (0..2).map(|no| archive.take((7, HEAD), &finished(no), 0).unwrap().0).collect();
    let (hour, head) = (taken[0].hour(), taken[0].init());
    let place = archive.folder().join(hour.to_string());
    let line = |no: u32, from: i64, film: &str| {
        let sha256 = data_encoding::HEXLOWER.encode(&Sha256::digest(film));
        (
            format!(
                "{{\"run\":7,\"no\":{no},\"from\":{from},\"ms\":1000,\"bytes\":9,\"sha256\":\"{sha256}\"}}\n"
            ),
            format!("7 {no} {from} 1000 9 {sha256}\n"),
        )
    };
    let (first, second) = (line(0, NINE, "segment 0"), line(1, NINE + 1_000, "segment 1"));
    fs::write(place.join(INDEX), format!("{}{}", first.0, second.0)).unwrap();
    let old = archive.digest(hour).unwrap();
    assert_eq!(old.segments, 2);
    assert_eq!(
        old.digest,
        <[u8; 32]>::from(Sha256::digest(format!("punto recording 1\n{}{}", first.1, second.1)))
    );
    assert_eq!((archive.read(head).unwrap(), archive.changed(hour).unwrap()), (HEAD.to_vec(), vec![]));
    assert_eq!(archive.read(taken[1].file()).unwrap(), b"segment 1");
    // From the next segment on its head is noted, and held against the file.
    archive.take((7, HEAD), &finished(2), 0).unwrap();
    assert_ne!(archive.digest(hour).unwrap().digest, old.digest);
    assert_eq!(archive.changed(hour).unwrap(), []);
    fs::write(archive.path(head), "flip").unwrap();
    assert_eq!(archive.changed(hour).unwrap(), [head]);
    assert_eq!(archive.read(head).unwrap_err().kind(), ErrorKind::InvalidData);
}

#[test]
fn a_crash_at_any_step_loses_no_segment_and_doubles_none() {
    let (_kept, archive) = archive(2);
    // The file was moved, and its line was not written.
    let first = archive.take((7, HEAD), &finished(0), 0).unwrap().0;
    let index = archive.folder().join(first.hour().to_string()).join(INDEX);
    fs::remove_file(&index).unwrap();
    for _ in 0..2 {
        archive.recover(7, &finished(0), 0).unwrap();
        assert_eq!(archive.of_hour(first.hour()).unwrap(), [first]);
    }
    // A line was cut off: the next one is on a line of its own.
    let mut cut = fs::read(&index).unwrap();
    cut.extend_from_slice(b"{\"run\":7,\"no\":");
    fs::write(&index, cut).unwrap();
    let second = archive.take((7, HEAD), &finished(1), 0).unwrap().0;
    archive.recover(7, &finished(2), 0).unwrap();
    assert_eq!(archive.of_hour(first.hour()).unwrap(), [first, second], "what is gone is passed over");
}

#[test]
fn an_hour_is_closed_once_it_is_over_and_again_when_it_grew() {
    let (_kept, archive) = archive(3);
    archive.take((7, HEAD), &finished(0), 0).unwrap();
    let over = NINE + HOUR_MS + CLOSE_AFTER_MS;
    assert_eq!(archive.to_close(over - 1).unwrap(), []);
    let closed = archive.to_close(over).unwrap();
    assert_eq!(closed, [archive.digest(Hour::of(NINE)).unwrap()]);
    archive.close(&closed[0]).unwrap();
    assert_eq!(archive.to_close(over).unwrap(), []);
    archive.take((7, HEAD), &finished(1), 0).unwrap();
    let again = archive.to_close(over).unwrap();
    assert_eq!(again.len(), 1, "the clock was set back and the hour came again");
    archive.take((7, HEAD), &finished(2), 0).unwrap();
    archive.close(&again[0]).unwrap();
    let last = archive.to_close(over).unwrap();
    assert_eq!(
        last,
        [archive.digest(Hour::of(NINE)).unwrap()],
        "a segment came before its digest was on record"
    );
    archive.close(&last[0]).unwrap();
    assert_eq!(archive.to_close(over).unwrap(), []);
}

#[test]
fn a_hold_keeps_its_hour_until_it_is_released() {
    let (_kept, archive) = archive(1);
    archive.take((7, HEAD), &finished(0), 0).unwrap();
    let (held, _) = archive.hold(Span { from: NINE, to: NINE + 1 }, "3", "dispute 12", 5).unwrap();
    assert_eq!(archive.holds().unwrap(), std::slice::from_ref(&held));
    let late = NINE + 400 * DAY_MS;
    assert_eq!(archive.expire(30, Room::Full, late).unwrap(), []);
    assert_eq!(archive.release(9).unwrap(), None);
    assert_eq!(archive.release(held.no).unwrap(), Some(held.clone()));
    assert_eq!(archive.expire(30, Room::Full, NINE + 30 * DAY_MS).unwrap(), [], "younger than it is kept");
    assert_eq!(archive.expire(30, Room::Full, late).unwrap(), [Hour::of(NINE)]);
    assert!(!archive.folder().join("2026-03-01T09").exists());
    assert_eq!(
        archive.hold(held.span, "3", "again", 6).unwrap().0.no,
        held.no + 1,
        "no number is given twice"
    );
}

#[test]
fn holds_that_cannot_be_read_delete_nothing() {
    let (_kept, archive) = archive(1);
    archive.take((7, HEAD), &finished(0), 0).unwrap();
    fs::write(archive.folder().join(HOLDS), "{").unwrap();
    assert!(archive.expire(30, Room::Full, i64::MAX).is_err());
    assert_eq!(archive.hours().unwrap(), [Hour::of(NINE)]);
}

#[test]
fn a_span_is_held_against_its_files() {
    let (_kept, archive) = archive(4);
    let taken: Vec<Segment> = (0..4).map(|no| archive.take((7, HEAD), &finished(no), 0).unwrap().0).collect();
    let span = Span { from: NINE + 1_000, to: NINE + 3_000 };
    let inner = taken[1..3].to_vec();
    assert_eq!(archive.check(span).unwrap(), Checked { segments: inner.clone(), changed: vec![] });
    // What is beside the span is nobody's business.
    fs::remove_file(archive.path(taken[0].file())).unwrap();
    assert_eq!(archive.check(span).unwrap().changed, []);
    fs::write(archive.path(taken[1].file()), "segment 9").unwrap();
    fs::remove_file(archive.path(taken[2].file())).unwrap();
    let changed = inner.iter().map(Segment::file).collect();
    assert_eq!(archive.check(span).unwrap(), Checked { segments: inner, changed });
}

#[test]
fn a_span_is_held_once_for_a_reason() {
    let (_kept, archive) = archive(0);
    let span = Span { from: NINE, to: NINE + 1_000 };
    let (first, is_new) = archive.hold(span, "7", "round 1/2", NINE).unwrap();
    assert!(is_new);
    assert_eq!(archive.hold(span, "7", "round 1/2", NINE + 5).unwrap(), (first.clone(), false));
    for (by, why) in [("8", "round 1/2"), ("7", "round 1/3")] {
        assert!(archive.hold(span, by, why, NINE).unwrap().1, "{by} {why}");
    }
    archive.release(first.no).unwrap();
    let (again, is_new) = archive.hold(span, "7", "round 1/2", NINE).unwrap();
    assert!(is_new && again.no == 4, "{again:?}");
}

#[test]
fn a_glance_at_an_hour_on_record_sees_what_is_missing_and_what_has_another_length() {
    let (_kept, archive) = archive(2);
    let taken: Vec<Segment> = (0..2).map(|no| archive.take((7, HEAD), &finished(no), 0).unwrap().0).collect();
    let hour = Hour::of(NINE);
    let digest = hex::text(&archive.digest(hour).unwrap().digest);
    assert_eq!(archive.glance(hour, "another").unwrap(), None, "it is not closed, so no digest is on record");
    archive.close(&archive.digest(hour).unwrap()).unwrap();
    assert_eq!(archive.glance(hour, &digest).unwrap(), None);
    let index = format!("{hour}/index.jsonl");
    assert_eq!(archive.glance(hour, "another").unwrap(), Some(index.clone()));
    let (film, head) = (archive.path(taken[1].file()), archive.path(taken[1].init()));
    fs::write(&film, "segment 9").unwrap();
    assert_eq!(archive.glance(hour, &digest).unwrap(), None, "films are not read");
    fs::write(&film, "segment 10").unwrap();
    assert_eq!(archive.glance(hour, &digest).unwrap(), Some(taken[1].file().to_string()));
    fs::remove_file(&film).unwrap();
    assert_eq!(archive.glance(hour, &digest).unwrap(), Some(taken[1].file().to_string()));
    fs::remove_file(&head).unwrap();
    assert_eq!(archive.glance(hour, &digest).unwrap(), Some(taken[1].init().to_string()));
    fs::remove_dir_all(archive.folder().join(hour.to_string())).unwrap();
    assert!(archive.is_gone(hour, &digest));
    let nothing = hex::text(&digest_of(&[]));
    assert!(!archive.is_gone(hour, &nothing), "nothing was recorded of it");
    assert_eq!(archive.glance(hour, &nothing).unwrap(), None);
    assert_eq!(archive.glance(hour, &digest).unwrap(), Some(index));
}
