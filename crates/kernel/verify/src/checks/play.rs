//! The course of the shoe by its house rules: the burn, the rounds, the end.

use baccarat::{Burn, Card, HouseRules};
use fair::Notice;
use fair::bulletin::{Abandonment, Algorithm, Burned, RoundResult};

use super::case::{Case, unfinished};
use super::words::count;
use crate::outline::RoundStep;
use crate::report::{Place, Step, failed, not_checked};

fn rules<'a>(case: &'a Case<'_>) -> Step<&'a HouseRules> {
    case.rules.as_ref().map_or_else(|| not_checked("the house rules cannot be read"), Ok)
}

pub(super) fn burn(case: &Case<'_>) -> Step<String> {
    let rule = rules(case)?.burn;
    let Some(burned) = case.outline.burned else {
        if rule == Burn::None {
            return Ok("none, by the house rules".to_owned());
        }
        if case.outline.rounds.is_empty() {
            unfinished(case)?;
        }
        return failed(Place::Burn, "the house rules burn cards, and none were burned");
    };
    burned_by_rule(rule, burned.it)
}

/// Whether as many cards were burned as the house rules say.
pub(super) fn burned_by_rule(rule: Burn, burned: &Burned) -> Step<String> {
    let first = burned.first;
    if rule == Burn::None || rule.shows_first_card() != first.is_some() {
        let wanted = match rule {
            Burn::None => "burn no card",
            Burn::Cards(_) => "turn no card over",
            Burn::FirstCard { .. } => "turn the first card over",
        };
        return failed(Place::Burn, format!("the house rules {wanted}"));
    }
    let expected = rule.face_down(first.map(Card::points).unwrap_or_default());
    if burned.face_down != expected {
        return failed(Place::Burn, format!("{} went face down, not {expected}", burned.face_down));
    }
    let shown = first.map_or_else(String::new, |card| format!("{card}, then "));
    Ok(format!("{shown}{} face down, by the house rules", burned.face_down))
}

pub(super) fn end(case: &Case<'_>) -> Step<String> {
    may_be_given_up(case)?;
    let mut shoe = rules(case)?.new_shoe();
    if let Some(burned) = case.outline.burned {
        let cards = burned.it.face_down.saturating_add(u8::from(burned.it.first.is_some()));
        shoe.burn(cards).or_else(|_| failed(Place::Burn, "the shoe has fewer cards"))?;
    }
    let mut begun = 0;
    for step in &case.outline.rounds {
        let (round_no, cards) = match step {
            RoundStep::Closed(said) => (said.it.round_no, 0),
            RoundStep::Drawn(said) => (said.it.round_no, 0),
            RoundStep::Ended(said) => (said.it.round_no, said.it.cards.len()),
        };
        if round_no != begun {
            if shoe.is_over() {
                return failed(Place::Round(round_no), "the shoe was over before it");
            }
            begun = round_no;
            shoe.begin_round();
        }
        let cards = u8::try_from(cards).unwrap_or(u8::MAX);
        shoe.burn(cards).or_else(|_| failed(Place::Round(round_no), "the shoe has fewer cards"))?;
    }
    unfinished(case)?;
    if !shoe.is_over() || case.outline.open_round().is_some() {
        return failed(Place::Round(begun), "the shoe was not over after it");
    }
    Ok(format!("after round {begun}, by the house rules"))
}

/// A shoe that was given up for its beacon has one, and was not sealed.
fn may_be_given_up(case: &Case<'_>) -> Step {
    let Some((finished, why)) = case.outline.finished.and_then(|said| Some((said, said.it.abandoned?)))
    else {
        return Ok(());
    };
    if !why.is_before_sealing() {
        return Ok(());
    }
    // Cards that a beacon draws cannot come without it, so that such a shoe may be given up after its seal, too.
    let undrawable = why == Abandonment::BeaconChanged && case.outline.algorithm() == Algorithm::Proof2;
    let (place, why) = (Place::No(finished.by.no), <&str>::from(why));
    if case.outline.sealed.is_some() && !undrawable {
        return failed(place, format!("it was sealed, and no sealed shoe is given up as `{why}`"));
    }
    let committed = match &case.file.committed.bulletin.notice {
        Notice::Committed(it) => it.beacon,
        _ => None,
    };
    if committed.is_none() {
        return failed(place, format!("it has no beacon, and was given up as `{why}`"));
    }
    Ok(())
}

pub(super) fn rounds(case: &Case<'_>) -> Step<String> {
    let mut open = None;
    let mut ended = 0_u16;
    for step in &case.outline.rounds {
        let next = ended.saturating_add(1);
        match step {
            RoundStep::Closed(said) => {
                let round_no = said.it.round_no;
                if open.is_some() || round_no != next {
                    let expected = if open.is_some() { "`ended`" } else { "`closed`" };
                    return failed(
                        Place::Round(round_no),
                        format!("{expected} of round {next} was expected"),
                    );
                }
                open = Some(round_no);
            }
            RoundStep::Drawn(_) => {}
            RoundStep::Ended(said) => {
                let round_no = said.it.round_no;
                let voided = matches!(said.it.result, RoundResult::Void(_)) && said.it.cards.is_empty();
                if round_no != next {
                    return failed(Place::Round(round_no), format!("round {next} was expected to end"));
                }
                if open != Some(round_no) && !voided {
                    return failed(Place::Round(round_no), "it ended before betting closed");
                }
                open = None;
                ended = next;
            }
        }
    }
    let played = case.outline.finished.is_some_and(|said| said.it.abandoned.is_none());
    if let Some(round_no) = open.filter(|_| played) {
        return failed(Place::Round(round_no), "it never ended");
    }
    let more = open.map_or_else(String::new, |round_no| format!("; round {round_no} is closed"));
    Ok(format!("{}, each closed before it ended{more}", count(ended.into(), "round")))
}
