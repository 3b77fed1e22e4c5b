-- 'Danh sách chi trả' of a closed month (D3-ACC-04, subjects/pay/decisions/payouts.md).

-- A name as banks write it: capitals without diacritics.
CREATE OR REPLACE FUNCTION bank_name(p_name text) RETURNS text LANGUAGE sql STABLE
  RETURN btrim(regexp_replace(to_upper(fold(p_name)), '[^A-Z0-9]+', ' ', 'g'));

-- Each person of a closing, and people paid for its month before a reopening, with the pay (`so`), the amount still to pay (`con`,
-- negative: overpaid) and how: 'chi' by the next file, 'bu' the same after a partial payment, 'chua_co' without an account, 'da_tai' paid
-- by files, 'tien_mat' in cash, 'thua' overpaid, 'am' negative, 'khong' nothing.
DROP FUNCTION IF EXISTS payout_rows(uuid);
CREATE FUNCTION payout_rows(p_closing uuid)
RETURNS TABLE (id uuid, username text, fullname text, ten text, ngan_hang text, so_tai_khoan text, so bigint, con bigint,
  doi_boi text, doi_luc timestamptz, lan int, da_tai bigint, nhac_luc timestamptz, tien_mat_boi text, tien_mat_luc timestamptz,
  tien_mat bigint, kieu text) LANGUAGE sql STABLE AS $$
  WITH filed AS MATERIALIZED (
    SELECT l.username, max(f.lan) AS lan, sum(l.so)::bigint AS so
    FROM payroll_closing c JOIN payout_file f ON f.thang = c.thang JOIN payout_line l ON l.file_id = f.id
    WHERE c.id = p_closing AND l.bo_luc IS NULL GROUP BY l.username
  ), person AS MATERIALIZED (
    SELECT m.* FROM payroll_closing c JOIN payout_person m ON m.thang = c.thang WHERE c.id = p_closing
  ), closed AS MATERIALIZED (
    SELECT k.username, (k.dong ->> 'chiTra')::bigint AS so FROM payroll_closed_row k WHERE k.closing_id = p_closing
  ), paid AS (
    SELECT username FROM filed UNION SELECT username FROM person WHERE tien_mat_so IS NOT NULL
  ), due AS (
    SELECT username, coalesce(c.so, 0) AS so, coalesce(f.so, 0) + coalesce(m.tien_mat_so, 0) AS paid,
      f.lan, f.so AS da_tai, m.nhac_luc, m.tien_mat_boi, m.tien_mat_luc, m.tien_mat_so
    FROM closed c FULL JOIN paid USING (username) LEFT JOIN filed f USING (username) LEFT JOIN person m USING (username)
  )
  SELECT u.id, u.username, u.fullname, coalesce(u.chu_tai_khoan, bank_name(u.fullname)), u.ngan_hang, u.so_tai_khoan, d.so, l.con,
    CASE WHEN u.payout_changed_at > c.chot_luc THEN u.payout_changed_by END,
    CASE WHEN u.payout_changed_at > c.chot_luc THEN u.payout_changed_at END,
    d.lan, d.da_tai, d.nhac_luc, d.tien_mat_boi, d.tien_mat_luc, d.tien_mat_so,
    CASE WHEN l.con < 0 THEN 'thua'
      WHEN l.con > 0 THEN CASE WHEN u.so_tai_khoan IS NULL THEN 'chua_co' WHEN d.paid > 0 THEN 'bu' ELSE 'chi' END
      WHEN d.so < 0 THEN 'am' WHEN d.so = 0 THEN 'khong' WHEN d.da_tai IS NOT NULL THEN 'da_tai' ELSE 'tien_mat' END
  FROM payroll_closing c CROSS JOIN due d CROSS JOIN LATERAL (SELECT greatest(d.so, 0) - d.paid AS con) l
    JOIN users u ON u.username = d.username
  WHERE c.id = p_closing
$$;

-- Fingerprint of a list; another value means that accounts, marks or files changed since.
CREATE OR REPLACE FUNCTION payout_print(p_closing uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(p_closing::text || coalesce(string_agg(concat_ws('|', username, ten, ngan_hang, so_tai_khoan, so, con, kieu, lan), E'\n'
    ORDER BY username), ''))
  FROM payout_rows(p_closing)
$$;
