//! `punto scanner serial` carries the lines of a device that signs by itself, between a line and a server of this test.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread;

use serde_json::json;
use tempfile::TempDir;
use tungstenite::{Error, Message, WebSocket, accept};

use crate::serial_line::{Bridging, PATIENCE, SerialLine, readable};
use crate::support::{punto, text};

/// What a server says first. The bridge knows no frame, so the spelling is the server's own.
const CHALLENGE: &str = r#"{ "type":"challenge",  "session":"6f1d2c3b4a5968778695a4b3c2d1e0ff","now":1 }"#;

/// The end of the server of a connection.
struct End(WebSocket<TcpStream>);

impl End {
    /// Accepts the bridge and speaks first.
    fn accept(listener: &TcpListener) -> Self {
        let mut end = Self::accept_in_silence(listener);
        end.say(CHALLENGE);
        end
    }

    fn accept_in_silence(listener: &TcpListener) -> Self {
        readable(listener);
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(accept(stream).unwrap())
    }

    fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// The next text of the bridge.
    fn hear(&mut self) -> String {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return text.to_string(),
                Ok(Message::Ping(_)) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits until the bridge hangs up.
    fn hangs_up(mut self) {
        loop {
            match self.0.read() {
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::Protocol(_)) => return,
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => panic!("the bridge does not hang up: {error}"),
                Ok(_) => {}
            }
        }
    }
}

/// A line, a server and the bridge between them.
struct Setup {
    _folder: TempDir,
    port: PathBuf,
    listener: TcpListener,
    line: SerialLine,
    bridge: Bridging,
}

impl Setup {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = folder.path().join("port");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let line = SerialLine::at(&port);
        let bridge = Bridging::start(&port, &url(listener.local_addr().unwrap()), &[]);
        Self { _folder: folder, port, listener, line, bridge }
    }
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// How many lines go each way.
const LINES: usize = 400;

/// A line of this number, of many lengths.
fn numbered(side: &str, n: usize) -> String {
    format!("{{\"{side}\": {n}, \"x\": {{\"é\": \"{}\"}}}}", "♠".repeat(n % 90))
}

#[test]
fn every_line_comes_once_and_in_order_and_unchanged_on_both_sides() {
    let Setup { _folder, listener, mut line, bridge, .. } = Setup::new();
    let mut end = End::accept(&listener);
    assert_eq!(line.line(), CHALLENGE);
    // Pieces of a line are no lines.
    line.send("  {\"body\": \"\\u00e9".as_bytes());
    line.send("♠\" }\r".as_bytes());
    line.send(b"\n\n");
    assert_eq!(end.hear(), "  {\"body\": \"\\u00e9♠\" }\r");
    let mut sender = line;
    thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..LINES {
                sender.send(format!("{}\n", numbered("device", n)).as_bytes());
                assert_eq!(sender.line(), numbered("server", n));
            }
        });
        // The server is far ahead of the line, and the line is never ahead of the bridge.
        for n in 0..LINES {
            end.say(&numbered("server", n));
        }
        for n in 0..LINES {
            assert_eq!(end.hear(), numbered("device", n));
        }
    });
    drop(bridge);
}

#[test]
fn a_server_that_restarts_is_found_again_and_old_lines_do_not_reach_the_new_one() {
    let Setup { _folder, listener, mut line, bridge, .. } = Setup::new();
    let address = listener.local_addr().unwrap();
    let end = End::accept(&listener);
    line.line();
    drop((end, listener));
    bridge.until("server_gone");
    bridge.until("server_wait");
    // The line that is too long tells the test that those before it were read.
    line.send(b"old\nold\n");
    line.send(&[b'x'; 5_000]);
    bridge.until_all("refused", |event| event["why"] == "too_long");
    let listener = TcpListener::bind(address).unwrap();
    let mut end = End::accept_in_silence(&listener);
    bridge.until("connected");
    line.send(b"y\nold\n");
    line.send(&[b'x'; 5_000]);
    bridge.until_all("refused", |event| event["why"] == "too_long");
    // What was begun before the server spoke is old too.
    end.say(CHALLENGE);
    assert_eq!(line.line(), CHALLENGE);
    line.send(b"y\nnew\n");
    assert_eq!(end.hear(), "new");
    assert_eq!(bridge.until("unheard")["lines"], 3);
}

