//! A swarm against a server that answers by a script.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use load::swarm::{Closed, Handler, Id, Link, Swarm};

const ACCEPTED: &str = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\
    sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
const TIMEOUT: Duration = Duration::from_secs(10);

/// What happened, in words.
#[derive(Default)]
struct Notes(Vec<String>);

impl Handler for Notes {
    fn opened(&mut self, id: Id, link: &mut Link) {
        self.0.push(format!("{id} opened"));
        link.send("hello");
    }

    fn text(&mut self, id: Id, link: &mut Link, text: &[u8]) {
        self.0.push(format!("{id} {}", String::from_utf8_lossy(text)));
        if text == b"leave" {
            link.drop_connection();
        }
    }

    fn closed(&mut self, id: Id, why: Closed) {
        self.0.push(format!("{id} {why:?}"));
    }
}

/// A server that takes one connection: it reads the request, and then sends each part and reads what answers it.
fn scripted(parts: Vec<(Vec<u8>, usize)>) -> (SocketAddr, JoinHandle<Vec<Vec<u8>>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = listener.local_addr().expect("it listens");
    let serving = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("somebody connects");
        stream.set_read_timeout(Some(TIMEOUT)).expect("it has a time limit");
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            request.extend(read(&mut stream, 1));
        }
        let mut answers = vec![request];
        for (part, answer) in parts {
            stream.write_all(&part).expect("it is connected");
            answers.push(read(&mut stream, answer));
        }
        answers
    });
    (address, serving)
}

fn read(stream: &mut TcpStream, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).expect("it answers");
    bytes
}

/// The payload of a short frame of a client.
fn unmasked(frame: &[u8]) -> String {
    let (mask, payload) = frame[2..].split_at(4);
    payload.iter().zip(mask.iter().cycle()).map(|(byte, key)| char::from(byte ^ key)).collect()
}

/// Runs a swarm until its only socket is gone.
fn run(address: SocketAddr) -> Vec<String> {
    let (mut swarm, mut notes, start) =
        (Swarm::new(address).expect("a swarm"), Notes::default(), Instant::now());
    swarm.open("/there").expect("it connects");
    while swarm.open_count() > 0 {
        swarm.turn(Duration::from_millis(10), &mut notes).expect("it polls");
        assert!(start.elapsed() < TIMEOUT, "{:?}", notes.0);
    }
    notes.0
}

#[test]
fn messages_pings_and_the_close_arrive_however_they_are_cut() {
    let mut bytes = ACCEPTED.as_bytes().to_vec();
    bytes.extend(b"\x81\x02hi\x89\x03you\x81\x05there\x88\x02\x03\xf1");
    for size in [1, 5, bytes.len()] {
        let mut parts: Vec<_> = bytes.chunks(size).map(|part| (part.to_vec(), 0)).collect();
        // The hello, the pong and the close.
        parts.last_mut().unwrap().1 = (6 + 5) + (6 + 3) + (6 + 2);
        let (address, serving) = scripted(parts);
        assert_eq!(run(address), ["0 opened", "0 hi", "0 there", "0 Code(Some(1009))"], "in parts of {size}");
        let answers = serving.join().unwrap();
        let request = String::from_utf8(answers[0].clone()).unwrap();
        assert!(request.starts_with("GET /there HTTP/1.1\r\nHost: 127.0.0.1:"), "{request}");
        let (hello, rest) = answers.last().unwrap().split_at(11);
        assert_eq!((unmasked(hello), unmasked(&rest[..9])), ("hello".to_owned(), "you".to_owned()));
    }
}

#[test]
fn why_a_socket_is_gone_is_reported() {
    let wrong = "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: no\r\n\r\n";
    for (answer, expected) in [
        ("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n\r\n", "0 Refused(503)"),
        (wrong, "0 Malformed(\"a wrong Sec-WebSocket-Accept\")"),
        ("SSH-2.0\r\n\r\n", "0 Malformed(\"no HTTP\")"),
        ("", "0 Broken(UnexpectedEof)"),
    ] {
        let (address, serving) = scripted(vec![(answer.as_bytes().to_vec(), 0)]);
        assert_eq!(run(address), [expected]);
        serving.join().unwrap();
    }
}

/// The server is killed: what it sent last and the end of the connection are here before anybody looks.
#[test]
fn an_end_that_comes_with_the_last_message_is_reported() {
    for pauses in [false, true] {
        // It reads the hello first, so that the connection ends in order.
        let parts = vec![(ACCEPTED.as_bytes().to_vec(), 11), (b"\x81\x04last".to_vec(), 0)];
        let (address, serving) = scripted(parts);
        let (mut swarm, mut notes, start) =
            (Swarm::new(address).expect("a swarm"), Notes::default(), Instant::now());
        let id = swarm.open("/there").expect("it connects");
        while notes.0.is_empty() {
            swarm.turn(Duration::from_millis(10), &mut notes).expect("it polls");
        }
        if pauses {
            swarm.with(id, Link::pause);
        }
        serving.join().unwrap();
        if pauses {
            swarm.turn(Duration::from_millis(10), &mut notes).expect("it polls");
            swarm.resume(id, &mut notes);
        }
        while swarm.open_count() > 0 {
            swarm.turn(Duration::from_millis(10), &mut notes).expect("it polls");
            assert!(start.elapsed() < TIMEOUT, "paused: {pauses}, {:?}", notes.0);
        }
        assert_eq!(notes.0, ["0 opened", "0 last", "0 Broken(UnexpectedEof)"], "paused: {pauses}");
    }
}

#[test]
fn a_dropped_connection_is_not_reported() {
    let mut bytes = ACCEPTED.as_bytes().to_vec();
    bytes.extend(b"\x81\x05leave\x81\x04late");
    let (address, serving) = scripted(vec![(bytes, 0)]);
    assert_eq!(run(address), ["0 opened", "0 leave"]);
    serving.join().unwrap();
}

#[test]
fn the_end_of_a_socket_that_reads_nothing_is_reported() {
    let parts = vec![(ACCEPTED.as_bytes().to_vec(), 11), (b"\x81\x06unread\x88\x02\x03\xf0".to_vec(), 0)];
    let (address, serving) = scripted(parts);
    let (mut swarm, mut notes, start) =
        (Swarm::new(address).expect("a swarm"), Notes::default(), Instant::now());
    let id = swarm.open("/there").expect("it connects");
    while notes.0.is_empty() {
        swarm.turn(Duration::from_millis(10), &mut notes).expect("it polls");
    }
    swarm.with(id, Link::stop_reading);
    serving.join().unwrap();
    while swarm.open_count() > 0 {
        swarm.turn(Duration::from_millis(10), &mut notes).expect("it polls");
        assert!(start.elapsed() < TIMEOUT, "{:?}", notes.0);
    }
    assert_eq!(notes.0, ["0 opened", "0 Broken(UnexpectedEof)"]);
}
