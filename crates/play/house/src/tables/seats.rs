//! Sitting down and leaving: what the house asks of a patron who takes a seat, and the seat that the table gives. What
//! is asked is compared once, when they sit down.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use money::{Amount, Currency};
use table::{
    Command, Decision, EntryTerms, Event, LeaveReason, PatronId, Refusal, Seats, Settings, TableId,
    Timestamp, decide,
};
use tracing::{debug, info};

use crate::answer::{Failure, HouseRefusal, Rejection, SeatReceipt, TakenBack};
use crate::context::Context;
use crate::floor::record::TableStatus;
use crate::floor::refusal::FloorRefusal;
use crate::house::House;
use crate::people::codes::hash;
use crate::tables::due::Due;
use crate::tables::not_done::NotDone;
use crate::tables::request::{Request, Unbatched};
use crate::tables::runner::Runner;

/// What a patron presents when they sit down, where a table asks for it.
#[derive(Clone, Default)]
pub struct Pass {
    /// The password of the table.
    pub password: Option<String>,
    /// The code of an invitation.
    pub invitation: Option<String>,
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pass(<secret>)")
    }
}

/// A table with a seat that everybody may take who meets the ante.
struct OpenTable {
    id: TableId,
    ante: Amount,
    free: u32,
    /// Whether the patron has a seat there.
    is_own: bool,
}

impl House {
    /// Gives a patron a seat at a table, and answers when it is durable. A patron who sits there already is not refused
    /// and asked for nothing.
    ///
    /// # Errors
    /// [`Rejection`], with the first reason of: the table is unknown, it plays in another currency than the patron, the
    /// patron is not invited, they sent too many wrong passwords, the password is wrong, the ante is not met, no seat
    /// is free.
    pub async fn take_seat(
        &self,
        patron: PatronId,
        table: TableId,
        pass: Pass,
    ) -> Result<SeatReceipt, Rejection> {
        let setup = self.setup(table).ok_or(HouseRefusal::UnknownTable { table })?;
        if self.patron_view(patron, table).await?.seat.is_some() {
            return Ok(SeatReceipt { table, repeated: true });
        }
        self.check_entry(patron, &setup.settings, pass).await?;
        self.ask_seat(patron, table).await
    }

    /// Gives a patron a seat at the table with the highest ante that they meet, among those that play in the currency
    /// of their wallet and ask for no password and no invitation. Of several such tables it is the one where they sit
    /// already, or else the one with the most free seats, and of those the first by number.
    ///
    /// # Errors
    /// [`Rejection`]; [`HouseRefusal::NoFreeSeat`] when there is no such table.
    pub async fn quick_seat(&self, patron: PatronId) -> Result<SeatReceipt, Rejection> {
        let (currency, available) = (self.known(patron).await?.currency, self.available(patron).await?);
        let mut open = self.open_tables(currency, &self.seats_of(patron));
        let least_ante = open.iter().map(|table| table.ante).min();
        open.retain(|table| table.ante <= available);
        open.sort_by_key(|table| (Reverse(table.ante), !table.is_own, Reverse(table.free), table.id));
        for table in open {
            match self.ask_seat(patron, table.id).await {
                // Somebody else was quicker, or the table stops.
                Err(
                    Rejection::Refused(HouseRefusal::Table(Refusal::TableFull { .. }))
                    | Rejection::Failed(Failure::NotRunning { .. }),
                ) => {}
                answer => return answer,
            }
        }
        Err(HouseRefusal::NoFreeSeat { ante: least_ante, available }.into())
    }

    /// The tables at which a patron has a seat, by number.
    pub fn seats_of(&self, patron: PatronId) -> Vec<TableId> {
        self.context.presence.seats_of(patron)
    }

    /// The tables in this currency that ask for no password and no invitation, where a seat is free or the patron's
    /// `own`.
    fn open_tables(&self, currency: Currency, own: &[TableId]) -> Vec<OpenTable> {
        let open = |settings: &Arc<Settings>| {
            let (id, entry) = (settings.id, &settings.entry);
            let free = entry.capacity.map(|capacity| capacity.saturating_sub(self.seats_taken(id)));
            let free = free.unwrap_or(u32::MAX);
            let is_own = own.contains(&id);
            (entry.is_open() && (free > 0 || is_own)).then_some(OpenTable {
                id,
                ante: entry.least_balance(),
                free,
                is_own,
            })
        };
        let setups = self.setups();
        let settings = setups.iter().map(|setup| &setup.settings);
        settings.filter(|settings| settings.currency == currency).filter_map(open).collect()
    }

