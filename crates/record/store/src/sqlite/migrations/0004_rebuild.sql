-- Version 4: everything that follows from history can be made anew, to the byte.
--
-- The program fills in what is made empty here, from events and transfers: see rebuild.rs.

-- The rounds each patron had wagers in, as they ended. A later revision or void replaces what it corrects. The rounds
-- of each patron have numbers of their own, in the order in which their money was moved: an order that history tells.
DROP TABLE patron_round;

CREATE TABLE patron_round (
    patron_id INTEGER NOT NULL REFERENCES patron,
    entry_no  INTEGER NOT NULL CHECK (entry_no > 0),  -- contiguous for each patron, from 1
    table_id  INTEGER NOT NULL,
    shoe_no   INTEGER NOT NULL,
    round_no  INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    cards     TEXT    NOT NULL,  -- JSON, in deal order
    wagers    TEXT    NOT NULL,  -- JSON, empty when voided
    voided    INTEGER CHECK (voided >= 0),
    revision  INTEGER NOT NULL,  -- which settlement of the round it is
    UNIQUE (patron_id, table_id, shoe_no, round_no)
) STRICT;

CREATE UNIQUE INDEX patron_round_newest ON patron_round (patron_id, entry_no);
