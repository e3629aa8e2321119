#!/usr/bin/env python3
"""Plays rounds of baccarat at a Punto server, settles each wager itself and checks every payout and the balance.

Knows nothing but docs/PROTOCOL.md. Needs Python 3.9 or later and the package `websockets`.
"""
import argparse, asyncio, json, random, time, urllib.request, uuid
import websockets

class Wrong(SystemExit):
    """The server said something else than it should have."""

def call(url, method, path, token=None, body=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)

def value(card):
    return 1 if card[0] == "A" else int(card[0]) if card[0] in "23456789" else 0

def hands_of(cards):  # both hands from the cards in deal order: in turn, then third cards, Player's first
    player, banker, rest = cards[0:4:2], cards[1:4:2], cards[4:]
    drew = len(rest) == 2 or (rest and sum(map(value, player)) % 10 <= 5)
    return (player + rest[:1], banker + rest[1:]) if drew else (player, banker + rest)

def facts_of(player, banker):  # every fact of a coup, by the names that paytables use
    p, b = (sum(map(value, hand)) % 10 for hand in (player, banker))
    count = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
    facts = {"tie" if p == b else "player_wins" if p > b else "banker_wins", f"margin_{abs(p - b)}",
             f"player_total_{p}", f"banker_total_{b}", f"{count[len(player) + len(banker)]}_cards"}
    for side, hand, total in (("player", player, p), ("banker", banker, b)):
        found = {f"{count[len(hand)]}_cards": True, "natural": len(hand) == 2 and total >= 8,
                 "pair": hand[0][:-1] == hand[1][:-1], "perfect_pair": hand[0] == hand[1]}
        facts |= {f"{side}_{fact}" for fact, holds in found.items() if holds}
    alike = {"player_pair", "banker_pair"} <= facts and player[0][:-1] == banker[0][:-1]
    return facts | {"pairs_alike"} if alike else facts

def settle(rules, spot, stake, facts):  # the resolution and the payout
    own = next(one for one in rules["spots"] if one["spot"] == spot)
    if any(facts.issuperset(when) for when in own["push"]):
        return "push", stake
    for line in own["pays"]:
        if facts.issuperset(line["when"]):
            num, den = line["odds"]
            more = {"down": 0, "up": 2 * (den - 1), "half_up": den}[rules["rounding"]]
            return "win", stake + (2 * stake * num + more) // (2 * den)
    return "lose", 0

