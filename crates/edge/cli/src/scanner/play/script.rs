//! What a simulated shoe does next, from a shoe file and the lamp that the server shows. Knows no line and no time.

#[cfg(test)]
mod tests;

use baccarat::{Card, HouseRules, ShoeFile};
use scanner::frame::{CardRecord, Gate, GateWhy, ShoeRecord, ShoeState, Slot, UnreadRecord, UnreadWhy, What};

use super::card_faults::{CardFault, mark, misread};
use super::chance::Faults;
use super::fault::Fault;
use super::place::Place;
use super::position::Position;

/// The cards behind the cut card, where the shoe file does not say.
const BEHIND_CUT: usize = 14;
/// The label of a shoe that nobody assigned.
const WRONG_LABEL: &str = "WRONG-0001";

/// A shoe that is dealt card by card.
#[derive(Debug)]
pub(super) struct Script {
    label: String,
    decks: u8,
    /// The cards in the order in which they pass: burned ones first, then those of the coups, then what is left.
    cards: Vec<Card>,
    /// How many of them are burned. The lamp of the burn shows until the last of them is on record.
    burn: usize,
    /// How many of these are turned over.
    turned: usize,
    /// How many are burned or dealt, if everything goes as the file has it.
    dealt: usize,
    behind_cut: usize,
    faults: Faults,
}

/// Something that happens at the shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// What.
    pub(super) what: What,
    /// The position after it.
    pub(super) position: Position,
    /// Where it is, if a fault may be made there.
    pub(super) place: Option<Place>,
    /// The faults of cards that are made with it.
    pub(super) faults: Vec<Fault>,
    /// The card that passes, where the device reads another one or none. Empty where it reads the card, and where no
    /// card passes.
    pub(super) seen: Option<Card>,
}

impl Step {
    const fn new(what: What, position: Position) -> Self {
        Self { what, position, place: None, faults: Vec::new(), seen: None }
    }

    /// Something that passes in no shoe.
    #[cfg(test)]
    pub(super) fn of(what: What) -> Self {
        Self::new(what, Position::default())
    }
}

impl Script {
    /// The shoe of a file. The file says neither which cards were burned face down nor which are left behind its coups:
    /// both come from `others`, in that order.
    pub(super) fn new(file: &ShoeFile, label: String, faults: Faults, others: &[Card]) -> Self {
        let coups: Vec<Card> = file.coups.iter().flat_map(|coup| coup.cards().to_vec()).collect();
        let first = file.burned.and_then(|burned| burned.first);
        let mut left = [i32::from(file.decks); 52];
        for card in coups.iter().copied().chain(first) {
            if let Some(copies) = left.get_mut(card.index()) {
                *copies -= 1;
            }
        }
        let mut hidden = others.iter().copied().filter(|card| {
            left.get_mut(card.index()).is_some_and(|copies| {
                *copies -= 1;
                *copies >= 0
            })
        });
        let face_down = file.burned.map_or(0, |burned| burned.face_down);
        let burned: Vec<Card> = first.into_iter().chain(hidden.by_ref().take(face_down.into())).collect();
        let (burn, turned) = (burned.len(), usize::from(first.is_some()));
        let dealt = burn.saturating_add(coups.len());
        let cards = burned.into_iter().chain(coups).chain(hidden).collect();
        let cut = file.notes.iter().find(|(key, _)| key == "cut").and_then(|(_, value)| value.parse().ok());
        let behind_cut = cut.unwrap_or(BEHIND_CUT);
        Self { label, decks: file.decks, cards, burn, turned, dealt, behind_cut, faults }.short()
    }

    /// A whole shoe with the decks of these rules, in this order.
    pub(super) fn whole(cards: Vec<Card>, rules: &HouseRules, label: String, faults: Faults) -> Self {
        let face_down = cards.first().map_or(0, |first| rules.burn.face_down(first.points()));
        let turned = usize::from(rules.burn.shows_first_card());
        let burn = usize::from(face_down).saturating_add(turned);
        let dealt = cards.len();
        Self { label, decks: rules.decks, cards, burn, turned, dealt, behind_cut: BEHIND_CUT, faults }.short()
    }

