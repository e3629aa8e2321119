//! Every frozen value of `corpora/fair`, which an independent program computed, against this crate.

use std::collections::BTreeMap;

use punto_fair::bulletin::scanned::Source;
use punto_fair::bulletin::{Algorithm, Places, RoundResult};
use punto_fair::draw::{RoundDraw, Row};
use punto_fair::locked::{Place, ShoeKey};
use punto_fair::nonces::{digest_of_nonces, digest_of_pledges, in_order, missing, pledge};
use punto_fair::shoe::leaf;
use punto_fair::wagers::{Line, StandingWagers, WagerKey, WagerTree};
use punto_fair::{
    Bulletin, Bytes, Digest, HouseKey, Inputs, Notice, ProvableShoe, Secret, shuffle, tree, verify,
};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const TABLE: u32 = 7;
const SHOE: u32 = 41;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../corpora/fair/vectors.json")).expect("JSON")
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a text of the vectors")
}

fn hex<const N: usize>(value: &Value) -> Bytes<N> {
    value.as_str().and_then(|text| text.parse().ok()).expect("hex of the vectors")
}

fn list<const N: usize>(value: &Value) -> Vec<Bytes<N>> {
    value.as_array().expect("a list").iter().map(hex).collect()
}

fn counting(start: u8) -> [u8; 32] {
    std::array::from_fn(|idx| start + u8::try_from(idx).expect("32 bytes"))
}

fn written(cards: &[baccarat::Card]) -> String {
    cards.iter().map(|card| card.text()).collect::<Vec<_>>().join(" ")
}

fn sha256(text: &str) -> Digest {
    Bytes(Sha256::digest(text).into())
}

fn bulletins(vectors: &Value) -> Vec<Bulletin> {
    let texts = vectors["bulletins"].as_array().expect("a list").iter();
    texts.map(|entry| text(entry, "text").parse().expect("a bulletin")).collect()
}

fn derived(vectors: &Value, with_beacon: bool) -> ProvableShoe {
    let (pledged, nonces) = (hex(&vectors["pledged"]), list(&vectors["nonces"]));
    let bulletins = bulletins(vectors);
    let beacon = bulletins.iter().find_map(|it| match &it.notice {
        Notice::Sealed(it) => it.beacon.as_ref(),
        _ => None,
    });
    let beacon = beacon.filter(|_| with_beacon);
    let inputs = Inputs { pledged: &pledged, nonces: &nonces, beacon };
    assert!(!with_beacon || inputs.mix() == hex(&vectors["mix"]));
    ProvableShoe::derive(&Secret::new(counting(0)), &inputs, 8)
}

#[test]
fn commitments_and_lists() {
    let vectors = vectors();
    assert_eq!(Secret::new(counting(0)).commitment(TABLE, SHOE), hex(&vectors["commitment"]));
    assert_eq!(Secret::new(counting(32)).commitment(TABLE, SHOE + 1), hex(&vectors["next_commitment"]));
    let nonces = in_order(TABLE, SHOE, &[Bytes([0x11; 32]), Bytes([0x22; 32])]);
    assert_eq!(nonces, list(&vectors["nonces"]));
    assert_eq!(digest_of_nonces(&nonces), Ok(hex(&vectors["nonces_digest"])));
    let all = in_order(TABLE, SHOE, &[0x11, 0x22, 0x33].map(|byte| Bytes([byte; 32])));
    let pledges: Vec<Digest> = all.iter().map(|nonce| pledge(TABLE, SHOE, nonce)).collect();
    assert_eq!(pledges, list(&vectors["pledges"]));
    assert_eq!(digest_of_pledges(&pledges), Ok(hex(&vectors["pledges_digest"])));
    assert_eq!(missing(TABLE, SHOE, &pledges, &nonces), Ok(1));
}

#[test]
fn order_salts_leaves_and_root() {
    let vectors = vectors();
    let shoe = derived(&vectors, true);
    assert_eq!(written(shoe.cards()), text(&vectors, "order"));
    assert_eq!(sha256(&written(shoe.cards())), hex(&vectors["order_sha256"]));
    let salts: Vec<Bytes<16>> = (0..8).map(|index| shoe.salt(index).unwrap()).collect();
    assert_eq!(salts, list(&vectors["salts"]));
    assert_eq!(shoe.leaves()[..8], list(&vectors["leaves"])[..]);
    assert_eq!(leaf(0, shoe.cards()[0], &salts[0]), shoe.leaves()[0]);
    assert_eq!(shoe.root(), hex(&vectors["root"]));
    assert_eq!(derived(&vectors, false).root(), hex(&vectors["root_without_beacon"]));
}

