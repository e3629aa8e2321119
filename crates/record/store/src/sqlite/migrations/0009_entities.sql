-- Version 9: what the house keeps beside its tables, and what proves who somebody is.
--
-- The program makes a session of the secret of each patron: see fill.rs.

-- The latest entry of each entity, and the name that no other of its kind may have. Follows from the house's own log.
CREATE TABLE entity (
    kind   TEXT    NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    name   TEXT,
    seq    INTEGER NOT NULL REFERENCES house_event,
    PRIMARY KEY (kind, number),
    UNIQUE (kind, name)
) STRICT, WITHOUT ROWID;

-- All entries of each entity. Follows from the house's own log.
CREATE TABLE entity_entry (
    kind   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    seq    INTEGER NOT NULL REFERENCES house_event,
    PRIMARY KEY (kind, number, seq)
) STRICT, WITHOUT ROWID;

-- Passwords, second factors and sessions, of which only hashes are kept. They change and end, so they have no history.
CREATE TABLE credential (
    kind       TEXT    NOT NULL,
    key        TEXT    NOT NULL,  -- of a session, the SHA-256 of its secret
    owner_kind TEXT    NOT NULL CHECK (owner_kind = 'patron' OR owner_kind = 'staff'),
    owner      INTEGER NOT NULL,
    body       TEXT    NOT NULL,  -- JSON of its kind
    expires_at INTEGER,           -- when it ends by itself
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX credential_of_owner ON credential (owner_kind, owner, kind, key);

CREATE INDEX credential_ending ON credential (expires_at) WHERE expires_at IS NOT NULL;