    /// Takes the last card out, if one is to be missing.
    fn short(mut self) -> Self {
        if self.of_shoe(CardFault::ShortShoe).is_some() {
            self.cards.pop();
            self.dealt = self.dealt.min(self.cards.len());
        }
        self
    }

    /// The label of the shoe.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// The fault of the line that is to be made at this place.
    pub(super) fn of_line(&self, place: Place) -> Option<Fault> {
        self.faults.of_line(place)
    }

    /// Whether somebody named this fault; else chance draws it.
    pub(super) fn is_named(&self, fault: Fault) -> bool {
        self.faults.named.contains(&fault)
    }

    /// Whether all the cards are out that were to be dealt.
    pub(super) fn is_over(&self, position: &Position) -> bool {
        position.out >= self.dealt
    }

    /// Whether all its cards are out.
    pub(super) fn is_empty(&self, position: &Position) -> bool {
        position.out >= self.cards.len()
    }

    /// Whether the next card looks like the one before it.
    pub(super) fn is_alike(&self, position: &Position) -> bool {
        let card = |at: Option<usize>| self.cards.get(at?);
        card(Some(position.out)).is_some_and(|next| card(position.out.checked_sub(1)) == Some(next))
    }

    /// What happens at the shoe next; nothing while no card may pass.
    pub(super) fn next(&self, position: &Position, gate: Option<Gate>) -> Option<Step> {
        if !position.loaded {
            return self.load(position);
        }
        if let Some(first) = position.again {
            return self.read_again(position, first);
        }
        if let Some(unwanted) = self.unwanted(position, gate?) {
            return Some(unwanted);
        }
        let gate = gate.filter(|gate| gate.open)?;
        let position = &position.at(gate);
        match (gate.why, gate.slot) {
            // A card that was not read passes again once the dealer has said so, which ends the finding.
            (GateWhy::Finding, _) => None,
            (_, Some(Slot::Burn)) => self.burn(position, gate),
            (GateWhy::Settled, None) => self.count(position),
            _ => self.deal(position, gate),
        }
    }

    /// The round of which this lamp says that it is over, or that wagers for it are taken.
    pub(super) const fn between(position: &Position, gate: Gate) -> Option<Place> {
        match gate.why {
            _ if gate.open => None,
            GateWhy::Settled if position.round > 0 => Some(Place::After(position.round)),
            GateWhy::Betting => Some(Place::Betting(position.round.saturating_add(1))),
            _ => None,
        }
    }

    /// The cards that are not burned before the dealer begins a round, at this lamp.
    pub(super) fn unburned(&self, position: &Position, gate: Gate) -> Option<Fault> {
        let is_burning = gate.open && gate.why == GateWhy::Burn && gate.slot == Some(Slot::Burn);
        let left = self.burn.saturating_sub(position.out);
        self.faults.of_card(Place::Burn, |fault| {
            let is_due = match fault {
                CardFault::NoBurn => position.out == 0,
                CardFault::ShortBurn => left == 1,
                _ => false,
            };
            is_due && is_burning && left > 0
        })
    }

    fn of_shoe(&self, fault: CardFault) -> Option<Fault> {
        self.faults.of_card(Place::Shoe, |known| known == fault)
    }

