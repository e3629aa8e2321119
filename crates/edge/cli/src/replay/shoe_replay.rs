//! Replays a shoe round by round under its house rules. Knows no output format.

use baccarat::{
    Burn, Coup, Facts, HouseRules, Resolution, Shoe, ShoeError, ShoeFile, Spot, shoe_file::Burned,
};
use money::Odds;
use roads::Roads;

/// The replay of a whole shoe.
pub(super) struct ShoeReplay<'a> {
    pub(super) file: &'a ShoeFile,
    pub(super) rules: &'a HouseRules,
    pub(super) burn: BurnComparison,
    pub(super) rounds: Vec<RoundReplay>,
    /// The shoe after the last coup.
    pub(super) shoe: Shoe,
    pub(super) roads: Roads,
}

/// How the burned cards compare with the house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BurnComparison {
    /// The burn follows the rules.
    AsRuled,
    /// The rules burn cards and the file records none, so the place of the cut card is not exact.
    NotRecorded,
    /// The burn differs from the rules.
    Different,
}

/// One round and its coup.
pub(super) struct RoundReplay {
    /// Counted from 1 in this shoe.
    pub(super) round_no: u16,
    pub(super) coup: Coup,
    /// The spots closed in this round.
    pub(super) closed: Vec<Spot>,
    /// The winning spots that were open, with their odds.
    pub(super) paid: Vec<(Spot, Odds)>,
    /// The open spots whose stakes are returned.
    pub(super) pushed: Vec<Spot>,
    /// Whether the cut card appeared in this round.
    pub(super) cut_card: bool,
    /// The place of the round relative to the end of the shoe.
    pub(super) place: Place,
    /// The number of cards out after the round, burned ones included.
    pub(super) cards_out: u16,
}

/// The place of a round relative to the end of its shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// More rounds may follow.
    Within,
    /// The last round that the house rules allow.
    Last,
    /// A round after the last one that the house rules allow.
    Beyond,
}

impl<'a> ShoeReplay<'a> {
    /// Replays the coups of the file.
    pub(super) fn of(file: &'a ShoeFile, rules: &'a HouseRules) -> Self {
        let shoe = Shoe::new(file.decks, rules.shoe_end);
        let burn = compare_burn(rules.burn, file.burned);
        let mut replay = Self { file, rules, burn, rounds: Vec::new(), shoe, roads: Roads::new() };
        replay.burn().and_then(|()| replay.play()).expect("a shoe file holds no more cards than its shoe");
        replay
    }

    fn burn(&mut self) -> Result<(), ShoeError> {
        if let Some(burned) = self.file.burned {
            if let Some(card) = burned.first {
                self.shoe.see(card)?;
            }
            self.shoe.burn(burned.face_down)?;
        }
        Ok(())
    }

    fn play(&mut self) -> Result<(), ShoeError> {
        for coup in &self.file.coups {
            let beyond = self.shoe.is_over();
            let round_no = self.shoe.begin_round();
            let mut cut_card = false;
            for card in coup.cards() {
                cut_card |= self.shoe.see(card)?;
            }
            let place = match (beyond, self.shoe.is_last_round()) {
                (true, _) => Place::Beyond,
                (false, true) => Place::Last,
                (false, false) => Place::Within,
            };
            let mut round = RoundReplay {
                round_no,
                coup: *coup,
                closed: Vec::new(),
                paid: Vec::new(),
                pushed: Vec::new(),
                cut_card,
                place,
                cards_out: self.shoe.out(),
            };
            round.resolve(self.rules);
            self.rounds.push(round);
            self.roads.push(coup.bead());
        }
        Ok(())
    }
}

impl RoundReplay {
    fn resolve(&mut self, rules: &HouseRules) {
        let facts = Facts::of(&self.coup);
        for spot in &rules.spots {
            if spot.is_closed(self.round_no) {
                self.closed.push(spot.spot);
                continue;
            }
            match spot.paytable.resolve(facts) {
                Resolution::Win(odds) => self.paid.push((spot.spot, odds)),
                Resolution::Push => self.pushed.push(spot.spot),
                Resolution::Lose => {}
            }
        }
    }
}

