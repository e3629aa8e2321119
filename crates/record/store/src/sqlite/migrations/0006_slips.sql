-- Version 6: slips are found by their own ids first. Clients make ids that begin with the time, so new rows come
-- beside each other, whoever's they are: a batch of a thousand slips changes ten pages and not a thousand.

CREATE TABLE accepted_slip_new (
    patron_id INTEGER NOT NULL REFERENCES patron,
    slip_id   BLOB    NOT NULL CHECK (length(slip_id) = 16),
    table_id  INTEGER NOT NULL,
    shoe_no   INTEGER NOT NULL,
    round_no  INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    PRIMARY KEY (slip_id, patron_id)
) STRICT, WITHOUT ROWID;

INSERT INTO accepted_slip_new
SELECT patron_id, slip_id, table_id, shoe_no, round_no, seq FROM accepted_slip ORDER BY slip_id;
DROP TABLE accepted_slip;
ALTER TABLE accepted_slip_new RENAME TO accepted_slip;
