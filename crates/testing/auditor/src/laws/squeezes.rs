//! Law: where patrons turn cards, the log names who has the right to: the largest stakes when betting closes.
//! Cards fall face down as long as somebody turns them, no third card falls before the four are shown, each is
//! shown exactly once and for a reason that holds, and no round is settled while one lies face down.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::coup::player_draws;
use crate::event::{HeldRound, TableEvent, Wager};
use crate::ids::RoundId;
use crate::live_event::LiveEvent;
use crate::observations::{PatronObservations, ShownEdge};
use crate::record::{Event, Record};

pub(super) fn check(record: &Record, patrons: &[&PatronObservations]) -> Vec<String> {
    let mut flaws = Vec::new();
    let mut held = BTreeMap::new();
    for events in record.by_table() {
        let mut walk = Walk::default();
        for event in events {
            flaws.extend(walk.step(event).map(|what| format!("{}: {what}", event.id)));
            walk.note(event, &mut held);
        }
    }
    flaws.extend(patrons.iter().flat_map(|own| edges(own, &held)));
    flaws
}

/// A card that somebody turns: who, and which card.
type Held = BTreeMap<(RoundId, String), (Option<u32>, String)>;

/// The edges of cards that were shown to a patron who does not turn them, or were of other cards.
fn edges(own: &PatronObservations, held: &Held) -> Vec<String> {
    let flaw = |edge: &ShownEdge| {
        let ShownEdge { round, slot, shows } = edge;
        let known = held.get(&(*round, slot.clone()));
        let right = known.is_some_and(|(holder, card)| *holder == own.patron && shows_of(card) == shows);
        (!right).then(|| format!("{round}: patron {:?} saw {shows} at {slot}, it is {known:?}", own.patron))
    };
    own.edges.iter().filter_map(flaw).collect()
}

/// What the lifted edge of a card shows.
fn shows_of(card: &str) -> &'static str {
    match card.chars().next() {
        Some('A' | '2' | '3') => "blank",
        Some('4' | '5') => "two",
        Some('6' | '7' | '8') => "three",
        Some('9' | 'T') => "four",
        _ => "picture",
    }
}

/// A patron's stake on a side, and the event by which it became that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    stake: i64,
    reached: u64,
}

/// One table, followed from its first event on.
#[derive(Default)]
struct Walk {
    round: RoundId,
    /// Who has a seat; none as long as the log knows no seats.
    seated: Option<BTreeSet<u32>>,
    /// What each patron has on Player and on Banker.
    stakes: BTreeMap<u32, [Standing; 2]>,
    held: Option<HeldRound>,
    /// Who turns the cards of Player and of Banker, and has not left.
    holders: [Option<u32>; 2],
    /// The cards of the round: where each lies, and whether it lies face down.
    lying: Vec<(&'static str, String, bool)>,
    /// When the last card fell face down.
    since: i64,
    /// The places whose card people looked at.
    looked: BTreeSet<String>,
    /// Whether people looked at all cards.
    misread: bool,
    voided: bool,
    /// Who left in the event before.
    left: Option<u32>,
}

impl Walk {
    fn step(&mut self, event: &Event) -> Option<String> {
        let left = self.left.take();
        match &event.what {
            TableEvent::ShoeOpened { shoe_no, seats, .. } => {
                self.round = RoundId { table: event.id.table, shoe_no: *shoe_no, round_no: 0 };
                let carried = seats.as_ref().map(|seats| seats.iter().map(|own| own.patron).collect());
                self.seated = carried;
            }
            TableEvent::SeatTaken { patron } => _ = self.seated.get_or_insert_default().insert(*patron),
            TableEvent::SeatLeft { patron, .. } => {
                self.seated.get_or_insert_default().remove(patron);
                self.left = Some(*patron).filter(|patron| self.holders.contains(&Some(*patron)));
                self.holders.iter_mut().for_each(|holder| _ = holder.take_if(|own| own == patron));
            }
            TableEvent::BettingOpened { .. } | TableEvent::Live(LiveEvent::FreeRoundOpened { .. }) => {
                return self.begin(event.what.begins_round().unwrap_or_default());
            }
            TableEvent::SlipAccepted { patron, wagers, replaced, .. } => {
                self.place(event.id.seq, *patron, wagers, replaced.is_some());
            }
            TableEvent::WagersCleared { patron, .. } => _ = self.stakes.remove(patron),
            TableEvent::BettingClosed { squeeze, .. } => return self.close(*squeeze),
            TableEvent::CardDrawn { card, face_down, .. } => return self.fall(event, card, *face_down),
            TableEvent::CardsRevealed { slots, by } => return self.show(event, slots, by, left),
            TableEvent::RoundSettled { .. } => {
                let hidden = self.hidden();
                return (!hidden.is_empty()).then(|| format!("settled while {hidden:?} lie face down"));
            }
            TableEvent::RoundVoided { .. } => self.voided = true,
            TableEvent::Live(live) => self.live(live),
            _ => {}
        }
        None
    }

