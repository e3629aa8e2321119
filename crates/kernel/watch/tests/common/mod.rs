//! A shoe as a client meets it: everything that arrives, in its order, from the first bulletin of the table on.

#![expect(unreachable_pub, reason = "each test file uses its own part")]
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "in a test it says: this cannot fail here"
)]

use fair::{Bulletin, Digest, Notice, ProvableShoe};
use punto_watch::{Arrival, Kept, Opening, OwnWagers, Report, Shown, Signed, Stake, Watch};
use verify::testing::{Plan, Played, TestTable, house_key};

/// The table of the tests, and its first shoe.
pub const TABLE: u32 = 7;
pub const SHOE: u32 = 41;

/// Something that arrives.
#[derive(Clone, Debug)]
pub enum Said {
    Bulletin(Box<Signed>),
    Burned(u32, Option<Shown>, u8),
    Card(u32, Shown),
    Leaves(u32, Vec<Digest>),
    Staked(u32, u16, Vec<Stake>),
    Wagers(OwnWagers),
    Settled(u32, u16),
}

/// A plan of this many rounds with no nonces, so that leaves suffice, and then the end of the shoe.
pub fn plan(rounds: u16) -> Plan {
    use fair::bulletin::Abandonment::TableClosed;
    let stage = verify::testing::Stage::Rounds(rounds);
    Plan { pledged: 0, missing: 0, stage, finish: Some(Some(TableClosed)), ..Plan::default() }
}

/// Everything of these shoes that arrives.
pub fn script(table: &TestTable, shoes: &[Played]) -> Vec<Said> {
    let mut said = Vec::new();
    for signed in &table.record {
        let signed = signed_of(signed);
        let about = signed.bulletin.notice.shoe_no();
        let played = shoes.iter().find(|shoe| Some(shoe.shoe_no) == about);
        let order = played.and_then(|played| played.shoe.as_ref().map(|shoe| (played, shoe)));
        let (notice, bulletin) = (signed.bulletin.notice.clone(), Said::Bulletin(Box::new(signed)));
        let Some((played, shoe)) = order else {
            said.push(bulletin);
            continue;
        };
        match &notice {
            Notice::Sealed(it) => {
                said.push(bulletin);
                said.push(Said::Leaves(it.shoe_no, shoe.leaves().to_vec()));
            }
            Notice::Burned(it) => {
                said.push(Said::Burned(it.shoe_no, it.first.map(|_| shown(shoe, 0)), it.face_down));
                said.push(bulletin);
            }
            Notice::Closed(it) => {
                let own = played.wagers.iter().find(|own| own.round_no == it.round_no).unwrap();
                let own = own_wagers(own);
                said.push(Said::Staked(it.shoe_no, it.round_no, own.stakes.clone()));
                said.push(bulletin);
                said.push(Said::Wagers(own));
            }
            Notice::Ended(it) => {
                let indices = it.indices().into_iter();
                said.extend(indices.map(|index| Said::Card(it.shoe_no, shown(shoe, index))));
                said.push(bulletin);
                said.push(Said::Settled(it.shoe_no, it.round_no));
            }
            _ => said.push(bulletin),
        }
    }
    said
}

/// The first shoe of the table by this plan, and its script.
pub fn played(plan: &Plan) -> (TestTable, Played, Vec<Said>) {
    let mut table = TestTable::new(TABLE, SHOE, plan.beacon);
    let played = table.play(plan);
    let said = script(&table, std::slice::from_ref(&played));
    (table, played, said)
}

pub fn signed_of(signed: &verify::file::Signed) -> Signed {
    Signed { bulletin: signed.bulletin.clone(), key: signed.key, signature: signed.signature }
}

pub fn shown(shoe: &ProvableShoe, index: u16) -> Shown {
    let opening = Opening { index, salt: shoe.salt(index).unwrap() };
    Shown { card: shoe.cards()[usize::from(index)], opening: Some(opening) }
}

