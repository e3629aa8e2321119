-- Version 1: everything a house remembers.
--
-- Events and transfers are history: rows are added and never changed. Everything else is kept for speed and
-- could be rebuilt: an account's balance and a hold from the transfers; accepted slips and the rounds of
-- patrons from the events. Only patrons and seeds are recorded nowhere else.
--
-- Amounts are minor units, times are milliseconds since the Unix epoch, ids of callers are their 16 bytes.

-- People with an account.
CREATE TABLE patron (
    patron_id  INTEGER PRIMARY KEY CHECK (patron_id BETWEEN 1 AND 4294967295),
    nickname   TEXT    NOT NULL,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),  -- SHA-256 of the secret
    currency   TEXT    NOT NULL,
    decimals   INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- What happened at each table, in order. `body` is the event as JSON; shoe and round are those it belongs to,
-- 0 before the first.
CREATE TABLE event (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0),  -- contiguous for each table, from 1
    at       INTEGER NOT NULL,
    shoe_no  INTEGER NOT NULL,
    round_no INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- The seeds of shuffled shoes, secret while the shoe is on the table.
CREATE TABLE shoe_seed (
    table_id INTEGER NOT NULL,
    shoe_no  INTEGER NOT NULL,
    seed     BLOB    NOT NULL CHECK (length(seed) = 32),
    PRIMARY KEY (table_id, shoe_no)
) STRICT, WITHOUT ROWID;

-- Accounts with their balance: what they got less what they gave.
CREATE TABLE account (
    account_no INTEGER PRIMARY KEY,
    kind       TEXT    NOT NULL CHECK (kind IN ('patron_cash', 'stakes_held', 'house_table', 'issue')),
    owner      INTEGER NOT NULL,  -- a patron or a table, 0 for the house as a whole
    currency   TEXT    NOT NULL,
    decimals   INTEGER NOT NULL,
    balance    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, owner, currency, decimals),
    CHECK (balance >= 0 OR kind IN ('house_table', 'issue'))
) STRICT;

-- Every movement of money, in the order it was made. A unit of a table names its first event.
CREATE TABLE transfer (
    transfer_no  INTEGER PRIMARY KEY,
    id           BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    kind         TEXT    NOT NULL CHECK (kind IN ('move', 'hold', 'capture', 'release', 'reverse')),
    from_account INTEGER NOT NULL REFERENCES account,
    to_account   INTEGER NOT NULL REFERENCES account,
    amount       INTEGER NOT NULL CHECK (amount > 0),
    about        INTEGER REFERENCES transfer,  -- the hold it uses or the transfer it reverses
    table_id     INTEGER,
    seq          INTEGER,
    FOREIGN KEY (table_id, seq) REFERENCES event,
    CHECK (from_account <> to_account),
    CHECK ((about IS NULL) = (kind IN ('move', 'hold')))
) STRICT;

-- A transfer is reversed once.
CREATE UNIQUE INDEX transfer_reversed ON transfer (about) WHERE kind = 'reverse';

-- The holds of which something is left. A hold that is used up has no row.
CREATE TABLE hold (
    transfer_no INTEGER PRIMARY KEY REFERENCES transfer,
    remaining   INTEGER NOT NULL CHECK (remaining > 0)
) STRICT;

-- The slips that were taken, so that one sent twice counts once.
CREATE TABLE accepted_slip (
    patron_id INTEGER NOT NULL REFERENCES patron,
    slip_id   BLOB    NOT NULL CHECK (length(slip_id) = 16),
    table_id  INTEGER NOT NULL,
    shoe_no   INTEGER NOT NULL,
    round_no  INTEGER NOT NULL,
    PRIMARY KEY (patron_id, slip_id)
) STRICT, WITHOUT ROWID;

-- The rounds each patron had wagers in, as they ended. A later revision or void replaces what it corrects.
CREATE TABLE patron_round (
    entry_no  INTEGER PRIMARY KEY,
    patron_id INTEGER NOT NULL REFERENCES patron,
    table_id  INTEGER NOT NULL,
    shoe_no   INTEGER NOT NULL,
    round_no  INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    cards     TEXT    NOT NULL,  -- JSON, in deal order
    wagers    TEXT    NOT NULL,  -- JSON, empty when voided
    voided    INTEGER CHECK (voided >= 0),
    UNIQUE (patron_id, table_id, shoe_no, round_no)
) STRICT;

CREATE INDEX patron_round_newest ON patron_round (patron_id, entry_no);

-- History is never edited: a correction is more history.
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;

CREATE TRIGGER transfer_is_never_changed BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;

CREATE TRIGGER transfer_is_never_deleted BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never deleted'); END;

CREATE TRIGGER shoe_seed_is_never_changed BEFORE UPDATE ON shoe_seed
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;

CREATE TRIGGER shoe_seed_is_never_deleted BEFORE DELETE ON shoe_seed
BEGIN SELECT RAISE(ABORT, 'a seed is never deleted'); END;
