-- Version 7: what each patron's money did, and what each table turned over. Both follow from history; the program fills
-- them in: see rebuild.rs.

-- The statement of each wallet: a line for each round that ended, each correction, and each entry of the house's own log
-- that moved its money. A slip is no line: the balance includes what is held as stakes.
CREATE TABLE statement (
    patron_id INTEGER NOT NULL,
    currency  TEXT    NOT NULL,
    decimals  INTEGER NOT NULL,
    entry_no  INTEGER NOT NULL CHECK (entry_no > 0),  -- contiguous for each wallet, from 1
    at        INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('posted', 'settled', 'voided', 'corrected')),
    table_id  INTEGER,                                -- the round, if it is about one
    shoe_no   INTEGER,
    round_no  INTEGER,
    revision  INTEGER NOT NULL,                       -- which settlement of the round it is
    staked    INTEGER NOT NULL,                       -- of a correction, the differences
    paid      INTEGER NOT NULL,
    lent      INTEGER NOT NULL,
    repaid    INTEGER NOT NULL,
    change    INTEGER NOT NULL,                       -- what the wallet has more or less
    balance   INTEGER NOT NULL,                       -- what it has after it
    owed      INTEGER NOT NULL,                       -- what is owed after it
    PRIMARY KEY (patron_id, currency, decimals, entry_no)
) STRICT, WITHOUT ROWID;

-- What was staked and paid, by day, table and spot. A correction counts as differences on the day it is made, in rows of
-- its own, so that a day that is over never changes.
CREATE TABLE turnover (
    day       INTEGER NOT NULL,  -- its first millisecond, by UTC
    table_id  INTEGER NOT NULL,
    spot      TEXT    NOT NULL,
    currency  TEXT    NOT NULL,
    decimals  INTEGER NOT NULL,
    corrected INTEGER NOT NULL CHECK (corrected IN (0, 1)),
    wagers    INTEGER NOT NULL,
    staked    INTEGER NOT NULL,
    effective INTEGER NOT NULL,  -- the stakes that won or lost
    paid      INTEGER NOT NULL,
    PRIMARY KEY (day, table_id, spot, currency, decimals, corrected)
) STRICT, WITHOUT ROWID;
