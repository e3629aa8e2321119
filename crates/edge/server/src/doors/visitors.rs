//! The visitors: how much each network that the server has to do with now may open and send.
//!
//! A visitor is one IPv4 address or one IPv6 /64, and callers on this machine are a visitor of their own. Connections
//! are counted by the address that they come from; sockets, requests and messages by the client's address, which a
//! trusted proxy may name.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ipnet::IpNet;

use super::door_log::DoorLog;
use super::stream::Ends;
use super::turn_away::TurnedAway;
use crate::config::{Config, PerAddress};
use crate::forwarded::ClientAddress;
use crate::rate_limit::{Bucket, Rate, SweptMap, network};

/// All visitors, and how many connections they have open together.
pub(crate) struct Visitors {
    each: PerAddress,
    local: PerAddress,
    trusted: Vec<IpNet>,
    /// Whether the server has an address for everybody. Then all its clients come through a proxy, which may not show
    /// itself, and nobody counts as a client on this machine.
    is_public: bool,
    most: usize,
    open: Arc<AtomicUsize>,
    /// The visitors by network and by whether they are on this machine. Those that left are forgotten.
    known: Mutex<SweptMap<(IpAddr, bool), Arc<Visitor>>>,
    /// What is logged of them.
    pub(crate) log: DoorLog,
}

/// One visitor: what it has open, and its buckets.
#[derive(Debug, Default)]
struct Visitor {
    connections: Arc<AtomicUsize>,
    sockets: Arc<AtomicUsize>,
    requests: Mutex<Bucket>,
    pictures: Mutex<Bucket>,
    log_ins: Mutex<Bucket>,
    messages: Mutex<Bucket>,
}

/// Something open that counts, until it is dropped.
#[derive(Debug)]
struct Counted(Arc<AtomicUsize>);

/// A connection that was let in. It counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Inside {
    _all: Counted,
    _of_address: Option<Counted>,
}

/// A socket of a visitor. It counts until it is dropped.
#[derive(Debug)]
pub(crate) struct SocketPlace {
    visitor: Arc<Visitor>,
    rate: Rate,
    _counted: [Counted; 2],
}

impl Visitors {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            each: config.limits.each,
            local: config.limits.local,
            trusted: config.trusted_proxies.clone(),
            is_public: config.public_url.as_ref().is_some_and(|site| !site.is_this_machine()),
            most: config.limits.connections,
            open: Arc::default(),
            known: Mutex::default(),
            log: DoorLog::default(),
        }
    }

    /// Lets a connection in, unless there are too many in all or from that address. A trusted proxy has as many as it
    /// needs.
    pub(crate) fn let_in(&self, ends: Ends) -> Result<Inside, TurnedAway> {
        let all = Counted::below(&self.open, self.most).ok_or(TurnedAway::Full)?;
        let peer = ends.peer.ip().to_canonical();
        if self.trusted.iter().any(|proxies| proxies.contains(&peer)) {
            return Ok(Inside { _all: all, _of_address: None });
        }
        let visitor = self.visitor(network(peer), ends.are_local());
        let most = self.limits(ends.are_local()).connections;
        let counted = Counted::below(&visitor.connections, most).ok_or(TurnedAway::TooManyOfAddress)?;
        Ok(Inside { _all: all, _of_address: Some(counted) })
    }

    /// Takes a request from the rate of a client's network.
    ///
    /// # Errors
    /// How long to wait for the next one.
    pub(crate) fn take_request(&self, client: ClientAddress, now: Instant) -> Result<(), Duration> {
        let (visitor, limits) = self.visitor_of(client);
        let taken = take(&visitor.requests, limits.requests, now);
        taken.inspect_err(|_| self.log.too_many_requests(client.address))
    }

    /// Takes a request for a live picture from the rate of a client's network. Those who look take nothing from the
    /// requests of those who play.
    ///
    /// # Errors
    /// How long to wait for the next one.
    pub(crate) fn take_picture(&self, client: ClientAddress, now: Instant) -> Result<(), Duration> {
        let (visitor, limits) = self.visitor_of(client);
        let taken = take(&visitor.pictures, limits.pictures, now);
        taken.inspect_err(|_| self.log.too_many_requests(client.address))
    }

    /// Takes a log-in from the rate of a client's network.
    ///
    /// # Errors
    /// How long to wait for the next one.
    pub(crate) fn take_log_in(&self, client: ClientAddress, now: Instant) -> Result<(), Duration> {
        let (visitor, limits) = self.visitor_of(client);
        take(&visitor.log_ins, limits.log_ins, now)
    }

    /// A place for one more socket of a client's network; none when it has as many as it may.
    pub(crate) fn open_socket(&self, client: ClientAddress) -> Option<SocketPlace> {
        let (visitor, limits) = self.visitor_of(client);
        let Some(counted) = Counted::below(&visitor.sockets, limits.sockets) else {
            self.log.too_many_sockets(client.address);
            return None;
        };
        // A connection that becomes a socket leaves the count of connections, and is still one of all.
        let all = Counted::one_more(&self.open);
        Some(SocketPlace { visitor, rate: limits.messages, _counted: [counted, all] })
    }

    /// Whether the limits of this machine count for a client.
    pub(crate) const fn is_local(&self, client: ClientAddress) -> bool {
        client.is_local && !self.is_public
    }

    fn visitor_of(&self, client: ClientAddress) -> (Arc<Visitor>, &PerAddress) {
        let is_local = self.is_local(client);
        (self.visitor(network(client.address), is_local), self.limits(is_local))
    }

    const fn limits(&self, is_local: bool) -> &PerAddress {
        if is_local { &self.local } else { &self.each }
    }

    fn visitor(&self, network: IpAddr, is_local: bool) -> Arc<Visitor> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = None;
        let is_here =
            |visitor: &Arc<Visitor>| !Visitor::has_left(visitor, *now.get_or_insert_with(Instant::now));
        Arc::clone(known.entry((network, is_local), is_here))
    }
}

