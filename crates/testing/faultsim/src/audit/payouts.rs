//! Law: every round pays what its cards and its house rules say, to the patrons who had wagers; and every account
//! has exactly what the rounds so far come to. The arithmetic is this auditor's own.

use std::collections::BTreeMap;

use super::Tables;
use super::coup::{Coup, Rules};
use super::happening::{Line, Returned, Settlement, Wager};
use super::record::{Account, Record, RoundId, Transfer, TransferKind};
use super::story::{End, Ending, Round, Slip, Story};

pub(super) fn check(record: &Record, story: &Story, tables: &Tables) -> Vec<String> {
    let mut found = Vec::new();
    let mut books = Books::default();
    let by_hand = |each: &Transfer| {
        each.is_outside_tables() && [&each.from, &each.to].iter().any(|account| account.is_adjustments())
    };
    let moves = record.transfers.iter().filter(|each| each.kind == TransferKind::Move);
    for given in moves.filter(|each| each.from.is_source() || by_hand(each)) {
        books.move_from(given.from.clone(), given.to.clone(), given.amount);
    }
    for (id, round) in &story.rounds {
        let Some(table) = tables.get(&id.table) else { continue };
        books.count(*id, round, &table.currency);
        let ends = round.ends.iter().flat_map(|end| ended(round, end, table.rules));
        let flaws = ends.chain(cleared(round));
        found.extend(flaws.map(|flaw| format!("{id}: {flaw}")));
    }
    found.extend(books.compare(record));
    found
}

/// An end of a round against what it should be.
fn ended(round: &Round, end: &End, rules: Rules) -> Vec<String> {
    match &end.outcome {
        Ending::Voided { returned, .. } => voided(round, returned),
        Ending::Settled(patrons) => match Coup::of(&end.cards) {
            Ok(coup) => settled(round, &coup, rules, patrons),
            Err(why) => vec![format!("it was settled on {:?}: {why}", end.cards)],
        },
    }
}

fn settled(round: &Round, coup: &Coup, rules: Rules, patrons: &[Settlement]) -> Vec<String> {
    let mut found = Vec::new();
    let mut written: BTreeMap<u32, Vec<Line>> = BTreeMap::new();
    for settlement in patrons {
        let mut lines = settlement.wagers.clone();
        lines.sort();
        if written.insert(settlement.patron, lines).is_some() {
            found.push(format!("patron {} was settled twice", settlement.patron));
        }
    }
    for (patron, spots) in &round.standing() {
        let line = |(spot, stake): (&&str, &i64)| {
            let (resolution, payout) = coup.resolve(rules, spot, *stake)?;
            Some(Line { spot: (*spot).to_owned(), stake: *stake, resolution: resolution.to_owned(), payout })
        };
        let expected = spots.iter().map(line).collect::<Option<Vec<_>>>();
        let written = written.remove(patron);
        if written != expected {
            found.push(format!("patron {patron} was settled {written:?}, should be {expected:?}"));
        }
    }
    found.extend(written.keys().map(|patron| format!("patron {patron} was settled without a wager")));
    found
}

fn voided(round: &Round, returned: &[Returned]) -> Vec<String> {
    let staked: BTreeMap<u32, i64> =
        round.standing().into_iter().map(|(patron, spots)| (patron, spots.values().sum())).collect();
    let back: BTreeMap<u32, i64> = returned.iter().map(|each| (each.patron, each.amount)).collect();
    let fits = staked == back && returned.len() == back.len();
    if fits { Vec::new() } else { vec![format!("staked were {staked:?}, returned {returned:?}")] }
}

fn cleared(round: &Round) -> Vec<String> {
    let wrong = round.clears.iter().filter(|clear| clear.staked != clear.returned);
    wrong
        .map(|clear| format!("patron {} took back {} of {}", clear.patron, clear.returned, clear.staked))
        .collect()
}

/// What every account should have, and how many holds should be open at each table.
#[derive(Default)]
struct Books {
    balances: BTreeMap<Account, i64>,
    open: BTreeMap<u32, usize>,
}

impl Books {
    fn move_from(&mut self, from: Account, to: Account, amount: i64) {
        *self.balances.entry(from).or_default() -= amount;
        *self.balances.entry(to).or_default() += amount;
    }

