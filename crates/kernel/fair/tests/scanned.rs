//! Laws of the bulletins of shoes whose cards a device reads: one spelling, and nothing lost.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on has failed"
)]

use baccarat::Card;
use proptest::prelude::*;
use punto_fair::bulletin::scanned::{
    Amended, Counted, CutCard, Finding, FinishedScanned, FreeRound, LastRound, OpenedScanned, RemovedCard,
    RemovedWhy, Resolution, Resolved, Source,
};
use punto_fair::bulletin::{Burned, Corrected, Ended, Places, RoundResult, VoidReason};
use punto_fair::{Bulletin, Bytes, Digest, Notice};

fn card() -> impl Strategy<Value = Card> {
    (0..52_usize).prop_map(|index| Card::from_index(index).expect("a card"))
}

fn cards(most: usize) -> impl Strategy<Value = Vec<Card>> {
    prop::collection::vec(card(), 0..=most)
}

fn records() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1..=u64::MAX, 0..9)
}

fn source() -> impl Strategy<Value = Source> {
    prop_oneof![(1..=u64::MAX).prop_map(Source::Record), Just(Source::Keyed)]
}

fn digest() -> impl Strategy<Value = Digest> {
    any::<[u8; 32]>().prop_map(Bytes)
}

fn ended() -> impl Strategy<Value = Notice> {
    (1..=u32::MAX, 1..=u16::MAX, prop::collection::vec((source(), card()), 0..=6)).prop_map(
        |(shoe_no, round_no, drawn)| {
            let (sources, cards) = drawn.into_iter().unzip();
            let result = RoundResult::Void(VoidReason::Irregular);
            Notice::Ended(Ended { shoe_no, round_no, at: Places::Read(sources), cards, result })
        },
    )
}

fn notice() -> impl Strategy<Value = Notice> {
    let (no, round, n) = (|| 1..=u32::MAX, || 1..=u16::MAX, || 1..=u64::MAX);
    prop_oneof![
        (no(), digest(), n(), "[^\\p{Cc}]{1,32}", "[a-z0-9-]{1,40}", digest(), 1..=32_u8).prop_map(
            |(shoe_no, device, record, label, rules_id, rules_digest, decks)| {
                let opened = OpenedScanned { shoe_no, device, record, label, rules_id, rules_digest, decks };
                Notice::OpenedScanned(opened)
            }
        ),
        (no(), any::<u16>(), card(), prop::collection::vec(n(), 1..9)).prop_map(
            |(shoe_no, from, card, records)| {
                let face_down = u8::try_from(records.len() - 1).unwrap();
                Notice::Burned(Burned { shoe_no, from, first: Some(card), face_down, records })
            }
        ),
        ended(),
        (no(), round()).prop_map(|(shoe_no, round_no)| Notice::Free(FreeRound { shoe_no, round_no })),
        (no(), prop::option::of(card()), source()).prop_map(|(shoe_no, card, source)| {
            Notice::Removed(RemovedCard { shoe_no, card, source, why: RemovedWhy::HandOver })
        }),
        (no(), round(), 1..=6_u8, card(), card()).prop_map(|(shoe_no, round_no, place, from, to)| {
            Notice::Amended(Amended { shoe_no, round_no, place, from, to })
        }),
        (no(), records(), records()).prop_map(|(shoe_no, about, drops)| {
            let (code, how) = (Finding::TooManyCopies, Resolution::VoidAndEndShoe);
            Notice::Resolved(Resolved { shoe_no, code, how, about, drops })
        }),
        (no(), round(), prop::option::of(n())).prop_map(|(shoe_no, round_no, record)| {
            Notice::CutCard(CutCard { shoe_no, round_no, record })
        }),
        (no(), any::<u16>())
            .prop_map(|(shoe_no, round_no)| Notice::LastRound(LastRound { shoe_no, round_no })),
        (no(), records(), cards(9), cards(9), any::<u16>()).prop_map(
            |(shoe_no, records, missing, extra, unseen)| {
                Notice::Counted(Counted { shoe_no, records, missing, extra, unseen })
            }
        ),
        (no(), round(), 2..=u16::MAX, cards(6), cards(6)).prop_map(
            |(shoe_no, round_no, revision, cards, surplus)| {
                let result = RoundResult::Void(VoidReason::Supervisor);
                Notice::Corrected(Corrected { shoe_no, round_no, revision, cards, surplus, result })
            }
        ),
        (no(), n(), digest(), any::<[u16; 3]>()).prop_map(
            |(shoe_no, records, last, [findings, keyed, amended])| {
                let end = FinishedScanned { shoe_no, records, last, findings, keyed, amended };
                Notice::FinishedScanned(end)
            }
        ),
    ]
}

fn bulletin() -> impl Strategy<Value = Bulletin> {
    (digest(), digest(), notice()).prop_map(|(house, previous, notice)| Bulletin {
        house,
        table: 9,
        no: 3,
        at: 5,
        previous,
        notice,
    })
}

proptest! {
    #[test]
    fn a_bulletin_reads_back_as_it_was_written(bulletin in bulletin()) {
        prop_assert_eq!(bulletin.to_string().parse(), Ok(bulletin));
    }

    #[test]
    fn what_reads_is_written_the_same(
        bulletin in bulletin(),
        at in any::<prop::sample::Index>(),
        with in "[ \n0-9a-zA-Z+]{0,3}",
    ) {
        let text = bulletin.to_string();
        let mut at = at.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let changed = format!("{}{with}{}", &text[..at], &text[at..]);
        if let Ok(read) = changed.parse::<Bulletin>() {
            prop_assert_eq!(read.to_string(), changed);
        }
    }
}

/// What is wrong with a bulletin that ends with these lines.
fn refusal(lines: &str) -> String {
    let zeros = "0".repeat(64);
    let head = format!("punto bulletin 1\nhouse {zeros}\ntable 9\nno 3\nat 5\nprevious {zeros}\n{lines}\n");
    head.parse::<Bulletin>().expect_err("another spelling").to_string()
}

#[test]
fn each_line_that_is_wrong_is_named() {
    for (lines, expected) in [
        ("opened 4\nalgorithm punto-scanner-2", "line 8: `algorithm punto-scanner-1`"),
        (
            "burned 4\nfrom 0\nfirst 9h\nface-down 1\nrecords 2",
            "line 11: `records` and a number for each card",
        ),
        ("ended 4 1\nrecords 2 typed\ncards 9h Kd\nvoid irregular", "line 8: `from`"),
        ("ended 4 1\nrecords 2 0\ncards 9h Kd\nvoid irregular", "line 8: `from`"),
        ("ended 4 1\nrecords 2\ncards 9h Kd\nvoid irregular", "line 9: as many cards as records"),
        ("removed 4\ncard 9h\nrecord none\nwhy spare", "line 9: `record`"),
        ("removed 4\ncard 9h\nrecord 2\nwhy not", "line 10: `why`"),
        ("amended 4 1\ncard 7\nread 9h\nruled 8h", "line 8: `card` and a number from 1 to 6"),
        ("resolved 4\nfinding lost\nhow drop\nabout none\ndrops none", "line 8: `finding`"),
        ("corrected 4 1 2\ncards none\nsurplus none\nvoid supervisor", "line 9: `surplus`"),
        ("finished 4\nabandoned late\nrecords 2 00", "line 9: `secret none`"),
        ("free 4 0", "line 7: `free`, shoe and round"),
    ] {
        let found = refusal(lines);
        assert!(found.starts_with(expected), "{lines}: {found}");
    }
}
