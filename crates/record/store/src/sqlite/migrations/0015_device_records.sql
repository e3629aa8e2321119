-- Version 15: what card-reading shoes said.

-- The signed records of devices, in the order in which each table took them. The digest of the event that follows a
-- record covers it; that event may not be there yet.
CREATE TABLE device_record (
    table_id    INTEGER NOT NULL,
    no          INTEGER NOT NULL CHECK (no > 0),   -- contiguous for each table, from 1
    seq         INTEGER NOT NULL CHECK (seq > 0),  -- the event that follows
    device      INTEGER NOT NULL,
    n           INTEGER NOT NULL CHECK (n > 0),    -- the number that the device gave it
    received_at INTEGER NOT NULL,
    read_at     INTEGER NOT NULL CHECK (read_at <= received_at),
    late        INTEGER NOT NULL CHECK (late IN (0, 1)),
    body        TEXT    NOT NULL,
    sig         BLOB    NOT NULL CHECK (length(sig) = 64),
    PRIMARY KEY (table_id, no)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX record_of_device ON device_record (device, n);

CREATE INDEX record_before_event ON device_record (table_id, seq, no);

CREATE TRIGGER device_record_is_never_changed BEFORE UPDATE ON device_record
BEGIN SELECT RAISE(ABORT, 'a record of a device is never changed'); END;

CREATE TRIGGER device_record_is_never_deleted BEFORE DELETE ON device_record
BEGIN SELECT RAISE(ABORT, 'a record of a device is never deleted'); END;