    /// The shoe is loaded, perhaps after wrong ones.
    fn load(&self, position: &Position) -> Option<Step> {
        let wrong = self.faults.named.iter().filter(|it| it.of_card().is_some_and(CardFault::is_wrong_load));
        let wrong = wrong.copied().nth(position.wrong_loads);
        let kind = wrong.and_then(Fault::of_card);
        let label = if kind == Some(CardFault::WrongShoe) { WRONG_LABEL } else { &self.label };
        let decks = if kind == Some(CardFault::WrongDecks) { other_decks(self.decks) } else { self.decks };
        let loaded = ShoeRecord { state: ShoeState::Loaded, shoe: label.parse().ok()?, decks, seal: None };
        let wrong_loads = position.wrong_loads.saturating_add(usize::from(wrong.is_some()));
        let next = Position { loaded: wrong.is_none(), wrong_loads, ..position.clone() };
        let of_whole = [CardFault::NoCut, CardFault::ShortShoe].map(|fault| self.of_shoe(fault));
        let faults = match wrong {
            Some(wrong) => vec![wrong],
            None => of_whole.into_iter().flatten().collect(),
        };
        let place = wrong.is_none().then_some(Place::Shoe);
        Some(Step { place, faults, ..Step::new(What::Shoe(loaded), next) })
    }

    /// The next card that is burned.
    fn burn(&self, position: &Position, gate: Gate) -> Option<Step> {
        if position.out >= self.burn {
            return None;
        }
        let mut next = Position { pass: position.pass.saturating_add(1), ..position.clone() };
        let place = (position.out == 0 && position.missed.is_none()).then_some(Place::Burn);
        let early = place.and_then(|place| self.faults.of_card(place, |it| it == CardFault::CutEarly));
        if let Some(early) = early.filter(|_| !position.cut) {
            next.cut = true;
            let step = Step::new(What::CutCard { pass: next.pass }, next);
            return Some(Step { faults: vec![early], ..step });
        }
        let mut record = CardRecord::new(next.pass, self.cards.get(position.out).copied()?);
        record.rescan = position.missed;
        let is_first = position.out == 0;
        let fault = self.faults.of_card(Place::Burn, |it| is_first && is_due(it, position.misses));
        Some(Step { place, ..self.read(position, next, (record, fault), gate) })
    }

    /// A card that is left when the shoe is over, and counted.
    fn count(&self, position: &Position) -> Option<Step> {
        let card = self.cards.get(position.out).copied()?;
        let (pass, out) = (position.pass.saturating_add(1), position.out.saturating_add(1));
        Some(Step::new(What::Card(CardRecord::new(pass, card)), Position { out, pass, ..position.clone() }))
    }

    /// The next card of a round, or the cut card before it.
    fn deal(&self, position: &Position, gate: Gate) -> Option<Step> {
        // A card that was not read passes again at the same lamp. Its record says which pass it replaces.
        if position.waits && position.missed.is_none() {
            return None;
        }
        let mut next = Position { pass: position.pass.saturating_add(1), ..position.clone() };
        let left = (usize::from(self.decks) * 52).saturating_sub(position.out);
        let has_cut = !position.cut && self.of_shoe(CardFault::NoCut).is_none();
        if has_cut && left <= self.behind_cut {
            next.cut = true;
            return Some(Step::new(What::CutCard { pass: next.pass }, next));
        }
        let mut record = CardRecord::new(next.pass, self.cards.get(position.out).copied()?);
        record.rescan = position.missed;
        next.waits = true;
        if gate.slot == Some(Slot::P1) && position.missed.is_none() {
            next.round = position.round.saturating_add(1);
        }
        let place = gate.slot.and_then(|slot| Place::card(next.round, slot));
        let fault = place.and_then(|place| self.fault_at(place, position));
        let place = place.filter(|_| position.missed.is_none());
        Some(Step { place, ..self.read(position, next, (record, fault), gate) })
    }

    /// The fault at the card that passes next, named or by chance.
    fn fault_at(&self, place: Place, position: &Position) -> Option<Fault> {
        let has_ninth = self.all_out(position).is_some();
        let is_due = |it: CardFault| is_due(it, position.misses) && (it != CardFault::Ninth || has_ninth);
        let by_chance = || {
            let is_first = position.misses == 0;
            self.faults.by_chance(place, (position.shoe, position.out)).filter(|_| is_first)
        };
        self.faults.of_card(place, is_due).or_else(by_chance)
    }

