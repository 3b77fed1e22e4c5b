-- What server processes have handed out of the limits they share (server/kit/rate.ts): a name and a key, the points used
-- and when these are forgotten, in ms since 1970. After a crash everybody begins anew, so nothing is written twice.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
);
