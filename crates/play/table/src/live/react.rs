//! What a reading leads to at a table. Pure and total: each reading has an answer in each state of a table.
//!
//! | the table is | a card | something unread | the cut card |
//! |---|---|---|---|
//! | without an open shoe | `wrong_shoe` | `wrong_shoe` | noted |
//! | at the first card of the burn | the burn's first card | `unreadable` | `cut_card_early` |
//! | at a later one | counted, its value secret | counted | `cut_card_early` |
//! | between rounds | `spare_card`; one that may be out, `read_twice` | the same | seen, of the next round |
//! | between rounds, and a dealer hands over with a burned card | burned | burned, unseen | seen, of the next round |
//! | in betting, and it was read before the close | `early_card`; one that is out, `read_twice` | the same | seen |
//! | in betting, and it was read after it | waits | waits | seen |
//! | waiting for a card | checked, then dealt | `unreadable` | seen |
//! | waiting for cards to be shown | waits | waits | seen |
//! | counting the shoe | waits | waits | noted |
//! | waiting for people | waits | waits | seen |

use baccarat::{Card, Outcome, ShoeEnd};

use crate::command::Command;
use crate::live::command::LiveCommand;
use crate::live::dealer::Shoes;
use crate::live::event::SeenBy;
use crate::live::findings::FindingCode;
use crate::live::origin::{Origin, RecordRef};
use crate::live::place::Place;
use crate::live::reading::{CardRead, Read, Reading, ShoeChange, ShoeRead, Slot};
use crate::live::state::Waiting;
use crate::phase::{Phase, RoundEnd};
use crate::state::Table;

/// Within how many milliseconds the same card twice may be one card.
pub const TWICE_MS: u32 = 700;

/// What a reading leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// This happens.
    Command(Box<Command>),
    /// It waits.
    Hold,
    /// People have to look.
    Raise(FindingCode),
}

/// What a reading leads to at this table, whether it just came or waits.
pub fn react(table: &Table, reading: &Reading) -> Reaction {
    react_to(table, &table.live.as_waiting(reading))
}

fn react_to(table: &Table, waiting: &Waiting) -> Reaction {
    let Reading { record, what, .. } = &waiting.reading;
    if table.live.finding.as_ref().is_some_and(|finding| finding.records.contains(record)) {
        return Reaction::Hold;
    }
    match what {
        Read::Fault => note(*record),
        Read::Shoe(shoe) => to_shoe(table, *record, shoe),
        Read::CutCard { .. } => to_cut_card(table, *record),
        Read::Result { outcome } => to_result(table, *record, *outcome),
        Read::Card(_) | Read::Unread(_) => to_card(table, waiting),
    }
}

fn carry_out(command: Command) -> Reaction {
    Reaction::Command(Box::new(command))
}

fn note(record: RecordRef) -> Reaction {
    carry_out(Command::Live(LiveCommand::NoteRecord { record }))
}

/// A shoe in play stays; between shoes the one that is loaded has to be one that is wanted.
fn to_shoe(table: &Table, record: RecordRef, shoe: &ShoeRead) -> Reaction {
    if shoe.change != ShoeChange::Loaded {
        return note(record);
    }
    if table.live.finding.is_some() {
        return Reaction::Hold;
    }
    let known = table.live.loaded.as_ref();
    let same = known.is_some_and(|known| {
        (&known.label, known.decks, known.device) == (&shoe.label, shoe.decks, record.device)
    });
    let in_play = table.fresh_shoe().is_none() && table.shoe_in_play();
    match (in_play, same) {
        (true, true) if !table.phase().round_under_way() => note(record),
        (true, _) => Reaction::Raise(FindingCode::WrongShoe),
        (false, true) if table.fresh_shoe().is_some() => note(record),
        (false, _) if !is_wanted(table, shoe) => Reaction::Raise(FindingCode::WrongShoe),
        (false, _) => carry_out(Command::Live(LiveCommand::LoadShoe { record })),
    }
}

/// Whether this shoe may be opened next.
fn is_wanted(table: &Table, shoe: &ShoeRead) -> bool {
    let scanner = table.settings().dealer.scanner().cloned().or_else(|| table.live_settings());
    let any = scanner.unwrap_or_default().shoes == Shoes::Any;
    let has_seal = |seal: &Option<String>| seal.is_none() || *seal == shoe.seal;
    let may_come = table.live.assigned.get(&shoe.label).map_or(any, has_seal);
    shoe.decks == table.settings().rules.decks && may_come
}

