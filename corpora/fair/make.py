#!/usr/bin/env python3
"""Writes the vectors of provably fair shoes: vectors.json, drawn.json and trees.json, beside this file.

It follows docs/PROOFS.md with the standard library's SHA-256 and HMAC alone. ChaCha20 (RFC 8439), Ed25519 (RFC 8032)
and the shuffle are its own, so nothing here is shared with the Rust crates that the vectors test. The files are frozen:
run this only into an empty folder, and compare.

    python3 make.py FOLDER
"""

import hashlib
import hmac
import json
import pathlib
import struct
import sys

RANKS, SUITS = "A23456789TJQK", "shdc"


def sha256(data):
    return hashlib.sha256(data).digest()


def tagged(tag, body):
    return sha256(bytes([len(tag)]) + tag.encode() + body)


def u8(n):
    return struct.pack(">B", n)


def u16(n):
    return struct.pack(">H", n)


def u32(n):
    return struct.pack(">I", n)


def u64(n):
    return struct.pack(">Q", n)


# ChaCha20, the key stream only: counter 0, nonce of zeros.


def quarter(s, a, b, c, d):
    for into, add, turned, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[into] = (s[into] + s[add]) & 0xFFFFFFFF
        x = s[turned] ^ s[into]
        s[turned] = ((x << by) | (x >> (32 - by))) & 0xFFFFFFFF


def key_stream(key):
    start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key)) + [0] * 4
    while True:
        s = list(start)
        for _ in range(10):
            for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
                quarter(s, a, b, c, d)
            for a, b, c, d in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                quarter(s, a, b, c, d)
        yield from struct.pack("<16I", *[(x + y) & 0xFFFFFFFF for x, y in zip(s, start)])
        start[12] += 1


def take(stream, count):
    return bytes(next(stream) for _ in range(count))


