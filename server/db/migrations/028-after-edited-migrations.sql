-- Databases that ran 017, 026 or 027 before these were edited (former-checksums.ts) get the indexes and the column of all
-- others. On any other database there is nothing to do.

DROP INDEX IF EXISTS khr_waiting, baodo_waiting;
CREATE INDEX IF NOT EXISTS giahoantien_lower ON giahoantien (lower(ten_goi_cuoc)) WHERE deleted_at IS NULL;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'customer_list'::regclass AND attname = 'place') THEN
    ALTER VIEW customer_list RENAME COLUMN place TO stage;
  END IF;
END $$;
