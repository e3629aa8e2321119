//! Accounts: what they are for, whose they are, and which may go below zero. Knows no balances.

use core::fmt;

use money::Currency;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What an account is for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum AccountKind {
    /// A patron's cash; never negative. The owner is the patron.
    PatronCash,
    /// Money a patron may stake but not take away; never negative. The owner is the patron.
    PatronBonus,
    /// Stakes held for the rounds of a table; never negative, always the sum of what is left of its holds.
    /// The owner is the table.
    StakesHeld,
    /// What a table has won or lost. The owner is the table. May be negative.
    HouseTable,
    /// What a patron owes: below zero by as much as was lent, never above it. The owner is the patron.
    Receivable,
    /// What corrections lend and take back while they are posted, and what the house settles by hand. The owner
    /// is 0. May be negative.
    Adjustments,
    /// Where play money comes from. The owner is 0. Negative by as much as is in circulation.
    Issue,
}

impl AccountKind {
    /// The name it is stored under: `patron_cash`, `patron_bonus`, `stakes_held`, `house_table`, `receivable`,
    /// `adjustments` or `issue`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The kind of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        id.parse().ok()
    }

    /// Whether a patron is the owner of such an account.
    pub const fn is_of_patron(self) -> bool {
        matches!(self, Self::PatronCash | Self::PatronBonus | Self::Receivable)
    }

    /// Whether such an account may be below zero. A patron's cash, bonus and held stakes may not.
    pub const fn may_be_negative(self) -> bool {
        matches!(self, Self::HouseTable | Self::Receivable | Self::Adjustments | Self::Issue)
    }

    /// Whether such an account may be above zero. What a patron owes may not: a debt is paid once.
    pub const fn may_be_positive(self) -> bool {
        !matches!(self, Self::Receivable)
    }
}

/// An account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Account {
    /// What it is for.
    pub kind: AccountKind,
    /// Whose it is: a patron or a table number, 0 for the house as a whole.
    pub owner: u32,
    /// Its currency.
    pub currency: Currency,
}

impl Account {
    /// A patron's cash.
    pub const fn patron_cash(patron: u32, currency: Currency) -> Self {
        Self { kind: AccountKind::PatronCash, owner: patron, currency }
    }

    /// What a patron may stake but not take away.
    pub const fn patron_bonus(patron: u32, currency: Currency) -> Self {
        Self { kind: AccountKind::PatronBonus, owner: patron, currency }
    }

    /// What a patron owes.
    pub const fn receivable(patron: u32, currency: Currency) -> Self {
        Self { kind: AccountKind::Receivable, owner: patron, currency }
    }

    /// What corrections lend while they are posted.
    pub const fn adjustments(currency: Currency) -> Self {
        Self { kind: AccountKind::Adjustments, owner: 0, currency }
    }

    /// The stakes held for a table's rounds.
    pub const fn stakes_held(table: u32, currency: Currency) -> Self {
        Self { kind: AccountKind::StakesHeld, owner: table, currency }
    }

    /// What a table has won or lost.
    pub const fn house_table(table: u32, currency: Currency) -> Self {
        Self { kind: AccountKind::HouseTable, owner: table, currency }
    }

    /// Where the play money of a currency comes from.
    pub const fn issue(currency: Currency) -> Self {
        Self { kind: AccountKind::Issue, owner: 0, currency }
    }

    /// Whether it holds stakes: then only holds, captures, releases and their reversals touch it.
    pub(crate) const fn holds_stakes(self) -> bool {
        matches!(self.kind, AccountKind::StakesHeld)
    }

    /// The account that must be empty before stakes are held from this one: the cash of a patron before their bonus
    /// money.
    pub const fn spent_before(self) -> Option<Self> {
        match self.kind {
            AccountKind::PatronBonus => Some(Self::patron_cash(self.owner, self.currency)),
            _ => None,
        }
    }

    /// Whether it says what a patron owes: then stakes are not taken from it.
    pub(crate) const fn is_receivable(self) -> bool {
        matches!(self.kind, AccountKind::Receivable)
    }
}

impl fmt::Display for Account {
    /// For logs and messages to operators: `patron_cash 7 in EUR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in {}", self.kind.id(), self.owner, self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back_from_their_names() {
        let names: Vec<_> = AccountKind::VARIANTS.iter().map(|kind| kind.id()).collect();
        assert_eq!(
            names.join(" "),
            "patron_cash patron_bonus stakes_held house_table receivable adjustments issue"
        );
        for kind in AccountKind::VARIANTS {
            assert_eq!(AccountKind::from_id(kind.id()), Some(*kind));
        }
        assert_eq!(AccountKind::from_id("bank"), None);
    }

    #[test]
    fn money_of_patrons_is_never_negative_and_debts_are_never_positive() {
        for kind in AccountKind::VARIANTS {
            let of_patrons =
                matches!(kind, AccountKind::PatronCash | AccountKind::PatronBonus | AccountKind::StakesHeld);
            assert_eq!(kind.may_be_negative(), !of_patrons, "{}", kind.id());
            assert_eq!(kind.may_be_positive(), *kind != AccountKind::Receivable, "{}", kind.id());
        }
    }

    #[test]
    fn an_account_says_what_whose_and_in_what() {
        assert_eq!(Account::patron_cash(7, Currency::PLAY).to_string(), "patron_cash 7 in PLAY");
    }
}
