-- Version 3: every entry of every log carries a digest of itself, of the money it moved and of the entry before it.
--
-- The program fills in the digests of what is there, and then forbids changes again: see fill.rs.

ALTER TABLE event DISABLE TRIGGER event_is_never_edited;
ALTER TABLE transfer DISABLE TRIGGER transfer_is_never_edited;

ALTER TABLE event ADD COLUMN hash bytea CHECK (length(hash) = 32);

-- The house's own log: patrons that were created, and money that moved outside any table. Its writers wait for each
-- other, so that its numbers have no gaps.
CREATE TABLE house_event (
    seq  bigint PRIMARY KEY CHECK (seq > 0),  -- contiguous, from 1
    at   bigint NOT NULL,
    body text   NOT NULL,                     -- JSON
    hash bytea  NOT NULL CHECK (length(hash) = 32)
);

-- The entry of the house's own log that a transfer outside any table belongs to.
ALTER TABLE transfer ADD COLUMN house_seq bigint;

-- Where every log stood at the end of a day, signed. `text` is what was signed.
CREATE TABLE checkpoint (
    checkpoint_no bigint PRIMARY KEY,
    text          text   NOT NULL,
    signature     bytea  NOT NULL CHECK (length(signature) = 64),
    key           bytea  NOT NULL CHECK (length(key) = 32)
);

CREATE TRIGGER house_event_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON house_event
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();

CREATE TRIGGER checkpoint_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();
