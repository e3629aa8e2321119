//! What came from outside: pledges, nonces, the beacon; and how much choice that left to the house.

use fair::Digest;
use fair::bulletin::{Algorithm, Closed, Listed, Opened, Sealed};
use fair::draw::DRAW_AFTER_MS;
use fair::nonces::{ListError, digest_of_nonces, digest_of_pledges, missing, pledge};
use fair::shoe::BeaconValue;

use super::case::{Case, unfinished};
use super::words::count;
use crate::outline::{RoundStep, Said};
use crate::report::{Choices, Place, Step, failed, not_checked};

/// The least time between the end of the nonces and the beacon's round, in milliseconds.
const MARGIN: u64 = 1_000;

pub(super) fn nonces(case: &Case<'_>) -> Step<String> {
    let Some(pledged) = case.outline.pledged else {
        unfinished(case)?;
        return not_checked("no pledges were fixed");
    };
    let pledges = case.file.pledges.as_deref().unwrap_or_default();
    must_fit("pledges", &pledged, pledges.len(), digest_of_pledges(pledges))?;
    let own = case.known.nonce.map(|nonce| (nonce, pledge(case.file.table, case.file.shoe_no, &nonce)));
    if own.is_some_and(|(_, own)| !pledges.contains(&own)) {
        return failed(Place::No(pledged.by.no), "your pledge is missing");
    }
    must_be_due(case, &pledged, "pledges")?;
    let Some(revealed) = case.outline.revealed else {
        return not_checked(format!("{} pledged; no nonces are fixed", pledges.len()));
    };
    must_be_due(case, &revealed, "nonces")?;
    let nonces = case.file.nonces.as_deref().unwrap_or_default();
    must_fit("nonces", &revealed, nonces.len(), digest_of_nonces(nonces))?;
    let missing = missing(case.file.table, case.file.shoe_no, pledges, nonces);
    let missing = missing.or_else(|error| failed(Place::Field("nonces".to_owned()), error.to_string()))?;
    if own.is_some_and(|(nonce, _)| !nonces.contains(&nonce)) {
        return failed(Place::No(revealed.by.no), "yours is missing");
    }
    let yours = if own.is_some() { "yours is in" } else { "yours was not looked for" };
    Ok(format!("{} pledged, {missing} missing; {yours}", pledges.len()))
}

/// A list is not fixed before the time that `opened` says for its end: until then, everybody may give one.
fn must_be_due(case: &Case<'_>, said: &Said<'_, Listed>, name: &str) -> Step {
    let ends = case.outline.opened.map(|opened| match name {
        "pledges" => opened.it.pledges_until,
        _ => opened.it.nonces_until,
    });
    if ends.is_some_and(|ends| said.by.at < ends) {
        return failed(Place::No(said.by.no), format!("the {name} were fixed before their time was over"));
    }
    Ok(())
}

/// The list of the file is the one that a bulletin fixed.
fn must_fit(name: &str, said: &Said<'_, Listed>, length: usize, digest: Result<Digest, ListError>) -> Step {
    let digest = digest.or_else(|error| failed(Place::Field(name.to_owned()), error.to_string()))?;
    if usize::from(said.it.count) == length && said.it.digest == digest {
        return Ok(());
    }
    failed(Place::Field(name.to_owned()), format!("this is not the list of no {}", said.by.no))
}

pub(super) fn beacon(case: &Case<'_>) -> Step<String> {
    let Some(opened) = case.outline.opened else { return not_checked("the shoe was never opened") };
    let Some((chain, round)) = opened.it.beacon else {
        return match case.outline.sealed {
            Some(sealed) if sealed.it.beacon.is_some() => {
                failed(Place::No(sealed.by.no), "a value, and `opened` names no beacon")
            }
            _ => not_checked("no beacon is used"),
        };
    };
    if chain.0 != beacon::CHAIN {
        return failed(Place::No(opened.by.no), "the chain is not that of quicknet");
    }
    let Some(time) = beacon::time_of(round) else {
        return failed(Place::No(opened.by.no), format!("round {round} has no time"));
    };
    named_before(&opened, time, round)?;
    for fixed in [case.outline.pledged, case.outline.revealed].into_iter().flatten() {
        if fixed.by.at >= time {
            return failed(Place::No(fixed.by.no), format!("it is not before round {round} existed"));
        }
    }
    let Some(sealed) = case.outline.sealed else {
        unfinished(case)?;
        return not_checked("the shoe was not sealed");
    };
    let mut values = vec![value(case, &sealed, (chain, round), time)?];
    let named = match case.outline.algorithm() {
        Algorithm::Proof1 => format!("round {round}, named before its time"),
        Algorithm::Proof2 => {
            values.extend(draws(case)?);
            let draws = count(values.len().saturating_sub(1), "draw");
            format!("round {round} and those of {draws}, each named before its time")
        }
    };
    hold(case, &values, named)
}

