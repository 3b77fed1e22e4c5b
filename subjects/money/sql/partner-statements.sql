-- Orders at refund partners by day, and comparison with partners' statements (D3-ACC-05, subjects/money/decisions/partner-statements.md).

-- State of an order in terms of a statement.
CREATE OR REPLACE FUNCTION order_standing(o provider_orders) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.state = 'finished' AND o.code = partner_hoan_tien() THEN 'returned' WHEN o.state = 'finished' THEN 'completed'
    WHEN o.state = 'refused' THEN 'refused' WHEN o.state IN ('queued', 'cancelled') THEN 'unsent' ELSE 'processing' END
$$;

-- The day on which an order was sent.
CREATE OR REPLACE FUNCTION order_day(o provider_orders) RETURNS date LANGUAGE sql STABLE
  RETURN (o.sent_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;

-- The statement in force for a partner's day: the newest that covers it.
CREATE OR REPLACE FUNCTION statement_for(p_provider text, p_day date) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM provider_statement WHERE provider = p_provider AND p_day BETWEEN from_day AND to_day ORDER BY at DESC, id DESC LIMIT 1
$$;

-- Differences of the days from p_from to before p_to, one row each. Orders and lines are matched within their calendar month, for any range
-- of days, as a partner's day may end at another time.
CREATE OR REPLACE FUNCTION statement_differences(p_from date, p_to date)
RETURNS TABLE (id text, doi_tac text, kieu text, ngay date, ma_don text, so_dien_thoai text, tien_ta bigint, tien_ho bigint,
  tra_ta bigint, tra_ho bigint, trang_thai_ta text, trang_thai_ho text, request_id uuid) LANGUAGE sql STABLE AS $$
  WITH months AS (
    SELECT date_trunc('month', p_from)::date AS first, (date_trunc('month', p_to - 1) + interval '1 month')::date - 1 AS last
  ), spans AS MATERIALIZED (
    SELECT s.id, s.provider, greatest(s.from_day, m.first) AS first, least(s.to_day, m.last) AS last
    FROM months m JOIN provider_statement s ON s.from_day <= m.last AND s.to_day >= m.first
  ), days AS MATERIALIZED (
    SELECT DISTINCT s.provider, d::date AS day, statement_for(s.provider, d::date) AS statement_id
    FROM spans s, generate_series(s.first, s.last, interval '1 day') d
  ), lines AS MATERIALIZED (
    SELECT l.*, d.provider, date_trunc('month', l.day) AS month, row_number() OVER (
      PARTITION BY d.provider, to_lower(l.order_id), date_trunc('month', l.day) ORDER BY l.day, l.id) AS nth
    FROM days d JOIN provider_statement_line l ON l.statement_id = d.statement_id AND l.day = d.day
  ), sent AS MATERIALIZED (
    SELECT o, d.provider FROM days d JOIN provider_orders o ON o.provider = d.provider
      AND o.sent_at >= d.day::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
      AND o.sent_at < (d.day + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
    WHERE d.day >= p_from AND d.day < p_to
  ), both_sides AS MATERIALIZED (
    -- The order's amounts appear in one row only, the first about it, so that sums of the differences are right.
    SELECT l, o, o.id IS NULL AS unknown, l.nth > 1 AS again, (date_trunc('month', order_day(o)) <> l.month) IS TRUE AS elsewhere,
      (l.amount, l.paid) <> (o.amount, o.paid) AS amounts, l.status <> order_standing(o) AS states
    FROM lines l LEFT JOIN provider_orders o ON o.provider = l.provider AND o.id::text = to_lower(l.order_id)
    WHERE l.day >= p_from AND l.day < p_to
  )
  SELECT 'them ' || (s.o).id, s.provider, 'thieu_ben_ho', order_day(s.o), (s.o).id::text, (s.o).isdn::text, (s.o).amount, NULL::bigint,
    (s.o).paid, NULL::bigint, order_standing(s.o), NULL::text, (s.o).request_id
  FROM sent s WHERE order_standing(s.o) IN ('processing', 'completed', 'returned')
    AND NOT EXISTS (SELECT FROM lines l WHERE l.provider = s.provider AND to_lower(l.order_id) = (s.o).id::text
      AND l.month = date_trunc('month', order_day(s.o)))
  UNION ALL
  SELECT d.kieu || ' ' || (b.l).id, (b.l).provider, d.kieu, (b.l).day, (b.l).order_id, (b.o).isdn::text,
    CASE WHEN d.ours THEN (b.o).amount END, CASE WHEN d.theirs THEN (b.l).amount END, CASE WHEN d.ours THEN (b.o).paid END,
    CASE WHEN d.theirs THEN (b.l).paid END, CASE WHEN NOT b.unknown THEN order_standing(b.o) END, (b.l).status, (b.o).request_id
  FROM both_sides b, LATERAL (VALUES
    ('thieu_ben_minh', b.unknown AND NOT b.again, false, true),
    ('hai_lan', b.again, false, true),
    ('thang_khac', b.elsewhere AND NOT b.again, false, true),
    ('so_tien', b.amounts AND NOT (b.unknown OR b.elsewhere OR b.again), true, true),
    ('trang_thai', b.states AND NOT (b.unknown OR b.elsewhere OR b.again), NOT b.amounts, NOT b.amounts)) AS d(kieu, applies, ours, theirs)
  WHERE d.applies
$$;
