//! The auditor on a store and notes that are sound, and on the same with one thing planted in them: every law says
//! so when it is broken.

use super::happening::Happening;
use super::record::{Account, Event, Transfer, TransferKind};
use super::*;
use crate::notes::{ClearNote, Note, SlipNote, Standing};

type Sound = (Record, Notes, Tables);

fn said((record, notes, tables): &Sound, before: &Record) -> Vec<String> {
    let found = audit(record, before, notes, tables, Moment::AtRest).err().unwrap_or_default();
    found.iter().map(ToString::to_string).collect()
}

/// What the auditor says after this was done to a sound store and its notes.
fn after(plant: impl FnOnce(&mut Record, &mut Notes)) -> Vec<String> {
    let mut sound = with_a_correction();
    let before = sound.0.clone();
    assert_eq!(said(&sound, &before), [""; 0]);
    plant(&mut sound.0, &mut sound.1);
    said(&sound, &before)
}

fn assert_said(found: &[String], law: &str, what: &str) {
    let hit = |said: &String| said.starts_with(&format!("{law}: ")) && said.contains(what);
    assert!(found.iter().any(hit), "{law}: {what} is not among {found:#?}");
}

/// The first seed that has everything in it that is looked at here.
fn with_a_correction() -> Sound {
    let mut seeds = (0..).map(crate::seed::played);
    let corrected = |(record, notes, _): &Sound| {
        let slips = notes.patrons.values().next().is_some_and(|told| !told.slips.is_empty());
        let first: Vec<_> = record.events.values().next().into_iter().flatten().collect();
        let proposed = first.iter().filter(|event| matches!(event.what, Happening::CorrectionProposed(_)));
        let corrected = first.iter().any(|event| matches!(event.what, Happening::RoundCorrected { .. }));
        slips && corrected && proposed.count() > 1
    };
    seeds.find(corrected).unwrap()
}

/// The first event of the first table that is like this, with its place.
fn first(record: &mut Record, like: impl Fn(&Happening) -> bool) -> (usize, &mut Vec<Event>) {
    let events = record.events.values_mut().next().unwrap();
    (events.iter().position(|event| like(&event.what)).unwrap(), events)
}

#[test]
fn a_history_that_was_edited_is_found() {
    let found = after(|record, _| {
        let (idx, events) = first(record, |what| matches!(what, Happening::SlipAccepted { .. }));
        events.remove(idx);
    });
    assert_said(&found, "history", "follows event");
    assert_said(&found, "history", "some are gone or changed");
    assert_said(&found, "told", "is lost");
    let found = after(|record, _| {
        let (idx, events) = first(record, |what| matches!(what, Happening::BettingClosed));
        events[idx].at -= 1_000_000;
    });
    assert_said(&found, "history", "is dated before");
    let found = after(|record, _| {
        let (idx, events) = first(record, |what| matches!(what, Happening::BettingClosed));
        events[idx].what = Happening::RoundSettled { revision: 1, patrons: Vec::new() };
    });
    assert_said(&found, "history", "came while Betting");
}

#[test]
fn a_ledger_that_does_not_add_up_is_found() {
    let found = after(|record, _| {
        let cash = record.balances.iter_mut().find(|(account, _)| account.patron().is_some());
        *cash.unwrap().1 += 1;
    });
    assert_said(&found, "ledger", "its transfers come to");
    assert_said(&found, "ledger", "not to zero");
    let found = after(|record, _| {
        // A correction would find a capture missing that it reversed; this one stands.
        let reversed = record.transfers.iter().filter(|each| each.kind == TransferKind::Reverse);
        let reversed: Vec<_> = reversed.filter_map(|each| each.about).collect();
        let stands = |each: &Transfer| each.kind == TransferKind::Capture && !reversed.contains(&each.id);
        let idx = record.transfers.iter().position(stands).unwrap();
        record.transfers.remove(idx);
    });
    assert_said(&found, "ledger", "is left, 0 is stored");
    let found = after(|record, _| {
        record.open_holds.insert(7, 100);
    });
    assert_said(&found, "ledger", "is open and was never made");
    let found = after(|record, _| {
        let mut gift = record.transfers[0].clone();
        (gift.id, gift.from) = (7, Account::new("house_table", 1, "PLAY"));
        *record.balances.entry(gift.from.clone()).or_default() -= gift.amount;
        *record.balances.entry(gift.to.clone()).or_default() += gift.amount;
        record.transfers.push(gift);
    });
    assert_said(&found, "payouts", "by its events, the ledger has");
}

#[test]
fn a_wrong_end_is_found() {
    let won = |what: &Happening| match what {
        Happening::RoundSettled { patrons, .. } => !patrons.is_empty(),
        _ => false,
    };
    let found = after(|record, _| {
        let (idx, events) = first(record, won);
        if let Happening::RoundSettled { patrons, .. } = &mut events[idx].what {
            patrons[0].wagers[0].payout += 1;
        }
    });
    assert_said(&found, "payouts", "should be");
    let found = after(|record, _| {
        let (idx, events) = first(record, won);
        if let Happening::RoundSettled { patrons, .. } = &mut events[idx].what {
            patrons.push(patrons[0].clone());
        }
    });
    assert_said(&found, "payouts", "was settled twice");
    let found = after(|record, _| {
        let (idx, events) = first(record, |what| matches!(what, Happening::CardDrawn { .. }));
        events[idx].what = Happening::CardDrawn { card: "7x".to_owned() };
    });
    assert_said(&found, "shoes", "7x came out");
    let found = after(|record, _| {
        let (idx, events) =
            first(record, |what| matches!(what, Happening::BettingOpened { round_no: 2, .. }));
        let (shoe_no, algorithm) = (2, fair::ALGORITHM.to_owned());
        events[idx].what = Happening::ShoeOpened { shoe_no, algorithm, rules: None };
    });
    assert_said(&found, "shoes", "shoe 2 came after round 1");
    let found = after(|record, _| record.seeds.clear());
    assert_said(&found, "shoes", "is lost");
    assert_said(&found, "history", "is gone");
}

