-- Orders at refund partners by day, and partners' statements held against them (D3-ACC-05, docs/decisions/partner-statements.md).

-- Where an order is, in the words of a statement.
CREATE OR REPLACE FUNCTION order_standing(o provider_orders) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.state = 'finished' AND o.code = partner_hoan_tien() THEN 'returned' WHEN o.state = 'finished' THEN 'completed'
    WHEN o.state = 'refused' THEN 'refused' WHEN o.state IN ('queued', 'cancelled') THEN 'unsent' ELSE 'processing' END
$$;

-- The day on which an order was sent.
CREATE OR REPLACE FUNCTION order_day(o provider_orders) RETURNS date LANGUAGE sql STABLE
  RETURN (o.sent_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;

-- The statement that counts for a partner's day: the newest that covers it.
CREATE OR REPLACE FUNCTION statement_for(p_provider text, p_day date) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM provider_statement WHERE provider = p_provider AND p_day BETWEEN from_day AND to_day ORDER BY at DESC, id DESC LIMIT 1
$$;

-- Differences of the days from p_from to before p_to, one row each.
CREATE OR REPLACE FUNCTION statement_differences(p_from date, p_to date)
RETURNS TABLE (id text, doi_tac text, kieu text, ngay date, ma_don text, so_dien_thoai text, tien_ta bigint, tien_ho bigint,
  tra_ta bigint, tra_ho bigint, trang_thai_ta text, trang_thai_ho text, request_id uuid) LANGUAGE sql STABLE AS $$
  WITH spans AS MATERIALIZED (
    SELECT s.id, s.provider, greatest(s.from_day, p_from) AS first, least(s.to_day, p_to - 1) AS last
    FROM provider_statement s WHERE s.from_day < p_to AND s.to_day >= p_from
  ), days AS MATERIALIZED (
    SELECT DISTINCT s.provider, d::date AS day, statement_for(s.provider, d::date) AS statement_id
    FROM spans s, generate_series(s.first, s.last, interval '1 day') d
  ), lines AS MATERIALIZED (
    SELECT l.*, d.provider, row_number() OVER (PARTITION BY d.provider, l.order_id ORDER BY l.id) AS nth
    FROM days d JOIN provider_statement_line l ON l.statement_id = d.statement_id AND l.day = d.day
  ), sent AS MATERIALIZED (
    SELECT o, d.provider FROM days d JOIN provider_orders o ON o.provider = d.provider
      AND o.sent_at >= d.day::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
      AND o.sent_at < (d.day + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
  ), both_sides AS MATERIALIZED (
    SELECT l, o FROM lines l LEFT JOIN provider_orders o ON o.provider = l.provider AND o.id::text = to_lower(l.order_id)
  )
  SELECT 'them ' || (s.o).id, s.provider, 'thieu_ben_ho', order_day(s.o), (s.o).id::text, (s.o).isdn::text, (s.o).amount, NULL::bigint,
    (s.o).paid, NULL::bigint, order_standing(s.o), NULL::text, (s.o).request_id
  FROM sent s WHERE order_standing(s.o) IN ('processing', 'completed', 'returned')
    AND NOT EXISTS (SELECT FROM lines l WHERE l.provider = s.provider AND to_lower(l.order_id) = (s.o).id::text)
  UNION ALL
  SELECT d.kieu || ' ' || (b.l).id, (b.l).provider, d.kieu, (b.l).day, (b.l).order_id, (b.o).isdn::text, (b.o).amount, (b.l).amount, (b.o).paid,
    (b.l).paid, CASE WHEN (b.o).id IS NOT NULL THEN order_standing(b.o) END, (b.l).status, (b.o).request_id
  FROM both_sides b, LATERAL (VALUES
    ('thieu_ben_minh', (b.o).id IS NULL AND (b.l).nth = 1),
    ('hai_lan', (b.l).nth > 1),
    ('so_tien', (b.l).nth = 1 AND ((b.l).amount, (b.l).paid) <> ((b.o).amount, (b.o).paid)),
    ('trang_thai', (b.l).nth = 1 AND (b.o).id IS NOT NULL AND (b.l).status <> order_standing(b.o))) AS d(kieu, applies)
  WHERE d.applies
$$;
