//! The public address of a server, which passkeys are bound to. Knows no people.

use std::str::FromStr;

use url::{Host, Url};

use super::page_origin::PageOrigin;

/// The public address of a server: what a browser shows before the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    origin: PageOrigin,
    id: String,
}

/// Why a public address is refused, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSite {
    /// It is no address.
    #[error("is no address; write it like https://punto.example")]
    NoAddress,
    /// It names an IP address, or nothing.
    #[error("has no name; browsers bind passkeys to a name, on this machine to localhost")]
    NoName,
    /// It is not secure.
    #[error("is not secure; browsers accept https, and http for localhost alone")]
    NotSecure,
    /// It has a path or something else after the name and the port.
    #[error("has more than a scheme, a name and a port")]
    TooMuch,
}

impl Site {
    /// The origin that a browser names, such as `https://punto.example` or `http://localhost:7777`.
    pub fn origin(&self) -> &str {
        self.origin.as_str()
    }

    /// Whether only browsers on the server's own machine reach it there.
    pub fn is_this_machine(&self) -> bool {
        is_this_machine(&self.id)
    }

    /// The name that passkeys are bound to (the RP ID of WebAuthn), such as `punto.example`.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl FromStr for Site {
    type Err = BadSite;

    fn from_str(text: &str) -> Result<Self, BadSite> {
        let url = Url::parse(text).map_err(|_| BadSite::NoAddress)?;
        let Some(Host::Domain(name)) = url.host() else { return Err(BadSite::NoName) };
        if !(url.scheme() == "https" || url.scheme() == "http" && is_this_machine(name)) {
            return Err(BadSite::NotSecure);
        }
        let origin = PageOrigin::of(&url).map_err(|_| BadSite::TooMuch)?;
        Ok(Self { origin, id: name.to_owned() })
    }
}

fn is_this_machine(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_secure_and_has_a_name() {
        for (text, expected) in [
            ("https://punto.example", Ok(("https://punto.example", "punto.example"))),
            ("https://Punto.example:443/", Ok(("https://punto.example", "punto.example"))),
            ("https://punto.example:8443", Ok(("https://punto.example:8443", "punto.example"))),
            ("https://bücher.example", Ok(("https://xn--bcher-kva.example", "xn--bcher-kva.example"))),
            ("http://localhost:7777", Ok(("http://localhost:7777", "localhost"))),
            ("http://punto.localhost", Ok(("http://punto.localhost", "punto.localhost"))),
            ("punto.example", Err(BadSite::NoAddress)),
            ("", Err(BadSite::NoAddress)),
            ("file:///tmp", Err(BadSite::NoName)),
            ("http://127.0.0.1:7777", Err(BadSite::NoName)),
            ("https://[::1]", Err(BadSite::NoName)),
            ("http://punto.example", Err(BadSite::NotSecure)),
            ("http://localhost.example", Err(BadSite::NotSecure)),
            ("https://punto.example/play", Err(BadSite::TooMuch)),
            ("https://punto.example/?table=1", Err(BadSite::TooMuch)),
            ("https://punto.example/#1", Err(BadSite::TooMuch)),
            ("https://ann:secret@punto.example", Err(BadSite::TooMuch)),
        ] {
            let site = text.parse::<Site>();
            assert_eq!(
                site.as_ref().map(|site| (site.origin(), site.id())),
                expected.as_ref().copied(),
                "{text}"
            );
        }
    }
}
