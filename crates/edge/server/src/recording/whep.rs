//! The address at which another server gives a live picture over WHEP. Patrons read it, so it has no secret.

use std::fmt;
use std::str::FromStr;

/// Where to ask for a picture over WHEP: `https://media.example/salon/whep`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whep {
    url: String,
    /// How many bytes of it are scheme, host and port.
    origin: usize,
}

/// Why a text is no such address. It never contains the text, which may have a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhepError {
    /// A page loaded over HTTPS may ask nothing else.
    #[error("whep is no https address; give https://HOST/PATH, or http:// for this machine alone")]
    NotHttps,
    /// Without a host or a path, or with a character that has no place there.
    #[error("whep needs a host and a path, with the characters of an address only")]
    Malformed,
    /// With a user, a password or a query.
    #[error(
        "whep has a user, a password or a query; patrons read it, so leave them out: a ticket is sent with each request"
    )]
    Secret,
}

impl Whep {
    /// The whole address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its scheme, host and port.
    pub fn origin(&self) -> &str {
        self.url.get(..self.origin).unwrap_or_default()
    }
}

impl FromStr for Whep {
    type Err = WhepError;

    fn from_str(text: &str) -> Result<Self, WhepError> {
        let (scheme, rest) = text.split_once("://").ok_or(WhepError::NotHttps)?;
        if text.contains(['@', '?', '#']) {
            return Err(WhepError::Secret);
        }
        let (host, path) = rest.split_once('/').ok_or(WhepError::Malformed)?;
        // The colons within brackets are of the address itself.
        let port = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
        let name = port.map_or(host, |(name, _)| name);
        let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
        if scheme != "https" && !(scheme == "http" && is_here) {
            return Err(WhepError::NotHttps);
        }
        let fits_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        let fits_path = |c: char| c.is_ascii_alphanumeric() || "/-._~%+!$&()*,;=:".contains(c);
        if name.is_empty() || !host.chars().all(fits_host) || path.is_empty() || !path.chars().all(fits_path)
        {
            return Err(WhepError::Malformed);
        }
        let origin = scheme.len().saturating_add("://".len()).saturating_add(host.len());
        Ok(Self { url: text.to_owned(), origin })
    }
}

impl fmt::Display for Whep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_an_origin() {
        for (url, origin) in [
            ("https://media.example/salon/whep", "https://media.example"),
            ("https://media.example:8889/9", "https://media.example:8889"),
            ("http://127.0.0.1:8889/salon/whep", "http://127.0.0.1:8889"),
            ("http://[::1]:8889/salon/whep", "http://[::1]:8889"),
            ("http://[::1]/salon/whep", "http://[::1]"),
        ] {
            let whep: Whep = url.parse().unwrap();
            assert_eq!((whep.url(), whep.origin()), (url, origin));
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        for (text, expected) in [
            ("", WhepError::NotHttps),
            ("media.example/whep", WhepError::NotHttps),
            ("http://media.example/whep", WhepError::NotHttps),
            ("http://127.0.0.1.evil.example/whep", WhepError::NotHttps),
            ("ftp://media.example/whep", WhepError::NotHttps),
            ("https://ann:hunter22@media.example/whep", WhepError::Secret),
            ("https://media.example/whep?key=hunter22", WhepError::Secret),
            ("https://media.example/whep#hunter22", WhepError::Secret),
            ("https:///whep", WhepError::Malformed),
            ("https://media.example", WhepError::Malformed),
            ("https://media.example/", WhepError::Malformed),
            ("https://media.example; script-src */whep", WhepError::Malformed),
            ("https://media.example/a b", WhepError::Malformed),
            ("https://media.example/a\nb", WhepError::Malformed),
        ] {
            assert_eq!(text.parse::<Whep>(), Err(expected), "{text:?}");
            assert!(!expected.to_string().contains("hunter22"));
        }
    }
}
