#!/usr/bin/env python3
"""Writes the vectors of the device protocol: session.txt and vectors.json, beside this file.

It follows docs/SCANNER.md. Ed25519 (RFC 8032) is that of ../fair/make.py, which is its own; nothing here is shared with the
Rust crates that the vectors test. The files are frozen: run this only into an empty folder, and compare.

    python3 make.py FOLDER
"""

import hashlib
import importlib.util
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SPEC = importlib.util.spec_from_file_location("fair", HERE.parent / "fair" / "make.py")
FAIR = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(FAIR)

SEED = bytes(range(32))
PUBLIC = FAIR.key_pair(SEED)[2].hex()
SESSION = "6f1d2c3b4a5968778695a4b3c2d1e0ff"
NO_RECORD = "0" * 64
PICTURE = hashlib.sha256(b"a picture").hexdigest()


def spelled(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def preimage(body):
    return b"punto scanner 1\n" + body.encode()


class Device:
    """A device as it makes frames: each record names the digest of the one before."""

    def __init__(self):
        self.n, self.head = 0, NO_RECORD

    def frame(self, **fields):
        body = spelled({"v": 1, **fields})
        return body, spelled({"body": body, "sig": FAIR.sign(SEED, preimage(body)).hex()})

    def record(self, kind, **fields):
        self.n += 1
        body, text = self.frame(type=kind, n=self.n, prev=self.head, **fields)
        self.head = hashlib.sha256(preimage(body)).hexdigest()
        return text


def hello(device, t):
    fields = {"model": "punto-sim", "firmware": "1.0", "last": device.n, "head": device.head, "t": t}
    return device.frame(type="hello", key=PUBLIC, session=SESSION, **fields)[1]


def beat(device, b, t, state, gate):
    fields = {"session": SESSION, "b": b, "last": device.n, "t": t, "state": state, "gate": gate}
    return device.frame(type="beat", **fields)[1]


def session():
    """The session of the specification, line by line: `<` is from the server, `>` from the device."""
    device = Device()
    yield "<", spelled({"type": "challenge", "session": SESSION, "now": 1772409600000})
    yield ">", hello(device, 5120)
    welcome = {"table": 9, "expect": 1, "head": NO_RECORD, "beat_ms": 1000, "lost_ms": 3000}
    yield "<", spelled({"type": "welcome", **welcome})
    yield ">", device.record("shoe", t=9000, state="loaded", shoe="BOX-0117", decks=8)
    yield "<", spelled({"type": "ack", "n": 1})
    yield "<", spelled({"type": "gate", "open": True, "slot": "P1", "why": "deal"})
    yield ">", device.record("card", t=61250, **{"pass": 1}, card="9h", slot="P1", conf=998)
    yield "<", spelled({"type": "ack", "n": 2})
    yield ">", device.record("unread", t=62610, **{"pass": 2}, why="smeared")
    yield "<", spelled({"type": "ack", "n": 3})
    yield "<", spelled({"type": "gate", "open": True, "slot": "B1", "why": "finding"})
    yield ">", device.record("card", t=67900, **{"pass": 3}, card="Kd", rescan=2)
    yield "<", spelled({"type": "ack", "n": 4})
    yield ">", device.record("cut_card", t=91300, **{"pass": 4})
    yield ">", beat(device, 17, 92000, "ready", "open")
    yield "<", spelled({"type": "refused", "code": "gap", "expect": 6})


def others():
    """Records 1 to 9 of another chain by the same key: every kind, and every field that may be left out."""
    device = Device()
    yield device.record("shoe", t=0, state="loaded", shoe="Schuh Nr. 7 \"rot\" 鞋", decks=6, seal="S-4711")
    yield device.record("card", t=900, **{"pass": 1}, card="Th", slot="burn", conf=0, tag="e2:80", img=PICTURE)
    yield device.record("unread", t=1800, **{"pass": 2}, why="two_at_once", rescan=1, img=PICTURE)
    card = {"card": "As", "slot": "B3", "conf": 1000, "tag": "a", "rescan": 2, "img": PICTURE}
    yield device.record("card", t=2700, **{"pass": 3}, **card)
    yield device.record("cut_card", t=3600, **{"pass": 4})
    yield device.record("result", t=4500, outcome="tie")
    yield device.record("fault", t=5400, code="motor", text="stalled at 12 °C")
    yield device.record("shoe", t=6300, state="lid_open", shoe="Schuh Nr. 7 \"rot\" 鞋", decks=6)
    yield device.record("card", t=9007199254740991, **{"pass": 5}, card="2c", x={"lot": [1, {"a": None}]})


def vectors():
    enrol = f"punto scanner enrol 1\nK7QX-93MD\n{PUBLIC}\n9"
    picture = f"punto scanner picture 1\n{SESSION}\n{PICTURE}"
    records = [json.loads(text) for text in others()]
    bodies = [record["body"] for side, text in session() if side == ">" for record in [json.loads(text)]]
    numbered = [body for body in bodies if "n" in json.loads(body)]
    return {
        "seed": SEED.hex(),
        "key": PUBLIC,
        "fingerprint": hashlib.sha256(bytes.fromhex(PUBLIC)).hexdigest()[:16],
        "session_digests": [hashlib.sha256(preimage(body)).hexdigest() for body in numbered],
        "enrolment": {"code": "K7QX-93MD", "table": 9, "text": enrol, "sig": FAIR.sign(SEED, enrol.encode()).hex()},
        "picture": {
            "session": SESSION,
            "sha256": PICTURE,
            "text": picture,
            "sig": FAIR.sign(SEED, picture.encode()).hex(),
        },
        "records": [
            {**record, "digest": hashlib.sha256(preimage(record["body"])).hexdigest()} for record in records
        ],
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    lines = [f"{side} {text}\n" for side, text in session()]
    (folder / "session.txt").write_text("".join(lines))
    (folder / "vectors.json").write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
