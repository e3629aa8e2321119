//! What a request shows to prove who calls: a bearer token or a session cookie; and how a new session is handed over.
//!
//! The cookie is for pages: no script can read it, and no other site's page sends it. Requests that change something
//! also need the header [`CSRF`], whose value only a page of this server gets.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use house::people::hash_of;
use house::people::{NewSession, Person};
use table::hex;
use wire::people::SessionStarted;

use crate::forwarded::ClientAddress;
use crate::local_host::is_this_machine;

/// The header with which a page shows that it is this server's own.
pub(crate) const CSRF: HeaderName = HeaderName::from_static("x-punto-csrf");
/// The cookie of a secure connection. Browsers accept the prefix only from this host, and only with `Secure`.
const SECURE_COOKIE: &str = "__Host-punto";
/// The cookie on this machine, where browsers may not count plain HTTP as secure.
const LOCAL_COOKIE: &str = "punto";

/// The cookie of a dealer's console, of a secure connection and on this machine. Its path is that of its table, so it
/// cannot have the prefix of the session's.
const CONSOLE_COOKIES: [&str; 2] = ["__Secure-punto-console", "punto-console"];

/// How long a page remains a console: as long as the house lets it.
const CONSOLE_SECONDS: u32 = 30 * 86_400;

/// What a request shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown<'a> {
    /// Nothing.
    Nothing,
    /// A token of a program, in the `Authorization` header.
    Token(&'a str),
    /// The session of a page, in a cookie.
    Cookie(&'a str),
}

impl<'a> Shown<'a> {
    /// What these headers show. A token counts before a cookie.
    pub(crate) fn of(headers: &'a HeaderMap, client: ClientAddress) -> Self {
        if let Some(token) = bearer(headers) {
            return Self::Token(token);
        }
        cookie(headers, cookie_name(headers, client)).map_or(Self::Nothing, Self::Cookie)
    }

    /// The secret of the session.
    pub(crate) const fn secret(self) -> Option<&'a str> {
        match self {
            Self::Nothing => None,
            Self::Token(secret) | Self::Cookie(secret) => Some(secret),
        }
    }
}

/// The secret of the dealer's console that a page shows.
pub(crate) fn console_of(headers: &HeaderMap, client: ClientAddress) -> Option<&str> {
    cookie(headers, console_cookie_name(headers, client))
}

/// The headers that make a page the dealer's console of the table with this path.
pub(crate) fn console_cookie(
    (secret, path): (&str, &str),
    request: &HeaderMap,
    client: ClientAddress,
) -> HeaderMap {
    set_cookie(console_cookie_name(request, client), (secret, path), CONSOLE_SECONDS)
}

fn console_cookie_name(headers: &HeaderMap, client: ClientAddress) -> &'static str {
    let [secure, local] = CONSOLE_COOKIES;
    if is_local(headers, client) { local } else { secure }
}

/// The cookie of this name.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(own, _)| *own == name).map(|(_, secret)| secret)
}

/// The bearer token of a request.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Whether a request by cookie may do what its method says: it reads, or has the CSRF value of the session.
pub(crate) fn passes_csrf(method: &Method, headers: &HeaderMap, secret: &str) -> bool {
    let shown = headers.get(CSRF).map(HeaderValue::as_bytes);
    let expected = csrf_of(secret);
    let equal = |shown: &[u8]| {
        let differences = shown.iter().zip(expected.bytes()).fold(0, |bits, (one, two)| bits | (one ^ two));
        std::hint::black_box(differences) == 0 && shown.len() == expected.len()
    };
    method.is_safe() || shown.is_some_and(equal)
}

/// The CSRF value of a session. The secret does not follow from it.
pub(crate) fn csrf_of(secret: &str) -> String {
    hex::write(&hash_of(&format!("punto csrf {secret}")))
}

/// How a session gets to its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// In the body, for programs.
    Token,
    /// In a cookie, for pages.
    Cookie,
}

impl Delivery {
    pub(crate) const fn cookie(cookie: bool) -> Self {
        if cookie { Self::Cookie } else { Self::Token }
    }

    /// The body that announces a new session, and the headers that go with it.
    pub(crate) fn of(
        self,
        session: &NewSession,
        request: &HeaderMap,
        client: ClientAddress,
    ) -> (HeaderMap, SessionStarted) {
        let secret = session.secret.secret();
        match self {
            Self::Token => (HeaderMap::new(), SessionStarted { token: Some(secret.to_owned()), csrf: None }),
            Self::Cookie => {
                let seconds = match session.owner {
                    Person::Patron(_) => 30 * 86_400,
                    Person::Staff(_) => 43_200,
                };
                let started = SessionStarted { token: None, csrf: Some(csrf_of(secret)) };
                (set_cookie(cookie_name(request, client), (secret, "/"), seconds), started)
            }
        }
    }
}

/// The headers that make a page forget its session.
pub(crate) fn forget_cookie(request: &HeaderMap, client: ClientAddress) -> HeaderMap {
    set_cookie(cookie_name(request, client), ("", "/"), 0)
}

fn set_cookie(name: &str, (value, path): (&str, &str), seconds: u32) -> HeaderMap {
    let secure = if [LOCAL_COOKIE, CONSOLE_COOKIES[1]].contains(&name) { "" } else { "; Secure" };
    let cookie = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    let value = HeaderValue::from_str(&cookie).ok();
    value.into_iter().map(|value| (header::SET_COOKIE, value)).collect()
}

