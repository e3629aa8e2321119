//! The numbers of patrons as a watching client follows them: the own one is pledged and revealed in its time, the lists
//! are those that the house signed, and the client's clock is held against the beacon's time.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test it says: this cannot fail here")]
#![allow(clippy::arithmetic_side_effects, reason = "small numbers of a test")]

mod common;

use common::{SHOE, Said, TABLE, file_after, hand, hand_all, kept, place_of, plan, played, watched};
use fair::nonces::{Nonce, pledge};
use fair::{Bytes, Digest, Notice};
use punto_watch::{Arrival, Check, Give, Report, State, Verdict, Wanted, Watch};
use verify::testing::{Plan, Played, Stage, TestTable};

fn finding(report: &Report, check: Check) -> (Verdict, String) {
    let found = report.findings.iter().find(|finding| finding.check == check).unwrap();
    (found.verdict, found.reason.clone())
}

/// A shoe with three pledges of which one is withheld, dealt for two rounds.
fn shoe(beacon: bool) -> (TestTable, Played, Vec<Said>) {
    played(&Plan { beacon, stage: Stage::Rounds(2), finish: None, ..Plan::default() })
}

/// The file of the shoe after so much was said, with the lists that are fixed by then.
fn file(said: &[Said], shoe: &Played) -> Arrival {
    let arrival = file_after(said, SHOE).unwrap();
    let has = |kind: &str| arrival.bulletins.iter().any(|it| it.notice.kind() == kind);
    let (pledges, nonces) = (has("pledged"), has("revealed"));
    Arrival {
        pledges: pledges.then(|| shoe.pledges.clone()),
        nonces: nonces.then(|| shoe.nonces.clone()),
        ..arrival
    }
}

/// Watches, gives this number as soon as it is asked for, and takes the house's answers to it for good where the house
/// gives them. Files are as `lists` makes them.
fn follow(
    (table, shoe, said): &(TestTable, Played, Vec<Said>),
    own: Option<Nonce>,
    lists: impl Fn(&mut Arrival),
) -> (Watch, Vec<Give>) {
    let (mut watch, mut gave) = (Watch::new(TABLE, kept(table)), Vec::new());
    for (at, one) in said.iter().enumerate() {
        hand(&mut watch, one);
        if watch.report().wanted == Some(Wanted::File(SHOE)) {
            let mut file = file(&said[..=at], shoe);
            lists(&mut file);
            watch.arrive(file);
        }
        if let Some(give) = watch.report().give {
            gave.push(give);
            match (give, own) {
                (Give::Number { shoe_no }, Some(own)) => watch.give(shoe_no, own),
                (Give::Number { .. }, None) => {}
                (Give::Pledge { shoe_no, .. } | Give::Reveal { shoe_no, .. }, _) => watch.taken(shoe_no),
            }
        }
        if let Some(give @ Give::Pledge { shoe_no, .. }) = watch.report().give {
            gave.push(give);
            watch.taken(shoe_no);
        }
    }
    (watch, gave)
}

#[test]
fn the_own_number_is_pledged_then_seen_in_the_list_and_only_then_revealed() {
    let script = shoe(true);
    let own = script.1.nonces[0];
    let (watch, gave) = follow(&script, Some(own), |_| {});
    let pledge = pledge(TABLE, SHOE, &own);
    assert_eq!(
        gave,
        [
            Give::Number { shoe_no: SHOE },
            Give::Pledge { shoe_no: SHOE, pledge },
            Give::Reveal { shoe_no: SHOE, nonce: own }
        ]
    );
    let report = watch.report();
    assert!(matches!(report.state, State::Checked { .. }), "{:#?}", report.findings);
    let said = "3 pledged, 1 missing: at most 4 choices; yours is in".to_owned();
    assert_eq!(finding(&report, Check::Nonces), (Verdict::Ok, said));
}