    /// A card of which all copies were turned over before this position.
    fn all_out(&self, position: &Position) -> Option<Card> {
        let out = self.cards.iter().take(position.out).enumerate();
        let mut copies = [0_u16; 52];
        out.filter(|(index, _)| *index < self.turned || *index >= self.burn).find_map(|(_, card)| {
            let count = copies.get_mut(card.index())?;
            *count = count.saturating_add(1);
            (*count >= u16::from(self.decks)).then_some(*card)
        })
    }

    /// The card passes the sensor, with this fault.
    fn read(
        &self,
        position: &Position,
        mut next: Position,
        (record, fault): (CardRecord, Option<Fault>),
        gate: Gate,
    ) -> Step {
        next.acted = Some(gate);
        let card = record.card;
        let kind = fault.and_then(Fault::of_card);
        let what = match kind {
            Some(kind) => misread(record, kind, gate.slot, self.all_out(position)),
            None => What::Card(record),
        };
        next.pass = what.pass().unwrap_or(next.pass);
        (next.misses, next.missed) = (0, None);
        if kind.is_some_and(|kind| kind.passes_again().is_some()) {
            next.misses = position.misses.saturating_add(1);
            next.missed = Some(next.pass);
        } else if kind != Some(CardFault::Foreign) {
            next.out = position.out.saturating_add(1);
            next.again = (kind == Some(CardFault::Twice)).then_some(next.pass);
        }
        // A card that is read twice is seen at its second reading.
        let is_made = position.misses == 0 && kind != Some(CardFault::Twice);
        let faults = fault.filter(|_| is_made).into_iter().collect();
        let seen = (kind != Some(CardFault::Foreign)).then_some(card);
        Step { faults, seen, ..Step::new(what, next) }
    }

    /// The reading of a card that passed before, with its mark.
    fn read_again(&self, position: &Position, first: u64) -> Option<Step> {
        let card = self.cards.get(position.out.checked_sub(1)?).copied()?;
        let pass = position.pass.saturating_add(1);
        let record = CardRecord { tag: mark(first), ..CardRecord::new(pass, card) };
        let twice = |place| self.faults.of_card(place, |it| it == CardFault::Twice);
        let slot = position.acted.and_then(|acted| acted.slot);
        let fault = slot.and_then(|slot| Place::card(position.round, slot)).and_then(twice);
        let next = Position { pass, again: None, ..position.clone() };
        Some(Step { faults: fault.into_iter().collect(), ..Step::new(What::Card(record), next) })
    }

    /// The next card, or something foreign, if it comes at a lamp that wants none.
    fn unwanted(&self, position: &Position, gate: Gate) -> Option<Step> {
        let place = Self::between(position, gate)?;
        let (before, after) = position.unwanted;
        let unwanted = match place {
            Place::Betting(round) if before < round => (round, after),
            Place::After(round) if after < round => (before, round),
            _ => return None,
        };
        let fault = self.faults.of_card(place, |_| true)?;
        let pass = position.pass.saturating_add(1);
        let mut next = Position { pass, unwanted, ..position.clone() };
        let what = if fault.of_card() == Some(CardFault::Foreign) {
            What::Unread(UnreadRecord { pass, why: UnreadWhy::Foreign, rescan: None, img: None })
        } else {
            next.out = position.out.saturating_add(1);
            What::Card(CardRecord::new(pass, self.cards.get(position.out).copied()?))
        };
        Some(Step { faults: vec![fault], ..Step::new(what, next) })
    }
}

/// Whether this is still to be made at a card that passed so often without being read.
fn is_due(fault: CardFault, misses: u8) -> bool {
    match fault {
        CardFault::NoBurn | CardFault::ShortBurn | CardFault::CutEarly => false,
        fault => misses < fault.passes_again().unwrap_or(1),
    }
}

/// Another number of decks than this one.
const fn other_decks(decks: u8) -> u8 {
    if decks == 6 { 8 } else { 6 }
}
