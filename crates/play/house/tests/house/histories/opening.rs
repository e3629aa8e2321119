//! The house before a random history begins: patrons with full and empty purses, accounts of the house near their
//! bounds, tables with limits near theirs, and rounds that were dealt by hand.

use std::sync::Arc;

use baccarat::{HouseRules, Spot, SpotRules};
use ledger::{Account, Action, TransferId, TransferRequest};
use money::{Amount, Currency, Stake, bounds};
use punto_house::floor::{GivenTable, SpotRange, TableRecord};
use punto_house::log::{Actor, Entity, HouseEvent};
use punto_house::people::Account as PatronAccount;
use punto_house::ports::{HouseEntry, HouseOutcome, NewPatron, Store, Unit, UnitOutcome};
use punto_house::postings::postings;
use punto_house::rulebook::name_of;
use punto_house::{Purse, default_tables};
use table::{
    Command, Decision, Event, PatronId, RawWager, RequestId, Slip, SlipKind, Table, TableId, Timestamp,
    Wants, decide,
};

use super::moves::{History, Limits, NewPurses, NewTable};
use crate::test_house::{START, adjust_elsewhere, adjustment, amount};

const PLAY: Currency = Currency::PLAY;

/// A patron with these purses, as far as the bounds let the store fill them.
///
/// # Errors
/// The store fills a purse beyond its bound, or refuses what is within it.
pub(crate) async fn patron(store: &dyn Store, number: u32, new: NewPurses) -> Result<PatronId, String> {
    let mut token_hash = [0; 32];
    token_hash[..4].copy_from_slice(&number.to_be_bytes());
    let (nickname, at) = (format!("patron {number}"), START);
    let gift = Amount::ZERO;
    let patron = NewPatron { nickname: nickname.clone(), token_hash, currency: PLAY, gift, at };
    let patron = store.create_patron(patron).await.expect("a store").id;
    for (id, (purse, minor)) in (1..).zip([(Purse::Cash, new.cash), (Purse::Bonus, new.bonus)]) {
        let id = (u128::from(number) << 64) | id;
        if let Ok(change) = i64::try_from(minor)
            && change > 0
        {
            let put = adjust_elsewhere(store, &adjustment(patron, purse, change, id)).await.expect("a store");
            if matches!(put, HouseOutcome::Refused(_)) != (minor > bounds::PURSE.minor()) {
                return Err(format!("{minor} into {purse:?}: {put:?}"));
            }
        }
    }
    if new.has_account {
        let account = PatronAccount { patron, nickname, since: START };
        let event = HouseEvent::Changed {
            by: Actor::Patron(patron),
            why: String::new(),
            entity: Entity::Account(account),
        };
        let (postings, credentials) = (Vec::new(), Vec::new());
        let entry = HouseEntry { at: START, event, expected: 0, postings, credentials };
        store.append_entry(entry).await.expect("a store");
    }
    Ok(patron)
}

/// The tables that a history begins with.
pub(crate) fn tables(history: &History) -> Vec<GivenTable> {
    let share = u64::try_from(history.tables.len()).expect("few tables");
    let given = |(number, new): (u32, &NewTable)| {
        let fitting = Limits { parts: new.limits.parts.min(64) / share, ..new.limits };
        given(TableId(number), NewTable { limits: fitting, ..*new })
    };
    (1..).zip(&history.tables).map(given).collect()
}

/// A table of that number; 0 for the next one.
pub(crate) fn given(id: TableId, new: NewTable) -> GivenTable {
    let settings = default_tables().swap_remove(new.rules);
    let mut record = TableRecord::of(&settings, name_of(&settings.rules));
    (record.id, record.place, record.exposure) =
        (id, 0, new.exposure.and_then(|minor| Amount::new(minor).ok()));
    set_limits(&mut record, &settings.rules, new.limits);
    GivenTable { record, rules: settings.rules, password: None }
}

/// Sets limits by which a round of these house rules pays so many parts of what one patron may be paid.
pub(crate) fn set_limits(record: &mut TableRecord, rules: &HouseRules, limits: Limits) {
    let only = limits.only.map(|only| only.get(&rules.spots).spot);
    let is_high = |spot| only.is_none_or(|only| only == spot);
    let together = |high| {
        let own = rules.spots.iter().filter(|rules| is_high(rules.spot) == high);
        own.map(SpotRules::longest_payout).sum::<u64>()
    };
    let pays = (bounds::PAYOUT.minor() / 64).saturating_mul(limits.parts);
    let high = pays.saturating_sub(together(false)) / together(true).max(1);
    // More parts than there are ask for more than is allowed.
    let high = if limits.parts <= 64 { high.min(bounds::STAKE.minor()) } else { high };
    let least = amount(1);
    for rules in &rules.spots {
        let maximum = if is_high(rules.spot) { Amount::new(high).unwrap_or(Amount::MAX) } else { least };
        record.limits.insert(rules.spot, SpotRange { minimum: least, maximum: maximum.max(least) });
    }
}

