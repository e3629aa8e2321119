//! The reading side of a store: what screens, supervisors and reports ask. Changes nothing.

use ledger::TransferId;
use money::Amount;
use table::{PatronId, RecordedEvent, RequestId, RoundRef, TableId, Timestamp};

use super::entry::RecordedEntry;
use super::failure::PortFuture;
use super::rows::{
    DayTurnover, NumberedWallet, Patron, PatronRound, StatementLine, StoredRound, TableResult, TrialBalance,
};
use super::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronRoundSearch, PatronSearch, RoundPlace, RoundSearch,
    SlipPlace, SlipSearch,
};
use super::transfer_search::{FoundTransfer, TransferSearch};
use crate::log::{EntityKind, EntityRef, HouseEvent};
use crate::people::{Credential, CredentialKind, Person};
use crate::reports::turnover::Turnover;

/// Queries over the history and the balances that follow from it. They see all that was acknowledged.
pub trait ReadStore: Send + Sync + 'static {
    /// The events of one round of any shoe, in order, and after them the proposals, withdrawals and corrections of it,
    /// whenever they were made. Round 0 of a shoe is the time before its first round. Empty for a round that never
    /// began.
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The rounds of a shoe in their present state, in order, round 0 first.
    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredRound>>;

    /// The latest proposals, withdrawals and corrections of a table, newest first, at most `limit`, before event
    /// `before`.
    fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The first proposal of a table that was requested with this id, for any round.
    fn correction_asked(
        &self,
        table: TableId,
        request_id: RequestId,
    ) -> PortFuture<'_, Option<RecordedEvent>>;

    /// All proposals, withdrawals and corrections of the rounds of a shoe, whenever they were made, by number.
    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The patron whose secret has that hash.
    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>>;

    /// The patron of that number.
    fn patron(&self, patron: PatronId) -> PortFuture<'_, Option<Patron>>;

    /// What a patron has and owes, in minor units of the wallet's currency; nothing for a stranger.
    fn wallet(&self, patron: PatronId) -> PortFuture<'_, NumberedWallet>;

    /// The wallets of several patrons, in their order, each as [`wallet`](Self::wallet) gives it.
    fn wallets(&self, patrons: Vec<PatronId>) -> PortFuture<'_, Vec<NumberedWallet>>;

    /// What is left of the holds of a patron's stakes at all tables, in minor units of the wallet's currency; nothing
    /// for a stranger.
    fn held(&self, patron: PatronId) -> PortFuture<'_, Amount>;

    /// The latest rounds in which the patron had wagers, newest first, at most `limit`, before round `before`.
    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>>;

    /// The patron's rounds that fit, newest first, at most `limit`, before the round whose cursor is `before`. A round
    /// that is corrected between two pages of a period has another time, and so another place.
    fn search_patron_rounds(
        &self,
        patron: PatronId,
        search: PatronRoundSearch,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Found<PatronRound, u64>>;

    /// The patron's latest round at a table that counts, by the order of shoes and rounds; in constant time.
    fn latest_round(&self, patron: PatronId, table: TableId) -> PortFuture<'_, Option<PatronRound>>;

    /// The latest lines of a patron's statement in the currency of the wallet, newest first, at most `limit`, before
    /// the line `before`. Nothing for a stranger.
    fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<StatementLine>>;

    /// What a patron staked and was paid on each day from `since` on, by day; `since` is the first moment of a day. A
    /// correction counts on the day it was made, however old its round is. The store adds up; only the events of
    /// corrected rounds are read one by one.
    fn patron_turnover(
        &self,
        patron: PatronId,
        since: Timestamp,
    ) -> PortFuture<'_, Vec<(Timestamp, Turnover)>>;

    /// What was staked and paid on the days that began from `from` on and before `until`, by day, table, spot and
    /// currency, settlements before corrections. Of one table, or of all.
    fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> PortFuture<'_, Vec<DayTurnover>>;

    /// What each table won over all days, by its turnover and by its account as of one moment, by table and currency.
    /// Of one table, or of all.
    fn table_results(&self, table: Option<TableId>) -> PortFuture<'_, Vec<TableResult>>;

    /// Rounds, by the time they began, newest first, at most `limit`, before that place.
    fn search_rounds(
        &self,
        search: RoundSearch,
        before: Option<RoundPlace>,
        limit: u16,
    ) -> PortFuture<'_, Found<FoundRound, RoundPlace>>;

    /// Accepted slips, newest round first, within a round newest first; at most `limit`, before that place.
    fn search_slips(
        &self,
        search: SlipSearch,
        before: Option<SlipPlace>,
        limit: u16,
    ) -> PortFuture<'_, Found<FoundSlip, SlipPlace>>;

    /// Patrons in the order of their search, at most `limit`, after that place.
    fn search_patrons(
        &self,
        search: PatronSearch,
        after: Option<PatronPlace>,
        limit: u16,
    ) -> PortFuture<'_, Found<Patron, PatronPlace>>;

    /// Transfers of the ledger, in its order, newest first, at most `limit`, before place `before`. A transfer whose
    /// time is out of order by more than [`DISORDER_MS`](super::transfer_search::DISORDER_MS) may be missing from a
    /// period.
    fn search_transfers(
        &self,
        search: TransferSearch,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Found<FoundTransfer, u64>>;

    /// The event of the house's own log that this transfer belongs to; none for a transfer of a table, or for no
    /// transfer.
    fn money_event(&self, transfer: TransferId) -> PortFuture<'_, Option<HouseEvent>>;

    /// The sum of all account balances of each currency, always zero, and the number of open holds.
    fn trial_balance(&self) -> PortFuture<'_, TrialBalance>;

    /// The latest entry of an entity, which has its state; none when there is no such entity.
    fn entity(&self, entity: EntityRef) -> PortFuture<'_, Option<RecordedEntry>>;

    /// The latest entry of the entity of a kind that has this [unique name](crate::log::Entity::unique_name) now.
    fn entity_named(&self, kind: EntityKind, name: String) -> PortFuture<'_, Option<RecordedEntry>>;

    /// The latest entries of the entities of a kind, by number, at most `limit`, after number `after`. The first page
    /// is after 0.
    fn entities(&self, kind: EntityKind, after: u32, limit: u16) -> PortFuture<'_, Vec<RecordedEntry>>;

    /// The entries of an entity, newest first, at most `limit`, before entry `before`.
    fn entity_history(
        &self,
        entity: EntityRef,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEntry>>;

    /// The entries of the house's own log, newest first, at most `limit`, before entry `before`.
    fn house_log(&self, before: Option<u64>, limit: u16) -> PortFuture<'_, Vec<RecordedEntry>>;

    /// The digest of an entry of the house's own log: SHA-256.
    fn house_digest(&self, seq: u64) -> PortFuture<'_, Option<[u8; 32]>>;

    /// The credential of that kind and key, also when it has ended and was not removed yet.
    fn credential(&self, kind: CredentialKind, key: String) -> PortFuture<'_, Option<Credential>>;

    /// All credentials of a kind that a person has, by key, also those that have ended and were not removed yet.
    fn credentials_of(&self, kind: CredentialKind, owner: Person) -> PortFuture<'_, Vec<Credential>>;
}
