//! Where a picture comes from, and which parts of its address are secret. Opens nothing.

use std::fmt;
use std::path::PathBuf;

/// The text of the source that ffmpeg makes.
const TEST_PICTURE: &str = "test:";

/// A source of pictures. Its `Debug` and `Display` show no secret.
#[derive(Clone, PartialEq, Eq)]
pub enum Source {
    /// A camera, or a server of one, over RTSP.
    Rtsp(String),
    /// A stream over RTMP.
    Rtmp(String),
    /// A file, played over and over.
    File(PathBuf),
    /// A picture that ffmpeg makes, with the time of the day in it.
    Test,
    /// Gray frames of 320 by 180 from a named pipe, stamped with the time at which they come.
    #[cfg(feature = "testing")]
    RawFrames(PathBuf),
}

/// Why a text names no source. It never contains the text, which may have a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// No known kind.
    #[error("the source is none; give rtsp://HOST/PATH, rtmp://HOST/PATH, file:PATH or test:")]
    Unknown,
    /// Without a host or a path.
    #[error("the source names no {0}")]
    Incomplete(&'static str),
    /// With a blank or a control character.
    #[error("the source has a blank or a control character in it; write it as %20 or the like")]
    Blank,
}

impl Source {
    /// Reads a source.
    ///
    /// # Errors
    /// [`SourceError`], which does not repeat the text.
    pub fn parse(text: &str) -> Result<Self, SourceError> {
        if let Some(path) = text.strip_prefix("file:") {
            let path = path.strip_prefix("//").filter(|path| path.starts_with('/')).unwrap_or(path);
            if path.contains(char::is_control) {
                return Err(SourceError::Blank);
            }
            return if path.is_empty() {
                Err(SourceError::Incomplete("file"))
            } else {
                Ok(Self::File(path.into()))
            };
        }
        if text == TEST_PICTURE {
            return Ok(Self::Test);
        }
        let (scheme, rest) = text.split_once("://").ok_or(SourceError::Unknown)?;
        let source = match scheme {
            "rtsp" | "rtsps" => Self::Rtsp(text.to_owned()),
            "rtmp" | "rtmps" => Self::Rtmp(text.to_owned()),
            _ => return Err(SourceError::Unknown),
        };
        if text.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return Err(SourceError::Blank);
        }
        if host(rest).is_empty() {
            return Err(SourceError::Incomplete("host"));
        }
        Ok(source)
    }

    /// Whether its frames come when they are taken, so that they are stamped with the clock.
    pub const fn is_live(&self) -> bool {
        match self {
            Self::Rtsp(_) | Self::Rtmp(_) => true,
            Self::File(_) | Self::Test => false,
            #[cfg(feature = "testing")]
            Self::RawFrames(_) => true,
        }
    }

    /// A text of another program, without the secrets of this source: its address after the host, and what is before
    /// the host.
    pub fn mask(&self, text: &str) -> String {
        let (Self::Rtsp(url) | Self::Rtmp(url)) = self else { return text.to_owned() };
        let mut masked = text.replace(url.as_str(), &self.to_string());
        for secret in secrets(url) {
            masked = masked.replace(secret, "***");
        }
        masked
    }
}

/// The host and the port of what follows `://`.
fn host(rest: &str) -> &str {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').map_or(authority, |(_, host)| host)
}

/// The parts of an address that are not told: user, password, path and query, longest first.
fn secrets(url: &str) -> Vec<&str> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let user = authority.rsplit_once('@').map(|(user, _)| user);
    let parts = user.into_iter().flat_map(|user| [Some(user), user.split_once(':').map(|(_, word)| word)]);
    let words = path.split(['/', '?', '&', '=', '#']);
    let mut secrets: Vec<&str> =
        parts.flatten().chain([path]).chain(words).filter(|secret| secret.len() > 3).collect();
    secrets.sort_unstable_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets
}

impl fmt::Display for Source {
    /// `rtsp://camera.example:554/***`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rtsp(url) | Self::Rtmp(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or_default();
                write!(f, "{scheme}://{}/***", host(rest))
            }
            Self::File(path) => write!(f, "file:{}", path.display()),
            Self::Test => f.write_str(TEST_PICTURE),
            #[cfg(feature = "testing")]
            Self::RawFrames(path) => write!(f, "raw frames of {}", path.display()),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "rtsp://admin:Pa55:word@10.0.0.7:554/stream1?token=abcdef";

    #[test]
    fn sources_are_read() {
        assert_eq!(Source::parse(SECRET), Ok(Source::Rtsp(SECRET.to_owned())));
        assert_eq!(
            Source::parse("rtmp://media/live/key"),
            Ok(Source::Rtmp("rtmp://media/live/key".to_owned()))
        );
        assert_eq!(Source::parse("file:a table.mp4"), Ok(Source::File("a table.mp4".into())));
        assert_eq!(Source::parse("file:///srv/a.mp4"), Ok(Source::File("/srv/a.mp4".into())));
        assert_eq!(Source::parse("test:"), Ok(Source::Test));
    }

    #[test]
    fn what_is_no_source_is_refused_without_repeating_it() {
        for (text, expected) in [
            ("", SourceError::Unknown),
            ("http://user:hunter22@host/", SourceError::Unknown),
            ("-f lavfi", SourceError::Unknown),
            ("rtsp:///path", SourceError::Incomplete("host")),
            ("rtsp://user:hunter22@/path", SourceError::Incomplete("host")),
            ("rtsp://host/a b", SourceError::Blank),
            ("rtsp://host/a\nb", SourceError::Blank),
            ("file:", SourceError::Incomplete("file")),
        ] {
            assert_eq!(Source::parse(text), Err(expected), "{text:?}");
            assert!(!expected.to_string().contains("hunter22"));
        }
    }

    #[test]
    fn no_text_shows_a_secret() {
        let source = Source::parse(SECRET).unwrap();
        assert_eq!(source.to_string(), "rtsp://10.0.0.7:554/***");
        let line = format!("[rtsp @ 0x1] {SECRET}: 401; retrying as admin:Pa55:word, stream1, token abcdef");
        let shown = format!("{source:?} {}", source.mask(&line));
        for secret in ["Pa55", "word", "stream1", "abcdef"] {
            assert!(!shown.contains(secret), "{secret} in {shown}");
        }
        assert!(shown.contains("[rtsp @ 0x1] rtsp://10.0.0.7:554/***: 401"), "{shown}");
    }
}
