//! The address of a client behind proxies, from `Forwarded` (RFC 7239) and `X-Forwarded-For`.
//!
//! The headers count only when a trusted proxy sends them. Each proxy appends the address that it sees, so they are
//! read from right to left, and the first address that is no trusted proxy is the client's. What stands further left
//! may be made up.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, Version, header};
use ipnet::IpNet;

use crate::local_host::is_this_machine;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// The headers by which a proxy shows that a request came through it.
const BY_A_PROXY: [HeaderName; 5] = [
    header::FORWARDED,
    header::VIA,
    X_FORWARDED_FOR,
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// Where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddress {
    /// The client's address, or that of the last proxy when the headers do not say.
    pub(crate) address: IpAddr,
    /// Whether both ends of the connection are loopback addresses of this machine, the request names this machine as
    /// its host, and nothing shows a proxy. Proxies that add no header often name another host, or speak HTTP/1.0.
    pub(crate) is_local: bool,
}

/// The address of the client whose request came over a connection between these ends: the other one and, if it is
/// known, this one.
pub(crate) fn client_address(
    (peer, local): (IpAddr, Option<IpAddr>),
    (version, headers): (Version, &HeaderMap),
    trusted: &[IpNet],
) -> ClientAddress {
    let peer = peer.to_canonical();
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    if !is_trusted(&peer) {
        let loopback = peer.is_loopback() && local.is_some_and(|local| local.to_canonical().is_loopback());
        let is_local =
            loopback && version > Version::HTTP_10 && names_this_machine(headers) && !shows_a_proxy(headers);
        return ClientAddress { address: peer, is_local };
    }
    let by_forwarded =
        values(headers, &header::FORWARDED).map(|value| first_untrusted(forwarded(&value)?, is_trusted));
    let by_x = values(headers, &X_FORWARDED_FOR).map(|value| first_untrusted(listed(&value), is_trusted));
    let address = match (by_forwarded, by_x) {
        (Some(one), None) | (None, Some(one)) => one,
        // A proxy sets one of them and may hand on the other as the client made it up.
        (Some(one), Some(other)) => one.filter(|_| one == other),
        (None, None) => None,
    };
    ClientAddress { address: address.unwrap_or(peer), is_local: false }
}

/// Whether a proxy shows itself.
fn shows_a_proxy(headers: &HeaderMap) -> bool {
    BY_A_PROXY.iter().any(|name| headers.contains_key(name))
}

fn names_this_machine(headers: &HeaderMap) -> bool {
    headers.get(header::HOST).and_then(|host| host.to_str().ok()).is_some_and(is_this_machine)
}

/// Something about a proxy that the operator should mend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProxyFault {
    /// A program on this machine or in its private network forwards requests and is no trusted proxy.
    NotTrusted,
    /// A trusted proxy does not say where its client is.
    SaysNothing,
}

/// What is wrong with the proxy at this address, going by a request from there.
pub(crate) fn proxy_fault(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Option<ProxyFault> {
    let peer = peer.to_canonical();
    let forwards = headers.contains_key(header::FORWARDED) || headers.contains_key(X_FORWARDED_FOR);
    if trusted.iter().any(|network| network.contains(&peer)) {
        return (!forwards).then_some(ProxyFault::SaysNothing);
    }
    // Strangers may send these headers, too, and mean nothing.
    let is_near = match peer {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    };
    (is_near && forwards).then_some(ProxyFault::NotTrusted)
}

/// All values of a header as one list; none when there is no such header, empty when it is no text.
fn values(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let mut values = headers.get_all(name).iter().peekable();
    values.peek()?;
    let texts: Result<Vec<&str>, _> = values.map(|value| value.to_str()).collect();
    Some(texts.map(|texts| texts.join(",")).unwrap_or_default())
}

/// The rightmost address that is no trusted proxy, or the leftmost when all are; none when one of those read is no
/// address.
fn first_untrusted(addresses: Vec<Option<IpAddr>>, is_trusted: impl Fn(&IpAddr) -> bool) -> Option<IpAddr> {
    let mut last = None;
    for address in addresses.into_iter().rev() {
        let address = address?;
        if !is_trusted(&address) {
            return Some(address);
        }
        last = Some(address);
    }
    last
}

/// The addresses of `X-Forwarded-For`.
fn listed(value: &str) -> Vec<Option<IpAddr>> {
    value.split(',').map(|part| address(part.trim())).collect()
}

/// The addresses of `Forwarded`, one for each element; none when the list cannot be parsed.
fn forwarded(value: &str) -> Option<Vec<Option<IpAddr>>> {
    let mut addresses = Vec::new();
    for element in split(value, ',')? {
        let mut found = None;
        for pair in split(element, ';')? {
            let (name, value) = pair.split_once('=')?;
            if name.trim().eq_ignore_ascii_case("for") {
                found = address(unquoted(value.trim())?);
            }
        }
        addresses.push(found);
    }
    Some(addresses)
}

/// The parts of a text between separators outside quotes; none when a quote is open at the end.
fn split(text: &str, separator: char) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if c == separator && !quoted => {
                parts.push(text.get(start..at)?);
                start = at.checked_add(c.len_utf8())?;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..)?);
    (!quoted).then_some(parts)
}

