-- Version 11: the slips of a round are found in its events. An index of them costs each slip a fifth of the time of a
-- wager, for a search that is rare.
DROP INDEX accepted_slip_of_round;

-- The rounds in which a patron took all wagers back. Nothing else of them is in the round of a patron, so a search for
-- the slips of a patron looks here, too. Follows from the events.
CREATE TABLE cleared_round (
    table_id  INTEGER NOT NULL,
    shoe_no   INTEGER NOT NULL,
    round_no  INTEGER NOT NULL,
    patron_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, shoe_no, round_no, patron_id)
) STRICT, WITHOUT ROWID;

INSERT INTO cleared_round
SELECT DISTINCT table_id, shoe_no, round_no, body ->> 'patron' FROM event
WHERE substr(body, 1, 24) = '{"type":"wagers_cleared"'
   OR (substr(body, 1, 23) = '{"type":"slip_accepted"' AND instr(body, '"wagers":[]') > 0);