/// The name of the cookie of a request.
fn cookie_name(headers: &HeaderMap, client: ClientAddress) -> &'static str {
    if is_local(headers, client) { LOCAL_COOKIE } else { SECURE_COOKIE }
}

/// Whether a cookie is one without `Secure`: only if the connection does not leave this machine, and the page knows the
/// server by a name of this machine.
fn is_local(headers: &HeaderMap, client: ClientAddress) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    client.is_local && is_this_machine(host)
}

#[cfg(test)]
mod tests {
    use table::PatronId;

    use super::*;

    fn client(is_local: bool) -> ClientAddress {
        ClientAddress { address: std::net::Ipv4Addr::LOCALHOST.into(), is_local }
    }

    fn headers(lines: &[(HeaderName, &str)]) -> HeaderMap {
        lines.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn a_token_counts_before_a_cookie_and_the_host_names_the_cookie() {
        let (cookie, auth, host) = (header::COOKIE, header::AUTHORIZATION, header::HOST);
        for (lines, expected) in [
            (vec![], Shown::Nothing),
            (vec![(auth.clone(), "Bearer  abc ")], Shown::Token("abc")),
            (vec![(auth.clone(), "Basic abc")], Shown::Nothing),
            (
                vec![(host.clone(), "localhost:7777"), (cookie.clone(), "a=b; punto=xyz")],
                Shown::Cookie("xyz"),
            ),
            (vec![(host.clone(), "[::1]:7777"), (cookie.clone(), "punto=xyz")], Shown::Cookie("xyz")),
            (vec![(host.clone(), "punto.example"), (cookie.clone(), "punto=xyz")], Shown::Nothing),
            (
                vec![(host.clone(), "punto.example"), (cookie.clone(), "__Host-punto=xyz")],
                Shown::Cookie("xyz"),
            ),
            (vec![(auth, "Bearer abc"), (host, "localhost"), (cookie, "punto=xyz")], Shown::Token("abc")),
        ] {
            assert_eq!(Shown::of(&headers(&lines), client(true)), expected, "{lines:?}");
        }
    }

    #[test]
    fn cookies_are_secure_except_on_this_machine() {
        for (is_local, host, secure) in [
            (true, "localhost", false),
            (true, "127.0.0.1:7777", false),
            (true, "127.9.9.9", false),
            (true, "[::1]:7777", false),
            (true, "punto.example", true),
            (true, "punto.example:443", true),
            (true, "192.0.2.1:7777", true),
            (true, "localhost.evil.example", true),
            (true, "", true),
            // A proxy may name any host, and so may a client elsewhere.
            (false, "localhost", true),
            (false, "127.0.0.1:7777", true),
            (false, "[::1]:7777", true),
        ] {
            let request = headers(&[(header::HOST, host)]);
            let owner = Person::Patron(PatronId(1));
            let session = NewSession { secret: house::Token::new([0xa5; 32]), owner };
            let (answer, started) = Delivery::Cookie.of(&session, &request, client(is_local));
            let cookie = answer[header::SET_COOKIE].to_str().unwrap();
            assert_eq!(
                cookie.starts_with("__Host-punto=") && cookie.ends_with("; Secure"),
                secure,
                "{cookie}"
            );
            assert!(cookie.contains("; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"), "{cookie}");
            assert!(started.token.is_none() && !cookie.contains(&started.csrf.unwrap()));
        }
    }

    #[test]
    fn a_console_has_a_cookie_of_its_own_for_its_table() {
        assert_eq!(i64::from(CONSOLE_SECONDS), house::people::CONSOLE_DAYS * 86_400);
        for (is_local, host, name, secure) in [
            (true, "localhost:7777", "punto-console", ""),
            (false, "localhost:7777", "__Secure-punto-console", "; Secure"),
            (true, "punto.example", "__Secure-punto-console", "; Secure"),
        ] {
            let request = headers(&[(header::HOST, host)]);
            let made = console_cookie(("xyz", "/api/v1/tables/9"), &request, client(is_local));
            let expected = format!(
                "{name}=xyz; Path=/api/v1/tables/9; HttpOnly; SameSite=Strict; Max-Age=2592000{secure}"
            );
            assert_eq!(made[header::SET_COOKIE], expected);
            let shown = headers(&[
                (header::HOST, host),
                (header::COOKIE, &format!("punto=a; __Host-punto=b; {name}=xyz")),
            ]);
            assert_eq!(console_of(&shown, client(is_local)), Some("xyz"));
        }
        // Of a secure connection, the cookie of this machine is none.
        let shown = headers(&[(header::HOST, "punto.example"), (header::COOKIE, "punto-console=xyz")]);
        assert_eq!(console_of(&shown, client(true)), None);
    }

    #[test]
    fn changes_by_cookie_need_the_value_of_the_session() {
        let right = csrf_of("secret");
        for (method, value, passes) in [
            (Method::GET, None, true),
            (Method::HEAD, None, true),
            (Method::POST, None, false),
            (Method::DELETE, Some("1"), false),
            (Method::POST, Some(right.as_str()), true),
            (Method::POST, Some(&right[1..]), false),
            (Method::POST, Some(csrf_of("other").as_str()), false),
        ] {
            let request: Vec<_> = value.into_iter().map(|value| (CSRF, value)).collect();
            assert_eq!(passes_csrf(&method, &headers(&request), "secret"), passes, "{method} {value:?}");
        }
    }
}