fn to_cut_card(table: &Table, record: RecordRef) -> Reaction {
    if !table.wants_cut_card() {
        return note(record);
    }
    match table.place() {
        Place::Burn if table.live.finding.is_some() => Reaction::Hold,
        Place::Burn => Reaction::Raise(FindingCode::CutCardEarly),
        Place::NoShoe | Place::Counting => note(record),
        _ => carry_out(Command::Live(LiveCommand::SeeCutCard { by: SeenBy::Record(record) })),
    }
}

/// What a device says of the winner is compared with the coup on the table, and used for nothing.
fn to_result(table: &Table, record: RecordRef, outcome: Outcome) -> Reaction {
    if table.live.finding.is_some() || table.live.cards_before(record).next().is_some() {
        return Reaction::Hold;
    }
    // Nobody is to learn from it what lies face down, nor whether it wants another card.
    if table.hides_cards() {
        return Reaction::Hold;
    }
    match table.phase() {
        Phase::Settled { end: RoundEnd::Coup(coup) } if coup.outcome() != outcome => {
            Reaction::Raise(FindingCode::DeviceDisagrees)
        }
        phase if phase.is_dealt() && !matches!(phase, Phase::Complete { .. }) => {
            Reaction::Raise(FindingCode::DeviceDisagrees)
        }
        _ => note(record),
    }
}

fn to_card(table: &Table, waiting: &Waiting) -> Reaction {
    let record = waiting.reading.record;
    let first_in_line = table.live.cards_before(record).next().is_none();
    let place = table.place();
    let is_cleared = waiting.cleared.contains(&FindingCode::ReadTwice);
    let of_loaded = table.live.loaded.as_ref().is_some_and(|loaded| loaded.device == record.device);
    if table.live.finding.is_some() {
        return Reaction::Hold;
    }
    if place == Place::NoShoe || !of_loaded {
        return Reaction::Raise(FindingCode::WrongShoe);
    }
    match place {
        Place::Burn => to_burned(table, waiting),
        Place::NoShoe | Place::Reveal | Place::Complete | Place::Counting => Reaction::Hold,
        _ if !first_in_line => Reaction::Hold,
        Place::Between | Place::Betting(_) if is_foreign(waiting) => {
            Reaction::Raise(FindingCode::ForeignCard)
        }
        Place::Between if table.may_be_twice(waiting) && !is_cleared => {
            Reaction::Raise(FindingCode::ReadTwice)
        }
        Place::Betting(closes_at) if waiting.reading.read_at < closes_at && table.is_twice(waiting) => {
            Reaction::Raise(FindingCode::ReadTwice)
        }
        Place::Between if table.waits_for_hand_over() && waiting.missed == 0 => {
            carry_out(Command::Live(LiveCommand::BurnAtHandOver { record }))
        }
        Place::Between => Reaction::Raise(FindingCode::SpareCard),
        Place::Betting(closes_at) if waiting.reading.read_at < closes_at => {
            Reaction::Raise(FindingCode::EarlyCard)
        }
        Place::Betting(_) => Reaction::Hold,
        Place::Wanted => to_wanted(table, waiting),
    }
}

/// Something whose code is that of no card.
fn is_foreign(waiting: &Waiting) -> bool {
    matches!(&waiting.reading.what, Read::Unread(unread) if unread.foreign)
}

/// The cards of the burn wait until the last one has passed; the first one says how many there are.
fn to_burned(table: &Table, waiting: &Waiting) -> Reaction {
    let wrong = [
        (is_foreign(waiting), FindingCode::ForeignCard),
        (waiting.missed > 0, FindingCode::MissedCard),
        (table.is_twice(waiting), FindingCode::ReadTwice),
    ];
    if let Some((_, code)) = wrong.into_iter().find(|(holds, _)| *holds) {
        return Reaction::Raise(code);
    }
    let line = || table.live.cards_before(waiting.reading.record).chain([waiting]);
    let Some(needed) = table.burn_takes(line().next()) else {
        return if line().count() == 1 { Reaction::Raise(FindingCode::Unreadable) } else { Reaction::Hold };
    };
    let turned = line().next().and_then(|first| first.value(table.conf_min()));
    let first = turned.filter(|_| table.settings().rules.burn.shows_first_card());
    if line().count() < needed {
        return Reaction::Hold;
    }
    let records = line().take(needed).map(|waiting| waiting.reading.record).collect();
    carry_out(Command::BurnCards { first, records })
}

