//! What a command leads to at a table: events, or a refusal. Pure; nothing happens here.

use baccarat::Card;
use baccarat::rules::Leaving;
use money::Amount;

use crate::auto;
use crate::command::{Command, PastRound};
use crate::correct;
use crate::dealing::{self, out_of_turn};
use crate::decision::Decision;
use crate::drawing::{DRAW_AHEAD_MS, Drawing};
use crate::event::{Event, VoidReason};
use crate::ids::{PatronId, RequestId, RoundRef, StaffId, Timestamp};
use crate::judge::{self, Ahead};
use crate::live::command::LiveCommand;
use crate::live::dealer::SCANNER_ALGORITHM;
use crate::live::findings::FindingCode;
use crate::live::origin::{Origin, RecordRef};
use crate::live::people::Person;
use crate::live::react::{Reaction, react};
use crate::live::reading::Reading;
use crate::live::refusal::LiveRefusal;
use crate::live::waits::LiveWait;
use crate::live::{composition, decide as live, key_in, resolve};
use crate::nonces::{Pledge, RevealedNonce};
use crate::phase::Phase;
use crate::proof::{
    BeaconRound, BeaconValue, Bytes32, OpenProof, ProofStage, ShoeEnding, ShoeProof, WagerKey, WagersRoot,
};
use crate::refusal::Refusal;
use crate::round_wagers::PatronWagers;
use crate::rules_ref::RulesRef;
use crate::seats::{LeaveReason, Seats};
use crate::squeeze::RevealedBy;
use crate::squeeze::decide as squeeze;
use crate::state::Table;

/// Decides a command against the present state of the table.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub fn decide(table: &Table, command: &Command) -> Result<Decision, Refusal> {
    let event = match command {
        Command::PlaceSlip(slip) => return judge::slip(table, slip, Ahead::default()),
        Command::ClearWagers { patron, round, request_id, received_at } => {
            return clear(table, *patron, *round, *request_id, *received_at);
        }
        Command::TakeSeat { patron } => return take_seat(table, *patron),
        Command::Leave { patron, reason, received_at } => {
            return Ok(leave(table, *patron, *reason, *received_at));
        }
        Command::StartAuto { patron, wagers, rounds, stop_at, request_id, limits } => {
            let terms = (*rounds, *stop_at, *request_id);
            return auto::start(table, *patron, wagers, terms, limits.as_deref());
        }
        Command::StopAuto { patron, no, refusal } => {
            return Ok(auto::stop(table, *patron, *no, refusal.clone()));
        }
        Command::DrawCard { card, from } => return draw(table, *card, *from).map(Decision::Accepted),
        Command::OpenCard { patron, round, slot } => {
            return squeeze::open(table, *patron, *round, *slot).map(Decision::Accepted);
        }
        Command::RevealCards { now } => return squeeze::reveal_due(table, *now).map(Decision::Accepted),
        Command::VoidRound { reason, by } => return void(table, *reason, *by).map(Decision::Accepted),
        Command::Live(command) => return decide_live(table, command),
        Command::OpenShoe { algorithm, rules, proof } => {
            open_shoe(table, algorithm, rules.clone(), *proof, None)?
        }
        Command::CommitShoe { commitment, beacon } => commit_shoe(table, *commitment, *beacon)?,
        Command::FixPledges { now, pledges } => fix_pledges(table, *now, pledges)?,
        Command::FixNonces { now, nonces, excused } => fix_nonces(table, *now, nonces, *excused)?,
        Command::SealShoe { beacon, root } => seal_shoe(table, *beacon, *root)?,
        Command::FinishShoe { shoe_no, ending, secret, by } => {
            finish_shoe(table, *shoe_no, *ending, *secret, *by)?
        }
        Command::ChangeKey { key } => Event::KeyChanged { key: *key },
        Command::BurnCards { first, records } => burn(table, *first, records)?,
        Command::OpenBetting { now } => open_betting(table, *now, None)?,
        Command::CloseBetting { now, wagers, draw } => close_betting(table, *now, *wagers, *draw)?,
        Command::DrawRound { beacon } => draw_round(table, *beacon)?,
        Command::ProposeCorrection { request, past } => {
            let PastRound { record, others, rules, named } = &**past;
            return correct::propose(rules, Some(named.clone()), record, others, request);
        }
        Command::ApproveCorrection { correction_no, by, record } => {
            return correct::approve(record, *correction_no, *by);
        }
        Command::WithdrawCorrection { correction_no, by, record } => {
            return correct::withdraw(record, *correction_no, *by);
        }
    };
    Ok(Decision::Accepted(vec![event]))
}

