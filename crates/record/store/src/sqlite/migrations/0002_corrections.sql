-- Version 2: rounds are corrected, and what a patron cannot give back at once is owed.
--
-- Runs with foreign keys off, because tables that others refer to are made again: a CHECK cannot be changed in
-- place. They are checked before the step ends.

-- More kinds of accounts. A patron's money is never negative, and a debt is never above zero.
CREATE TABLE account_new (
    account_no INTEGER PRIMARY KEY,
    kind       TEXT    NOT NULL CHECK (kind IN ('patron_cash', 'patron_bonus', 'stakes_held', 'house_table',
                                                'receivable', 'adjustments', 'issue')),
    owner      INTEGER NOT NULL,  -- a patron or a table, 0 for the house as a whole
    currency   TEXT    NOT NULL,
    decimals   INTEGER NOT NULL,
    balance    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, owner, currency, decimals),
    CHECK (balance >= 0 OR kind IN ('house_table', 'receivable', 'adjustments', 'issue')),
    CHECK (balance <= 0 OR kind <> 'receivable')
) STRICT;

INSERT INTO account_new SELECT account_no, kind, owner, currency, decimals, balance FROM account;
DROP TABLE account;
ALTER TABLE account_new RENAME TO account;

-- Two more kinds of transfers, whose amount was judged when they were made: `asked` is what was asked for.
CREATE TABLE transfer_new (
    transfer_no  INTEGER PRIMARY KEY,
    id           BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    kind         TEXT    NOT NULL CHECK (kind IN ('move', 'hold', 'capture', 'release', 'reverse', 'cover', 'repay')),
    from_account INTEGER NOT NULL REFERENCES account,
    to_account   INTEGER NOT NULL REFERENCES account,
    amount       INTEGER NOT NULL CHECK (amount > 0),
    asked        INTEGER CHECK (asked >= amount),
    about        INTEGER REFERENCES transfer,  -- the hold it uses or the transfer it reverses
    table_id     INTEGER,
    seq          INTEGER,
    FOREIGN KEY (table_id, seq) REFERENCES event,
    CHECK (from_account <> to_account),
    CHECK ((about IS NOT NULL) = (kind IN ('capture', 'release', 'reverse'))),
    CHECK ((asked IS NOT NULL) = (kind IN ('cover', 'repay')))
) STRICT;

INSERT INTO transfer_new
SELECT transfer_no, id, kind, from_account, to_account, amount, NULL, about, table_id, seq FROM transfer;
DROP TABLE transfer;
ALTER TABLE transfer_new RENAME TO transfer;

CREATE UNIQUE INDEX transfer_reversed ON transfer (about) WHERE kind = 'reverse';

CREATE TRIGGER transfer_is_never_changed BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;

CREATE TRIGGER transfer_is_never_deleted BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never deleted'); END;

-- The rounds of each table as they stand, and where their events begin. Round 0 of a shoe is what happened before
-- its first round. Could be rebuilt from the events.
CREATE TABLE round (
    table_id   INTEGER NOT NULL,
    shoe_no    INTEGER NOT NULL,
    round_no   INTEGER NOT NULL,
    opened_seq INTEGER NOT NULL,
    at         INTEGER NOT NULL,            -- of its latest card, of its end, or of its latest correction
    revision   INTEGER NOT NULL DEFAULT 0,  -- 0 while it is open
    voided     INTEGER NOT NULL DEFAULT 0 CHECK (voided IN (0, 1)),
    cards      TEXT    NOT NULL,            -- JSON, in deal order; of round 0 the card turned over
    PRIMARY KEY (table_id, shoe_no, round_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX round_open ON round (table_id) WHERE revision = 0 AND round_no > 0;

INSERT INTO round
SELECT table_id, shoe_no, round_no, min(seq),
       max(CASE WHEN body ->> 'type' IN ('shoe_opened', 'cards_burned', 'betting_opened', 'card_drawn',
                                         'round_settled', 'round_voided') THEN at END),
       coalesce(max(CASE body ->> 'type' WHEN 'round_settled' THEN body ->> 'revision' WHEN 'round_voided' THEN 1 END), 0),
       max(body ->> 'type' = 'round_voided'),
       json_group_array(CASE body ->> 'type' WHEN 'card_drawn' THEN body ->> 'card' ELSE body ->> 'first' END
                        ORDER BY seq)
           FILTER (WHERE body ->> 'type' = 'card_drawn' OR body ->> 'first' IS NOT NULL)
FROM event WHERE shoe_no > 0 GROUP BY table_id, shoe_no, round_no;

-- The events that are about an earlier round: proposals to correct it, withdrawals and corrections. Could be
-- rebuilt from the events.
CREATE TABLE correction (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    shoe_no  INTEGER NOT NULL,  -- of the round it is about
    round_no INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq),
    FOREIGN KEY (table_id, seq) REFERENCES event
) STRICT, WITHOUT ROWID;

CREATE INDEX correction_of_round ON correction (table_id, shoe_no, round_no, seq);

-- Where a slip was taken, to the event, so that a repeat can be told from another slip of the same id.
ALTER TABLE accepted_slip ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;

UPDATE accepted_slip SET seq = event.seq FROM event
WHERE event.table_id = accepted_slip.table_id AND event.shoe_no = accepted_slip.shoe_no
  AND event.round_no = accepted_slip.round_no AND event.body ->> 'type' = 'slip_accepted'
  AND event.body ->> 'patron' = accepted_slip.patron_id
  AND unhex(event.body ->> 'slip_id') = accepted_slip.slip_id;

-- Which settlement of the round it is.
ALTER TABLE patron_round ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
