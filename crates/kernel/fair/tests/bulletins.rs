//! Laws of bulletins, over random ones of every kind.

use baccarat::{Bead, Card};
use proptest::prelude::*;
use punto_fair::bulletin::{
    Abandonment, Algorithm, BulletinError, Burned, ChainError, Closed, Committed, Corrected, Drawn, Ended,
    Finished, Listed, Opened, Places, RoundResult, Sealed, VoidReason,
};
use punto_fair::{Bulletin, Bytes, Notice};

fn bytes<const N: usize>() -> impl Strategy<Value = Bytes<N>> {
    prop::collection::vec(any::<u8>(), N).prop_map(|bytes| Bytes(bytes.try_into().expect("as many as asked")))
}

fn card() -> impl Strategy<Value = Card> {
    (0..Card::KINDS).prop_filter_map("an index below 52", Card::from_index)
}

fn result() -> impl Strategy<Value = RoundResult> {
    let beads =
        ["P", "B", "T", "Pp", "Bb6", "Tpbn", "Bpbn6"].map(|text| text.parse::<Bead>().expect("a bead"));
    let reasons =
        [VoidReason::UnreadableCard, VoidReason::Interrupted, VoidReason::Supervisor, VoidReason::Abandoned];
    prop_oneof![
        prop::sample::select(beads.to_vec()).prop_map(RoundResult::Coup),
        prop::sample::select(reasons.to_vec()).prop_map(RoundResult::Void),
    ]
}

fn round() -> impl Strategy<Value = (Vec<Card>, RoundResult)> {
    (prop::collection::vec(card(), 0..7), result())
}

fn ended() -> impl Strategy<Value = Ended> {
    (1..=u32::MAX, 1..=u16::MAX, any::<[u16; 6]>(), any::<bool>(), round()).prop_map(
        |(shoe_no, round_no, indices, drawn, (cards, result))| {
            let at =
                if drawn { Places::At(indices[..cards.len()].to_vec()) } else { Places::From(indices[0]) };
            Ended { shoe_no, round_no, at, cards, result }
        },
    )
}

fn abandonment() -> impl Strategy<Value = Abandonment> {
    use Abandonment::{BeaconChanged, KeyLost, Late, NoBeacon, Restored, TableClosed};
    prop::sample::select(vec![BeaconChanged, KeyLost, Late, NoBeacon, Restored, TableClosed])
}

fn burned() -> impl Strategy<Value = Notice> {
    (1..=u32::MAX, any::<u16>(), prop::option::of(card()), any::<u8>()).prop_map(
        |(shoe_no, from, first, face_down)| {
            Notice::Burned(Burned { shoe_no, from, first, face_down, records: Vec::new() })
        },
    )
}

fn notice() -> impl Strategy<Value = Notice> {
    let no = || 1..=u32::MAX;
    let round_no = || 1..=u16::MAX;
    let listed = || {
        (no(), 0..=256_u16, bytes()).prop_map(|(shoe_no, count, digest)| Listed { shoe_no, count, digest })
    };
    let beacon = || prop::option::of((bytes(), 1..=u64::MAX));
    prop_oneof![
        (no(), bytes(), beacon()).prop_map(|(shoe_no, commitment, beacon)| Notice::Committed(Committed {
            shoe_no,
            commitment,
            beacon: beacon.map(|(chain, _)| chain),
        })),
        (no(), bytes(), "[a-z0-9-]{1,40}", bytes(), 1..=32_u8, any::<[u64; 2]>(), beacon()).prop_map(
            |(shoe_no, commitment, rules_id, rules_digest, decks, [pledges_until, nonces_until], beacon)| {
                let drawn = beacon.is_some() && decks % 2 == 0;
                let opened = Opened {
                    shoe_no,
                    commitment,
                    algorithm: if drawn { Algorithm::Proof2 } else { Algorithm::Proof1 },
                    rules_id,
                    rules_digest,
                    decks,
                    pledges_until,
                    nonces_until,
                    beacon,
                };
                Notice::Opened(opened)
            }
        ),
        listed().prop_map(Notice::Pledged),
        listed().prop_map(Notice::Revealed),
        (no(), prop::option::of(bytes()), 1..=1664_u16, bytes()).prop_map(
            |(shoe_no, beacon, cards, root)| Notice::Sealed(Sealed { shoe_no, beacon, cards, root })
        ),
        burned(),
        (no(), round_no(), any::<u32>(), bytes(), beacon()).prop_map(
            |(shoe_no, round_no, patrons, root, draw)| {
                Notice::Closed(Closed { shoe_no, round_no, patrons, root, draw })
            }
        ),
        (no(), round_no(), bytes()).prop_map(|(shoe_no, round_no, value)| Notice::Drawn(Drawn {
            shoe_no,
            round_no,
            value
        })),
        ended().prop_map(Notice::Ended),
        (no(), round_no(), 2..=u16::MAX, round()).prop_map(
            |(shoe_no, round_no, revision, (cards, result))| {
                Notice::Corrected(Corrected {
                    shoe_no,
                    round_no,
                    revision,
                    cards,
                    surplus: Vec::new(),
                    result,
                })
            }
        ),
        (no(), prop::option::of(abandonment()), prop::option::of(bytes())).prop_map(
            |(shoe_no, abandoned, secret)| Notice::Finished(Finished { shoe_no, abandoned, secret })
        ),
        bytes().prop_map(Notice::Rekeyed),
    ]
}

