-- Version 2: rounds are corrected, and what a patron cannot give back at once is owed.

-- More kinds of accounts. A patron's money is never negative, and a debt is never above zero.
ALTER TABLE account
    DROP CONSTRAINT account_kind_check,
    DROP CONSTRAINT account_check,
    ADD CONSTRAINT account_kind_check CHECK (kind IN ('patron_cash', 'patron_bonus', 'stakes_held', 'house_table',
                                                      'receivable', 'adjustments', 'issue')),
    ADD CONSTRAINT account_not_below_zero
        CHECK (balance >= 0 OR kind IN ('house_table', 'receivable', 'adjustments', 'issue')),
    ADD CONSTRAINT account_not_above_zero CHECK (balance <= 0 OR kind <> 'receivable');

-- Two more kinds of transfers, whose amount was judged when they were made: `asked` is what was asked for.
ALTER TABLE transfer
    ADD COLUMN asked bigint,
    DROP CONSTRAINT transfer_kind_check,
    DROP CONSTRAINT transfer_check1,
    ADD CONSTRAINT transfer_kind_check
        CHECK (kind IN ('move', 'hold', 'capture', 'release', 'reverse', 'cover', 'repay')),
    ADD CONSTRAINT transfer_about CHECK ((about IS NOT NULL) = (kind IN ('capture', 'release', 'reverse'))),
    ADD CONSTRAINT transfer_asked CHECK ((asked IS NOT NULL) = (kind IN ('cover', 'repay'))),
    ADD CONSTRAINT transfer_asked_enough CHECK (asked >= amount);

-- The rounds of each table as they stand, and where their events begin. Round 0 of a shoe is what happened before
-- its first round. Could be rebuilt from the events.
CREATE TABLE round (
    table_id   bigint  NOT NULL,
    shoe_no    bigint  NOT NULL,
    round_no   integer NOT NULL,
    opened_seq bigint  NOT NULL,
    at         bigint  NOT NULL,  -- of its latest card, of its end, or of its latest correction
    revision   integer NOT NULL,  -- 0 while it is open
    voided     boolean NOT NULL,
    cards      text    NOT NULL,  -- JSON, in deal order; of round 0 the card turned over
    PRIMARY KEY (table_id, shoe_no, round_no)
) WITH (fillfactor = 80);

CREATE INDEX round_open ON round (table_id) WHERE revision = 0 AND round_no > 0;

INSERT INTO round
SELECT table_id, shoe_no, round_no, min(seq),
       max(at) FILTER (WHERE said ->> 'type' IN ('shoe_opened', 'cards_burned', 'betting_opened', 'card_drawn',
                                                 'round_settled', 'round_voided')),
       coalesce(max(CASE said ->> 'type' WHEN 'round_settled' THEN (said ->> 'revision')::integer
                                         WHEN 'round_voided' THEN 1 END), 0),
       bool_or(said ->> 'type' = 'round_voided'),
       coalesce(json_agg(CASE said ->> 'type' WHEN 'card_drawn' THEN said ->> 'card' ELSE said ->> 'first' END
                         ORDER BY seq)
                    FILTER (WHERE said ->> 'type' = 'card_drawn' OR said ->> 'first' IS NOT NULL),
                '[]')::text
FROM event, LATERAL (SELECT body::json AS said) AS read
WHERE shoe_no > 0 GROUP BY table_id, shoe_no, round_no;

-- The events that are about an earlier round: proposals to correct it, withdrawals and corrections. Could be
-- rebuilt from the events.
CREATE TABLE correction (
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL,  -- event
    shoe_no  bigint  NOT NULL,  -- of the round it is about
    round_no integer NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE INDEX correction_of_round ON correction (table_id, shoe_no, round_no, seq);

-- Where a slip was taken, to the event, so that a repeat can be told from another slip of the same id.
ALTER TABLE accepted_slip ADD COLUMN seq bigint NOT NULL DEFAULT 0;

UPDATE accepted_slip SET seq = event.seq FROM event
WHERE event.table_id = accepted_slip.table_id AND event.shoe_no = accepted_slip.shoe_no
  AND event.round_no = accepted_slip.round_no AND event.body::json ->> 'type' = 'slip_accepted'
  AND (event.body::json ->> 'patron')::bigint = accepted_slip.patron_id
  AND (event.body::json ->> 'slip_id')::uuid = accepted_slip.slip_id;

-- Which settlement of the round it is.
ALTER TABLE patron_round ADD COLUMN revision integer NOT NULL DEFAULT 1;
