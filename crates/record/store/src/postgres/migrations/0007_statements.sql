-- Version 7: what each patron's money did, and what each table turned over. Both follow from history; the program fills
-- them in: see rebuild.rs.

-- The statement of each wallet: a line for each round that ended, each correction, and each entry of the house's own log
-- that moved its money. A slip is no line: the balance includes what is held as stakes.
CREATE TABLE statement (
    patron_id bigint   NOT NULL,
    currency  text     NOT NULL,
    decimals  smallint NOT NULL,
    entry_no  bigint   NOT NULL CHECK (entry_no > 0),  -- contiguous for each wallet, from 1
    at        bigint   NOT NULL,
    kind      text     NOT NULL CHECK (kind IN ('posted', 'settled', 'voided', 'corrected')),
    table_id  bigint,                                  -- the round, if it is about one
    shoe_no   bigint,
    round_no  integer,
    revision  integer  NOT NULL,                       -- which settlement of the round it is
    staked    bigint   NOT NULL,                       -- of a correction, the differences
    paid      bigint   NOT NULL,
    lent      bigint   NOT NULL,
    repaid    bigint   NOT NULL,
    change    bigint   NOT NULL,                       -- what the wallet has more or less
    balance   bigint   NOT NULL,                       -- what it has after it
    owed      bigint   NOT NULL,                       -- what is owed after it
    PRIMARY KEY (patron_id, currency, decimals, entry_no)
);

-- What was staked and paid, by day, table and spot. A correction counts as differences on the day it is made, in rows of
-- its own, so that a day that is over never changes.
CREATE TABLE turnover (
    day       bigint   NOT NULL,  -- its first millisecond, by UTC
    table_id  bigint   NOT NULL,
    spot      text     NOT NULL,
    currency  text     NOT NULL,
    decimals  smallint NOT NULL,
    corrected boolean  NOT NULL,
    wagers    bigint   NOT NULL,
    staked    bigint   NOT NULL,
    effective bigint   NOT NULL,  -- the stakes that won or lost
    paid      bigint   NOT NULL,
    PRIMARY KEY (day, table_id, spot, currency, decimals, corrected)
) WITH (fillfactor = 80);
