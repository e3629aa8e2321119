//! Short words for units, events and postings. Expects nothing.

use std::sync::atomic::{AtomicU32, Ordering};

use baccarat::Spot;
use fair::Bytes;
use house::log::HouseEvent;
use house::ports::{
    Adjustment, HouseEntry, HouseOutcome, LockedSecret, NewBulletin, NewPatron, ShoeSeed, Store,
    StoreFailure, Unit, UnitOutcome,
};
use ledger::{Account, Action, TransferId, TransferRequest};
use money::{Amount, Currency, Stake};
use table::event::{
    PatronSettlement, PlacedWager, Replaced, ResolutionKind, Returned, SettledSpot, VoidReason,
};
use table::{
    Event, PatronCorrection, PatronId, Proposal, RequestId, RoundRef, Ruling, StaffId, TableId, Timestamp,
};

pub(crate) const PLAY: Currency = Currency::PLAY;

pub(crate) fn amount(minor: u64) -> Amount {
    Amount::new(minor).expect("within 63 bits")
}

fn stake(minor: u64) -> Stake {
    Stake::new(minor).expect("a stake")
}

/// A runtime for this thread.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}

/// A number that nothing else in these tests has.
pub(crate) fn fresh() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(1_000);
    LAST.fetch_add(1, Ordering::Relaxed)
}

pub(crate) fn fresh_table() -> TableId {
    TableId(fresh())
}

pub(crate) fn fresh_transfer() -> TransferId {
    TransferId(u128::from(fresh()))
}

pub(crate) fn fresh_slip() -> RequestId {
    RequestId(u128::from(fresh()))
}