#[test]
fn what_was_told_and_is_not_so_is_found() {
    let round = RoundId { table: 1, shoe_no: 1, round_no: 1 };
    let any = |notes: &Notes| *notes.patrons.keys().next().unwrap();
    let found = after(|_, notes| {
        let mut note = Note::new(SlipNote { round, wagers: Vec::new(), received_at: 0 });
        note.send();
        note.acknowledge();
        let patron = any(notes);
        notes.of(patron).slips.insert(5, note);
    });
    assert_said(&found, "told", "was accepted in table 1 round 1-1 and is lost");
    let found = after(|_, notes| {
        let taken = |note: &&mut Note<SlipNote>| note.standing == Standing::Present;
        let all = notes.patrons.values_mut().flat_map(|notes| notes.slips.values_mut());
        all.filter(taken).take(1).for_each(|note| note.standing = Standing::Absent);
    });
    assert_said(&found, "told", "was refused, and yet it counts");
    let found = after(|_, notes| {
        let all = notes.patrons.values_mut().flat_map(|notes| notes.slips.values_mut());
        all.for_each(|note| note.of.received_at = i64::MAX);
    });
    assert_said(&found, "told", "ms late");
    let found = after(|_, notes| {
        let patron = any(notes);
        let told = notes.of(patron);
        told.balances.insert(-3);
        told.gifts += 9;
        told.left_with.push((1, 12_345));
        told.endings.insert((RoundId { round_no: 999, ..round }, 1), Err(5));
        told.debts.insert(7);
        let mut clear = Note::new(ClearNote { round, returned: Some(5) });
        clear.send();
        clear.acknowledge();
        told.clears.insert(6, clear);
        notes.frames.insert((1, 999_999), "card_drawn");
        notes.voided.insert(RoundId { round_no: 999, ..round }, 1);
        notes.proposed.insert((1, 999_999), 1);
        notes.approved.insert((1, 999_999, 2));
        notes.withdrawn.insert((1, 999_998));
    });
    for what in [
        "was told a balance of -3",
        "was given play money",
        "went back on leaving",
        "was told as Err(5)",
        "a debt of 7",
    ] {
        assert_said(&found, "told", what);
    }
    for what in
        ["took wagers back, and no event", "was shown as card_drawn", "was told to be void, and is not"]
    {
        assert_said(&found, "told", what);
    }
    for what in ["999999 was proposed, and", "999999 was approved by 2, and", "999998 was withdrawn, and"] {
        assert_said(&found, "told", what);
    }
}

#[test]
fn what_is_left_open_at_the_end_is_found() {
    let found = after(|_, notes| {
        let all = notes.patrons.values_mut().flat_map(|notes| notes.slips.values_mut());
        all.for_each(|note| note.standing = Standing::Unknown);
    });
    assert_said(&found, "rest", "was never answered");
}

#[test]
fn a_correction_that_was_not_agreed_on_is_found() {
    let corrected = |what: &Happening| matches!(what, Happening::RoundCorrected { .. });
    let found = after(|record, _| {
        let (idx, events) = first(record, corrected);
        if let Happening::RoundCorrected { approved_by, agreed, .. } = &mut events[idx].what {
            *approved_by = agreed.by;
        }
    });
    assert_said(&found, "corrections", "agreed with themselves");
    let found = after(|record, _| {
        let (idx, events) = first(record, corrected);
        if let Happening::RoundCorrected { agreed, .. } = &mut events[idx].what {
            agreed.revision += 1;
        }
    });
    assert_said(&found, "corrections", "agreed was");
    let found = after(|record, _| {
        let (idx, events) = first(record, |what| matches!(what, Happening::CorrectionProposed(_)));
        if let Happening::CorrectionProposed(proposal) = &mut events[idx].what {
            proposal.cards_before.pop();
        }
    });
    assert_said(&found, "corrections", "stands as");
    let found = after(|record, _| {
        let proposed = |what: &Happening| matches!(what, Happening::CorrectionProposed(_));
        let all = record.events.values_mut().flatten().filter(|event| proposed(&event.what));
        for event in all {
            if let Happening::CorrectionProposed(proposal) = &mut event.what {
                proposal.request_id = Some("7".to_owned());
            }
        }
    });
    assert_said(&found, "corrections", "7 was proposed before");
    let found = after(|record, _| {
        let (idx, events) = first(record, corrected);
        if let Happening::RoundCorrected { correction_no, .. } = &mut events[idx].what {
            *correction_no += 100_000;
        }
    });
    assert_said(&found, "corrections", "which nobody proposed");
}