fn bulletin() -> impl Strategy<Value = Bulletin> {
    (bytes(), 1..=u32::MAX, 1..u64::MAX, any::<u64>(), bytes(), notice()).prop_map(
        |(house, table, no, at, previous, notice)| Bulletin { house, table, no, at, previous, notice },
    )
}

proptest! {
    #[test]
    fn a_bulletin_reads_back_as_it_was_written(bulletin in bulletin()) {
        prop_assert_eq!(bulletin.to_string().parse(), Ok(bulletin));
    }

    #[test]
    fn a_flipped_bit_is_refused_or_seen_in_the_digest(bulletin in bulletin(), bit in any::<prop::sample::Index>()) {
        let mut bytes = bulletin.to_string().into_bytes();
        let bit = bit.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = String::from_utf8(bytes).map_err(|_| ()).and_then(|text| text.parse::<Bulletin>().map_err(|_| ())) {
            prop_assert_ne!(read.digest(), bulletin.digest());
        }
    }

    #[test]
    fn what_reads_is_written_the_same(bulletin in bulletin(), at in any::<prop::sample::Index>(), with in "[ \n0-9a-zA-Z+]{0,3}") {
        let text = bulletin.to_string();
        let at = at.index(text.len());
        let changed = format!("{}{with}{}", &text[..at], &text[at..]);
        if let Ok(read) = changed.parse::<Bulletin>() {
            prop_assert_eq!(read.to_string(), changed);
        }
    }

    #[test]
    fn a_bulletin_follows_only_the_one_before_it(before in bulletin(), next in bulletin()) {
        let next = Bulletin {
            house: before.next_house(),
            table: before.table,
            no: before.no + 1,
            at: before.at,
            previous: before.digest(),
            ..next
        };
        prop_assert_eq!(next.follows(&before), Ok(()));
        let refusal = |changed: Bulletin| changed.follows(&before).unwrap_err();
        let time = Bulletin { at: before.at.wrapping_sub(1), ..next.clone() };
        let seen = before.at == 0 || matches!(refusal(time), ChainError::Time { .. });
        prop_assert!(seen);
        let number = refusal(Bulletin { no: before.no, ..next.clone() });
        let seen = matches!(number, ChainError::Number { .. });
        prop_assert!(seen);
        let table = refusal(Bulletin { table: before.table ^ 1, ..next.clone() });
        let seen = matches!(table, ChainError::Table { .. });
        prop_assert!(seen);
        let previous = refusal(Bulletin { previous: before.previous, ..next.clone() });
        let seen = matches!(previous, ChainError::Previous { .. });
        prop_assert!(seen);
        let house = refusal(Bulletin { house: Bytes([0; 32]), ..next });
        let seen = matches!(house, ChainError::House { .. });
        prop_assert!(seen);
    }
}

const CLOSED: &str = "\
punto bulletin 1
house d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
table 7
no 8
at 1692806381100
previous d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
closed 41 1
wagers 3 369dae0bcdf06f9fb01877e1ece30f8cdea20e0aa999470afae365782c57955f
";

/// What is wrong with [`CLOSED`] after one replacement.
fn refusal(from: &str, to: &str) -> String {
    assert!(CLOSED.contains(from), "{from}");
    CLOSED.replacen(from, to, 1).parse::<Bulletin>().expect_err("another spelling").to_string()
}

#[test]
fn another_spelling_is_refused_with_the_line_and_what_was_expected() {
    for (from, to, line_no) in [
        ("punto bulletin 1", "punto bulletin 2", 1),
        ("house d7", "house D7", 2),
        ("table 7", "table 07", 3),
        ("table 7", "table 0", 3),
        ("table 7", "table  7", 3),
        ("table 7", "table +7", 3),
        ("no 8", "no 8 ", 4),
        ("at 16", "at -16", 5),
        ("no 8\nat", "at", 4),
        ("closed 41 1", "closed 41", 7),
        ("closed 41 1", "closed 41 1 1", 7),
        ("closed 41 1", "closed 041 1", 7),
        ("closed 41 1", "shut 41 1", 7),
        ("wagers 3", "wagers 4294967296", 8),
        ("5f\n", "5f", 8),
        ("5f\n", "5f\r\n", 8),
        ("5f\n", "5f\n\n", 9),
    ] {
        let message = refusal(from, to);
        assert!(message.starts_with(&format!("line {line_no}: ")), "{from:?} to {to:?}: {message}");
    }
    assert_eq!(
        refusal("wagers 3", "wagers x"),
        "line 8: `wagers`, how many patrons, and a root of 64 hex digits was expected"
    );
    assert_eq!("".parse::<Bulletin>(), Err(BulletinError { line_no: 1, expected: "`punto bulletin 1`" }));
}