/// Commits, and checks the wallets that come with it.
pub(crate) trait Outcomes {
    /// The outcomes of a commit without the wallets. Each of these is no newer than the one that is read afterwards,
    /// and the same when it has the same number.
    async fn outcomes(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> Result<Vec<UnitOutcome>, StoreFailure>;
}

impl<S: Store> Outcomes for S {
    async fn outcomes(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> Result<Vec<UnitOutcome>, StoreFailure> {
        let mut outcomes = self.commit(table, expected_seq, units).await?;
        for outcome in &mut outcomes {
            let UnitOutcome::Committed { wallets, .. } = outcome else { continue };
            for (patron, given) in std::mem::take(wallets) {
                let read = self.wallet(patron).await?;
                assert!(given.number > 0 && given.number <= read.number, "{given:?} {read:?}");
                assert!(given.number < read.number || given == read, "{given:?} {read:?}");
            }
        }
        Ok(outcomes)
    }
}

/// Everything happens at this moment.
pub(crate) const AT: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) fn unit(
    events: impl IntoIterator<Item = Event>,
    postings: impl Into<Vec<TransferRequest>>,
) -> Unit {
    let events = events.into_iter().map(|event| (AT, event)).collect();
    Unit::new(events, postings.into())
}

/// Two units that no store takes: the same seed is written twice.
pub(crate) fn impossible() -> [Unit; 2] {
    let seed = ShoeSeed { shoe_no: 1, seed: [1; 32] };
    let opened = Unit { shoe_seed: Some(seed), ..proved(1) };
    [opened.clone(), opened]
}

/// The opening of a shoe with a bulletin, which has the same number, and a locked secret.
pub(crate) fn proved(shoe_no: u32) -> Unit {
    let no = u64::from(shoe_no);
    let bulletin = NewBulletin {
        event: 1,
        no,
        at: 0,
        shoe_no,
        digest: Bytes([1; 32]),
        text: format!("punto bulletin 1\nno {no}\n"),
        key: Bytes([2; 32]),
        signature: Bytes([3; 64]),
    };
    let secret = LockedSecret { shoe_no, commitment: Bytes([4; 32]), locked: Bytes([5; 72]) };
    let opened = unit([shoe_opened(shoe_no), betting_opened(1)], []);
    Unit { bulletins: vec![bulletin], secret: Some(secret), ..opened }
}

pub(crate) fn shoe_opened(shoe_no: u32) -> Event {
    Event::ShoeOpened {
        shoe_no,
        algorithm: "test".to_owned(),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    }
}

pub(crate) fn betting_opened(round_no: u16) -> Event {
    Event::BettingOpened { round_no, closes_at: AT }
}

pub(crate) fn card_drawn(card: &str) -> Event {
    Event::CardDrawn { card: card.parse().expect("a card"), from: table::Origin::Shoe, face_down: false }
}

/// That much on Player.
pub(crate) fn wagers(minor: u64) -> Vec<PlacedWager> {
    vec![PlacedWager::in_cash(Spot::Player, stake(minor))]
}

pub(crate) fn slip_accepted(patron: PatronId, slip_id: RequestId, minor: u64) -> Event {
    Event::SlipAccepted { patron, slip_id, wagers: wagers(minor), replaced: None }
}

/// A slip that puts nothing in the place of so much.
pub(crate) fn nothing_accepted(patron: PatronId, slip_id: RequestId, minor: u64) -> Event {
    let replaced = Some(Replaced { returned: amount(minor), undo: false });
    Event::SlipAccepted { patron, slip_id, wagers: Vec::new(), replaced }
}

pub(crate) fn wagers_cleared(patron: PatronId, minor: u64) -> Event {
    Event::WagersCleared { patron, request_id: None, returned: amount(minor) }
}

pub(crate) fn won(minor: u64) -> SettledSpot {
    SettledSpot {
        spot: Spot::Player,
        stake: stake(minor),
        resolution: ResolutionKind::Win,
        payout: amount(2 * minor),
    }
}

pub(crate) fn round_settled(revision: u16, patrons: &[(PatronId, SettledSpot)]) -> Event {
    let settled = |(patron, wager): &(PatronId, SettledSpot)| PatronSettlement {
        patron: *patron,
        wagers: vec![*wager],
    };
    Event::RoundSettled { revision, patrons: patrons.iter().map(settled).collect() }
}

pub(crate) fn round_voided(returned: &[(PatronId, u64)]) -> Event {
    let back = |(patron, minor): &(PatronId, u64)| Returned { patron: *patron, amount: amount(*minor) };
    Event::RoundVoided {
        reason: VoidReason::Interrupted,
        returned: returned.iter().map(back).collect(),
        by: None,
    }
}

/// A correction of a round in which each patron had 2 on Player, to a void or to a win.
pub(crate) fn agreed(round: RoundRef, revision: u16, void: bool, patrons: &[PatronId]) -> Proposal {
    let cards = |text: &str| text.split(' ').map(|card| card.parse().expect("a card")).collect();
    let correction = |patron: &PatronId| PatronCorrection {
        patron: *patron,
        staked: amount(2),
        before: vec![won(3)],
        after: if void { Vec::new() } else { vec![won(2)] },
    };
    let ruling = if void {
        Ruling::Void { reason: VoidReason::Supervisor }
    } else {
        Ruling::cards(cards("9h Kd Ks 3c"))
    };
    Proposal {
        round,
        revision,
        ruling,
        by: StaffId(1),
        why: "misread".to_owned(),
        request_id: None,
        rules: None,
        evidence: None,
        cards_before: cards("7d 7d"),
        surplus_before: Vec::new(),
        patrons: patrons.iter().map(correction).collect(),
    }
}

pub(crate) fn round_corrected(correction_no: u64, agreed: Proposal) -> Event {
    Event::RoundCorrected { correction_no, approved_by: StaffId(2), agreed }
}

/// A request of that action, with an id that nothing else has.
pub(crate) fn request(action: Action) -> TransferRequest {
    TransferRequest { id: fresh_transfer(), action }
}

fn moved(from: Account, patron: PatronId, minor: u64) -> TransferRequest {
    request(Action::Move { from, to: Account::patron_cash(patron.0, PLAY), amount: amount(minor) })
}

pub(crate) fn gift(patron: PatronId, minor: u64) -> TransferRequest {
    moved(Account::issue(PLAY), patron, minor)
}

pub(crate) fn profit(table: TableId, patron: PatronId, minor: u64) -> TransferRequest {
    moved(Account::house_table(table.0, PLAY), patron, minor)
}

pub(crate) fn hold(table: TableId, patron: PatronId, minor: u64) -> TransferRequest {
    let (from, held) = (Account::patron_cash(patron.0, PLAY), Account::stakes_held(table.0, PLAY));
    request(Action::Hold { from, held, amount: amount(minor) })
}

pub(crate) fn capture(table: TableId, hold: TransferRequest, minor: u64) -> TransferRequest {
    let to = Account::house_table(table.0, PLAY);
    request(Action::Capture { hold: hold.id, to, amount: amount(minor) })
}

pub(crate) fn release(hold: TransferRequest, minor: u64) -> TransferRequest {
    request(Action::Release { hold: hold.id, amount: amount(minor) })
}

pub(crate) fn new_patron(nickname: &str) -> NewPatron {
    let mut token_hash = [0; 32];
    token_hash[..4].copy_from_slice(&fresh().to_be_bytes());
    NewPatron { nickname: nickname.to_owned(), token_hash, currency: PLAY, gift: amount(0), at: AT }
}

/// Appends the entry of an adjustment by hand.
pub(crate) async fn adjust(store: &impl Store, adjustment: &Adjustment) -> HouseOutcome {
    let (event, postings) = (HouseEvent::adjusted(adjustment, None), vec![adjustment.posting()]);
    let entry = HouseEntry { at: adjustment.at, event, expected: 0, postings, credentials: Vec::new() };
    store.append_entry(entry).await.expect("the store")
}

/// A new patron with that much play money.
pub(crate) async fn patron_with(store: &impl Store, minor: u64) -> PatronId {
    let patron = store.create_patron(new_patron("Ann")).await.expect("a patron").id;
    if minor > 0 {
        store.post(AT, vec![gift(patron, minor)]).await.expect("the store").expect("a gift");
    }
    patron
}
