//! What a crooked house could do, each against a shoe that passes when it is dealt honestly.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test it says: this cannot fail here")]
#![allow(clippy::arithmetic_side_effects, reason = "small numbers of a test")]

mod common;

use common::{SHOE, Said, TABLE, file_after, hand, hand_all, kept, place_of, plan, played, script, watched};
use fair::bulletin::Ended;
use fair::{Notice, Secret};
use punto_watch::{Check, Kept, Place, Report, State, Verdict, Watch};
use verify::testing::{Plan, TestTable};

fn finding(report: &Report, check: Check) -> (Verdict, Option<Place>) {
    let found = report.findings.iter().find(|finding| finding.check == check).unwrap();
    (found.verdict, found.place)
}

#[track_caller]
fn fails(report: &Report, check: Check, place: Option<Place>) {
    assert_eq!(report.state, State::Failed { check }, "{:#?}", report.findings);
    assert_eq!(finding(report, check), (Verdict::Failed, place));
}

/// Where the last bulletin of this kind is in the script.
fn place_of_last(said: &[Said], kind: &str) -> usize {
    let is = |one: &Said| matches!(one, Said::Bulletin(it) if it.bulletin.notice.kind() == kind);
    said.iter().rposition(is).unwrap()
}

#[test]
fn an_honest_shoe_passes_every_check() {
    let (table, _, said) = played(&plan(4));
    let report = watched(kept(&table), &said);
    for finding in &report.findings {
        assert_eq!(finding.verdict, Verdict::Ok, "{finding:?}");
    }
    assert!(matches!(report.state, State::Checked { cards } if cards > 16), "{:?}", report.state);
    assert_eq!(report.head.unwrap().no, table.record.last().unwrap().bulletin.no);
    assert_eq!(report.keep.head.unwrap().1, table.record.last().unwrap().bulletin.digest());
}

#[test]
fn a_whole_shoe_and_the_one_after_it_pass() {
    let mut table = TestTable::new(TABLE, SHOE, true);
    let plan = Plan { pledged: 0, missing: 0, rekeyed_after: Some(5), corrected: vec![2], ..Plan::default() };
    let first = table.play(&plan);
    table.commit(SHOE + 1, true);
    table.record.pop();
    let second = table.play(&common::plan(3));
    let said = script(&table, &[first, second]);
    let report = watched(kept(&table), &said);
    assert!(matches!(report.state, State::Checked { .. }), "{:#?}", report.findings);
    assert_eq!(report.shoe_no, Some(SHOE + 1));
}

/// Attack 1: a round is dealt with its cards in another order.
#[test]
fn cards_in_another_order_fail_at_the_first_misplaced_one() {
    let (table, _, mut said) = played(&plan(4));
    let first = first_card_of(&said, 3);
    let (one, other) = (first + 1, first + 2);
    let (Said::Card(_, mut a), Said::Card(_, mut b)) = (said[one].clone(), said[other].clone()) else {
        panic!("cards were expected");
    };
    assert_ne!(a.card, b.card);
    std::mem::swap(&mut a.card, &mut b.card);
    (said[one], said[other]) = (Said::Card(SHOE, a), Said::Card(SHOE, b));
    // Before the end of the round, so that no bulletin tells.
    fails(&watched(kept(&table), &said[..=one]), Check::Cards, Some(Place::Card(3, 2)));
    fails(&watched(kept(&table), &said), Check::Cards, Some(Place::Card(3, 2)));
}

/// Attack 1, with the true place in the sealed order: the card is not the next.
#[test]
fn a_skipped_card_fails() {
    let (table, _, mut said) = played(&plan(4));
    let skipped = first_card_of(&said, 3) + 1;
    said.remove(skipped);
    fails(&watched(kept(&table), &said[..=skipped]), Check::Cards, Some(Place::Card(3, 2)));
}

#[test]
fn a_card_without_a_proof_fails() {
    let (table, _, mut said) = played(&plan(4));
    let at = first_card_of(&said, 2);
    let Said::Card(_, card) = &mut said[at] else { panic!("a card was expected") };
    card.opening = None;
    fails(&watched(kept(&table), &said[..=at]), Check::Cards, Some(Place::Card(2, 1)));
}