    async fn ask_seat(&self, patron: PatronId, table: TableId) -> Result<SeatReceipt, Rejection> {
        let entered = self.enter_to_sit(patron).await?;
        self.ask(table, |reply| Request::Unbatched(Unbatched::TakeSeat { patron, entered, reply })).await
    }

    /// The patron gives up their seat; the house rules say what becomes of their wagers. Nothing happens when they have
    /// neither.
    ///
    /// # Errors
    /// [`Rejection`]; never a refusal of the table's.
    pub async fn leave(
        &self,
        patron: PatronId,
        table: TableId,
        received_at: Timestamp,
    ) -> Result<TakenBack, Rejection> {
        let command = Command::Leave { patron, reason: LeaveReason::Left, received_at };
        self.ask(table, |reply| Request::Unbatched(Unbatched::TakeBack { command, reply })).await
    }

    /// Compares what a table asks for with what the patron presents and has.
    async fn check_entry(&self, patron: PatronId, settings: &Settings, pass: Pass) -> Result<(), Rejection> {
        let (id, entry, currency) = (settings.id, &settings.entry, settings.currency);
        let wallet = self.known(patron).await?.currency;
        if currency != wallet {
            return Err(HouseRefusal::OtherCurrency { table: currency, wallet }.into());
        }
        if !is_invited(entry, patron, pass.invitation.as_deref()) {
            return Err(HouseRefusal::NotInvited.into());
        }
        if let Some(hash) = &entry.password_hash {
            let password = pass.password.ok_or(HouseRefusal::WrongPassword)?;
            self.people().check_table_password((patron, id), &password, hash).await?;
        }
        let ante = entry.least_balance();
        if ante.is_zero() {
            return Ok(());
        }
        let available = self.available(patron).await?;
        if available < ante {
            return Err(HouseRefusal::AnteNotMet { ante, available }.into());
        }
        Ok(())
    }

    /// The cash and the bonus money of a patron together.
    async fn available(&self, patron: PatronId) -> Result<Amount, Rejection> {
        let wallet = self.wallet(patron).await?;
        Ok(wallet.cash.checked_add(wallet.bonus).unwrap_or(Amount::MAX))
    }
}

fn is_invited(entry: &EntryTerms, patron: PatronId, code: Option<&str>) -> bool {
    let Some(invitation) = &entry.invitation else { return true };
    invitation.patrons.contains(&patron)
        || code.is_some_and(|code| invitation.code_hashes.contains(&hash(code)))
}

impl Runner {
    /// Gives a patron a seat, unless they have one.
    pub(crate) async fn take_seat(&mut self, patron: PatronId) -> Result<SeatReceipt, Rejection> {
        let table = self.table.settings().id;
        if self.status == TableStatus::Closed {
            return Err(FloorRefusal::TableClosed { table }.into());
        }
        if self.table.shoe_no() == 0 {
            return Err(Failure::NotRunning { table }.into());
        }
        let Decision::Accepted(events) = decide(&self.table, &Command::TakeSeat { patron })? else {
            return Ok(SeatReceipt { table, repeated: true });
        };
        self.commit_own(events, None).await?;
        debug!(patron = patron.0, seats = self.table.seats_taken(), "a patron sat down");
        Ok(SeatReceipt { table, repeated: false })
    }

    /// When the grace time of a patron is over who has no connection since then.
    pub(crate) fn after_grace(&self, since: Timestamp) -> Timestamp {
        since.plus_ms(self.setup.settings.seating.grace_ms)
    }

    /// Gives up the seats of the patrons who have had no connection since then or longer.
    pub(crate) async fn unseat_absent(&mut self, since: Timestamp) -> Result<(), NotDone> {
        let absent = self.absences.gone_by(since);
        info!(patrons = absent.len(), "patrons without a connection lose their seats");
        self.unseat(&absent, LeaveReason::Absent, self.after_grace(since)).await
    }

