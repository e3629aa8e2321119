//! Mistakes planted in what supervisors did: in the money that moved for it, and in what the logs say of it.

/// Rows of the form that [`super::planted`] reads.
pub(super) const PLANTED: &str = r#"
bonus money below zero
    UPDATE account SET balance = -1 WHERE account_no = 8
    > ledger: patron_bonus 2 is stored as -1, below zero

a stake of bonus money taken from the cash
    UPDATE transfer SET from_account = 5 WHERE kind = 'hold' AND amount = 40
    > holds: its stakes were held from {(2, Cash): 40}, it names {(2, Bonus): 40}

a payout that was not taken back
    DELETE FROM transfer WHERE kind = 'reverse' AND amount = 738
    > reversals: event 24 does not undo table 1 event 15

a payout that was taken back twice
    DROP INDEX transfer_reversed;
    INSERT INTO transfer (transfer_no, id, kind, from_account, to_account, amount, about, table_id, seq)
    SELECT 1000, randomblob(16), 'reverse', from_account, to_account, amount, about, 1, 27
    FROM transfer WHERE kind = 'reverse' AND amount = 738
    > reversals: event 27 does not undo table 1 event 24

a loss that was not lent
    DELETE FROM transfer WHERE kind = 'cover'
    > debts: event 24: patron 2 had 588, lost 838, and was lent 0 (Cash)

a debt that was not repaid
    DELETE FROM transfer WHERE kind = 'repay'
    > debts: event 27: patron 2 owed 250, earned 838, repaid 0

bonus money staked before cash
    UPDATE transfer SET amount = 1815 WHERE amount = 1816 AND to_account = 6
    > bonus: transfer 37 stakes bonus money of patron 2, who has 1 in cash

a debt repaid by half
    UPDATE transfer SET amount = 125 WHERE kind = 'repay'
    > debts: event 27: patron 2 owed 250, earned 838, repaid 125

an adjustment that moved less
    UPDATE transfer SET amount = 99999 WHERE house_seq = 3 AND amount = 100000
    > house log: entry 3 is MoneyAdjusted

an adjustment of another's purse
    UPDATE transfer SET to_account = 4 WHERE house_seq = 4
    > house log: entry 4 is MoneyAdjusted

a gift without an entry
    UPDATE transfer SET house_seq = NULL WHERE house_seq = 2
    > payouts: for no event

a lost entry
    DELETE FROM house_event WHERE seq = 4
    > house log: moved with entry 4, which is lost

a missing entry
    DELETE FROM house_event WHERE seq = 3
    > house log: entry 4 follows entry 2

an adjustment made twice
    INSERT INTO house_event SELECT 5, at, body, hash FROM house_event WHERE seq = 4
    > house log: entry 5 adjusts by 22222222222222222222222222222222 again
    > supervisors: adjustment 22222222222222222222222222222222 is there 2 times

an adjustment lost, and another without a request
    UPDATE house_event SET body = replace(body, '1111', '7777')
    > supervisors: adjustment 11111111111111111111111111111111 was acknowledged and is lost
    > supervisors: adjustment 77777777777777777777777777777777 was never sent

a statement without a line
    DELETE FROM statement WHERE patron_id = 2 AND entry_no = 6
    > statements: line 6 of patron 2 should be Some(StatementLine { at: 0, kind: "corrected"

a balance that does not add up
    UPDATE statement SET balance = 99 WHERE patron_id = 2 AND entry_no = 4
    > statements: line 4 of patron 2 should be

a line without its number
    UPDATE statement SET entry_no = 9 WHERE patron_id = 2 AND entry_no = 6
    > storage: line 9 of patron 2 is number 6

a push that counts as turnover
    UPDATE turnover SET effective = effective + 1 WHERE spot = 'tie'
    > statements: spot: "tie", currency: "PLAY", corrected: false } should have turned over

turnover of nobody
    INSERT INTO turnover VALUES (86400000, 1, 'tie', 'PLAY', 2, 1, 0, 5, 5, 0)
    > statements: corrected: true } should have turned over None

an adjustment that is not counted
    UPDATE house_event SET body = replace(body, '"counted"', '"forgotten"') WHERE seq = 3
    > by two: entry 3 adjusts -100000, and is not counted for supervisor 1

an adjustment counted on another day
    UPDATE house_event SET at = 172800000 WHERE seq = 4
    > by two: entry 4 of 172800000 is counted on the day of 0

an adjustment by another
    UPDATE house_event SET body = replace(body, '"by":1', '"by":2') WHERE seq = 3
    > supervisors: there is (2, Cash, -100000, 2, "It was found wrong.")

an adjustment for another reason
    UPDATE house_event SET body = replace(body, 'found wrong', 'found right') WHERE seq = 3
    > supervisors: there is (2, Cash, -100000, 1, "It was found right.")

a proposal for another reason
    UPDATE event SET body = replace(body, 'found wrong', 'found right') WHERE seq = 22
    > supervisors: proposal 44444444444444444444444444444444 was ProposalRequest

other cards than were shown
    UPDATE event SET body = replace(body, '"Jh"', '"Qh"') WHERE seq = 26
    > supervisors: proposal 66666666666666666666666666666666 was ProposalRequest

a proposal lost, and another nobody made
    UPDATE event SET body = replace(body, '4444', '7777')
    > supervisors: proposal 44444444444444444444444444444444 was acknowledged and is lost
    > supervisors: proposal 77777777777777777777777777777777 was never sent

a proposal of another
    UPDATE event SET body = replace(body, '"by":2', '"by":3') WHERE seq = 22
    > supervisors: proposal 44444444444444444444444444444444 was ProposalRequest

