-- What lists read beside the rows of their table. Made anew after every upgrade, so that views have all columns of their tables; after the other
-- files by its name, as they name functions of those.
DROP VIEW IF EXISTS systemaccount_list;

CREATE VIEW systemaccount_list AS
  SELECT a.*, '********' AS password, '********' AS api, a.position || ' ' || a.account AS name,
    fold(a.position || ' ' || a.account) AS name_fold
  FROM systemaccount a;
