//! RFC 6455, case by case: the parts of the Autobahn test suite that apply to a server that does not echo.
//!
//! Where Autobahn has a message echoed, these tests send a `ping` message, which is answered by `pong`.

use crate::raw_socket::{
    BINARY, CLOSE, FIRST, LAST, MORE, PING, PONG, RawSocket, TEXT, close, frame, request,
};
use crate::test_server::TestServer;

/// Sends the frames to a new socket each, and compares the close codes.
async fn closes_with(server: &TestServer, cases: Vec<(&str, Vec<u8>, u16)>) {
    for (case, bytes, code) in cases {
        let mut socket = RawSocket::open(server).await;
        socket.send(&bytes).await;
        assert_eq!(socket.end().await, Some(code), "{case}");
        let mut socket = RawSocket::open(server).await;
        socket.send_bytewise(&bytes).await;
        assert_eq!(socket.end().await, Some(code), "{case}, one byte at a time");
    }
}

/// The kinds of frames and texts that answer these bytes, up to a `pong` message.
async fn answers(socket: &mut RawSocket, bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    socket.send(bytes).await;
    socket.send(&frame(TEXT, request(77, 0))).await;
    let mut answers = Vec::new();
    loop {
        let (first, payload) = socket.next().await.expect("it stays open");
        if payload.starts_with(br#"{"type":"pong","nonce":77"#) {
            return answers;
        }
        answers.push((first, payload));
    }
}