/// Attack 2: another secret than the committed one is dealt from.
#[test]
fn another_secret_fails_when_it_is_shown() {
    let other = Secret::new([9; 32]);
    let commitment = other.commitment(TABLE, SHOE);
    for (reveals, check) in [(None, Check::Commitment), (Some(other.reveal()), Check::Order)] {
        let (mut table, shoe, _) = played(&plan(4));
        table.rewrite(|bulletin| match &mut bulletin.notice {
            Notice::Committed(it) if it.shoe_no == SHOE => it.commitment = commitment,
            Notice::Opened(it) => it.commitment = commitment,
            Notice::Finished(it) => it.secret = reveals.or(it.secret),
            _ => {}
        });
        let said = script(&table, &[shoe]);
        let last = said.len() - 1;
        assert!(matches!(watched(kept(&table), &said[..last]).state, State::Checked { .. }));
        let report = watched(kept(&table), &said);
        let State::Failed { check: found } = report.state else { panic!("{:#?}", report.findings) };
        assert_eq!(found, check, "{:#?}", report.findings);
    }
}

/// Attack 3: a shoe that was committed is never dealt.
#[test]
fn a_skipped_shoe_fails() {
    let mut table = TestTable::new(TABLE, SHOE, true);
    let shoes = [table.play(&plan(2)), table.play(&plan(2)), table.play(&plan(2))];
    let kept_late = {
        // Somebody was there while shoe 42 was dealt.
        let at =
            table.record.iter().position(|it| is_about(&it.bulletin.notice, "sealed", SHOE + 1)).unwrap();
        Kept { house: None, head: Some((table.record[at].bulletin.no, table.record[at].bulletin.digest())) }
    };
    // The house takes shoe 42 out of its record and mends numbers and digests.
    table.record.retain(|it| {
        let notice = &it.bulletin.notice;
        notice.shoe_no() != Some(SHOE + 1) || notice.kind() == "committed"
    });
    table.rewrite({
        let mut no = 0;
        move |bulletin| {
            no += 1;
            bulletin.no = no;
        }
    });
    let said = script(&table, &shoes);
    let opened = said.iter().position(|one| match one {
        Said::Bulletin(it) => is_about(&it.bulletin.notice, "opened", SHOE + 2),
        _ => false,
    });
    let before = watched(kept(&table), &said[..opened.unwrap()]);
    fails(&before, Check::Committed, Some(Place::Shoe(SHOE + 1)));

    let mut visitor = Watch::new(TABLE, kept_late);
    visitor.arrive(file_after(&said, SHOE + 2).unwrap());
    let report = visitor.report();
    assert_eq!(finding(&report, Check::Fork).0, Verdict::Failed, "{:#?}", report.findings);
    assert_eq!(report.keep, kept_late);
}

fn is_about(notice: &Notice, kind: &str, shoe_no: u32) -> bool {
    notice.kind() == kind && notice.shoe_no() == Some(shoe_no)
}

#[test]
fn a_shoe_that_is_never_finished_fails_when_the_next_one_opens() {
    let mut table = TestTable::new(TABLE, SHOE, true);
    let shoes = [table.play(&plan(2)), table.play(&plan(2))];
    table.record.retain(|it| !is_about(&it.bulletin.notice, "finished", SHOE));
    table.rewrite({
        let mut no = 0;
        move |bulletin| {
            no += 1;
            bulletin.no = no;
        }
    });
    let report = watched(kept(&table), &script(&table, &shoes));
    fails(&report, Check::Form, Some(Place::Shoe(SHOE)));
}

/// Attack 3, under the same number: another secret is committed for a shoe that was committed already.
#[test]
fn a_shoe_that_is_committed_twice_fails() {
    let (mut table, shoe, _) = played(&plan(2));
    let next = table.record.iter().rfind(|it| it.bulletin.notice.kind() == "committed");
    let mut again = next.unwrap().bulletin.clone();
    let Notice::Committed(it) = &mut again.notice else { panic!("the next commitment was expected") };
    it.commitment.0[0] ^= 1;
    let (notice, no) = (again.notice.clone(), u64::try_from(table.record.len()).unwrap() + 1);
    table.say(notice);
    let report = watched(kept(&table), &script(&table, &[shoe]));
    fails(&report, Check::Committed, Some(Place::No(no)));
}