    /// Notes who turns the card that just fell face down, as the log said when betting closed.
    fn note(&self, event: &Event, held: &mut Held) {
        if let (TableEvent::CardDrawn { face_down: true, .. }, Some(own)) = (&event.what, self.held)
            && let Some((place, card, _)) = self.lying.last()
        {
            let holder = if place.starts_with('B') { own.banker } else { own.player };
            held.insert((self.round, (*place).to_owned()), (holder, card.clone()));
        }
    }

    fn begin(&mut self, round_no: u16) -> Option<String> {
        let hidden = self.hidden();
        let (seated, round) = (self.seated.take(), RoundId { round_no, ..self.round });
        *self = Self { round, seated, ..Self::default() };
        (!hidden.is_empty()).then(|| format!("a round begins, and {hidden:?} were never shown"))
    }

    fn place(&mut self, seq: u64, patron: u32, wagers: &[Wager], replaces: bool) {
        let before = self.stakes.get(&patron).copied().unwrap_or_default();
        let mut after = before;
        for (side, spot) in ["player", "banker"].into_iter().enumerate() {
            let own = wagers.iter().filter(|wager| wager.spot == spot).map(|wager| wager.stake);
            let kept = if replaces { 0 } else { before[side].stake };
            after[side].stake = kept + own.sum::<i64>();
            if after[side].stake != before[side].stake {
                after[side].reached = seq;
            }
        }
        self.stakes.insert(patron, after);
    }

    /// Who has the right to turn the cards of each side.
    fn right(&self, from: i64) -> [Option<u32>; 2] {
        let sits = |patron: &u32| self.seated.as_ref().is_none_or(|seated| seated.contains(patron));
        let largest = |side: usize, but: Option<u32>| {
            let large = self.stakes.iter().filter(|(patron, own)| {
                own[side].stake >= from && own[side].stake > 0 && Some(**patron) != but && sits(patron)
            });
            large
                .max_by_key(|(_, own)| (own[side].stake, Reverse(own[side].reached)))
                .map(|(patron, _)| *patron)
        };
        let player = largest(0, None);
        [player, largest(1, player)]
    }

    fn close(&mut self, squeeze: Option<HeldRound>) -> Option<String> {
        self.held = squeeze;
        let held = squeeze?;
        self.holders = [held.player, held.banker];
        let right = self.right(held.from);
        (right != self.holders || right == [None; 2])
            .then(|| format!("{:?} turn the cards, {right:?} have the right to", self.holders))
    }

