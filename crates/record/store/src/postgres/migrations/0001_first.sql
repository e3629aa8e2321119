-- Version 1: everything a house remembers.
--
-- Events and transfers are history: rows are added and never changed. Everything else is kept for speed and
-- could be rebuilt: an account's balance and a hold from the transfers; accepted slips and the rounds of
-- patrons from the events. Only patrons and seeds are recorded nowhere else. Two tables are about the servers
-- and not about the house: who runs a table, and what each server wrote last.
--
-- Amounts are minor units, times are milliseconds since the Unix epoch. Ids of callers are 128 bits, kept in
-- the type that has as many; they are no RFC 9562 identifiers. Numbers of 32 bits without a sign are bigint.

-- Who runs a table. Every write to a table carries the epoch of its writer, and is refused once there is a
-- newer one.
CREATE TABLE table_owner (
    table_id bigint      PRIMARY KEY,
    owner    text        NOT NULL,  -- the server, for people
    epoch    bigint      NOT NULL CHECK (epoch > 0),
    taken_at timestamptz NOT NULL DEFAULT now()
);

-- The number of the last transaction of each server that writes, written in that transaction. A server that
-- loses its connection while it commits reads here whether it did.
CREATE TABLE writer (
    writer_id  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    batch_no   bigint      NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- People with an account.
CREATE TABLE patron (
    patron_id  bigint   PRIMARY KEY CHECK (patron_id BETWEEN 1 AND 4294967295),
    nickname   text     NOT NULL,
    token_hash bytea    NOT NULL UNIQUE CHECK (length(token_hash) = 32),  -- SHA-256 of the secret
    currency   text     NOT NULL,
    decimals   smallint NOT NULL,
    created_at bigint   NOT NULL
);

-- Where the numbers of patrons come from. They are given before the transaction that creates the patron, so
-- some may be left out.
CREATE SEQUENCE patron_number AS bigint MAXVALUE 4294967295;

-- What happened at each table, in order. `body` is the event as JSON; shoe and round are those it belongs to,
-- 0 before the first.
CREATE TABLE event (
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL CHECK (seq > 0),  -- contiguous for each table, from 1
    at       bigint  NOT NULL,
    shoe_no  bigint  NOT NULL,
    round_no integer NOT NULL,
    body     text    NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- The seeds of shuffled shoes, secret while the shoe is on the table.
CREATE TABLE shoe_seed (
    table_id bigint NOT NULL,
    shoe_no  bigint NOT NULL,
    seed     bytea  NOT NULL CHECK (length(seed) = 32),
    PRIMARY KEY (table_id, shoe_no)
);

-- Accounts with their balance: what they got less what they gave. Room is left on each page, so that a new
-- balance fits beside the old one and no index changes.
CREATE TABLE account (
    account_no bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text     NOT NULL CHECK (kind IN ('patron_cash', 'stakes_held', 'house_table', 'issue')),
    owner      bigint   NOT NULL,  -- a patron or a table, 0 for the house as a whole
    currency   text     NOT NULL,
    decimals   smallint NOT NULL,
    balance    bigint   NOT NULL,
    UNIQUE (kind, owner, currency, decimals),
    CHECK (balance >= 0 OR kind IN ('house_table', 'issue'))
) WITH (fillfactor = 50);

-- Every movement of money. The numbers go up in the order it was made by each server, with gaps. A unit of a
-- table names its first event.
--
-- What it refers to is there because the writer has read it in the same transaction, under lock, or has
-- written it. Foreign keys would look again, four times for each transfer, at twice the time.
CREATE TABLE transfer (
    transfer_no  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           uuid   NOT NULL UNIQUE,
    kind         text   NOT NULL CHECK (kind IN ('move', 'hold', 'capture', 'release', 'reverse')),
    from_account bigint NOT NULL,  -- account
    to_account   bigint NOT NULL,  -- account
    amount       bigint NOT NULL CHECK (amount > 0),
    about        uuid,             -- the hold it uses or the transfer it reverses
    table_id     bigint,           -- event
    seq          bigint,           -- event
    CHECK (from_account <> to_account),
    CHECK ((about IS NULL) = (kind IN ('move', 'hold'))),
    CHECK ((table_id IS NULL) = (seq IS NULL))
);

-- A transfer is reversed once.
CREATE UNIQUE INDEX transfer_reversed ON transfer (about) WHERE kind = 'reverse';

-- The holds of which something is left. A hold that is used up has no row.
CREATE TABLE hold (
    id        uuid   PRIMARY KEY,  -- transfer
    remaining bigint NOT NULL CHECK (remaining > 0)
);

-- The slips that were taken, so that one sent twice counts once.
CREATE TABLE accepted_slip (
    patron_id bigint  NOT NULL REFERENCES patron,
    slip_id   uuid    NOT NULL,
    table_id  bigint  NOT NULL,
    shoe_no   bigint  NOT NULL,
    round_no  integer NOT NULL,
    PRIMARY KEY (patron_id, slip_id)
);

-- The rounds each patron had wagers in, as they ended. A later revision or void replaces what it corrects.
CREATE TABLE patron_round (
    entry_no  bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    patron_id bigint  NOT NULL REFERENCES patron,
    table_id  bigint  NOT NULL,
    shoe_no   bigint  NOT NULL,
    round_no  integer NOT NULL,
    at        bigint  NOT NULL,
    cards     text    NOT NULL,  -- JSON, in deal order
    wagers    text    NOT NULL,  -- JSON, empty when voided
    voided    bigint  CHECK (voided >= 0),
    UNIQUE (patron_id, table_id, shoe_no, round_no)
);

CREATE INDEX patron_round_newest ON patron_round (patron_id, entry_no);

-- History is never edited: a correction is more history.
CREATE FUNCTION history_is_never_edited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'history is never edited: % of %', lower(TG_OP), TG_TABLE_NAME;
END
$$;

CREATE TRIGGER event_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();

CREATE TRIGGER transfer_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();

CREATE TRIGGER shoe_seed_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON shoe_seed
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();