fn own_wagers(own: &verify::WagerFile) -> OwnWagers {
    let stake =
        |it: &verify::wager_file::Standing| Stake { spot: it.spot.clone(), minor: it.stake, bonus: it.bonus };
    OwnWagers {
        shoe_no: own.shoe_no,
        round_no: own.round_no,
        patron: own.patron,
        currency: own.currency.clone(),
        decimals: own.decimals,
        stakes: own.wagers.iter().map(stake).collect(),
        salt: own.salt,
        path: own.path.clone(),
    }
}

/// What a client kept that saw the first bulletin of the table.
pub fn kept(table: &TestTable) -> Kept {
    let first = &table.record[0].bulletin;
    Kept { house: Some(house_key(1).public()), head: Some((1, first.digest())) }
}

pub fn hand(watch: &mut Watch, said: &Said) {
    match said.clone() {
        Said::Bulletin(signed) => {
            watch.bulletin(&signed.bulletin.to_string(), signed.key, signed.signature, signed.bulletin.at);
        }
        Said::Burned(shoe_no, first, face_down) => watch.burned(shoe_no, first, face_down),
        Said::Card(shoe_no, card) => watch.card(shoe_no, card),
        Said::Leaves(shoe_no, leaves) => watch.leaves(shoe_no, leaves),
        Said::Staked(shoe_no, round_no, stakes) => watch.staked(shoe_no, round_no, stakes),
        Said::Wagers(own) => watch.wagers(own),
        Said::Settled(shoe_no, round_no) => watch.settled(shoe_no, round_no),
    }
}

pub fn hand_all(watch: &mut Watch, said: &[Said]) {
    for one in said {
        hand(watch, one);
    }
}

/// Hands over everything.
pub fn watched(kept: Kept, said: &[Said]) -> Report {
    let mut watch = Watch::new(TABLE, kept);
    hand_all(&mut watch, said);
    watch.report()
}

/// The proof file of a shoe as it is once this much has been said; none before the shoe opened.
pub fn file_after(said: &[Said], shoe_no: u32) -> Option<Arrival> {
    let (mut committed, mut bulletins, mut shown, mut leaves) = (None, Vec::new(), Vec::new(), None);
    let (mut last, mut burned) = (None, None);
    for one in said {
        match one {
            Said::Bulletin(signed) => {
                let notice = &signed.bulletin.notice;
                if matches!(notice, Notice::Committed(it) if it.shoe_no == shoe_no) {
                    committed = Some(signed.as_ref().clone());
                } else if !bulletins.is_empty() || is_opened(&signed.bulletin, shoe_no) {
                    bulletins.push(signed.bulletin.clone());
                    if matches!(notice, Notice::Burned(_)) {
                        shown.extend(burned);
                    }
                    last = Some(signed);
                    if matches!(notice, Notice::Finished(_)) {
                        break;
                    }
                }
            }
            // A file has the card with its bulletin.
            Said::Burned(about, first, _) if *about == shoe_no => burned = *first,
            Said::Card(about, card) if *about == shoe_no => shown.push(*card),
            Said::Leaves(about, all) if *about == shoe_no => leaves = Some(all.clone()),
            _ => {}
        }
    }
    let last = last?;
    let over = matches!(last.bulletin.notice, Notice::Finished(_));
    let revealed = bulletins.iter().any(|it: &Bulletin| matches!(it.notice, Notice::Revealed(_)));
    Some(Arrival {
        table: TABLE,
        shoe_no,
        committed: committed?,
        rekeyed: Vec::new(),
        key: last.key,
        signature: last.signature,
        bulletins,
        pledges: revealed.then(Vec::new),
        nonces: revealed.then(Vec::new),
        shown: leaves.as_ref().filter(|_| !over).map(|_| shown),
        leaves: leaves.filter(|_| !over),
    })
}

fn is_opened(bulletin: &Bulletin, shoe_no: u32) -> bool {
    matches!(&bulletin.notice, Notice::Opened(it) if it.shoe_no == shoe_no)
}

/// Where a bulletin of this kind is in the script.
pub fn place_of(said: &[Said], kind: &str) -> usize {
    let is = |one: &Said| matches!(one, Said::Bulletin(it) if it.bulletin.notice.kind() == kind);
    said.iter().position(is).unwrap()
}
