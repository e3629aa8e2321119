//! Mistakes planted in what patrons did: in the money that moved for it, and in what the log says of it.

/// Rows of the form that [`super::planted`] reads.
pub(super) const PLANTED: &str = r#"
a lost hold
    DELETE FROM hold
    > ledger: 250 of 250 is left, 0 is stored
    > holds: under way, and of 250 only 0 is held

an open hold of nothing
    INSERT INTO hold VALUES (999, 5)
    > ledger: hold 999 is open and was never made

a hold that was never made
    DELETE FROM transfer WHERE kind = 'hold' AND amount = 250; DELETE FROM hold;
    UPDATE account SET balance = balance + 250 WHERE account_no = 5;
    UPDATE account SET balance = balance - 250 WHERE account_no = 2;
    > holds: 0 was held for stakes of 250

a negative balance
    UPDATE account SET balance = -1 WHERE account_no = 4
    > ledger: patron_cash 1 is stored as -1, below zero

a balance that is no sum
    UPDATE account SET balance = balance + 1 WHERE account_no = 4
    > ledger: patron_cash 1 is stored as 98401, its transfers come to 98400

a sum that is not zero
    UPDATE account SET balance = balance + 1 WHERE account_no = 3
    > ledger: all balances in PLAY add up to 1, not to zero

a patron who paid what they did not have
    DELETE FROM transfer WHERE transfer_no = 1
    > ledger: transfer 3 takes patron_cash 1 to -1000, below zero

a stake given to another
    UPDATE transfer SET to_account = 4 WHERE kind = 'release' AND amount = 777
    > ledger: a Release from stakes_held 1 to patron_cash 1

a stake held from another's cash
    UPDATE transfer SET from_account = 4 WHERE kind = 'hold' AND amount = 250
    > holds: its stakes were held from {(1, Cash): 250}, it names {(2, Cash): 250}

a lost row
    DELETE FROM event WHERE seq = 4
    > storage: a row of transfer refers to one

a missing event
    DELETE FROM event WHERE seq = 10
    > order: event 11 follows event 9

a missing slip
    DELETE FROM event WHERE body LIKE '%bbbbbbbb%'
    > patrons: slip bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb was acknowledged and is lost

a slip counted twice
    INSERT INTO event SELECT 1, 100, 0, 1, 3, body, hash FROM event WHERE seq = 4
    > patrons: slip aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa is there 2 times

a slip nobody sent
    UPDATE event SET body = replace(body, '9999', '7777')
    > patrons: slip 77777777777777777777777777777777 was never sent

a refused slip that counts
    UPDATE event SET body = replace(body, '9999', '8888')
    > patrons: slip 88888888888888888888888888888888 was refused, and yet there is (RoundId { table: 1,

a changed stake
    UPDATE event SET body = replace(body, '1000', '1001') WHERE seq = 4
    > patrons: slip aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa was SlipRequest {

a slip without a seat
    UPDATE event SET body = replace(body, '"shoe_no":1', '"seats":[],"shoe_no":1') WHERE seq = 1
    > seats: table 1 event 4: a slip of patron 1 was accepted without a seat

a clearing lost
    UPDATE event SET body = replace(body, 'dddd', '7777')
    > patrons: clear dddddddddddddddddddddddddddddddd was acknowledged and is lost
    > patrons: clear 77777777777777777777777777777777 was never sent

a wrong payout that moved no money
    UPDATE event SET body = replace(body, '1515', '1516')
    > payouts: patron 2 was settled
    > payouts: patron 2 should get 1817, the ledger moved 1816

a patron settled twice
    UPDATE event SET body = json_insert(body, '$.patrons[#]', json_extract(body, '$.patrons[0]')) WHERE seq = 15
    > payouts: patron 1 was settled twice

wagers taken along on leaving
    UPDATE event SET body = json_set(body, '$.request_id', NULL) WHERE body LIKE '%wagers_cleared%'
    > order: patron 2 left and took wagers along

a round closed too soon
    UPDATE event SET body = json_set(body, '$.closes_at', 5) WHERE seq = 3
    > order: table 1 event 9 came while Betting

a wrong burn
    UPDATE event SET body = json_set(body, '$.face_down', 9) WHERE seq = 2
    > order: are not burned by

a wrong resolution
    UPDATE event SET body = replace(body, ':"lose', ':"push')
    > payouts: patron 1 was settled

another settlement
    UPDATE event SET body = replace(body, '301', '302')
    > patrons: round 1-1 was shown to end as Settled

a stranger paid
    UPDATE event SET body = replace(body, '"patron":1', '"patron":3') WHERE seq = 15
    > payouts: patron 3 was settled without a wager

too little given back
    UPDATE event SET body = replace(body, '"amount":300', '"amount":299')
    > payouts: staked were {1: 300}, returned {1: 299}

a card from elsewhere
    UPDATE event SET body = replace(body, '7h', '7s')
    > shoes: 7s came out, the seed wants Some("7h") as card 15

a card that the tableau does not want
    UPDATE event SET body = replace(body, 'Kh', 'Ah')
    > payouts: the tableau does not want 5 cards

a slip after the close
    UPDATE event SET seq = 100 WHERE seq = 8; UPDATE event SET seq = 8 WHERE seq = 9;
    UPDATE event SET seq = 9 WHERE seq = 100;
    > order: table 1 event 9 came while Closed

a shoe thrown away
    UPDATE event SET round_no = 0, shoe_no = 2, body = '{"type":"shoe_opened","shoe_no":2,"algorithm":""}'
    WHERE seq = 19
    > order: event 19 opens a shoe, and the one before is not over: 16 cards and 2 rounds, the cut card in None

a lost seed
    DELETE FROM shoe_seed
    > shoes: the seed of shoe 1 is lost

a slip forgotten
    DELETE FROM accepted_slip WHERE round_no = 2
    > derived rows: only an event has it

an ending forgotten
    DELETE FROM patron_round WHERE voided = 300
    > derived rows: its end is kept otherwise

a doubled payout
    INSERT INTO forged VALUES ('move', 'house_table 1', 'patron_cash 2', 738, NULL, 14)
    > payouts: patron 2 should get 1816, the ledger moved 2554

a refused slip that moved money
    INSERT INTO forged VALUES ('hold', 'patron_cash 2', 'stakes_held 1', 7, NULL, 20)
    > holds: 257 was held for stakes of 250

money of the house that leaves it
    INSERT INTO forged VALUES ('move', 'house_table 1', 'issue 0', 5, NULL, 27)
    > books: issue 0 should have -200000 by its events, the ledger has -199995

a gift from the house
    INSERT INTO forged VALUES ('move', 'house_table 1', 'patron_cash 1', 5, NULL, NULL)
    > payouts: moves money for no event

a hold that went back too soon
    INSERT INTO forged VALUES ('release', 'stakes_held 1', 'patron_cash 2', 250, 19, 20)
    > holds: its round is under way, and of 250

a hold captured again
    INSERT INTO forged VALUES ('capture', 'stakes_held 1', 'house_table 1', 100, 4, 18)
    > holds: of 1100 was taken or given back: 1100 with table 1 event 15, 100 with table 1 event 18

a capture of more than was held
    INSERT INTO forged VALUES ('capture', 'stakes_held 1', 'house_table 1', 5, 3, 14)
    > ledger: of hold 3 -5 of 1000 is left
"#;
