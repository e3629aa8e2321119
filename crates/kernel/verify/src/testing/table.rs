//! A table that says bulletins and signs them.

use baccarat::{Card, Coup, Deal, HouseRules, Shoe, Step, Wager, Wagers, settle};
use fair::bulletin::{
    Abandonment, Algorithm, Burned, Closed, Committed, Corrected, Drawn, Ended, Finished, Listed, Opened,
    Places, RoundResult, Sealed, VoidReason,
};
use fair::draw::DRAW_AFTER_MS;
use fair::nonces::{Nonce, digest_of_nonces, digest_of_pledges, in_order, pledge};
use fair::wagers::{Line, StandingWagers, WagerKey, WagerTree};
use fair::{Bulletin, Bytes, Course, Digest, HouseKey, Inputs, Notice, ProvableShoe, Secret, TaggedHash};
use money::Stake;
use sha2::Digest as _;

use super::plan::{Plan, Stage};
use super::values::{house_key, test_value};
use crate::file::{Beacon, ProofFile, Rules, Shown, Signed};
use crate::wager_file::{Paid, Settled, Standing, WagerFile};

/// The table's record: every bulletin, signed.
pub struct TestTable {
    /// The table.
    pub table: u32,
    /// The clock, in milliseconds since 1970.
    pub at: u64,
    /// All bulletins.
    pub record: Vec<Signed>,
    next_shoe: u32,
    key: HouseKey,
    key_no: u8,
}

/// A shoe that was played.
pub struct Played {
    /// The shoe.
    pub shoe_no: u32,
    /// The wagers of patron 3, round by round.
    pub wagers: Vec<WagerFile>,
    /// The order of the cards, once the shoe was sealed.
    pub shoe: Option<ProvableShoe>,
    rules: &'static HouseRules,
    text: &'static str,
    /// The pledges, ascending.
    pub pledges: Vec<Digest>,
    /// The nonces that were revealed, by ascending pledge.
    pub nonces: Vec<Nonce>,
    /// How many cards of an open round were shown.
    open: u8,
    algorithm: Algorithm,
    course: Course,
}

/// The stakes of patron 3 in every round; two others have one wager each.
const STAKES: [(&str, u64, u64); 2] = [("banker", 50_000, 0), ("tie", 1_000, 0)];

impl TestTable {
    /// A table whose first shoe is committed.
    pub fn new(table: u32, first_shoe: u32, beacon: bool) -> Self {
        let at = 1_692_806_300_000;
        let mut new =
            Self { table, at, record: Vec::new(), next_shoe: first_shoe, key: house_key(1), key_no: 1 };
        new.commit(first_shoe, beacon);
        new
    }

    /// The secret of a shoe.
    pub fn secret(&self, shoe_no: u32) -> Secret {
        Secret::new(TaggedHash::new("test/secret").u32(self.table).u32(shoe_no).finish().0)
    }

    /// Signs a notice as the next bulletin.
    pub fn say(&mut self, notice: Notice) -> Digest {
        let (no, previous) = match self.record.last() {
            Some(last) => (last.bulletin.no.saturating_add(1), last.bulletin.digest()),
            None => (1, Digest::ZERO),
        };
        let bulletin =
            Bulletin { house: self.key.public(), table: self.table, no, at: self.at, previous, notice };
        let digest = bulletin.digest();
        self.record.push(sign(bulletin, &self.key));
        digest
    }

    /// Changes the house's key.
    pub fn rekey(&mut self) {
        self.key_no = self.key_no.saturating_add(1);
        let next = house_key(self.key_no);
        self.say(Notice::Rekeyed(next.public()));
        self.key = next;
    }

    /// Publishes the commitment of a shoe.
    pub fn commit(&mut self, shoe_no: u32, beacon: bool) {
        let commitment = self.secret(shoe_no).commitment(self.table, shoe_no);
        let beacon = beacon.then_some(Bytes(beacon::CHAIN));
        self.say(Notice::Committed(Committed { shoe_no, commitment, beacon }));
    }