#[test]
fn a_draw_that_is_refused_does_not_bias_the_shuffle() {
    let vectors = vectors();
    assert_eq!(vectors["refused_draws"], serde_json::json!([[160, "fffffff8"]]));
    let mut seed = [0; 32];
    seed[28..].copy_from_slice(&53_234_u32.to_be_bytes());
    assert_eq!(sha256(&written(&shuffle(&seed, 8))), hex(&vectors["refused_order_sha256"]));
}

#[test]
fn wagers_of_a_round() {
    let vectors = vectors();
    let key = WagerKey::new(counting(64));
    let line = |spot, stake, bonus| Line { spot, stake, bonus };
    let (three, nine, twelve) = (
        [line("banker", 50_000, 0), line("tie", 1_000, 0)],
        [line("player", 2_500, 500)],
        [line("player_pair", 100, 0)],
    );
    let patrons: BTreeMap<u32, &[Line<'_>]> =
        [(3, &three[..]), (9, &nine[..]), (12, &twelve[..])].into_iter().collect();
    let mut leaves = Vec::new();
    for (patron, lines) in patrons {
        let salt = key.salt(1, patron);
        assert_eq!(salt, hex(&vectors["wager_salts"][patron.to_string()]), "{patron}");
        let wagers = StandingWagers {
            table: TABLE,
            shoe_no: SHOE,
            round_no: 1,
            patron,
            currency: "PLAY",
            decimals: 2,
            lines,
        };
        let leaf = wagers.leaf(&salt).unwrap();
        assert_eq!(leaf, hex(&vectors["wager_leaves"][patron.to_string()]), "{patron}");
        leaves.push(leaf);
    }
    assert_eq!(WagerTree::new(leaves).root(), hex(&vectors["wager_root"]));
}

#[test]
fn bulletins_are_written_chained_and_signed_as_they_were() {
    let vectors = vectors();
    let bulletins = signed_as_they_were(&vectors);
    assert_eq!(bulletins.len(), 8);
    assert_eq!(bulletins[3].digest(), hex(&vectors["pledged"]));
}

/// The bulletins of these vectors, each as it was written, chained and signed.
fn signed_as_they_were(vectors: &Value) -> Vec<Bulletin> {
    let key: Bytes<32> =
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60".parse().expect("hex");
    let key = HouseKey::new(key.0);
    let (entries, bulletins) = (vectors["bulletins"].as_array().expect("a list"), bulletins(vectors));
    assert_eq!(bulletins[0].is_first(), Ok(()));
    for (entry, bulletin) in entries.iter().zip(&bulletins) {
        assert_eq!(bulletin.to_string(), text(entry, "text"));
        assert_eq!(bulletin.digest(), hex(&entry["digest"]), "{bulletin}");
        assert_eq!(bulletin.sign(&key), hex(&entry["signature"]), "{bulletin}");
        assert_eq!(verify(&bulletin.house, &bulletin.to_string(), &hex(&entry["signature"])), Ok(()));
    }
    for pair in bulletins.windows(2) {
        assert_eq!(pair[1].follows(&pair[0]), Ok(()), "{}", pair[1]);
    }
    bulletins
}

#[test]
fn a_shoe_is_drawn_as_it_was() {
    let vectors: Value = serde_json::from_str(include_str!("../../../../corpora/fair/drawn.json")).unwrap();
    let shoe = derived(&vectors, true);
    assert_eq!(sha256(&written(shoe.cards())), hex(&vectors["order_sha256"]));
    assert_eq!(shoe.root(), hex(&vectors["root"]));
    let mut row = Row::new(416);
    let burned = u16::try_from(vectors["burned"].as_u64().unwrap()).unwrap();
    assert_eq!(row.burn(burned), (0..burned).collect::<Vec<_>>());
    let (mut draws, mut rounds) = (Vec::new(), vectors["rounds"].as_array().unwrap().iter());
    for bulletin in signed_as_they_were(&vectors) {
        match &bulletin.notice {
            Notice::Opened(it) => assert_eq!(it.algorithm, Algorithm::Proof2),
            Notice::Closed(it) => {
                let (_, named) = it.draw.unwrap();
                assert_eq!(beacon_time(named - 1).max(bulletin.at + 1_000), bulletin.at + 1_000);
                assert!(beacon_time(named) >= bulletin.at + 1_000);
                draws.push((bulletin.digest(), None));
            }
            Notice::Drawn(it) => draws.last_mut().unwrap().1 = Some(it.value),
            Notice::Ended(it) => {
                let (closed, value) = *draws.last().unwrap();
                let round = rounds.next().unwrap();
                assert_eq!(closed, hex(&round["closed"]));
                assert_eq!(value, round.get("value").map(hex));
                let mut draw = value.map(|value| RoundDraw::new(&closed, &value));
                let next = |_| draw.as_mut().and_then(|draw| draw.next(&mut row));
                let indices: Vec<u16> = (0..it.cards.len()).filter_map(next).collect();
                assert_eq!(serde_json::json!(indices), round["indices"]);
                assert_eq!(it.at, Places::At(indices.clone()));
                let cards: Vec<_> = indices.iter().map(|index| shoe.cards()[usize::from(*index)]).collect();
                assert_eq!(it.cards, cards);
                if let RoundResult::Coup(bead) = it.result {
                    assert_eq!(baccarat::CoupRecord { cards }.into_coup(8).unwrap().bead(), bead);
                }
            }
            _ => {}
        }
    }
    assert_eq!((draws.len(), rounds.next(), row.left()), (3, None, 416 - burned - 6));
}

/// When this round of drand's quicknet comes to exist.
const fn beacon_time(round: u64) -> u64 {
    1_692_803_367_000 + 3_000 * (round - 1)
}

#[test]
fn roots_and_every_path_of_a_deck() {
    let trees: Value = serde_json::from_str(include_str!("../../../../corpora/fair/trees.json")).unwrap();
    let leaves = |count: usize| -> Vec<Digest> { (0..count).map(|n| sha256(&n.to_string())).collect() };
    let roots = trees["roots"].as_object().unwrap();
    assert_eq!(roots.len(), 7);
    for (count, root) in roots {
        assert_eq!(tree::root(&leaves(count.parse().unwrap())), hex(root), "{count}");
    }
    let (deck, paths) = (leaves(52), trees["paths_of_52"].as_array().unwrap());
    assert_eq!(paths.len(), 52);
    for (index, path) in paths.iter().enumerate() {
        let path: Vec<Digest> = list(path);
        assert_eq!(tree::path(&deck, index), Some(path.clone()), "{index}");
        assert_eq!(tree::root_of_path(&deck[index], index, 52, &path), Some(tree::root(&deck)), "{index}");
    }
}

#[test]
fn what_is_public_of_a_shoe_is_no_seed_of_it() {
    let vectors = vectors();
    let shoe = derived(&vectors, true);
    let public = bulletins(&vectors).into_iter().flat_map(|it| [it.digest(), it.previous, it.house]);
    let named = ["commitment", "pledges_digest", "nonces_digest", "mix", "root", "wager_root"];
    let named = named.iter().map(|name| hex(&vectors[name]));
    let listed = ["pledges", "nonces", "leaves"].into_iter().flat_map(|name| list::<32>(&vectors[name]));
    for value in public.chain(named).chain(listed) {
        assert_ne!(shuffle(&value.0, 8)[..8], shoe.cards()[..8], "{value} is the seed");
    }
}

#[test]
fn a_stored_secret_deals_the_same_shoe_again() {
    let secret = Secret::new(counting(0));
    let place = Place { table: TABLE, shoe_no: SHOE, commitment: secret.commitment(TABLE, SHOE) };
    let key = ShoeKey::new([7; 32]);
    let again = key.unlock(&key.lock(&secret, &place, [1; 24]), &place).unwrap();
    let inputs = Inputs { pledged: &Digest::ZERO, nonces: &[], beacon: None };
    assert_eq!(
        ProvableShoe::derive(&again, &inputs, 8).root(),
        ProvableShoe::derive(&secret, &inputs, 8).root()
    );
}

#[test]
fn the_bulletins_of_a_scanned_shoe_are_written_and_signed_as_they_were() {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../../corpora/scanner/shoe.json")).expect("JSON");
    let said = signed_as_they_were(&vectors);
    let kinds: Vec<&str> = said.iter().map(|bulletin| bulletin.notice.kind()).collect();
    for kind in [
        "opened",
        "burned",
        "closed",
        "resolved",
        "ended",
        "removed",
        "amended",
        "free",
        "cut-card",
        "last-round",
        "finished",
        "corrected",
        "counted",
    ] {
        assert!(kinds.contains(&kind), "{kind}");
    }
    let sources = said.iter().find_map(|bulletin| match &bulletin.notice {
        Notice::Ended(it) => Some(it.at.clone()),
        _ => None,
    });
    let read = Source::Record;
    assert_eq!(sources, Some(Places::Read(vec![read(5), Source::Keyed, read(7), read(8)])));
}
