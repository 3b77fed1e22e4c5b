-- Messages of banks about money that came in, and how far their feed was read.

CREATE TABLE mesbank (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  sender text NOT NULL CHECK (sender <> ''),
  money bigint NOT NULL DEFAULT 0 CHECK (money >= 0),
  datetime timestamptz NOT NULL,
  str_mes text NOT NULL CHECK (str_mes <> ''),
  str_mes_fold text GENERATED ALWAYS AS (fold(str_mes)) STORED,
  -- The bank's own number of the transfer; messages that people enter have none.
  ma_giao_dich text UNIQUE CHECK (ma_giao_dich <> ''),
  is_read smallint NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
  so_dien_thoai phone,
  goi_cuoc text CHECK (goi_cuoc <> ''),
  nhan_dang text NOT NULL DEFAULT 'thap' CHECK (nhan_dang IN ('cao', 'vua', 'thap', 'tay')),
  ly_do_nhan_dang text,
  nguoi_cap_nhat text,
  nhan_vien text,
  trang_thai_duyet_thong_tin text CHECK (trang_thai_duyet_thong_tin IN ('1', '2')),
  username_duyet_trang_thai_duyet_thong_tin text,
  -- Phone and package are there and nobody has decided (D1-Q-016).
  cho_duyet smallint GENERATED ALWAYS AS (
    CASE WHEN so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL AND trang_thai_duyet_thong_tin IS NULL
      THEN 1 ELSE 0 END) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  CONSTRAINT mesbank_decided CHECK (
    (trang_thai_duyet_thong_tin IS NULL) = (username_duyet_trang_thai_duyet_thong_tin IS NULL)
    AND (trang_thai_duyet_thong_tin IS NULL OR (so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL)))
);
-- A message without the bank's number is known by what it says (D1-Q-054); hashed, for texts are longer than an index takes.
CREATE UNIQUE INDEX mesbank_content ON mesbank (sender, datetime, money, md5(str_mes))
  WHERE ma_giao_dich IS NULL AND deleted_at IS NULL;
CREATE INDEX mesbank_same ON mesbank (datetime, money, sender);
CREATE INDEX mesbank_newest ON mesbank (datetime DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mesbank_waiting ON mesbank (datetime DESC, id DESC) WHERE cho_duyet = 1 AND deleted_at IS NULL;
CREATE INDEX mesbank_text ON mesbank USING gin (str_mes_fold gin_trgm_ops);

-- How far the bank's feed was read, and which server process reads it now: a lease, for an answer may take long.
CREATE TABLE bank_feed (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  cursor text,
  lease uuid,
  leased_until timestamptz,
  next_at timestamptz NOT NULL DEFAULT now(),
  failures int NOT NULL DEFAULT 0
);
INSERT INTO bank_feed DEFAULT VALUES;

-- Bank texts glue numbers to references: a longer run of digits may hide a phone too, so it also keeps its last five only.
CREATE OR REPLACE FUNCTION redact_phones(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace($1, '\d{8,}(\d{5})(?!\d)', '****\1', 'g'),
    '(?<!\d)\+?(?:\d[ .-]?){4,7}((?:\d[ .-]?){4}\d)(?!\d)', '****\1', 'g');