    /// Signs the record again after a change, as a house could that has the key. The chain is mended.
    pub fn rewrite(&mut self, mut change: impl FnMut(&mut Bulletin)) {
        let mut previous = Digest::ZERO;
        let mut key_no = 1;
        for signed in &mut self.record {
            let bulletin = &mut signed.bulletin;
            bulletin.previous = previous;
            change(bulletin);
            previous = bulletin.digest();
            *signed = sign(bulletin.clone(), &house_key(key_no));
            if matches!(signed.bulletin.notice, Notice::Rekeyed(_)) {
                key_no = key_no.saturating_add(1);
            }
        }
    }

    /// Plays the next shoe. Panics when the plan asks for what cannot be, such as unknown house rules.
    pub fn play(&mut self, plan: &Plan) -> Played {
        let shoe_no = self.next_shoe;
        self.next_shoe = shoe_no.saturating_add(1);
        let rules = HouseRules::builtin(plan.rules).expect("built-in house rules");
        let text = HouseRules::builtin_text(plan.rules).expect("built-in house rules");
        let (pledges, nonces) = (Vec::new(), Vec::new());
        let course = Course::new(plan.algorithm, u16::from(rules.decks).saturating_mul(52));
        let mut played = Played {
            shoe_no,
            wagers: Vec::new(),
            shoe: None,
            rules,
            text,
            pledges,
            nonces,
            open: 0,
            course,
            algorithm: plan.algorithm,
        };
        if plan.stage >= Stage::Opened {
            self.prepare(plan, &mut played);
        }
        if plan.stage >= Stage::Sealed {
            self.play_rounds(plan, &mut played);
        }
        if let Some(abandoned) = plan.finish {
            self.finish(shoe_no, abandoned);
        }
        played
    }

    /// Ends a shoe and shows its secret.
    pub fn finish(&mut self, shoe_no: u32, abandoned: Option<Abandonment>) {
        let known = abandoned != Some(Abandonment::KeyLost);
        let secret = known.then(|| self.secret(shoe_no).reveal());
        self.say(Notice::Finished(Finished { shoe_no, abandoned, secret }));
    }

    /// From `opened` up to `sealed`.
    fn prepare(&mut self, plan: &Plan, played: &mut Played) {
        let (table, shoe_no) = (self.table, played.shoe_no);
        self.wait(55_000);
        let (pledges_until, nonces_until) = (self.at.saturating_add(3_000), self.at.saturating_add(6_000));
        let round = beacon::first_round_at(nonces_until.saturating_add(1_000))
            .expect("the clock is after the genesis");
        self.say(Notice::Opened(Opened {
            shoe_no,
            commitment: self.secret(shoe_no).commitment(table, shoe_no),
            algorithm: plan.algorithm,
            rules_id: played.rules.id.clone(),
            rules_digest: Bytes(sha2::Sha256::digest(played.text).into()),
            decks: played.rules.decks,
            pledges_until,
            nonces_until,
            beacon: plan.beacon.then_some((Bytes(beacon::CHAIN), round)),
        }));
        self.commit(shoe_no.saturating_add(1), plan.beacon);
        if plan.stage < Stage::Pledged {
            return;
        }
        self.wait(3_000);
        let numbered = |number: u8| TaggedHash::new("test/nonce").u32(shoe_no).u8(number).finish();
        let nonces: Vec<Nonce> = (0..plan.pledged).map(numbered).collect();
        let all = in_order(table, shoe_no, &nonces);
        played.pledges = all.iter().map(|nonce| pledge(table, shoe_no, nonce)).collect();
        let digest = digest_of_pledges(&played.pledges).expect("ascending");
        let pledged = self.say(Notice::Pledged(Listed { shoe_no, count: plan.pledged.into(), digest }));
        if plan.stage < Stage::Revealed {
            return;
        }
        self.wait(3_000);
        played.nonces = all.into_iter().skip(plan.missing.into()).collect();
        let digest = digest_of_nonces(&played.nonces).expect("few");
        let count = plan.pledged.saturating_sub(plan.missing).into();
        self.say(Notice::Revealed(Listed { shoe_no, count, digest }));
        if plan.stage < Stage::Sealed {
            return;
        }
        self.wait(4_000);
        let value = plan.beacon.then(|| test_value(round));
        let inputs = Inputs { pledged: &pledged, nonces: &played.nonces, beacon: value.as_ref() };
        let shoe = ProvableShoe::derive(&self.secret(shoe_no), &inputs, played.rules.decks);
        let cards = u16::from(played.rules.decks).saturating_mul(52);
        self.say(Notice::Sealed(Sealed { shoe_no, beacon: value, cards, root: shoe.root() }));
        played.shoe = Some(shoe);
    }