#[test]
fn cards_and_beads_have_one_spelling() {
    let ended = |body: &str| {
        let head = CLOSED.split_once("closed").unwrap().0;
        format!("{head}ended 41 1\nfrom 6\n{body}\n").parse::<Bulletin>()
    };
    assert!(ended("cards 9h Kd Ks 3c\ncoup Pn").is_ok());
    assert!(ended("cards none\nvoid supervisor").is_ok());
    for wrong in [
        "cards 10h Kd Ks 3c\ncoup Pn",
        "cards\ncoup Pn",
        "cards 9h Kd Ks 3c As As As\ncoup P",
        "cards 9h  Kd\nvoid supervisor",
        "cards 9h Kd Ks 3c\ncoup Pnp",
        "cards 9h Kd Ks 3c\nvoid Supervisor",
        "cards 9h Kd Ks 3c\nvoid mood",
        "cards 9h Kd Ks 3c\ncoup",
    ] {
        assert!(ended(wrong).is_err(), "{wrong:?}");
    }
}

/// A bulletin with this body, read.
fn read(body: &str) -> Result<Bulletin, String> {
    let (head, _) = CLOSED.split_once("closed").expect("its kind");
    format!("{head}{body}\n").parse::<Bulletin>().map_err(|error| error.to_string())
}

#[test]
fn each_card_that_is_drawn_has_its_index() {
    for sound in [
        "ended 41 1\nat 7 415 0 3\ncards 9h Kd Ks 3c\ncoup Pn",
        "ended 41 1\nat none\ncards none\nvoid supervisor",
    ] {
        assert!(read(sound).is_ok(), "{sound}");
    }
    let places = "`from` and how many cards were out, or `at` or `records` and a number for each card";
    for (wrong, line_no, expected) in [
        ("at 7 415 0\ncards 9h Kd Ks 3c\ncoup Pn", 9, "as many cards as indices"),
        ("at none\ncards 9h\nvoid supervisor", 9, "as many cards as indices"),
        ("at 7\ncards none\nvoid supervisor", 9, "as many cards as indices"),
        ("at 07\ncards 9h\nvoid supervisor", 8, places),
        ("at  7\ncards 9h\nvoid supervisor", 8, places),
        ("at 65536\ncards 9h\nvoid supervisor", 8, places),
        ("at\ncards none\nvoid supervisor", 8, places),
        ("from none\ncards none\nvoid supervisor", 8, places),
        ("from 1 2\ncards 9h Kd\nvoid supervisor", 8, places),
    ] {
        let error = read(&format!("ended 41 1\n{wrong}"));
        assert_eq!(error, Err(format!("line {line_no}: {expected} was expected")), "{wrong}");
    }
}

#[test]
fn a_round_that_is_drawn_names_its_beacon_and_then_its_value() {
    let chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
    let closed = |line: &str| read(&format!("closed 41 1\nwagers 0 {chain}\n{line}"));
    assert!(closed(&format!("beacon drand {chain} 1009")).is_ok());
    for wrong in
        ["beacon none".to_owned(), format!("beacon drand {chain} 0"), format!("beacon drand {chain}")]
    {
        let expected = "line 9: `beacon drand`, a chain of 64 hex digits and a round from 1 was expected";
        assert_eq!(closed(&wrong), Err(expected.to_owned()), "{wrong}");
    }
    let value = "ab".repeat(48);
    assert!(read(&format!("drawn 41 1\nbeacon {value}")).is_ok());
    let expected = Err("line 8: `beacon` and a value of 96 hex digits was expected".to_owned());
    for wrong in ["beacon none", "beacon abab", "value abab"] {
        assert_eq!(read(&format!("drawn 41 1\n{wrong}")), expected, "{wrong}");
    }
}

#[test]
fn a_shoe_that_is_drawn_names_a_beacon() {
    let digest = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
    let opened = |algorithm: u8, beacon: &str| {
        read(&format!(
            "opened 41\ncommitment {digest}\nalgorithm punto-proof-{algorithm}\nrules live {digest}\ndecks 8\n\
             pledges-until 1\nnonces-until 2\nbeacon {beacon}"
        ))
    };
    let named = format!("drand {digest} 1000");
    for (algorithm, beacon) in [(1, "none"), (1, &named), (2, &named)] {
        assert!(opened(algorithm, beacon).is_ok(), "{algorithm} {beacon}");
    }
    let expected = "line 14: `beacon drand`, a chain of 64 hex digits and a round from 1 was expected";
    assert_eq!(opened(2, "none"), Err(expected.to_owned()));
    let expected = "line 9: `algorithm punto-proof-1` or `algorithm punto-proof-2` was expected";
    assert_eq!(opened(3, "none"), Err(expected.to_owned()));
}
