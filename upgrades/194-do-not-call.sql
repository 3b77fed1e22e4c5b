-- Whose wish an entry of the blacklist is, why, and until when (D3-RULE-03). Entries of before are the company's own.
ALTER TABLE blacklist
  ADD COLUMN nguon text NOT NULL DEFAULT 'noi_bo' CHECK (nguon IN ('khach', '5656', 'toa_an', 'noi_bo')),
  ADD COLUMN ly_do text CHECK (length(ly_do) <= 500),
  ADD COLUMN nguoi_yeu_cau text CHECK (length(nguoi_yeu_cau) <= 200),
  ADD COLUMN den_ngay date,
  -- The day after which its numbers were given back; `den_ngay` again once that is done (end_entries).
  ADD COLUMN ended_on date;
DROP INDEX blacklist_phone;
CREATE INDEX blacklist_phone ON blacklist (phone_number, id) INCLUDE (den_ngay);
CREATE INDEX blacklist_source ON blacklist (nguon, "createdAt" DESC, id DESC);
CREATE INDEX blacklist_ending ON blacklist (den_ngay) WHERE den_ngay IS DISTINCT FROM ended_on;

-- Who keeps a file's numbers from being handed out is counted from its blocked ones alone.
CREATE INDEX customer_blocked ON customer (file_id, holder_id, phone) WHERE stage = 'blocked';

-- Whether an entry counts today in Vietnam.
CREATE FUNCTION in_force(den_ngay date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN den_ngay IS NULL OR den_ngay >= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;

-- The entries that do: what keeps from calling reads this and never the table.
CREATE VIEW do_not_call AS
  SELECT id, phone_number, nguon, "createdAt", den_ngay FROM blacklist
  WHERE in_force(den_ngay);

DROP VIEW customer_list;
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
