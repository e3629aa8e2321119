//! Money, case by case, as tables: what each posting is answered and what it leaves behind.
#![allow(clippy::panic, reason = "a table that cannot be read is a test that fails")]

mod notation;

use money::Amount;
use notation::{account, id, run};
use punto_ledger::{Action, TransferRefusal, TransferRequest};

/// Each case begins with its name, on a new ledger.
const CASES: &str = "
# a lost stake goes to the house
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    balance  ann                    | 40
    balance  held1                  | 60
    left     h1                     | 60
    capture  c1  h1     house1   60 | new
    left     h1                     | 0
    balance  held1                  | 0
    balance  house1                 | 60
    balance  issue                  | -100
# a won stake comes back with its profit
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    release  r1  h1              60 | new
  & move     p1  house1 ann      57 | new
    balance  ann                    | 157
    balance  house1                 | -57
# a hold is used in parts and never beyond itself
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    capture  c1  h1     house1   25 | new
    release  r1  h1              20 | new
    left     h1                     | 15
    capture  c2  h1     house1   16 | exceeds_hold
    release  r2  h1              16 | exceeds_hold
    capture  c3  h1     bob      15 | new
    capture  c4  h1     house1    1 | hold_used_up
    release  r4  h1               1 | hold_used_up
    balance  ann                    | 60
    balance  bob                    | 15
    balance  house1                 | 25
# an id with other content is refused
    move     m1  issue  ann     100 | new
    move     m2  issue  bob     100 | new
    hold     h1  ann    held1    60 | new
    move     m1  issue  ann     101 | exists_different
    move     m1  issue  bob     100 | exists_different
    move     m1  house1 ann     100 | exists_different
    hold     h1  bob    held1    60 | exists_different
    hold     h1  ann    held2    60 | exists_different
    move     h1  issue  ann      60 | exists_different
    capture  h1  h1     house1   60 | exists_different
    capture  c1  h1     house1   10 | new
    capture  c1  h1     house2   10 | exists_different
    release  c1  h1              10 | exists_different
    reverse  c1  m1                 | exists_different
    reverse  x1  m2                 | new
    reverse  x1  c1                 | exists_different
# linked legs stand or fall together
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | -
  & hold     h2  ann    held1    41 | insufficient_funds
  & hold     h3  ann    held1     1 | -
    balance  ann                    | 100
    left     h1                     | 0
    hold     h1  ann    held1    60 | new
  & hold     h2  ann    held1    40 | new
    balance  ann                    | 0
    capture  c1  h1     bob      60 | new
  & hold     h3  bob    held2    60 | new
  & release  r3  h3              10 | new
  & reverse  x3  r3                 | new
    left     h3                     | 60
    balance  bob                    | 0
    reverse  x4  h3                 | -
  & reverse  x5  h3                 | already_reversed
    left     h3                     | 60
# a reversal moves the same amount back
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    capture  c1  h1     house1   60 | new
    move     p1  house1 bob       5 | new
    reverse  x1  c1                 | new
    left     h1                     | 60
    balance  held1                  | 60
    balance  house1                 | -5
    reverse  x2  c1                 | already_reversed
    reverse  x3  x1                 | not_reversible
    release  r1  h1              60 | new
    balance  ann                    | 100
    reverse  x4  r1                 | new
    reverse  x5  h1                 | new
    balance  ann                    | 100
    left     h1                     | 0
    reverse  x6  h1                 | already_reversed
    capture  c2  h1     house1    1 | hold_used_up
    reverse  x7  m1                 | new
    balance  ann                    | 0
    balance  issue                  | 0
# a hold in use is not reversed
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    release  r1  h1              10 | new
    reverse  x1  h1                 | hold_in_use
    reverse  x2  r1                 | new
    reverse  x1  h1                 | new
    balance  ann                    | 100
    balance  held1                  | 0
# what was spent cannot be taken back
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    reverse  x1  m1                 | insufficient_funds
    move     t1  ann    bob      41 | insufficient_funds
    move     t1  ann    bob      40 | new
    hold     h2  ann    held1     1 | insufficient_funds
    balance  ann                    | 0
