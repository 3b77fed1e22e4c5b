-- A salesperson without a leader, by exception, when the priority of its role was changed: it may be changed back (D3-SEC-09).
ALTER TABLE users ADD COLUMN leaderless boolean NOT NULL DEFAULT false;
