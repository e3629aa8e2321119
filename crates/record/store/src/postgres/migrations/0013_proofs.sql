-- Version 13: the proof of shoes.

-- The secret of each provable shoe, encrypted with a key that is in no store. It is committed one shoe ahead.
CREATE TABLE locked_secret (
    table_id   bigint NOT NULL,
    shoe_no    bigint NOT NULL,
    commitment bytea  NOT NULL CHECK (length(commitment) = 32),
    locked     bytea  NOT NULL CHECK (length(locked) = 72),
    PRIMARY KEY (table_id, shoe_no)
);

-- The signed public record of each table. A bulletin follows from one event, and is written with it.
CREATE TABLE bulletin (
    table_id  bigint NOT NULL,
    no        bigint NOT NULL CHECK (no > 0),  -- contiguous for each table, from 1
    seq       bigint NOT NULL,                 -- event
    shoe_no   bigint NOT NULL,                 -- the shoe that it is about, 0 for none
    text      text   NOT NULL,
    key       bytea  NOT NULL CHECK (length(key) = 32),
    signature bytea  NOT NULL CHECK (length(signature) = 64),
    PRIMARY KEY (table_id, no)
);

CREATE INDEX bulletin_of_shoe ON bulletin (table_id, shoe_no, no);

CREATE TRIGGER locked_secret_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON locked_secret
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();

CREATE TRIGGER bulletin_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON bulletin
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();
