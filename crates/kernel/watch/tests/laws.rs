//! Laws: an honest shoe passes wherever a client comes and goes, and no changed bit does.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test it says: this cannot fail here")]
#![allow(clippy::arithmetic_side_effects, reason = "small numbers of a test")]

mod common;

use std::sync::LazyLock;

use common::{SHOE, Said, TABLE, file_after, hand, hand_all, kept, place_of, plan, played, watched};
use fair::bulletin::Notice;
use proptest::prelude::*;
use punto_watch::{Kept, Opening, State, Wanted, Watch};
use verify::testing::Plan;

/// A shoe of five rounds in play, its cards in the sealed order or drawn: its script up to the last round's end, and
/// what a client kept of it.
fn shoe_in_play(drawn: bool) -> &'static (Kept, Vec<Said>) {
    static IN_SEQUENCE: LazyLock<(Kept, Vec<Said>)> = LazyLock::new(|| in_play(&plan(5)));
    static DRAWN: LazyLock<(Kept, Vec<Said>)> = LazyLock::new(|| in_play(&plan(5).drawn()));
    if drawn { &DRAWN } else { &IN_SEQUENCE }
}

fn in_play(plan: &Plan) -> (Kept, Vec<Said>) {
    let (table, _, mut said) = played(plan);
    said.pop();
    (kept(&table), said)
}

fn is_checked(state: State) -> bool {
    matches!(state, State::Checked { .. })
}

/// Cards that opened their leaves, of this part of the script.
fn cards(said: &[Said]) -> usize {
    let shown = |one: &&Said| matches!(one, Said::Card(..) | Said::Burned(_, Some(_), _));
    said.iter().filter(shown).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// A client loses its connection, the file is as it was a little before or after the line is back, frames come
    /// again from where they stopped, and bulletins only from then on.
    #[test]
    fn a_lost_connection_is_no_failure(
        drawn: bool,
        lost in 0..1_000_usize,
        file in 0..8_usize,
        back in 0..8_usize,
    ) {
        let (kept, said) = shoe_in_play(drawn);
        let opened = place_of(said, "opened") + 1;
        let lost = opened + lost % (said.len() - opened);
        let (file, back) = ((lost + file).min(said.len()), (lost + back).min(said.len()));
        let mut watch = Watch::new(TABLE, *kept);
        hand_all(&mut watch, &said[..lost]);
        watch.resume();
        watch.arrive(file_after(&said[..file], SHOE).unwrap());
        for at in lost..said.len() {
            // Private messages and bulletins are not sent again; leaves come when they are asked for.
            let again = matches!(said[at], Said::Card(..) | Said::Burned(..) | Said::Leaves(..));
            if again || at >= back {
                hand(&mut watch, &said[at]);
            }
            if let Some(Wanted::File(shoe_no)) = watch.report().wanted {
                // What was missed comes in one go, so that a file that is asked for then is a later one.
                watch.arrive(file_after(&said[..(at + 1).max(file).max(back)], shoe_no).unwrap());
            }
        }
        prop_assert!(is_checked(watch.state()), "{:#?}", watch.report());
        prop_assert_eq!(watch.state(), State::Checked { cards: u16::try_from(cards(said)).unwrap() });
    }

    /// A client that comes at any moment checks every card that was shown, and every one after.
    #[test]
    fn a_client_that_comes_late_checks_all_cards(drawn: bool, come in 0..1_000_usize) {
        let (kept, said) = shoe_in_play(drawn);
        let opened = place_of(said, "opened") + 1;
        let come = opened + come % (said.len() - opened);
        // The burned cards and their bulletin are out in one moment.
        let come = if come == place_of(said, "burned") { come + 1 } else { come };
        let mut watch = Watch::new(TABLE, *kept);
        watch.arrive(file_after(&said[..come], SHOE).unwrap());
        hand_as_page(&mut watch, said, come..said.len());
        prop_assert_eq!(watch.state(), State::Checked { cards: u16::try_from(cards(said)).unwrap() });
    }

    /// One changed bit of what a live client is sent is noticed.
    #[test]
    fn a_changed_bit_fails(drawn: bool, at in 0..1_000_usize, bit in 0..4_096_usize) {
        let (kept, said) = shoe_in_play(drawn);
        let mut said = said.clone();
        let at = at % said.len();
        match &mut said[at] {
            Said::Bulletin(signed) => {
                let text = signed.bulletin.to_string();
                let mut bytes = text.into_bytes();
                let place = bit % (bytes.len() * 8);
                bytes[place / 8] ^= 1 << (place % 8);
                let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
                let mut watch = Watch::new(TABLE, *kept);
                hand_all(&mut watch, &said[..at]);
                let Said::Bulletin(signed) = &said[at] else { panic!() };
                watch.bulletin(&text, signed.key, signed.signature, 0);
                prop_assert!(matches!(watch.state(), State::Failed { .. }), "{:?} {text}", watch.state());
                return Ok(());
            }
            Said::Burned(_, Some(card), _) | Said::Card(_, card) => {
                let Some(Opening { index, salt }) = &mut card.opening else { panic!("a proof was expected") };
                match bit % 3 {
                    0 => *index ^= 1 << (bit % 9),
                    1 => salt.0[bit % 16] ^= 1 << (bit % 8),
                    _ => card.card = other_card(card.card, bit),
                }
            }
            Said::Leaves(_, leaves) => {
                let leaf = bit % leaves.len();
                leaves[leaf].0[bit % 32] ^= 1 << (bit % 8);
            }
            Said::Wagers(own) => match bit % 4 {
                0 => own.stakes[0].minor ^= 1 << (bit % 12),
                1 => own.salt.0[bit % 16] ^= 1 << (bit % 8),
                2 => own.path.index ^= 1,
                _ => own.path.path[0].0[bit % 32] ^= 1 << (bit % 8),
            },
            Said::Burned(..) | Said::Staked(..) | Said::Settled(..) => return Ok(()),
        }
        let report = watched(*kept, &said);
        prop_assert!(
            matches!(report.state, State::Failed { .. }) || report.wanted.is_some(), "{report:#?}"
        );
    }
}

