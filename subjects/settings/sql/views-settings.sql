-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS systemaccount_list;

CREATE VIEW systemaccount_list AS
  SELECT a.*, '********' AS password, '********' AS api, a.position || ' ' || a.account AS name,
    fold(a.position || ' ' || a.account) AS name_fold
  FROM systemaccount a;