another dry run
    UPDATE event SET body = replace(body, '"payout":301', '"payout":302') WHERE seq = 21
    > supervisors: proposal 33333333333333333333333333333333 was ProposalRequest

a dry run of what never stood
    UPDATE event SET body = replace(body, '"payout":301', '"payout":302') WHERE seq = 22
    > corrections: event 22: patron 2 is shown to have had

a dry run that pays what the cards do not
    UPDATE event SET body = replace(body, '"payout":301', '"payout":302') WHERE seq = 26
    > corrections: event 26: patron 2 was settled

a proposal made twice
    UPDATE event SET body = replace(body, '4444', '3333') WHERE seq = 22
    > corrections: 33333333333333333333333333333333 was proposed before

cards that never lay there
    UPDATE event SET body = replace(body, '"5c"', '"4c"') WHERE seq = 22
    > corrections: event 22: it says that the cards were

a ruling that is no coup
    UPDATE event SET body = replace(body, '"7h","Jh"],"kind"', '"7h"],"kind"') WHERE seq IN (26, 27)
    > payouts: it was settled on ["9d", "Kh", "5c", "7h"]

a ruling that the shoe does not allow
    UPDATE event SET body = replace(body, '"Jh"],"kind"', '"Qh"],"kind"') WHERE seq IN (26, 27)
    > shoes: event 26 rules that table 1 round 1-1 had ["9d", "Kh", "5c", "7h", "Qh"], its shoe dealt ["9d", "Kh",

a revision left out
    UPDATE event SET body = replace(body, '"revision":2', '"revision":3') WHERE seq IN (21, 24)
    > corrections: event 24 makes revision 3 of table 1 round 1-1, it is number Some(2)

one supervisor alone
    UPDATE event SET body = replace(body, '"approved_by":2', '"approved_by":1') WHERE seq = 24
    > corrections: event 24: supervisor 1 agrees with themselves

an approval lost, and another nobody gave
    UPDATE event SET body = replace(body, '"approved_by":2', '"approved_by":3') WHERE seq = 24
    > supervisors: supervisor 2 did approve table 1 event 21, it is there 0 times
    > supervisors: supervisor 3 never asked to approve table 1 event 21

an approval of something else
    UPDATE event SET body = replace(body, '3333', '7777') WHERE seq = 24
    > corrections: event 24 agrees to another correction than table 1 event 21 proposed

an approval of nothing
    UPDATE event SET body = replace(body, '"correction_no":21', '"correction_no":20') WHERE seq = 24
    > corrections: event 24 decides what table 1 event 20 never proposed

a decision made twice, and a withdrawal lost
    UPDATE event SET body = replace(body, '"correction_no":22', '"correction_no":21') WHERE seq = 23
    > corrections: event 24 decides again what table 1 event 21 proposed
    > supervisors: supervisor 1 did withdraw table 1 event 22, it is there 0 times

a void lost, and another without a request
    UPDATE event SET body = replace(body, '"by":2', '"by":1') WHERE seq = 18
    > supervisors: table 1 round 1-2 was voided by supervisor 2, and is not
    > supervisors: table 1 round 1-2 was voided by supervisor 1, who never asked for it

a void by nobody
    UPDATE event SET body = replace(body, ',"by":2', '') WHERE seq = 18;
    UPDATE event SET body = replace(body, '"by":2,', '') WHERE seq = 18
    > supervisors: table 1 round 1-2 was voided by nobody

another correction
    UPDATE event SET body = replace(body, '"payout":301', '"payout":302') WHERE seq = 27
    > patrons: table 1 round 1-1 was shown to end as Settled

an ending that forgets the correction
    UPDATE patron_round SET voided = 1600 WHERE patron_id = 1 AND round_no = 1
    > derived rows: its end is kept otherwise

a correction that pays twice
    INSERT INTO forged VALUES ('move', 'house_table 1', 'patron_cash 1', 1500, NULL, 24)
    > payouts: patron 1 should get 1600, the ledger moved 3100 (Cash)

bonus money turned into cash
    INSERT INTO forged VALUES ('move', 'patron_bonus 2', 'patron_cash 2', 5, NULL, 27)
    > bonus: moves 5 from patron_bonus 2 to patron_cash 2

a profit in the wrong purse
    INSERT INTO forged VALUES ('move', 'house_table 1', 'patron_bonus 2', 5, NULL, 14)
    > payouts: event 15: patron 2 should get 0, the ledger moved 5 (Bonus)

an advance that did not return
    INSERT INTO forged VALUES ('move', 'adjustments 0', 'patron_cash 1', 5, NULL, 27)
    > reversals: event 27 leaves 5 in advance

a reversal of what nobody corrected
    INSERT INTO forged VALUES ('reverse', 'patron_cash 1', 'stakes_held 1', 300, 18, 20)
    > reversals: event 20 reverses, though it corrects nothing

money lent without need
    INSERT INTO forged VALUES ('cover', 'receivable 2', 'patron_cash 2', 10, NULL, 24)
    > debts: event 24: patron 2 had 588, lost 0, and was lent 10 (Cash)

a debt paid twice
    INSERT INTO forged VALUES ('repay', 'patron_cash 2', 'receivable 2', 5, NULL, 27)
    > ledger: takes receivable 2 to 5, above zero

money by hand without an entry
    INSERT INTO forged VALUES ('move', 'adjustments 0', 'patron_cash 1', 5, NULL, NULL)
    > payouts: moves money for no event
"#;