fn other_card(card: baccarat::Card, by: usize) -> baccarat::Card {
    baccarat::Card::from_index((card.index() + 1 + by % 51) % 52).unwrap()
}

#[test]
fn nothing_is_said_of_a_shoe_without_a_proof() {
    let mut watch = Watch::new(TABLE, Kept::default());
    assert_eq!(watch.state(), State::Waiting);
    watch.no_proof();
    assert_eq!(watch.state(), State::NoProof);
    // The next one has a proof.
    let (_, said) = shoe_in_play(false);
    hand_all(&mut watch, said);
    assert!(is_checked(watch.state()), "{:#?}", watch.report());
}

#[test]
fn cards_wait_for_their_leaves() {
    wait_for_their_leaves(false);
    wait_for_their_leaves(true);
}

fn wait_for_their_leaves(drawn: bool) {
    let (kept, said) = shoe_in_play(drawn);
    let mut said = said.clone();
    let leaves = said.remove(place_of(&said, "sealed") + 1);
    let mut watch = Watch::new(TABLE, *kept);
    hand_all(&mut watch, &said);
    assert_eq!((watch.state(), watch.report().wanted), (State::Waiting, Some(Wanted::Leaves(SHOE))));
    hand(&mut watch, &leaves);
    assert!(is_checked(watch.state()));
}

#[test]
fn the_root_has_the_time_of_this_client() {
    let (kept, said) = shoe_in_play(false);
    let sealed = place_of(said, "sealed");
    let Said::Bulletin(signed) = &said[sealed] else { panic!("a bulletin was expected") };
    assert!(matches!(signed.bulletin.notice, Notice::Sealed(_)));
    assert_eq!(watched(*kept, &said[..=sealed]).sealed_seen, Some(signed.bulletin.at));
    let mut late = Watch::new(TABLE, *kept);
    late.arrive(file_after(said, SHOE).unwrap());
    assert_eq!(late.report().sealed_seen, None);
}

/// Hands over what arrives as a page does: it fetches what is wanted at once.
fn hand_as_page(watch: &mut Watch, said: &[Said], range: std::ops::Range<usize>) {
    for at in range {
        hand(watch, &said[at]);
        if let Some(Wanted::File(shoe_no)) = watch.report().wanted
            && let Some(file) = file_after(&said[..=at], shoe_no)
        {
            watch.arrive(file);
        }
    }
}