#[test]
fn who_gives_no_number_is_told_the_number_of_choices() {
    let (watch, gave) = follow(&shoe(true), None, |_| {});
    assert!(gave.iter().all(|give| *give == Give::Number { shoe_no: SHOE }), "{gave:?}");
    let said = "3 pledged, 1 missing: at most 4 choices".to_owned();
    assert_eq!(finding(&watch.report(), Check::Nonces), (Verdict::Ok, said));
    let (table, _, said) = played(&plan(1));
    let report = watched(kept(&table), &said);
    let nobody = "0 pledged, 0 missing: no limit on choices".to_owned();
    assert_eq!(finding(&report, Check::Nonces), (Verdict::Ok, nobody));
}

#[test]
fn a_number_that_the_house_refused_is_not_given_again() {
    let (table, _, said) = shoe(true);
    let mut watch = Watch::new(TABLE, kept(&table));
    hand_all(&mut watch, &said[..=place_of(&said, "opened")]);
    assert_eq!(watch.report().give, Some(Give::Number { shoe_no: SHOE }));
    watch.give(SHOE, Bytes([1; 32]));
    watch.give(SHOE, Bytes([2; 32]));
    let first = pledge(TABLE, SHOE, &Bytes([1; 32]));
    assert_eq!(watch.report().give, Some(Give::Pledge { shoe_no: SHOE, pledge: first }), "one is enough");
    watch.refused(SHOE);
    assert_eq!(watch.report().give, None);
}

#[test]
fn a_pledge_that_never_arrived_is_no_crime_of_the_house() {
    let (table, shoe, said) = shoe(true);
    let mut watch = Watch::new(TABLE, kept(&table));
    let (opened, pledged) = (place_of(&said, "opened"), place_of(&said, "pledged"));
    hand_all(&mut watch, &said[..=opened]);
    watch.give(SHOE, Bytes([1; 32]));
    hand_all(&mut watch, &said[opened + 1..=pledged]);
    assert_eq!(watch.report().wanted, Some(Wanted::File(SHOE)), "its answer may have been lost, too");
    watch.arrive(file(&said[..=pledged], &shoe));
    assert_eq!((watch.report().give, watch.report().wanted), (None, None));
    assert_ne!(finding(&watch.report(), Check::Nonces).0, Verdict::Failed);
    hand_all(&mut watch, &said[pledged + 1..=place_of(&said, "revealed")]);
    watch.arrive(file(&said[..=place_of(&said, "revealed")], &shoe));
    let said = "3 pledged, 1 missing: at most 4 choices; yours was sent and is not in".to_owned();
    assert_eq!(finding(&watch.report(), Check::Nonces), (Verdict::NotChecked, said), "it is said, too");
}

#[test]
fn what_a_server_lost_when_it_started_again_is_sent_again_and_is_no_crime() {
    let (table, shoe, said) = shoe(true);
    let (opened, pledged) = (place_of(&said, "opened"), place_of(&said, "pledged"));
    let pledge_of = |nonce: Nonce| Give::Pledge { shoe_no: SHOE, pledge: pledge(TABLE, SHOE, &nonce) };
    for (own, listed) in [(Bytes([1; 32]), false), (shoe.nonces[0], true)] {
        let mut watch = Watch::new(TABLE, kept(&table));
        hand_all(&mut watch, &said[..=opened]);
        watch.give(SHOE, own);
        watch.taken(SHOE);
        watch.resume();
        watch.arrive(file(&said[..=opened], &shoe));
        assert_eq!(watch.report().give, Some(pledge_of(own)), "it is sent again");
        // It comes too late this time, and the first one may have arrived.
        watch.refused(SHOE);
        assert_eq!(watch.report().give, None);
        hand_all(&mut watch, &said[opened + 1..=pledged]);
        watch.arrive(file(&said[..=pledged], &shoe));
        let reveal = Give::Reveal { shoe_no: SHOE, nonce: own };
        assert_eq!(watch.report().give, listed.then_some(reveal));
        watch.taken(SHOE);
        watch.resume();
        watch.arrive(file(&said[..=pledged], &shoe));
        assert_eq!(watch.report().give, listed.then_some(reveal), "it is sent again");
        assert_ne!(finding(&watch.report(), Check::Nonces).0, Verdict::Failed);
    }
}