/// A value of a round of the beacon, and the bulletin that says it.
struct OfBeacon {
    no: u64,
    round: u64,
    value: BeaconValue,
}

/// Each value that is said is that of its round. All are asked for before one is judged, so that who checks them
/// elsewhere learns of all at once.
fn hold(case: &Case<'_>, values: &[OfBeacon], named: String) -> Step<String> {
    let Some(holds) = case.known.pairing else {
        let whose = match case.outline.algorithm() {
            Algorithm::Proof1 => "its value",
            Algorithm::Proof2 => "their values",
        };
        return not_checked(format!("{named}; nothing here checks {whose}"));
    };
    let held: Vec<bool> = values.iter().map(|it| holds(it.round, &it.value)).collect();
    match values.iter().zip(held).find(|(_, held)| !held) {
        None => Ok(named),
        Some((it, _)) => failed(Place::No(it.no), format!("this is not the value of round {}", it.round)),
    }
}

/// The values that draw the cards of rounds. Each is of the first round of the beacon that comes late enough after
/// betting closed, and was said after its time.
fn draws(case: &Case<'_>) -> Step<Vec<OfBeacon>> {
    let (mut values, mut named) = (Vec::new(), None);
    for step in &case.outline.rounds {
        match step {
            RoundStep::Closed(said) => named = Some(named_for(said)?),
            RoundStep::Drawn(said) => {
                let Some(round) = named else { continue };
                let place = Place::No(said.by.no);
                if beacon::time_of(round).is_none_or(|time| said.by.at < time) {
                    return failed(place, format!("it is before round {round} existed"));
                }
                values.push(OfBeacon { no: said.by.no, round, value: said.it.value });
            }
            RoundStep::Ended(_) => named = None,
        }
    }
    Ok(values)
}

/// The round of the beacon that a bulletin `closed` must name, and names.
fn named_for(said: &Said<'_, Closed>) -> Step<u64> {
    let place = || Place::No(said.by.no);
    let Some((chain, round)) = said.it.draw else { return failed(place(), "it names no draw") };
    if chain.0 != beacon::CHAIN {
        return failed(place(), "the chain is not that of quicknet");
    }
    match beacon::first_round_at(said.by.at.saturating_add(DRAW_AFTER_MS)) {
        Some(first) if first == round => Ok(round),
        Some(first) => {
            failed(place(), format!("it names round {round}, and {first} is the first 1 s after it"))
        }
        None => failed(place(), "no round comes 1 s after it"),
    }
}

fn named_before(opened: &Said<'_, Opened>, time: u64, round: u64) -> Step {
    if opened.by.at >= time {
        return failed(Place::No(opened.by.no), format!("round {round} existed already"));
    }
    if opened.it.nonces_until.saturating_add(MARGIN) > time {
        return failed(Place::No(opened.by.no), format!("nonces end less than 1 s before round {round}"));
    }
    Ok(())
}

/// The value that was sealed. It is not early, and the file has it as it was named.
fn value(case: &Case<'_>, sealed: &Said<'_, Sealed>, named: (Digest, u64), time: u64) -> Step<OfBeacon> {
    let place = || Place::No(sealed.by.no);
    let Some(value) = sealed.it.beacon else { return failed(place(), "a value was expected") };
    if sealed.by.at < time {
        return failed(place(), format!("it is before round {} existed", named.1));
    }
    let copy = case.file.beacon.map(|it| ((it.chain, it.round), it.value));
    if copy != Some((named, value)) {
        return failed(Place::Field("beacon".to_owned()), "it is not as named and sealed");
    }
    Ok(OfBeacon { no: sealed.by.no, round: named.1, value })
}

/// Among how many shoes the house could choose. A beacon counts only if its check is `ok`.
pub(super) fn choices(case: &Case<'_>, by_beacon: bool) -> Choices {
    let outline = &case.outline;
    let (Some(opened), Some(pledged), Some(revealed), Some(_)) =
        (outline.opened, outline.pledged, outline.revealed, outline.sealed)
    else {
        return Choices::NotSealed;
    };
    if let Some((_, round)) = opened.it.beacon.filter(|_| by_beacon) {
        return match opened.it.algorithm {
            Algorithm::Proof1 => Choices::Beacon { round },
            Algorithm::Proof2 => Choices::Drawn,
        };
    }
    if revealed.it.count == 0 {
        return Choices::Any;
    }
    let pledged = pledged.it.count;
    let missing = pledged.saturating_sub(revealed.it.count);
    match fair::choices(pledged) {
        Some(shoes) => Choices::AtMost { shoes, pledged, missing },
        None => Choices::Many { pledged, missing },
    }
}