/// Attack 4: a bet counts that was not under the root before the first card.
#[test]
fn a_bet_that_was_not_under_the_root_fails() {
    let (table, _, honest) = played(&plan(4));
    let first = first_card_of(&honest, 3);
    let given = honest[..first].iter().rposition(|one| matches!(one, Said::Wagers(_))).unwrap();
    let shown = honest[..first].iter().rposition(|one| matches!(one, Said::Staked(..))).unwrap();
    let place = Some(Place::Round(3));

    // The stake is another one than was fixed, on the screen as in the proof.
    let mut said = honest.clone();
    let Said::Wagers(own) = &mut said[given] else { panic!("wagers were expected") };
    own.stakes[0].minor += 1;
    fails(&watched(kept(&table), &said[..=given]), Check::Wagers, place);

    // The proof is that of other bets than the screen shows, whether it comes before the root or after it.
    let mut said = honest.clone();
    let Said::Staked(_, _, stakes) = &mut said[shown] else { panic!("stakes were expected") };
    stakes[1].minor += 1;
    assert!(matches!(watched(kept(&table), &said[..given]).state, State::Checked { .. }));
    fails(&watched(kept(&table), &said[..=given]), Check::Wagers, place);
    said.swap(given - 1, given);
    assert!(matches!(watched(kept(&table), &said[..given]).state, State::Checked { .. }));
    fails(&watched(kept(&table), &said[..=given]), Check::Wagers, place);

    // The result comes, and no proof of the bets.
    let mut said = honest.clone();
    said.remove(given);
    let result = said.iter().position(|one| matches!(one, Said::Settled(_, 3))).unwrap();
    assert!(matches!(watched(kept(&table), &said[..result]).state, State::Checked { .. }));
    fails(&watched(kept(&table), &said[..=result]), Check::Wagers, place);
}

/// Attack 4, by silence: the house leaves a slip out, and sends its patron neither proof nor result.
#[test]
fn bets_of_which_nothing_is_heard_fail_when_betting_closes_again() {
    let (table, _, mut said) = played(&plan(4));
    said.retain(|one| match one {
        Said::Wagers(own) => own.round_no != 3,
        Said::Settled(_, round_no) => *round_no != 3,
        _ => true,
    });
    let next = place_of_last(&said, "closed");
    assert!(matches!(watched(kept(&table), &said[..next]).state, State::Checked { .. }));
    let place = Some(Place::Round(3));
    fails(&watched(kept(&table), &said[..=next]), Check::Wagers, place);

    // Also where the patron has no bets in the next round, and the screen shows none.
    let mut idle = said.clone();
    idle.retain(|one| !matches!(one, Said::Staked(_, 4, _)));
    let next = place_of_last(&idle, "closed");
    fails(&watched(kept(&table), &idle[..=next]), Check::Wagers, place);

    // A lost connection may have swallowed the proof.
    let mut watch = Watch::new(TABLE, kept(&table));
    let lost = place_of_last(&said, "ended");
    let lost = said[..lost].iter().rposition(|one| matches!(one, Said::Staked(_, 4, _))).unwrap();
    hand_all(&mut watch, &said[..lost]);
    watch.resume();
    watch.arrive(file_after(&said[..lost], SHOE).unwrap());
    hand_all(&mut watch, &said[lost..]);
    assert_ne!(finding(&watch.report(), Check::Wagers).0, Verdict::Failed, "{:#?}", watch.report());
}

/// The proof is a message of its own: it may come after the first card.
#[test]
fn a_proof_that_comes_late_leads_to_the_root_from_before_the_first_card() {
    let (table, _, mut said) = played(&plan(4));
    let given = said.iter().position(|one| matches!(one, Said::Wagers(own) if own.round_no == 3)).unwrap();
    let late = said.remove(given);
    let (last, _) = end_of(&said, 3);
    said.insert(last, late);
    let report = watched(kept(&table), &said);
    assert_eq!(finding(&report, Check::Wagers), (Verdict::Ok, None), "{:#?}", report.findings);
}

/// Attack 7: two clients get different bulletins with one number.
#[test]
fn two_heads_pass_alone_and_fail_together() {
    let (mut table, shoe, said) = played(&plan(2));
    let shoes = [shoe];
    let sealed = place_of(&said, "sealed");
    let first = watched(kept(&table), &said);
    table.rewrite(|bulletin| {
        if bulletin.no >= 6 {
            bulletin.at += 1;
        }
    });
    let other_said = script(&table, &shoes);
    let second = watched(kept(&table), &other_said);
    assert!(matches!(first.state, State::Checked { .. }));
    assert!(matches!(second.state, State::Checked { .. }));
    assert_ne!(first.head.unwrap().digits(), second.head.unwrap().digits());

    // One client gets both.
    let mut both = said[..=sealed].to_vec();
    both.push(other_said[sealed].clone());
    let report = watched(kept(&table), &both);
    assert_eq!(finding(&report, Check::Fork), (Verdict::Failed, Some(Place::No(6))));

    // Or comes back later with what it kept.
    let in_play = other_said.len() - 2;
    let mut visitor = Watch::new(TABLE, watched(kept(&table), &said[..=sealed]).keep);
    visitor.arrive(file_after(&other_said[..in_play], SHOE).unwrap());
    fails(&visitor.report(), Check::Fork, Some(Place::No(6)));

    // Or finds a record that is shorter than the one it saw.
    let (last, _) = end_of(&said, 2);
    let mut visitor = Watch::new(TABLE, watched(kept(&table), &said[..=last]).keep);
    visitor.arrive(file_after(&said[..sealed], SHOE).unwrap());
    assert_eq!(finding(&visitor.report(), Check::Fork).0, Verdict::Failed);
}

