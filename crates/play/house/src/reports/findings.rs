//! What went wrong at live tables, by dealer, table or device: how often, how it was resolved, and how long that took.
//! A fold over the logs of tables. Reads nothing.

use std::collections::BTreeMap;
use std::ops::Range;

use table::live::{FindingCode, How, LiveEvent, Origin, Person};
use table::{DeviceId, Event, RecordedEvent, StaffId, TableId, Timestamp};

/// The fewest rounds of a group whose rate can be marked.
pub const ROUNDS_TO_MARK: u64 = 500;
/// A rate is marked that is so many times that of the house.
pub const TIMES_TO_MARK: u64 = 3;
/// The card of a round that is the first third card of a hand.
const THIRD_CARD: u64 = 5;

/// What a report is grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The dealer at the table.
    Dealer,
    /// The table.
    Table,
    /// The device that read the card, or that was connected.
    Device,
}

/// A group of figures. The number is missing where nobody dealt, or no device was connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// All live tables.
    House,
    /// A dealer.
    Dealer(Option<StaffId>),
    /// A table.
    Table(TableId),
    /// A device.
    Device(Option<DeviceId>),
}

/// What happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Cards that were dealt.
    pub cards: u64,
    /// Rounds that ended.
    pub rounds: u64,
    /// Those of them that were voided.
    pub voids: u64,
    /// Those that were voided after a third card of a hand was dealt.
    pub late_voids: u64,
    /// The findings by their code.
    pub findings: BTreeMap<FindingCode, CodeFigures>,
}

/// The findings of one code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeFigures {
    /// How many were raised.
    pub raised: u64,
    /// How many were resolved in each way. Those that are missing are open.
    pub resolved: BTreeMap<How, u64>,
    /// How long each of those took, in milliseconds.
    pub took: Vec<i64>,
}

impl CodeFigures {
    /// The time within which half of those that were resolved were, and the longest, in milliseconds.
    pub fn times(&self) -> Option<(i64, i64)> {
        let mut took = self.took.clone();
        took.sort_unstable();
        let half = took.len().checked_sub(1)? / 2;
        Some((*took.get(half)?, *took.last()?))
    }

    /// How many are open.
    pub fn open(&self) -> u64 {
        self.raised.saturating_sub(self.resolved.values().sum())
    }
}

impl Figures {
    /// Whether these cards had findings of this code three times as often as those of the house, over enough rounds.
    pub fn stands_out(&self, code: FindingCode, house: &Self) -> bool {
        let raised = |figures: &Self| figures.findings.get(&code).map_or(0, |of| of.raised);
        self.exceeds((raised(self), self.cards), (raised(house), house.cards))
    }

    /// Whether these rounds were voided after a third card three times as often as those of the house, over enough
    /// rounds.
    pub fn stands_out_in_voids(&self, house: &Self) -> bool {
        self.exceeds((self.late_voids, self.rounds), (house.late_voids, house.rounds))
    }

    /// Whether one rate, as a count of so many, is that many times the other.
    fn exceeds(&self, (own, of): (u64, u64), (all, of_all): (u64, u64)) -> bool {
        let product = |one: u64, other: u64| u128::from(one).saturating_mul(other.into());
        let least = product(all, of).saturating_mul(TIMES_TO_MARK.into());
        self.rounds >= ROUNDS_TO_MARK && own > 0 && product(own, of_all) >= least
    }
}

/// A finding that was put on record with a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The table.
    pub table: TableId,
    /// The number of the finding.
    pub finding_no: u64,
    /// What was wrong.
    pub code: FindingCode,
    /// When the note was made.
    pub at: Timestamp,
    /// Who made it, then who agreed.
    pub by: Vec<StaffId>,
    /// What they wrote.
    pub why: String,
}

/// The report, event by event.
#[derive(Debug)]
pub struct FindingsReport {
    by: Option<GroupBy>,
    days: Range<Timestamp>,
    tables: BTreeMap<TableId, AtTable>,
    figures: BTreeMap<Group, Figures>,
    notes: Vec<Noted>,
}

/// How a table stands.
#[derive(Debug, Default)]
struct AtTable {
    /// Whether it is a live one.
    is_live: bool,
    dealer: Option<StaffId>,
    device: Option<DeviceId>,
    /// How many cards of the round under way were dealt.
    cards: u64,
    open: BTreeMap<u64, Raised>,
}

