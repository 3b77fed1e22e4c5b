-- What may be learned by trying: passwords, and facts about phones.

-- Browsers that have signed in to an account, by the hash of their cookie: their tries count apart from those of
-- strangers, so that nobody is kept out by somebody else's wrong passwords (D3-SEC-04).
CREATE TABLE devices (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id)
);

-- What a wrong password is counted by beside the name: an address, a familiar device, a session. What stands here from
-- before was counted by the name alone and is forgotten within the hour.
ALTER TABLE login_failures ADD COLUMN source text NOT NULL DEFAULT '';
DROP INDEX login_failures_recent;
CREATE INDEX login_failures_recent ON login_failures (source, at, username);
CREATE INDEX login_failures_name ON login_failures (username);

-- What a masked role wrote about more phones than it may ask about in a day: what the server found out by the phone is
-- stored, and shown to those who see phones only (D3-SEC-03).
ALTER TABLE baodo
  ADD COLUMN untold boolean NOT NULL DEFAULT false,
  ADD COLUMN trang_thai_told text GENERATED ALWAYS AS (
    CASE WHEN untold AND nguoi_dat_trang_thai = '__AUTO' THEN '0' ELSE trang_thai END) VIRTUAL,
  ADD COLUMN nguoi_dat_told text GENERATED ALWAYS AS (
    CASE WHEN untold THEN nullif(nguoi_dat_trang_thai, '__AUTO') ELSE nguoi_dat_trang_thai END) VIRTUAL;
ALTER TABLE customer ADD COLUMN untold boolean NOT NULL DEFAULT false;
DROP VIEW customer_list;
CREATE VIEW customer_list AS
  SELECT c.*,
    CASE WHEN untold AND status = 'BLOCKED' THEN CASE WHEN holder_id IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
      ELSE status END AS status_told,
    (SELECT u.username FROM users u WHERE u.id = c.holder_id) AS holder_username,
    (SELECT f."FileName" FROM data_files f WHERE f.id = c.file_id) AS "FileName",
    (SELECT f.kind FROM data_files f WHERE f.id = c.file_id) AS file_kind,
    (SELECT f.owner_id FROM data_files f WHERE f.id = c.file_id) AS file_owner
  FROM customer c
  WHERE c.stage <> 'gone';

-- An avatar is an image of the product or kept with the account; one at an address elsewhere was never shown.
UPDATE users SET avatar = NULL WHERE avatar NOT LIKE 'data:image/%' OR length(avatar) > 21900;

-- The view reads all columns of its table, the new ones too.
DROP VIEW baodo_list;
CREATE VIEW baodo_list AS
  SELECT b.*, claim_doubt(b.id, b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong, b.username_nv, b.dang_ky_id) AS nghi_van
  FROM baodo b;
