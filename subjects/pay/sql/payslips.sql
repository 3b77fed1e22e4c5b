-- Confirmations and messages on the lines of payslips (subjects/pay/decisions/payslips.md).

-- Per line with confirmation or message: the confirmed value, and the newest message.
CREATE OR REPLACE FUNCTION payslip_lines(p_month date, p_people text[]) RETURNS TABLE (username text, cot text, confirmed numeric,
  confirmed_at timestamptz, said_at timestamptz, said_by_owner boolean) LANGUAGE sql STABLE AS $$
  SELECT username, cot, c.gia_tri, c.luc, m.luc, m.nguoi_gui = username
  FROM (
    SELECT * FROM payslip_confirmation
    WHERE thang = p_month AND (p_people IS NULL OR username = ANY (p_people))) c
  FULL JOIN (
    SELECT DISTINCT ON (username, cot) username, cot, luc, nguoi_gui FROM payslip_message
    WHERE thang = p_month AND (p_people IS NULL OR username = ANY (p_people))
    ORDER BY username, cot, luc DESC, id DESC) m USING (username, cot)
$$;

-- State of a line: a confirmation is valid for the value that was shown, until the next message.
CREATE OR REPLACE FUNCTION payslip_state(p_now numeric, p_confirmed numeric, p_confirmed_at timestamptz, p_said_at timestamptz,
  p_said_by_owner boolean) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE
    WHEN p_said_at > coalesce(p_confirmed_at, '-infinity') THEN CASE WHEN p_said_by_owner THEN 'thac_mac' ELSE 'tra_loi' END
    WHEN p_confirmed = p_now THEN 'xac_nhan' WHEN p_confirmed IS NOT NULL THEN 'da_doi' ELSE 'chua' END;

-- Whether a person has a payslip of a month for its row: none for a month that has not begun; for a partner (no
-- employee), and before the account existed, only if it has amounts.
CREATE OR REPLACE FUNCTION payslip_given(p_month date, p_username text, p_row jsonb, p_lines text[]) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT p_month <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (
    r.priority <= 6 AND u."createdAt" < month_end(p_month)
    OR (p_row ->> 'ngayCongThucTe')::numeric <> 0
    OR EXISTS (SELECT FROM unnest(p_lines) AS l(cot) WHERE (p_row ->> l.cot)::numeric <> 0)
    OR EXISTS (SELECT FROM payslip_message m WHERE m.username = p_username AND m.thang = p_month))
  FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = p_username
$$;
