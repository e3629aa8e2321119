//! A hand pulls a card past the sensor, and something may go wrong with its reading. Knows no table and no line.

use auditor::{Counts, Dice};
use baccarat::{Card, Outcome};
use scanner::frame::{CardRecord, FaultCode, Slot, UnreadRecord, UnreadWhy, What};

use super::station::{Piece, Station};

/// In how many of a thousand readings something goes wrong.
const FAULTY: u64 = 20;

/// What goes wrong with a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// The card cannot be read.
    Unread,
    /// The device is not sure of it.
    Unsure,
    /// The card is read as another one.
    Misread,
    /// It is read twice, as two passes.
    Twice,
    /// It is read twice, as one pass.
    SamePass,
    /// The device expects it elsewhere.
    OtherSlot,
    /// A pass is missing before it.
    SkippedPass,
    /// It is a card of another house.
    Foreign,
    /// Its mark is that of a card that passed before.
    OldTag,
}

impl Wrong {
    fn of(dice: &mut Dice) -> Self {
        match dice.within(1..=100) {
            1..=28 => Self::Unread,
            29..=46 => Self::Unsure,
            47..=54 => Self::Misread,
            55..=66 => Self::Twice,
            67..=74 => Self::SamePass,
            75..=84 => Self::OtherSlot,
            85..=94 => Self::SkippedPass,
            95 => Self::Foreign,
            _ => Self::OldTag,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Unread => "card unreadable",
            Self::Unsure => "card read with doubt",
            Self::Misread => "card read as another",
            Self::Twice => "card read twice",
            Self::SamePass => "pass said twice",
            Self::OtherSlot => "other place said",
            Self::SkippedPass => "pass skipped",
            Self::Foreign => "foreign card",
            Self::OldTag => "mark said twice",
        }
    }
}

/// What a hand needs to pull a card.
pub(super) struct Hand<'a> {
    pub(super) dice: &'a mut Dice,
    /// How many readings went wrong, by kind.
    pub(super) faults: &'a mut Counts,
    pub(super) now: u64,
}

impl Station {
    /// The next card passes, or the cut card. Answers whether anything did.
    pub(super) fn pull(&mut self, hand: &mut Hand<'_>) -> bool {
        if !self.is_ready() {
            return false;
        }
        if self.cut_at.is_some_and(|at| self.pile.len() <= at) {
            self.cut_at = None;
            return self.pass_cut_card(hand);
        }
        let left = self.pile.len();
        let Some(card) = self.pile.pop() else { return false };
        self.pass_card(card, left, None, hand);
        true
    }

    /// The piece of card that passed with a record passes once more, perhaps saying which pass it replaces.
    pub(super) fn pull_again(&mut self, piece: Piece, hand: &mut Hand<'_>) -> bool {
        let Some(card) = piece.card.filter(|_| self.is_ready()) else { return false };
        // Passes count from 1 again when another shoe was loaded since.
        let rescan = hand.dice.per_mille(600).then_some(piece.pass).filter(|pass| *pass <= self.pass);
        self.pass_card(card, piece.left, rescan, hand);
        true
    }

    /// The cut card passes, now and then unseen.
    pub(super) fn pass_cut_card(&mut self, hand: &mut Hand<'_>) -> bool {
        if hand.dice.per_mille(100) {
            hand.faults.count("cut card not seen");
            return true;
        }
        let pass = self.pass + 1;
        if self.record(What::CutCard { pass }, hand.now).is_some() {
            self.pass = pass;
        }
        true
    }

    /// The device says who won.
    pub(super) fn say_result(&mut self, outcome: Outcome, hand: &mut Hand<'_>) {
        let said = if hand.dice.per_mille(20) { Outcome::Tie } else { outcome };
        if said != outcome {
            hand.faults.count("other winner said");
        }
        self.record(What::Result { outcome: said }, hand.now);
    }

    /// The device says that something in it is broken.
    pub(super) fn say_fault(&mut self, hand: &mut Hand<'_>) {
        if let Ok(text) = "it knocks".parse() {
            hand.faults.count("device has a fault");
            self.record(What::Fault { code: FaultCode::Motor, text }, hand.now);
        }
    }

    fn pass_card(&mut self, card: Card, left: usize, rescan: Option<u64>, hand: &mut Hand<'_>) {
        let wrong = hand.dice.per_mille(FAULTY).then(|| Wrong::of(hand.dice));
        if let Some(wrong) = wrong {
            hand.faults.count(wrong.word());
        }
        let skipped = u64::from(wrong == Some(Wrong::SkippedPass));
        let pass = self.pass + 1 + skipped;
        let what = match wrong {
            Some(Wrong::Unread) => unread(pass, unread_why(hand.dice), rescan),
            Some(Wrong::Foreign) => unread(pass, UnreadWhy::Foreign, rescan),
            wrong => What::Card(self.read((card, left), pass, rescan, (wrong, hand))),
        };
        let is_foreign = wrong == Some(Wrong::Foreign);
        let piece = Piece { card: (!is_foreign).then_some(card), pass, left };
        let Some(n) = self.record(what.clone(), hand.now) else { return };
        self.pass = pass;
        self.note(n, piece);
        let again = match (wrong, what) {
            (Some(Wrong::Twice), What::Card(read)) => CardRecord { pass: pass + 1, rescan: None, ..read },
            (Some(Wrong::SamePass), What::Card(read)) => read,
            _ => return,
        };
        let pass = again.pass;
        if let Some(n) = self.record(What::Card(again), hand.now) {
            self.pass = pass;
            self.note(n, Piece { pass, ..piece });
        }
    }

    /// What the device reads of a card.
    fn read(
        &self,
        (card, left): (Card, usize),
        pass: u64,
        rescan: Option<u64>,
        (wrong, hand): (Option<Wrong>, &mut Hand<'_>),
    ) -> CardRecord {
        let said = if wrong == Some(Wrong::Misread) { any_card(hand.dice).unwrap_or(card) } else { card };
        let conf = match wrong {
            Some(Wrong::Unsure) => Some(hand.dice.within(0..=949)),
            _ => hand.dice.per_mille(500).then(|| hand.dice.within(950..=1_000)),
        };
        let claimed = self.lamp.filter(|lamp| lamp.open).and_then(|lamp| lamp.slot);
        let slot = match wrong {
            Some(Wrong::OtherSlot) => hand.dice.pick(&[Slot::P1, Slot::B1, Slot::P2, Slot::B3]).copied(),
            _ => claimed.filter(|_| rescan.is_none() && hand.dice.per_mille(100)),
        };
        let marked = if wrong == Some(Wrong::OldTag) { left + 1 } else { left };
        let tag = self.has_tags.then(|| format!("T{}-{marked}", self.loads).parse().ok()).flatten();
        let conf = conf.and_then(|conf| u16::try_from(conf).ok());
        CardRecord { slot, conf, tag, rescan, ..CardRecord::new(pass, said) }
    }
}

fn unread(pass: u64, why: UnreadWhy, rescan: Option<u64>) -> What {
    What::Unread(UnreadRecord { pass, why, rescan, img: None })
}

fn unread_why(dice: &mut Dice) -> UnreadWhy {
    let all =
        [UnreadWhy::NoCode, UnreadWhy::Smeared, UnreadWhy::Reversed, UnreadWhy::TimeOut, UnreadWhy::Dark];
    dice.pick(&all).copied().unwrap_or(UnreadWhy::Dark)
}

/// Any card.
pub(super) fn any_card(dice: &mut Dice) -> Option<Card> {
    Card::from_index(usize::try_from(dice.within(0..=51)).ok()?)
}
