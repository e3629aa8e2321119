-- Version 14: what card-reading shoes said.

-- The signed records of devices, in the order in which each table took them. The digest of the event that follows a
-- record covers it; that event may not be there yet.
CREATE TABLE device_record (
    table_id    bigint  NOT NULL,
    no          bigint  NOT NULL CHECK (no > 0),   -- contiguous for each table, from 1
    seq         bigint  NOT NULL CHECK (seq > 0),  -- the event that follows
    device      bigint  NOT NULL,
    n           bigint  NOT NULL CHECK (n > 0),    -- the number that the device gave it
    received_at bigint  NOT NULL,
    read_at     bigint  NOT NULL CHECK (read_at <= received_at),
    late        boolean NOT NULL,
    body        text    NOT NULL,
    sig         bytea   NOT NULL CHECK (length(sig) = 64),
    PRIMARY KEY (table_id, no)
);

CREATE UNIQUE INDEX record_of_device ON device_record (device, n);

CREATE INDEX record_before_event ON device_record (table_id, seq, no);

CREATE TRIGGER device_record_is_never_edited BEFORE UPDATE OR DELETE OR TRUNCATE ON device_record
    FOR EACH STATEMENT EXECUTE FUNCTION history_is_never_edited();