/// Attack 5, as its victim sees it: a number that was taken in time is left out.
#[test]
fn a_number_that_was_taken_and_left_out_fails() {
    let script = shoe(true);
    let missing = "yours is missing";
    let stranger: Nonce = Bytes([1; 32]);
    let (watch, gave) = follow(&script, Some(stranger), |_| {});
    assert!(gave.iter().all(|give| !matches!(give, Give::Reveal { .. })), "it is not revealed: {gave:?}");
    assert_eq!(finding(&watch.report(), Check::Nonces), (Verdict::Failed, missing.to_owned()));

    // The house has the pledge in its list, and withholds the number.
    let withheld = {
        let mut all = (0..3).map(number_of);
        all.find(|nonce| !script.1.nonces.contains(nonce)).unwrap()
    };
    let (watch, gave) = follow(&script, Some(withheld), |_| {});
    assert!(gave.iter().any(|give| matches!(give, Give::Reveal { .. })), "{gave:?}");
    assert_eq!(finding(&watch.report(), Check::Nonces), (Verdict::Failed, "yours is missing".to_owned()));
}

/// The numbers of a test shoe.
fn number_of(number: u8) -> Digest {
    fair::TaggedHash::new("test/nonce").u32(SHOE).u8(number).finish()
}

#[test]
fn a_list_that_is_not_the_signed_one_fails() {
    let script = shoe(true);
    let own = script.1.nonces[0];
    let (watch, _) = follow(&script, Some(own), |file| {
        let pledges = file.pledges.as_mut().unwrap();
        pledges[0] = Bytes([0; 32]);
    });
    let wrong = "the pledges are not those of the bulletin".to_owned();
    assert_eq!(finding(&watch.report(), Check::Nonces), (Verdict::Failed, wrong));
    let (watch, _) = follow(&script, None, |file| {
        if let Some(nonces) = &mut file.nonces {
            nonces.pop();
        }
    });
    let wrong = "the nonces are not those of the bulletin".to_owned();
    assert_eq!(finding(&watch.report(), Check::Nonces), (Verdict::Failed, wrong));
}

/// Attack 6: a beacon round whose value exists already, or numbers that are fixed after it. The house's clock says what
/// it likes; a client with a right clock warns.
#[test]
fn a_right_clock_warns_of_a_value_that_existed() {
    let (table, shoe, said) = shoe(true);
    let exists = said
        .iter()
        .find_map(|one| match one {
            Said::Bulletin(it) => match &it.bulletin.notice {
                Notice::Opened(opened) => beacon::time_of(opened.beacon?.1),
                _ => None,
            },
            _ => None,
        })
        .unwrap();
    // How far the client's clock is ahead of the house's at `opened` and from then on.
    for (opened_late, revealed_late, warns) in [
        (0, 0, None),
        (exists, 0, Some("1 ms late by your clock")),
        (0, exists, Some("1 ms late by your clock")),
    ] {
        let mut watch = Watch::new(TABLE, kept(&table));
        for (at, one) in said.iter().enumerate() {
            let Said::Bulletin(signed) = one else {
                hand(&mut watch, one);
                continue;
            };
            let now = match signed.bulletin.notice.kind() {
                "opened" if opened_late > 0 => opened_late - 2_999,
                "revealed" if revealed_late > 0 => revealed_late + 1,
                _ => signed.bulletin.at,
            };
            watch.bulletin(&signed.bulletin.to_string(), signed.key, signed.signature, now);
            if watch.report().wanted == Some(Wanted::File(SHOE)) {
                watch.arrive(file(&said[..=at], &shoe));
            }
        }
        let (verdict, reason) = finding(&watch.report(), Check::Beacon);
        match warns {
            None => assert_eq!(verdict, Verdict::Ok, "{reason}"),
            Some(what) => {
                assert_eq!(verdict, Verdict::NotChecked, "{reason}");
                assert_eq!(reason, what);
            }
        }
        assert!(matches!(watch.report().state, State::Checked { .. }), "a clock may be wrong");
    }
}
