-- Version 5: house rules are on record in the house's own log, and found there without reading all of it.

CREATE INDEX house_rules_used ON house_event (seq) WHERE left(body, 26) = '{"type":"house_rules_used"';