impl SocketPlace {
    /// Takes a message, or a control frame, from the rate of all sockets of the client's network.
    ///
    /// # Errors
    /// How long to wait for the next one.
    pub(crate) fn take_message(&self, now: Instant) -> Result<(), Duration> {
        take(&self.visitor.messages, self.rate, now)
    }
}

impl Visitor {
    /// Whether nothing of this visitor is open, and forgetting it would change no rate.
    fn has_left(this: &Arc<Self>, now: Instant) -> bool {
        // Somebody who holds the visitor is about to open something.
        let is_held = Arc::strong_count(this) > 1;
        let open = this.connections.load(Ordering::Relaxed).max(this.sockets.load(Ordering::Relaxed));
        let buckets = [&this.requests, &this.pictures, &this.log_ins, &this.messages];
        !is_held && open == 0 && buckets.iter().all(|bucket| lock(bucket).is_full(now))
    }
}

impl Counted {
    /// One more, if there are fewer than `most`.
    fn below(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let more = |open: usize| open.checked_add(1).filter(|open| *open <= most);
        count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some(Self(Arc::clone(count)))
    }

    /// One more, however many there are.
    fn one_more(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn take(bucket: &Mutex<Bucket>, rate: Rate, now: Instant) -> Result<(), Duration> {
    lock(bucket).take(rate, now)
}

fn lock(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;
    use crate::rate_limit::MANY;

    const TWO: Rate = Rate { burst: 2, every: Duration::from_secs(10) };

    fn visitors(connections: usize) -> Visitors {
        let each = PerAddress {
            connections: 2,
            sockets: 2,
            requests: TWO,
            pictures: TWO,
            log_ins: TWO,
            messages: TWO,
        };
        let local = PerAddress { connections: 4, sockets: 4, ..each };
        let limits = Limits { connections, each, local, ..Limits::default() };
        let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        Visitors::new(&Config { trusted_proxies, limits, ..Config::default() })
    }

    fn from(peer: &str) -> Ends {
        let local = if peer.starts_with("127.") { "127.0.0.1:80" } else { "192.0.2.200:80" };
        Ends { peer: peer.parse().unwrap(), local: local.parse().ok() }
    }

    fn client(address: &str, is_local: bool) -> ClientAddress {
        ClientAddress { address: address.parse().unwrap(), is_local }
    }

    #[test]
    fn an_address_has_so_many_connections_and_a_trusted_proxy_as_many_as_it_needs() {
        let visitors = visitors(100);
        for (peer, most) in [
            ("192.0.2.1:1000", 2),
            ("[2001:db8::1]:1000", 2),
            ("[2001:db8::2]:1000", 0),
            ("[2001:db8:0:1::2]:1000", 2),
            ("127.0.0.1:1000", 4),
            ("10.1.2.3:1000", 20),
        ] {
            let inside: Vec<_> = (0..20).map_while(|_| visitors.let_in(from(peer)).ok()).collect();
            assert_eq!(inside.len(), most, "{peer}");
            // Those of the household stay, so that a neighbour of the same /64 finds its places taken.
            if peer.starts_with("[2001:db8::1]") {
                std::mem::forget(inside);
            }
        }
        assert!(visitors.let_in(from("192.0.2.1:1000")).is_ok(), "places are given back");
    }

    #[test]
    fn all_connections_and_sockets_together_are_limited() {
        let visitors = visitors(3);
        let socket = visitors.open_socket(client("192.0.2.1", false)).unwrap();
        let inside: Vec<_> = ["10.0.0.1:1", "10.0.0.2:1"].map(|it| visitors.let_in(from(it)).unwrap()).into();
        assert_eq!(visitors.let_in(from("192.0.2.7:1")).unwrap_err(), TurnedAway::Full);
        drop(socket);
        assert!(visitors.let_in(from("192.0.2.7:1")).is_ok());
        drop(inside);
    }

    #[test]
    fn sockets_and_rates_are_those_of_the_clients_network() {
        let (visitors, now) = (visitors(100), Instant::now());
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| client(it, false));
        let sockets = [(); 2].map(|()| visitors.open_socket(one).unwrap());
        assert!(visitors.open_socket(one).is_none() && visitors.open_socket(other).is_some());
        let taken: Vec<_> = sockets.iter().chain(&sockets).map(|it| it.take_message(now).is_ok()).collect();
        assert_eq!(taken, [true, true, false, false], "the sockets share one rate");
        for take in [Visitors::take_request, Visitors::take_picture, Visitors::take_log_in] {
            assert_eq!(take(&visitors, one, now), Ok(()));
            assert_eq!(take(&visitors, one, now), Ok(()));
            assert_eq!(take(&visitors, one, now), Err(Duration::from_secs(10)));
            assert_eq!(take(&visitors, other, now), Ok(()));
        }
    }

    #[test]
    fn what_a_proxy_on_this_machine_sends_counts_apart_from_this_machine() {
        let (visitors, now) = (visitors(100), Instant::now());
        let [here, behind] = [true, false].map(|is_local| client("127.0.0.1", is_local));
        assert!((0..3).map(|_| visitors.take_request(behind, now)).any(|taken| taken.is_err()));
        assert_eq!(visitors.take_request(here, now), Ok(()));
    }

    #[test]
    fn nobody_is_local_to_a_server_with_an_address_for_everybody() {
        let here = client("127.0.0.1", true);
        for (url, is_local) in [("https://punto.example", false), ("http://localhost:7777", true)] {
            let public_url = Some(url.parse().unwrap());
            let visitors = Visitors::new(&Config { public_url, ..Config::default() });
            assert_eq!(visitors.is_local(here), is_local, "{url}");
        }
        assert!(visitors(1).is_local(here));
    }

    #[test]
    fn visitors_that_left_are_forgotten_and_others_are_not() {
        let (visitors, now) = (visitors(10_000), Instant::now());
        let staying = visitors.open_socket(client("192.0.2.1", false)).unwrap();
        visitors.take_request(client("192.0.2.2", false), now).unwrap();
        for n in 0..u32::try_from(MANY).unwrap() {
            let _ = visitors.let_in(from(&format!("{}:1", std::net::Ipv4Addr::from(n + 0x0100_0000))));
        }
        let known = visitors.known.lock().unwrap();
        assert!(known.len() < 10, "{}", known.len());
        for staying in ["192.0.2.1", "192.0.2.2"] {
            assert!(known.contains(&(staying.parse().unwrap(), false)), "{staying}");
        }
        drop((known, staying));
    }
}
