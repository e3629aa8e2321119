-- Version 13: the rounds of a patron in a period, by the time at which each ended or was corrected last.
CREATE INDEX patron_round_by_time ON patron_round (patron_id, at, entry_no);
