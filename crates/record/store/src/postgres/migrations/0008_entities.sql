-- Version 8: what the house keeps beside its tables, and what proves who somebody is.
--
-- The program makes a session of the secret of each patron: see fill.rs.

-- The latest entry of each entity, and the name that no other of its kind may have. Follows from the house's own log.
-- Within a transaction names may pass from one to another in any order.
CREATE TABLE entity (
    kind   text   NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    name   text,
    seq    bigint NOT NULL,  -- house_event
    PRIMARY KEY (kind, number),
    UNIQUE (kind, name) DEFERRABLE INITIALLY DEFERRED
);

-- All entries of each entity. Follows from the house's own log.
CREATE TABLE entity_entry (
    kind   text   NOT NULL,
    number bigint NOT NULL,
    seq    bigint NOT NULL,  -- house_event
    PRIMARY KEY (kind, number, seq)
);

-- Passwords, second factors and sessions, of which only hashes are kept. They change and end, so they have no history.
CREATE TABLE credential (
    kind       text   NOT NULL,
    key        text   NOT NULL,  -- of a session, the SHA-256 of its secret
    owner_kind text   NOT NULL CHECK (owner_kind IN ('patron', 'staff')),
    owner      bigint NOT NULL,
    body       text   NOT NULL,  -- JSON of its kind
    expires_at bigint,           -- when it ends by itself
    PRIMARY KEY (kind, key)
);

CREATE INDEX credential_of_owner ON credential (owner_kind, owner, kind, key);

CREATE INDEX credential_ending ON credential (expires_at) WHERE expires_at IS NOT NULL;
