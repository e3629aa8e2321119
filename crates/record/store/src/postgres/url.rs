//! The URL of a database: reads it, and puts a password into it. Connects to nothing.

use std::borrow::Cow;
use std::fmt::Write as _;

use house::ports::StoreFailure;
use tokio_postgres::Config;

use super::tls::Wanted;

/// What a URL says, without what is missing in it.
pub(super) struct Url {
    pub(super) config: Config,
    pub(super) tls: Wanted,
}

impl Url {
    /// Reads a URL, or words such as `host=db user=ann`.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] with the reason, and never with a password.
    pub(super) fn read(url: &str) -> Result<Self, StoreFailure> {
        let refused = |why: &str| StoreFailure::Storage(format!("the URL of the database: {why}"));
        let mut tls = Wanted::default();
        let rest = without_tls(url, &mut tls).map_err(|why| refused(&why))?;
        let mut config: Config = rest.parse().map_err(|error| refused(&super::failure::message(&error)))?;
        config.ssl_mode(tls.ssl_mode());
        Ok(Self { config, tls })
    }
}

/// The URL without its parameters about TLS, which go to `tls`.
fn without_tls(url: &str, tls: &mut Wanted) -> Result<String, String> {
    if !is_url(url) {
        let mut rest = Vec::new();
        for word in url.split_inclusive(' ') {
            let (name, value) = word.trim().split_once('=').unwrap_or((word, ""));
            if !tls.take(name, value.trim_matches('\''))? {
                rest.push(word);
            }
        }
        return Ok(rest.concat());
    }
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let mut rest = Vec::new();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        if !tls.take(name, &decoded(value))? {
            rest.push(parameter);
        }
    }
    let sign = if rest.is_empty() { "" } else { "?" };
    Ok(format!("{base}{sign}{}", rest.join("&")))
}

/// A value with its `%2F` and the like decoded. One that cannot be decoded stays as it is.
fn decoded(value: &str) -> Cow<'_, str> {
    if !value.contains('%') {
        return value.into();
    }
    let (mut bytes, mut rest) = (Vec::new(), value.as_bytes());
    while let Some((first, more)) = rest.split_first() {
        let code = more.first_chunk().and_then(|code: &[u8; 2]| std::str::from_utf8(code).ok());
        let byte = code.filter(|_| *first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { more.get(2..).unwrap_or_default() } else { more };
    }
    String::from_utf8(bytes).map_or(value.into(), Cow::from)
}

/// Whether it has the form of a URL, and not that of words.
fn is_url(url: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme))
}

/// Whether the URL has a password.
pub(super) fn has_password(url: &str) -> bool {
    Url::read(url).is_ok_and(|url| url.config.get_password().is_some())
}

/// The URL with this password, which it must not have yet.
pub(super) fn with_password(url: &str, password: &str) -> Result<String, StoreFailure> {
    if Url::read(url)?.config.get_password().is_some() {
        let what =
            "the URL of the database has a password, and a file of one is named: leave one of both away";
        return Err(StoreFailure::Storage(what.to_owned()));
    }
    if password.is_empty() {
        return Err(StoreFailure::Storage("the password of the database is empty".to_owned()));
    }
    if is_url(url) {
        let mut encoded = String::new();
        for byte in password.bytes() {
            // Writing into a string does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        let sign = if url.contains('?') { '&' } else { '?' };
        return Ok(format!("{url}{sign}password={encoded}"));
    }
    let quoted = password.replace('\\', "\\\\").replace('\'', "\\'");
    Ok(format!("{url} password='{quoted}'"))
}