# currencies never mix
    move     m1  issue      ann        100 | new
    move     m2  issue/EUR  ann/EUR    100 | new
    move     t1  ann        bob/EUR     10 | currency_mismatch
    hold     h1  ann        held1/EUR   10 | currency_mismatch
    hold     h1  ann/EUR    held1/EUR   10 | new
    capture  c1  h1         house1      10 | currency_mismatch
    capture  c1  h1         house1/EUR  10 | new
    balance  ann                           | 100
    balance  ann/EUR                       | 90
# held stakes are touched by their holds alone
    move     m1  issue  ann     100 | new
    hold     h1  ann    held1    60 | new
    move     t1  held1  ann      60 | wrong_account
    move     t2  ann    held1    10 | wrong_account
    hold     h2  held1  held2    10 | wrong_account
    hold     h3  ann    bob      10 | wrong_account
    capture  c1  h1     held2    10 | wrong_account
# what cash lacks is lent and paid back from what comes in
    move     m1  issue  ann     100 | new
    cover    l1  ann!   ann     100 | nothing
    balance  ann!                   | 0
    cover    l1  ann!   ann     130 | new
  & move     t1  ann    house1  130 | new
    balance  ann                    | 0
    balance  ann!                   | -30
    repay    b1  ann    ann!     30 | nothing
    move     p1  house1 ann      20 | new
  & repay    b1  ann    ann!     15 | new
    balance  ann                    | 5
    balance  ann!                   | -15
    repay    b2  ann    ann!     99 | new
    balance  ann                    | 0
    balance  ann!                   | -10
    move     p2  house1 ann      50 | new
  & repay    b3  ann    ann!     50 | new
    repay    b4  ann    ann!     50 | nothing
    balance  ann                    | 40
    balance  ann!                   | 0
# a loan counts once and is known by its request
    move     m1  issue  ann      10 | new
    cover    l1  ann!   ann      30 | new
    cover    l1  ann!   ann      30 | exists
    cover    l1  ann!   ann      20 | exists_different
    move     l1  ann!   ann      20 | exists_different
    repay    b1  ann    ann!      5 | new
    repay    b1  ann    ann!      5 | exists
    repay    b1  ann    ann!      6 | exists_different
    balance  ann!                   | -15
    balance  ann                    | 25
# a debt is never paid twice
    move     m1  issue  ann     100 | new
    cover    l1  ann!   ann     160 | new
    repay    b1  ann    ann!     20 | new
    reverse  x1  l1                 | exceeds_debt
    move     t1  house1 ann!     41 | exceeds_debt
    move     t1  house1 ann!     40 | new
    reverse  x2  t1                 | new
    reverse  x3  b1                 | new
    balance  ann!                   | -60
    reverse  x1  l1                 | new
    balance  ann!                   | 0
    balance  ann                    | 100
# a debt is the patrons own and stakes nothing
    move     m1  issue  ann     100 | new
    cover    l1  ann!   ann       0 | zero_amount
    repay    b1  ann    ann!      0 | zero_amount
    cover    l1  bob!   ann     200 | wrong_account
    cover    l1  issue  ann     200 | wrong_account
    cover    l1  ann!   issue   200 | wrong_account
    repay    b1  ann    bob!     10 | wrong_account
    repay    b1  house1 ann!     10 | wrong_account
    cover    l1  ann!/EUR ann   200 | currency_mismatch
    hold     h1  ann!   held1    10 | wrong_account
# balances stay within 64 bits
    move     m1  issue  ann     max | new
    move     m2  issue  bob       1 | new
    move     m3  issue  bob       1 | overflow
    move     m4  bob    ann       1 | overflow
    balance  issue                  | -9223372036854775808
    move     m5  ann    house1  max | new
    move     m6  bob    house1    1 | overflow