#[tokio::test]
async fn messages_of_every_length_are_read() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::open(&server).await;
    for length in [1, 125, 126, 127, 128, 65_535 >> 2, 16 << 10] {
        let answers = answers(&mut socket, &frame(TEXT, request(5, length))).await;
        assert_eq!(answers.len(), 1, "{length}");
        assert!(answers[0].1.starts_with(br#"{"type":"pong","nonce":5"#), "{length}");
    }
    socket.send_bytewise(&frame(TEXT, request(5, 300))).await;
    assert_eq!(socket.next().await.unwrap().0, TEXT);
}

#[tokio::test]
async fn what_comes_with_the_handshake_is_not_lost() {
    let server = TestServer::start().await;
    let bytes = frame(TEXT, request(5, 300));
    for sent in [1, 2, 10, bytes.len()] {
        let mut socket = RawSocket::open_with(&server, &bytes[..sent]).await;
        socket.send(&bytes[sent..]).await;
        let (first, payload) = socket.next().await.unwrap();
        assert!(first == TEXT && payload.starts_with(br#"{"type":"pong","nonce":5"#), "{sent}");
    }
}

#[tokio::test]
async fn a_ping_is_answered_with_its_content_and_a_pong_is_not() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::open(&server).await;
    for length in 0..=125 {
        let content: Vec<u8> = (0..length).map(|byte| byte ^ 0xa5).collect();
        assert_eq!(answers(&mut socket, &frame(PING, &content)).await, [(PONG, content)]);
        if length % 20 == 0 {
            socket = RawSocket::open(&server).await;
        }
    }
    let pings: Vec<Vec<u8>> = (0..10).map(|n| vec![n; 3]).collect();
    let all: Vec<u8> = pings.iter().flat_map(|content| frame(PING, content)).collect();
    let mut socket = RawSocket::open(&server).await;
    let pongs: Vec<_> = pings.iter().map(|content| (PONG, content.clone())).collect();
    assert_eq!(answers(&mut socket, &all).await, pongs);
    for content in ["", "unasked"] {
        assert_eq!(answers(&mut socket, &frame(PONG, content)).await, []);
    }
    socket.send_bytewise(&frame(PING, "slow")).await;
    assert_eq!(socket.next().await, Some((PONG, b"slow".to_vec())));
}

#[tokio::test]
async fn a_frame_that_the_protocol_forbids_ends_the_socket_with_1002() {
    let server = TestServer::start().await;
    let mut cases = Vec::new();
    for (kind, first) in
        [("text", TEXT), ("binary", BINARY), ("close", CLOSE), ("ping", PING), ("pong", PONG)]
    {
        for bits in [0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70] {
            cases.push((kind, frame(first | bits, ""), 1002));
        }
    }
    for opcode in (0x3..=0x7).chain(0xb..=0xf) {
        cases.push(("reserved opcode", frame(0x80 | opcode, ""), 1002));
        cases.push(("reserved opcode with content", frame(0x80 | opcode, "content"), 1002));
    }
    for (kind, opcode) in [("close", 0x8), ("ping", 0x9), ("pong", 0xa)] {
        cases.push((kind, frame(opcode, ""), 1002));
        cases.push((kind, frame(0x80 | opcode, [0; 126]), 1002));
    }
    let text = || request(1, 0);
    for (case, bytes) in [
        ("a first frame that continues", frame(LAST, text())),
        ("a first fragment that continues", frame(MORE, text())),
        ("a message within a message", [frame(FIRST, "{"), frame(TEXT, text())].concat()),
        ("a second begin of a message", [frame(FIRST, "{"), frame(FIRST, "{")].concat()),
        ("a continuation after the end", [frame(FIRST, "{"), frame(LAST, "}"), frame(LAST, "}")].concat()),
        ("text without a mask", [&[TEXT, 2][..], b"{}"].concat()),
        ("a ping without a mask", vec![PING, 0]),
        ("a close frame without a mask", vec![CLOSE, 0]),
        ("a close frame with half a code", frame(CLOSE, [3])),
    ] {
        cases.push((case, bytes, 1002));
    }
    closes_with(&server, cases).await;
}

#[tokio::test]
async fn a_message_may_come_in_fragments_with_control_frames_between() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::open(&server).await;
    let text = request(5, 40);
    let (one, two) = text.split_at(11);
    let pong = (PONG, b"?".to_vec());
    for (case, frames, controls) in [
        ("two fragments", vec![frame(FIRST, one), frame(LAST, two)], 0),
        ("a ping between", vec![frame(FIRST, one), frame(PING, "?"), frame(LAST, two)], 1),
        ("a pong between", vec![frame(FIRST, one), frame(PONG, "?"), frame(LAST, two)], 0),
        ("empty fragments", vec![frame(FIRST, ""), frame(MORE, &text), frame(MORE, ""), frame(LAST, "")], 0),
        (
            "two pings between",
            vec![frame(FIRST, one), frame(PING, "?"), frame(MORE, two), frame(PING, "?"), frame(LAST, "")],
            2,
        ),
    ] {
        let answers = answers(&mut socket, &frames.concat()).await;
        assert_eq!(answers.len(), 1 + controls, "{case}");
        assert_eq!(answers[..controls], vec![pong.clone(); controls], "{case}");
        assert!(answers[controls].1.starts_with(br#"{"type":"pong","nonce":5"#), "{case}");
    }
}

#[tokio::test]
async fn a_binary_message_is_a_problem_and_the_socket_stays_open() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::open(&server).await;
    for bytes in [frame(BINARY, [0xff; 200]), [frame(0x02, [0xff]), frame(LAST, [0xff])].concat()] {
        let answers = answers(&mut socket, &bytes).await;
        assert_eq!(answers.len(), 1);
        assert!(String::from_utf8_lossy(&answers[0].1).contains("malformed_message"));
    }
}

#[tokio::test]
async fn a_text_is_utf_8_also_across_fragments() {
    let server = TestServer::start().await;
    // Valid texts that are no message: they are answered with a problem.
    for text in [
        "κόσμε",
        "Hello-µ@ßöäüàá-UTF-8!!",
        "\u{0}\u{80}\u{800}\u{10000}",
        "\u{7f}\u{7ff}\u{ffff}\u{10ffff}",
        "\u{d7ff}\u{e000}\u{fffd}",
        "😀",
    ] {
        for cut in 0..=text.len() {
            let (one, two) = text.as_bytes().split_at(cut);
            let mut socket = RawSocket::open(&server).await;
            let answers = answers(&mut socket, &[frame(FIRST, one), frame(LAST, two)].concat()).await;
            assert!(String::from_utf8_lossy(&answers[0].1).contains("malformed_message"), "{text} {cut}");
        }
    }
    let mut cases = Vec::new();
    for bytes in [
        &b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80\x65\x64\x69\x74\x65\x64"[..],
        b"\x80",
        b"\xbf",
        b"\xc0",
        b"\xc0\xaf",
        b"\xc1\xbf",
        b"\xe0\x80\xaf",
        b"\xe0\x9f\xbf",
        b"\xf0\x80\x80\xaf",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xfc\x84\x80\x80\x80\x80",
        b"\xed\xa0\x80",
        b"\xed\xbf\xbf",
        b"\xed\xa0\x80\xed\xb0\x80",
        b"\xfe",
        b"\xff",
        b"ends within \xe2\x82",
        b"ends within \xf0\x9f\x98",
    ] {
        cases.push(("one frame", frame(TEXT, bytes), 1007));
        for cut in 0..=bytes.len() {
            let (one, two) = bytes.split_at(cut);
            cases.push(("two fragments", [frame(FIRST, one), frame(LAST, two)].concat(), 1007));
        }
    }
    closes_with(&server, cases).await;
}

#[tokio::test]
async fn a_wrong_text_is_refused_before_its_last_fragment() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::open(&server).await;
    socket.send(&frame(FIRST, b"\xf4\x90\x80\x80")).await;
    assert_eq!(socket.end().await, Some(1007));
}

#[tokio::test]
async fn a_close_frame_is_answered_and_the_connection_ends() {
    let server = TestServer::start().await;
    for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 3000, 3999, 4000, 4999] {
        for reason in ["", "bye", &"é".repeat(61)] {
            let mut socket = RawSocket::open(&server).await;
            socket.send(&frame(CLOSE, close(code, reason.as_bytes()))).await;
            assert_eq!(socket.end().await, Some(code), "{reason}");
        }
    }
    let mut socket = RawSocket::open(&server).await;
    socket.send(&[frame(CLOSE, ""), frame(TEXT, request(1, 0)), frame(PING, "")].concat()).await;
    assert_eq!(socket.next().await, Some((CLOSE, Vec::new())));
    assert_eq!(socket.next().await, None, "what follows a close frame is not answered");
}

