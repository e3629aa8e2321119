//! The arguments of ffmpeg. They are a list, and no shell ever reads them.

use std::ffi::OsString;
use std::path::Path;

use crate::source::Source;

/// The playlist that ffmpeg keeps in the folder of a run.
pub const LIVE_LIST: &str = "index.m3u8";
/// The head of all segments of a run, which a player needs first.
pub const INIT: &str = "init.mp4";
/// How many segments the playlist of a run names. More of them may be missed before one is lost from it.
const LISTED: &str = "60";
/// How many frames a second are recorded.
const FRAMES: u32 = 25;
/// The font of the time in the test picture; without it the picture has no text.
const FONT: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";

/// How a camera is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Whether the camera's own H.264 is stored as it is. It must send a key frame for every segment and no B-frames.
    pub copy: bool,
    /// How long a segment is, in milliseconds.
    pub segment_ms: u32,
}

/// All arguments for a run whose files go to this folder.
pub fn arguments(source: &Source, encoding: Encoding, run: &Path) -> Vec<OsString> {
    arguments_with(source, encoding, run, Path::new(FONT).exists())
}

fn arguments_with(source: &Source, encoding: Encoding, run: &Path, has_font: bool) -> Vec<OsString> {
    let mut arguments = Arguments::default();
    arguments.words("-nostdin -hide_banner -loglevel level+warning -progress pipe:1 -stats_period 0.5");
    input(&mut arguments, source, has_font);
    arguments.words("-map 0:v:0 -map 0:a:0?");
    if encoding.copy {
        // The sound of many cameras is none that the files may have.
        arguments.words("-c:v copy -c:a aac -b:a 96k");
    } else {
        let frames = frames_of(encoding.segment_ms);
        arguments.words("-c:v libx264 -preset veryfast -tune zerolatency -profile:v main -pix_fmt yuv420p");
        arguments.words(&format!("-r {FRAMES} -g {frames} -sc_threshold 0"));
        let rate = rate_of(source);
        arguments.words(&format!("-b:v {rate} -maxrate {rate} -bufsize {rate} -c:a aac -b:a 96k"));
    }
    let (seconds, rest) = (encoding.segment_ms / 1_000, encoding.segment_ms % 1_000);
    arguments.words(&format!("-f hls -hls_time {seconds}.{rest:03} -hls_list_size {LISTED}"));
    arguments.words(
        "-hls_segment_type fmp4 -hls_flags program_date_time+independent_segments+temp_file+omit_endlist",
    );
    arguments.words("-hls_segment_filename");
    arguments.path(&run.join("%08d.m4s"));
    arguments.path(&run.join(LIVE_LIST));
    arguments.0
}

/// How many bits a second a picture may take. Nothing is to be seen in the test picture, so it fills no disk of who
/// looks at a demonstration.
const fn rate_of(source: &Source) -> &'static str {
    if matches!(source, Source::Test) { "500k" } else { "2500k" }
}

/// The source, and how it is read. Only a live one is stamped with the clock; the others are read at their own pace.
fn input(arguments: &mut Arguments, source: &Source, has_font: bool) {
    match source {
        Source::Rtsp(url) => {
            arguments.words("-rtsp_transport tcp -timeout 5000000 -use_wallclock_as_timestamps 1 -i");
            arguments.word(url);
        }
        Source::Rtmp(url) => {
            arguments.words("-use_wallclock_as_timestamps 1 -i");
            arguments.word(url);
        }
        Source::File(path) => {
            arguments.words("-re -stream_loop -1 -i");
            let mut named = OsString::from("file:");
            named.push(path);
            arguments.0.push(named);
        }
        Source::Test => {
            arguments.words("-re -f lavfi -i");
            arguments.word(&test_picture(has_font));
        }
        #[cfg(feature = "testing")]
        Source::RawFrames(path) => {
            arguments.words("-f rawvideo -pixel_format gray -video_size 320x180 -framerate 25");
            arguments.words("-use_wallclock_as_timestamps 1 -i");
            arguments.path(path);
        }
    }
}

fn test_picture(has_font: bool) -> String {
    let picture = format!("testsrc2=size=640x360:rate={FRAMES}");
    if !has_font {
        return picture;
    }
    let text = r"%{gmtime\:%Y-%m-%d %H\\\:%M\\\:%S} UTC";
    format!(
        "{picture},drawtext=fontfile={FONT}:fontsize=28:fontcolor=white:box=1:boxcolor=black:x=20:y=20:text='{text}'"
    )
}

/// How many frames a segment has, at least one. Its first one is a key frame.
fn frames_of(segment_ms: u32) -> u32 {
    (segment_ms.saturating_mul(FRAMES) / 1_000).max(1)
}

#[derive(Default)]
struct Arguments(Vec<OsString>);

impl Arguments {
    fn words(&mut self, words: &str) {
        self.0.extend(words.split(' ').map(OsString::from));
    }

    fn word(&mut self, word: &str) {
        self.0.push(word.into());
    }

    fn path(&mut self, path: &Path) {
        self.0.push(path.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EACH_SECOND: Encoding = Encoding { copy: false, segment_ms: 1_000 };

    fn said(source: &Source, encoding: Encoding) -> Vec<String> {
        let arguments = arguments_with(source, encoding, Path::new("/v/9/runs/1"), false);
        arguments.into_iter().map(|argument| argument.into_string().unwrap()).collect()
    }

    #[test]
    fn shell_characters_of_a_source_stay_in_one_argument() {
        let url = "rtsp://host/$(touch%20x);`id`|&'\"";
        let source = Source::parse(url).unwrap();
        let said = said(&source, EACH_SECOND);
        assert_eq!(said.iter().filter(|argument| argument.as_str() == url).count(), 1);
        let file = Source::parse("file:-y; rm *.mp4").unwrap();
        assert!(super::tests::said(&file, EACH_SECOND).contains(&"file:-y; rm *.mp4".to_owned()));
    }

    #[test]
    fn only_live_sources_are_stamped_with_the_clock() {
        for (text, stamped, tcp) in [
            ("rtsp://h/p", true, true),
            ("rtmp://h/p", true, false),
            ("file:a", false, false),
            ("test:", false, false),
        ] {
            let source = Source::parse(text).unwrap();
            let said = said(&source, EACH_SECOND);
            assert_eq!(said.contains(&"-use_wallclock_as_timestamps".to_owned()), stamped, "{text}");
            assert_eq!(source.is_live(), stamped);
            assert_eq!(said.contains(&"-rtsp_transport".to_owned()), tcp, "{text}");
            assert_eq!(said.contains(&"-re".to_owned()), !stamped, "{text}");
        }
    }

    #[test]
    fn a_segment_begins_with_a_key_frame() {
        let line = said(&Source::Test, Encoding { copy: false, segment_ms: 1_500 }).join(" ");
        assert!(line.contains("-r 25 -g 37 ") && line.contains("-hls_time 1.500 "), "{line}");
        let line = said(&Source::Test, Encoding { copy: true, segment_ms: 1_000 }).join(" ");
        assert!(line.contains("-c:v copy -c:a aac ") && !line.contains("libx264"), "{line}");
    }

    #[test]
    fn the_test_picture_fills_a_disk_slowly() {
        let camera = Source::parse("rtsp://h/p").unwrap();
        for (source, rate) in [(&Source::Test, "500k"), (&camera, "2500k")] {
            let line = said(source, EACH_SECOND).join(" ");
            assert!(line.contains(&format!("-b:v {rate} -maxrate {rate} -bufsize {rate} ")), "{line}");
        }
    }
}
