//! Patrons: guests with play money, known by a secret token. Knows no tables.

use ledger::TransferRequest;
use money::{Amount, Currency};
use table::PatronId;

use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::context::Context;
use crate::house::House;
use crate::money::postings::play_money;
use crate::patrons::nickname::nickname;
use crate::people::CredentialChange;
use crate::people::token::{Token, hash_of};
use crate::ports::search::{Found, PatronRoundSearch};
use crate::ports::{NewPatron, NumberedWallet, Patron, PatronRound, StatementLine, Wallet};

/// What a guest is given, in minor units: 10,000.00.
pub const GIFT: u64 = 1_000_000;
/// Below this a guest may ask for as much again, in minor units: 100.00.
pub const LOW: u64 = 10_000;
/// How many rounds of a history are given at once, at most.
pub const HISTORY_PAGE: u16 = 500;

/// How many sessions that ended are removed when one begins, at most: more than one, so that they never pile up.
pub(crate) const ENDED_AT_ONCE: u16 = 16;

impl Context {
    /// What a patron has and owes, in minor units.
    pub(crate) async fn wallet(&self, patron: PatronId) -> Result<NumberedWallet, Failure> {
        let read = self.store.wallet(patron).await?;
        self.gates.note(patron, read.wallet);
        Ok(read)
    }
}

impl House {
    /// Creates a guest with play money. The token is shown this once and never again.
    ///
    /// # Errors
    /// [`HouseRefusal::BadNickname`], [`PeopleRefusal::NameTaken`](crate::people::PeopleRefusal::NameTaken) when an
    /// account has the name, [`HouseRefusal::HouseFull`], or a [`Failure`].
    pub async fn new_guest(&self, shown_name: &str) -> Result<(Patron, Token), Rejection> {
        let nickname = nickname(shown_name).map_err(HouseRefusal::BadNickname)?;
        self.people().check_free(&nickname).await?;
        let token = Token::new(self.context.entropy.seed()?);
        let patron = NewPatron {
            nickname,
            token_hash: hash_of(token.secret()),
            currency: Currency::PLAY,
            gift: amount(GIFT),
            at: self.now(),
        };
        let ended = CredentialChange::RemoveEnded { now: patron.at, most: ENDED_AT_ONCE };
        self.context.store.change_credentials(vec![ended]).await?;
        let patron = self.context.store.create_patron(patron).await?;
        tracing::info!(patron = patron.id.0, "a guest came in");
        Ok((patron, token))
    }

    /// The patron of that number, under the nickname of their account; none when nobody has it.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn patron(&self, patron: PatronId) -> Result<Option<Patron>, Failure> {
        Ok(self.people().patron(patron).await?.map(|(patron, _)| patron))
    }

    /// The patron of that number, under the name on record.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], or a [`Failure`].
    pub(crate) async fn known(&self, patron: PatronId) -> Result<Patron, Rejection> {
        let known = self.context.store.patron(patron).await?;
        known.ok_or_else(|| HouseRefusal::UnknownPatron { patron }.into())
    }

    /// What a patron has and owes, in minor units.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn wallet(&self, patron: PatronId) -> Result<Wallet, Failure> {
        Ok(self.numbered_wallet(patron).await?.wallet)
    }

    /// What a patron has and owes, with the number of this state of the wallet.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn numbered_wallet(&self, patron: PatronId) -> Result<NumberedWallet, Failure> {
        self.context.wallet(patron).await
    }

    /// Gives a guest play money again when less than [`LOW`] is left to play with: cash, bonus money, and stakes that
    /// are held, as they may come back. Answers what is in the wallet then.
    ///
    /// # Errors
    /// [`HouseRefusal::NotPlayMoney`], [`HouseRefusal::BalanceNotLow`], [`HouseRefusal::HouseFull`], or a
    /// [`Failure`].
    pub async fn top_up(&self, patron: &Patron) -> Result<NumberedWallet, Rejection> {
        if patron.currency != Currency::PLAY {
            return Err(HouseRefusal::NotPlayMoney { patron: patron.id }.into());
        }
        // One request of a patron at a time: the next one reads what this one gave.
        let gate = self.context.gates.of(patron.id);
        let _alone = gate.known.write().await;
        let latest = self.context.store.statement(patron.id, None, 1).await?.pop();
        let (lines, balance) = latest.map_or((0, 0), |line| (line.cursor, line.balance));
        let (balance, below) = (Amount::try_from(balance).unwrap_or_default(), amount(LOW));
        if balance >= below {
            return Err(HouseRefusal::BalanceNotLow { balance, below }.into());
        }
        // The gift has the number of the line that it makes, so two servers that read the same line give it once.
        self.give(play_money(patron.id, lines.saturating_add(1), amount(GIFT))).await?;
        self.context.channels.mark_balance_dirty(patron.id);
        Ok(self.numbered_wallet(patron.id).await?)
    }

    /// The patron's finished rounds that fit, newest first: at most `limit`, which is at most [`HISTORY_PAGE`], of
    /// those before the one whose cursor is `before`. A page may be short of its limit, also empty, and have a next
    /// one: for one page of a table the store looks at [`SCAN`](crate::ports::search::SCAN) rounds at most.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn history(
        &self,
        patron: PatronId,
        search: PatronRoundSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Found<PatronRound, u64>, Failure> {
        let limit = limit.min(HISTORY_PAGE);
        Ok(self.context.store.search_patron_rounds(patron, search, before, limit).await?)
    }

    /// The latest lines of a patron's statement, newest first, before line `before`; at most as many as rounds of the
    /// history.
    ///
    /// # Errors
    /// [`Failure`] when the store fails.
    pub async fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>, Failure> {
        Ok(self.context.store.statement(patron, before, limit.min(HISTORY_PAGE)).await?)
    }

    async fn give(&self, gift: TransferRequest) -> Result<(), Rejection> {
        let posted = self.context.store.post(self.now(), vec![gift]).await?;
        posted.map_err(|refusal| HouseRefusal::by_ledger(&refusal).into())
    }
}

fn amount(minor: u64) -> Amount {
    Amount::new(minor).unwrap_or(Amount::MAX)
}