fn decide_live(table: &Table, command: &LiveCommand) -> Result<Decision, Refusal> {
    if table.live_settings().is_none() {
        return Err(LiveRefusal::NotLive.into());
    }
    let events = match command {
        LiveCommand::Read(reading) => return read(table, reading),
        LiveCommand::GoOn => return go_on(table),
        LiveCommand::OpenShoe { rules, key, wager_key } => {
            vec![open_shoe(table, SCANNER_ALGORITHM, rules.clone(), None, Some((*key, *wager_key)))?]
        }
        LiveCommand::FinishShoe { digest } => live::finish(table, *digest),
        LiveCommand::LoadShoe { record } => vec![live::load_shoe(table, *record)?],
        LiveCommand::NoteRecord { record } => vec![live::note_record(table, *record)?],
        LiveCommand::SeeCutCard { by } => live::cut_card(table, *by)?,
        LiveCommand::SeatDealer { dealer, by } => live::seat(table, *dealer, *by)?,
        LiveCommand::UnseatDealer { dealer, by } => live::unseat(table, *dealer, *by)?,
        LiveCommand::HandOver { dealer, to } => live::hand_over(table, *dealer, *to)?,
        LiveCommand::BurnAtHandOver { record } => {
            let burns = Command::Live(command.clone());
            if !leads_to(table, *record, &burns) {
                return Err(LiveRefusal::NoSuchRecord.into());
            }
            live::burn_at_hand_over(table, *record)
        }
        LiveCommand::CallSupervisor { dealer } => live::call(table, *dealer)?,
        LiveCommand::AnswerCall { by } => live::answer_call(table, *by)?,
        LiveCommand::SetHold { dealer } => live::hold(table, *dealer, true)?,
        LiveCommand::EndHold { dealer } => live::hold(table, *dealer, false)?,
        LiveCommand::JoinDevice { device } => live::device(table, *device, None),
        LiveCommand::LoseDevice { device, why } => live::device(table, *device, Some(why)),
        LiveCommand::NoteRecording { runs, now } => live::recording(table, *runs, *now),
        LiveCommand::AllowUnrecorded { by, why, until } => live::allow_unrecorded(table, *by, why, *until),
        LiveCommand::AssignShoe { label, seal, by } => live::assign(table, (label, seal.as_deref()), *by),
        LiveCommand::StartBetting { dealer, now } => vec![open_betting(table, *now, Some(*dealer))?],
        LiveCommand::OpenFreeRound { by } => vec![live::free_round(table, *by)?],
        LiveCommand::EndShoe { by, why } => vec![live::end_shoe(table, *by, why)?],
        LiveCommand::ReportMisread { slot, by } => {
            let shown = squeeze::show_all(table, RevealedBy::Finding);
            [live::report(table, FindingCode::Misread, Some(*slot), *by)?].into_iter().chain(shown).collect()
        }
        LiveCommand::ReportBurnForgotten { by } => {
            vec![live::report(table, FindingCode::BurnForgotten, None, Person::Supervisor(*by))?]
        }
        LiveCommand::KeyIn { finding_no, by, card } => key_in::key_in(table, *finding_no, *by, *card)?,
        LiveCommand::Resolve { finding_no, how, by, why } => {
            resolve::resolve(table, *finding_no, *how, *by, why.as_deref())?
        }
        LiveCommand::CountOut { dealer } => composition::count_out(table, *dealer)?,
    };
    Ok(if events.is_empty() { Decision::Duplicate } else { Decision::Accepted(events) })
}