class Bot:
    def __init__(self, options):
        self.url, self.table_id, self.rounds = options.url.rstrip("/"), options.table, options.rounds
        self.address = self.url.replace("http", "ws", 1) + "/api/v1/socket"
        self.drop_every, self.random = options.drop_every, random.Random(options.seed)
        guest = call(self.url, "POST", "/guests", body={"nickname": f"Bot {uuid.uuid4().hex[:8]}"})
        self.token, self.book = guest["token"], guest["patron"]["balance"]
        self.seq = self.rules = self.dealt = self.cards = self.slip = None
        self.checked = self.wagers = self.resumed = self.waited = self.resuming = 0
    async def send(self, socket, kind, **fields):
        await socket.send(json.dumps({"type": kind, **fields}))
    async def play(self):
        while self.checked < self.rounds:
            try:
                async with websockets.connect(self.address, subprotocols=["punto.v1"]) as socket:
                    await self.send(socket, "hello", token=self.token)
                    while self.checked < self.rounds:
                        message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                        if handler := getattr(self, "on_" + message["type"], None):  # ignores what it does not know
                            await handler(socket, message)
            except (ConnectionError, websockets.ConnectionClosed):
                self.resumed += 1  # the loop connects again and goes on after the last `seq`
    async def on_welcome(self, socket, message):
        await self.send(socket, "take_seat", table_id=self.table_id)
        self.resuming = self.slip is not None
        await self.send(socket, "watch", table_id=self.table_id, after=self.seq)
    async def on_snapshot(self, socket, message):
        self.seq, table = message["seq"], message["table"]
        self.rules = table["rules"]
        await self.bet(socket, table["phase"], table["shoe"])
    async def on_frame(self, socket, message):
        if message["seq"] != self.seq + 1:
            return await self.send(socket, "watch", table_id=self.table_id, after=self.seq)
        self.seq, event = message["seq"], message["event"]
        if event["type"] == "shoe_opened":  # the next shoe may have other house rules
            self.rules = call(self.url, "GET", f"/tables/{self.table_id}")["rules"]
        elif event["type"] == "betting_opened":
            await self.bet(socket, event["phase"], event["shoe"])
        elif event["type"] == "card_drawn":
            hands = [event["cards"][side]["cards"] for side in ("player", "banker")]
            self.dealt = event["shoe"]["round_no"], hands
        elif event["type"] == "round_ended":
            self.cards = self.dealt
            if self.drop_every and self.random.randrange(self.drop_every) == 0:
                raise ConnectionError  # as if the connection were lost: the result is told after the resume
    async def bet(self, socket, phase, shoe):
        round = {"shoe_no": shoe["shoe_no"], "round_no": shoe["round_no"]}
        if phase["name"] != "betting" or self.slip:
            self.waited += 1
            if self.waited > 5:
                raise Wrong(f"no result came for {self.slip}")
            return
        self.waited = 0
        spots = [one for one in self.rules["spots"] if one["spot"] not in shoe["closed_spots"]]
        chosen = self.random.sample(spots, min(len(spots), self.random.randint(1, 3)))
        if not self.rules["opposing_sides"] and {"player", "banker"} <= {one["spot"] for one in chosen}:
            chosen = [one for one in chosen if one["spot"] != "banker"]
        wagers = [{"spot": one["spot"], "stake": one["minimum"] + self.random.randrange(100)} for one in chosen]
        self.slip, slip_id = {"round": round, "wagers": wagers}, uuid.uuid4().hex
        await self.send(socket, "place_slip", table_id=self.table_id, slip_id=slip_id, round=round, wagers=wagers)
    async def on_slip_refused(self, socket, message):
        if message["refusal"]["code"] not in ("betting_closed", "round_not_open"):
            raise Wrong(f"refused: {message['refusal']}")
        self.slip = None
    async def on_yours(self, socket, message):
        last, resuming, self.resuming = message.get("last"), self.resuming, False
        if self.slip and last and last["round"] == self.slip["round"]:
            self.check(last["wagers"], last["paid"])
        elif self.slip and resuming and message["round"] != self.slip["round"]:
            self.slip = None  # it was lost with the connection and never counted
    async def on_you_voided(self, socket, message):
        self.slip = None if self.slip and message["round"] == self.slip["round"] else self.slip
    async def on_you_settled(self, socket, message):
        if message["seq"] > self.seq:
            raise Wrong(f"the result names {message['seq']}, and the last frame was {self.seq}")
        if self.slip and message["round"] == self.slip["round"]:
            self.check(message["wagers"], message["paid"])
    def check(self, lines, paid):
        """Compares the settlement of the round with this bot's own, and the balance with its book."""
        round_no, hands = self.cards or (0, None)
        if round_no != self.slip["round"]["round_no"]:  # missed with the connection: the patron's history has them
            hands = hands_of(call(self.url, "GET", "/me/rounds?limit=1", self.token)["rounds"][0]["cards"])
        facts, expected = facts_of(*hands), {}
        for wager in self.slip["wagers"]:
            expected[wager["spot"]] = (wager["stake"], *settle(self.rules, wager["spot"], wager["stake"], facts))
        told = {line["spot"]: (line["stake"], line["resolution"], line["payout"]) for line in lines}
        if told != expected or paid != sum(payout for _, _, payout in expected.values()):
            raise Wrong(f"{self.slip['round']} {hands}: the server says {told}, paid {paid}; it is {expected}")
        self.book += paid - sum(stake for stake, _, _ in expected.values())
        if (balance := call(self.url, "GET", "/me", self.token)["balance"]) != self.book:
            raise Wrong(f"{self.slip['round']}: the balance is {balance}, the bot's book says {self.book}")
        self.checked, self.wagers, self.slip = self.checked + 1, self.wagers + len(expected), None

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:7777")
    for name, default in (("table", 1), ("rounds", 100), ("drop-every", 10), ("seed", time.time_ns())):
        parser.add_argument("--" + name, type=int, default=default)
    bot = Bot(parser.parse_args())
    asyncio.run(bot.play())
    print(f"{bot.checked} rounds, {bot.wagers} wagers checked; {bot.resumed} connections lost; balance {bot.book}")
