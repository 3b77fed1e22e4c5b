-- Constraints that are still called after the former name of their table or column get the name that PostgreSQL gives them in a
-- new database, so that an upgraded one is the same to the letter.
DO $$
DECLARE c record;
BEGIN
  FOR c IN
    SELECT k.conrelid::regclass AS of, k.conname AS was, t.relname || '_' || a.attname || CASE k.contype WHEN 'n' THEN '_not_null' ELSE '_check' END AS is
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND ARRAY[a.attnum] = k.conkey
    WHERE k.connamespace = 'public'::regnamespace AND k.conislocal AND k.coninhcount = 0 AND (k.contype = 'n' OR k.contype = 'c' AND k.conname ~ '_check$')
  LOOP
    CONTINUE WHEN c.was = left(c.is, 63);
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', c.of, c.was, c.is);
  END LOOP;
END $$;
ALTER TABLE balances RENAME CONSTRAINT balances_file_id_holder_id_place_key TO balances_file_id_holder_id_stage_key;
