-- Version 12: how many transfers each account gave or got in. Their sum over the accounts of a wallet numbers its
-- states: it grows with every change. Follows from the transfers.
ALTER TABLE account ADD COLUMN transfers INTEGER NOT NULL DEFAULT 0 CHECK (transfers >= 0);

UPDATE account SET transfers = counted.transfers
FROM (SELECT account_no, count(*) AS transfers
      FROM (SELECT from_account AS account_no FROM transfer UNION ALL SELECT to_account FROM transfer)
      GROUP BY account_no) AS counted
WHERE counted.account_no = account.account_no;