#[test]
fn another_key_fails() {
    let (table, _, said) = played(&plan(2));
    let stranger = Kept { house: Some(verify::testing::house_key(9).public()), head: None };
    let report = watched(stranger, &said[..3]);
    fails(&report, Check::Key, Some(Place::No(1)));
    assert_eq!(report.keep, stranger);
    let mut visitor = Watch::new(TABLE, stranger);
    visitor.arrive(file_after(&said, SHOE).unwrap());
    fails(&visitor.report(), Check::Key, None);
    assert!(matches!(watched(kept(&table), &said).state, State::Checked { .. }));
}

#[test]
fn betting_that_closes_after_the_first_card_fails() {
    let (table, _, mut said) = played(&plan(4));
    let first = first_card_of(&said, 3);
    let closed = said[..first].iter().rposition(|one| matches!(one, Said::Bulletin(_))).unwrap();
    let late = said.remove(closed);
    said.insert(first, late);
    fails(&watched(kept(&table), &said[..first]), Check::Rounds, Some(Place::Round(3)));
}

#[test]
fn another_end_than_was_shown_fails() {
    let (mut table, shoe, _) = played(&plan(4));
    table.rewrite(|bulletin| {
        if let Notice::Ended(it) = &mut bulletin.notice
            && it.round_no == 2
        {
            it.cards.swap(0, 3);
        }
    });
    let mut said = script(&table, &[shoe]);
    let (end, ended) = end_of(&said, 2);
    assert_ne!(ended.cards[0], ended.cards[3]);
    said.truncate(end + 1);
    fails(&watched(kept(&table), &said), Check::Cards, Some(Place::Card(2, 1)));
}

#[test]
fn other_burned_cards_than_the_record_has_fail() {
    let (table, _, mut said) = played(&plan(1));
    let at = place_of(&said, "burned");
    let Said::Burned(_, _, face_down) = &mut said[at - 1] else { panic!("a burn was expected") };
    *face_down += 1;
    fails(&watched(kept(&table), &said[..=at]), Check::Burn, Some(Place::Burn));
}

#[test]
fn leaves_of_another_order_fail() {
    let (table, _, mut said) = played(&plan(1));
    let at = place_of(&said, "sealed") + 1;
    let Said::Leaves(_, leaves) = &mut said[at] else { panic!("leaves were expected") };
    leaves.swap(100, 101);
    fails(&watched(kept(&table), &said[..=at]), Check::Root, None);
}

#[test]
fn a_missing_bulletin_that_no_file_has_fails() {
    let (table, _, said) = played(&plan(3));
    let (end, _) = end_of(&said, 2);
    let mut watch = Watch::new(TABLE, kept(&table));
    hand_all(&mut watch, &said[..end]);
    let next = said[end + 1..].iter().find(|one| matches!(one, Said::Bulletin(_)));
    hand(&mut watch, next.unwrap());
    assert_eq!(watch.report().wanted, Some(punto_watch::Wanted::File(SHOE)));
    watch.arrive(file_after(&said[..end], SHOE).unwrap());
    let State::Failed { check } = watch.state() else { panic!("{:?}", watch.state()) };
    assert_eq!(check, Check::Chain);
}

/// The end of a round, and where it is in the script.
fn end_of(said: &[Said], round_no: u16) -> (usize, Ended) {
    let found = said.iter().enumerate().find_map(|(at, one)| match one {
        Said::Bulletin(signed) => match &signed.bulletin.notice {
            Notice::Ended(it) if it.round_no == round_no => Some((at, it.clone())),
            _ => None,
        },
        _ => None,
    });
    found.unwrap()
}

/// Where the first card of a round is in the script.
fn first_card_of(said: &[Said], round_no: u16) -> usize {
    let (at, ended) = end_of(said, round_no);
    at - ended.cards.len()
}
