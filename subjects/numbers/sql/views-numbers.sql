-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS node_balances, do_not_call, customer_list;

CREATE VIEW node_balances AS
  SELECT file_id, holder_id, stage, sum(n)::bigint AS n
  FROM (SELECT * FROM balances UNION ALL SELECT * FROM balance_deltas) b
  GROUP BY file_id, holder_id, stage;

-- The entries in force; rules against calling read this view, never the table.
CREATE VIEW do_not_call AS
  SELECT id, phone_number, nguon, "createdAt", den_ngay FROM blacklist
  WHERE in_force(den_ngay);

CREATE VIEW customer_list AS
  SELECT c.id, c.file_id, c.phone, c.type, c.package, c."packageRegisterAt", c."packageExpiredAt", c."packageCycle", c.state,
    CASE WHEN NOT c.untold OR c.stage <> 'left' THEN c.status
      WHEN EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = c.phone) THEN 'BLOCKED'
      WHEN EXISTS (SELECT FROM customer_message_9084 m
        WHERE m."NumberPhone" = c.phone AND m."Status" = 1 AND m."createdAt" > c."createdAt") THEN 'REGISTERED'
      ELSE c.status END AS status,
    c.status AS status_told, c."packagesCanRegister", c.so_chu_ky_mien_phi_con_lai, c.holder_id, c.stage, c.rank,
    c.claimed_at, c.appointment_at, c.version, 0 AS untold_steps, c."createdAt", c.untold,
    (SELECT u.username FROM users u WHERE u.id = c.holder_id) AS holder_username,
    (SELECT f."FileName" FROM data_files f WHERE f.id = c.file_id) AS "FileName",
    (SELECT f.kind FROM data_files f WHERE f.id = c.file_id) AS file_kind,
    (SELECT f.owner_id FROM data_files f WHERE f.id = c.file_id) AS file_owner
  FROM customer c
  WHERE c.stage <> 'gone';