/// What a reading leads to that just came. The events follow on the table that has taken it.
fn read(table: &Table, reading: &Reading) -> Result<Decision, Refusal> {
    let mut after = table.clone();
    if !after.take(reading) {
        return Ok(Decision::Duplicate);
    }
    carry_out(&after, Some(reading.record), react(&after, reading))
}

/// What follows from readings that wait.
fn go_on(table: &Table) -> Result<Decision, Refusal> {
    let (record, reaction) = table.due_reaction().ok_or_else(|| out_of_turn(table))?;
    carry_out(table, record, reaction)
}

fn carry_out(table: &Table, record: Option<RecordRef>, reaction: Reaction) -> Result<Decision, Refusal> {
    match reaction {
        Reaction::Command(command) => decide(table, &command),
        Reaction::Hold => Ok(Decision::Accepted(Vec::new())),
        Reaction::Raise(code) => Ok(Decision::Accepted(vec![live::raise(table, code, record)?])),
    }
}

fn clear(
    table: &Table,
    patron: PatronId,
    round: RoundRef,
    request_id: RequestId,
    received_at: Timestamp,
) -> Result<Decision, Refusal> {
    if table.wagers.of(patron).is_some_and(|own| own.has_clear(request_id)) {
        return Ok(Decision::Duplicate);
    }
    judge::in_time(table, round, received_at)?;
    let returned = table.active_stake(patron).ok_or(Refusal::NothingToClear)?;
    let cleared = Event::WagersCleared { patron, request_id: Some(request_id), returned };
    Ok(Decision::Accepted(vec![cleared]))
}

fn take_seat(table: &Table, patron: PatronId) -> Result<Decision, Refusal> {
    if table.seat(patron).is_some() {
        return Ok(Decision::Duplicate);
    }
    // Without a shoe there is nothing yet that the table could be resumed from.
    if table.shoe_no == 0 {
        return Err(out_of_turn(table));
    }
    let taken = table.seats_taken();
    if let Some(capacity) = table.settings.entry.capacity.filter(|capacity| taken >= *capacity) {
        return Err(Refusal::TableFull { capacity });
    }
    Ok(Decision::Accepted(vec![Event::SeatTaken { patron }]))
}

/// Wagers that go back come first, then the seat, then the cards that the patron turns.
fn leave(table: &Table, patron: PatronId, reason: LeaveReason, received_at: Timestamp) -> Decision {
    let releases = table.settings.rules.leaving == Leaving::WagersReleased;
    let in_time = matches!(table.phase, Phase::Betting { closes_at } if received_at < closes_at);
    let returned = table.active_stake(patron).filter(|_| releases && in_time);
    let cleared = returned.map(|returned| Event::WagersCleared { patron, request_id: None, returned });
    let left = table.seat(patron).map(|_| Event::SeatLeft { patron, reason });
    let shown = squeeze::leave(table, patron);
    Decision::Accepted(cleared.into_iter().chain(left).chain(shown).collect())
}

/// A shoe opens as it was committed, and after the one before it is finished.
fn open_shoe(
    table: &Table,
    algorithm: &str,
    rules: Option<RulesRef>,
    proof: Option<ShoeProof>,
    keys: Option<(Bytes32, WagerKey)>,
) -> Result<Event, Refusal> {
    let as_committed = table.committed.map(|next| next.of_proof()) == proof.map(|proof| proof.committed());
    let finished = table.proof.is_none_or(|open| open.stage == ProofStage::Finished);
    let fits = ShoeProof::fits(proof.as_ref(), Drawing::of_algorithm(algorithm));
    let scanned = algorithm == SCANNER_ALGORITHM;
    if scanned {
        live::may_open_shoe(table)?;
    }
    let fits = fits && scanned == table.settings.dealer.scanner().is_some() && !(scanned && proof.is_some());
    if table.phase.round_under_way() || !as_committed || !finished || !fits {
        return Err(out_of_turn(table));
    }
    let (shoe_no, algorithm) = (table.next_shoe_no(), algorithm.to_owned());
    let seats = Some(table.seats.as_ref().map(Seats::carried).unwrap_or_default());
    let public_seq = Some(table.public_seq.saturating_add(1));
    let withheld = table.nonces.carried(shoe_no);
    let live = table.carried_live(keys).filter(|_| scanned).map(Box::new);
    Ok(Event::ShoeOpened { shoe_no, algorithm, rules, seats, public_seq, proof, withheld, live })
}