/// A value without its quotes. An address has nothing to escape.
fn unquoted(value: &str) -> Option<&str> {
    match value.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').filter(|inner| !inner.contains(['"', '\\'])),
        None => Some(value),
    }
}

/// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let parsed = text.parse::<SocketAddr>().map(|with_port| with_port.ip());
    parsed.or_else(|_| bare().parse()).ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    const PROXY: &str = "10.0.0.1";

    fn trusted() -> Vec<IpNet> {
        ["10.0.0.0/8", "127.0.0.1/32", "2001:db8:1::/48"].map(|it| it.parse().unwrap()).to_vec()
    }

    fn found(peer: &str, lines: &[(&str, &str)]) -> ClientAddress {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let local = if peer.contains("127.0.0.3") { "192.0.2.200" } else { "::ffff:127.0.0.1" };
        headers.entry(header::HOST).or_insert(HeaderValue::from_static("localhost:7777"));
        let request = (Version::HTTP_11, &headers);
        client_address((peer.parse().unwrap(), local.parse().ok()), request, &trusted())
    }

    #[test]
    fn the_first_address_from_the_right_that_is_no_proxy_counts() {
        let (x, f) = ("x-forwarded-for", "forwarded");
        for (peer, lines, expected) in [
            // Nobody but a trusted proxy is believed.
            ("192.0.2.9", vec![(x, "198.51.100.7")], "192.0.2.9"),
            ("192.0.2.9", vec![(f, "for=198.51.100.7")], "192.0.2.9"),
            (PROXY, vec![], PROXY),
            (PROXY, vec![(x, "198.51.100.7")], "198.51.100.7"),
            (PROXY, vec![(x, "1.1.1.1, 198.51.100.7")], "198.51.100.7"),
            (PROXY, vec![(x, "1.1.1.1, 198.51.100.7, 10.9.9.9")], "198.51.100.7"),
            (PROXY, vec![(x, "1.1.1.1"), (x, "198.51.100.7")], "198.51.100.7"),
            (PROXY, vec![(x, "nonsense, 198.51.100.7")], "198.51.100.7"),
            (PROXY, vec![(x, "10.1.1.1, 10.2.2.2")], "10.1.1.1"),
            (PROXY, vec![(x, "198.51.100.7:4711")], "198.51.100.7"),
            (PROXY, vec![(x, "2001:db8:2::7")], "2001:db8:2::7"),
            (PROXY, vec![(x, "[2001:db8:2::7]:80, 2001:db8:1::1")], "2001:db8:2::7"),
            (PROXY, vec![(x, "::ffff:198.51.100.7")], "198.51.100.7"),
            ("::ffff:10.0.0.1", vec![(x, "198.51.100.7")], "198.51.100.7"),
            (PROXY, vec![(f, "for=198.51.100.7")], "198.51.100.7"),
            (
                PROXY,
                vec![(f, "for=1.1.1.1;proto=https, For=\"198.51.100.7:80\";by=10.0.0.1")],
                "198.51.100.7",
            ),
            (PROXY, vec![(f, "for=\"[2001:db8:2::7]:4711\"")], "2001:db8:2::7"),
            (PROXY, vec![(f, "for=198.51.100.7;host=\"a,b;c\"")], "198.51.100.7"),
            // What cannot be read does not count.
            (PROXY, vec![(x, "")], PROXY),
            (PROXY, vec![(x, "198.51.100.7, nonsense")], PROXY),
            (PROXY, vec![(x, "198.51.100.7,")], PROXY),
            (PROXY, vec![(x, "198.51.100.7\u{ff}")], PROXY),
            (PROXY, vec![(f, "for=unknown")], PROXY),
            (PROXY, vec![(f, "for=_hidden")], PROXY),
            (PROXY, vec![(f, "proto=https")], PROXY),
            (PROXY, vec![(f, "for=\"198.51.100.7")], PROXY),
            (PROXY, vec![(f, "198.51.100.7")], PROXY),
            // A client adds the header that the proxy does not set.
            (PROXY, vec![(x, "198.51.100.7"), (f, "for=1.1.1.1")], PROXY),
            (PROXY, vec![(x, "198.51.100.7"), (f, "for=198.51.100.7")], "198.51.100.7"),
        ] {
            assert_eq!(found(peer, &lines).address, expected.parse::<IpAddr>().unwrap(), "{peer} {lines:?}");
        }
    }

    #[test]
    fn who_is_behind_a_proxy_on_this_machine_is_not_on_it() {
        // A trusted proxy, and a connection to another address of this machine.
        for peer in ["127.0.0.1", "127.0.0.3", "192.0.2.1"] {
            assert!(!found(peer, &[]).is_local, "{peer}");
        }
        for peer in ["127.0.0.2", "::1", "::ffff:127.0.0.2"] {
            assert!(found(peer, &[]).is_local, "{peer}");
            for name in &BY_A_PROXY {
                assert!(!found(peer, &[(name.as_str(), "nonsense")]).is_local, "{peer} {name}");
            }
            // A proxy that adds no header hands the host on, or speaks an old version.
            assert!(!found(peer, &[("host", "punto.example")]).is_local, "{peer}");
            let (headers, ends) = (HeaderMap::new(), (peer.parse().unwrap(), "127.0.0.1".parse().ok()));
            assert!(!client_address(ends, (Version::HTTP_11, &headers), &trusted()).is_local);
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost"))]);
            assert!(client_address(ends, (Version::HTTP_11, &headers), &trusted()).is_local);
            assert!(!client_address(ends, (Version::HTTP_10, &headers), &trusted()).is_local);
        }
    }

    #[test]
    fn a_proxy_that_is_not_set_up_is_noticed() {
        let (by, nothing) = (Some(ProxyFault::NotTrusted), Some(ProxyFault::SaysNothing));
        for (peer, header, expected) in [
            ("127.0.0.2", "x-forwarded-for", by),
            ("::1", "forwarded", by),
            ("::ffff:192.168.1.7", "x-forwarded-for", by),
            ("fd00::7", "forwarded", by),
            ("127.0.0.2", "via", None),
            ("198.51.100.7", "x-forwarded-for", None),
            ("2001:db8:7::1", "forwarded", None),
            ("10.0.0.1", "via", nothing),
            ("127.0.0.1", "host", nothing),
            ("10.0.0.1", "x-forwarded-for", None),
        ] {
            let name: HeaderName = header.parse().unwrap();
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static("for=192.0.2.1"))]);
            assert_eq!(proxy_fault(peer.parse().unwrap(), &headers, &trusted()), expected, "{peer} {header}");
        }
    }

    proptest! {
        #[test]
        fn a_stranger_never_chooses_the_address(value in ".{0,60}", with in "(for=)?[0-9a-f.:\\[\\]\",; ]{0,40}") {
            for text in [value, with] {
                let Ok(value) = HeaderValue::from_str(&text) else { continue };
                for name in [X_FORWARDED_FOR, header::FORWARDED] {
                    let headers = HeaderMap::from_iter([(name, value.clone())]);
                    let peer: IpAddr = "192.0.2.9".parse().unwrap();
                    let request = (Version::HTTP_11, &headers);
                    prop_assert_eq!(client_address((peer, None), request, &trusted()).address, peer);
                }
            }
        }

        #[test]
        fn whatever_stands_before_the_proxys_entry_does_not_count(made_up in "[0-9a-f.:, ]{0,40}") {
            let value = HeaderValue::from_str(&format!("{made_up}, 198.51.100.7, 10.1.2.3")).unwrap();
            let headers = HeaderMap::from_iter([(X_FORWARDED_FOR, value)]);
            let request = (Version::HTTP_11, &headers);
            let found = client_address((PROXY.parse().unwrap(), None), request, &trusted());
            prop_assert_eq!(found.address, "198.51.100.7".parse::<IpAddr>().unwrap());
        }

        #[test]
        fn every_list_has_an_answer(value in "\\PC{0,80}") {
            let _ = (forwarded(&value), listed(&value));
        }
    }
}