    /// What is due for the protection of patrons who may not play: their Auto ends at once, and they lose the seat when
    /// they have nothing at risk here, so that accepted wagers are settled first.
    pub(crate) fn due_for_protection(&self, now: Timestamp) -> Option<Due> {
        let leaving = self.context.gates.leaving(now);
        let at_risk = |patron| {
            let own = self.table.wagers().of(patron);
            self.table.phase().round_under_way() && own.is_some_and(|own| !own.staked().is_zero())
        };
        let seated = |patron| self.table.seat(patron).is_some();
        if leaving.iter().any(|(patron, _)| self.table.auto(*patron).is_some()) {
            let with_auto = leaving.into_iter().filter(|(patron, _)| self.table.auto(*patron).is_some());
            return Some(Due::StopAuto(with_auto.map(|(patron, why)| (patron, why.code())).collect()));
        }
        let removable = leaving.into_iter().map(|(patron, _)| patron);
        let removable: Vec<_> = removable.filter(|patron| seated(*patron) && !at_risk(*patron)).collect();
        (!removable.is_empty()).then_some(Due::Remove(removable))
    }

    /// Removes patrons who may not play.
    pub(crate) async fn remove_protected(&mut self, removable: &[PatronId]) -> Result<(), NotDone> {
        info!(patrons = removable.len(), "patrons lose their seats for their protection");
        self.unseat(removable, LeaveReason::Removed, self.context.clock.now()).await
    }

    /// Gives up the seats of the patrons who made no wager for too many rounds in a row.
    pub(crate) async fn unseat_idle(&mut self) -> Result<(), NotDone> {
        let (idle, now) = (self.table.idle_patrons(), self.context.clock.now());
        info!(patrons = idle.len(), "patrons without wagers lose their seats");
        self.unseat(&idle, LeaveReason::Idle, now).await
    }

    /// Gives up all seats of a closed table.
    pub(crate) async fn unseat_all(&mut self) -> Result<(), NotDone> {
        let (seated, now) = (self.seated(), self.context.clock.now());
        info!(patrons = seated.len(), "the table is closed; its patrons lose their seats");
        self.unseat(&seated, LeaveReason::Removed, now).await
    }

    /// Gives up seats in one commit. Each patron whose wagers go back has a unit of their own: the transfers of a unit
    /// all refer to one event, so it gives back the wagers of one patron at most.
    async fn unseat(
        &mut self,
        patrons: &[PatronId],
        reason: LeaveReason,
        received_at: Timestamp,
    ) -> Result<(), NotDone> {
        let (mut units, mut without_money) = (Vec::new(), Vec::new());
        let (turning, patrons): (Vec<_>, Vec<_>) =
            patrons.iter().copied().partition(|patron| self.table.turns(*patron).is_some());
        // Who turns cards shows them, and the last of them settles the round: one after the other.
        for patron in turning {
            let command = Command::Leave { patron, reason, received_at };
            if let Ok(Decision::Accepted(events)) = decide(&self.table, &command) {
                self.commit_own(events, None).await?;
            }
        }
        for patron in patrons {
            let command = Command::Leave { patron, reason, received_at };
            let Ok(Decision::Accepted(events)) = decide(&self.table, &command) else { continue };
            if events.iter().any(|event| matches!(event, Event::WagersCleared { .. })) {
                units.push(self.unit(events, None));
            } else {
                without_money.extend(events);
            }
        }
        if !without_money.is_empty() {
            units.push(self.unit(without_money, None));
        }
        self.commit_all(units).await
    }

    /// Follows a seat that was taken or given up, for the lobby and for what is known of connections.
    pub(crate) fn follow_seat(&self, event: &Event) {
        let table = self.table.settings().id;
        match event {
            Event::SeatTaken { patron } => {
                self.context.presence.sit(*patron, table, &self.absences);
                self.report_seat(*patron);
            }
            Event::SeatLeft { patron, .. } => {
                self.context.presence.leave(*patron, table);
                self.report_seat(*patron);
            }
            _ => return,
        }
        self.feed.note_seats(self.table.seats_taken());
    }

    /// Follows all seats, after the table was read from the store; `before` are those who had one until then.
    pub(crate) fn follow_seats(&self, before: &[PatronId]) {
        let table = self.table.settings().id;
        for patron in before {
            self.context.presence.leave(*patron, table);
        }
        for patron in self.seated() {
            self.context.presence.sit(patron, table, &self.absences);
        }
        for patron in before.iter().copied().chain(self.seated()) {
            self.report_seat(patron);
        }
    }

    fn report_seat(&self, patron: PatronId) {
        let Context { presence, gates, clock, .. } = &self.context;
        gates.report_seat(patron, clock.now(), || presence.has_seat(patron));
    }

    /// Who has a seat.
    pub(crate) fn seated(&self) -> Vec<PatronId> {
        self.table.seats().into_iter().flat_map(Seats::iter).map(|(patron, _)| patron).collect()
    }
}
