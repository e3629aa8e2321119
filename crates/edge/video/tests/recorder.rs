//! Cameras recorded with the real ffmpeg, which has to be installed: pictures that say their own time, and everything
//! that may go wrong with the child.

mod support;

use std::process::Command;
use std::sync::Arc;

use punto_video::command::Encoding;
use punto_video::span::coverage;
use punto_video::{Picture, Recorded, Ring, Room, Source, Span, playlist};
use support::{Feeder, Studio, is_alive, recorded, signal, until};

/// How far a picture may be off its time, in milliseconds.
const OFF_MS: i64 = 100;

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_at_a_time_shows_that_time() {
    let studio = Studio::new();
    let feeder = Feeder::start(&studio.pipe());
    let recorder = studio.record(Source::RawFrames(studio.pipe()));
    recorded(&recorder, 6).await;
    recorder.stop().await;
    drop(feeder);
    let segments = studio.archive.segments(Span { from: 0, to: i64::MAX }).unwrap();
    let mut off: Vec<i64> =
        segments.iter().map(|segment| (studio.time_in_picture(segment) - segment.from).abs()).collect();
    off.sort_unstable();
    // A machine that is busy may be late with a frame, but not with most of them.
    let median = off[off.len() / 2];
    assert!(median <= OFF_MS, "{off:?} ms");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_camera_with_sound_that_the_files_may_not_have_is_copied() {
    let studio = Studio::new();
    let film = studio.folder().join("film.mkv");
    let picture = "-f lavfi -i testsrc2=size=320x180:rate=25 -f lavfi -i sine=sample_rate=8000 -t 4";
    let codecs = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 0 -g 25 -c:a pcm_alaw";
    let made = Command::new("ffmpeg")
        .args("-nostdin -loglevel error".split(' '))
        .args(picture.split(' '))
        .args(codecs.split(' '))
        .arg(&film)
        .status();
    assert!(made.unwrap().success(), "the film is made");
    let copy = Encoding { copy: true, segment_ms: 1_000 };
    let recorder = studio.record_as(Source::File(film), copy, "ffmpeg");
    recorded(&recorder, 2).await;
    recorder.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_child_is_started_again_and_leaves_a_gap() {
    let studio = Studio::new();
    let recorder = studio.record(Source::Test);
    recorded(&recorder, 2).await;
    let first = studio.children()[0];
    signal(first, "KILL");
    let mut status = recorder.status();
    until(&mut status, |status| status.picture == Picture::Stalled).await;
    assert!(status.borrow().why.as_ref().unwrap().contains("signal: 9"), "{:?}", status.borrow().why);
    until(&mut status, |status| status.picture == Picture::Live && status.runs == 2).await;
    let second = studio.children();
    assert!(second.len() == 1 && second[0] != first, "{first} {second:?}");
    recorder.stop().await;
    assert!(!is_alive(second[0]), "the child ends with its recorder");
    let segments = studio.archive.segments(Span { from: 0, to: i64::MAX }).unwrap();
    let span = Span { from: segments[0].from, to: segments[segments.len() - 1].to() };
    let coverage = coverage(&segments, span);
    assert_eq!((coverage.recorded, coverage.gaps.len()), (Recorded::Part, 1), "{segments:?}");
    assert_eq!(playlist::of(&segments, "").matches("#EXT-X-DISCONTINUITY\n").count(), 1);
    assert!(segments.iter().all(|segment| segment.head.is_some()), "{segments:?}");
    assert_eq!(studio.archive.check(span).unwrap().changed, [], "ffmpeg writes the head of a run once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_stands_still_is_noticed() {
    let studio = Studio::new();
    let feeder = Feeder::start(&studio.pipe());
    let recorder = studio.record(Source::RawFrames(studio.pipe()));
    recorded(&recorder, 2).await;
    let mut status = recorder.status();
    feeder.pause(true);
    until(&mut status, |status| status.picture == Picture::Stalled).await;
    assert!(status.borrow().why.as_ref().unwrap().contains("no frame came"), "{:?}", status.borrow().why);
    let (since, recorded_to) = (status.borrow().since, status.borrow().recorded_to);
    assert!(Some(since) > recorded_to, "it is noticed after the last segment: {since}, {recorded_to:?}");
    feeder.pause(false);
    until(&mut status, |status| status.picture == Picture::Live).await;
    recorder.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_nothing_is_kept_and_the_live_picture_goes_on() {
    let studio = Studio::new();
    let recorder = studio.record(Source::Test);
    recorded(&recorder, 1).await;
    let (mut status, ring) = (recorder.status(), recorder.ring());
    let live_since = status.borrow().since;
    studio.disk.set(1 << 30);
    until(&mut status, |status| status.room == Room::Full && status.why.is_some()).await;
    assert_eq!((status.borrow().picture, status.borrow().records()), (Picture::Live, false));
    let full_since = status.borrow().since;
    assert!(full_since > live_since, "{full_since}");
    assert!(status.borrow().why.as_ref().unwrap().contains("2 GiB"));
    let index = || studio.archive.segments(Span { from: 0, to: i64::MAX }).unwrap();
    let (kept, newest) = (index(), newest(&ring));
    until(&mut status, |_| self::newest(&ring) > newest).await;
    until(&mut status, |_| self::newest(&ring) > newest + 1).await;
    assert_eq!(status.borrow().since, full_since, "more that is not kept changes nothing");
    assert_eq!(index(), kept, "nothing more is kept");
    assert!(studio.files_of_runs() < 6, "what was shown is removed");
    assert_eq!(studio.children().len(), 1);
    studio.disk.set(100 << 30);
    let before = status.borrow().segments;
    until(&mut status, |status| status.records() && status.segments > before).await;
    assert_eq!((status.borrow().runs, status.borrow().why.clone()), (1, None), "it is the same run");
    recorder.stop().await;
    let (all, span) = (index(), Span { from: kept[0].from, to: i64::MAX });
    assert!(all.len() > kept.len() && coverage(&all, span).gaps.len() == 2, "the gap is named: {all:?}");
}

/// The number of the newest segment that a ring shows.
fn newest(ring: &Ring) -> u32 {
    let list = ring.playlist().unwrap_or_default();
    let file = list.lines().last().unwrap_or_default();
    file.trim_end_matches(".m4s").rsplit('-').next().unwrap_or_default().parse().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ring_shows_what_is_recorded_and_forgets_it_with_the_picture() {
    let studio = Studio::new();
    let recorder = studio.record(Source::Test);
    recorded(&recorder, 2).await;
    let (mut status, ring) = (recorder.status(), recorder.ring());
    let list = ring.playlist().unwrap();
    let kept = studio.archive.segments(Span { from: 0, to: i64::MAX }).unwrap();
    for name in list.lines().filter(|line| !line.starts_with('#')) {
        let segment = kept.iter().find(|segment| segment.file().file() == name).unwrap();
        assert_eq!(studio.archive.read(segment.file()).unwrap(), *ring.file(name).unwrap(), "{name}");
    }
    signal(studio.children()[0], "KILL");
    until(&mut status, |status| status.picture == Picture::Stalled).await;
    assert_eq!(ring.playlist(), None, "the past is not shown as the present");
    until(&mut status, |status| status.picture == Picture::Live).await;
    until(&mut status, |_| ring.playlist().is_some()).await;
    recorder.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_leaves_no_second_child_and_no_segment_behind() {
    // The program that is killed is this test, started again.
    if let Some(folder) = std::env::var_os(support::ELSEWHERE) {
        let _recorder = Studio::over(std::path::Path::new(&folder)).record(Source::Test);
        std::future::pending::<()>().await;
    }
    let studio = Studio::new();
    let mut killed = support::record_elsewhere(
        "a_killed_program_leaves_no_second_child_and_no_segment_behind",
        studio.folder(),
    );
    let index = || studio.archive.segments(Span { from: 0, to: i64::MAX }).unwrap();
    while index().len() < 2 {
        assert!(killed.try_wait().unwrap().is_none(), "the other program ended");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let left = studio.children()[0];
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = index();
    let recorder = studio.record(Source::Test);
    recorded(&recorder, 1).await;
    assert!(!is_alive(left));
    assert_eq!(studio.children().len(), 1);
    recorder.stop().await;
    let after = index();
    assert_eq!(after[..before.len()], before);
    let mut runs: Vec<u64> = after.iter().map(|segment| segment.run).collect();
    runs.dedup();
    assert_eq!(runs.len(), 2);
    let names: std::collections::BTreeSet<String> =
        after.iter().map(|segment| segment.file().to_string()).collect();
    assert_eq!(names.len(), after.len(), "no segment is named twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_child_that_does_not_end_by_itself_is_ended_and_another_program_is_not() {
    let studio = Studio::new();
    let (left, other) = (studio.leave_child(1, true), studio.leave_child(2, false));
    let recorder = studio.record(Source::Test);
    recorded(&recorder, 1).await;
    assert_eq!((left.is_alive(), other.is_alive()), (false, true));
    recorder.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_ffmpeg_the_status_says_so() {
    let studio = Studio::new();
    let recorder = studio.record_with(Source::Test, "no-such-ffmpeg");
    let mut status = recorder.status();
    until(&mut status, |status| status.why.is_some()).await;
    let said = status.borrow().clone();
    assert_eq!(said.why.unwrap(), "there is no program no-such-ffmpeg; install the package ffmpeg");
    assert_eq!((said.picture, said.segments), (Picture::None, 0));
    recorder.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ffmpeg_complains_about_has_no_secret() {
    let studio = Studio::new();
    // Nobody listens at the port 1 of this machine.
    let source = Source::parse("rtsp://admin:Pa55word@127.0.0.1:1/stream-key?token=abcdef").unwrap();
    let recorder = studio.record(source);
    let mut status = recorder.status();
    until(&mut status, |status| status.why.is_some()).await;
    let why = status.borrow().why.clone().unwrap();
    assert!(why.contains("ffmpeg ended") && why.contains("rtsp://127.0.0.1:1/***"), "{why}");
    for secret in ["admin", "Pa55word", "stream-key", "abcdef"] {
        assert!(!why.contains(secret), "{why}");
    }
    recorder.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_is_read_by_no_shell() {
    let studio = Studio::new();
    let mark = studio.folder().join("mark");
    let touch = format!("touch {}", mark.display());
    let in_address = touch.replace(' ', "${IFS}");
    for source in [
        format!("file:$({touch})"),
        format!("file:`{touch}`"),
        format!("file:;{touch};"),
        format!("file:|{touch}|cat"),
        format!("rtsp://127.0.0.1:1/$({in_address})"),
        format!("rtsp://127.0.0.1:1/`{in_address}`"),
    ] {
        support::shell(&format!("true {source}"));
        assert!(mark.exists(), "a shell would do nothing with {source}");
        std::fs::remove_file(&mark).unwrap();
        let why = studio.why_not_recorded(&source).await;
        assert!(why.contains("ffmpeg ended"), "{source}: {why}");
        assert!(!mark.exists(), "a shell has read {source}: {why}");
    }
    let why = studio.why_not_recorded("file:-y").await;
    assert!(why.contains("file:-y: No such file"), "it is no option: {why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_recorders_stop_on_their_own() {
    let (one, other) = (Studio::new(), Studio::new());
    let recorders = (one.record(Source::Test), other.record(Source::Test));
    recorded(&recorders.0, 1).await;
    recorders.0.stop().await;
    assert_eq!(one.children(), Vec::<u32>::new());
    let seen = recorders.1.status().borrow().segments;
    recorded(&recorders.1, seen + 1).await;
    recorders.1.stop().await;
    assert!(Arc::clone(&other.archive).hours().unwrap().len() <= 2);
}