fn compare_burn(ruled: Burn, burned: Option<Burned>) -> BurnComparison {
    let as_ruled = match (ruled, burned) {
        (Burn::None, None) => true,
        (_, None) => return BurnComparison::NotRecorded,
        (Burn::None, Some(_)) => false,
        (Burn::Cards(count), Some(burned)) => burned == Burned { first: None, face_down: count },
        (Burn::FirstCard { .. }, Some(burned)) => {
            burned.first.is_some_and(|card| ruled.face_down(card.points()) == burned.face_down)
        }
    };
    if as_ruled { BurnComparison::AsRuled } else { BurnComparison::Different }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(file: &ShoeFile, rules: &str) -> (Vec<Place>, Vec<u16>, BurnComparison) {
        let replay = ShoeReplay::of(file, HouseRules::builtin(rules).unwrap());
        let places = replay.rounds.iter().map(|round| round.place).collect();
        let cuts = replay.rounds.iter().filter(|round| round.cut_card).map(|round| round.round_no).collect();
        (places, cuts, replay.burn)
    }

    /// Coups of six cards each, in four suits in turn, so that 32 of them fit into eight decks.
    fn file(burned: &str, coups: usize) -> ShoeFile {
        let suits = ["shdc", "hdcs", "dcsh", "cshd"].map(|suits| suits.chars().collect::<Vec<_>>());
        let coup = |suits: &Vec<char>| {
            let [a, b, c, d] = suits[..] else { panic!("four suits") };
            format!("2{a} 3{b} K{c} Q{d} 5{a} 4{b}\n")
        };
        let burned = if burned.is_empty() { String::new() } else { format!("burned: {burned}\n") };
        let coups: String = suits.iter().cycle().take(coups).map(coup).collect();
        format!("shoe: 1\nrules: x\ndecks: 8\n{burned}\n{coups}").parse().unwrap()
    }

    #[test]
    fn a_round_knows_its_place_in_the_shoe() {
        use Place::{Beyond, Last, Within};
        // Document 002: the gold card lies behind 260 cards, and its round is the last.
        let (places, cuts, _) = replay(&file("248", 5), "gold-card");
        assert_eq!((places, cuts), (vec![Within, Within, Last, Beyond, Beyond], vec![3]));
        // 402 cards lie before the cut card: 255 and 24 coups of six leave three.
        let (places, cuts, _) = replay(&file("255", 26), "live-commission");
        assert_eq!((&places[23..], cuts), (&[Within, Within, Last][..], vec![25]));
    }

    #[test]
    fn a_closed_spot_is_neither_paid_nor_returned() {
        let file = file("", 30);
        let replay = ShoeReplay::of(&file, HouseRules::builtin("sixty-round").unwrap());
        let [.., before, closing] = &replay.rounds[..] else { panic!("thirty rounds") };
        assert_eq!((before.round_no, &before.closed[..]), (29, &[][..]));
        assert_eq!(before.paid.iter().map(|it| it.0).collect::<Vec<_>>(), [Spot::Tie, Spot::Big]);
        assert_eq!(closing.closed, [Spot::Big, Spot::Small]);
        assert_eq!(closing.paid.iter().map(|it| it.0).collect::<Vec<_>>(), [Spot::Tie]);
        assert_eq!(closing.pushed, [Spot::Player, Spot::Banker]);
    }

    #[test]
    fn a_burn_is_compared_with_the_house_rules() {
        for (rules, burned, expected) in [
            ("live-commission", "7d + 7", BurnComparison::AsRuled),
            ("live-commission", "Kd + 10", BurnComparison::AsRuled),
            ("live-commission", "Kd + 9", BurnComparison::Different),
            ("live-commission", "8", BurnComparison::Different),
            ("live-commission", "", BurnComparison::NotRecorded),
            ("gold-card", "8", BurnComparison::AsRuled),
            ("gold-card", "7d + 7", BurnComparison::Different),
            ("three-bet", "", BurnComparison::AsRuled),
            ("three-bet", "1", BurnComparison::Different),
        ] {
            assert_eq!(replay(&file(burned, 1), rules).2, expected, "{rules}, {burned:?}");
        }
    }
}