fn commit_shoe(table: &Table, commitment: Bytes32, beacon: Option<Bytes32>) -> Result<Event, Refusal> {
    if table.committed.is_some() {
        return Err(out_of_turn(table));
    }
    Ok(Event::ShoeCommitted { shoe_no: table.next_shoe_no(), commitment, beacon })
}

fn fix_pledges(table: &Table, now: Timestamp, pledges: &[Pledge]) -> Result<Event, Refusal> {
    let open = table.proof.filter(|open| open.stage == ProofStage::Opened && table.committed.is_some());
    let due = open.is_some_and(|open| now >= open.proof.pledges_until && in_time(open, now));
    if !due || table.nonces.misfit_of_pledges(pledges, table.shoe_no).is_some() {
        return Err(out_of_turn(table));
    }
    Ok(Event::NoncesPledged { pledges: pledges.to_vec() })
}

/// Whether the value of the beacon does not exist yet: once it does, the house could choose which nonces it leaves out.
fn in_time(open: OpenProof, now: Timestamp) -> bool {
    open.proof.beacon.is_none_or(|beacon| now < beacon.at)
}

fn fix_nonces(
    table: &Table,
    now: Timestamp,
    nonces: &[RevealedNonce],
    excused: bool,
) -> Result<Event, Refusal> {
    let open = table.proof.filter(|open| open.stage == ProofStage::Pledged);
    let due = open.is_some_and(|open| now >= open.proof.nonces_until && in_time(open, now));
    if !due || table.nonces.misfit_of_nonces(nonces).is_some() {
        return Err(out_of_turn(table));
    }
    Ok(Event::NoncesRevealed { nonces: nonces.to_vec(), excused })
}

fn seal_shoe(table: &Table, beacon: Option<BeaconValue>, root: Bytes32) -> Result<Event, Refusal> {
    let open = table.proof.filter(|open| open.stage == ProofStage::Revealed);
    let due = open.is_some_and(|open| open.proof.beacon.is_some() == beacon.is_some());
    if due { Ok(Event::ShoeSealed { beacon, root }) } else { Err(out_of_turn(table)) }
}

fn finish_shoe(
    table: &Table,
    shoe_no: u32,
    ending: ShoeEnding,
    secret: Option<Bytes32>,
    by: Option<StaffId>,
) -> Result<Event, Refusal> {
    table.may_finish(shoe_no, ending, secret.is_some()).map_err(|_| out_of_turn(table))?;
    Ok(Event::ShoeFinished { shoe_no, ending, secret, by })
}

fn burn(table: &Table, first: Option<Card>, records: &[RecordRef]) -> Result<Event, Refusal> {
    let burn = table.settings.rules.burn;
    let fresh = matches!(table.phase, Phase::Shuffling { burned: false }) && table.shoe_no > 0;
    let due = fresh && table.may_deal();
    if !due || first.is_some() != burn.shows_first_card() {
        return Err(out_of_turn(table));
    }
    let command = Command::BurnCards { first, records: records.to_vec() };
    let read = records.last().is_some_and(|last| leads_to(table, *last, &command));
    if table.live.scanned != read || read == records.is_empty() {
        return Err(LiveRefusal::NoSuchCard.into());
    }
    let face_down = burn.face_down(first.map(Card::points).unwrap_or_default());
    let mut shoe = table.shoe.clone();
    first.map(|card| shoe.see(card)).transpose()?;
    shoe.burn(face_down)?;
    Ok(Event::CardsBurned { first, face_down, records: records.to_vec() })
}

