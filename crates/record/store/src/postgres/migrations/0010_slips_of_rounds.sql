-- Version 10: the slips of a round are found in its events. An index of them costs each slip, for a search that is
-- rare.
DROP INDEX accepted_slip_of_round;

-- The rounds in which a patron took all wagers back. Nothing else of them is in the round of a patron, so a search for
-- the slips of a patron looks here, too. Follows from the events.
CREATE TABLE cleared_round (
    table_id  bigint  NOT NULL,
    shoe_no   bigint  NOT NULL,
    round_no  integer NOT NULL,
    patron_id bigint  NOT NULL,
    PRIMARY KEY (table_id, shoe_no, round_no, patron_id)
);

INSERT INTO cleared_round
SELECT DISTINCT table_id, shoe_no, round_no, (body::json ->> 'patron')::bigint FROM event
WHERE left(body, 24) = '{"type":"wagers_cleared"'
   OR (left(body, 23) = '{"type":"slip_accepted"' AND strpos(body, '"wagers":[]') > 0);