/// Puts accounts of the house so far from zero, as a long past would have done.
pub(crate) async fn go_far(store: &dyn Store, far: i64, tables: &[GivenTable]) {
    let own = tables.iter().map(|table| Account::house_table(table.record.id.0, PLAY));
    let accounts = own.chain([Account::adjustments(PLAY), Account::issue(PLAY)]);
    let moved = (1..).zip(accounts).map(|(number, account)| {
        let other = Account::house_table(900 + number, PLAY);
        let (from, to) = if far < 0 { (account, other) } else { (other, account) };
        let action = Action::Move { from, to, amount: amount(far.unsigned_abs()) };
        TransferRequest { id: TransferId((1 << 120) + u128::from(number)), action }
    });
    let opened = Event::ShoeOpened {
        shoe_no: 1,
        algorithm: "by hand".to_owned(),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    };
    let unit = Unit::new(vec![(START, opened)], moved.collect());
    store.commit(TableId(1 << 19), 0, vec![unit]).await.expect("a store");
}

/// Deals the first round of a table by hand, with as much as they have from each patron.
pub(crate) async fn round_by_hand(store: &dyn Store, given: &GivenTable, patrons: &[PatronId], dealt: &str) {
    let name = name_of(&given.rules);
    store.record_house_rules(START, name.clone(), given.rules.text.clone()).await.expect("a store");
    let id = given.record.id;
    let mut table = Table::new(Arc::new(given.record.settings(Arc::clone(&given.rules))));
    let mut dealt = dealt.split(' ').map(|card| card.parse().expect("a card"));
    let mut asking =
        [Ask::Seat, Ask::Slip].into_iter().flat_map(|ask| patrons.iter().map(move |patron| (ask, *patron)));
    loop {
        let command = match table.next_step().wants {
            Wants::OpenShoe => {
                Command::OpenShoe { algorithm: "by hand".to_owned(), rules: Some(name.clone()), proof: None }
            }
            Wants::BurnCards { first } => Command::BurnCards {
                first: first.then(|| "5h".parse().expect("a card")),
                records: Vec::new(),
            },
            Wants::OpenBetting if table.round().is_none() => Command::OpenBetting { now: START },
            Wants::CloseBetting => match asking.next() {
                Some((Ask::Seat, patron)) => Command::TakeSeat { patron },
                Some((Ask::Slip, patron)) => Command::PlaceSlip(slip(store, &table, patron).await),
                None => Command::CloseBetting { now: Timestamp(i64::MAX), wagers: None, draw: None },
            },
            Wants::Prove(_) | Wants::GoOn | Wants::Reveal | Wants::VoidAbandoned | Wants::VoidUnanswered => {
                unreachable!("this shoe has no proof, and nobody deals it")
            }
            Wants::Card => {
                Command::DrawCard { card: dealt.next().expect("a whole coup"), from: table::Origin::Shoe }
            }
            Wants::OpenBetting => return,
        };
        let Ok(Decision::Accepted(events)) = decide(&table, &command) else { continue };
        let moved = events.iter().flat_map(|event| postings(event, &table)).collect();
        let events = events.into_iter().map(|event| (START, event)).collect();
        let unit = Unit::new(events, moved);
        let outcomes = store.commit(id, table.seq(), vec![unit]).await.expect("a store");
        // A purse with too much takes part in nothing.
        let is_slip = matches!(command, Command::PlaceSlip(_));
        assert!(
            is_slip || matches!(outcomes[..], [UnitOutcome::Committed { .. }]),
            "{command:?}: {outcomes:?}"
        );
        for recorded in store.latest_shoe(id).await.expect("a store") {
            if recorded.seq == table.seq() + 1 {
                table.apply(&recorded);
            }
        }
    }
}

/// What patrons ask for in the round that is dealt by hand.
#[derive(Clone, Copy)]
enum Ask {
    Seat,
    Slip,
}

/// A slip with all the cash of a patron, as far as the limits allow it, and nothing on Banker.
async fn slip(store: &dyn Store, table: &Table, patron: PatronId) -> Slip {
    let mut left = store.wallet(patron).await.expect("a store").wallet.cash.minor();
    let spots = table.settings().rules.spots.iter().map(|rules| rules.spot);
    let wagers = spots.filter(|spot| *spot != Spot::Banker).filter_map(|spot| {
        let most = table.settings().limit(spot).maximum.map_or(0, Amount::minor);
        let stake = Stake::new(most.min(left)).ok()?;
        left -= stake.minor();
        Some(RawWager { spot: spot.id().to_owned(), stake: Some(stake) })
    });
    Slip {
        patron,
        slip_id: RequestId((1 << 96) + u128::from(table.settings().id.0)),
        round: table.round().expect("it takes wagers"),
        kind: SlipKind::Adds,
        wagers: wagers.collect(),
        received_at: START,
        limits: None,
        cash: None,
    }
}
