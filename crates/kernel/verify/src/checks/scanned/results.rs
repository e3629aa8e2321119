//! The results: coups by the tableau, void rounds, corrections.

use fair::bulletin::RoundResult;

use super::super::outcomes::result_follows;
use super::super::words::count;
use super::case::ScannedCase;
use crate::report::{Place, Step, failed};

pub(super) fn outcomes(case: &ScannedCase<'_>) -> Step<String> {
    let (mut coups, mut voids) = (0_usize, 0_usize);
    for ended in case.ended() {
        result_follows(case.decks(), Place::Round(ended.round_no), &ended.cards, ended.result)?;
        match ended.result {
            RoundResult::Coup(_) => coups = coups.saturating_add(1),
            RoundResult::Void(_) => voids = voids.saturating_add(1),
        }
    }
    Ok(format!("{} legal, each with its bead; {voids} void", count(coups, "coup")))
}

pub(super) fn voids(case: &ScannedCase<'_>) -> String {
    let voided = case.ended().filter_map(|ended| match ended.result {
        RoundResult::Void(reason) => Some(format!("round {} ({})", ended.round_no, <&str>::from(reason))),
        RoundResult::Coup(_) => None,
    });
    let listed: Vec<String> = voided.collect();
    match listed.len() {
        0 => "none".to_owned(),
        voids => format!("{voids} void: {}", listed.join("; ")),
    }
}

pub(super) fn corrections(case: &ScannedCase<'_>) -> Step<String> {
    let mut otherwise = Vec::new();
    for (index, said) in case.corrected.iter().enumerate() {
        let (it, place) = (said.it, Place::No(said.by.no));
        let Some(dealt) = case.ended().filter(|ended| ended.round_no == it.round_no).last() else {
            return failed(place, format!("round {} has not ended", it.round_no));
        };
        let earlier = case.corrected.iter().take(index).filter(|said| said.it.round_no == it.round_no);
        let revision = earlier.count().saturating_add(2);
        if usize::from(it.revision) != revision {
            return failed(place, format!("revision {revision} of round {} was expected", it.round_no));
        }
        result_follows(case.decks(), place, &it.cards, it.result)?;
        if it.cards != dealt.cards {
            otherwise.push(it.round_no.to_string());
        }
    }
    let ruled = match otherwise.len() {
        0 => String::new(),
        _ => format!("; other cards than were read in round {}", otherwise.join(", ")),
    };
    Ok(match case.corrected.len() {
        0 => "none in this file".to_owned(),
        corrections => format!("{}{ruled}", count(corrections, "correction")),
    })
}