# where several reasons apply, the first is the answer: each line has every fault that goes with it and is judged later
    move     m1  issue  ann     100     | new
    hold     h1  ann    held1   100     | new
    capture  c1  h1     house1  100     | new
    reverse  x1  m1                     | insufficient_funds
    move     m1  held1  held1     0     | zero_amount
    release  c1  none             0     | zero_amount
    hold     m1  held1  held1   999     | same_account
    move     m1  held1  bob/EUR 999     | wrong_account
    capture  m1  none   held1   999     | wrong_account
    move     m1  bob    ann/EUR 999     | exists_different
    capture  m1  none   bob/EUR 999     | exists_different
    reverse  m1  none                   | exists_different
    capture  c2  none   bob/EUR 999     | unknown_hold
    capture  c2  m1     bob/EUR 999     | unknown_hold
    reverse  x2  none                   | unknown_transfer
    move     m2  bob    ann/EUR 999     | currency_mismatch
    capture  c2  h1     bob/EUR 999     | currency_mismatch
    capture  c2  h1     bob     999     | hold_used_up
    reverse  x2  c1                     | new
    capture  c2  h1     bob     999     | exceeds_hold
    reverse  x3  x2                     | not_reversible
    reverse  x3  c1                     | already_reversed
    release  r1  h1              99     | new
    reverse  x3  h1                     | hold_in_use
    move     m3  house1 cleo    max     | new
    move     m3  house1 cleo    max     | exists
    move     m4  bob    cleo      1     | insufficient_funds
    move     m4  issue  cleo    max     | overflow
# bonus money is staked when no cash is left
    move     m1  adjustments  ann+   100 | new
    move     m2  issue        ann     30 | new
    hold     h1  ann+  held1          50 | cash_left
    hold     h2  ann   held1          30 | new
  & hold     h3  ann+  held1          20 | new
    hold     h4  ann+  held1          81 | insufficient_funds
    release  r2  h2                   30 | new
    hold     h5  ann+  held1          10 | cash_left
    release  r3  h3                   20 | new
    balance  ann                         | 30
    balance  ann+                        | 100
# bonus money that is lacking is lent and repaid in cash
    move     m1  adjustments  ann+    10 | new
    cover    v1  ann!  ann+           25 | new
    balance  ann+                        | 25
    balance  ann!                        | -15
    repay    y1  ann+  ann!           15 | wrong_account
    cover    v2  bob!  ann+           25 | wrong_account
    move     m2  issue  ann           40 | new
    repay    y2  ann   ann!           40 | new
    balance  ann                         | 25
    balance  ann!                        | 0";

#[test]
fn every_case_is_answered_as_its_table_says() {
    for case in CASES.trim().trim_start_matches("# ").split("\n# ") {
        let (name, table) = case.split_once('\n').unwrap_or_else(|| panic!("no table: {case}"));
        run(name, table);
    }
}

#[test]
fn a_repeat_is_answered_exists_even_when_it_would_be_refused_now() {
    let ledger = run(
        "a repeat",
        "
                      move     m1  issue  ann     100 | new
                      hold     h1  ann    held1   100 | new
                      hold     h1  ann    held1   100 | exists
                      capture  c1  h1     house1  100 | new
                      capture  c1  h1     house1  100 | exists
                      reverse  x1  c1                 | new
                      reverse  x1  c1                 | exists
                      move     m1  issue  ann     100 | exists
                      move     m2  issue  bob      10 | new
                    & move     m2  issue  bob      10 | exists
                    & move     m1  issue  ann     100 | exists
                      balance  ann                    | 0
                      balance  bob                    | 10
                      balance  held1                  | 100",
    );
    assert_eq!(ledger.transfers().len(), 5);
}

#[test]
fn a_refusal_names_what_it_is_about() {
    let mut ledger = run(
        "a hold",
        "
                          move m1 issue ann   100 | new
                          hold h1 ann   held1 60  | new",
    );
    let amount = |minor| Amount::new(minor).unwrap();
    let hold = TransferRequest {
        id: id("h2"),
        action: Action::Hold { from: account("ann"), held: account("held1"), amount: amount(41) },
    };
    let (idx, refusal) = ledger.post(&[hold]).unwrap_err();
    assert_eq!(idx, 0);
    let expected = TransferRefusal::InsufficientFunds {
        account: account("ann"),
        available: amount(40),
        wanted: amount(41),
    };
    assert_eq!(refusal, expected);
    assert_eq!(refusal.to_string(), "the account patron_cash 1 in PLAY has 40, less than 41");
}