    /// Takes in what a round did to the accounts.
    fn count(&mut self, id: RoundId, round: &Round, currency: &str) {
        let cash = |patron| Account::new("patron_cash", patron, currency);
        let bonus = |patron| Account::new("patron_bonus", patron, currency);
        let (held, house) = (
            Account::new("stakes_held", id.table, currency),
            Account::new("house_table", id.table, currency),
        );
        for slip in &round.slips {
            self.move_from(cash(slip.patron), held.clone(), slip.staked() - slip.bonus());
            self.move_from(bonus(slip.patron), held.clone(), slip.bonus());
        }
        for clear in &round.clears {
            self.move_from(held.clone(), cash(clear.patron), clear.returned - clear.bonus);
            self.move_from(held.clone(), bonus(clear.patron), clear.bonus);
        }
        match round.end_now().map(|end| &end.outcome) {
            None => {
                let standing = round.slips.iter().filter(|slip| !slip.taken_back);
                *self.open.entry(id.table).or_default() +=
                    standing.flat_map(|slip| &slip.wagers).map(holds_of).sum::<usize>();
            }
            Some(Ending::Voided { returned, .. }) => {
                for each in returned {
                    let own =
                        round.slips.iter().filter(|slip| slip.patron == each.patron && !slip.taken_back);
                    let of_bonus = own.map(Slip::bonus).sum();
                    self.move_from(held.clone(), cash(each.patron), each.amount - of_bonus);
                    self.move_from(held.clone(), bonus(each.patron), of_bonus);
                }
            }
            Some(Ending::Settled(patrons)) => {
                for (patron, line) in
                    patrons.iter().flat_map(|each| each.wagers.iter().map(|line| (each.patron, line)))
                {
                    let to_bonus = to_bonus(line, round.bonus_on(patron, &line.spot));
                    self.move_from(held.clone(), house.clone(), line.stake);
                    self.move_from(house.clone(), cash(patron), line.payout - to_bonus);
                    self.move_from(house.clone(), bonus(patron), to_bonus);
                }
            }
        }
    }

    fn compare(&self, record: &Record) -> Vec<String> {
        let mut found = Vec::new();
        let stored = net(record);
        let accounts = self.balances.keys().chain(stored.keys()).collect::<std::collections::BTreeSet<_>>();
        for account in accounts {
            let should = self.balances.get(account).copied().unwrap_or(0);
            let has = stored.get(account).copied().unwrap_or(0);
            if should != has {
                found.push(format!("{account} should have {should} by its events, the ledger has {has}"));
            }
        }
        let mut open = BTreeMap::<u32, usize>::new();
        let holds = record.transfers.iter().filter(|each| record.open_holds.contains_key(&each.id));
        holds.for_each(|hold| *open.entry(hold.to.owner).or_default() += 1);
        for table in record.events.keys() {
            let should = self.open.get(table).copied().unwrap_or(0);
            let has = open.get(table).copied().unwrap_or(0);
            if should != has {
                found.push(format!("table {table} should have {should} open holds, the ledger has {has}"));
            }
        }
        found
    }
}

/// A wager that both purses pay for is held in two parts.
fn holds_of(wager: &Wager) -> usize {
    usize::from(wager.bonus > 0) + usize::from(wager.stake > wager.bonus)
}

/// What of a payout goes back to the bonus money that was staked for it, and to it alone: the stake, unless it is
/// lost, and of the profit as much as it had of the stake, rounded down.
fn to_bonus(line: &Line, bonus: i64) -> i64 {
    if line.payout < line.stake || line.stake == 0 {
        return 0;
    }
    let share = i128::from(line.payout - line.stake) * i128::from(bonus) / i128::from(line.stake);
    bonus + i64::try_from(share).unwrap_or(i64::MAX)
}

/// What is stored, with what a patron owes taken from what they have: which of both a correction takes is the
/// business of another law.
fn net(record: &Record) -> BTreeMap<Account, i64> {
    let mut net = BTreeMap::new();
    for (account, balance) in &record.balances {
        let owner = match account.debtor() {
            Some(patron) => Account::new("patron_cash", patron, &account.currency),
            None => account.clone(),
        };
        *net.entry(owner).or_default() += balance;
    }
    // What was lent to bonus money is owed in cash like everything else.
    for lent in record.transfers.iter().filter(|each| each.kind == TransferKind::Cover && each.to.is_bonus())
    {
        let cash = Account::new("patron_cash", lent.to.owner, &lent.to.currency);
        *net.entry(lent.to.clone()).or_default() -= lent.amount;
        *net.entry(cash).or_default() += lent.amount;
    }
    net
}