    fn fall(&mut self, event: &Event, card: &str, face_down: bool) -> Option<String> {
        let hidden = self.hidden();
        let cards: Vec<String> = self.lying.iter().map(|(_, card, _)| card.clone()).collect();
        let place = match cards.as_slice() {
            [p1, _, p2, _] if player_draws(p1, p2) => "P3",
            cards => ["P1", "B1", "P2", "B2"].get(cards.len()).copied().unwrap_or("B3"),
        };
        let side = usize::from(place.starts_with('B'));
        let turned = cards.len() < 4 || self.holders[side].is_some();
        let due = self.held.is_some() && turned && !self.misread && !self.looked.contains(place);
        self.lying.push((place, card.to_owned(), face_down));
        if face_down {
            self.since = event.at;
        }
        if due != face_down {
            return Some(format!("the card at {place} lies face {}", if face_down { "down" } else { "up" }));
        }
        (cards.len() >= 4 && !hidden.is_empty())
            .then(|| format!("a card falls at {place} while {hidden:?} lie face down"))
    }

    fn hidden(&self) -> Vec<&'static str> {
        self.lying.iter().filter(|(.., hidden)| *hidden).map(|(place, ..)| *place).collect()
    }

    fn show(&mut self, event: &Event, slots: &[String], by: &str, left: Option<u32>) -> Option<String> {
        let (hidden, four) = (self.hidden(), self.lying.len() >= 4);
        let twice = slots.is_empty() || slots.iter().any(|slot| !hidden.contains(&slot.as_str()));
        let side = |slot: &String| usize::from(slot.starts_with('B'));
        let held = self.held.map_or((0, 0), |held| (held.ms, held.third_ms));
        let ms = if self.lying.len() > 4 { held.1 } else { held.0 };
        let holds = match by {
            "holder" => {
                four && slots.len() == 1 && slots.iter().all(|slot| self.holders[side(slot)].is_some())
            }
            "clock" => four && slots.len() == hidden.len() && event.at >= self.since + ms,
            "nobody" => four && slots.iter().all(|slot| self.holders[side(slot)].is_none()),
            "left" => four && left.is_some() && slots.iter().all(|slot| self.holders[side(slot)].is_none()),
            "finding" => self.misread && slots.len() == hidden.len(),
            "void" => self.voided && slots.len() == hidden.len(),
            _ => false,
        };
        for (place, _, hidden) in &mut self.lying {
            *hidden &= !slots.iter().any(|slot| slot == place);
        }
        if twice {
            return Some(format!("{slots:?} are shown, {hidden:?} lie face down"));
        }
        (!holds).then(|| format!("{slots:?} are shown by {by}, and that does not hold"))
    }