#[tokio::test]
async fn a_close_frame_with_a_wrong_code_or_reason_is_refused() {
    let server = TestServer::start().await;
    let codes = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535];
    let mut cases: Vec<_> = codes
        .iter()
        .map(|code| ("a code that may not be sent", frame(CLOSE, close(*code, b"")), 1002))
        .collect();
    cases.push(("a reason that is no UTF-8", frame(CLOSE, close(1000, b"\xce\xba\xed\xa0\x80")), 1007));
    closes_with(&server, cases).await;
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_socket_with_1009_before_it_is_here() {
    let server = TestServer::start().await;
    let longest = 16 << 10;
    let (half, head) =
        (request(1, longest / 2), |length: u64| [&[TEXT, 0xff][..], &length.to_be_bytes(), &[0; 4]].concat());
    closes_with(
        &server,
        vec![
            ("the head of a frame that is too long", head(16_385), 1009),
            ("the head of the longest frame there is", head(u64::MAX >> 1), 1009),
            ("fragments", [frame(FIRST, &half), frame(MORE, &half), frame(LAST, " ")].concat(), 1009),
        ],
    )
    .await;
    let mut socket = RawSocket::open(&server).await;
    socket.send(&[frame(FIRST, &half), frame(LAST, vec![b' '; longest / 2])].concat()).await;
    assert_eq!(socket.next().await.unwrap().0, TEXT, "the longest message that is allowed");
}
