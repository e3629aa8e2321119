//! The origin of a page: the scheme, the host and the port of its address, as browsers name them. Knows no requests.

use std::str::FromStr;

use url::Url;

/// The origin of a page in the form in which browsers send it, such as `https://app.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageOrigin(String);

/// Why a text is refused as an origin, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOrigin {
    /// It is no address of a page.
    #[error("is no origin; write it like https://app.example or http://localhost:5173")]
    NoOrigin,
    /// It has a path or something else after the host and the port, or a user name before them.
    #[error("has more than a scheme, a host and a port; write it like https://app.example")]
    TooMuch,
}

impl PageOrigin {
    /// The origin of an address that has nothing else.
    pub(super) fn of(url: &Url) -> Result<Self, BadOrigin> {
        if !["http", "https"].contains(&url.scheme()) {
            return Err(BadOrigin::NoOrigin);
        }
        let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        if !is_bare || !url.username().is_empty() || url.password().is_some() {
            return Err(BadOrigin::TooMuch);
        }
        Ok(Self(url.origin().ascii_serialization()))
    }

    /// The origin as browsers send it, without a slash at the end.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PageOrigin {
    type Err = BadOrigin;

    fn from_str(text: &str) -> Result<Self, BadOrigin> {
        Self::of(&Url::parse(text).map_err(|_| BadOrigin::NoOrigin)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_kept_as_browsers_send_it() {
        for (text, expected) in [
            ("https://app.example", Ok("https://app.example")),
            ("https://app.example/", Ok("https://app.example")),
            ("https://App.example:443", Ok("https://app.example")),
            ("http://localhost:5173", Ok("http://localhost:5173")),
            ("http://192.0.2.7:80/", Ok("http://192.0.2.7")),
            ("http://[::1]:5173", Ok("http://[::1]:5173")),
            ("https://b\u{fc}cher.example", Ok("https://xn--bcher-kva.example")),
            ("app.example", Err(BadOrigin::NoOrigin)),
            ("localhost:5173", Err(BadOrigin::NoOrigin)),
            ("", Err(BadOrigin::NoOrigin)),
            ("null", Err(BadOrigin::NoOrigin)),
            ("ws://app.example", Err(BadOrigin::NoOrigin)),
            ("https://app.example/lobby", Err(BadOrigin::TooMuch)),
            ("https://app.example?a", Err(BadOrigin::TooMuch)),
            ("https://ann@app.example", Err(BadOrigin::TooMuch)),
        ] {
            let origin = text.parse::<PageOrigin>();
            assert_eq!(origin.as_ref().map(PageOrigin::as_str).map_err(|error| *error), expected, "{text}");
        }
    }
}
