-- Version 4: everything that follows from history can be made anew, to the byte.
--
-- The program fills in what is made empty here, from events and transfers: see rebuild.rs.

-- The rounds each patron had wagers in, as they ended. A later revision or void replaces what it corrects. The rounds
-- of each patron have numbers of their own, in the order in which their money was moved: an order that history tells.
DROP TABLE patron_round;

CREATE TABLE patron_round (
    patron_id bigint  NOT NULL REFERENCES patron,
    entry_no  bigint  NOT NULL CHECK (entry_no > 0),  -- contiguous for each patron, from 1
    table_id  bigint  NOT NULL,
    shoe_no   bigint  NOT NULL,
    round_no  integer NOT NULL,
    at        bigint  NOT NULL,
    cards     text    NOT NULL,  -- JSON, in deal order
    wagers    text    NOT NULL,  -- JSON, empty when voided
    voided    bigint  CHECK (voided >= 0),
    revision  integer NOT NULL,  -- which settlement of the round it is
    UNIQUE (patron_id, table_id, shoe_no, round_no)
);

CREATE UNIQUE INDEX patron_round_newest ON patron_round (patron_id, entry_no);
