//! Law: the dealer of a live table resolves no finding there as a supervisor. One supervisor alone voids no round while
//! a finding is open, and no round that they deal.

use crate::event::TableEvent;
use crate::live_event::{LiveEvent, Person};
use crate::record::{Event, Record};

pub(super) fn check(record: &Record) -> Vec<String> {
    record.by_table().flat_map(flaws).collect()
}

/// One table, followed from its first event on.
fn flaws(events: &[Event]) -> Vec<String> {
    let mut table = Table::default();
    events
        .iter()
        .filter_map(|event| table.step(&event.what).map(|flaw| format!("{}: {flaw}", event.id)))
        .collect()
}

#[derive(Default)]
struct Table {
    dealer: Option<u32>,
    /// What is wrong, while a finding is open.
    open: Option<String>,
}

impl Table {
    fn step(&mut self, event: &TableEvent) -> Option<String> {
        match event {
            TableEvent::RoundVoided { reason, by: Some(by), .. } if reason == "supervisor" => {
                if let Some(code) = &self.open {
                    return Some(format!("supervisor {by} alone voids a round with the finding {code}"));
                }
                (self.dealer == Some(*by)).then(|| format!("{by} voids a round that they deal"))
            }
            TableEvent::Live(live) => self.live(live),
            _ => None,
        }
    }

    fn live(&mut self, event: &LiveEvent) -> Option<String> {
        match event {
            LiveEvent::DealerSeated { dealer, .. } => self.dealer = Some(*dealer),
            LiveEvent::DealerLeft { .. } => self.dealer = None,
            LiveEvent::FindingRaised { code, .. } => self.open = Some(code.clone()),
            LiveEvent::FindingResolved { by, confirmed_by, .. } => {
                self.open = None;
                let as_supervisor =
                    [by, confirmed_by].into_iter().flatten().find_map(|person| match person {
                        Person::Supervisor(id) => Some(*id),
                        Person::Dealer(_) => None,
                    });
                return as_supervisor
                    .filter(|id| self.dealer == Some(*id))
                    .map(|id| format!("{id} deals, and resolves a finding as a supervisor"));
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;

    const SEATED: &str = r#"{"type":"live","what":"dealer_seated","dealer":7,"by":null}"#;
    const RAISED: &str = r#"{"type":"live","what":"finding_raised","code":"foreign_card","records":[]}"#;

    fn voided(by: u32) -> String {
        format!(r#"{{"type":"round_voided","reason":"supervisor","returned":[],"by":{by}}}"#)
    }

    fn resolved(by: &str) -> String {
        format!(
            r#"{{"type":"live","what":"finding_resolved","finding_no":2,"how":"void","by":{by},"confirmed_by":null,"attempts":0}}"#
        )
    }

    fn found(bodies: &[&str]) -> usize {
        let read = |(seq, body): (u64, &&str)| {
            Event::read(EventId { table: 9, seq }, 0, None, (*body).to_owned()).unwrap()
        };
        flaws(&(1_u64..).zip(bodies).map(read).collect::<Vec<_>>()).len()
    }

    #[test]
    fn a_supervisor_who_does_not_deal_decides() {
        let (void, resolve) = (voided(2), resolved(r#"{"supervisor":2}"#));
        assert_eq!(found(&[SEATED, &void]), 0);
        assert_eq!(found(&[SEATED, RAISED, &resolve, &void]), 0);
        assert_eq!(found(&[SEATED, RAISED, &resolved(r#"{"dealer":7}"#)]), 0, "as a dealer they may");
    }

    #[test]
    fn who_decides_alone_what_is_not_theirs_alone_is_found() {
        assert_eq!(found(&[SEATED, &voided(7)]), 1, "they deal");
        assert_eq!(found(&[SEATED, RAISED, &voided(2)]), 1, "a finding is open");
        assert_eq!(found(&[SEATED, RAISED, &resolved(r#"{"supervisor":7}"#)]), 1, "they deal");
    }
}
