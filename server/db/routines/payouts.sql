-- 'Danh sách chi trả' of a closed month (D3-ACC-04, docs/decisions/payouts.md).

-- A name as banks write it: capitals without marks.
CREATE OR REPLACE FUNCTION bank_name(p_name text) RETURNS text LANGUAGE sql STABLE
  RETURN btrim(regexp_replace(to_upper(fold(p_name)), '[^A-Z0-9]+', ' ', 'g'));

-- Each person of a closing with what it is paid and how: 'chi' by the next file, 'da_tai' by an earlier one of the month,
-- 'tien_mat' in cash, 'chua_co' without an account, 'am' below zero, 'khong' nothing.
CREATE OR REPLACE FUNCTION payout_rows(p_closing uuid)
RETURNS TABLE (id uuid, username text, fullname text, ten text, ngan_hang text, so_tai_khoan text, so bigint, doi_boi text,
  doi_luc timestamptz, lan int, da_tai bigint, nhac_luc timestamptz, tien_mat_boi text, tien_mat_luc timestamptz, tien_mat bigint,
  kieu text) LANGUAGE sql STABLE AS $$
  SELECT u.id, k.username, u.fullname, bank_name(u.fullname), u.ngan_hang, u.so_tai_khoan, p.so,
    CASE WHEN u.payout_changed_at > c.chot_luc THEN u.payout_changed_by END,
    CASE WHEN u.payout_changed_at > c.chot_luc THEN u.payout_changed_at END,
    f.lan, f.so, m.nhac_luc, m.tien_mat_boi, m.tien_mat_luc, m.tien_mat_so,
    CASE WHEN p.so < 0 THEN 'am' WHEN p.so = 0 THEN 'khong' WHEN f.lan IS NOT NULL THEN 'da_tai'
      WHEN m.tien_mat_so IS NOT NULL THEN 'tien_mat' WHEN u.so_tai_khoan IS NULL THEN 'chua_co' ELSE 'chi' END
  FROM payroll_closing c JOIN payroll_closed_row k ON k.closing_id = c.id JOIN users u ON u.username = k.username
    CROSS JOIN LATERAL (SELECT (k.dong ->> 'chiTra')::bigint AS so) p
    LEFT JOIN LATERAL (
      SELECT f.lan, l.so FROM payout_file f JOIN payout_line l ON l.file_id = f.id
      WHERE f.thang = c.thang AND l.username = k.username ORDER BY f.lan DESC LIMIT 1) f ON true
    LEFT JOIN payout_person m ON m.thang = c.thang AND m.username = k.username
  WHERE c.id = p_closing
$$;

-- What a list shows, in short: another one means that accounts, marks or files changed since.
CREATE OR REPLACE FUNCTION payout_print(p_closing uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(p_closing::text || coalesce(string_agg(concat_ws('|', username, ten, ngan_hang, so_tai_khoan, so, kieu, lan), E'\n'
    ORDER BY username), ''))
  FROM payout_rows(p_closing)
$$;
