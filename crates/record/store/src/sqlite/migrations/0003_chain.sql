-- Version 3: every entry of every log carries a digest of itself, of the money it moved and of the entry before it.
--
-- The program fills in the digests of what is there, and then forbids changes again: the triggers dropped here come
-- back, together with new ones. See fill.rs.

DROP TRIGGER event_is_never_changed;
DROP TRIGGER transfer_is_never_changed;

ALTER TABLE event ADD COLUMN hash BLOB CHECK (length(hash) = 32);

-- The house's own log: patrons that were created, and money that moved outside any table.
CREATE TABLE house_event (
    seq  INTEGER PRIMARY KEY CHECK (seq > 0),  -- contiguous, from 1
    at   INTEGER NOT NULL,
    body TEXT    NOT NULL,                     -- JSON
    hash BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- The entry of the house's own log that a transfer outside any table belongs to.
ALTER TABLE transfer ADD COLUMN house_seq INTEGER REFERENCES house_event;

-- Where every log stood at the end of a day, signed. `text` is what was signed.
CREATE TABLE checkpoint (
    checkpoint_no INTEGER PRIMARY KEY,
    text          TEXT NOT NULL,
    signature     BLOB NOT NULL CHECK (length(signature) = 64),
    key           BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;