/// The checks of a card that is wanted, in their order; a card in order is dealt.
fn to_wanted(table: &Table, waiting: &Waiting) -> Reaction {
    let card = waiting.value(table.conf_min());
    let claimed = as_read(waiting).and_then(|read| read.slot);
    let refused = |card: Card| table.shoe_after(card, table.falls_face_down()).is_err();
    let before_close = table.live.closes_at.is_some_and(|closes_at| waiting.reading.read_at < closes_at);
    let checks = [
        (before_close && !table.is_twice(waiting), FindingCode::EarlyCard),
        (is_foreign(waiting), FindingCode::ForeignCard),
        (waiting.missed > 0, FindingCode::MissedCard),
        (card.is_none(), FindingCode::Unreadable),
        (table.may_be_twice(waiting), FindingCode::ReadTwice),
        (claimed.is_some_and(|slot| slot != Slot::next(&table.deal())), FindingCode::OutOfTurn),
        (card.is_some_and(refused), FindingCode::TooManyCopies),
        (waiting.reading.late, FindingCode::LateReading),
    ];
    let wrong = checks.into_iter().find(|(holds, code)| *holds && !waiting.cleared.contains(code));
    match (wrong, card) {
        (Some((_, code)), _) => Reaction::Raise(code),
        (None, Some(card)) => {
            carry_out(Command::DrawCard { card, from: Origin::Device(waiting.reading.record) })
        }
        (None, None) => Reaction::Raise(FindingCode::Unreadable),
    }
}

/// Whether a reading says that it replaces another one.
const fn replaces(waiting: &Waiting) -> bool {
    waiting.reading.what.rescan().is_some()
}

const fn as_read(waiting: &Waiting) -> Option<&CardRead> {
    match &waiting.reading.what {
        Read::Card(read) => Some(read),
        _ => None,
    }
}

impl Table {
    /// Whether a reading is surely of a piece of card that is out of the shoe, or that waits already: its pass or its
    /// mark says so.
    pub(crate) fn is_twice(&self, waiting: &Waiting) -> bool {
        let mut line = self.live.cards_before(waiting.reading.record);
        waiting.repeated || self.live.is_of_out(waiting) || line.any(|earlier| waiting.is_again(earlier))
    }

    /// Whether a reading may be of a piece of card that is out of the shoe: also when it comes as the rescan of one in
    /// whose place another card was dealt. That one may have been it, from a device that does not mark its rescans.
    fn may_be_twice(&self, waiting: &Waiting) -> bool {
        let soon = as_read(waiting).filter(|read| read.rescan.is_none()).is_some_and(|read| {
            self.live.sensor.last.is_some_and(|(card, at)| {
                card == read.card && waiting.reading.read_at <= at.plus_ms(TWICE_MS)
            })
        });
        soon || self.is_twice(waiting) || replaces(waiting) && self.live.sensor.is_filled(waiting.piece)
    }

    /// Whether the shoe on the table has a cut card that nobody saw yet.
    pub(crate) fn wants_cut_card(&self) -> bool {
        let has_one = matches!(self.settings().rules.shoe_end, ShoeEnd::CutCard { .. });
        self.live.scanned && has_one && self.shoe().cut_card_round().is_none()
    }

    /// Whether so few cards are left between rounds that the cut card must have been overlooked.
    fn cut_card_is_late(&self) -> bool {
        let ShoeEnd::CutCard { from_end, .. } = self.settings().rules.shoe_end else { return false };
        let late = self.shoe().remaining().saturating_add(baccarat::COUP_CARDS) < from_end;
        let open = self.place() == Place::Between && !self.shoe_is_over() && self.live.ends_after.is_none();
        late && open && self.wants_cut_card()
    }

    /// What follows now from the readings that wait, and from which record; none when they wait on.
    pub fn due_reaction(&self) -> Option<(Option<RecordRef>, Reaction)> {
        let waiting = self.live.waiting.iter();
        let mut due = waiting.map(|waiting| (Some(waiting.reading.record), react_to(self, waiting)));
        let first = due.find(|(_, reaction)| *reaction != Reaction::Hold);
        let late = || self.live.finding.is_none() && self.cut_card_is_late();
        first.or_else(|| late().then_some((None, Reaction::Raise(FindingCode::CutCardLate))))
    }
}