    /// The burn, and every round of the plan.
    fn play_rounds(&mut self, plan: &Plan, played: &mut Played) {
        let order = played.shoe.as_ref().expect("a sealed shoe").cards().to_vec();
        let mut shoe = played.rules.new_shoe();
        if plan.stage >= Stage::Burned && played.rules.burn.at_most() > 0 {
            let first = order.first().copied().filter(|_| played.rules.burn.shows_first_card());
            let face_down = played.rules.burn.face_down(first.map(Card::points).unwrap_or_default());
            let count = face_down.saturating_add(u8::from(first.is_some()));
            shoe.burn(count).expect("a full shoe");
            played.course.burn(count.into());
            self.say(Notice::Burned(Burned {
                shoe_no: played.shoe_no,
                from: 0,
                first,
                face_down,
                records: Vec::new(),
            }));
        }
        let (rounds, open) = match plan.stage {
            Stage::Rounds(rounds) => (rounds, None),
            Stage::Dealing(rounds, cards) => (rounds, Some(cards)),
            Stage::AllRounds => (u16::MAX, None),
            _ => (0, None),
        };
        while shoe.rounds() < rounds && !shoe.is_over() {
            self.play_round(plan, played, &mut shoe, &order);
        }
        if let Some(cards) = open {
            let round_no = shoe.begin_round();
            self.close(played, round_no);
            if cards > 0 {
                self.draw(played, round_no);
            }
            played.open = cards;
        }
    }

    fn play_round(&mut self, plan: &Plan, played: &mut Played, shoe: &mut Shoe, order: &[Card]) {
        let (shoe_no, from, round_no) = (played.shoe_no, shoe.out(), shoe.begin_round());
        let void = plan.voids.get(&round_no);
        if void != Some(&None) {
            self.close(played, round_no);
            if void != Some(&Some(0)) {
                self.draw(played, round_no);
            }
        }
        let indices = played.course.ahead(6);
        let rest: Vec<Card> =
            indices.iter().filter_map(|index| order.get(usize::from(*index)).copied()).collect();
        let (cards, result) = match void {
            None => {
                let coup = coup_of(&rest);
                (coup.cards().to_vec(), RoundResult::Coup(coup.bead()))
            }
            Some(cut) => {
                let cards = rest.get(..cut.unwrap_or_default().into()).unwrap_or_default();
                (cards.to_vec(), RoundResult::Void(VoidReason::Supervisor))
            }
        };
        for card in &cards {
            shoe.see(*card).expect("a card of the shoe");
            played.course.take();
        }
        played.course.end();
        self.wait(20_000);
        let at = match played.algorithm {
            Algorithm::Proof1 => Places::From(from),
            Algorithm::Proof2 => Places::At(indices.into_iter().take(cards.len()).collect()),
        };
        self.say(Notice::Ended(Ended { shoe_no, round_no, at, cards: cards.clone(), result }));
        let counts = void.is_none().then(|| coup_of(&rest));
        pay(played, round_no, 1, counts.as_ref());
        if plan.corrected.contains(&round_no) {
            let voided = RoundResult::Void(VoidReason::Supervisor);
            for (revision, result) in [(2, voided), (3, result)] {
                let cards = cards.clone();
                self.say(Notice::Corrected(Corrected {
                    shoe_no,
                    round_no,
                    revision,
                    cards,
                    surplus: Vec::new(),
                    result,
                }));
                pay(played, round_no, revision, counts.as_ref().filter(|_| revision == 3));
            }
        }
        if plan.rekeyed_after == Some(round_no) {
            self.rekey();
        }
    }