#[test]
fn a_port_that_is_unplugged_ends_the_connection_and_is_opened_again() {
    let Setup { _folder, port, listener, mut line, bridge } = Setup::new();
    let mut end = End::accept(&listener);
    line.line();
    line.send(b"one\nhalf a li");
    assert_eq!(end.hear(), "one");
    drop(line);
    bridge.until("port_gone");
    end.hangs_up();
    bridge.until("port_wait");
    let mut line = SerialLine::at(&port);
    bridge.until("port_open");
    let mut end = End::accept(&listener);
    assert_eq!(line.line(), CHALLENGE);
    line.send(b"two\n");
    assert_eq!(end.hear(), "two");
}

#[test]
fn what_is_no_line_of_a_frame_is_thrown_away_and_told() {
    let Setup { _folder, listener, mut line, bridge, .. } = Setup::new();
    let mut end = End::accept(&listener);
    line.line();
    let longest = "x".repeat(4_096);
    line.send(format!("{longest}\n{longest}x\nnext\n").as_bytes());
    assert_eq!((end.hear(), end.hear()), (longest.clone(), "next".to_owned()));
    assert_eq!(bridge.until("refused"), json!({"event": "refused", "from": "port", "why": "too_long"}));
    line.send(b"\xff\xfe\nlast\n");
    assert_eq!(end.hear(), "last");
    assert_eq!(bridge.until("refused")["why"], "not_text");
    for bad in [format!("{longest}x"), "two\nlines".to_owned()] {
        end.say(&bad);
        assert_eq!(bridge.until("refused"), json!({"event": "refused", "from": "server", "why": "no_line"}));
    }
    end.say(r#"{"type":"gate","open":true,"slot":"P1","why":"deal"}"#);
    assert_eq!(line.line(), r#"{"type":"gate","open":true,"slot":"P1","why":"deal"}"#);
    let lamp = json!({"event": "lamp", "open": true, "slot": "P1", "why": "deal"});
    assert_eq!(bridge.until("lamp"), lamp);
}

#[test]
fn a_file_that_is_no_port_and_options_without_a_dialect_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let serial = ["scanner", "serial", text(&file), "--server"];
    let bridge = |more: &[&str]| punto(&[&serial[..], more].concat());
    bridge(&["http://127.0.0.1:1"]).failed(1, "is no serial port; write one such as /dev/ttyUSB0");
    bridge(&["https://punto.example"]).failed(2, "begins with http://");
    bridge(&["http://127.0.0.1:1", "--baud", "1"]).failed(2, "50..=4000000");
    bridge(&["http://127.0.0.1:1", "--key", "device.key"]).failed(2, "--dialect");
    bridge(&["http://127.0.0.1:1", "--dialect", "angel-eye"]).failed(2, "--key <FILE>");
    let dialect = ["http://127.0.0.1:1", "--key", text(&file), "--state", "x", "--dialect"];
    bridge(&[&dialect[..], &["other"]].concat())
        .failed(2, "neither a built-in dialect (angel-eye) nor a file");
    bridge(&[&dialect[..], &[text(&file)]].concat()).failed(1, "is not the table of a dialect");
    let table = punto(&["scanner", "dialect"]).done();
    assert!(table.contains("NOT TESTED ON HARDWARE"));
    std::fs::write(&file, table.replace("d = \"K\"", "")).unwrap();
    punto(&["scanner", "dialect", text(&file)]).failed(1, "has no byte");
}
