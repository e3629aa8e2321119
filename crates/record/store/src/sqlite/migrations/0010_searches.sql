-- Version 10: staff search rounds, slips and patrons, and each page costs the same however old it is.

-- When a round began; from then on it is found by this time. Follows from the events.
ALTER TABLE round ADD COLUMN opened_at INTEGER NOT NULL DEFAULT 0;

UPDATE round SET opened_at = event.at FROM event
WHERE event.table_id = round.table_id AND event.seq = round.opened_seq;

CREATE INDEX round_by_time ON round (opened_at, table_id, shoe_no, round_no);
CREATE INDEX round_of_table ON round (table_id, opened_at, shoe_no, round_no);
CREATE INDEX round_voided ON round (opened_at, table_id, shoe_no, round_no) WHERE voided;
CREATE INDEX round_corrected ON round (opened_at, table_id, shoe_no, round_no) WHERE revision > 1;

-- The slips of a round by patron. New rows come beside the others of their round: a batch of a thousand slips changes
-- few pages of it. An index by patron alone would change as many pages as there are patrons.
CREATE INDEX accepted_slip_of_round ON accepted_slip (table_id, shoe_no, round_no, patron_id, seq);

-- Nicknames as they are compared: `lower` changes letters of the ASCII alphabet alone.
CREATE INDEX patron_nickname ON patron (lower(nickname), patron_id);
