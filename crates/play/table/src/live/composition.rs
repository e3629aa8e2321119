//! Compares the cards that came out of a shoe with those of its decks, corrections included. Pure.

use baccarat::Card;

use crate::correction::Proposal;
use crate::event::Event;
use crate::ids::StaffId;
use crate::live::counted_shoe::CardCount;
use crate::live::decide::is_here;
use crate::live::event::LiveEvent;
use crate::live::findings::FindingCode;
use crate::live::people::Person;
use crate::live::place::Place;
use crate::live::refusal::LiveRefusal;
use crate::live::state::Waiting;
use crate::live::waits::LiveWait;
use crate::refusal::Refusal;
use crate::state::Table;

/// The dealer says that all cards that were left have passed.
pub(crate) fn count_out(table: &Table, dealer: StaffId) -> Result<Vec<Event>, Refusal> {
    is_here(table, Person::Dealer(dealer))?;
    if let Some(finding) = &table.live.finding {
        return Err(LiveRefusal::FindingOpen { finding_no: finding.no }.into());
    }
    if table.place() != Place::Counting {
        return Err(LiveRefusal::Waits(LiveWait::Shoe).into());
    }
    let counted = table.counted();
    let whole = matches!(&counted, LiveEvent::ShoeCounted { missing, extra, unseen, .. }
        if extra.is_empty() && total(missing) == *unseen);
    let finding = LiveEvent::FindingRaised {
        code: FindingCode::Composition,
        records: Vec::new(),
        slot: None,
        by: None,
    };
    Ok([Some(counted), (!whole).then_some(finding)].into_iter().flatten().map(Event::Live).collect())
}

fn total(counts: &[CardCount]) -> u16 {
    counts.iter().fold(0, |sum, one| sum.saturating_add(one.count))
}

impl Table {
    /// What is missing and what is too many among the cards that are out and those that wait, each piece of card once.
    /// A card that nobody saw may stand for any one.
    fn counted(&self) -> LiveEvent {
        let is_card = |waiting: &&Waiting| waiting.reading.what.is_card();
        let cards: Vec<&Waiting> = self.live.waiting.iter().filter(is_card).collect();
        let (mut out, conf_min) = (self.live.out.clone(), self.conf_min());
        self.live.each_once(&cards).iter().for_each(|waiting| out.take(waiting.value(conf_min)));
        let decks = u16::from(self.shoe.decks());
        let off = |difference: fn(u16, u16) -> u16| {
            let all = (0..Card::KINDS).filter_map(Card::from_index);
            let counts =
                all.map(|card| CardCount { card, count: difference(decks, out.known()[card.index()]) });
            counts.filter(|one| one.count > 0).collect()
        };
        LiveEvent::ShoeCounted {
            records: cards.iter().map(|waiting| waiting.reading.record).collect(),
            missing: off(u16::saturating_sub),
            extra: off(|decks, known| known.saturating_sub(decks)),
            unseen: out.unseen(),
        }
    }

    /// A correction says that other cards came out of the shoe on the table with a round.
    pub(crate) fn correct_cards(&mut self, agreed: &Proposal) {
        let (before, after) = (agreed.out_before(), agreed.out_after());
        self.shoe.amend(&before, &after);
        if self.live.scanned {
            self.live.out.correct(agreed.round.round_no, &before, &after);
        }
    }
}
