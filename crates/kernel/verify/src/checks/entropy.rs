//! What came from outside: pledges, nonces, the beacon; and how much choice that left to the house.

use fair::Digest;
use fair::bulletin::{Listed, Opened, Sealed};
use fair::nonces::{ListError, digest_of_nonces, digest_of_pledges, missing, pledge};

use super::case::{Case, unfinished};
use crate::outline::Said;
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
    let Some(revealed) = case.outline.revealed else {
        return not_checked(format!("{} pledged; no nonces are fixed", pledges.len()));
    };
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
    value(case, &sealed, (chain, round), time)?;
    Ok(format!("round {round}, named before its time"))
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

/// The value is the one that was sealed, not early, and that of the round.
fn value(case: &Case<'_>, sealed: &Said<'_, Sealed>, named: (Digest, u64), time: u64) -> Step {
    let place = || Place::No(sealed.by.no);
    let Some(value) = sealed.it.beacon else { return failed(place(), "a value was expected") };
    if sealed.by.at < time {
        return failed(place(), format!("it is before round {} existed", named.1));
    }
    let copy = case.file.beacon.map(|it| ((it.chain, it.round), it.value));
    if copy != Some((named, value)) {
        return failed(Place::Field("beacon".to_owned()), "it is not as named and sealed");
    }
    match case.known.pairing {
        None => {
            not_checked(format!("round {}, named before its time; nothing here checks its value", named.1))
        }
        Some(holds) if holds(named.1, &value) => Ok(()),
        Some(_) => failed(place(), format!("this is not the value of round {}", named.1)),
    }
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
        return Choices::Beacon { round };
    }
    if revealed.it.count == 0 {
        return Choices::Any;
    }
    let pledged = pledged.it.count;
    let missing = pledged.saturating_sub(revealed.it.count);
    match fair::choices(pledged, missing) {
        Ok(shoes) => Choices::AtMost { shoes, pledged, missing },
        Err(_) => Choices::Many { pledged, missing },
    }
}
