-- The limits and pauses of scans hold for each carrier by itself (D3-SCN-02, D3-SCN-03).

-- Whose number it is, by its first digits as contract/sim-types.ts has them; KHAC: of none of the three.
CREATE FUNCTION carrier_of(p_phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN left(p_phone, 2) IN ('86', '96', '97', '98', '32', '33', '34', '35', '36', '37', '38', '39') THEN 'VIETTEL'
    WHEN left(p_phone, 2) IN ('89', '90', '93', '70', '76', '77', '78', '79') THEN 'MOBIFONE'
    WHEN left(p_phone, 2) IN ('88', '91', '94', '81', '82', '83', '84', '85') THEN 'VINAPHONE'
    ELSE 'KHAC' END
$$;

ALTER TABLE scan_numbers ADD COLUMN nha_mang text GENERATED ALWAYS AS (carrier_of("PhoneNumber")) STORED;
DROP INDEX scan_numbers_waiting;
CREATE INDEX scan_numbers_waiting ON scan_numbers (file_id, nha_mang, tries, id) WHERE state = 'waiting';

-- One row for each; a pause that is on goes on for all.
ALTER TABLE scan_pace ADD COLUMN nha_mang text NOT NULL DEFAULT 'KHAC';
ALTER TABLE scan_pace DROP COLUMN one;
ALTER TABLE scan_pace ADD PRIMARY KEY (nha_mang);
ALTER TABLE scan_pace ALTER COLUMN nha_mang DROP DEFAULT;
INSERT INTO scan_pace (nha_mang, next_at, failures, failing_since, why, paused_until, failed_at)
SELECT n, next_at, failures, failing_since, why, paused_until, failed_at
FROM scan_pace, unnest(ARRAY['VINAPHONE', 'MOBIFONE', 'VIETTEL']) n;

-- Minutes from before are of none of the three: nobody noted whose numbers they were.
ALTER TABLE scan_minutes ADD COLUMN nha_mang text NOT NULL DEFAULT 'KHAC';
ALTER TABLE scan_minutes DROP CONSTRAINT scan_minutes_pkey;
ALTER TABLE scan_minutes ADD PRIMARY KEY (file_id, minute, nha_mang);
ALTER TABLE scan_minutes ALTER COLUMN nha_mang DROP DEFAULT;

-- Whom people are waiting for.
ALTER TABLE lookup_turns ADD COLUMN nha_mang text NOT NULL DEFAULT 'KHAC';

DROP FUNCTION IF EXISTS scan_claim(int, int, float8);
DROP FUNCTION IF EXISTS scan_carrier(text, boolean, timestamptz);