fn open_betting(table: &Table, now: Timestamp, dealer: Option<StaffId>) -> Result<Event, Refusal> {
    let ready = match table.phase {
        Phase::Shuffling { burned } => burned && table.shoe_no > 0,
        Phase::Settled { .. } => !table.shoe_is_over(),
        _ => false,
    };
    if table.live_settings().is_some() {
        live::may_begin(table, dealer, false)?;
        live::shown_for(table, now)?;
    }
    if !ready || !table.may_deal() {
        return Err(out_of_turn(table));
    }
    Ok(Event::BettingOpened {
        round_no: table.shoe.rounds().saturating_add(1),
        closes_at: now.plus_ms(table.settings.timings.betting_ms),
    })
}

/// The value that draws the cards comes to exist after the wagers are fixed.
fn close_betting(
    table: &Table,
    now: Timestamp,
    wagers: Option<WagersRoot>,
    draw: Option<BeaconRound>,
) -> Result<Event, Refusal> {
    let ahead = draw.is_none_or(|draw| draw.at >= now.plus_ms(DRAW_AHEAD_MS));
    let as_shoe_has_it =
        wagers.is_some() == table.wager_key().is_some() && table.names_draw(draw.as_ref()) && ahead;
    match table.phase {
        Phase::Betting { .. } if !as_shoe_has_it => Err(out_of_turn(table)),
        Phase::Betting { closes_at } if now >= closes_at => {
            Ok(Event::BettingClosed { wagers, draw, squeeze: squeeze::held_round(table) })
        }
        Phase::Betting { closes_at } => {
            Err(Refusal::BettingStillOpen { remaining_ms: now.ms_until(closes_at) })
        }
        _ => Err(out_of_turn(table)),
    }
}

fn draw_round(table: &Table, beacon: BeaconValue) -> Result<Event, Refusal> {
    table.awaited_draw.map(|_| Event::RoundDrawn { beacon }).ok_or_else(|| out_of_turn(table))
}

/// A card of a shuffled shoe, or the one that the readings of a live table lead to.
fn draw(table: &Table, card: Card, from: Origin) -> Result<Vec<Event>, Refusal> {
    let command = Command::DrawCard { card, from };
    let fits = match from {
        Origin::Shoe => !table.live.scanned,
        Origin::Device(record) => leads_to(table, record, &command),
        Origin::Keyed { .. } => false,
    };
    if fits { dealing::card(table, card, from) } else { Err(LiveRefusal::NoSuchCard.into()) }
}

/// The money comes first: its transfers refer to the first event.
fn void(table: &Table, reason: VoidReason, by: Option<StaffId>) -> Result<Vec<Event>, Refusal> {
    if !table.phase.round_under_way() {
        return Err(out_of_turn(table));
    }
    if reason == VoidReason::Supervisor {
        may_void_alone(table, by)?;
    }
    let voided = dealing::void(table, reason, by);
    let shown = squeeze::show_all(table, RevealedBy::Void);
    Ok([voided].into_iter().chain(shown).chain(resolve::after_void(table, by)).collect())
}

/// One supervisor voids a round of a live table, unless they deal it, or a finding is open: who decides about that, and
/// how, its kind says.
fn may_void_alone(table: &Table, by: Option<StaffId>) -> Result<(), LiveRefusal> {
    match table.live.finding() {
        Some(finding) => Err(LiveRefusal::Waits(LiveWait::Finding(finding.code))),
        None if by.is_some() && table.live.dealer == by => Err(LiveRefusal::SamePerson),
        None => Ok(()),
    }
}

/// Whether a reading that waits leads to this command.
fn leads_to(table: &Table, record: RecordRef, command: &Command) -> bool {
    let reading = table.live.find(record).map(|waiting| react(table, &waiting.reading));
    matches!(reading, Some(Reaction::Command(found)) if *found == *command)
}

impl Table {
    /// A patron's active stakes in this round, if there are any.
    pub(crate) fn active_stake(&self, patron: PatronId) -> Option<Amount> {
        self.wagers.of(patron).map(PatronWagers::staked).filter(|staked| !staked.is_zero())
    }
}