def shuffle(seed, decks):
    """The order, and the draws that were refused with the index they were for."""
    cards, stream, refused = list(range(52)) * decks, key_stream(seed), []
    for i in range(len(cards) - 1, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        draw = struct.unpack("<I", take(stream, 4))[0]
        while draw >= limit:
            refused.append([i, "%08x" % draw])
            draw = struct.unpack("<I", take(stream, 4))[0]
        j = draw % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards, refused


def drawn(key, row):
    """The indices of the row in the order in which they are drawn, each with the refused draws before it."""
    row, stream, refused = list(row), key_stream(key), []
    while row:
        limit = 2**32 - 2**32 % len(row)
        draw = struct.unpack("<I", take(stream, 4))[0]
        while draw >= limit:
            refused.append("%08x" % draw)
            draw = struct.unpack("<I", take(stream, 4))[0]
        yield row.pop(draw % len(row)), refused
        refused = []


def text_of(cards):
    return " ".join(RANKS[card % 13] + SUITS[card // 13] for card in cards)


# The tree of RFC 6962 with a node of our own.


def split(count):
    left = 1
    while left * 2 < count:
        left *= 2
    return left


def root(leaves):
    if not leaves:
        return bytes(32)
    if len(leaves) == 1:
        return leaves[0]
    left = split(len(leaves))
    return tagged("punto/1/node", root(leaves[:left]) + root(leaves[left:]))


def path(leaves, index):
    if len(leaves) == 1:
        return []
    left = split(len(leaves))
    if index < left:
        return path(leaves[:left], index) + [root(leaves[left:])]
    return path(leaves[left:], index - left) + [root(leaves[:left])]


# Ed25519.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2
    return ((x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P)


def times(n, point):
    total = (0, 1)
    while n:
        if n & 1:
            total = add(total, point)
        point = add(point, point)
        n >>= 1
    return total


BY = 4 * pow(5, P - 2, P) % P
XX = (BY * BY - 1) * pow(D * BY * BY + 1, P - 2, P) % P
BX = pow(XX, (P + 3) // 8, P)
if (BX * BX - XX) % P:
    BX = BX * pow(2, (P - 1) // 4, P) % P
BASE = (BX if BX % 2 == 0 else P - BX, BY)


def encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def number(data):
    return int.from_bytes(data, "little")


def key_pair(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = (number(digest[:32]) & (1 << 254) - 8) | 1 << 254
    return scalar, digest[32:], encode(times(scalar, BASE))


def sign(seed, message):
    scalar, prefix, public = key_pair(seed)
    r = number(hashlib.sha512(prefix + message).digest()) % L
    point = encode(times(r, BASE))
    h = number(hashlib.sha512(point + public + message).digest()) % L
    return point + ((r + h * scalar) % L).to_bytes(32, "little")


# The shoe of the vectors.

TABLE, SHOE, DECKS = 7, 41, 8
SECRET, NEXT, WAGER_KEY = bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96))
REVEALED, WITHHELD = [b"\x11" * 32, b"\x22" * 32], b"\x33" * 32
SIGNING = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
ROUND = 1000
VALUE = bytes.fromhex(
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
RULES = "live-commission b4d204c5d824538a90e9cd433f6a115e3945c175ca5682d2600699d9a2bedbc6"
START = 1692806000000
# How many cards the first round of the drawn shoe has, and its bead: by the tableau, from the cards that come out.
COUP = (4, "Tn")
WAGERS = [
    (3, [("banker", 50000, 0), ("tie", 1000, 0)]),
    (9, [("player", 2500, 500)]),
    (12, [("player_pair", 100, 0)]),
]


def commitment(secret, shoe):
    return tagged("punto/1/commitment", u32(TABLE) + u32(shoe) + secret)


def pledge(nonce):
    return tagged("punto/1/pledge", u32(TABLE) + u32(SHOE) + nonce)


def mix(pledged, nonces, beacon):
    body = pledged + u16(len(nonces)) + b"".join(nonces) + u16(len(beacon)) + beacon
    return tagged("punto/1/mix", body)


def derive(secret, mixed, decks):
    extracted = hmac.digest(mixed, secret, "sha256")
    deal = hmac.digest(extracted, b"punto/1/deal\x01", "sha256")
    salt = hmac.digest(extracted, b"punto/1/salt\x01", "sha256")
    order, _ = shuffle(deal, decks)
    stream = key_stream(salt)
    salts = [take(stream, 16) for _ in order]
    leaves = [tagged("punto/1/card", u16(i) + u8(order[i]) + salts[i]) for i in range(len(order))]
    return extracted, deal, salt, order, salts, leaves


def wager_salt(round_no, patron):
    return hmac.digest(WAGER_KEY, u16(round_no) + u32(patron), "sha256")[:16]


def wager_leaf(round_no, patron, lines, table=TABLE, shoe=SHOE):
    body = wager_salt(round_no, patron) + u32(table) + u32(shoe) + u16(round_no) + u32(patron)
    body += u8(4) + b"PLAY" + u8(2) + u8(len(lines))
    for spot, stake, bonus in lines:
        body += u8(len(spot)) + spot.encode() + u64(stake) + u64(bonus)
    return tagged("punto/1/wagers", body)


class Chain:
    """The bulletins of the table, each with its digest and signature."""

    def __init__(self, table=TABLE):
        self.house, self.entries, self.previous = key_pair(SIGNING)[2].hex(), [], bytes(32)
        self.table = table

    def add(self, at, lines):
        head = ["punto bulletin 1", f"house {self.house}", f"table {self.table}", f"no {len(self.entries) + 1}"]
        head += [f"at {START + at}", f"previous {self.previous.hex()}"]
        text = "".join(line + "\n" for line in head + lines).encode()
        self.previous = sha256(text)
        signature = sign(SIGNING, text).hex()
        self.entries.append({"text": text.decode(), "digest": self.previous.hex(), "signature": signature})
        return self.previous


def make_vectors():
    pledges = sorted(pledge(nonce) for nonce in REVEALED + [WITHHELD])
    nonces = sorted(REVEALED, key=pledge)
    pledges_digest = tagged("punto/1/pledges", u16(len(pledges)) + b"".join(pledges))
    nonces_digest = tagged("punto/1/nonces", u16(len(nonces)) + b"".join(nonces))
    chain, own = Chain(), commitment(SECRET, SHOE)
    chain.add(300000, ["committed 41", f"commitment {own.hex()}", f"beacon drand {CHAIN}"])
    opened = ["opened 41", f"commitment {own.hex()}", "algorithm punto-proof-1", f"rules {RULES}", "decks 8"]
    opened += [f"pledges-until {START + 358000}", f"nonces-until {START + 361000}", f"beacon drand {CHAIN} {ROUND}"]
    chain.add(355000, opened)
    following = commitment(NEXT, SHOE + 1)
    chain.add(355000, ["committed 42", f"commitment {following.hex()}", f"beacon drand {CHAIN}"])
    pledged = chain.add(358000, ["pledged 41", f"pledges {len(pledges)} {pledges_digest.hex()}"])
    chain.add(361000, ["revealed 41", f"nonces {len(nonces)} {nonces_digest.hex()}"])
    mixed = mix(pledged, nonces, VALUE)
    extracted, deal, salt, order, salts, leaves = derive(SECRET, mixed, DECKS)
    without = derive(SECRET, mix(pledged, nonces, b""), DECKS)[5]
    chain.add(364700, ["sealed 41", f"beacon {VALUE.hex()}", f"root {len(leaves)} {root(leaves).hex()}"])
    chain.add(365000, ["burned 41", "from 0", "first 5d", "face-down 5"])
    wager_leaves = {patron: wager_leaf(1, patron, lines) for patron, lines in WAGERS}
    wager_root = root(sorted(wager_leaves.values()))
    chain.add(381100, ["closed 41 1", f"wagers {len(WAGERS)} {wager_root.hex()}"])
    refused_order, refused = shuffle((53234).to_bytes(32, "big"), 8)
    return {
        "commitment": own.hex(),
        "next_commitment": following.hex(),
        "pledges": [it.hex() for it in pledges],
        "pledges_digest": pledges_digest.hex(),
        "nonces": [it.hex() for it in nonces],
        "nonces_digest": nonces_digest.hex(),
        "pledged": pledged.hex(),
        "mix": mixed.hex(),
        "extracted": extracted.hex(),
        "deal_key": deal.hex(),
        "salt_key": salt.hex(),
        "order": text_of(order),
        "order_sha256": sha256(text_of(order).encode()).hex(),
        "salts": [it.hex() for it in salts[:8]],
        "leaves": [it.hex() for it in leaves[:8]],
        "root": root(leaves).hex(),
        "root_without_beacon": root(without).hex(),
        "wager_salts": {str(patron): wager_salt(1, patron).hex() for patron, _ in WAGERS},
        "wager_leaves": {str(patron): leaf.hex() for patron, leaf in wager_leaves.items()},
        "wager_root": wager_root.hex(),
        "refused_draws": refused,
        "refused_order_sha256": sha256(text_of(refused_order).encode()).hex(),
        "bulletins": chain.entries,
    }


def time_of(beacon_round):
    return 1692803367000 + 3000 * (beacon_round - 1)


def first_round_at(time):
    beacon_round = 1
    while time_of(beacon_round + 1000) < time:
        beacon_round += 1000
    while time_of(beacon_round) < time:
        beacon_round += 1
    return beacon_round


def stand_in(beacon_round):
    """A value of 48 bytes for a round; no real one, for no pairing is needed to draw."""
    return b"".join(sha256(b"stand-in" + u64(beacon_round) + u8(half)) for half in (0, 1))[:48]


class Drawn:
    """The rounds of a shoe of punto-proof-2: its chain, its row, and the vectors of each round."""

    def __init__(self, chain, order, row):
        self.chain, self.order, self.row, self.rounds = chain, order, row, []

    def round(self, at, count, result):
        """A round of so many cards; none when it is void before its cards are drawn."""
        number_of, vectors = len(self.rounds) + 1, {}
        beacon_round = first_round_at(START + at + 1000)
        lines = [f"closed {SHOE} {number_of}", f"wagers 0 {bytes(32).hex()}", f"beacon drand {CHAIN} {beacon_round}"]
        closed = self.chain.add(at, lines)
        vectors["closed"] = closed.hex()
        indices = []
        if count is not None:
            value = stand_in(beacon_round)
            key = tagged("punto/2/draw", closed + u16(len(value)) + value)
            vectors["value"], vectors["key"] = value.hex(), key.hex()
            vectors["stream"] = take(key_stream(key), 64).hex()
            drawing = drawn(key, self.row)
            indices = [next(drawing)[0] for _ in range(count)]
            self.chain.add(time_of(beacon_round) - START + 800, [f"drawn {SHOE} {number_of}", f"beacon {value.hex()}"])
        vectors["indices"] = indices
        self.row = [index for index in self.row if index not in indices]
        at_line = " ".join(["at"] + ([str(index) for index in indices] or ["none"]))
        cards = text_of([self.order[index] for index in indices]) or "none"
        self.chain.add(at + 9000, [f"ended {SHOE} {number_of}", at_line, f"cards {cards}", result])
        self.rounds.append(vectors)


def make_drawn():
    """A shoe of punto-proof-2 with the same inputs, one coup, a void after two cards, and one before any."""
    chain, own = Chain(), commitment(SECRET, SHOE)
    chain.add(300000, ["committed 41", f"commitment {own.hex()}", f"beacon drand {CHAIN}"])
    opened = ["opened 41", f"commitment {own.hex()}", "algorithm punto-proof-2", f"rules {RULES}", "decks 8"]
    opened += [f"pledges-until {START + 358000}", f"nonces-until {START + 361000}", f"beacon drand {CHAIN} {ROUND}"]
    chain.add(355000, opened)
    chain.add(355000, ["committed 42", f"commitment {commitment(NEXT, SHOE + 1).hex()}", f"beacon drand {CHAIN}"])
    nonces = sorted(REVEALED, key=pledge)
    pledges = [pledge(it) for it in nonces]
    pledges_digest = tagged("punto/1/pledges", u16(len(pledges)) + b"".join(pledges))
    nonces_digest = tagged("punto/1/nonces", u16(len(nonces)) + b"".join(nonces))
    pledged = chain.add(358000, ["pledged 41", f"pledges {len(pledges)} {pledges_digest.hex()}"])
    chain.add(361000, ["revealed 41", f"nonces {len(nonces)} {nonces_digest.hex()}"])
    mixed = mix(pledged, nonces, VALUE)
    _, _, _, order, _, leaves = derive(SECRET, mixed, DECKS)
    chain.add(364700, ["sealed 41", f"beacon {VALUE.hex()}", f"root {len(leaves)} {root(leaves).hex()}"])
    points = min(order[0] % 13 + 1, 10)
    chain.add(365000, ["burned 41", "from 0", f"first {text_of(order[:1])}", f"face-down {points}"])
    shoe = Drawn(chain, order, list(range(points + 1, len(order))))
    shoe.round(381100, COUP[0], f"coup {COUP[1]}")
    shoe.round(411200, 2, "void supervisor")
    shoe.round(441000, None, "void supervisor")
    return {
        "pledged": pledged.hex(),
        "nonces": [it.hex() for it in nonces],
        "mix": mixed.hex(),
        "order_sha256": sha256(text_of(order).encode()).hex(),
        "root": root(leaves).hex(),
        "burned": points + 1,
        "rounds": shoe.rounds,
        "refused": refused_draw(),
        "bulletins": chain.entries,
    }


def refused_draw():
    """The key whose stream has the refused draw of the shuffle: a row of 416 has it at the same place."""
    key = (53234).to_bytes(32, "big")
    for place, (index, refused) in enumerate(drawn(key, range(416))):
        if refused:
            return {"key": key.hex(), "place": place, "draws": refused, "index": index}


def make_trees():
    def leaves(count):
        return [sha256(str(i).encode()) for i in range(count)]

    counts = (1, 2, 3, 5, 52, 312, 1664)
    return {
        "roots": {str(count): root(leaves(count)).hex() for count in counts},
        "paths_of_52": [[it.hex() for it in path(leaves(52), i)] for i in range(52)],
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, content in (("vectors", make_vectors()), ("drawn", make_drawn()), ("trees", make_trees())):
        with open(folder / f"{name}.json", "x") as file:
            json.dump(content, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