/// A finding that is open, and the groups that count it.
#[derive(Debug)]
struct Raised {
    code: FindingCode,
    at: Timestamp,
    groups: Vec<Group>,
}

impl FindingsReport {
    /// A report of what happened from the first of these moments on and before the second.
    pub fn new(by: Option<GroupBy>, days: Range<Timestamp>) -> Self {
        let figures = BTreeMap::from([(Group::House, Figures::default())]);
        Self { by, days, tables: BTreeMap::new(), figures, notes: Vec::new() }
    }

    /// The figures of the house, then those of each group.
    pub const fn figures(&self) -> &BTreeMap<Group, Figures> {
        &self.figures
    }

    /// The notes that were made of the findings, table by table in the order of their events.
    pub fn notes(&self) -> &[Noted] {
        &self.notes
    }

    /// Takes the next event of a table into account.
    pub fn take(&mut self, table: TableId, recorded: &RecordedEvent) {
        let at = recorded.at;
        let (counts, by) = (self.days.contains(&at), self.by);
        let state = self.tables.entry(table).or_default();
        match &recorded.event {
            Event::Live(event) => {
                state.is_live = true;
                self.take_live((table, recorded.seq, at), counts, event);
            }
            Event::CardDrawn { from, .. } if *from != Origin::Shoe => {
                state.cards = state.cards.saturating_add(1);
                let device = from.record().map(|record| record.device);
                let groups = state.groups(by, table, device);
                self.count(counts, &groups, |figures| figures.cards = figures.cards.saturating_add(1));
            }
            Event::BettingOpened { .. } => state.cards = 0,
            Event::RoundSettled { revision: 1, .. } => self.end_round(table, counts, false),
            Event::RoundVoided { .. } => self.end_round(table, counts, true),
            _ => {}
        }
    }

    fn take_live(&mut self, (table, seq, at): (TableId, u64, Timestamp), counts: bool, event: &LiveEvent) {
        let by = self.by;
        let state = self.tables.entry(table).or_default();
        match event {
            LiveEvent::DealerSeated { dealer, .. } => state.dealer = Some(*dealer),
            LiveEvent::DealerLeft { dealer, .. } if state.dealer == Some(*dealer) => state.dealer = None,
            LiveEvent::DeviceJoined { device } => state.device = Some(*device),
            LiveEvent::DeviceLost { device, .. } if state.device == Some(*device) => state.device = None,
            LiveEvent::FreeRoundOpened { .. } => state.cards = 0,
            LiveEvent::FindingRaised { code, records, .. } if counts => {
                let groups = state.groups(by, table, records.first().map(|record| record.device));
                state.open.insert(seq, Raised { code: *code, at, groups: groups.clone() });
                self.count(true, &groups, |figures| {
                    let of = figures.findings.entry(*code).or_default();
                    of.raised = of.raised.saturating_add(1);
                });
            }
            LiveEvent::FindingResolved { finding_no, how, by, confirmed_by, why, .. } => {
                if let Some(Raised { code, at: since, groups }) = state.open.remove(finding_no) {
                    let by = [by, confirmed_by].into_iter().flatten().map(|person: &Person| person.id());
                    let noted = |why: &String| {
                        let (finding_no, by, why) = (*finding_no, by.collect(), why.clone());
                        Noted { table, finding_no, code, at, by, why }
                    };
                    self.notes.extend(why.as_ref().map(noted));
                    self.count(true, &groups, |figures| {
                        let of = figures.findings.entry(code).or_default();
                        let resolved = of.resolved.entry(*how).or_default();
                        *resolved = resolved.saturating_add(1);
                        of.took.push(at.0.saturating_sub(since.0).max(0));
                    });
                }
            }
            _ => {}
        }
    }

    fn end_round(&mut self, table: TableId, counts: bool, is_void: bool) {
        let by = self.by;
        let state = self.tables.entry(table).or_default();
        let is_late = is_void && state.cards >= THIRD_CARD;
        state.cards = 0;
        let (counts, groups) = (counts && state.is_live, state.groups(by, table, None));
        self.count(counts, &groups, |figures| {
            figures.rounds = figures.rounds.saturating_add(1);
            figures.voids = figures.voids.saturating_add(is_void.into());
            figures.late_voids = figures.late_voids.saturating_add(is_late.into());
        });
    }

