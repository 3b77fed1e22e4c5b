-- What a masked role learns by writing, the rest: counts and versions tell no more than rows do (D3-SEC-03).

-- Changes of a row that masked roles are not told of; what they see as its version leaves these out.
ALTER TABLE baodo ADD COLUMN untold_steps int NOT NULL DEFAULT 0;
DROP VIEW baodo_list;
CREATE VIEW baodo_list AS
  SELECT b.*, claim_doubt(b.id, b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong, b.username_nv, b.dang_ky_id) AS nghi_van
  FROM baodo b;

-- Numbers entered beyond the day's number of phones wait like all others whatever is known of them, or figures would
-- tell. Whoever sees phones reads what is known when looking. Without such numbers nothing runs: in a new database the
-- ledger's functions come after the migrations.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM customer WHERE untold AND stage = 'blocked') THEN RETURN; END IF;
  PERFORM set_config('vas.movement', 'blacklist', true);
  UPDATE customer SET stage = 'left', status = CASE WHEN holder_id IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
  WHERE untold AND stage = 'blocked';
  PERFORM set_config('vas.movement', '', true);
END $$;
DROP VIEW customer_list;
CREATE VIEW customer_list AS
  SELECT c.id, c.file_id, c.phone, c.type, c.package, c."packageRegisterAt", c."packageExpiredAt", c."packageCycle", c.state,
    CASE WHEN NOT c.untold OR c.stage <> 'left' THEN c.status
      WHEN EXISTS (SELECT FROM blacklist b WHERE b.phone_number = c.phone) THEN 'BLOCKED'
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
