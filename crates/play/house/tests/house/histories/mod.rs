//! Nothing wedges a table: no history of a whole house, by any mix of roles, at the same time or one after the other,
//! with amounts at and around every bound, leads to an event of a table that the ledger refuses. Every answer is a
//! receipt or a refusal with a code; no table stops; and in the end all money is accounted for.
#![allow(clippy::panic, reason = "what a law forbids is a failed test")]

mod acts;
mod moves;
mod opening;
pub(crate) mod place;
mod world;

use std::cell::RefCell;

use money::bounds;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};

use self::moves::history;
use self::place::Place;
use self::world::{Tally, live};

/// How far from zero the accounts of a house may be before it is opened.
const FAR: [i64; 5] = [0, 0, bounds::HOUSE.signed(), 1 - bounds::HOUSE.signed(), -bounds::HOUSE.signed()];

/// As many histories as usual, always the same ones; or as many as `PUNTO_HISTORIES` says, others each time.
fn runner(usual: u32) -> TestRunner {
    let wanted = std::env::var("PUNTO_HISTORIES").ok().and_then(|text| text.parse().ok());
    let rng_seed = if wanted.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) };
    let cases = wanted.unwrap_or(usual);
    TestRunner::new(Config {
        cases,
        rng_seed,
        failure_persistence: None,
        max_shrink_iters: 4_096,
        ..Config::default()
    })
}

/// Lets random histories happen in houses on such a store. Answers how often each request was answered with each code.
fn no_history_wedges_a_table(usual: u32, far: &[i64], place: fn() -> Place) -> Tally {
    let tally = RefCell::new(Tally::new());
    let ran = runner(usual).run(&history(far), |history| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let place = place();
        let lived = runtime.expect("a runtime").block_on(live(&place, &history, &tally));
        lived.map_err(TestCaseError::fail)
    });
    if let Err(failure) = ran {
        // On one line: a history has hundreds of fields.
        match failure {
            TestError::Fail(why, history) => panic!("{why}\n{history:?}"),
            TestError::Abort(why) => panic!("{why}"),
        }
    }
    tally.into_inner()
}

/// Answers that the usual histories come upon many times: without them, they would say little.
const SEEN: [&str; 24] = [
    "seat: ok",
    "slip: ok",
    "slip: above_maximum",
    "slip: insufficient_funds",
    "slip: purse_full",
    "slip: table_account_full",
    "slip: stake_limit",
    "slip: paused",
    "replace: ok",
    "undo: ok",
    "rebet: ok",
    "Auto: ok",
    "leave: ok",
    "void: ok",
    "correct: ok",
    "propose correction: off_order",
    "adjust by two: ok",
    "adjust by two: purse_full",
    "adjust by two: house_full",
    "new guest: house_full",
    "new table: ok",
    "new table: bad_settings",
    "change: ok",
    "change: bad_settings",
];

#[test]
fn no_history_in_memory_leads_to_an_event_that_the_ledger_refuses() {
    let tally = no_history_wedges_a_table(96, &FAR, Place::memory);
    let unseen: Vec<_> = SEEN.iter().filter(|answer| !tally.contains_key(**answer)).collect();
    assert!(unseen.is_empty(), "no history came upon {unseen:?}: {tally:#?}");
}

#[test]
fn no_history_in_a_file_leads_to_an_event_that_the_ledger_refuses_or_an_audit_objects_to() {
    no_history_wedges_a_table(16, &FAR[..1], Place::file);
}