    fn count(&mut self, counts: bool, groups: &[Group], change: impl Fn(&mut Figures)) {
        if counts {
            for one in groups {
                change(self.figures.entry(*one).or_default());
            }
        }
    }
}

impl AtTable {
    /// The groups that count something about this device, or about the one that is connected.
    fn groups(&self, by: Option<GroupBy>, table: TableId, device: Option<DeviceId>) -> Vec<Group> {
        let own = by.map(|by| match by {
            GroupBy::Dealer => Group::Dealer(self.dealer),
            GroupBy::Table => Group::Table(table),
            GroupBy::Device => Group::Device(device.or(self.device)),
        });
        [Group::House].into_iter().chain(own).collect()
    }
}

#[cfg(test)]
mod tests {
    use baccarat::Card;
    use table::RecordRef;
    use table::event::VoidReason;

    use super::*;

    const TABLE: TableId = TableId(9);
    const ALWAYS: Range<Timestamp> = Timestamp(0)..Timestamp(i64::MAX);

    /// A log that is told event by event, a second apart.
    struct Told {
        report: FindingsReport,
        seq: u64,
    }

    impl Told {
        fn new(by: Option<GroupBy>, days: Range<Timestamp>) -> Self {
            Self { report: FindingsReport::new(by, days), seq: 0 }
        }

        fn tell(&mut self, event: Event) -> u64 {
            self.seq = self.seq.saturating_add(1);
            let at = Timestamp(i64::try_from(self.seq).unwrap().saturating_mul(1_000));
            self.report.take(TABLE, &RecordedEvent { seq: self.seq, at, event });
            self.seq
        }

        fn live(&mut self, event: LiveEvent) -> u64 {
            self.tell(Event::Live(event))
        }

        fn seat(&mut self, dealer: u32) {
            self.live(LiveEvent::DealerSeated { dealer: StaffId(dealer), by: None });
        }

        fn cards(&mut self, count: u64, device: u32) {
            for n in 1..=count {
                let from = Origin::Device(RecordRef { device: DeviceId(device), n });
                let card: Card = "9h".parse().unwrap();
                self.tell(Event::CardDrawn { card, from, face_down: false });
            }
        }

        fn raise(&mut self, code: FindingCode) -> u64 {
            self.live(LiveEvent::FindingRaised { code, records: vec![], slot: None, by: None })
        }

        fn resolve(&mut self, finding_no: u64, how: How) {
            self.resolve_with(finding_no, how, None);
        }

        fn resolve_with(&mut self, finding_no: u64, how: How, why: Option<&str>) {
            let [by, confirmed_by] = [2, 3].map(|id| why.map(|_| Person::Supervisor(StaffId(id))));
            let (consumes, attempts, why) = (vec![], 0, why.map(str::to_owned));
            let resolved =
                LiveEvent::FindingResolved { finding_no, how, by, confirmed_by, consumes, attempts, why };
            self.live(resolved);
        }

        fn settle(&mut self) {
            self.tell(Event::RoundSettled { revision: 1, patrons: vec![] });
        }

        fn void(&mut self) {
            let (reason, returned) = (VoidReason::Irregular, vec![]);
            self.tell(Event::RoundVoided { reason, returned, by: None });
        }

        fn of(&self, group: Group) -> &Figures {
            &self.report.figures()[&group]
        }
    }

    #[test]
    fn notes_are_listed_with_those_who_made_them_if_their_finding_counts() {
        let mut told = Told::new(None, Timestamp(3_000)..Timestamp(i64::MAX));
        let before = told.raise(FindingCode::Composition);
        told.resolve_with(before, How::Note, Some("of the day before"));
        let counted = told.raise(FindingCode::Composition);
        told.resolve_with(counted, How::Note, Some("an ace lay under the tray"));
        let read = told.raise(FindingCode::Unreadable);
        told.resolve(read, How::Rescan);
        let noted = Noted {
            table: TABLE,
            finding_no: counted,
            code: FindingCode::Composition,
            at: Timestamp(4_000),
            by: vec![StaffId(2), StaffId(3)],
            why: "an ace lay under the tray".to_owned(),
        };
        assert_eq!(told.report.notes(), [noted]);
    }

