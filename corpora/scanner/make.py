#!/usr/bin/env python3
"""Writes the vectors of the device protocol: session.txt, vectors.json, shoe.json and the files of
its shoe, beside this file.

It follows docs/SCANNER.md, and docs/PROOFS.md for the bulletins of shoe.json. Ed25519 (RFC 8032) is that of ../fair/make.py, which is its own; nothing here is shared with the
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


# The shoe of shoe.json: a table, its rounds, and everything that may happen to a card.

TABLE, SHOE = 9, 4
RECEIVED = 1772409600000
RULES = (HERE.parents[1] / "crates/kernel/baccarat/rules/live-commission.toml").read_text()


class Shoe:
    """The records of a shoe as they are published, and the bulletins of its table."""

    def __init__(self):
        self.device, self.chain, self.lines, self.passes = Device(), FAIR.Chain(TABLE), [], 0
        self.at = 0

    def record(self, kind, **fields):
        self.at += 1000
        envelope = json.loads(self.device.record(kind, t=self.at, **fields))
        self.lines.append(spelled({"key": PUBLIC, "received_at": RECEIVED + self.at, **envelope}))
        return self.device.n

    def pass_by(self, text):
        """Each card passes the sensor; `x` is not read. Gives the numbers of the records."""
        numbers = []
        for card in text.split(" "):
            self.passes += 1
            kind, said = ("unread", {"why": "smeared"}) if card == "x" else ("card", {"card": card})
            numbers.append(self.record(kind, **{"pass": self.passes}, **said))
        return numbers

    def say(self, *lines):
        self.chain.add(self.at, list(lines))

    def close(self, round_no, wagers):
        leaves = sorted(FAIR.wager_leaf(round_no, patron, own, TABLE, SHOE) for patron, own in wagers)
        self.say(f"closed {SHOE} {round_no}", f"wagers {len(leaves)} {FAIR.root(leaves).hex()}")

    def end(self, round_no, sources, cards, result):
        named = " ".join(str(source) for source in sources) or "none"
        self.say(f"ended {SHOE} {round_no}", f"records {named}", f"cards {cards}", result)

    def resolve(self, finding, how, about=(), drops=()):
        words = [" ".join(str(n) for n in numbers) or "none" for numbers in (about, drops)]
        self.say(f"resolved {SHOE}", f"finding {finding}", f"how {how}", f"about {words[0]}", f"drops {words[1]}")


def shoe():
    """A whole shoe under live-commission: a card that two people type, one that passes again, one that is put right, one
    that is burned, a round without wagers, the cut card, the end by a supervisor, and a correction."""
    it = Shoe()
    loaded = it.record("shoe", state="loaded", shoe="BOX-0117", decks=8)
    it.say(f"opened {SHOE}", "algorithm punto-scanner-1", f"device {PUBLIC}", f"record {loaded}", "label BOX-0117",
           f"rules live-commission {hashlib.sha256(RULES.encode()).hexdigest()}", "decks 8")
    burned = it.pass_by("2h Ks 5d")
    it.say(f"burned {SHOE}", "from 0", "first 2h", "face-down 2", "records " + " ".join(map(str, burned)))
    it.close(1, FAIR.WAGERS)
    first, unread = it.pass_by("9h x")
    it.resolve("unreadable", "key_in", [unread], [unread])
    it.end(1, [first, "keyed", *it.pass_by("Ks 3c")], "9h Kd Ks 3c", "coup Pn")
    (spare,) = it.pass_by("6h")
    it.resolve("spare_card", "burn", [spare])
    it.say(f"removed {SHOE}", "card 6h", f"record {spare}", "why spare")
    it.close(2, [])
    (unread,) = it.pass_by("x")
    it.resolve("unreadable", "rescan", [unread], [unread])
    sources = it.pass_by("2c 2d 3c 4d")
    it.resolve("misread", "key_in")
    it.say(f"amended {SHOE} 2", "card 1", "read 2c", "ruled 8c")
    it.end(2, sources + it.pass_by("4h"), "8c 2d 3c 4d 4h", "coup B6")
    it.say(f"free {SHOE} 3")
    it.end(3, it.pass_by("9d Kh Kc 2h"), "9d Kh Kc 2h", "coup Pn")
    it.say(f"cut-card {SHOE} 4", "record none")
    it.close(4, [])
    it.say(f"last-round {SHOE} 4")
    it.end(4, it.pass_by("9s Kd Ks 3d"), "9s Kd Ks 3d", "coup Pn")
    it.say(f"finished {SHOE}", "played", f"records {it.device.n} {it.device.head}", "findings 4", "keyed 1", "amended 1")
    it.say(f"corrected {SHOE} 1 2", "cards 8h Kd Ks 3c", "surplus 6h", "coup Pn")
    # What this shoe has not: a card beyond a coup, one that nobody saw, the cut card in a record, a count of the cards.
    it.say("removed 5", "card 4h", "record keyed", "why beyond")
    it.say("removed 5", "card none", "record 31", "why hand_over")
    it.say("ended 5 1", "records none", "cards none", "void irregular")
    it.say("cut-card 5 2", "record 32")
    it.say("last-round 5 0")
    it.say("counted 5", "records 33 34 35", "missing Ah Ah Td", "extra none", "unseen 3")
    return {"bulletins": it.chain.entries, "of_shoe": 20, "records": it.lines, "rules": RULES}


def proof_file(written):
    """The proof file of that shoe: its bulletins up to `finished`, then its correction with a signature of its own."""
    entries = written["bulletins"][:written["of_shoe"]]
    house = FAIR.key_pair(FAIR.SIGNING)[2].hex()
    (correction,) = entries[19:]
    rules = {"id": "live-commission", "digest": hashlib.sha256(RULES.encode()).hexdigest(), "text": RULES}
    return spelled({
        "format": "punto-scanner-proof",
        "version": 1,
        "table": TABLE,
        "shoe": SHOE,
        "rules": rules,
        "rekeyed": [],
        "bulletins": [entry["text"] for entry in entries[:19]],
        "key": house,
        "signature": entries[18]["signature"],
        "after": [{"text": correction["text"], "key": house, "signature": correction["signature"]}],
    }) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    lines = [f"{side} {text}\n" for side, text in session()]
    (folder / "session.txt").write_text("".join(lines))
    written = shoe()
    (folder / "shoe-4.json").write_text(proof_file(written))
    (folder / "shoe-4.jsonl").write_text("".join(line + "\n" for line in written["records"]))
    for name, content in (("vectors", vectors()), ("shoe", written)):
        (folder / f"{name}.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
