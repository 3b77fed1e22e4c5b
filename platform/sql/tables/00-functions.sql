-- Extensions, types and functions that tables depend on.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE TYPE payroll_kept_line AS (
  id uuid,
  luc timestamptz,
  so bigint,
  so_dien_thoai text,
  goi text,
  gia bigint,
  chenh_lech bigint,
  ti_le numeric,
  hoan bigint,
  ket_qua text,
  gia_goc bigint
);
CREATE TYPE sent_line AS (n int, line uuid, hash text, kenh text, username text, phone text, package text, price bigint,
  at timestamptz, status text, ratio numeric, pair0 text, pair1 text, field text, why text);
-- Byte order: digits need no Vietnamese collation, and with it the planner can estimate how few numbers end in given digits.
CREATE DOMAIN phone AS text COLLATE "C" CHECK (VALUE ~ '^[1-9][0-9]{8}$');

-- Vietnamese text without diacritics and case, for searches. IMMUTABLE because the dictionary is schema-qualified.
CREATE FUNCTION fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent', normalize($1, NFC)));

-- The digits that occur in a number: bit 0 for 0 up to bit 9 for 9, so that an index finds numbers 'without 4 and 7'.
CREATE FUNCTION digits_in(text) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  (position('0' IN $1) > 0)::int + (position('1' IN $1) > 0)::int * 2 + (position('2' IN $1) > 0)::int * 4
  + (position('3' IN $1) > 0)::int * 8 + (position('4' IN $1) > 0)::int * 16 + (position('5' IN $1) > 0)::int * 32
  + (position('6' IN $1) > 0)::int * 64 + (position('7' IN $1) > 0)::int * 128 + (position('8' IN $1) > 0)::int * 256
  + (position('9' IN $1) > 0)::int * 512;

CREATE FUNCTION to_lower(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower($1 COLLATE pg_unicode_fast);

CREATE FUNCTION to_upper(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN upper($1 COLLATE pg_unicode_fast);

-- Carrier of a number, by its first digits as in subjects/sims/contract/sim-types.ts; KHAC: none of the three.
CREATE FUNCTION carrier_of(p_phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN left(p_phone, 2) IN ('86', '96', '97', '98', '32', '33', '34', '35', '36', '37', '38', '39') THEN 'VIETTEL'
    WHEN left(p_phone, 2) IN ('89', '90', '93', '70', '76', '77', '78', '79') THEN 'MOBIFONE'
    WHEN left(p_phone, 2) IN ('88', '91', '94', '81', '82', '83', '84', '85') THEN 'VINAPHONE'
    ELSE 'KHAC' END
$$;

-- Adding hours gives the same result in every time zone, but the built-in operator is not IMMUTABLE.
CREATE FUNCTION hours_after(timestamptz, int) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  'SELECT $1 + make_interval(hours => $2)';

-- A text without invisible characters: `unseen` of kit/contract/text.ts, which a test compares character by character.
CREATE FUNCTION readable(p_text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(p_text,
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD'
    '\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');

-- Blank Braille, characters beyond the first 65,536 and some Arabic ones used to make distinct names (D3-PRC-01).
CREATE FUNCTION package_key(p_name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_upper(readable(normalize(p_name, NFKC)));

-- Words of a folded text, and '~' with each pair of adjacent words; very long words are cut.
CREATE FUNCTION words_of(p_folded text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
DECLARE
  words text[] := string_to_array(trim(regexp_replace(p_folded, '[^a-z]+', ' ', 'g')), ' ');
  pairs text[] := '{}';
BEGIN
  FOR i IN 1..cardinality(words) LOOP
    words[i] := left(words[i], 100);
    IF i > 1 THEN pairs[i - 1] := '~' || words[i - 1] || ' ' || words[i]; END IF;
  END LOOP;
  RETURN array_to_tsvector(words || pairs);
END $$;
