//! The course of the shoe by its house rules: the burn, the rounds, the end.

use baccarat::{Burn, Shoe};
use fair::Notice;
use fair::bulletin::RoundResult;

use super::super::play::burned_by_rule;
use super::super::words::count;
use super::case::ScannedCase;
use crate::report::{Place, Step, failed, not_checked};

pub(super) fn burn(case: &ScannedCase<'_>) -> Step<String> {
    let rule = case.house_rules()?.burn;
    let burned = case.said().find_map(|(_, notice)| match notice {
        Notice::Burned(it) => Some(it),
        _ => None,
    });
    let begun = |notice: &Notice| matches!(notice, Notice::Closed(_) | Notice::Free(_) | Notice::Ended(_));
    match burned {
        Some(burned) => burned_by_rule(rule, burned),
        None if rule == Burn::None => Ok("none, by the house rules".to_owned()),
        None if case.finished.is_none() && !case.said().any(|(_, notice)| begun(notice)) => {
            not_checked("the shoe is in play")
        }
        None => failed(Place::Burn, "the house rules burn cards, and none were burned"),
    }
}

/// A shoe as its bulletins take cards out of it.
struct Course {
    shoe: Shoe,
    /// After which round a supervisor ends it.
    last: Option<u16>,
}

impl Course {
    fn is_over(&self) -> bool {
        self.shoe.is_over() || self.last.is_some_and(|last| self.shoe.rounds() >= last)
    }

    fn begin(&mut self, round_no: u16) -> Step {
        if round_no <= self.shoe.rounds() {
            return Ok(());
        }
        if self.is_over() {
            return failed(Place::Round(round_no), "the shoe was over before it");
        }
        self.shoe.begin_round();
        Ok(())
    }

    fn take(&mut self, cards: usize, place: Place) -> Step {
        let cards = u8::try_from(cards).unwrap_or(u8::MAX);
        self.shoe.burn(cards).map(drop).or_else(|_| failed(place, "the shoe has fewer cards"))
    }
}

pub(super) fn end(case: &ScannedCase<'_>) -> Step<String> {
    let shoe = case.house_rules()?.new_shoe().with_signalled_cut_card();
    let mut course = Course { shoe, last: None };
    for (by, notice) in case.said() {
        match notice {
            Notice::Burned(it) => course.take(it.records.len(), Place::Burn)?,
            Notice::Removed(_) => course.take(1, Place::No(by.no))?,
            Notice::Closed(it) => course.begin(it.round_no)?,
            Notice::Free(it) => course.begin(it.round_no)?,
            Notice::CutCard(it) => course.shoe.see_cut_card(it.round_no),
            Notice::LastRound(it) => {
                course.last = Some(course.last.map_or(it.round_no, |last| last.min(it.round_no)));
            }
            Notice::Ended(it) => {
                course.begin(it.round_no)?;
                course.take(it.cards.len(), Place::Round(it.round_no))?;
            }
            _ => {}
        }
    }
    case.is_over()?;
    let rounds = course.shoe.rounds();
    if !course.is_over() {
        return failed(Place::Round(rounds), "the shoe was not over after it");
    }
    let why = match course.last {
        Some(_) if !course.shoe.is_over() => "ended by a supervisor",
        _ => "by the house rules",
    };
    Ok(format!("after round {rounds}, {why}"))
}

pub(super) fn rounds(case: &ScannedCase<'_>) -> Step<String> {
    let (mut open, mut ended, mut free) = (None, 0_u16, 0_usize);
    for (_, notice) in case.said() {
        let next = ended.saturating_add(1);
        match notice {
            Notice::Closed(_) | Notice::Free(_) => {
                let round_no = match notice {
                    Notice::Free(it) => it.round_no,
                    Notice::Closed(it) => it.round_no,
                    _ => next,
                };
                if open.is_some() || round_no != next {
                    let expected = if open.is_some() { "`ended`" } else { "`closed` or `free`" };
                    let reason = format!("{expected} of round {next} was expected");
                    return failed(Place::Round(round_no), reason);
                }
                free = free.saturating_add(usize::from(matches!(notice, Notice::Free(_))));
                open = Some(round_no);
            }
            Notice::Amended(it) if open != Some(it.round_no) => {
                return failed(Place::Round(it.round_no), "a card was put right, and it is not under way");
            }
            Notice::Ended(it) => {
                let voided = matches!(it.result, RoundResult::Void(_)) && it.cards.is_empty();
                if it.round_no != next {
                    return failed(Place::Round(it.round_no), format!("round {next} was expected to end"));
                }
                if open != Some(it.round_no) && !voided {
                    return failed(Place::Round(it.round_no), "it ended before betting closed");
                }
                (open, ended) = (None, next);
            }
            _ => {}
        }
    }
    if let Some(round_no) = open.filter(|_| case.finished.is_some()) {
        return failed(Place::Round(round_no), "it never ended");
    }
    let more = open.map_or_else(String::new, |round_no| format!("; round {round_no} is under way"));
    let without = if free == 0 { String::new() } else { format!("; {free} without wagers") };
    Ok(format!("{}, each closed before it ended{without}{more}", count(ended.into(), "round")))
}