    fn live(&mut self, event: &LiveEvent) {
        match event {
            LiveEvent::FindingRaised { code, slot: Some(slot), .. } => {
                self.misread |= code == "misread";
                self.looked.insert(slot.clone());
            }
            LiveEvent::CardAmended { slot, to, .. } => {
                let found = self.lying.iter_mut().find(|(place, ..)| place == slot);
                if let Some((_, card, _)) = found {
                    to.clone_into(card);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;

    /// Ann, 1, has the largest stake on Player, Bob, 2, on Banker; both sit.
    const ROUND: [&str; 13] = [
        r#"{"type":"shoe_opened","shoe_no":1,"algorithm":"x","seats":[{"patron":1},{"patron":2}]}"#,
        r#"{"type":"betting_opened","round_no":1,"closes_at":0}"#,
        r#"{"type":"slip_accepted","patron":1,"slip_id":"1","wagers":[{"spot":"player","stake":200}]}"#,
        r#"{"type":"slip_accepted","patron":2,"slip_id":"2","wagers":[{"spot":"banker","stake":100}]}"#,
        r#"{"type":"betting_closed","squeeze":{"from":100,"ms":12,"third_ms":8,"player":1,"banker":2}}"#,
        r#"{"type":"card_drawn","card":"9h","face_down":true}"#,
        r#"{"type":"card_drawn","card":"Kd","face_down":true}"#,
        r#"{"type":"card_drawn","card":"Ks","face_down":true}"#,
        r#"{"type":"card_drawn","card":"3c","face_down":true}"#,
        r#"{"type":"cards_revealed","slots":["P2"],"by":"holder"}"#,
        r#"{"type":"seat_left","patron":2,"reason":"left"}"#,
        r#"{"type":"cards_revealed","slots":["B1","B2"],"by":"left"}"#,
        r#"{"type":"cards_revealed","slots":["P1"],"by":"clock"}"#,
    ];

    /// What the law finds in a round of these events, each at ten times its number; the settlement follows.
    fn found(change: impl Fn(&mut Vec<String>)) -> Vec<String> {
        let mut bodies: Vec<String> = ROUND.iter().map(ToString::to_string).collect();
        change(&mut bodies);
        bodies.push(r#"{"type":"round_settled","revision":1,"patrons":[]}"#.to_owned());
        let mut walk = Walk::default();
        let events = (1_u64..).zip(bodies).map(|(seq, body)| {
            let at = i64::try_from(seq).unwrap() * 10;
            Event::read(EventId { table: 1, seq }, at, None, body).unwrap()
        });
        events.filter_map(|event| walk.step(&event)).collect()
    }

    #[test]
    fn a_squeeze_as_it_should_be_is_none() {
        assert_eq!(found(|_| {}), Vec::<String>::new());
    }

    #[test]
    fn each_planted_mistake_is_found() {
        let swap = |from: &'static str, to: &'static str| {
            move |bodies: &mut Vec<String>| {
                for body in bodies.iter_mut() {
                    *body = body.replace(from, to);
                }
            }
        };
        let without = |place: usize| move |bodies: &mut Vec<String>| _ = bodies.remove(place);
        for (found, expected) in [
            (found(swap(r#""player":1,"banker":2"#, r#""player":2,"banker":1"#)), "have the right to"),
            (found(swap(r#""player":1,"banker":2"#, r#""player":1"#)), "have the right to"),
            (found(swap(r#""from":100"#, r#""from":101"#)), "have the right to"),
            (found(without(12)), "settled while [\"P1\"] lie face down"),
            (found(without(9)), "settled while [\"P2\"] lie face down"),
            (found(without(8)), "does not hold"),
            (found(swap(r#""3c","face_down":true"#, r#""3c""#)), "the card at B2 lies face up"),
            (found(swap(r#"["P1"]"#, r#"["P2"]"#)), "are shown, [\"P1\"] lie face down"),
            (found(without(10)), "by left, and that does not hold"),
            (found(swap(r#""ms":12"#, r#""ms":50"#)), "by clock, and that does not hold"),
        ] {
            assert!(found.iter().any(|flaw| flaw.contains(expected)), "{expected}: {found:?}");
        }
    }

    #[test]
    fn an_edge_is_seen_by_the_patron_who_turns_the_card_alone() {
        let round = RoundId { table: 1, shoe_no: 1, round_no: 1 };
        let held = Held::from([((round, "P1".to_owned()), (Some(1), "9h".to_owned()))]);
        let seen = |patron: u32, slot: &str, shows: &str| {
            let edge = ShownEdge { round, slot: slot.to_owned(), shows: shows.to_owned() };
            let own = PatronObservations { patron: Some(patron), edges: vec![edge], ..Default::default() };
            edges(&own, &held).len()
        };
        assert_eq!(seen(1, "P1", "four"), 0);
        assert_eq!((seen(2, "P1", "four"), seen(1, "P1", "two"), seen(1, "B1", "four")), (1, 1, 1));
    }

    #[test]
    fn a_third_card_falls_after_the_four_are_shown() {
        let third = |at: usize| {
            found(|bodies| {
                for body in bodies.iter_mut() {
                    *body = body.replace("9h", "2h");
                }
                bodies.insert(at, r#"{"type":"card_drawn","card":"4h","face_down":true}"#.to_owned());
                bodies.push(r#"{"type":"cards_revealed","slots":["P3"],"by":"holder"}"#.to_owned());
            })
        };
        assert_eq!(third(13), Vec::<String>::new());
        assert!(
            third(12).iter().any(|flaw| flaw.contains("a card falls at P3 while [\"P1\"] lie face down"))
        );
    }
}
