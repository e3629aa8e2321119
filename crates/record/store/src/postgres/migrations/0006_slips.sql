-- Version 6: slips are found by their own ids first. Clients make ids that begin with the time, so new rows come
-- beside each other, whoever's they are: a batch of a thousand slips changes ten pages and not a thousand.
--
-- No foreign keys here either: whose slip or round it is the writer knows.

ALTER TABLE accepted_slip
    DROP CONSTRAINT accepted_slip_pkey,
    DROP CONSTRAINT accepted_slip_patron_id_fkey,
    ADD PRIMARY KEY (slip_id, patron_id);

ALTER TABLE patron_round DROP CONSTRAINT patron_round_patron_id_fkey;
