//! Reads tests of money written as tables and runs them on a ledger. Knows the notation, not what is right.
//!
//! One posting a line, then `|` and the expected answer: `new`, `exists`, `nothing` or a refusal's code.
//!
//! ```text
//! move     ID  FROM  TO    AMOUNT | answer
//! hold     ID  FROM  HELD  AMOUNT | answer
//! capture  ID  HOLD  TO    AMOUNT | answer
//! release  ID  HOLD        AMOUNT | answer
//! cover    ID  OWED  CASH  AMOUNT | answer
//! repay    ID  CASH  OWED  AMOUNT | answer
//! reverse  ID  TRANSFER           | answer
//! balance  ACCOUNT                | minor units
//! left     HOLD                   | minor units
//! ```
//!
//! A line that begins with `&` is linked to the one above; a refusal stands at the leg it is about, and the
//! other legs of that chain answer `-`. Accounts are `issue`, `adjustments`, a patron's name, what that patron
//! owes (`ann!`), that patron's bonus money (`ann+`), `heldN` and `houseN` of table N; `ann/EUR` is Ann's account in
//! euros, otherwise they are in play money.
#![allow(clippy::panic, reason = "a table that cannot be read is a test that fails")]

use money::{Amount, Currency};
use punto_ledger::{Account, Action, Ledger, TransferId, TransferRequest};

/// Runs a table on a new ledger, checks it after every line, and gives the ledger back.
pub(crate) fn run(name: &str, table: &str) -> Ledger {
    let mut ledger = Ledger::default();
    let lines: Vec<&str> = table.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for chain in lines.chunk_by(|_, next| next.starts_with('&')) {
        let read: Vec<(Vec<&str>, &str)> = chain.iter().map(|line| words(line)).collect();
        let answers = answers(&mut ledger, &read);
        let expected: Vec<&str> = read.iter().map(|(_, expected)| *expected).collect();
        let chain = chain.join("\n");
        assert_eq!(answers, expected, "{name}, at\n{chain}");
        check(&ledger, name, &chain);
    }
    ledger
}

fn words(line: &str) -> (Vec<&str>, &str) {
    let (left, expected) = line.split_once('|').unwrap_or_else(|| panic!("no answer in {line:?}"));
    (left.trim_start_matches('&').split_whitespace().collect(), expected.trim())
}

fn answers(ledger: &mut Ledger, chain: &[(Vec<&str>, &str)]) -> Vec<String> {
    match chain[0].0[..] {
        ["balance", name] => return vec![ledger.balance(account(name)).to_string()],
        ["left", hold] => {
            return vec![ledger.open_holds().get(&id(hold)).copied().unwrap_or_default().to_string()];
        }
        _ => {}
    }
    let postings: Vec<TransferRequest> = chain.iter().map(|(words, _)| posting(words)).collect();
    match ledger.post(&postings) {
        Ok(posted) => posted.iter().map(|posted| format!("{posted:?}").to_lowercase()).collect(),
        Err((idx, refusal)) => {
            let mut answers = vec!["-".to_owned(); postings.len()];
            refusal.code().clone_into(&mut answers[idx]);
            answers
        }
    }
}

fn posting(words: &[&str]) -> TransferRequest {
    let action = match words[1..] {
        [_, from, to, sum] if words[0] == "move" => {
            Action::Move { from: account(from), to: account(to), amount: amount(sum) }
        }
        [_, from, held, sum] if words[0] == "hold" => {
            Action::Hold { from: account(from), held: account(held), amount: amount(sum) }
        }
        [_, owed, cash, sum] if words[0] == "cover" => {
            Action::Cover { owed: account(owed), purse: account(cash), amount: amount(sum) }
        }
        [_, cash, owed, sum] if words[0] == "repay" => {
            Action::Repay { cash: account(cash), owed: account(owed), amount: amount(sum) }
        }
        [_, hold, to, sum] if words[0] == "capture" => {
            Action::Capture { hold: id(hold), to: account(to), amount: amount(sum) }
        }
        [_, hold, sum] if words[0] == "release" => Action::Release { hold: id(hold), amount: amount(sum) },
        [_, transfer] if words[0] == "reverse" => Action::Reverse { transfer: id(transfer) },
        _ => panic!("not a posting: {words:?}"),
    };
    TransferRequest { id: id(words[1]), action }
}

/// The id whose bytes are the word.
pub(crate) fn id(word: &str) -> TransferId {
    TransferId(word.bytes().fold(0, |id, byte| (id << 8) | u128::from(byte)))
}

/// The account of that name.
pub(crate) fn account(name: &str) -> Account {
    let (name, currency) = name.split_once('/').map_or((name, Currency::PLAY), |(name, code)| {
        (name, code.parse().unwrap_or_else(|_| panic!("no currency: {code}")))
    });
    let table = |prefix: &str| name.strip_prefix(prefix).and_then(|table| table.parse().ok());
    match (name, table("held"), table("house")) {
        ("issue", ..) => Account::issue(currency),
        ("adjustments", ..) => Account::adjustments(currency),
        (_, Some(table), _) => Account::stakes_held(table, currency),
        (_, _, Some(table)) => Account::house_table(table, currency),
        _ if name.ends_with('+') => {
            let patron = account(name.trim_end_matches('+')).owner;
            Account::patron_bonus(patron, currency)
        }
        _ if name.ends_with('!') => {
            let patron = account(name.trim_end_matches('!')).owner;
            Account::receivable(patron, currency)
        }
        _ => {
            let patrons = ["ann", "bob", "cleo"];
            let place = patrons.iter().position(|patron| *patron == name);
            let patron = place.unwrap_or_else(|| panic!("nobody is called {name}"));
            Account::patron_cash(u32::try_from(patron + 1).expect("three patrons"), currency)
        }
    }
}

fn amount(text: &str) -> Amount {
    if text == "max" {
        return Amount::MAX;
    }
    let minor = text.parse().ok().and_then(|minor| Amount::new(minor).ok());
    minor.unwrap_or_else(|| panic!("not an amount: {text}"))
}

/// What must be true of every ledger at every moment.
fn check(ledger: &Ledger, name: &str, chain: &str) {
    let after = format!("{name}, after\n{chain}");
    assert!(ledger.trial_balance().values().all(|sum| *sum == 0), "does not add up: {after}");
    for (account, balance) in ledger.balances() {
        assert!(account.kind.may_be_negative() || *balance >= 0, "{account} owes {balance}: {after}");
        assert!(account.kind.may_be_positive() || *balance <= 0, "{account} has {balance}: {after}");
    }
}