    /// Closes betting on a round: three patrons have wagers.
    fn close(&mut self, played: &mut Played, round_no: u16) {
        self.wait(15_000);
        let (table, shoe_no) = (self.table, played.shoe_no);
        let key = WagerKey::new(TaggedHash::new("test/wagers").u32(shoe_no).finish().0);
        let line = |(spot, stake, bonus): (&'static str, u64, u64)| Line { spot, stake, bonus };
        let own = STAKES.map(line);
        let all =
            [(3, own.to_vec()), (9, vec![line(("player", 2_500, 500))]), (12, vec![line(("tie", 100, 0))])];
        let leaves: Vec<Digest> = all
            .iter()
            .map(|(patron, lines)| {
                let (patron, salt) = (*patron, key.salt(round_no, *patron));
                let wagers =
                    StandingWagers { table, shoe_no, round_no, patron, currency: "PLAY", decimals: 2, lines };
                wagers.leaf(&salt).expect("sound wagers")
            })
            .collect();
        let (leaf, tree) = (leaves.first().copied().unwrap_or(Digest::ZERO), WagerTree::new(leaves));
        let draw = match played.algorithm {
            Algorithm::Proof1 => None,
            Algorithm::Proof2 => self.next_round().map(|round| (Bytes(beacon::CHAIN), round)),
        };
        let closed = Closed { shoe_no, round_no, patrons: tree.count(), root: tree.root(), draw };
        played.course.close(self.say(Notice::Closed(closed)));
        let standing = |it: Line<'_>| Standing { spot: it.spot.to_owned(), stake: it.stake, bonus: it.bonus };
        played.wagers.push(WagerFile {
            table,
            shoe_no,
            round_no,
            patron: 3,
            currency: "PLAY".to_owned(),
            decimals: 2,
            wagers: own.map(standing).to_vec(),
            salt: key.salt(round_no, 3),
            path: tree.path(&leaf).expect("a leaf of the tree"),
            settled: Vec::new(),
        });
    }

    /// The round of the beacon that draws the cards of a round whose betting closes now.
    fn next_round(&self) -> Option<u64> {
        beacon::first_round_at(self.at.saturating_add(DRAW_AFTER_MS))
    }

    /// Draws the cards of the round that closed just now, where cards are drawn.
    fn draw(&mut self, played: &mut Played, round_no: u16) {
        let Some(round) = self.next_round().filter(|_| played.algorithm == Algorithm::Proof2) else { return };
        self.at = beacon::time_of(round).unwrap_or_default().saturating_add(800);
        let value = test_value(round);
        played.course.draw(&value);
        self.say(Notice::Drawn(Drawn { shoe_no: played.shoe_no, round_no, value }));
    }

    fn wait(&mut self, ms: u64) {
        self.at = self.at.saturating_add(ms);
    }

    /// The proof file of a shoe, of what the record has of it.
    pub fn file(&self, played: &Played) -> ProofFile {
        let shoe_no = played.shoe_no;
        let about = |kind: &str| {
            self.record.iter().position(|it| {
                it.bulletin.notice.kind() == kind && it.bulletin.notice.shoe_no() == Some(shoe_no)
            })
        };
        let committed = about("committed").expect("the shoe was committed");
        let finished = about("finished");
        let first = about("opened").or(finished).expect("the shoe was opened or given up");
        let last = finished.unwrap_or(self.record.len().saturating_sub(1));
        let part = self.record.get(first..=last).unwrap_or_default();
        let later = self.record.get(last.saturating_add(1)..).unwrap_or_default();
        let after: Vec<Signed> = later
            .iter()
            .filter(|it| matches!(&it.bulletin.notice, Notice::Corrected(it) if it.shoe_no == shoe_no))
            .cloned()
            .collect();
        let end = after.last().map_or(last, |_| self.record.len().saturating_sub(1));
        let changes = self.record.get(committed..=end).unwrap_or_default().iter();
        let rekeyed =
            changes.filter(|it| matches!(it.bulletin.notice, Notice::Rekeyed(_))).cloned().collect();
        let has = |kind: &str| part.iter().any(|it| it.bulletin.notice.kind() == kind);
        let end = part.last().expect("at least one bulletin");
        let open = played.shoe.as_ref().filter(|_| finished.is_none());
        let (rules, text) = (played.rules, played.text);
        ProofFile {
            table: self.table,
            shoe_no,
            rules: Rules {
                id: rules.id.clone(),
                digest: Bytes(sha2::Sha256::digest(text).into()),
                text: text.to_owned(),
            },
            committed: self.record.get(committed).expect("it is there").clone(),
            rekeyed,
            bulletins: part.iter().map(|it| it.bulletin.clone()).collect(),
            key: end.key,
            signature: end.signature,
            after,
            pledges: has("pledged").then(|| played.pledges.clone()),
            nonces: has("revealed").then(|| played.nonces.clone()),
            beacon: beacon_of(part),
            secret: match &end.bulletin.notice {
                Notice::Finished(it) => it.secret,
                _ => None,
            },
            leaves: open.map(|shoe| shoe.leaves().to_vec()),
            shown: open.map(|shoe| shown(part, shoe, played)),
        }
    }
}

fn sign(bulletin: Bulletin, key: &HouseKey) -> Signed {
    Signed { signature: bulletin.sign(key), key: key.public(), bulletin }
}

fn beacon_of(part: &[Signed]) -> Option<Beacon> {
    let named = part.iter().find_map(|it| match &it.bulletin.notice {
        Notice::Opened(it) => it.beacon,
        _ => None,
    });
    let value = part.iter().find_map(|it| match &it.bulletin.notice {
        Notice::Sealed(it) => it.beacon,
        _ => None,
    });
    named.zip(value).map(|((chain, round), value)| Beacon { chain, round, value })
}

/// The cards that the bulletins show, and those of the open round.
fn shown(part: &[Signed], shoe: &ProvableShoe, played: &Played) -> Vec<Shown> {
    let cards = u16::from(played.rules.decks).saturating_mul(52);
    let (mut places, mut course) = (Vec::new(), Course::new(played.algorithm, cards));
    for Signed { bulletin, .. } in part {
        match &bulletin.notice {
            Notice::Burned(it) => {
                places.extend(it.first.map(|_| it.from));
                course.burn(u16::from(it.face_down).saturating_add(u16::from(it.first.is_some())));
            }
            Notice::Closed(_) => course.close(bulletin.digest()),
            Notice::Drawn(it) => course.draw(&it.value),
            Notice::Ended(it) => {
                places.extend(it.indices());
                course.pass(it.cards.len());
                course.end();
            }
            _ => {}
        }
    }
    places.extend(course.ahead(played.open.into()));
    let card = |index: u16| {
        let card = *shoe.cards().get(usize::from(index))?;
        Some(Shown { index, card, salt: shoe.salt(index)? })
    };
    places.into_iter().filter_map(card).collect()
}

fn coup_of(cards: &[Card]) -> Coup {
    let mut deal = Deal::new();
    for card in cards {
        match deal.draw(*card) {
            Step::More(more) => deal = more,
            Step::Done(coup) => return coup,
        }
    }
    unreachable!("a shoe that is not over holds a coup")
}

/// Adds a settlement to the wagers of a round; without a coup all stakes go back.
fn pay(played: &mut Played, round_no: u16, revision: u16, coup: Option<&Coup>) {
    let Some(own) = played.wagers.iter_mut().find(|own| own.round_no == round_no) else { return };
    let mut wagers = Wagers::new();
    for (spot, stake, _) in STAKES {
        let spot = baccarat::Spot::from_id(spot).expect("a spot");
        wagers.add(Wager { spot, stake: Stake::new(stake).expect("a stake") }).expect("within bounds");
    }
    let paid = |spot: baccarat::Spot, stake: u64, resolution: &str, payout| Paid {
        spot: spot.id().to_owned(),
        stake,
        resolution: resolution.to_owned(),
        payout,
    };
    let wagers = match coup {
        None => wagers.iter().map(|it| paid(it.spot, it.stake.minor(), "push", it.stake.minor())).collect(),
        Some(coup) => {
            let settled = settle(coup, &wagers, played.rules).wagers;
            let line = |it: &baccarat::SettledWager| {
                paid(it.wager.spot, it.wager.stake.minor(), it.resolution.id(), it.payout.minor())
            };
            settled.iter().map(line).collect()
        }
    };
    own.settled.push(Settled { revision, wagers });
}
