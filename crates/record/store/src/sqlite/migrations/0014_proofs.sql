-- Version 14: the proof of shoes.

-- The secret of each provable shoe, encrypted with a key that is in no store. It is committed one shoe ahead.
CREATE TABLE locked_secret (
    table_id   INTEGER NOT NULL,
    shoe_no    INTEGER NOT NULL,
    commitment BLOB    NOT NULL CHECK (length(commitment) = 32),
    locked     BLOB    NOT NULL CHECK (length(locked) = 72),
    PRIMARY KEY (table_id, shoe_no)
) STRICT, WITHOUT ROWID;

-- The signed public record of each table. A bulletin follows from one event, and is written with it.
CREATE TABLE bulletin (
    table_id  INTEGER NOT NULL,
    no        INTEGER NOT NULL CHECK (no > 0),  -- contiguous for each table, from 1
    seq       INTEGER NOT NULL,                 -- event
    shoe_no   INTEGER NOT NULL,                 -- the shoe that it is about, 0 for none
    text      TEXT    NOT NULL,
    key       BLOB    NOT NULL CHECK (length(key) = 32),
    signature BLOB    NOT NULL CHECK (length(signature) = 64),
    PRIMARY KEY (table_id, no)
) STRICT, WITHOUT ROWID;

CREATE INDEX bulletin_of_shoe ON bulletin (table_id, shoe_no, no);

CREATE TRIGGER locked_secret_is_never_changed BEFORE UPDATE ON locked_secret
BEGIN SELECT RAISE(ABORT, 'a locked secret is never changed'); END;

CREATE TRIGGER locked_secret_is_never_deleted BEFORE DELETE ON locked_secret
BEGIN SELECT RAISE(ABORT, 'a locked secret is never deleted'); END;

CREATE TRIGGER bulletin_is_never_changed BEFORE UPDATE ON bulletin
BEGIN SELECT RAISE(ABORT, 'a bulletin is never changed'); END;

CREATE TRIGGER bulletin_is_never_deleted BEFORE DELETE ON bulletin
BEGIN SELECT RAISE(ABORT, 'a bulletin is never deleted'); END;