    #[test]
    fn findings_count_for_the_dealer_who_sat_there_and_take_their_time() {
        let mut told = Told::new(Some(GroupBy::Dealer), ALWAYS);
        told.seat(7);
        told.cards(3, 1);
        let first = told.raise(FindingCode::Unreadable);
        told.resolve(first, How::Rescan);
        let second = told.raise(FindingCode::Unreadable);
        told.seat(8);
        told.cards(2, 1);
        told.resolve(second, How::KeyIn);
        told.raise(FindingCode::SpareCard);
        told.settle();
        let of = &told.of(Group::Dealer(Some(StaffId(7)))).findings[&FindingCode::Unreadable];
        assert_eq!((of.raised, of.open(), of.times()), (2, 0, Some((1_000, 4_000))));
        assert_eq!(of.resolved, BTreeMap::from([(How::Rescan, 1), (How::KeyIn, 1)]));
        let other = told.of(Group::Dealer(Some(StaffId(8))));
        assert_eq!((other.cards, other.rounds, other.findings[&FindingCode::SpareCard].open()), (2, 1, 1));
        let house = told.of(Group::House);
        assert_eq!((house.cards, house.rounds, house.voids, house.findings.len()), (5, 1, 0, 2));
    }

    #[test]
    fn a_void_after_a_third_card_is_counted_apart() {
        let mut told = Told::new(Some(GroupBy::Device), ALWAYS);
        told.live(LiveEvent::DeviceJoined { device: DeviceId(4) });
        for cards in [4, 5, 0, 6] {
            told.cards(cards, 4);
            told.void();
        }
        told.cards(6, 4);
        told.settle();
        let device = told.of(Group::Device(Some(DeviceId(4))));
        assert_eq!((device.rounds, device.voids, device.late_voids, device.cards), (5, 4, 2, 21));
    }

    #[test]
    fn only_the_days_that_are_asked_for_count() {
        let mut told = Told::new(Some(GroupBy::Table), Timestamp(3_000)..Timestamp(6_000));
        let before = told.raise(FindingCode::Misread);
        told.cards(1, 1);
        let within = told.raise(FindingCode::Misread);
        told.resolve(before, How::KeyIn);
        told.cards(1, 1);
        told.cards(1, 1);
        // A finding counts on the day on which it was raised, with its end.
        told.resolve(within, How::Void);
        let of = told.of(Group::Table(TABLE));
        assert_eq!((of.cards, of.findings[&FindingCode::Misread].raised), (1, 1));
        assert_eq!(of.findings[&FindingCode::Misread].resolved, BTreeMap::from([(How::Void, 1)]));
    }

    #[test]
    fn a_table_that_the_clock_deals_has_no_figures() {
        let mut told = Told::new(Some(GroupBy::Table), ALWAYS);
        let card: Card = "9h".parse().unwrap();
        told.tell(Event::CardDrawn { card, from: Origin::Shoe, face_down: false });
        told.settle();
        assert_eq!(told.report.figures().keys().collect::<Vec<_>>(), [&Group::House]);
        assert_eq!(*told.of(Group::House), Figures::default());
    }

    #[test]
    fn three_times_the_rate_of_the_house_stands_out_over_enough_rounds() {
        let code = FindingCode::EarlyCard;
        let figures = |rounds, cards, raised, late_voids| {
            let of = CodeFigures { raised, ..CodeFigures::default() };
            Figures {
                rounds,
                cards,
                late_voids,
                findings: BTreeMap::from([(code, of)]),
                ..Figures::default()
            }
        };
        let house = figures(10_000, 50_000, 100, 20);
        for (own, expected, in_voids) in [
            (figures(500, 2_500, 15, 3), true, true),
            (figures(500, 2_500, 14, 2), false, false),
            (figures(499, 2_495, 400, 400), false, false),
            (figures(500, 2_500, 0, 0), false, false),
        ] {
            assert_eq!((own.stands_out(code, &house), own.stands_out_in_voids(&house)), (expected, in_voids));
        }
        assert!(
            !figures(500, 2_500, 1, 0).stands_out(code, &figures(500, 2_500, 1, 0)),
            "alone in the house"
        );
    }
}
